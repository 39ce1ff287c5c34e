#pragma once
// SwiftPM drops pkg-config's -D flags: without this the wide functions are not declared.
#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <term.h>
