// For memfd_create and dup3.
#define _GNU_SOURCE
#include "CNcurses.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

static char restore_bytes[512];
static volatile sig_atomic_t restore_length, restore_armed;
static struct termios restore_modes;

// Ncurses writes to `output`, a descriptor of its own: the terminal, but `frame` while it draws.
static int output = -1, frame = -1;

static FILE *output_open(void) {
  output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  frame = memfd_create("frame", MFD_CLOEXEC);
  FILE *file = output < 0 || frame < 0 ? NULL : fdopen(output, "w");
  if (file == NULL) frame = -1;
  return file == NULL ? stdout : file;
}

int psst_terminal_check(const char *type) {
  int error = 0;
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return 1;
  if (setupterm(type, STDOUT_FILENO, &error) != OK) return 2;
  const char *place = tigetstr("cup");
  int result = place == NULL || place == (char *)-1 ? 3 : 0;
  del_curterm(cur_term);
  return result;
}

// Until it has left its screen once, ncurses writes at each move of the cursor. The terminal sees nothing of that: it is
// taken over with the first frame, as without it.
static void leave_once(void) {
  if (frame < 0 || dup3(frame, output, O_CLOEXEC) < 0) return;
  endwin();
  dup3(STDOUT_FILENO, output, O_CLOEXEC);
}

int psst_terminal_open(const char *type) {
  // Newterm catches these where nobody did; suspending, ending and resizing are the program's own.
  static const int signals[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
  enum { COUNT = sizeof signals / sizeof *signals };
  struct sigaction actions[COUNT];
  for (int i = 0; i < COUNT; i++) sigaction(signals[i], NULL, &actions[i]);
  // Where newterm finds the default, each frame ignores it while it is drawn, and one that waits is lost (sigaction(2)).
  signal(SIGTSTP, SIG_IGN);
  tcgetattr(STDIN_FILENO, &restore_modes);
  SCREEN *screen = newterm(type, output_open(), stdin);
  for (int i = 0; i < COUNT; i++) sigaction(signals[i], &actions[i], NULL);
  if (screen == NULL) return 2;
  leave_once();
  // Without this, ncurses stops drawing in the middle when a key waits to be read.
  typeahead(-1);
  return 0;
}

bool psst_terminal_size(int *width, int *height) {
  struct winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
    return false;
  *width = size.ws_col;
  *height = size.ws_row;
  return true;
}

bool psst_terminal_cell(int *width, int *height) {
  struct winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
    return false;
  *width = size.ws_xpixel / size.ws_col;
  *height = size.ws_ypixel / size.ws_row;
  return *width > 0 && *height > 0;
}

// What is not written to the terminal before it is released, in order.
static FILE *held;
static char *held_bytes;
static size_t held_length;

void psst_terminal_hold(void) {
  if (held == NULL) held = open_memstream(&held_bytes, &held_length);
}

bool psst_terminal_is_held(void) { return held != NULL; }

static void write_now(const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(STDOUT_FILENO, bytes, length);
    if (written < 0 && errno == EAGAIN) {
      // Whoever shares the terminal may have made it non-blocking.
      struct pollfd terminal = {STDOUT_FILENO, POLLOUT, 0};
      poll(&terminal, 1, -1);
    } else if (written < 0 && errno != EINTR) {
      return;
    }
    if (written > 0) {
      bytes += written;
      length -= (size_t)written;
    }
  }
}

void psst_terminal_release(void) {
  if (held == NULL) return;
  FILE *all = held;
  held = NULL;
  fclose(all);
  write_now(held_bytes, held_length);
  free(held_bytes);
}

void psst_terminal_write(const char *bytes, size_t length) {
  if (held != NULL && fwrite(bytes, 1, length, held) == length) return;
  // Without the memory to keep it, it is seen too early, but in order.
  psst_terminal_release();
  write_now(bytes, length);
}

// Returns false where nothing was written for want of memory.
static bool write_with_marks(off_t length) {
  char *bytes = NULL;
  size_t size = 0;
  const char *map = length > 0 ? mmap(NULL, (size_t)length, PROT_READ, MAP_SHARED, frame, 0) : MAP_FAILED;
  FILE *whole = map == MAP_FAILED ? NULL : open_memstream(&bytes, &size);
  if (whole != NULL) {
    psst_links_write(map, (size_t)length, whole);
    if (fclose(whole) != 0) size = 0;
  }
  if (map != MAP_FAILED) munmap((void *)map, (size_t)length);
  if (size > 0) psst_terminal_write(bytes, size);
  free(bytes);
  return size > 0;
}

void psst_terminal_draw(bool cursor) {
  static char bytes[1 << 16];
  bool framed = frame >= 0 && lseek(frame, 0, SEEK_SET) == 0 && dup3(frame, output, O_CLOEXEC) >= 0;
  // The terminal is taken first: some keep with what they give back later whether the cursor is seen.
  if (isendwin()) doupdate();
  curs_set(cursor);
  wnoutrefresh(stdscr);
  doupdate();
  if (!framed) return;
  off_t length = lseek(frame, 0, SEEK_CUR), place = 0;
  dup3(STDOUT_FILENO, output, O_CLOEXEC);
  if ((psst_has_links() || psst_has_direct_colors()) && write_with_marks(length)) return;
  while (place < length) {
    size_t rest = (size_t)(length - place);
    ssize_t count = pread(frame, bytes, rest < sizeof bytes ? rest : sizeof bytes, place);
    if (count <= 0) return;
    psst_terminal_write(bytes, (size_t)count);
    place += count;
  }
}

bool psst_has_frames(void) { return frame >= 0; }

size_t psst_capability(const char *name, char *buffer, size_t size) {
  const char *text = tigetstr(name);
  size_t length = 0;
  if (text == NULL || text == (char *)-1) return 0;
  while (*text != 0 && length < size) {
    const char *end = text[0] == '$' && text[1] == '<' ? strchr(text, '>') : NULL;
    if (end != NULL)
      text = end + 1;
    else
      buffer[length++] = *text++;
  }
  return length;
}

void psst_emergency_prepare(const char *bytes, size_t length) {
  if (length > sizeof restore_bytes) length = sizeof restore_bytes;
  memcpy(restore_bytes, bytes, length);
  restore_length = (sig_atomic_t)length;
}

void psst_emergency_arm(bool armed) { restore_armed = armed; }

void psst_emergency_restore(void) {
  if (!restore_armed) return;
  restore_armed = 0;
  write_now(restore_bytes, (size_t)restore_length);
  tcsetattr(STDIN_FILENO, TCSANOW, &restore_modes);
}

int psst_decode(const unsigned char *bytes, size_t count, uint32_t *scalar) {
  mbstate_t state = {0};
  wchar_t wide = 0;
  size_t result = mbrtowc(&wide, (const char *)bytes, count, &state);
  *scalar = (uint32_t)wide;
  return result == (size_t)-2 ? 0 : result == (size_t)-1 ? -1 : 1;
}

size_t psst_available(void) {
  int count = 0;
  return ioctl(STDIN_FILENO, FIONREAD, &count) == 0 && count > 0 ? (size_t)count : 0;
}
