// SPDX-License-Identifier: Apache-2.0

// The subset of the protocol buffer encoding that a record of a few fields needs: varints and length-delimited bytes.

/// Writes the fields of a message in order.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  /// Appends a number; 0 is omitted, since it is the default.
  mutating func append(_ field: Int, _ number: UInt64) {
    guard number != 0 else { return }
    appendVarint(UInt64(field) << 3)
    appendVarint(number)
  }

  /// Appends bytes, text, or a message.
  mutating func append(_ field: Int, _ content: [UInt8]) {
    appendVarint(UInt64(field) << 3 | 2)
    appendVarint(UInt64(content.count))
    bytes += content
  }

  private mutating func appendVarint(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// The fields of a message, in their order.
struct ProtobufFields {
  private enum Value {
    case number(UInt64)
    case bytes([UInt8])
  }

  private var fields: [(number: UInt64, value: Value)] = []

  /// Parses a message; nil if it is invalid.
  init?(_ bytes: [UInt8]) {
    var reader = VarintReader(rest: bytes[...])
    while !reader.rest.isEmpty {
      guard let tag = reader.next(), tag >> 3 > 0 else { return nil }
      switch tag & 7 {
      case 0:
        guard let number = reader.next() else { return nil }
        fields.append((tag >> 3, .number(number)))
      case 1: guard reader.take(8) != nil else { return nil }
      case 2:
        guard let length = reader.next(), let content = reader.take(length) else { return nil }
        fields.append((tag >> 3, .bytes(content)))
      case 5: guard reader.take(4) != nil else { return nil }
      default: return nil
      }
    }
  }

  /// The bytes of a field that occurs once.
  func onlyBytes(_ field: Int) -> [UInt8]? {
    guard case .bytes(let bytes) = only(field) else { return nil }
    return bytes
  }

  /// The number of a field that occurs once.
  func onlyNumber(_ field: Int) -> UInt64? {
    guard case .number(let number) = only(field) else { return nil }
    return number
  }

  private func only(_ field: Int) -> Value? {
    let found = fields.filter { $0.number == UInt64(field) }
    return found.count == 1 ? found[0].value : nil
  }
}

/// Reads varints and bytes forward, never beyond the end.
private struct VarintReader {
  var rest: ArraySlice<UInt8>

  mutating func next() -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      let part = UInt64(byte & 0x7F)
      // The tenth byte has room for one bit.
      guard shift < 63 || part <= 1 else { return nil }
      number |= part << shift
      if byte < 0x80 { return number }
    }
    return nil
  }

  mutating func take(_ count: UInt64) -> [UInt8]? {
    guard count <= UInt64(rest.count) else { return nil }
    defer { rest = rest.dropFirst(Int(count)) }
    return Array(rest.prefix(Int(count)))
  }
}
