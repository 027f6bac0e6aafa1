// SPDX-License-Identifier: Apache-2.0

#include "exchange.h"

#include <curl/curl.h>

// What an error page may say before we hang up; a shorter one is read so that the connection stays.
enum { ERROR_BODY_LIMIT = 64 << 10 };

struct passage {
  CURL *handle;
  const struct reel_exchange *exchange;
  size_t error_bytes;
  int is_refused;
};

int reel_curl_start(void) { return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? 0 : -1; }

void *reel_curl_open(void) { return curl_easy_init(); }

void reel_curl_close(void *handle) { curl_easy_cleanup(handle); }

static size_t take(char *bytes, size_t size, size_t count, void *opaque) {
  struct passage *passage = opaque;
  size_t length = size * count;
  long status = 0;
  curl_easy_getinfo(passage->handle, CURLINFO_RESPONSE_CODE, &status);
  if (status != 200 || passage->exchange->upload_bytes >= 0) {
    passage->error_bytes += length;
    if (passage->error_bytes <= ERROR_BODY_LIMIT) return length;
  } else if (passage->exchange->take(passage->exchange->target, (const uint8_t *)bytes, length) == 0) {
    return length;
  }
  passage->is_refused = 1;
  return 0;
}

static size_t give(char *bytes, size_t size, size_t count, void *opaque) {
  struct passage *passage = opaque;
  int64_t length = passage->exchange->give(passage->exchange->target, (uint8_t *)bytes, size * count);
  return length < 0 ? CURL_READFUNC_ABORT : (size_t)length;
}

static int outcome(CURLcode code, const struct passage *passage) {
  switch (code) {
  case CURLE_OK: return REEL_EXCHANGE_DONE;
  case CURLE_COULDNT_RESOLVE_HOST:
  case CURLE_COULDNT_CONNECT:
  case CURLE_SSL_CONNECT_ERROR:
  case CURLE_PEER_FAILED_VERIFICATION:
  case CURLE_SSL_CACERT_BADFILE: return REEL_EXCHANGE_UNREACHABLE;
  case CURLE_OPERATION_TIMEDOUT: return REEL_EXCHANGE_SLOW;
  case CURLE_PARTIAL_FILE:
  case CURLE_GOT_NOTHING:
  case CURLE_RECV_ERROR:
  case CURLE_SEND_ERROR: return REEL_EXCHANGE_BROKEN_OFF;
  case CURLE_ABORTED_BY_CALLBACK: return REEL_EXCHANGE_NO_BODY;
  case CURLE_WRITE_ERROR:
    return passage->is_refused ? REEL_EXCHANGE_REFUSED_BODY : REEL_EXCHANGE_OTHER;
  default: return REEL_EXCHANGE_OTHER;
  }
}

int reel_curl_perform(void *handle, const struct reel_exchange *exchange, long *status) {
  struct passage passage = {.handle = handle, .exchange = exchange};
  struct curl_slist *headers = NULL;
  *status = 0;
  // Takes back what the last exchange set, and keeps its connection.
  curl_easy_reset(handle);
  curl_easy_setopt(handle, CURLOPT_URL, exchange->url);
#if LIBCURL_VERSION_NUM >= 0x075500
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  // An empty name: not even what the environment says.
  curl_easy_setopt(handle, CURLOPT_PROXY, "");
  curl_easy_setopt(handle, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_USERAGENT, "reel");
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, exchange->connect_milliseconds);
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, exchange->total_milliseconds);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, exchange->stall_bytes);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, exchange->stall_seconds);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &passage);
  if (exchange->upload_bytes >= 0) {
    // Without this a server that knows nothing of `100 Continue` is waited for.
    headers = curl_slist_append(headers, "Expect:");
    headers = curl_slist_append(headers, "Content-Type: application/octet-stream");
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(handle, CURLOPT_READFUNCTION, give);
    curl_easy_setopt(handle, CURLOPT_READDATA, &passage);
    curl_easy_setopt(handle, CURLOPT_INFILESIZE_LARGE, (curl_off_t)exchange->upload_bytes);
  }
  CURLcode code = curl_easy_perform(handle);
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, status);
  // Nothing in the handle may point to what is gone when this returns.
  curl_easy_reset(handle);
  curl_slist_free_all(headers);
  return outcome(code, &passage);
}
