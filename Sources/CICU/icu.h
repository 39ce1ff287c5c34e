#pragma once
// ICU's functions, found when they are first needed: loading it takes longer than a start, and an address in
// ASCII never needs it.
#include <unicode/uchar.h>
#include <unicode/uidna.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>
#include <unicode/utrans.h>

#define COMMON_FUNCTIONS(F)                                                                        \
  F(u_charType) F(u_hasBinaryProperty) F(u_getIntPropertyValue) F(u_strFromUTF8) F(u_strToUTF8)    \
  F(u_strToLower) F(unorm2_getNFCInstance) F(unorm2_getNFKCInstance) F(unorm2_normalize)           \
  F(unorm2_isNormalized) F(unorm2_getRawDecomposition) F(uidna_openUTS46)                          \
  F(uidna_nameToUnicode) F(uidna_nameToUnicodeUTF8) F(uidna_nameToASCII_UTF8) F(uscript_getScript) \
  F(uscript_getName)
#define SPOOF_FUNCTIONS(F)                                                                         \
  F(uspoof_open) F(uspoof_setChecks) F(uspoof_setRestrictionLevel) F(uspoof_check2)   \
  F(uspoof_getSkeletonUTF8)
#define LATIN_FUNCTIONS(F) F(utrans_openU) F(utrans_transUChars)

#define SLOT(name) __typeof__(name) *name;
/// The library's functions under their own names, and what is made of them once.
struct Icu {
  COMMON_FUNCTIONS(SLOT)
  SPOOF_FUNCTIONS(SLOT)
  LATIN_FUNCTIONS(SLOT)
  const UNormalizer2 *nfc;
  const UNormalizer2 *nfkc;
  UIDNA *idna;
  USpoofChecker *spoof;
  UTransliterator *latin;
};
#undef SLOT

/// NULL where it cannot be had.
const struct Icu *psst_icu(void) __attribute__((visibility("hidden")));
/// With what finds words that look alike.
const struct Icu *psst_icu_spoof(void) __attribute__((visibility("hidden")));
/// With what writes every script in the letters of ASCII.
const struct Icu *psst_icu_latin(void) __attribute__((visibility("hidden")));
