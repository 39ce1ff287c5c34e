// A name in the letters of ASCII.
#include "CICU.h"
#include "icu.h"

enum { most = 4096 };

ptrdiff_t psst_latin(const char *text, size_t length, char *output, size_t size) {
  const struct Icu *icu = psst_icu_latin();
  UChar units[most];
  int32_t count = 0, written = 0;
  UErrorCode status = U_ZERO_ERROR;
  if (icu == NULL || length > most / 4) return -1;
  icu->u_strFromUTF8(units, most, &count, text, (int32_t)length, &status);
  if (U_FAILURE(status)) return -1;
  int32_t limit = count;
  icu->utrans_transUChars(icu->latin, units, &count, most, 0, &limit, &status);
  icu->u_strToUTF8(output, (int32_t)size, &written, units, count, &status);
  return U_FAILURE(status) || written > (int32_t)size ? -1 : written;
}
