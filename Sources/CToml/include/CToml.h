#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// A parsed TOML document: either `json`, or `error` with its place (line and column from 1).
struct psst_toml {
  char *json;
  char *error;
  int line;
  int column;
};

// Parses UTF-8 text. The JSON keeps each value's line: {"line":3,"string":"x"}, and `integer`, `real`,
// `boolean`, `table` (an object of such), `array` (a list of such) in the place of `string`.
struct psst_toml psst_toml_parse(const char *text, size_t length);
void psst_toml_free(struct psst_toml result);

#ifdef __cplusplus
}
#endif
