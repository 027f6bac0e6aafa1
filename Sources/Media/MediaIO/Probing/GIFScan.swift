// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Goes through the blocks of a GIF file, to see whether it ends as it should.
///
/// A file that is cut off between two pictures looks whole to whoever decodes them: only the byte that ends it is missing.
struct GIFScan {
  private let file: UnsafeMutablePointer<FILE>

  /// The end of a file.
  enum Ending {
    /// Before its last block.
    case cutOff
    /// Behind it, at this byte.
    case whole(Int64)
  }

  /// The end of the file at `path`; nil if it is no GIF, or has unknown blocks.
  static func ending(_ path: String) -> Ending? {
    guard let file = fopen(path, "rbe") else { return nil }
    defer { fclose(file) }
    return GIFScan(file: file).ending
  }

  private var ending: Ending? {
    guard let head = bytes(13), head.starts(with: Array("GIF8".utf8)) else { return nil }
    skipColors(head[10])
    while let kind = bytes(1)?.first {
      switch kind {
      case 0x3B: return .whole(Int64(ftell(file)))
      case 0x21: _ = bytes(1)
      case 0x2C:
        guard let picture = bytes(9) else { return .cutOff }
        skipColors(picture[8])
        _ = bytes(1)
      // What is none of its blocks is no reason to say that something is missing.
      default: return nil
      }
      guard skipBlocks() else { return .cutOff }
    }
    return .cutOff
  }

  private func bytes(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return fread(&bytes, 1, count, file) == count ? bytes : nil
  }

  /// Skips a table of colours, if flags say that there is one.
  private func skipColors(_ flags: UInt8) {
    if flags & 0x80 != 0 { fseek(file, 3 << (Int(flags & 7) + 1), SEEK_CUR) }
  }

  /// Skips the parts of a block; returns false at the end of the file.
  private func skipBlocks() -> Bool {
    while let length = bytes(1)?.first {
      if length == 0 { return true }
      fseek(file, Int(length), SEEK_CUR)
    }
    return false
  }
}
