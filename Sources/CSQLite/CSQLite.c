#include "CSQLite.h"

#include <stddef.h>

int psst_configure(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

int psst_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

void psst_result_text(sqlite3_context *context, const char *text, int length) {
  sqlite3_result_text(context, text, length, SQLITE_TRANSIENT);
}

int psst_add_text_function(
    sqlite3 *connection, const char *name, void (*function)(sqlite3_context *, int, sqlite3_value **)) {
  int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  return sqlite3_create_function_v2(
      connection, name, 1, flags, NULL, function, NULL, NULL, NULL);
}

static fts5_api *find_api(sqlite3 *connection) {
  fts5_api *api = NULL;
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(connection, "SELECT fts5(?1)", -1, &statement, NULL) != SQLITE_OK)
    return NULL;
  sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", NULL);
  sqlite3_step(statement);
  sqlite3_finalize(statement);
  return api;
}

int psst_make_tokenizer(
    sqlite3 *connection, const char *name, const char **arguments, int count,
    fts5_tokenizer *methods, Fts5Tokenizer **tokenizer) {
  fts5_api *api = find_api(connection);
  void *context = NULL;
  if (!api) return SQLITE_ERROR;
  int code = api->xFindTokenizer(api, name, &context, methods);
  return code == SQLITE_OK ? methods->xCreate(context, arguments, count, tokenizer) : code;
}
