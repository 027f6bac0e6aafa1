// SPDX-License-Identifier: Apache-2.0

import CLinux

/// How the C library's allocator gets memory and gives it back.
enum Allocator {
  /// Sets it up for few threads and for memory of two kinds: pictures, which come and go in whole,
  /// and everything else, which is small.
  ///
  /// One arena, as several hold on to free memory each. Pictures get mappings of their own, which go
  /// back to the system at once; without this the allocator moves the border up to the largest that
  /// was ever freed, and keeps what is below.
  static func prepare() {
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_MMAP_THRESHOLD, 256 << 10)
    mallopt(M_TRIM_THRESHOLD, 128 << 10)
  }

  /// Gives back the small memory that is free, where that is much.
  ///
  /// By itself the allocator gives back only what is free at the very end: what an encoder leaves between
  /// a few things that stay would be held for as long as the worker lives.
  static func trim() {
    if mallinfo2().fordblks > 4 << 20 { malloc_trim(0) }
  }
}
