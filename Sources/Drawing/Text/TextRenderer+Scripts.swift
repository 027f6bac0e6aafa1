// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import MediaFiles
import ScriptDrawing
import Typesetting

extension TextRenderer {
  /// Which fonts libass takes for the text of `request`, and a raster without anything.
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
    var fonts: [MediaFile] = []
    for path in found.files {
      fonts.append(MediaFile(path: path, digest: try fontDigest(path)))
    }
    var substitutes: [TextSubstitute] = []
    if let first = found.first {
      let families: [FontFamily]
      do throws(TypesettingError) {
        families = try withMachineFonts { fonts throws(TypesettingError) in
          fonts.list(writing: nil)
        }
      } catch { throw RenderFailure(kind: .unsupported, message: error.message) }
      let wanted = family.lowercased()
      let own = families.filter { $0.names.contains { $0.lowercased() == wanted } }
      let isFullName = families.contains { family in
        family.faces.contains { face in
          family.names.contains { "\($0) \(face.style)".lowercased() == wanted }
        }
      }
      if own.isEmpty, !isFullName {
        let taken = families.first { $0.faces.contains { $0.file == first } }?.names.first
        substitutes = [
          TextSubstitute(family: taken ?? first, characters: String(block.text.prefix(64)))
        ]
      }
    }
    let digest = try store(RasterFile(size: PixelSize(1, 1), pixels: [0, 0, 0, 0]), request)
    return TextFacts(
      size: PixelSize(1, 1), box: PixelRect(x: 0, y: 0, width: 1, height: 1), raster: digest,
      fonts: fonts, missing: found.missing, substitutes: substitutes)
  }
}
