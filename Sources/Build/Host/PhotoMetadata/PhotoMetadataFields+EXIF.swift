// SPDX-License-Identifier: Apache-2.0

extension PhotoMetadataFields {
  /// The tags of EXIF that say something of the photo.
  private enum Tag: Int {
    case description = 0x010E
    case changed = 0x0132
    case exif = 0x8769
    case original = 0x9003
    case digitized = 0x9004
  }

  /// An entry of a directory of TIFF.
  private struct Entry {
    var tag: Int
    var type: Int
    var count: Int
    /// The last four of its twelve bytes: the value, or where it is.
    var value: [UInt8]
  }

  /// No directory has more entries.
  private static let entryLimit = 512
  /// No text is read beyond so many bytes, which are more than a note keeps.
  private static let textLimit = 8192

  /// The texts and dates in a TIFF file, or in EXIF, which is one (TIFF 6.0; Exif 2.32, 4.6).
  mutating func readTIFF(_ window: PhotoWindow) {
    guard let header = window.bytes(at: 0, count: 8) else { return }
    let isLittle: Bool
    switch header[..<4] {
    case [0x49, 0x49, 0x2A, 0x00]: isLittle = true
    case [0x4D, 0x4D, 0x00, 0x2A]: isLittle = false
    default: return
    }
    let entries = Self.directory(at: Self.number(header[4...], isLittle), window, isLittle)
    // A directory has each tag once; of more the first counts, so that little is read of any file.
    func text(_ tag: Tag, in entries: [Entry]) -> [UInt8]? {
      entries.first { $0.tag == tag.rawValue }.flatMap { Self.text($0, window, isLittle) }
    }
    if description == nil, let bytes = text(.description, in: entries) {
      let found = NoteText(bytes)
      if !found.isOfCamera { description = found.text }
    }
    changed = changed ?? text(.changed, in: entries).flatMap { PhotoDate(digits: $0) }
    guard let link = entries.first(where: { $0.tag == Tag.exif.rawValue && $0.type == 4 }) else {
      return
    }
    let more = Self.directory(at: Self.number(link.value[...], isLittle), window, isLittle)
    original = original ?? text(.original, in: more).flatMap { PhotoDate(digits: $0) }
    digitized = digitized ?? text(.digitized, in: more).flatMap { PhotoDate(digits: $0) }
  }

  private static func directory(
    at place: Int, _ window: PhotoWindow, _ isLittle: Bool
  ) -> [Entry] {
    guard let head = window.bytes(at: place, count: 2) else { return [] }
    let count = min(number(head[...], isLittle), entryLimit)
    guard let bytes = window.bytes(at: place + 2, count: count * 12) else { return [] }
    return (0..<count).map { index in
      let entry = bytes[(index * 12)..<(index * 12 + 12)]
      let start = entry.startIndex
      return Entry(
        tag: number(entry.prefix(2), isLittle),
        type: number(entry[(start + 2)..<(start + 4)], isLittle),
        count: number(entry[(start + 4)..<(start + 8)], isLittle), value: Array(entry.suffix(4)))
    }
  }

  /// The bytes of a text; some write UTF-8 as bytes (types 1, 7) or as Exif 3.0's type for it (129).
  private static func text(
    _ entry: Entry, _ window: PhotoWindow, _ isLittle: Bool
  ) -> [UInt8]? {
    guard [1, 2, 7, 129].contains(entry.type), entry.count > 0 else { return nil }
    if entry.count <= 4 { return Array(entry.value.prefix(entry.count)) }
    let count = min(entry.count, textLimit)
    return window.bytes(at: number(entry.value[...], isLittle), count: count)
  }
}
