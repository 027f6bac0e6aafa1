// SPDX-License-Identifier: Apache-2.0

#include <nettle/sha2.h>
#include <nettle/version.h>

/// Writes the digest of what `context` has seen to `digest`, and begins anew.
static inline void reel_sha256_digest(struct sha256_ctx *context,
                                      uint8_t digest[SHA256_DIGEST_SIZE]) {
#if NETTLE_VERSION_MAJOR >= 4
  sha256_digest(context, digest);
#else
  sha256_digest(context, SHA256_DIGEST_SIZE, digest);
#endif
}
