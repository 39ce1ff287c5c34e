// For wcwidth.
#define _GNU_SOURCE
#include "CNcurses.h"

#include <limits.h>
#include <string.h>
#include <uchar.h>

// The same numbers as in CPlatform's width.h, whose wcwidth reads the columns out of them.
enum { PIECE = 0x40000000, WIDTH_SHIFT = 28, CAPACITY = 32768, LENGTH = MB_LEN_MAX };

static struct piece {
  unsigned char length;
  char bytes[LENGTH];
} pieces[CAPACITY];

static int count;

int32_t psst_piece(const char *bytes, size_t length, int width) {
  if (count == CAPACITY || length == 0 || length > LENGTH) return 0;
  pieces[count].length = (unsigned char)length;
  memcpy(pieces[count].bytes, bytes, length);
  return PIECE | width << WIDTH_SHIFT | count++;
}

void psst_pieces_forget(void) { count = 0; }

// In the C library's place, for ncurses: its only way from a cell to bytes. Everything that is not a
// piece goes to the C library's own function, which has a second name in uchar.h.
size_t wcrtomb(char *restrict bytes, wchar_t character, mbstate_t *restrict state) {
  if (bytes == NULL || character < PIECE) return c32rtomb(bytes, (char32_t)character, state);
  const struct piece *piece = &pieces[character & (CAPACITY - 1)];
  memcpy(bytes, piece->bytes, piece->length);
  return piece->length;
}

bool psst_can_write(uint32_t character) {
  char bytes[MB_LEN_MAX];
  mbstate_t state = {0};
  return c32rtomb(bytes, (char32_t)character, &state) != (size_t)-1;
}

cchar_t psst_cell(const int32_t *characters, size_t count, attr_t attributes, int pair) {
  wchar_t text[CCHARW_MAX + 1] = {0};
  cchar_t cell;
  if (count > CCHARW_MAX) count = CCHARW_MAX;
  for (size_t i = 0; i < count; i++) text[i] = characters[i];
  setcchar(&cell, text, attributes, 0, &pair);
  return cell;
}

int psst_columns(int32_t character) { return wcwidth(character); }

size_t psst_bytes(int32_t character, char *bytes) {
  mbstate_t state = {0};
  return wcrtomb(bytes, character, &state);
}
