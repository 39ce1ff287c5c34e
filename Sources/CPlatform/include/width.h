#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <wchar.h>

// The one table of widths, for layout and for painting. wcwidth is defined here in the C library's
// place (whose table ends at Unicode 14), so that ncurses, which calls it for every cell, sees the same.

// Columns of one scalar alone: 0, 1 or 2; -1 for control characters.
int psst_scalar_width(uint32_t scalar);

// Ncurses holds five wchar_t a cell and takes the width of the first for that of the cell. A cluster that
// does not fit that (ZWJ emoji, flags, keycaps) reaches it as pieces: numbers beyond Unicode from here
// on, with the columns in the two bits at the shift, resolved to bytes by CNcurses when it writes.
#define PSST_PIECE 0x40000000
#define PSST_PIECE_WIDTH_SHIFT 28

// Settings of the terminal, for the whole process: ambiguous characters two columns wide (default no),
// emoji sequences no wider than their first scalar (default no), marks and glyphs in ASCII (default no).
void psst_set_wide_ambiguous(bool on);
bool psst_wide_ambiguous(void);
void psst_set_narrow_emoji(bool on);
bool psst_narrow_emoji(void);
void psst_set_ascii_glyphs(bool on);
bool psst_ascii_glyphs(void);
