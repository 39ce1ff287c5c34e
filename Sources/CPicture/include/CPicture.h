#pragma once
// Pictures as cells of a terminal, in a process of their own: they come from strangers. gdk-pixbuf reads them and
// chafa draws them; both are loaded there alone.
#include <stdint.h>

// How many colours the cells may have, as chafa's modes.
enum psst_picture_colors { PSST_PICTURE_NONE, PSST_PICTURE_8, PSST_PICTURE_16, PSST_PICTURE_256, PSST_PICTURE_ALL };

// How it ended: the process's status.
enum psst_picture_ending {
  PSST_PICTURE_DONE = 0,
  // The libraries cannot be had.
  PSST_PICTURE_NO_LIBRARY = 11,
  // It is no picture that is shown, or a broken one.
  PSST_PICTURE_BROKEN = 12,
  PSST_PICTURE_TOO_LARGE = 13,
};

// One of the cells that follow the head, row by row.
struct psst_picture_cell {
  // A Unicode scalar.
  uint32_t glyph;
  // A colour of the palette, or 0xRRGGBB with PSST_PICTURE_ALL; below zero for none.
  int32_t foreground, background;
};

struct psst_picture_head {
  // Columns and rows of cells, and the picture's own size in pixels.
  uint32_t width, height, pixel_width, pixel_height;
  // Bytes that follow the cells: the same picture in the form that was wanted; 0 where it would be too long.
  uint32_t form_length;
};

// What there is beside cells, for terminals that draw pictures themselves: a PNG, or sixels (DEC STD 070 §8).
enum psst_picture_form { PSST_PICTURE_CELLS, PSST_PICTURE_PNG, PSST_PICTURE_SIXEL };

// Bytes of a form.
enum { PSST_PICTURE_LONGEST_FORM = 2 << 20 };

// How a picture is wanted.
struct psst_picture_wish {
  // At most so many.
  int columns, rows;
  enum psst_picture_colors colors;
  int is_ascii;
  enum psst_picture_form form;
  // Pixels of one of the terminal's cells.
  int cell_width, cell_height;
};

// Gives up all that reading a picture does not need (setrlimit(2), seccomp(2)), reads one from standard input, and
// writes it to standard output as a head, its cells, and its form: as large as fits. For a process that does nothing
// else; returns its status.
int psst_picture_main(const struct psst_picture_wish *wish);
