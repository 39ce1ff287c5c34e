#include "CCrypto.h"
#include <dlfcn.h>
#include <openssl/evp.h>
#include <stdlib.h>

// As in hmac.c the library is loaded by name; who uploads a file has loaded it with libcurl, or does now.
#define TEXT_OF(number) #number
#define FILE_NAME(version) "libcrypto.so." TEXT_OF(version)

struct psst_sha256 {
  EVP_MD_CTX *context;
  __typeof__(EVP_DigestUpdate) *add;
  __typeof__(EVP_DigestFinal_ex) *end;
  __typeof__(EVP_MD_CTX_free) *forget;
};

psst_sha256 *psst_sha256_begin(void) {
  void *library = dlopen(FILE_NAME(OPENSSL_SHLIB_VERSION), RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return NULL;
  __typeof__(EVP_MD_CTX_new) *make = (__typeof__(EVP_MD_CTX_new) *)dlsym(library, "EVP_MD_CTX_new");
  __typeof__(EVP_DigestInit_ex) *begin =
      (__typeof__(EVP_DigestInit_ex) *)dlsym(library, "EVP_DigestInit_ex");
  __typeof__(EVP_sha256) *kind = (__typeof__(EVP_sha256) *)dlsym(library, "EVP_sha256");
  psst_sha256 *hash = calloc(1, sizeof *hash);
  if (hash == NULL || make == NULL || begin == NULL || kind == NULL) goto failed;
  hash->add = (__typeof__(EVP_DigestUpdate) *)dlsym(library, "EVP_DigestUpdate");
  hash->end = (__typeof__(EVP_DigestFinal_ex) *)dlsym(library, "EVP_DigestFinal_ex");
  hash->forget = (__typeof__(EVP_MD_CTX_free) *)dlsym(library, "EVP_MD_CTX_free");
  hash->context = make();
  if (hash->add == NULL || hash->end == NULL || hash->forget == NULL) goto failed;
  if (hash->context != NULL && begin(hash->context, kind(), NULL) == 1) return hash;
failed:
  free(hash);
  return NULL;
}

void psst_sha256_add(psst_sha256 *hash, const void *bytes, size_t count) {
  if (hash != NULL) hash->add(hash->context, bytes, count);
}

int psst_sha256_end(psst_sha256 *hash, unsigned char *output) {
  if (hash == NULL) return 0;
  unsigned int length = 0;
  int isDone = hash->end(hash->context, output, &length) == 1 && length == 32;
  hash->forget(hash->context);
  free(hash);
  return isDone;
}
