// SPDX-License-Identifier: Apache-2.0

import Base

/// Reads JSON (RFC 8259) in UTF-8, as far as files of words need it.
struct JSONScanner {
  /// A value, and the byte that it begins at.
  struct Value {
    var content: Content
    var place: Int

    /// The content of a value.
    indirect enum Content {
      case object([(name: String, value: Value)])
      case array([Value])
      case string(String)
      /// As it is written.
      case number(String)
      /// True, false or null.
      case other
    }

    /// The value of a member, the last of several.
    subscript(name: String) -> Value? {
      guard case .object(let members) = content else { return nil }
      return members.last { $0.name == name }?.value
    }

    var string: String? {
      if case .string(let text) = content { text } else { nil }
    }

    /// Seconds, to the millisecond; nil for what is no number, or too large a one.
    var time: Time? {
      guard case .number(let text) = content, let seconds = Double(text), abs(seconds) < 1e7 else {
        return nil
      }
      return Time(Int64((seconds * 1000).rounded()), over: 1000)
    }
  }

  /// Why something is no JSON.
  struct Problem: Error {
    var place: Int
    var message: String
  }

  private let text: [UInt8]
  private var index = 0
  private var depth = 0
  private static let depthLimit = 64
  private var values = 0
  /// More values are refused: they take a hundred bytes each.
  private static let valueLimit = 2_000_000

  init(_ text: [UInt8]) { self.text = text }

  /// The only value.
  mutating func read() throws(Problem) -> Value {
    let value = try self.value()
    skip()
    if index < text.count { throw problem("something follows the JSON") }
    return value
  }

  private func problem(_ message: String) -> Problem { Problem(place: index, message: message) }

  private mutating func skip() {
    while index < text.count, [9, 10, 13, 32].contains(text[index]) { index += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skip()
    guard index < text.count, text[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func value() throws(Problem) -> Value {
    skip()
    let place = index
    values += 1
    guard values <= Self.valueLimit else {
      throw problem("the JSON has more than \(Self.valueLimit) values")
    }
    guard index < text.count else { throw problem("the JSON ends too early") }
    guard depth < Self.depthLimit else { throw problem("the JSON is nested too deeply") }
    switch text[index] {
    case UInt8(ascii: "{"):
      index += 1
      depth += 1
      defer { depth -= 1 }
      var members: [(name: String, value: Value)] = []
      if take(UInt8(ascii: "}")) { return Value(content: .object(members), place: place) }
      repeat {
        skip()
        let name = try string()
        guard take(UInt8(ascii: ":")) else { throw problem("':' is missing") }
        members.append((name, try value()))
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "}")) else { throw problem("'}' is missing") }
      return Value(content: .object(members), place: place)
    case UInt8(ascii: "["):
      index += 1
      depth += 1
      defer { depth -= 1 }
      var items: [Value] = []
      if take(UInt8(ascii: "]")) { return Value(content: .array(items), place: place) }
      repeat { items.append(try value()) } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "]")) else { throw problem("']' is missing") }
      return Value(content: .array(items), place: place)
    case UInt8(ascii: "\""): return Value(content: .string(try string()), place: place)
    default:
      let word = text[index...].prefix(64).prefix {
        (48...57).contains($0) || (97...122).contains($0) || [43, 45, 46, 69].contains($0)
      }
      index += word.count
      let written = String(decoding: word, as: UTF8.self)
      if ["true", "false", "null"].contains(written) {
        return Value(content: .other, place: place)
      }
      guard let first = word.first, first == 45 || (48...57).contains(first), Double(written) != nil
      else { throw Problem(place: place, message: "this is no JSON") }
      return Value(content: .number(written), place: place)
    }
  }

  private mutating func string() throws(Problem) -> String {
    guard index < text.count, text[index] == UInt8(ascii: "\"") else {
      throw problem("'\"' is missing")
    }
    index += 1
    var bytes: [UInt8] = []
    while index < text.count {
      let byte = text[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &bytes)
      case 10, 13: throw problem("a string ends with its line")
      // Nothing draws a NUL, and C ends texts with it.
      case 0: TextEncoding.append(0xFFFD, to: &bytes)
      default: bytes.append(byte)
      }
    }
    throw problem("a string does not end")
  }

  private mutating func escape(into bytes: inout [UInt8]) throws(Problem) {
    guard index < text.count else { throw problem("a string does not end") }
    let byte = text[index]
    index += 1
    let plain: [UInt8: UInt8] = [
      UInt8(ascii: "n"): 10, UInt8(ascii: "t"): 9, UInt8(ascii: "r"): 13, UInt8(ascii: "b"): 8,
      UInt8(ascii: "f"): 12, UInt8(ascii: "/"): 47, UInt8(ascii: "\\"): 92, UInt8(ascii: "\""): 34,
    ]
    if let meant = plain[byte] { return bytes.append(meant) }
    guard byte == UInt8(ascii: "u"), var value = unit() else {
      throw problem("this escape is none of JSON")
    }
    if (0xD800...0xDBFF).contains(value), text[index...].starts(with: "\\u".utf8) {
      let start = index
      index += 2
      if let low = unit(), (0xDC00...0xDFFF).contains(low) {
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      } else {
        index = start
      }
    }
    if (0xD800...0xDFFF).contains(value) || value == 0 { value = 0xFFFD }
    TextEncoding.append(value, to: &bytes)
  }

  private mutating func unit() -> UInt32? {
    guard index + 4 <= text.count else { return nil }
    let digits = String(decoding: text[index..<index + 4], as: UTF8.self)
    guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit) else { return nil }
    index += 4
    return UInt32(digits, radix: 16)
  }
}

/// The start of the lines of a text.
struct LineStarts {
  private var starts = [0]

  /// The lines of `text`, which end with a line feed.
  init(_ text: [UInt8]) {
    for (index, byte) in text.enumerated() where byte == 10 { starts.append(index + 1) }
  }

  /// The number of the line that the byte `place` is in, counted from 1.
  func line(of place: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= place { low = middle } else { high = middle }
    }
    return low + 1
  }
}
