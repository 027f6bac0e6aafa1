// SPDX-License-Identifier: Apache-2.0

public import Base
import CPango
public import RenderProtocol

/// The fonts of the lines of a text.
public struct TextWriters: Sendable {
  /// The fonts of each line, in order of first use: digests of their files, with what fontconfig makes of them.
  public var lines: [[Fingerprint]] = []
  /// Absolute paths of the font files, in order of first use.
  public var fontFiles: [String]
  /// Characters without a glyph in any font, in order, without duplicates.
  public var missing: [Unicode.Scalar]
  /// The substitutes: texts written in another family than the requested one.
  public var substitutes: [TextSubstitute]
}

/// A font as fontconfig gives it.
struct FontUse: Hashable {
  /// The absolute path of its file.
  var file: String
  /// The font's index in the file, and the processing of its glyphs.
  var settings: String
}

extension FontSet {
  /// The fonts of each line of `block`, which is not drawn.
  func uses(
    of block: TextBlock
  ) throws(TypesettingError) -> (lines: [[FontUse]], writers: TextWriters) {
    try check(block)
    return uses(of: block, in: try makeLayout(block))
  }

  private func uses(
    of block: TextBlock, in layout: borrowing GObjectHandle
  ) -> (lines: [[FontUse]], writers: TextWriters) {
    let pango = layout.pointer.assumingOpaque
    let runs = TextRuns(layout: pango, families: askedFamilies(of: block), of: block)
    var lines: [[FontUse]] = [[]]
    var known: [UnsafeMutablePointer<PangoFont>: FontUse] = [:]
    let iterator = pango_layout_get_iter(pango)
    defer { pango_layout_iter_free(iterator) }
    repeat {
      guard let run = pango_layout_iter_get_run(iterator),
        let font = run.pointee.item.pointee.analysis.font
      else {
        // The end of a line is a run that is empty.
        lines.append([])
        continue
      }
      guard let use = known[font] ?? FontUse(font) else { continue }
      known[font] = use
      if !lines[lines.count - 1].contains(use) { lines[lines.count - 1].append(use) }
    } while pango_layout_iter_next_run(iterator) != 0
    lines.removeLast()
    return (
      lines,
      TextWriters(
        fontFiles: runs.fontFiles, missing: runs.missing, substitutes: runs.substitutes)
    )
  }
}

extension FontUse {
  /// The properties of a font that fontconfig's rules decide for drawing.
  private static let decided = [
    FC_INDEX, FC_EMBOLDEN, FC_MATRIX, FC_ANTIALIAS, FC_HINTING, FC_HINT_STYLE, FC_AUTOHINT,
    FC_EMBEDDED_BITMAP, FC_VERTICAL_LAYOUT, FC_FONT_VARIATIONS, FC_FONT_FEATURES, FC_PIXEL_SIZE,
    FC_SPACING, FC_RGBA, FC_LCD_FILTER,
  ]

  /// The font that Pango draws with; nil for none of a file.
  fileprivate init?(_ font: UnsafeMutablePointer<PangoFont>) {
    let pango = UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self)
    guard let pattern = pango_fc_font_get_pattern(pango),
      let path = FontConfiguration.strings(pattern, FC_FILE).first
    else { return nil }
    let objects = FcObjectSetCreate()
    defer { FcObjectSetDestroy(objects) }
    for name in Self.decided { FcObjectSetAdd(objects, name) }
    guard let part = FcPatternFilter(pattern, objects) else { return nil }
    defer { FcPatternDestroy(part) }
    guard let text = FcNameUnparse(part) else { return nil }
    defer { free(text) }
    (file, settings) = (path, String(cString: text))
  }
}

extension TextBlock {
  /// The different characters that are drawn, by their fonts; parts of one font that follow one another are one.
  var characters: [FontChoice: Set<Character>] {
    let bytes = Array(text.utf8)
    var parts: [(font: FontChoice, bytes: [UInt8])] = []
    func add(_ range: Range<Int>, _ font: FontChoice) {
      if range.isEmpty { return }
      if parts.last?.font == font {
        parts[parts.count - 1].bytes += bytes[range]
      } else {
        parts.append((font, Array(bytes[range])))
      }
    }
    var end = 0
    for span in spans where span.bytes.lowerBound >= end && span.bytes.upperBound <= bytes.count {
      add(end..<span.bytes.lowerBound, font)
      add(span.bytes, span.font)
      end = span.bytes.upperBound
    }
    add(end..<bytes.count, font)
    var result: [FontChoice: Set<Character>] = [:]
    for part in parts {
      result[part.font, default: []].formUnion(
        String(decoding: part.bytes, as: UTF8.self).filter(\.isDrawn))
    }
    return result
  }
}
