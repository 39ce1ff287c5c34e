#pragma once
#include <sqlite3.h>

// No account is kept of the memory in use, which would take one lock of the whole process at each allocation
// (https://www.sqlite.org/c3ref/c_config_covering_index_scan.html#sqliteconfigmemstatus). Before anything else.
int psst_configure(void);

// SQLITE_TRANSIENT is a cast that Swift cannot import.
int psst_bind_text(sqlite3_stmt *statement, int index, const char *text, int length);

void psst_result_text(sqlite3_context *context, const char *text, int length);

// A function of one argument that always gives the same for the same, and may be used in triggers
// (https://www.sqlite.org/c3ref/create_function.html).
int psst_add_text_function(
  sqlite3 *connection, const char *name,
  void (*function)(sqlite3_context *, int, sqlite3_value **));

// A tokenizer of FTS5 by its name, to be called through `methods`; `arguments` as in the table's
// `tokenize` (https://www.sqlite.org/fts5.html#extending_fts5).
int psst_make_tokenizer(
  sqlite3 *connection, const char *name, const char **arguments, int count,
  fts5_tokenizer *methods, Fts5Tokenizer **tokenizer);

// When the file was made, nanoseconds since 1970 (statx(2), STATX_BTIME); 0 where the file system does not know.
long long psst_file_birth(const char *path);
