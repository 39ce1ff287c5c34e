#include "icu.h"
#include <dlfcn.h>
#include <pthread.h>

#define TEXT(name) #name
#define TEXT_OF(name) TEXT(name)
#define FILE_NAME(library) "lib" library ".so." TEXT_OF(U_ICU_VERSION_MAJOR_NUM)
// The headers give each function the library's version as a suffix.
#define FIND(name) \
  if ((icu.name = (__typeof__(name) *)dlsym(library, TEXT_OF(name))) == NULL) return;

static struct Icu icu;
static int isLoaded, isSpoofLoaded, isLatinLoaded;

static void load(void) {
  void *library = dlopen(FILE_NAME("icuuc"), RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  COMMON_FUNCTIONS(FIND)
  UErrorCode status = U_ZERO_ERROR;
  icu.nfc = icu.unorm2_getNFCInstance(&status);
  icu.nfkc = icu.unorm2_getNFKCInstance(&status);
  icu.idna = icu.uidna_openUTS46(
      UIDNA_USE_STD3_RULES | UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_CHECK_CONTEXTO |
          UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE,
      &status);
  isLoaded = U_SUCCESS(status);
}

static void loadSpoof(void) {
  void *library = dlopen(FILE_NAME("icui18n"), RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  SPOOF_FUNCTIONS(FIND)
  UErrorCode status = U_ZERO_ERROR;
  icu.spoof = icu.uspoof_open(&status);
  icu.uspoof_setChecks(icu.spoof, USPOOF_RESTRICTION_LEVEL, &status);
  icu.uspoof_setRestrictionLevel(icu.spoof, USPOOF_HIGHLY_RESTRICTIVE);
  isSpoofLoaded = U_SUCCESS(status);
}

static void loadLatin(void) {
  void *library = dlopen(FILE_NAME("icui18n"), RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  LATIN_FUNCTIONS(FIND)
  UErrorCode status = U_ZERO_ERROR;
  icu.latin = icu.utrans_openU(
      u"Any-Latin; Latin-ASCII; Any-Lower", -1, UTRANS_FORWARD, NULL, 0, NULL, &status);
  isLatinLoaded = U_SUCCESS(status);
}

const struct Icu *psst_icu(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return isLoaded ? &icu : NULL;
}

const struct Icu *psst_icu_spoof(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (psst_icu() == NULL) return NULL;
  pthread_once(&once, loadSpoof);
  return isSpoofLoaded ? &icu : NULL;
}

const struct Icu *psst_icu_latin(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (psst_icu() == NULL) return NULL;
  pthread_once(&once, loadLatin);
  return isLatinLoaded ? &icu : NULL;
}
