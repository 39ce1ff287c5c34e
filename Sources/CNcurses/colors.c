#include "CNcurses.h"

#include <stdio.h>
#include <string.h>

// Ncurses counts as many colours as terminfo says, which is 256 for most terminals that show all. Of those
// numbers, 16 to 255 stand for what is said here, and a frame gets that in their place.
enum { FIRST = 16, NUMBERS = 256, DIRECT = 1 << 24 };

static uint32_t colors[NUMBERS];
static bool set;

void psst_color_direct(int number, uint32_t rgb) {
  if (number < FIRST || number >= NUMBERS) return;
  colors[number] = DIRECT | rgb;
  set = true;
}

void psst_color_palette(int number, int index) {
  if (number < FIRST || number >= NUMBERS) return;
  colors[number] = (uint32_t)index;
  set = true;
}

void psst_colors_forget(void) {
  memset(colors, 0, sizeof colors);
  set = false;
}

bool psst_has_direct_colors(void) { return set; }

bool psst_writes_numbered_colors(void) {
  static const char *const names[] = {"setaf", "setab"};
  static const char *const wanted[][2] = {{"\033[38;5;200m", "\033[38:5:200m"},
                                          {"\033[48;5;200m", "\033[48:5:200m"}};
  for (int i = 0; i < 2; i++) {
    const char *text = tigetstr(names[i]);
    const char *given = text == NULL || text == (char *)-1 ? NULL : tiparm(text, 200);
    if (given == NULL || (strcmp(given, wanted[i][0]) != 0 && strcmp(given, wanted[i][1]) != 0))
      return false;
  }
  return true;
}

size_t psst_color_at(const char *bytes, size_t length, FILE *into) {
  // ESC [ 3 8 ; 5 ; N m, with colons for some terminals, and 48 for what is behind a text.
  if (!set || length < 9 || bytes[1] != '[' || (bytes[2] != '3' && bytes[2] != '4')) return 0;
  char between = bytes[4];
  if (bytes[3] != '8' || (between != ';' && between != ':')) return 0;
  if (bytes[5] != '5' || bytes[6] != between) return 0;
  int number = 0;
  size_t place = 7;
  for (; place < length && place < 10 && bytes[place] >= '0' && bytes[place] <= '9'; place++)
    number = number * 10 + (bytes[place] - '0');
  if (place == length || bytes[place] != 'm' || number < FIRST || number >= NUMBERS) return 0;
  uint32_t color = colors[number];
  if (color == 0) return 0;
  if (color & DIRECT)
    fprintf(into, "\033[%c8;2;%u;%u;%um", bytes[2], color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF);
  else
    fprintf(into, "\033[%c8%c5%c%um", bytes[2], between, between, color);
  return place + 1;
}
