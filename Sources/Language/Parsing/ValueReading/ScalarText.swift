// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import YAML

/// The text of a scalar while it is taken apart, with the way back to its place in the file.
package struct ScalarText {
  /// The text as UTF-8.
  package let bytes: [UInt8]
  /// The whole scalar.
  package let span: Span
  /// The place of the text itself, without quotes; nil where escapes or folding change the text.
  private let textSpan: Span?
  private let node: YAMLNode

  /// The text of `node`; empty when it is no scalar.
  package init(_ node: YAMLNode) {
    bytes = Array((node.text ?? "").utf8)
    span = node.span
    self.node = node
    let place = node.span(of: 0..<bytes.count)
    textSpan = place.count == bytes.count ? place : nil
  }

  /// The span of a part of the text; the whole scalar where that is unknown.
  package func span(of range: Range<Int>) -> Span {
    textSpan?.part(range) ?? node.place(of: range)
  }

  /// A part of the text.
  package func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The text without the white space around it.
  package var trimmed: Range<Int> {
    var (start, end) = (0, bytes.count)
    while start < end, bytes[start].isSpace { start += 1 }
    while end > start, bytes[end - 1].isSpace { end -= 1 }
    return start..<end
  }

  /// All of the text, white space around it left out.
  package var string: String { string(trimmed) }

  /// The parts between white space and commas; parentheses and operators hold together.
  package func words(in range: Range<Int>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var (start, depth) = (range.lowerBound, 0)
    // Whether the word after this white space belongs to the one before it.
    var goesOn = false
    func add(_ word: Range<Int>) {
      let isOperator = word.count == 1 && isOperator(word.lowerBound)
      let begins =
        bytes[word.lowerBound] == UInt8(ascii: "*") || bytes[word.lowerBound] == UInt8(ascii: "/")
      if goesOn || isOperator || begins, let last = words.last,
        !hasComma(last.upperBound..<word.lowerBound)
      {
        words[words.count - 1] = last.lowerBound..<word.upperBound
      } else {
        words.append(word)
      }
      let end = bytes[word.upperBound - 1]
      goesOn = isOperator || end == UInt8(ascii: "*") || end == UInt8(ascii: "/")
    }
    for index in range {
      switch bytes[index] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case let byte where depth <= 0 && (byte.isSpace || byte == UInt8(ascii: ",")):
        if start < index { add(start..<index) }
        start = index + 1
      default: break
      }
    }
    if start < range.upperBound { add(start..<range.upperBound) }
    return words
  }

  private func isOperator(_ index: Int) -> Bool { "*/+-".utf8.contains(bytes[index]) }

  private func hasComma(_ range: Range<Int>) -> Bool {
    bytes[range].contains(UInt8(ascii: ","))
  }

  /// Returns true if there is an operator before a number or a parenthesis: `*` or `/`, or `+` or
  /// `-` with white space around it.
  func operators(in range: Range<Int>) -> Bool {
    range.dropFirst().contains { index in
      let behind = bytes[(index + 1)..<range.upperBound]
      switch bytes[index] {
      case UInt8(ascii: "*"), UInt8(ascii: "/"):
        guard let next = behind.first(where: { !$0.isSpace }) else { return false }
        return next.isDigit || "(.-+".utf8.contains(next)
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        return bytes[index - 1].isSpace && behind.first?.isSpace == true
      default: return false
      }
    }
  }

  /// The words of a value that changes, which may be a list in brackets: `[25%, 50%] ease-out`.
  package func valueWords(in range: Range<Int>) throws(ValueProblem) -> [Word] {
    var ranges: [Range<Int>] = []
    let open = range.first { !bytes[$0].isSpace }
    if let open, bytes[open] == UInt8(ascii: "[") {
      guard let close = range.first(where: { bytes[$0] == UInt8(ascii: "]") }) else {
        throw ValueProblem(
          message: "a ']' is missing", span: span(of: open..<range.upperBound),
          hint: "write [25%, 50%] ease-out, or 25% 50% ease-out")
      }
      ranges = words(in: open + 1..<close) + words(in: close + 1..<range.upperBound)
    } else {
      ranges = words(in: range)
    }
    return ranges.map { Word(text: self, range: $0) }
  }
}

extension UInt8 {
  package var isDigit: Bool { self >= 48 && self <= 57 }
  package var isLetter: Bool { (self | 32) >= 97 && (self | 32) <= 122 }
  package var isSpace: Bool { self == 32 || (self >= 9 && self <= 13) }
  /// Letters, digits, `_` and everything beyond ASCII.
  package var isWord: Bool { isLetter || isDigit || self == UInt8(ascii: "_") || self >= 128 }
}

/// `'text'`, cut off where it is too long to read.
package func quoted(_ text: String) -> String {
  let limit = 60
  guard text.utf8.count > limit else { return "'\(text)'" }
  return "'\(text.prefix(limit))…'"
}
