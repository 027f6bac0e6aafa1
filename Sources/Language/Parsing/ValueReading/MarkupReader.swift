// SPDX-License-Identifier: Apache-2.0

/// Takes a text with Pango's markup apart, piece by piece.
///
/// It knows elements, attributes and entities, not what they mean. Every mistake has its place in the text.
package struct MarkupReader {
  /// The next token of the text.
  package enum Piece {
    /// Text, with its entities replaced.
    case text(String)
    /// The start of an element.
    case open(Tag)
    /// The end of the element that was opened last.
    case close
  }

  /// The start of an element.
  package struct Tag {
    /// Its name.
    package var name: Word
    /// Its attributes, each once.
    package var attributes: [Attribute]
    /// All of it, from `<` to `>`.
    fileprivate var range: Range<Int>
    fileprivate var isClosed: Bool
  }

  /// An attribute of an element.
  package struct Attribute {
    /// Its name.
    package var name: Word
    /// Its value as it is written, without quotes.
    package var value: Word
  }

  private let text: ScalarText
  private var position = 0
  private var open: [Tag] = []
  /// True if the end of the element that was opened last was read with it.
  private var isClosing = false

  /// Reads the text of `text`.
  package init(_ text: ScalarText) { self.text = text }

  /// The next piece; nil at the end of the text.
  package mutating func next() throws(ValueProblem) -> Piece? {
    if isClosing {
      isClosing = false
      open.removeLast()
      return .close
    }
    guard let byte = byte(position) else {
      guard let tag = open.last else { return nil }
      throw problem(
        "'<\(tag.name.string)>' is not closed", tag.range, hint: "write </\(tag.name.string)>")
    }
    guard byte == UInt8(ascii: "<") else { return .text(try plainText()) }
    if self.byte(position + 1) == UInt8(ascii: "/") {
      try close()
      return .close
    }
    let tag = try tag()
    open.append(tag)
    isClosing = tag.isClosed
    return .open(tag)
  }

  // MARK: Text

  private mutating func plainText() throws(ValueProblem) -> String {
    var bytes: [UInt8] = []
    while let byte = byte(position), byte != UInt8(ascii: "<") {
      if byte == UInt8(ascii: "&") {
        bytes += Array(try entity().utf8)
      } else {
        bytes.append(byte)
        position += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func entity() throws(ValueProblem) -> String {
    let start = position
    let limit = min(start + 12, text.bytes.count)
    guard let end = (start..<limit).first(where: { text.bytes[$0] == UInt8(ascii: ";") }) else {
      throw problem("'&' begins no entity", start..<start + 1, hint: "write &amp; for '&'")
    }
    let name = text.string(start + 1..<end)
    position = end + 1
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
    let isNumber = name.hasPrefix("#") && digits.utf8.first.map { $0 != UInt8(ascii: "+") } ?? false
    guard isNumber, let number = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10),
      let scalar = Unicode.Scalar(number), number >= 32 || [9, 10].contains(number), number != 127
    else {
      throw problem(
        "'&\(name);' is not an entity", start..<end + 1,
        hint: "one of &amp;, &lt;, &gt;, &quot;, &apos;, or a code point such as &#8212;")
    }
    return String(Character(scalar))
  }

  // MARK: Elements

  private mutating func close() throws(ValueProblem) {
    let start = position
    position += 2
    let name = self.name()
    skipSpace()
    guard byte(position) == UInt8(ascii: ">"), !name.range.isEmpty else {
      throw problem(
        "the end of an element is not finished", start..<min(position + 1, text.bytes.count),
        hint: "write it as in </b>")
    }
    position += 1
    guard let tag = open.popLast() else {
      throw problem("'</\(name.string)>' closes nothing", start..<position)
    }
    guard tag.name.string == name.string else {
      throw problem(
        "'</\(name.string)>' stands where '<\(tag.name.string)>' is open", start..<position,
        hint: "write </\(tag.name.string)>")
    }
  }

  private mutating func tag() throws(ValueProblem) -> Tag {
    let start = position
    position += 1
    let name = self.name()
    guard !name.range.isEmpty else {
      throw problem("'<' begins no element", start..<start + 1, hint: "write &lt; for '<'")
    }
    var attributes: [Attribute] = []
    while true {
      let hadSpace = skipSpace()
      switch byte(position) {
      case UInt8(ascii: ">"):
        position += 1
        return Tag(name: name, attributes: attributes, range: start..<position, isClosed: false)
      case UInt8(ascii: "/") where byte(position + 1) == UInt8(ascii: ">"):
        position += 2
        return Tag(name: name, attributes: attributes, range: start..<position, isClosed: true)
      case let byte? where byte.isLetter && hadSpace:
        let attribute = try self.attribute()
        if attributes.contains(where: { $0.name.string == attribute.name.string }) {
          throw attribute.name.problem("'\(attribute.name.string)' is written twice")
        }
        attributes.append(attribute)
      default:
        throw problem(
          "'<\(name.string)' is not finished", start..<name.range.upperBound,
          hint: "write <\(name.string)>, or &lt; for '<'")
      }
    }
  }

  private mutating func attribute() throws(ValueProblem) -> Attribute {
    let name = self.name()
    skipSpace()
    guard byte(position) == UInt8(ascii: "=") else {
      throw name.problem(
        "'\(name.string)' has no value", hint: "write \(name.string)=\"…\"")
    }
    position += 1
    skipSpace()
    guard let quote = byte(position), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    else {
      throw name.problem(
        "the value of '\(name.string)' is not in quotes", hint: "write \(name.string)=\"…\"")
    }
    let start = position + 1
    guard let end = text.bytes[start...].firstIndex(of: quote) else {
      throw problem("the value of '\(name.string)' does not end", start - 1..<text.bytes.count)
    }
    position = end + 1
    return Attribute(name: name, value: Word(text: text, range: start..<end))
  }

  // MARK: Bytes

  private func byte(_ place: Int) -> UInt8? {
    text.bytes.indices.contains(place) ? text.bytes[place] : nil
  }

  /// A name of letters, digits, `_` and `-`, which begins with a letter; empty where there is none.
  private mutating func name() -> Word {
    let start = position
    while let byte = byte(position),
      byte.isLetter || position > start && (byte.isDigit || byte == 95 || byte == 45)
    { position += 1 }
    return Word(text: text, range: start..<position)
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = position
    while let byte = byte(position), byte.isSpace { position += 1 }
    return position > start
  }

  private func problem(_ message: String, _ range: Range<Int>, hint: String? = nil) -> ValueProblem
  {
    ValueProblem(message: message, span: text.span(of: range), hint: hint)
  }
}
