#include "CToml.h"

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <string_view>

namespace {

void write_string(std::string &out, std::string_view text) {
  static const char digits[] = "0123456789abcdef";
  out += '"';
  for (unsigned char byte : text) {
    if (byte == '"' || byte == '\\') {
      out += '\\';
      out += static_cast<char>(byte);
    } else if (byte < 0x20) {
      out += "\\u00";
      out += digits[byte >> 4];
      out += digits[byte & 15];
    } else {
      out += static_cast<char>(byte);
    }
  }
  out += '"';
}

void write_node(std::string &out, const toml::node &node);

void write_table(std::string &out, const toml::table &table) {
  const char *separator = "\"table\":{";
  if (table.empty()) out += separator;
  for (auto &&[key, value] : table) {
    out += separator;
    separator = ",";
    write_string(out, key.str());
    out += ':';
    write_node(out, value);
  }
  out += '}';
}

void write_array(std::string &out, const toml::array &array) {
  const char *separator = "\"array\":[";
  if (array.empty()) out += separator;
  for (auto &&value : array) {
    out += separator;
    separator = ",";
    write_node(out, value);
  }
  out += ']';
}

// Dates and times have no part of their own in JSON: they come as the text they were written as.
void write_scalar(std::string &out, const toml::node &node) {
  std::ostringstream text;
  if (auto *string = node.as_string()) {
    out += "\"string\":";
    write_string(out, string->get());
  } else if (auto *integer = node.as_integer()) {
    out += "\"integer\":" + std::to_string(integer->get());
  } else if (auto *real = node.as_floating_point()) {
    text.precision(17);
    text << real->get();
    bool finite = real->get() - real->get() == 0;
    out += finite ? "\"real\":" + text.str() : "\"string\":\"" + text.str() + "\"";
  } else if (auto *boolean = node.as_boolean()) {
    out += boolean->get() ? "\"boolean\":true" : "\"boolean\":false";
  } else {
    if (auto *date = node.as_date()) text << date->get();
    if (auto *time = node.as_time()) text << time->get();
    if (auto *both = node.as_date_time()) text << both->get();
    out += "\"string\":";
    write_string(out, text.str());
  }
}

void write_node(std::string &out, const toml::node &node) {
  out += "{\"line\":" + std::to_string(node.source().begin.line) + ",";
  if (auto *table = node.as_table())
    write_table(out, *table);
  else if (auto *array = node.as_array())
    write_array(out, *array);
  else
    write_scalar(out, node);
  out += '}';
}

}  // namespace

struct psst_toml psst_toml_parse(const char *text, size_t length) {
  psst_toml result = {nullptr, nullptr, 0, 0};
  toml::parse_result parsed = toml::parse(std::string_view(text, length));
  if (parsed) {
    std::string json;
    write_node(json, parsed.table());
    result.json = strdup(json.c_str());
  } else {
    const toml::parse_error &error = parsed.error();
    result.error = strdup(std::string(error.description()).c_str());
    result.line = static_cast<int>(error.source().begin.line);
    result.column = static_cast<int>(error.source().begin.column);
  }
  return result;
}

void psst_toml_free(struct psst_toml result) {
  free(result.json);
  free(result.error);
}
