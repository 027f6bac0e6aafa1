// SPDX-License-Identifier: Apache-2.0

/// A query about the fonts of a machine.
public struct FontsRequest: Hashable, Sendable, Codable {
  /// A text that is to be written; nil for none.
  public var text: String?
  /// Absolute paths of font files; where there are any, theirs are the fonts that are asked for.
  public var files: [String]

  /// Asks for all families, or for those in `files`, and which of them write `text`.
  public init(text: String? = nil, files: [String] = []) {
    self.text = text
    self.files = files
  }
}

/// A family of fonts.
public struct FontFamily: Hashable, Sendable, Codable {
  /// Its names, of which each may stand in a project; the English one first.
  public var names: [String]
  /// Its fonts, upright and light ones first.
  public var faces: [FontFace]
  /// The characters of the text that its regular font, or the one nearest to that, has not, in order and each once.
  public var missing: String

  /// A family of `faces`.
  public init(names: [String], faces: [FontFace], missing: String = "") {
    self.names = names
    self.faces = faces
    self.missing = missing
  }
}

/// One font of a family.
public struct FontFace: Hashable, Sendable, Codable {
  /// Its style, such as `Bold Oblique`.
  public var style: String
  /// Its weight in CSS units; of a variable font the one that it has by itself.
  public var weight: Int
  /// True if slanted.
  public var isItalic: Bool
  /// The absolute path of its file.
  public var file: String
  /// The axes of a variable font; none for any other.
  public var axes: [FontAxis]

  /// A font in `file`.
  public init(style: String, weight: Int, isItalic: Bool, file: String, axes: [FontAxis] = []) {
    self.style = style
    self.weight = weight
    self.isItalic = isItalic
    self.file = file
    self.axes = axes
  }
}

/// An axis of a variable font.
public struct FontAxis: Hashable, Sendable, Codable {
  /// Its tag, such as `wght`.
  public var tag: String
  /// The least place on it.
  public var minimum: Double
  /// The place that the font has by itself.
  public var fallback: Double
  /// The largest place on it.
  public var maximum: Double

  /// An axis from `minimum` to `maximum`.
  public init(tag: String, minimum: Double, fallback: Double, maximum: Double) {
    self.tag = tag
    self.minimum = minimum
    self.fallback = fallback
    self.maximum = maximum
  }
}
