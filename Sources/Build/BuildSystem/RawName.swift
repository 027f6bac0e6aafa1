// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A name in a folder that is no UTF-8, so that no path can have it.
public struct RawName: Hashable, Sendable {
  /// Its bytes.
  public let bytes: [UInt8]
  /// Its characters, of which those that are none are `\u{FFFD}`, one for each byte.
  public let repaired: [Unicode.Scalar]
  /// The name for people: a byte that is part of no character is written `\xE9`.
  public let shown: String

  /// The name of `bytes`.
  init(bytes: [UInt8]) {
    self.bytes = bytes
    var repaired: [Unicode.Scalar] = []
    var shown = ""
    var place = 0
    while place < bytes.count {
      let scalar = (1...4).lazy.compactMap { count -> (Unicode.Scalar, Int)? in
        guard place + count <= bytes.count,
          let text = String(validating: bytes[place..<place + count], as: UTF8.self),
          let scalar = text.unicodeScalars.first
        else { return nil }
        return (scalar, count)
      }.first
      if let (scalar, count) = scalar {
        repaired.append(scalar)
        shown.unicodeScalars.append(scalar)
        place += count
      } else {
        repaired.append("\u{FFFD}")
        let digits = String(bytes[place], radix: 16, uppercase: true)
        shown += "\\x" + digits
        place += 1
      }
    }
    (self.repaired, self.shown) = (repaired, shown)
  }

  /// The type bits (`S_IFMT`) and the size of what has the name in `folder`, links followed; nil where there is nothing.
  public func kind(in folder: String) -> (type: UInt32, size: Int64)? {
    var facts = stat()
    let path = Array(folder.utf8) + [UInt8(ascii: "/")] + bytes + [0]
    let isThere = path.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { stat($0, &facts) } ?? -1 }
    }
    return isThere == 0 ? (facts.st_mode & S_IFMT, Int64(facts.st_size)) : nil
  }
}
