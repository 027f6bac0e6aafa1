// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a font file, or a folder of fonts, looks like from outside; one that is not there looks like
/// nothing.
struct FontMark: Hashable {
  private var numbers: [Int] = []

  /// The mark of what is at `path` now.
  init(of path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return }
    numbers = [
      Int(facts.st_dev), Int(facts.st_ino), Int(facts.st_size), facts.st_mtim.tv_sec,
      facts.st_mtim.tv_nsec, facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec,
    ]
  }
}
