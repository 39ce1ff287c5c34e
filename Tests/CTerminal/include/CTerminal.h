// What the tests need from C: a program on a pseudo terminal or on pipes (fork and exec must be done
// in C), a wait for its end with a bound, and a terminal's screen read back through libvterm.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A program started on a pseudo terminal of this size. `argv` and `envp` end with NULL; `argv[0]` is
/// looked up in PATH. Gives the pid, and the master's descriptor (non-blocking) in `master`; -1 with
/// errno set when there is no terminal or process to be had. An exec that fails exits 127.
pid_t ct_spawn_on_terminal(
    char *const argv[], char *const envp[], int rows, int columns, int *master);

/// A program started on three pipes: `pipes[0]` writes its input, 1 and 2 read its output and errors
/// (all non-blocking, in a session of its own without a terminal).
pid_t ct_spawn_on_pipes(char *const argv[], char *const envp[], int pipes[3]);

/// Waits until the process has ended, at most this long. Gives its exit code, 128 + the signal's
/// number, -1 when the bound passed, -2 when it is no child.
int ct_wait_for_end(pid_t pid, int milliseconds);

/// Sets the pseudo terminal's size; the kernel sends SIGWINCH.
int ct_set_window_size(int master, int rows, int columns);

typedef struct ct_screen ct_screen;

/// One cell. Colours: -1 is the default, 0-255 the palette, or 0x1000000 | rgb.
typedef struct {
  uint32_t scalars[7];  // ends with 0
  int width;            // columns; 0 for the right half of a wide character
  int32_t foreground;
  int32_t background;
  bool bold, italic, reverse, blink, strike;
  int underline;
} ct_cell;

ct_screen *ct_screen_new(int rows, int columns);
void ct_screen_free(ct_screen *screen);
/// Bytes from the program. What the terminal answers (reports) is read with ct_screen_answer.
void ct_screen_feed(ct_screen *screen, const uint8_t *bytes, size_t count);
size_t ct_screen_answer(ct_screen *screen, uint8_t *buffer, size_t capacity);
void ct_screen_resize(ct_screen *screen, int rows, int columns);
bool ct_screen_cell(ct_screen *screen, int row, int column, ct_cell *cell);
void ct_screen_cursor(ct_screen *screen, int *row, int *column, bool *visible);
bool ct_screen_is_alternate(ct_screen *screen);
int ct_screen_bells(ct_screen *screen);
/// What the program set as the window's title last.
const char *ct_screen_title(ct_screen *screen);
