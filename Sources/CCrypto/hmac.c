#include "CCrypto.h"
#include <dlfcn.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

// The program is not linked with libcrypto, because an account on this computer's own server never needs it. It
// is asked for under TLS alone, which has loaded it already.
#define TEXT_OF(number) #number
#define FILE_NAME(version) "libcrypto.so." TEXT_OF(version)

static const EVP_MD *(*sha1)(void);
static const EVP_MD *(*sha256)(void);
static __typeof__(PKCS5_PBKDF2_HMAC) *pbkdf2;
static unsigned char *(*hmac)(const EVP_MD *, const void *, int, const unsigned char *, size_t,
                              unsigned char *, unsigned int *);

static const char *load(void) {
  void *library = dlopen(FILE_NAME(OPENSSL_SHLIB_VERSION), RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return dlerror();
  sha1 = (const EVP_MD *(*)(void))dlsym(library, "EVP_sha1");
  sha256 = (const EVP_MD *(*)(void))dlsym(library, "EVP_sha256");
  hmac = (unsigned char *(*)(const EVP_MD *, const void *, int, const unsigned char *, size_t,
                             unsigned char *, unsigned int *))dlsym(library, "HMAC");
  pbkdf2 = (__typeof__(PKCS5_PBKDF2_HMAC) *)dlsym(library, "PKCS5_PBKDF2_HMAC");
  return sha1 != NULL && sha256 != NULL && hmac != NULL && pbkdf2 != NULL ? NULL : dlerror();
}

const char *psst_pbkdf2(int bytesOfHash, const char *password, size_t passwordLength,
                        const void *salt, size_t saltLength, int iterations, unsigned char *output) {
  const char *trouble = load();
  if (trouble != NULL) return trouble;
  const EVP_MD *hash = bytesOfHash == 20 ? sha1() : sha256();
  int isDone = pbkdf2(password, (int)passwordLength, salt, (int)saltLength, iterations, hash,
                      bytesOfHash, output);
  return isDone == 1 ? NULL : "the hash failed";
}

const char *psst_hmac(int bytesOfHash, const void *key, size_t keyLength, const void *text,
                      size_t textLength, unsigned char *output) {
  const char *trouble = load(); // dlopen(3) of what is loaded finds it again
  if (trouble != NULL) return trouble;
  unsigned int length = 0;
  const EVP_MD *hash = bytesOfHash == 20 ? sha1() : sha256();
  if (hmac(hash, key, (int)keyLength, text, textLength, output, &length) == NULL)
    return "the hash failed";
  return (int)length == bytesOfHash ? NULL : "the hash has another length";
}
