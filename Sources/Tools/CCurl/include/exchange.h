// SPDX-License-Identifier: Apache-2.0

// One HTTP exchange at a time by libcurl, whose functions take variable arguments that Swift cannot
// pass. Everything that must hold for every exchange is set here: http and https alone, no
// redirects, no proxies, no signals, certificates checked, limits of time.

#ifndef REEL_EXCHANGE_H
#define REEL_EXCHANGE_H

#include <stddef.h>
#include <stdint.h>

enum {
  REEL_EXCHANGE_DONE = 0,       // an answer came, whatever its status
  REEL_EXCHANGE_UNREACHABLE,    // no name, no connection, no handshake
  REEL_EXCHANGE_SLOW,           // a limit of time was passed
  REEL_EXCHANGE_BROKEN_OFF,     // the connection ended before the answer did
  REEL_EXCHANGE_REFUSED_BODY,   // `take` wants no more
  REEL_EXCHANGE_NO_BODY,        // `give` has not what it promised
  REEL_EXCHANGE_OTHER,
};

struct reel_exchange {
  const char *url;
  long connect_milliseconds;
  long total_milliseconds;
  // Fewer bytes than this in each second, for so many seconds, is a stall.
  long stall_bytes;
  long stall_seconds;
  // Bytes of a PUT; -1 for a GET.
  int64_t upload_bytes;
  void *target;
  // Takes bytes of an answer with status 200; anything but 0 ends the exchange.
  int (*take)(void *target, const uint8_t *bytes, size_t count);
  // Gives the next bytes of a PUT, at most `count`; their number, or -1 to end the exchange.
  int64_t (*give)(void *target, uint8_t *bytes, size_t count);
};

// To be called once, before any thread is started; 0 when all is well.
int reel_curl_start(void);

// A handle, which keeps its connection from one exchange to the next; null when there is no memory.
// It belongs to one thread at a time.
void *reel_curl_open(void);
void reel_curl_close(void *handle);

// Performs an exchange; `status` is that of the answer, 0 for none.
int reel_curl_perform(void *handle, const struct reel_exchange *exchange, long *status);

#endif
