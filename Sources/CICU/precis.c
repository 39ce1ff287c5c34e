// Profiles of PRECIS (RFC 8264, RFC 8265) over ICU's tables, for the parts of an address (RFC 7622).
#include "CICU.h"
#include "icu.h"

enum { most = 4096 }; // UTF-16 units: four times as many as an address's part may have bytes

typedef int (*Class)(const struct Icu *icu, UChar32 c);

/// RFC 8264 §9.6 (from RFC 5892 §2.6): 1 where it may be used, 0 where it may not, −1 where nothing is said.
static int exception(UChar32 c) {
  switch (c) {
    case 0x00DF: case 0x03C2: case 0x06FD: case 0x06FE: case 0x0F0B: case 0x3007: return 1;
    // In their context, which is checked later.
    case 0x00B7: case 0x0375: case 0x05F3: case 0x05F4: case 0x30FB: return 1;
    case 0x0640: case 0x07FA: case 0x302E: case 0x302F: case 0x303B: return 0;
    default: return c >= 0x3031 && c <= 0x3035 ? 0 : -1;
  }
}

int psst_joining(uint32_t scalar) {
  const struct Icu *icu = psst_icu();
  if (icu == NULL) return 0;
  switch (icu->u_getIntPropertyValue((UChar32)scalar, UCHAR_JOINING_TYPE)) {
    case U_JT_DUAL_JOINING: return 1;
    case U_JT_LEFT_JOINING: return 2;
    case U_JT_RIGHT_JOINING: return 3;
    case U_JT_TRANSPARENT: return 4;
    default: return 0;
  }
}

/// RFC 8264 §9.9, §9.12, §9.13 and noncharacters: in no class.
static int isDisallowed(const struct Icu *icu, UChar32 c) {
  int syllable = icu->u_getIntPropertyValue(c, UCHAR_HANGUL_SYLLABLE_TYPE);
  return syllable == U_HST_LEADING_JAMO || syllable == U_HST_VOWEL_JAMO ||
         syllable == U_HST_TRAILING_JAMO ||
         icu->u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) ||
         icu->u_hasBinaryProperty(c, UCHAR_NONCHARACTER_CODE_POINT);
}

static int isCompatible(const struct Icu *icu, UChar32 c) {
  UChar units[2];
  int32_t length = 0;
  UErrorCode status = U_ZERO_ERROR;
  U16_APPEND_UNSAFE(units, length, c);
  return !icu->unorm2_isNormalized(icu->nfkc, units, length, &status);
}

/// RFC 8264 §4.2
static int isIdentifier(const struct Icu *icu, UChar32 c) {
  int known = exception(c);
  if (known >= 0) return known;
  if (c < 0x80) return c > 0x20 && c < 0x7F;
  if (icu->u_hasBinaryProperty(c, UCHAR_JOIN_CONTROL)) return 1; // in its context
  if (isDisallowed(icu, c) || isCompatible(icu, c)) return 0;
  uint32_t letters = U_GC_LL_MASK | U_GC_LU_MASK | U_GC_LO_MASK | U_GC_ND_MASK | U_GC_LM_MASK |
                     U_GC_MN_MASK | U_GC_MC_MASK;
  return (U_MASK(icu->u_charType(c)) & letters) != 0;
}

/// RFC 8264 §4.3. A device's name may have what Unicode learned after this ICU was made: its messages count.
static int isFree(const struct Icu *icu, UChar32 c) {
  int known = exception(c);
  if (known >= 0) return known;
  if (c < 0x80) return c >= 0x20 && c < 0x7F;
  if (icu->u_hasBinaryProperty(c, UCHAR_JOIN_CONTROL)) return 1;
  if (isDisallowed(icu, c)) return 0;
  uint32_t none = U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CS_MASK | U_GC_CO_MASK | U_GC_ZL_MASK |
                  U_GC_ZP_MASK;
  return (U_MASK(icu->u_charType(c)) & none) == 0;
}

/// Full- and halfwidth forms to the usual ones (RFC 8265 §3.3.2).
static int32_t mapWidth(const struct Icu *icu, const UChar *text, int32_t length, UChar *output) {
  int32_t count = 0;
  for (int32_t i = 0; i < length;) {
    UChar32 c;
    U16_NEXT(text, i, length, c);
    int32_t kind = icu->u_getIntPropertyValue(c, UCHAR_DECOMPOSITION_TYPE);
    UErrorCode status = U_ZERO_ERROR;
    if (count > most - 8) return -1;
    if (kind == U_DT_WIDE || kind == U_DT_NARROW)
      count += icu->unorm2_getRawDecomposition(icu->nfkc, c, output + count, 8, &status);
    else
      U16_APPEND_UNSAFE(output, count, c);
  }
  return count;
}

