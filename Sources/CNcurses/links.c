#define _GNU_SOURCE
#include "CNcurses.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Addresses that cells on the screen lead to (OSC 8). A cell has room for a mark with a number alone.
enum { CAPACITY = 0x1000, MOST_BYTES = 1 << 20 };

static const char OPEN[] = "\033]8;;#", CLOSE[] = "\033]8;;\033\\";

static struct {
  char *text;
  size_t length;
} links[CAPACITY];

static int count;
static size_t bytes_kept;

int psst_link(const char *address, size_t length) {
  if (count == CAPACITY || bytes_kept + length > MOST_BYTES) return -1;
  char *text = malloc(length ? length : 1);
  if (text == NULL) return -1;
  memcpy(text, address, length);
  links[count].text = text;
  links[count].length = length;
  bytes_kept += length;
  return count++;
}

void psst_links_forget(void) {
  while (count > 0) free(links[--count].text);
  bytes_kept = 0;
}

bool psst_has_links(void) { return count > 0; }

// A mark's number where one begins, and its length; 0 where none does.
static size_t mark_at(const char *bytes, size_t length, int *number) {
  enum { PREFIX = sizeof OPEN - 1, DIGITS = 3, WHOLE = PREFIX + DIGITS + 2 };
  if (length < WHOLE || memcmp(bytes, OPEN, PREFIX) != 0) return 0;
  if (memcmp(bytes + PREFIX + DIGITS, "\033\\", 2) != 0) return 0;
  char digits[DIGITS + 1] = {0}, *end;
  memcpy(digits, bytes + PREFIX, DIGITS);
  *number = (int)strtol(digits, &end, 16);
  return end == digits + DIGITS ? WHOLE : 0;
}

void psst_links_write(const char *frame, size_t length, FILE *into) {
  int open = -1, number = -1;
  size_t place = 0, plain = 0;
  while (place < length) {
    const char *next = memchr(frame + place, '\033', length - place);
    if (next == NULL) break;
    place = (size_t)(next - frame);
    size_t mark = mark_at(next, length - place, &number);
    size_t end = sizeof CLOSE - 1;
    bool closes = mark == 0 && length - place >= end && memcmp(next, CLOSE, end) == 0;
    if (mark == 0 && !closes) {
      // What stands before it goes out first.
      fwrite(frame + plain, 1, place - plain, into);
      plain = place;
      size_t color = psst_color_at(next, length - place, into);
      place += color != 0 ? color : 1;
      if (color != 0) plain = place;
      continue;
    }
    fwrite(frame + plain, 1, place - plain, into);
    place += closes ? end : mark;
    if (closes) {
      // Each cell ends its link; the next one mostly goes on with it.
      int following = -1;
      size_t again = mark_at(frame + place, length - place, &following);
      if (again != 0 && following == open) {
        place += again;
      } else {
        fwrite(CLOSE, 1, end, into);
        open = -1;
      }
    } else if (number >= 0 && number < count) {
      fprintf(into, "\033]8;id=psst%d;", number);
      fwrite(links[number].text, 1, links[number].length, into);
      fwrite("\033\\", 1, 2, into);
      open = number;
    }
    plain = place;
  }
  fwrite(frame + plain, 1, length - plain, into);
}
