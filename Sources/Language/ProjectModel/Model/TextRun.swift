// SPDX-License-Identifier: Apache-2.0

package import Base

/// A part of a text that has a look of its own.
///
/// It says all of that look: what it does not say itself, it has from the text.
public struct TextRun: Hashable, Sendable {
  /// Its bytes in the text.
  package var bytes: Range<Int>
  /// Its look.
  package var style: Style

  package init(bytes: Range<Int>, style: Style) {
    self.bytes = bytes
    self.style = style
  }

  /// The look of a part of a text.
  package struct Style: Hashable, Sendable {
    /// The font.
    package var font: FontSettings
    /// Fill colour; nil for what the text is painted with.
    package var color: Color?
    /// The extra space between characters, a share of the font's size or pixels of the canvas.
    package var letterSpacing: Length
    /// A colour behind it.
    package var background: Color?
    /// True if a line is drawn below it.
    package var isUnderlined = false
    /// True if a line is drawn through it.
    package var isStruck = false
    /// Its height on the line.
    package var script = Script.normal

    /// The look of a part that is as its text.
    package init(_ look: TextLook) {
      font = look.font
      color = look.gradient == nil ? look.color : nil
      letterSpacing = look.letterSpacing
    }
  }

  /// The height of a part of a text on its line.
  package enum Script: String, Hashable, Sendable, CaseIterable {
    /// On the baseline.
    case normal
    /// Smaller, and lower.
    case below = "sub"
    /// Smaller, and higher.
    case above = "super"
  }
}

extension TextContent {
  /// The fonts of the text and of its parts, the text's own first.
  package var fonts: [FontSettings] { [look.font] + runs.map(\.style.font) }
}
