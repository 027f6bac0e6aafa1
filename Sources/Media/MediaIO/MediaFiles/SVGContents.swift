// SPDX-License-Identifier: Apache-2.0

import RenderProtocol

/// The relevant contents of an SVG drawing, examined before it is drawn.
///
/// It scans tags and attributes and is no XML parser: a false reference in a malformed drawing only causes a
/// message about a file that could not be drawn anyway.
struct SVGContents {
  /// Number of elements.
  private(set) var elements = 0
  /// Kinds of filters, in the order of their first use.
  private(set) var filters: [String] = []
  /// The first reference to another file, and its element.
  private(set) var reference: (element: String, target: String)?

  /// Elements that include or use the target of their `href`.
  private static let referring: Set = [
    "image", "feImage", "use", "linearGradient", "radialGradient", "pattern", "filter", "textPath",
    "tref", "?xml-stylesheet",
  ]

  /// Attributes whose value is a style that may contain a reference.
  private static let styling: Set = [
    "style", "fill", "stroke", "filter", "mask", "clip-path", "marker", "marker-start",
    "marker-mid",
    "marker-end",
  ]

  /// Scans the text of a drawing.
  init(_ bytes: [UInt8]) {
    var place = 0
    while let tag = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      place = tag + 1
      if let end = SVGContents.skipped(bytes, tag) {
        place = end
        continue
      }
      let isInstruction = place < bytes.count && bytes[place] == UInt8(ascii: "?")
      if isInstruction { place += 1 }
      let name = SVGContents.name(bytes, &place)
      guard !name.isEmpty else { continue }
      let local = name.split(separator: ":").last.map(String.init) ?? name
      if isInstruction {
        lookThroughAttributes(of: "?" + name, bytes, &place)
        continue
      }
      elements += 1
      if local.hasPrefix("fe"), filters.count < 4, !filters.contains(local),
        local.dropFirst(2).first?.isUppercase == true
      {
        filters.append(local)
      }
      lookThroughAttributes(of: local, bytes, &place)
      if local == "style" { lookThroughSheet(bytes, &place) }
    }
  }

  /// Throws if a part of the drawing would be missing, because only its own file is used.
  func checkReferences() throws(RenderFailure) {
    guard let reference else { return }
    let isPicture = ["image", "feImage"].contains(reference.element)
    throw RenderFailure(
      kind: .unsupported,
      message:
        "its <\(reference.element)> refers to '\(reference.target)', and only what is in the "
        + "drawing itself is drawn; "
        + (isPicture ? "embed it as a 'data:' URI" : "copy what is needed into the drawing"))
  }

  /// A summary of the contents for messages.
  var contents: String {
    let count = elements == 1 ? "1 element" : "\(elements) elements"
    return filters.isEmpty ? count : count + ", with \(filters.joined(separator: ", "))"
  }

  // MARK: - References

  private mutating func note(_ element: String, _ target: String) {
    if reference == nil { reference = (element, String(target.prefix(80))) }
  }

  private mutating func lookThroughAttributes(
    of element: String, _ bytes: [UInt8], _ place: inout Int
  ) {
    while let (key, value) = SVGContents.attribute(bytes, &place) {
      guard reference == nil else { continue }
      if key == "href" || key.hasSuffix(":href") {
        guard SVGContents.referring.contains(element) else { continue }
        let target = XMLText.decoded(bytes[value].prefix(4096)).drop(while: \.isWhitespace)
        if StyleReferences.isOutside(target) { note(element, String(target)) }
      } else if SVGContents.styling.contains(key), SVGContents.mayRefer(bytes[value]) {
        let text = XMLText.decoded(bytes[value])
        if let target = StyleReferences.first(in: text) { note(element, target) }
      }
    }
  }

  /// Returns true if a style may contain a reference, which is written with a parenthesis, possibly
  /// as an entity.
  private static func mayRefer(_ value: ArraySlice<UInt8>) -> Bool {
    value.contains { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "&") }
  }

  /// Scans the style sheet that begins at `place`, up to the tag after it.
  private mutating func lookThroughSheet(_ bytes: [UInt8], _ place: inout Int) {
    // A self-closing element has no style sheet.
    if place > 0, place < bytes.count, bytes[place] == UInt8(ascii: "/") { return }
    if place < bytes.count, bytes[place] == UInt8(ascii: ">") { place += 1 }
    var text = ""
    while place < bytes.count {
      if bytes[place] != UInt8(ascii: "<") {
        let end = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        text += XMLText.decoded(bytes[place..<end])
        place = end
      } else if let end = SVGContents.skipped(bytes, place) {
        let isComment = bytes[place...].starts(with: "<!--".utf8)
        if !isComment {
          text += String(decoding: bytes[place..<end].dropFirst(9).dropLast(3), as: UTF8.self)
        }
        place = end
      } else {
        break
      }
    }
    if let target = StyleReferences.first(in: text) { note("style", target) }
  }

  // MARK: - Text

  /// The end of the comment or CDATA section that begins at `place`; nil if there is none.
  private static func skipped(_ bytes: [UInt8], _ place: Int) -> Int? {
    for (head, tail) in [("<!--", "-->"), ("<![CDATA[", "]]>")]
    where bytes[place...].starts(with: head.utf8) {
      let tail = Array(tail.utf8)
      var index = place + head.utf8.count
      while index + tail.count <= bytes.count {
        if bytes[index..<index + tail.count].elementsEqual(tail) { return index + tail.count }
        index += 1
      }
      return bytes.count
    }
    return nil
  }

  private static func name(_ bytes: [UInt8], _ place: inout Int) -> String {
    let start = place
    while place < bytes.count, isInName(bytes[place]) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// The next attribute of the tag at `place`, and the range of its value; nil at the end of the tag.
  private static func attribute(
    _ bytes: [UInt8], _ place: inout Int
  ) -> (key: String, value: Range<Int>)? {
    while place < bytes.count, !isInName(bytes[place]) {
      switch bytes[place] {
      case UInt8(ascii: ">"), UInt8(ascii: "<"): return nil
      case UInt8(ascii: "/") where place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: ">"):
        return nil
      default: place += 1
      }
    }
    let key = name(bytes, &place)
    while place < bytes.count, isSpace(bytes[place]) { place += 1 }
    guard place < bytes.count, !key.isEmpty else { return nil }
    guard bytes[place] == UInt8(ascii: "=") else { return (key, place..<place) }
    place += 1
    while place < bytes.count, isSpace(bytes[place]) { place += 1 }
    guard place < bytes.count else { return nil }
    let quote = bytes[place]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return (key, place..<place)
    }
    let start = place + 1
    let end = bytes[start...].firstIndex(of: quote) ?? bytes.count
    place = min(end + 1, bytes.count)
    return (key, start..<end)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "-"),
      UInt8(ascii: "_"), UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }
}
