#define _GNU_SOURCE
#include "CFixedNonce.h"
#include <dlfcn.h>
#include <gsasl.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local const char *fixed;

void fixed_nonce_set(const char *nonce) { fixed = nonce; }

/* Takes the place of the library's own function, which it calls through its symbol table. A client's nonce is
   the Base64 of 18 random bytes there; the RFCs' nonces have other lengths, so the text is replaced, not the bytes. */
int gsasl_base64_to(const char *in, size_t inlen, char **out, size_t *outlen)
{
  if (fixed && inlen == 18) {
    *out = strdup(fixed);
    if (outlen)
      *outlen = strlen(fixed);
    return *out ? GSASL_OK : GSASL_MALLOC_ERROR;
  }
  int (*real)(const char *, size_t, char **, size_t *) =
      (int (*)(const char *, size_t, char **, size_t *))dlsym(RTLD_NEXT, "gsasl_base64_to");
  return real ? real(in, inlen, out, outlen) : GSASL_BASE64_ERROR;
}
