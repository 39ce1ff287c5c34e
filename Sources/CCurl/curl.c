#include "CCurl.h"
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <arpa/inet.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#undef curl_easy_setopt
#undef curl_easy_getinfo

#define FUNCTIONS(F)                                                                               \
  F(curl_global_init) F(curl_easy_init) F(curl_easy_setopt) F(curl_easy_perform)                   \
  F(curl_easy_getinfo) F(curl_easy_cleanup) F(curl_slist_append) F(curl_slist_free_all)            \
  F(curl_url) F(curl_url_cleanup) F(curl_url_set) F(curl_url_get) F(curl_free)

#define SLOT(name) __typeof__(name) *name;
static struct { FUNCTIONS(SLOT) } curl;
#undef SLOT

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int isLoaded;

static void load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
#define FIND(name)                                                                                 \
  curl.name = (__typeof__(name) *)dlsym(library, #name);                                           \
  if (curl.name == NULL) return;
  FUNCTIONS(FIND)
#undef FIND
  isLoaded = curl.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

static size_t giveBytes(char *bytes, size_t size, size_t count, void *context) {
  const struct psst_transfer *transfer = context;
  long given = transfer->read(transfer->context, bytes, size * count);
  return given < 0 ? CURL_READFUNC_ABORT : (size_t)given;
}

static size_t takeBytes(char *bytes, size_t size, size_t count, void *context) {
  const struct psst_transfer *transfer = context;
  return transfer->write == NULL ? size * count
                                 : transfer->write(transfer->context, bytes, size * count);
}

static int tell(void *context, curl_off_t toCome, curl_off_t came, curl_off_t toGo, curl_off_t gone) {
  const struct psst_transfer *transfer = context;
  int isPut = transfer->size >= 0;
  return transfer->progress(transfer->context, isPut ? gone : came, isPut ? toGo : toCome);
}

// Asked for each address that a name came to, after which nobody can give another one.
static curl_socket_t openSocket(void *context, curlsocktype purpose, struct curl_sockaddr *found) {
  const struct psst_transfer *transfer = context;
  char text[INET6_ADDRSTRLEN] = "";
  if (found->family == AF_INET) {
    inet_ntop(AF_INET, &((struct sockaddr_in *)&found->addr)->sin_addr, text, sizeof text);
  } else if (found->family == AF_INET6) {
    inet_ntop(AF_INET6, &((struct sockaddr_in6 *)&found->addr)->sin6_addr, text, sizeof text);
  }
  (void)purpose;
  if (transfer->mayReach != NULL && !transfer->mayReach(transfer->context, text))
    return CURL_SOCKET_BAD;
  return socket(found->family, found->socktype | SOCK_CLOEXEC, found->protocol);
}

static enum psst_transfer_ending ending(CURLcode code) {
  switch (code) {
  case CURLE_OK: return PSST_TRANSFER_DONE;
  case CURLE_ABORTED_BY_CALLBACK:
  case CURLE_WRITE_ERROR: return PSST_TRANSFER_STOPPED;
  case CURLE_COULDNT_RESOLVE_HOST:
  case CURLE_COULDNT_CONNECT: return PSST_TRANSFER_NOT_REACHED;
  case CURLE_OPERATION_TIMEDOUT: return PSST_TRANSFER_SILENT;
  case CURLE_PEER_FAILED_VERIFICATION:
  case CURLE_SSL_CACERT_BADFILE: return PSST_TRANSFER_NOT_SAFE;
  case CURLE_UNSUPPORTED_PROTOCOL:
  case CURLE_URL_MALFORMAT: return PSST_TRANSFER_NO_ADDRESS;
  default: return PSST_TRANSFER_BROKEN;
  }
}

int psst_can_transfer(void) {
  pthread_once(&once, load);
  return isLoaded;
}

static int copyPart(CURLU *url, CURLUPart part, char *target, size_t room) {
  char *text = NULL;
  if (curl.curl_url_get(url, part, &text, CURLU_DEFAULT_PORT) != CURLUE_OK) return 0;
  size_t length = strlen(text);
  if (length < room) memcpy(target, text, length + 1);
  curl.curl_free(text);
  return length < room;
}

int psst_read_address(const char *text, struct psst_address *address) {
  if (!psst_can_transfer()) return 0;
  CURLU *url = curl.curl_url();
  if (url == NULL) return 0;
  int isRead = curl.curl_url_set(url, CURLUPART_URL, text, CURLU_DISALLOW_USER) == CURLUE_OK
    && copyPart(url, CURLUPART_SCHEME, address->scheme, sizeof address->scheme)
    && copyPart(url, CURLUPART_HOST, address->host, sizeof address->host)
    && copyPart(url, CURLUPART_PORT, address->port, sizeof address->port);
  curl.curl_url_cleanup(url);
  return isRead;
}

enum psst_transfer_ending psst_transfer(const struct psst_transfer *transfer, long *status) {
  *status = 0;
  if (!psst_can_transfer()) return PSST_TRANSFER_NO_LIBRARY;
  CURL *easy = curl.curl_easy_init();
  if (easy == NULL) return PSST_TRANSFER_NO_LIBRARY;
  struct curl_slist *headers = curl.curl_slist_append(NULL, "Expect:");
  for (const char *const *header = transfer->headers; header != NULL && *header != NULL; header++)
    headers = curl.curl_slist_append(headers, *header);
#define SET(option, value) curl.curl_easy_setopt(easy, option, value)
  SET(CURLOPT_URL, transfer->address);
  SET(CURLOPT_PROTOCOLS_STR, transfer->mayBeOpen ? "http,https" : "https");
  SET(CURLOPT_FOLLOWLOCATION, transfer->redirects > 0 ? 1L : 0L);
  SET(CURLOPT_MAXREDIRS, transfer->redirects);
  SET(CURLOPT_REDIR_PROTOCOLS_STR, transfer->mayBeOpen ? "http,https" : "https");
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
  SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  SET(CURLOPT_HTTPHEADER, headers);
  SET(CURLOPT_USERAGENT, "psst");
  SET(CURLOPT_CONNECTTIMEOUT, transfer->patience);
  SET(CURLOPT_LOW_SPEED_LIMIT, 1L);
  SET(CURLOPT_LOW_SPEED_TIME, transfer->patience);
  SET(CURLOPT_NOPROXY, "localhost,127.0.0.1,::1");
  SET(CURLOPT_OPENSOCKETFUNCTION, openSocket);
  SET(CURLOPT_OPENSOCKETDATA, transfer);
  SET(CURLOPT_NOPROGRESS, 0L);
  SET(CURLOPT_XFERINFOFUNCTION, tell);
  SET(CURLOPT_XFERINFODATA, transfer);
  SET(CURLOPT_WRITEFUNCTION, takeBytes);
  SET(CURLOPT_WRITEDATA, transfer);
  if (transfer->authority != NULL) SET(CURLOPT_CAINFO, transfer->authority);
  // What comes with an error is not the file.
  if (transfer->size < 0) SET(CURLOPT_FAILONERROR, 1L);
  if (transfer->size >= 0) {
    SET(CURLOPT_UPLOAD, 1L);
    SET(CURLOPT_INFILESIZE_LARGE, (curl_off_t)transfer->size);
    SET(CURLOPT_READFUNCTION, giveBytes);
    SET(CURLOPT_READDATA, transfer);
  }
#undef SET
  CURLcode code = curl.curl_easy_perform(easy);
  curl.curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, status);
  curl.curl_slist_free_all(headers);
  curl.curl_easy_cleanup(easy);
  return ending(code);
}
