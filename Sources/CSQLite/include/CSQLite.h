#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that Swift cannot import.
int psst_bind_text(sqlite3_stmt *statement, int index, const char *text, int length);
