// SPDX-License-Identifier: Apache-2.0

public import Base

/// A part of a text that has a look of its own; lengths are in pixels of the canvas.
///
/// It says all of its look, so that the parts of a text do not depend on one another. What lies between parts looks as
/// the text does.
public struct TextSpan: Hashable, Sendable, Codable {
  /// Its bytes in the text.
  public var bytes: Range<Int>
  /// The font.
  public var font: FontChoice
  /// Font size (em).
  public var size: Double
  /// Fill colour, also that of the lines below and through it; nil for what the text is painted with.
  public var color: Color?
  /// The extra space between characters.
  public var letterSpacing = 0.0
  /// A colour behind it, from the top of its font to the bottom.
  public var background: Color?
  /// Lines around its letters, from the inside, in place of those of the text; nil for these.
  public var outlines: [TextOutline]?
  /// True if a line is drawn below it.
  public var isUnderlined = false
  /// True if a line is drawn through it.
  public var isStruck = false
  /// The script position: normal, or smaller and lower or higher.
  public var script = Script.normal

  /// The height of a part of a text on its line.
  public enum Script: String, Hashable, Sendable, Codable, CaseIterable {
    /// On the baseline.
    case normal
    /// Smaller, and lower.
    case below = "sub"
    /// Smaller, and higher.
    case above = "super"
  }

  /// The part of a text at `bytes` in a font at a size.
  public init(bytes: Range<Int>, font: FontChoice, size: Double, color: Color?) {
    self.bytes = bytes
    self.font = font
    self.size = size
    self.color = color
  }

  /// True if anything but its letters is drawn.
  public var isDecorated: Bool { isUnderlined || isStruck || background != nil }

  /// The same part with everything `scale` times as large.
  public func enlarged(by scale: Double) -> TextSpan {
    var span = self
    span.size *= scale
    span.letterSpacing *= scale
    span.outlines = outlines?.map { $0.enlarged(by: scale) }
    return span
  }
}

extension TextBlock {
  /// The files of all fonts of the text, each once, that of the text itself first.
  public var fontFiles: [MediaFile] {
    var files: [MediaFile] = []
    for file in ([font] + spans.map(\.font)).compactMap(\.file) where !files.contains(file) {
      files.append(file)
    }
    return files
  }
}
