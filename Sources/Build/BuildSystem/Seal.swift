// SPDX-License-Identifier: Apache-2.0

import Base

/// Bytes in a store's file: after a digest of the bytes and of the name they are stored under.
///
/// A file that was changed, truncated or replaced by another is not opened. That guards against
/// damage, not against attackers, who can compute digests.
enum Seal {
  private static let magic = "reel-kept-1 "
  private static let headBytes = magic.utf8.count + 64 + 1

  /// `bytes` to be kept as `name`, which says what they are and for which key.
  static func close(_ bytes: [UInt8], as name: String) -> [UInt8] {
    Array("\(magic)\(digest(bytes[...], name).hex)\n".utf8) + bytes
  }

  /// The bytes in `file` if they are what was kept as `name`.
  static func open(_ file: [UInt8], as name: String) -> ArraySlice<UInt8>? {
    guard file.count >= headBytes else { return nil }
    let bytes = file[headBytes...]
    guard
      file[..<headBytes].elementsEqual("\(magic)\(digest(bytes, name).hex)\n".utf8)
    else { return nil }
    return bytes
  }

  private static func digest(_ bytes: ArraySlice<UInt8>, _ name: String) -> Fingerprint {
    var digester = Digester()
    digester.update(name + "\n")
    bytes.withUnsafeBytes { digester.update($0) }
    return digester.fingerprint()
  }
}
