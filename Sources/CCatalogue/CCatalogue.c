#include "CCatalogue.h"

// The compiler has it in any mode; as an array in Swift it would take half a minute.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char german[] = {
#embed "de.po"
};

const unsigned char *cc_german(size_t *size) {
  *size = sizeof german;
  return german;
}
