// The program is not linked with OpenSSL: loading it takes a tenth of a start, and an account on this computer's
// own server never needs it. These functions stand in its functions' places and call them; hidden, so that
// nothing but this program finds them.
#include <dlfcn.h>

#pragma GCC visibility push(hidden)
#include "COpenSSL.h"

#define FUNCTIONS(F)                                                                               \
  F(SSL_CTX *, SSL_CTX_new, (const SSL_METHOD *method), (method))                                  \
  F(void, SSL_CTX_free, (SSL_CTX * context), (context))                                            \
  F(int, SSL_CTX_set_default_verify_paths, (SSL_CTX * context), (context))                         \
  F(int, SSL_CTX_load_verify_locations, (SSL_CTX * context, const char *file, const char *folder), \
    (context, file, folder))                                                                       \
  F(const SSL_METHOD *, TLS_client_method, (void), ())                                             \
  F(SSL *, SSL_new, (SSL_CTX * context), (context))                                                \
  F(void, SSL_free, (SSL * session), (session))                                                    \
  F(void, SSL_set_bio, (SSL * session, BIO *in, BIO *out), (session, in, out))                     \
  F(void, SSL_set_connect_state, (SSL * session), (session))                                       \
  F(void, SSL_set_verify, (SSL * session, int mode, SSL_verify_cb callback),                       \
    (session, mode, callback))                                                                     \
  F(int, SSL_set_alpn_protos, (SSL * session, const unsigned char *names, unsigned size),          \
    (session, names, size))                                                                        \
  F(uint64_t, SSL_set_options, (SSL * session, uint64_t options), (session, options))              \
  F(long, SSL_ctrl, (SSL * session, int command, long number, void *pointer),                      \
    (session, command, number, pointer))                                                           \
  F(X509_VERIFY_PARAM *, SSL_get0_param, (SSL * session), (session))                               \
  F(int, SSL_do_handshake, (SSL * session), (session))                                             \
  F(int, SSL_read, (SSL * session, void *bytes, int size), (session, bytes, size))                 \
  F(int, SSL_write, (SSL * session, const void *bytes, int count), (session, bytes, count))        \
  F(int, SSL_shutdown, (SSL * session), (session))                                                 \
  F(int, SSL_get_error, (const SSL *session, int result), (session, result))                       \
  F(long, SSL_get_verify_result, (const SSL *session), (session))                                  \
  F(int, SSL_version, (const SSL *session), (session))                                             \
  F(int, SSL_session_reused, (const SSL *session), (session))                                      \
  F(size_t, SSL_get_finished, (const SSL *session, void *bytes, size_t size),                      \
    (session, bytes, size))                                                                        \
  F(size_t, SSL_get_peer_finished, (const SSL *session, void *bytes, size_t size),                 \
    (session, bytes, size))                                                                        \
  F(int, SSL_export_keying_material,                                                               \
    (SSL * session, unsigned char *bytes, size_t size, const char *label, size_t length,           \
     const unsigned char *context, size_t contextLength, int usesContext),                         \
    (session, bytes, size, label, length, context, contextLength, usesContext))                    \
  F(BIO *, BIO_new, (const BIO_METHOD *method), (method))                                          \
  F(const BIO_METHOD *, BIO_s_mem, (void), ())                                                     \
  F(int, BIO_write, (BIO * buffer, const void *bytes, int count), (buffer, bytes, count))          \
  F(int, BIO_read, (BIO * buffer, void *bytes, int size), (buffer, bytes, size))                   \
  F(size_t, BIO_ctrl_pending, (BIO * buffer), (buffer))                                            \
  F(long, BIO_ctrl, (BIO * buffer, int command, long number, void *pointer),                       \
    (buffer, command, number, pointer))                                                            \
  F(void, ERR_clear_error, (void), ())                                                             \
  F(unsigned long, ERR_get_error, (void), ())                                                      \
  F(const char *, ERR_reason_error_string, (unsigned long code), (code))                           \
  F(int, X509_VERIFY_PARAM_set1_ip_asc, (X509_VERIFY_PARAM * parameters, const char *address),     \
    (parameters, address))                                                                         \
  F(int, X509_VERIFY_PARAM_set1_host,                                                              \
    (X509_VERIFY_PARAM * parameters, const char *name, size_t length), (parameters, name, length)) \
  F(void, X509_VERIFY_PARAM_set_hostflags, (X509_VERIFY_PARAM * parameters, unsigned int flags),   \
    (parameters, flags))                                                                           \
  F(const char *, X509_verify_cert_error_string, (long verdict), (verdict))

#define SLOT(result, name, parameters, arguments) result(*name) parameters;
static struct {
  FUNCTIONS(SLOT)
} loaded;

#define STAND_IN(result, name, parameters, arguments) \
  result name parameters { return loaded.name arguments; }
FUNCTIONS(STAND_IN)

#define TEXT_OF(number) #number
#define FILE_NAME(version) "libssl.so." TEXT_OF(version)
#define FIND(result, name, parameters, arguments) \
  if ((loaded.name = (result(*) parameters)dlsym(library, #name)) == NULL) return dlerror();

const char *psst_tls_load(void) {
  void *library = dlopen(FILE_NAME(OPENSSL_SHLIB_VERSION), RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return dlerror();
  FUNCTIONS(FIND)
  return NULL;
}
