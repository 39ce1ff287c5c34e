#include "CToml.h"

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <cmath>
#include <deque>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Document {
  toml::parse_result parsed;
  std::vector<psst_toml_node> nodes;
  // A deque, because what it holds stays where it is.
  std::deque<std::string> texts;
};

void set_text(psst_toml_node &place, std::string_view text) {
  place.kind = PSST_TOML_STRING;
  place.text = text.data();
  place.text_length = text.size();
}

// Dates and times have no kind of their own: they come as text.
void set_written(Document &document, psst_toml_node &place, const toml::node &node) {
  std::ostringstream text;
  if (auto *date = node.as_date()) text << date->get();
  if (auto *time = node.as_time()) text << time->get();
  if (auto *both = node.as_date_time()) text << both->get();
  if (auto *real = node.as_floating_point()) text << real->get();
  document.texts.push_back(text.str());
  set_text(place, document.texts.back());
}

void set_scalar(Document &document, psst_toml_node &place, const toml::node &node) {
  if (auto *string = node.as_string()) {
    set_text(place, string->get());
  } else if (auto *integer = node.as_integer()) {
    place.kind = PSST_TOML_INTEGER;
    place.integer = integer->get();
  } else if (auto *boolean = node.as_boolean()) {
    place.kind = PSST_TOML_BOOLEAN;
    place.integer = boolean->get();
  } else if (auto *real = node.as_floating_point(); real && std::isfinite(real->get())) {
    place.kind = PSST_TOML_REAL;
    place.real = real->get();
  } else {
    set_written(document, place, node);
  }
}

void add(Document &document, const toml::node &node, std::string_view key) {
  psst_toml_node place = {};
  place.line = static_cast<int>(node.source().begin.line);
  place.key = key.data();
  place.key_length = key.size();
  if (auto *table = node.as_table()) {
    place.kind = PSST_TOML_TABLE;
    place.count = table->size();
    document.nodes.push_back(place);
    for (auto &&[name, value] : *table) add(document, value, name.str());
  } else if (auto *array = node.as_array()) {
    place.kind = PSST_TOML_ARRAY;
    place.count = array->size();
    document.nodes.push_back(place);
    for (auto &&value : *array) add(document, value, {});
  } else {
    set_scalar(document, place, node);
    document.nodes.push_back(place);
  }
}

}  // namespace

struct psst_toml psst_toml_parse(const char *text, size_t length) {
  psst_toml result = {};
  auto *document = new (std::nothrow) Document{toml::parse(std::string_view(text, length)), {}, {}};
  if (document == nullptr) return result;
  result.owner = document;
  if (document->parsed) {
    add(*document, document->parsed.table(), {});
    result.nodes = document->nodes.data();
  } else {
    const toml::parse_error &error = document->parsed.error();
    document->texts.push_back(std::string(error.description()));
    result.error = document->texts.back().c_str();
    result.line = static_cast<int>(error.source().begin.line);
    result.column = static_cast<int>(error.source().begin.column);
  }
  return result;
}

void psst_toml_free(struct psst_toml result) { delete static_cast<Document *>(result.owner); }
