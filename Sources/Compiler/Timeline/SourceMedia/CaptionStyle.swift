// SPDX-License-Identifier: Apache-2.0

public import Base
public import RenderProtocol

/// The layout of subtitle texts, and the fonts that write them.
public struct CaptionStyle: Hashable, Sendable {
  /// Any of the texts, but for its words.
  public var block: TextBlock
  /// The fonts that write characters, by the font that they are asked of: digests of their files, with what fontconfig
  /// makes of them.
  public var fonts: [FontChoice: [Character: [Fingerprint]]] = [:]
  /// The digests of the font files that libass writes characters with, by the font that they are asked of and by their page.
  public var pages: [FontChoice: [UInt32: [Fingerprint]]] = [:]
  /// The fonts that a file of ASS or SSA brings along; nil for none.
  public var scriptFonts: MediaFile?

  /// Texts laid out as `block`.
  public init(_ block: TextBlock) { self.block = block }

  /// The page that a character is on: so many others are there that a few pages hold what one language needs, and so few
  /// that a font for other things, such as emoji, is none of most texts.
  public static func page(of character: Unicode.Scalar) -> UInt32 { character.value >> 10 }

  /// The fonts that write `text` where it is asked of `font`, each once.
  public func fonts(of text: String, in font: FontChoice) -> [Fingerprint] {
    guard let own = fonts[font] else { return [] }
    var known: Set<Fingerprint> = []
    var fonts: [Fingerprint] = []
    // Neighbours mostly share their font.
    var last: [Fingerprint] = []
    for character in text {
      guard let found = own[character], found != last else { continue }
      last = found
      fonts += found.filter { known.insert($0).inserted }
    }
    return fonts
  }

  /// The fonts that libass may write `text` with where it is asked of `font`, each once.
  public func scriptFonts(of text: String, in font: FontChoice) -> [Fingerprint] {
    guard let pages = pages[font] else { return [] }
    let used = Set(text.unicodeScalars.lazy.map { CaptionStyle.page(of: $0) })
    var known: Set<Fingerprint> = []
    return used.sorted().flatMap { pages[$0] ?? [] }.filter { known.insert($0).inserted }
  }
}
