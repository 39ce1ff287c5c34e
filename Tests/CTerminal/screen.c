#include <stdlib.h>
#include <string.h>
#include <vterm.h>
#include "CTerminal.h"

struct ct_screen {
  VTerm *terminal;
  VTermScreen *screen;
  VTermPos cursor;
  bool cursor_visible;
  bool alternate;
  int bells;
  char title[256];
};

static int move_cursor(VTermPos position, VTermPos old, int visible, void *user) {
  (void)old;
  (void)visible;
  ((ct_screen *)user)->cursor = position;
  return 1;
}

// A title may come in parts in later versions; 0.1.4 gives it whole.
static int set_property(VTermProp property, VTermValue *value, void *user) {
  ct_screen *self = user;
  if (property == VTERM_PROP_ALTSCREEN) self->alternate = value->boolean;
  if (property == VTERM_PROP_CURSORVISIBLE) self->cursor_visible = value->boolean;
  if (property == VTERM_PROP_TITLE) {
    strncpy(self->title, value->string, sizeof self->title - 1);
  }
  return 1;
}

static int ring(void *user) {
  ((ct_screen *)user)->bells++;
  return 1;
}

static const VTermScreenCallbacks callbacks = {
    .movecursor = move_cursor, .settermprop = set_property, .bell = ring};

// Libvterm 0.1.4 writes a wide character into a row of one column beyond its end, and crashes.
static int safe(int columns) { return columns < 2 ? 2 : columns; }

ct_screen *ct_screen_new(int rows, int columns) {
  ct_screen *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->cursor_visible = true;
  self->terminal = vterm_new(rows, safe(columns));
  vterm_set_utf8(self->terminal, 1);
  self->screen = vterm_obtain_screen(self->terminal);
  vterm_screen_set_callbacks(self->screen, &callbacks, self);
  vterm_screen_enable_altscreen(self->screen, 1);
  vterm_screen_reset(self->screen, 1);
  return self;
}

void ct_screen_free(ct_screen *self) {
  vterm_free(self->terminal);
  free(self);
}

void ct_screen_feed(ct_screen *self, const uint8_t *bytes, size_t count) {
  vterm_input_write(self->terminal, (const char *)bytes, count);
}

size_t ct_screen_answer(ct_screen *self, uint8_t *buffer, size_t capacity) {
  return vterm_output_read(self->terminal, (char *)buffer, capacity);
}

void ct_screen_resize(ct_screen *self, int rows, int columns) {
  vterm_set_size(self->terminal, rows, safe(columns));
}

static int32_t number(const VTermColor *color) {
  if (VTERM_COLOR_IS_DEFAULT_FG(color) || VTERM_COLOR_IS_DEFAULT_BG(color)) return -1;
  if (VTERM_COLOR_IS_INDEXED(color)) return color->indexed.idx;
  return 0x1000000 | color->rgb.red << 16 | color->rgb.green << 8 | color->rgb.blue;
}

bool ct_screen_cell(ct_screen *self, int row, int column, ct_cell *cell) {
  VTermScreenCell from;
  memset(cell, 0, sizeof *cell);
  if (!vterm_screen_get_cell(self->screen, (VTermPos){row, column}, &from)) return false;
  // The right half of a wide character is marked by a scalar that does not exist.
  bool right_half = from.chars[0] == (uint32_t)-1;
  for (int i = 0; i < 6 && !right_half; i++) cell->scalars[i] = from.chars[i];
  cell->width = right_half ? 0 : from.width;
  cell->foreground = number(&from.fg);
  cell->background = number(&from.bg);
  cell->bold = from.attrs.bold;
  cell->italic = from.attrs.italic;
  cell->reverse = from.attrs.reverse;
  cell->blink = from.attrs.blink;
  cell->strike = from.attrs.strike;
  cell->underline = (int)from.attrs.underline;
  return true;
}

void ct_screen_cursor(ct_screen *self, int *row, int *column, bool *visible) {
  *row = self->cursor.row;
  *column = self->cursor.col;
  *visible = self->cursor_visible;
}

bool ct_screen_is_alternate(ct_screen *self) { return self->alternate; }
int ct_screen_bells(ct_screen *self) { return self->bells; }
const char *ct_screen_title(ct_screen *self) { return self->title; }
