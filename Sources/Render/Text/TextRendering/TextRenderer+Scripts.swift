// SPDX-License-Identifier: Apache-2.0

import Base
import MediaIO
import RenderProtocol

extension TextRenderer {
  /// The fonts that libass takes for the text of `request`, and a raster without anything.
  mutating func scriptFacts(
    _ request: TextRequest, _ script: ScriptFonts
  ) throws(RenderFailure) -> TextFacts {
    let block = request.block
    let library = try ScriptLibrary.make(with: script.file)
    let family = block.font.family ?? "Arial"
    guard
      let found = library.fonts(
        writing: block.text, family: family, weight: block.font.weight,
        isItalic: block.font.isItalic)
    else { throw RenderFailure(kind: .text, message: "libass cannot write a text") }
    let fonts = try files(found.files)
    let substitutes = try substitutes(of: family, in: found, for: block.text)
    var facts = try emptyFacts(request)
    (facts.fonts, facts.missing, facts.substitutes) = (fonts, found.missing, substitutes)
    return facts
  }

  /// Facts of a raster without anything, which is stored.
  func emptyFacts(_ request: TextRequest) throws(RenderFailure) -> TextFacts {
    let digest = try store(RasterFile(size: PixelSize(1, 1), pixels: [0, 0, 0, 0]), request)
    return TextFacts(
      size: PixelSize(1, 1), box: PixelRect(x: 0, y: 0, width: 1, height: 1), raster: digest,
      fonts: [])
  }

  /// The families that write `text` where `family` is asked for, which is not on this machine, each with what it writes.
  private mutating func substitutes(
    of family: String, in found: ScriptLibrary.Found, for text: String
  ) throws(RenderFailure) -> [TextSubstitute] {
    guard found.first != nil else { return [] }
    let families: [FontFamily]
    do throws(TypesettingError) {
      families = try withMachineFonts { fonts throws(TypesettingError) in
        fonts.list(writing: text)
      }
    } catch { throw RenderFailure(kind: .unsupported, message: error.message) }
    let wanted = family.lowercased()
    let isThere = families.contains { family in
      family.names.contains { name in
        name.lowercased() == wanted
          || family.faces.contains { "\(name) \($0.style)".lowercased() == wanted }
      }
    }
    if isThere { return [] }
    var rest = Set(text.unicodeScalars.filter { !$0.properties.isWhitespace })
    var substitutes: [TextSubstitute] = []
    // Later ones were looked for, for what those before them have not.
    for path in found.files {
      let taken = families.first { $0.faces.contains { $0.file == path } }
      let missing = Set((taken?.missing ?? "").unicodeScalars)
      let own = text.unicodeScalars.filter { rest.contains($0) && !missing.contains($0) }
      if own.isEmpty { continue }
      rest.subtract(own)
      substitutes.append(
        TextSubstitute(
          family: taken?.names.first ?? path,
          characters: String(String(String.UnicodeScalarView(own)).prefix(64))))
    }
    return substitutes
  }
}
