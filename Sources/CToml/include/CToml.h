#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum psst_toml_kind {
  PSST_TOML_STRING,
  PSST_TOML_INTEGER,
  PSST_TOML_REAL,
  PSST_TOML_BOOLEAN,
  PSST_TOML_ARRAY,
  PSST_TOML_TABLE,
};

// A value of the document. Those of an array or a table stand behind it, each with its own behind itself.
struct psst_toml_node {
  enum psst_toml_kind kind;
  // From 1.
  int line;
  // How many values an array or a table has.
  size_t count;
  // Its name in a table.
  const char *key;
  size_t key_length;
  // A string's; for a date or a time, and a number that is none, as it is written.
  const char *text;
  size_t text_length;
  // 0 or 1 for a boolean.
  int64_t integer;
  double real;
};

// A parsed TOML document: either `nodes`, the first of them the root table, or `error` with its place (line
// and column from 1).
struct psst_toml {
  const struct psst_toml_node *nodes;
  const char *error;
  int line;
  int column;
  void *owner;
};

// Parses UTF-8 text. What the result points to is there until it is freed.
struct psst_toml psst_toml_parse(const char *text, size_t length);
void psst_toml_free(struct psst_toml result);

#ifdef __cplusplus
}
#endif
