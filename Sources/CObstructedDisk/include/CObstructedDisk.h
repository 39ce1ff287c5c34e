#pragma once
#include <sqlite3.h>

// Registers "obstructed", a file system over the system's own (https://www.sqlite.org/vfs.html) whose writes
// can be refused. Returns a result code. One for the process; not for several threads at once.
int psst_register_obstructed(void);

// From now on every write to such a file has this result code; SQLITE_OK lets it happen.
void psst_obstruct(int code);
