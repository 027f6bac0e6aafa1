// SPDX-License-Identifier: Apache-2.0

import Base
package import RenderProtocol

/// A family in the listing of `reel fonts`; also its form in JSON.
package struct FontEntry: Encodable {
  /// An axis of a variable font.
  struct Axis: Encodable {
    var tag: String
    var minimum: Double
    var fallback: Double
    var maximum: Double
  }

  /// A font of the family.
  struct Face: Encodable {
    var style: String
    var weight: Int
    var italic: Bool
    var file: String
    var axes: [Axis]
  }

  /// The name that stands in a project.
  package var family: String
  /// Other names of it.
  var aliases: [String]
  /// Its fonts.
  var faces: [Face]
  /// The code points of the text that it has not; nil where no text was asked for.
  var missing: [String]?
  /// True if it has glyphs for all of the text; nil where none was asked for.
  package var writes: Bool?
  private var characters: [Unicode.Scalar] = []

  private enum CodingKeys: CodingKey { case family, aliases, faces, missing, writes }

  /// The entry of `family`, with the coverage of the text if there is one.
  package init(_ family: FontFamily, hasText: Bool) {
    self.family = family.names[0]
    aliases = Array(family.names.dropFirst())
    faces = family.faces.map { face in
      Face(
        style: face.style, weight: face.weight, italic: face.isItalic, file: face.file,
        axes: face.axes.map { axis in
          Axis(
            tag: axis.tag, minimum: axis.minimum, fallback: axis.fallback, maximum: axis.maximum)
        })
    }
    guard hasText else { return }
    characters = Array(family.missing.unicodeScalars)
    missing = characters.map(\.codePoint)
    writes = characters.isEmpty
  }

  /// The text beside its name.
  package var line: String {
    guard writes == nil else {
      if characters.isEmpty { return "writes it" }
      let some = characters.prefix(8).map { "\($0.codePoint) '\($0)'" }.joined(separator: ", ")
      let rest = characters.count - 8
      return "lacks \(some)" + (rest > 0 ? " and \(rest) more" : "")
    }
    let styles = faces.filter(\.axes.isEmpty).map(\.style)
    let variable = faces.filter { !$0.axes.isEmpty }.map { face in
      let axes = face.axes.map {
        "\($0.tag) \($0.minimum.shortest) to \($0.maximum.shortest)"
      }
      return "variable\(face.italic ? " italic" : ""): \(axes.joined(separator: ", "))"
    }
    let listed = styles.isEmpty ? [] : [styles.joined(separator: ", ")]
    return (listed + variable).joined(separator: "; ")
  }

  /// `families` in the order in which they are listed: those that write the text, then those that lack the fewest
  /// characters.
  package static func list(_ families: [FontFamily], hasText: Bool) -> [FontEntry] {
    let entries = families.map { FontEntry($0, hasText: hasText) }
    guard hasText else { return entries }
    return entries.enumerated().sorted {
      ($0.element.characters.count, $0.offset) < ($1.element.characters.count, $1.offset)
    }.map(\.element)
  }
}

extension Unicode.Scalar {
  /// Its code point as `U+00E9`.
  fileprivate var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
