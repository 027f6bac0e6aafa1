// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

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
    set(retaining: false)
  }

  /// True if frames are allocated from memory that is retained, of which most is used again at
  /// once.
  private static nonisolated(unsafe) var isRetaining = false

  /// Retains memory, or returns it all to the system.
  ///
  /// A segment of photos takes a few milliseconds a frame, but hundreds of megabytes that the system has to clear, which
  /// takes longer than drawing it. The next one takes as much, in the same order, so it finds all of it free.
  static func retain(_ isRetaining: Bool) {
    guard isRetaining != self.isRetaining else { return }
    self.isRetaining = isRetaining
    set(retaining: isRetaining)
    if !isRetaining { trim() }
  }

  /// A piece of memory that nothing but `release()` gives free.
  private static nonisolated(unsafe) var piece: UnsafeMutableRawPointer?
  private static nonisolated(unsafe) var pieceBytes = 0

  /// Takes a piece of `bytes` of the memory that is free and retained, and returns the rest to the system.
  ///
  /// An encoder that opens takes buffers of which it uses little: in memory that was not used before, the rest of them
  /// does not count. Its frames get the piece.
  static func keep(_ bytes: Int) {
    release()
    guard isRetaining else { return }
    (piece, pieceBytes) = (malloc(bytes), bytes)
    malloc_trim(0)
  }

  /// Returns what is free to the system, but for one piece as large as the last one.
  ///
  /// Where what an encoder left is in pieces, photos are decoded beside most of them.
  static func returnPieces() {
    guard isRetaining, let own = malloc(pieceBytes) else { return }
    malloc_trim(0)
    free(own)
  }

  /// Gives the piece free.
  static func release() {
    free(piece)
    piece = nil
  }

  /// Returns the free memory to the system that is retained and not used again so far.
  ///
  /// An encoder aligns its frames to large pages, so that pieces between them stay free; what lay there
  /// before would count for as long as the encoder is open.
  static func returnRest() {
    if isRetaining { malloc_trim(0) }
  }

  private static func set(retaining: Bool) {
    mallopt(M_MMAP_THRESHOLD, retaining ? 32 << 20 : 256 << 10)
    // The threshold may be no higher, and a decoder of photos has larger pieces than that.
    mallopt(M_MMAP_MAX, retaining ? 0 : 65536)
    // The heap grows by large pages of 2 MiB. What is returned of its end when an encoder or a text is done, the system has
    // to clear again for the next one.
    mallopt(M_TRIM_THRESHOLD, retaining ? 512 << 20 : 32 << 20)
  }

  /// Returns free small memory to the system if there is much of it.
  ///
  /// By itself the allocator returns only free memory at the very end of the heap: memory freed by an encoder
  /// between a few remaining blocks would be retained for the worker's lifetime.
  static func trim() {
    if mallinfo2().fordblks > 4 << 20 { malloc_trim(0) }
  }
}
