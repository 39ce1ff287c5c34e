#pragma once
// Loading OpenSSL, and what it offers as macros only, which Swift does not see.
#include <openssl/ssl.h>

/// Loads the OpenSSL that this was built for (dlopen(3)), once, before any other function of it is called. What
/// went wrong, or NULL.
const char *psst_tls_load(void);

/// SSL_set_min_proto_version(3) with TLS 1.2, no renegotiation, no compression. 1 on success.
int psst_tls_restrict(SSL *session);

/// The name sent in the clear hello (RFC 6066 §3). 1 on success.
int psst_tls_set_server_name(SSL *session, const char *name);

/// BIO_set_mem_eof_return(3) with −1: an empty buffer means "not yet", not the end.
void psst_tls_empty_means_wait(BIO *buffer);
