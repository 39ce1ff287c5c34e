#pragma once
// SwiftPM drops pkg-config's -D flags: without this the wide functions are not declared.
#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <term.h>
#include <stdio.h>

// Macros and globals that Swift does not import.
static inline attr_t psst_bold(void) { return A_BOLD; }
static inline attr_t psst_dim(void) { return A_DIM; }
static inline attr_t psst_italic(void) { return A_ITALIC; }
static inline attr_t psst_underline(void) { return A_UNDERLINE; }
static inline attr_t psst_reverse(void) { return A_REVERSE; }
static inline int psst_function_key(int number) { return KEY_F(number); }
static inline mmask_t psst_mouse_press(void) { return BUTTON1_PRESSED | BUTTON1_CLICKED; }
static inline mmask_t psst_mouse_release(void) { return BUTTON1_RELEASED; }
static inline mmask_t psst_wheel_up(void) { return BUTTON4_PRESSED; }
static inline mmask_t psst_wheel_down(void) { return BUTTON5_PRESSED; }
static inline WINDOW *psst_screen(void) { return stdscr; }
static inline int psst_colors(void) { return COLORS; }

// What a terminal of this type is capable of, without taking it: 0 usable, 1 no terminal, 2 unknown type,
// 3 a type that cannot place the cursor.
int psst_terminal_check(const char *type);

// Takes the terminal through newterm with keys raw; the same results. Signal handlers stay as they were.
int psst_terminal_open(const char *type);

// The size of the window, from the terminal itself (TIOCGWINSZ); false where it does not say.
bool psst_terminal_size(int *width, int *height);

// The pixels of one of its cells, by the same; false where it does not say.
bool psst_terminal_cell(int *width, int *height);

// Writes bytes to the terminal, past ncurses (for modes it does not know).
void psst_terminal_write(const char *bytes, size_t length);

// From now on what is written here or drawn is kept, in order, until it is released; it is lost with the program.
void psst_terminal_hold(void);
void psst_terminal_release(void);
bool psst_terminal_is_held(void);

// Makes the terminal show what was put on stdscr, with or without its cursor, in one write: ncurses itself
// writes at each move of the cursor, and each write wakes the terminal, which shows half a frame.
void psst_terminal_draw(bool cursor);

// Whether frames are drawn into memory first, where they can be changed.
bool psst_has_frames(void);

// A capability's text with its padding removed, into `buffer` (at most `size` bytes); its length.
size_t psst_capability(const char *name, char *buffer, size_t size);

// What gives the terminal back after a crash: kept here, because a signal handler may not allocate.
void psst_emergency_prepare(const char *bytes, size_t length);
void psst_emergency_arm(bool armed);
// Async-signal-safe (write and tcsetattr only, signal-safety(7)); does nothing unless armed.
void psst_emergency_restore(void);

// Ncurses holds five wchar_t a cell, each written by wcrtomb. A number beyond Unicode, made here, stands for
// up to 16 bytes; `width` is what our wcwidth gives for it. Returns 0 when the table is full.
// (Numbers are int32_t here, because Swift takes wchar_t for a Unicode scalar.)
int32_t psst_piece(const char *bytes, size_t length, int width);
void psst_pieces_forget(void);

// Makes an address of the web known that cells lead to; its number, which a cell's bytes name between
// `ESC ] 8 ; ; #` (three hexadecimal digits) and `ESC \`, or -1 when there is no room for more. A cell ends with
// `ESC ] 8 ; ; ESC \`.
int psst_link(const char *address, size_t length);
void psst_links_forget(void);
bool psst_has_links(void);

// Writes a frame with the addresses in the place of their numbers (OSC 8), from cell to cell as one link, and with
// the colours in the place of theirs.
void psst_links_write(const char *frame, size_t length, FILE *into);

// From now on this number of ncurses' colours (16 to 255) stands for red, green and blue (0xRRGGBB), or for a colour
// of the terminal's palette. A frame that ncurses wrote with it gets that in its place.
void psst_color_direct(int number, uint32_t rgb);
void psst_color_palette(int number, int index);
void psst_colors_forget(void);
bool psst_has_direct_colors(void);

// Whether terminfo has the terminal's colours set by SGR 38;5 and 48;5, which are what is replaced.
bool psst_writes_numbered_colors(void);

// Where a colour's number is set at the beginning of these bytes (an escape character), writes what it stands for
// and says how many bytes that replaces; 0 where there is none.
size_t psst_color_at(const char *bytes, size_t length, FILE *into);

// A cell of at most five characters or pieces.
cchar_t psst_cell(const int32_t *characters, size_t count, attr_t attributes, int pair);

// Whether the locale can write this character.
bool psst_can_write(uint32_t character);

// What ncurses asks for each character of a cell: its columns (wcwidth), and its bytes (wcrtomb; 16 at most).
int psst_columns(int32_t character);
size_t psst_bytes(int32_t character, char *bytes);

// A character of the locale's encoding (mbrtowc(3)): 1 whole, 0 there is more of it to come, -1 none.
int psst_decode(const unsigned char *bytes, size_t count, uint32_t *scalar);

// Bytes that can be read from the terminal at once.
size_t psst_available(void);
