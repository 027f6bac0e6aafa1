// SPDX-License-Identifier: Apache-2.0

/// A SHA-256 digest: the name of some bytes, or of everything that decides some bytes.
public struct Fingerprint: Hashable, Sendable, Comparable, TextCodable {
  /// 64 lower-case hexadecimal digits.
  public let hex: String

  /// A fingerprint from its 64 hexadecimal digits; nil for anything else.
  public init?(hex: String) {
    guard hex.utf8.count == 64,
      hex.utf8.allSatisfy({ ($0 >= 48 && $0 <= 57) || ($0 >= 97 && $0 <= 102) })
    else { return nil }
    self.hex = hex
  }

  /// A fingerprint from the 32 bytes of a digest.
  public init(bytes: some Collection<UInt8>) {
    precondition(bytes.count == 32, "a SHA-256 digest has 32 bytes")
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(64)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    hex = String(decoding: text, as: UTF8.self)
  }

  /// The first 12 digits, enough for people.
  public var short: String { String(hex.prefix(12)) }

  /// All digits.
  public var description: String { hex }

  /// Orders by digits.
  public static func < (a: Fingerprint, b: Fingerprint) -> Bool { a.hex < b.hex }

  /// Reads all digits.
  public init?(parsing text: Substring) { self.init(hex: String(text)) }
}
