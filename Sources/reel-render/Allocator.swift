// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The configuration of the C library's allocator.
enum Allocator {
  /// Configures it for few threads and two kinds of memory: pictures, which are allocated and freed as a whole,
  /// and small blocks.
  ///
  /// There is one arena, since every arena retains free memory. Pictures get separate mappings, which are
  /// returned to the system at once; otherwise the allocator raises the mapping threshold to the largest freed
  /// block, and retains smaller ones.
  static func prepare() {
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_MMAP_THRESHOLD, 256 << 10)
    mallopt(M_TRIM_THRESHOLD, 128 << 10)
  }

  /// Returns free small memory to the system if there is much of it.
  ///
  /// By itself the allocator returns only free memory at the very end of the heap: memory freed by an encoder
  /// between a few remaining blocks would be retained for the worker's lifetime.
  static func trim() {
    if mallinfo2().fordblks > 4 << 20 { malloc_trim(0) }
  }
}
