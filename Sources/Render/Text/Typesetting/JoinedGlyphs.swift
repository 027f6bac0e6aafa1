// SPDX-License-Identifier: Apache-2.0

/// Scripts whose letters are joined, which no space may part.
enum JoinedGlyphs {
  /// The blocks of Arabic, Syriac, N'Ko, Mandaic, Mongolian, Phags-pa, Manichaean, Psalter Pahlavi, Hanifi Rohingya,
  /// Sogdian and Adlam.
  private static let blocks: [ClosedRange<UInt32>] = [
    0x600...0x77f, 0x7c0...0x7ff, 0x840...0x8ff, 0x1800...0x18af, 0xa840...0xa87f,
    0xfb50...0xfdff, 0xfe70...0xfefc, 0x10ac0...0x10aff, 0x10b80...0x10baf, 0x10d00...0x10d3f,
    0x10f30...0x10f6f, 0x11660...0x1167f, 0x1e900...0x1e95f,
  ]

  /// The bytes of `text` that hold such letters, with the marks on them.
  static func ranges(in text: String) -> [Range<Int>] {
    var (ranges, offset): ([Range<Int>], Int) = ([], 0)
    for scalar in text.unicodeScalars {
      let next = offset + UTF8.width(scalar)
      if scalar.value >= 0x600 {
        let isMark = scalar.properties.generalCategory == .nonspacingMark || scalar == "\u{200d}"
        let touches = ranges.last?.upperBound == offset
        if blocks.contains(where: { $0.contains(scalar.value) }) || isMark && touches {
          if touches {
            ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<next
          } else {
            ranges.append(offset..<next)
          }
        }
      }
      offset = next
    }
    return ranges
  }
}
