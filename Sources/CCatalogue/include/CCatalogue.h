// The translations, as gettext's tools write them, in the program itself.
#ifndef CCATALOGUE_H
#define CCATALOGUE_H

#include <stddef.h>

/// Lives as long as the program.
const unsigned char *cc_german(size_t *size);

#endif
