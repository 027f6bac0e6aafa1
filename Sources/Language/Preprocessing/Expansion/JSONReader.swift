// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Parsing
import YAML

/// Reads JSON (RFC 8259) into a tree whose nodes know their places.
///
/// Numbers stay as they are written.
///
/// YAML is nearly a superset, but its readers refuse pairs of surrogates, which writers of JSON make
/// of emoji, and long keys.
struct JSONReader {
  /// Lists and objects within others.
  static let depthLimit = 32

  private let text: [UInt8]
  private var position = 0
  private var composer: YAMLComposer
  private var count = 0

  init(_ text: [UInt8], file: FileID) {
    self.text = text
    composer = YAMLComposer(file: file, source: text)
  }

  mutating func document() throws(DataProblem) -> YAMLTree {
    position = try startOfText(text)
    skipBlanks()
    let root = try value(depth: 0)
    skipBlanks()
    guard position == text.count else {
      throw DataProblem("something follows the end of the data", here)
    }
    return composer.tree(root: root)
  }

  private var here: Range<Int> { position..<min(position + 1, text.count) }

  private mutating func skipBlanks() {
    while position < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[position]) {
      position += 1
    }
  }

  /// Goes beyond `byte` if it is next.
  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < text.count, text[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(DataProblem) -> YAMLComposer.NodeID {
    guard depth <= JSONReader.depthLimit else {
      throw DataProblem("the data are nested deeper than \(JSONReader.depthLimit) levels", here)
    }
    count += 1
    guard count <= 2 * DataTable.cellLimit else {
      throw DataProblem(
        "a file of data has at most \(2 * DataTable.cellLimit) values", here, hint: "split it")
    }
    guard position < text.count else {
      throw DataProblem("the data end where a value is wanted", here)
    }
    switch text[position] {
    case UInt8(ascii: "["): return try list(depth: depth)
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "\""): return try string().part
    default: return try word()
    }
  }

  private mutating func list(depth: Int) throws(DataProblem) -> YAMLComposer.NodeID {
    let start = Int32(position)
    position += 1
    var items: [YAMLComposer.NodeID] = []
    skipBlanks()
    if !take(UInt8(ascii: "]")) {
      while true {
        items.append(try value(depth: depth + 1))
        skipBlanks()
        if take(UInt8(ascii: "]")) { break }
        guard take(UInt8(ascii: ",")) else {
          throw DataProblem("expected ',' or ']'", here)
        }
        skipBlanks()
      }
    }
    return composer.sequence(of: items, from: start, to: Int32(position))
  }

  private mutating func object(depth: Int) throws(DataProblem) -> YAMLComposer.NodeID {
    let start = Int32(position)
    position += 1
    var entries: [(key: YAMLComposer.NodeID, value: YAMLComposer.NodeID)] = []
    var names: Set<String> = []
    skipBlanks()
    if !take(UInt8(ascii: "}")) {
      while true {
        let from = position
        guard position < text.count, text[position] == UInt8(ascii: "\"") else {
          throw DataProblem("expected a name in quotes", here)
        }
        let (key, name) = try string()
        guard names.insert(name).inserted else {
          throw DataProblem("\(quoted(name)) is given twice", from..<position)
        }
        skipBlanks()
        guard take(UInt8(ascii: ":")) else { throw DataProblem("expected ':'", here) }
        skipBlanks()
        entries.append((key, try value(depth: depth + 1)))
        skipBlanks()
        if take(UInt8(ascii: "}")) { break }
        guard take(UInt8(ascii: ",")) else {
          throw DataProblem("expected ',' or '}'", here)
        }
        skipBlanks()
      }
    }
    return composer.mapping(of: entries, from: start, to: Int32(position))
  }

  /// A number, `true`, `false` or `null`.
  private mutating func word() throws(DataProblem) -> YAMLComposer.NodeID {
    let start = position
    while position < text.count, JSONReader.isWord(text[position]) { position += 1 }
    let word = String(decoding: text[start..<position], as: UTF8.self)
    let (from, to) = (Int32(start), Int32(position))
    if word == "null" { return composer.null(from: from, to: to) }
    guard word == "true" || word == "false" || JSONReader.isNumber(text[start..<position]) else {
      throw DataProblem(
        word.isEmpty ? "expected a value" : "\(quoted(word)) is no value of JSON",
        start..<max(position, min(start + 1, text.count)),
        hint: word.isEmpty ? nil : "put a text in quotes")
    }
    return composer.scalar(from..<to, isQuoted: false, from: from, to: to)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
  }

  private static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    guard let first = rest.first, first.isDigit else { return false }
    let whole = rest.prefix(while: \.isDigit)
    guard whole.count == 1 || first != UInt8(ascii: "0") else { return false }
    rest = rest.dropFirst(whole.count)
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix(while: \.isDigit)
      guard !digits.isEmpty else { return false }
      rest = rest.dropFirst(1 + digits.count)
    }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      let digits = rest.prefix(while: \.isDigit)
      guard !digits.isEmpty else { return false }
      rest = rest.dropFirst(digits.count)
    }
    return rest.isEmpty
  }

  /// A text in quotes, as a node and by itself.
  private mutating func string() throws(DataProblem) -> (part: YAMLComposer.NodeID, text: String) {
    let start = position
    position += 1
    var isEscaped = false
    var bytes: [UInt8] = []
    while true {
      guard position < text.count else {
        throw DataProblem("this text has no quote at its end", start..<start + 1)
      }
      let byte = text[position]
      if byte == UInt8(ascii: "\"") { break }
      guard byte >= 0x20 else {
        throw DataProblem(
          "a control character in a text", here, hint: byte == 0x0A ? "write \\n" : "write \\u…")
      }
      position += 1
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      isEscaped = true
      bytes += Array(String(try escape()).utf8)
    }
    position += 1
    let (from, to) = (Int32(start), Int32(position))
    let string = String(decoding: bytes, as: UTF8.self)
    let part =
      isEscaped
      ? composer.scalar(string, isQuoted: true, from: from, to: to)
      : composer.scalar(from + 1..<to - 1, isQuoted: true, from: from, to: to)
    return (part, string)
  }

  /// Reads an escape after its backslash.
  private mutating func escape() throws(DataProblem) -> Character {
    let start = position - 1
    guard position < text.count else {
      throw DataProblem("this text has no quote at its end", start..<start + 1)
    }
    position += 1
    switch text[position - 1] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      var unit = try codeUnit(start)
      if 0xD800..<0xDC00 ~= unit, position + 1 < text.count, text[position] == UInt8(ascii: "\\"),
        text[position + 1] == UInt8(ascii: "u")
      {
        position += 2
        let low = try codeUnit(start)
        guard 0xDC00..<0xE000 ~= low else {
          throw DataProblem("half of a pair of surrogates", start..<position)
        }
        unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
      }
      guard unit != 0, let scalar = Unicode.Scalar(unit) else {
        throw DataProblem(
          unit == 0 ? "a null character in a text" : "half of a pair of surrogates",
          start..<position)
      }
      return Character(scalar)
    default:
      throw DataProblem("'\\' is followed by no letter of an escape", start..<position)
    }
  }

  private mutating func codeUnit(_ start: Int) throws(DataProblem) -> UInt32 {
    let digits = text[position..<min(position + 4, text.count)]
    guard digits.count == 4,
      digits.allSatisfy({ $0 < 0x80 && Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else {
      throw DataProblem("'\\u' is followed by four hexadecimal digits", start..<position)
    }
    position += 4
    return unit
  }
}
