#include "tls.h"

int psst_tls_restrict(SSL *session) {
  SSL_set_options(session, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  return (int)SSL_set_min_proto_version(session, TLS1_2_VERSION);
}

int psst_tls_set_server_name(SSL *session, const char *name) {
  return (int)SSL_set_tlsext_host_name(session, name);
}

void psst_tls_empty_means_wait(BIO *buffer) { BIO_set_mem_eof_return(buffer, -1); }
