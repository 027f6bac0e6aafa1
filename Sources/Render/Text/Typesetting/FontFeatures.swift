// SPDX-License-Identifier: Apache-2.0

import CPango
import RenderProtocol

/// The features of OpenType that are asked for, and those of them that the text's fonts have.
struct FontFeatures {
  /// The tags that are switched on for the text and for each of its spans, as far as no font was found to have them.
  private var wanted: [Int?: [String]] = [:]
  /// The parts of the text that something was written of.
  private var written: Set<Int?> = []
  private var known: [UnsafeMutablePointer<PangoFont>: Set<String>] = [:]

  init(_ block: TextBlock) {
    wanted[nil] = Self.tags(block.font.features)
    for (number, span) in block.spans.enumerated() {
      wanted[number] = Self.tags(span.font.features)
    }
  }

  /// The tags that `features`, as CSS has them, switch on.
  ///
  /// Kerning may be in a table of its own.
  private static func tags(_ features: String) -> [String] {
    features.split(separator: ",").compactMap { setting in
      let parts = setting.split { $0 == "=" || $0 == " " }
      return parts.count == 2 && parts[1] != "0" && parts[0] != "kern" ? String(parts[0]) : nil
    }
  }

  /// Says that `font` writes something of a span, or of the text outside of all.
  mutating func note(_ font: UnsafeMutablePointer<PangoFont>, in span: Int?) {
    written.insert(span)
    guard let tags = wanted[span], !tags.isEmpty else { return }
    let has = known[font] ?? Self.features(of: font)
    known[font] = has
    wanted[span] = tags.filter { !has.contains($0) }
  }

  /// The tags that no font has which writes what they are asked for, each once.
  var lacking: [String] {
    written.flatMap { wanted[$0] ?? [] }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
      .sorted()
  }

  /// The tags of all features of a font.
  private static func features(of font: UnsafeMutablePointer<PangoFont>) -> Set<String> {
    guard let face = hb_font_get_face(pango_font_get_hb_font(font)) else { return [] }
    var found: Set<String> = []
    for table: [UInt8] in [Array("GSUB".utf8), Array("GPOS".utf8)] {
      let tag = table.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      var start: UInt32 = 0
      var tags = [hb_tag_t](repeating: 0, count: 64)
      while true {
        var count = UInt32(tags.count)
        _ = hb_ot_layout_table_get_feature_tags(face, tag, start, &count, &tags)
        for tag in tags.prefix(Int(count)) {
          let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> $0) }
          found.insert(String(decoding: letters, as: UTF8.self))
        }
        start += count
        // A font has at most so many as a table has places for.
        if count < tags.count || start > 65_535 { break }
      }
    }
    return found
  }
}