/// Spaces of all kinds to the one of ASCII (RFC 8265 §4.2.2).
static int32_t mapSpaces(const struct Icu *icu, const UChar *text, int32_t length, UChar *output) {
  int32_t count = 0;
  for (int32_t i = 0; i < length;) {
    UChar32 c;
    U16_NEXT(text, i, length, c);
    if (icu->u_charType(c) == U_SPACE_SEPARATOR) c = 0x20;
    U16_APPEND_UNSAFE(output, count, c);
  }
  return count;
}

static int isAll(const struct Icu *icu, const UChar *text, int32_t length, Class isIn) {
  for (int32_t i = 0; i < length;) {
    UChar32 c;
    U16_NEXT(text, i, length, c);
    if (!isIn(icu, c)) return 0;
  }
  return length > 0;
}

/// The rules of RFC 5892 appendix A and of RFC 5893, which IDNA's are too.
static int keepsContext(const struct Icu *icu, const UChar *text, int32_t length) {
  UChar ignored[most];
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  UErrorCode status = U_ZERO_ERROR;
  icu->uidna_nameToUnicode(icu->idna, text, length, ignored, most, &info, &status);
  uint32_t rules = UIDNA_ERROR_BIDI | UIDNA_ERROR_CONTEXTJ | UIDNA_ERROR_CONTEXTO_PUNCTUATION |
                   UIDNA_ERROR_CONTEXTO_DIGITS;
  return U_SUCCESS(status) && (info.errors & rules) == 0;
}

static ptrdiff_t toUTF8(
    const struct Icu *icu, const UChar *text, int32_t length, char *output, size_t size) {
  int32_t count = 0;
  UErrorCode status = U_ZERO_ERROR;
  icu->u_strToUTF8(output, (int32_t)size, &count, text, length, &status);
  return U_SUCCESS(status) ? count : -1;
}

static int32_t fromUTF8(const struct Icu *icu, const char *text, size_t length, UChar *output) {
  int32_t count = 0;
  UErrorCode status = U_ZERO_ERROR;
  if (length > most / 4) return -1;
  icu->u_strFromUTF8(output, most, &count, text, (int32_t)length, &status);
  return U_SUCCESS(status) ? count : -1;
}

ptrdiff_t psst_username(const char *text, size_t length, char *output, size_t size) {
  const struct Icu *icu = psst_icu();
  UChar one[most], other[most];
  UErrorCode status = U_ZERO_ERROR;
  int32_t count = icu == NULL ? -1 : fromUTF8(icu, text, length, one);
  if (count < 0 || (count = mapWidth(icu, one, count, other)) < 0) return -1;
  count = icu->u_strToLower(one, most, other, count, "", &status);
  count = icu->unorm2_normalize(icu->nfc, one, count, other, most, &status);
  if (U_FAILURE(status) || !isAll(icu, other, count, isIdentifier)) return -1;
  return keepsContext(icu, other, count) ? toUTF8(icu, other, count, output, size) : -1;
}

ptrdiff_t psst_opaque(const char *text, size_t length, char *output, size_t size) {
  const struct Icu *icu = psst_icu();
  UChar one[most], other[most];
  UErrorCode status = U_ZERO_ERROR;
  int32_t count = icu == NULL ? -1 : fromUTF8(icu, text, length, one);
  if (count < 0) return -1;
  count = mapSpaces(icu, one, count, other);
  count = icu->unorm2_normalize(icu->nfc, other, count, one, most, &status);
  if (U_FAILURE(status) || !isAll(icu, one, count, isFree)) return -1;
  return toUTF8(icu, one, count, output, size);
}

ptrdiff_t psst_domain(const char *text, size_t length, char *output, size_t size) {
  const struct Icu *icu = psst_icu();
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  UErrorCode status = U_ZERO_ERROR;
  if (icu == NULL || length > most / 4) return -1;
  int32_t count = icu->uidna_nameToUnicodeUTF8(
      icu->idna, text, (int32_t)length, output, (int32_t)size, &info, &status);
  return U_SUCCESS(status) && info.errors == 0 ? count : -1;
}

ptrdiff_t psst_domain_ascii(const char *text, size_t length, char *output, size_t size) {
  const struct Icu *icu = psst_icu();
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  UErrorCode status = U_ZERO_ERROR;
  if (icu == NULL || length > most / 4) return -1;
  int32_t count = icu->uidna_nameToASCII_UTF8(
      icu->idna, text, (int32_t)length, output, (int32_t)size, &info, &status);
  return U_SUCCESS(status) && info.errors == 0 ? count : -1;
}
