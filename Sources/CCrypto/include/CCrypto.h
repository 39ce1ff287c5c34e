#pragma once
// The hashes that GNU SASL keeps to itself, or does not make of every password, by OpenSSL's libcrypto, which is loaded for the first that is asked.
#include <stddef.h>

/// SHA-256 (FIPS 180-4) of what is added piece by piece; NULL where there is no OpenSSL.
typedef struct psst_sha256 psst_sha256;
psst_sha256 *psst_sha256_begin(void);
void psst_sha256_add(psst_sha256 *hash, const void *bytes, size_t count);
/// Ends it, and whether `output` has its 32 bytes.
int psst_sha256_end(psst_sha256 *hash, unsigned char *output);

/// PBKDF2 (RFC 8018 §5.2, PKCS5_PBKDF2_HMAC(3ssl)) with SHA-1 or SHA-256 as below. What went wrong, or NULL.
const char *psst_pbkdf2(int bytesOfHash, const char *password, size_t passwordLength,
                        const void *salt, size_t saltLength, int iterations, unsigned char *output);

/// HMAC (RFC 2104, hmac(3ssl)) with SHA-1 (20 bytes) or SHA-256 (32 bytes) into `output`. What went wrong, or NULL.
const char *psst_hmac(int bytesOfHash, const void *key, size_t keyLength, const void *text,
                      size_t textLength, unsigned char *output);
