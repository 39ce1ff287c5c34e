#pragma once
// The one hash that GNU SASL keeps to itself, by OpenSSL's libcrypto, which is loaded for the first that is asked.
#include <stddef.h>

/// HMAC (RFC 2104, hmac(3ssl)) with SHA-1 (20 bytes) or SHA-256 (32 bytes) into `output`. What went wrong, or NULL.
const char *psst_hmac(int bytesOfHash, const void *key, size_t keyLength, const void *text,
                      size_t textLength, unsigned char *output);
