// SPDX-License-Identifier: Apache-2.0

import Actions

/// What an SVG drawing is made of, as far as it matters before it is drawn.
///
/// A look at tags and attributes, not a reader of XML: what it takes for a reference in a drawing that is
/// no XML costs a message about a file that could not be drawn anyway.
struct SVGContents {
  /// How many elements there are.
  private(set) var elements = 0
  /// Kinds of filters, in the order of their first use.
  private(set) var filters: [String] = []
  /// The first picture or symbol of another file, and its element.
  private(set) var reference: (element: String, target: String)?

  private static let referring: Set = ["image", "feImage", "use"]

  /// Looks through the text of a drawing.
  init(_ bytes: [UInt8]) {
    var place = 0
    while let tag = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      place = tag + 1
      if let end = SVGContents.skipped(bytes, tag) {
        place = end
        continue
      }
      let name = SVGContents.name(bytes, &place)
      guard !name.isEmpty else { continue }
      elements += 1
      let local = name.split(separator: ":").last.map(String.init) ?? name
      if local.hasPrefix("fe"), filters.count < 4, !filters.contains(local),
        local.dropFirst(2).first?.isUppercase == true
      {
        filters.append(local)
      }
      guard SVGContents.referring.contains(local) else { continue }
      while let (key, value) = SVGContents.attribute(bytes, &place) {
        let isReference = key == "href" || key.hasSuffix(":href")
        guard isReference, reference == nil, let first = value.first, first != "#",
          !value.lowercased().hasPrefix("data:")
        else { continue }
        reference = (local, String(value.prefix(80)))
      }
    }
  }

  /// Refuses a drawing of which a part would be left out: it is drawn from its own file alone.
  func checkReferences() throws(RenderFailure) {
    guard let reference else { return }
    throw RenderFailure(
      kind: .unsupported,
      message:
        "its <\(reference.element)> refers to '\(reference.target)', and only what is in the "
        + "drawing itself is drawn; embed it as a 'data:' URI")
  }

  /// What there is to draw, for messages.
  var contents: String {
    let count = elements == 1 ? "1 element" : "\(elements) elements"
    return filters.isEmpty ? count : count + ", with \(filters.joined(separator: ", "))"
  }

  // MARK: - Text

  /// The end of the comment or section that begins at `place`; nil when there is none.
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

  /// The next attribute of the tag that `place` is in; nil at its end.
  private static func attribute(
    _ bytes: [UInt8], _ place: inout Int
  ) -> (key: String, value: String)? {
    while place < bytes.count, !isInName(bytes[place]) {
      if bytes[place] == UInt8(ascii: ">") || bytes[place] == UInt8(ascii: "<") { return nil }
      place += 1
    }
    let key = name(bytes, &place)
    while place < bytes.count, isSpace(bytes[place]) { place += 1 }
    guard place < bytes.count, !key.isEmpty else { return nil }
    guard bytes[place] == UInt8(ascii: "=") else { return (key, "") }
    place += 1
    while place < bytes.count, isSpace(bytes[place]) { place += 1 }
    guard place < bytes.count else { return nil }
    let quote = bytes[place]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return (key, "") }
    let start = place + 1
    let end = bytes[start...].firstIndex(of: quote) ?? bytes.count
    place = min(end + 1, bytes.count)
    let text = String(decoding: bytes[start..<end].prefix(4096), as: UTF8.self)
    return (key, String(text.drop(while: \.isWhitespace)))
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
