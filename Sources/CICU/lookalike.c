// What of an address can pass for another's (UTS 39).
#include "CICU.h"
#include "icu.h"
#include <string.h>

enum { most = 4096, mostScripts = 8 };

/// Adds a word to those written, once.
static size_t add(const char *word, char *output, size_t count, size_t size) {
  size_t length = strlen(word);
  if (count + length + 1 >= size) return count;
  if (count > 0) output[count++] = ' ';
  memcpy(output + count, word, length);
  return count + length;
}

static size_t nameScripts(
    const struct Icu *icu, const UChar *text, int32_t length, char *output, size_t size) {
  UScriptCode seen[mostScripts];
  int scripts = 0;
  size_t count = 0;
  for (int32_t i = 0; i < length && scripts < mostScripts;) {
    UChar32 c;
    UErrorCode status = U_ZERO_ERROR;
    U16_NEXT(text, i, length, c);
    UScriptCode script = icu->uscript_getScript(c, &status);
    if (U_FAILURE(status) || script <= USCRIPT_INHERITED) continue;
    int known = 0;
    for (int index = 0; index < scripts; index++) known |= seen[index] == script;
    if (known) continue;
    seen[scripts++] = script;
    count = add(icu->uscript_getName(script), output, count, size);
  }
  return count;
}

ptrdiff_t psst_mixed_scripts(const char *text, size_t length, char *output, size_t size) {
  const struct Icu *icu = psst_icu_spoof();
  UChar units[most];
  int32_t count = 0;
  UErrorCode status = U_ZERO_ERROR;
  if (icu == NULL || length > most / 4) return -1;
  icu->u_strFromUTF8(units, most, &count, text, (int32_t)length, &status);
  int32_t found = icu->uspoof_check2(icu->spoof, units, count, NULL, &status);
  if (U_FAILURE(status)) return -1;
  return found == 0 ? 0 : (ptrdiff_t)nameScripts(icu, units, count, output, size);
}

ptrdiff_t psst_skeleton(const char *text, size_t length, char *output, size_t size) {
  const struct Icu *icu = psst_icu_spoof();
  UErrorCode status = U_ZERO_ERROR;
  if (icu == NULL || length > most / 4) return -1;
  int32_t count = icu->uspoof_getSkeletonUTF8(
      icu->spoof, 0, text, (int32_t)length, output, (int32_t)size, &status);
  return U_FAILURE(status) || count > (int32_t)size ? -1 : count;
}
