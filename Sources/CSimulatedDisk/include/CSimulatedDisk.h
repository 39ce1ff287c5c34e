#pragma once
#include <sqlite3.h>

// Registers "simulated", a file system over the system's own (https://www.sqlite.org/vfs.html) that does not wait
// for the hardware (fdatasync(2)), and "breakable", whose writes can be refused as well. Returns a result code. For
// the process; not for several threads at once.
int psst_register_simulated(void);

// From now on every write to a file on "breakable" has this result code; SQLITE_OK lets it happen.
void psst_obstruct(int code);
