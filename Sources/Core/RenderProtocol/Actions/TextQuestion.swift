// SPDX-License-Identifier: Apache-2.0

import Base

extension TextBlock {
  /// Asks which fonts write each of `characters`, a line for each, in `font`: at one size, so that all find the same.
  public static func asking(for characters: [Character], in font: FontChoice) -> TextBlock {
    let text = characters.map { String($0) }.joined(separator: "\n")
    var block = TextBlock(text: text, font: font, size: 48, color: .white)
    block.asksForFonts = true
    return block
  }
}

extension Character {
  /// True if the character needs a glyph of a font.
  public var isDrawn: Bool {
    unicodeScalars.contains {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 32
    }
  }
}
