// SPDX-License-Identifier: Apache-2.0

extension CodingUserInfoKey {
  /// Set while a value is written for a key: what does not decide bytes is left out.
  public static let isForKey = CodingUserInfoKey(rawValue: "isForKey")
}

extension Fingerprint {
  /// The fingerprint of `value` in canonical form, without what does not decide bytes.
  public init(ofCanonical value: some Encodable) {
    let writer = CanonicalWriter()
    writer.visit(value, isForKey: true)
    self.init(of: writer.bytes)
  }
}

/// Writes the canonical form as bytes, no two forms as the same: `key{…}` for a part, `{…}` for an
/// item, and leaves that cannot be taken for one another.
private final class CanonicalWriter: CanonicalVisitor {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(4096) }

  func enter(_ key: String) {
    bytes.append(contentsOf: key.utf8)
    bytes.append(UInt8(ascii: "{"))
  }

  func enter(item index: Int) { bytes.append(UInt8(ascii: "{")) }
  func leave() { bytes.append(UInt8(ascii: "}")) }
  func take<Value: Encodable>(_ value: Value) -> Bool { false }

  func leaf(_ leaf: CanonicalLeaf) {
    switch leaf {
    case .text(let text):
      // Its length goes first, so that it may hold anything.
      bytes.append(UInt8(ascii: "\""))
      append(UInt64(text.utf8.count))
      bytes.append(UInt8(ascii: ":"))
      bytes.append(contentsOf: text.utf8)
    case .integer(let value):
      bytes.append(UInt8(ascii: value < 0 ? "-" : "+"))
      append(value.magnitude)
    case .unsigned(let value):
      bytes.append(UInt8(ascii: "+"))
      append(value)
    case .number(let value):
      bytes.append(UInt8(ascii: "."))
      append(value.bitPattern)
    case .truth(let value): bytes.append(UInt8(ascii: value ? "y" : "n"))
    case .null: bytes.append(UInt8(ascii: "0"))
    case .emptyList: bytes.append(UInt8(ascii: "["))
    case .empty: bytes.append(UInt8(ascii: "_"))
    }
  }

  private func append(_ value: UInt64) {
    if value >= 10 { append(value / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
  }
}
