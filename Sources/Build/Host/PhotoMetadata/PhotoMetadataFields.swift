// SPDX-License-Identifier: Apache-2.0

/// The notes found in the parts of a file, before one of each is chosen.
struct PhotoMetadataFields {
  /// IPTC's caption, headline and title.
  var caption: String?
  var headline: String?
  var title: String?
  /// The description of EXIF or PNG.
  var description: String?
  /// The times of the photo: when it was taken, when its contents were created (IPTC), when it was digitized, and when the file was
  /// changed.
  var original: PhotoDate?
  var created: PhotoDate?
  var digitized: PhotoDate?
  var changed: PhotoDate?

  /// No file has more parts before its picture.
  private static let partLimit = 1000
  /// Photoshop divides its resources into no more parts.
  private static let resourceLimit = 16
  /// A part with more bytes has no notes.
  private static let sizeLimit = 1 << 20

  /// The keyword of the text of PNG that is a caption.
  private static let keyword = Array("Description\0".utf8)

  /// The number in `bytes`, the first of which counts most unless it `isLittle`.
  static func number(_ bytes: ArraySlice<UInt8>, _ isLittle: Bool = false) -> Int {
    isLittle
      ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// The parts of a JPEG file before its picture (ITU T.81, annex B).
  mutating func readJPEG(_ file: some PhotoBytes) {
    var place = 2
    var (hasEXIF, resources) = (false, 0)
    for _ in 0..<PhotoMetadataFields.partLimit {
      let header = file.bytes(at: place, count: 4)
      guard header.count == 4, header[0] == 0xFF else { return }
      let marker = header[1]
      if marker == 0xFF {
        place += 1
        continue
      }
      // The picture, or the end.
      if marker == 0xDA || marker == 0xD9 { return }
      let size = PhotoMetadataFields.number(header[2...])
      guard size >= 2 else { return }
      let (start, count) = (place + 4, size - 2)
      if marker == 0xE1, !hasEXIF, file.bytes(at: start, count: 6) == Array("Exif\0\0".utf8) {
        hasEXIF = true
        readTIFF(PhotoWindow(file, from: start + 6, count: count - 6))
      } else if marker == 0xED, resources < PhotoMetadataFields.resourceLimit {
        resources += 1
        let bytes = file.bytes(at: start, count: count)
        let name = Array("Photoshop 3.0\0".utf8)
        if bytes.starts(with: name) { readResources(bytes.dropFirst(name.count)) }
      }
      place += 2 + size
    }
  }

  /// The chunks of a PNG file (PNG 1.2 and its extensions).
  mutating func readPNG(_ file: some PhotoBytes) {
    var place = 8
    var hasEXIF = false
    for _ in 0..<PhotoMetadataFields.partLimit {
      let header = file.bytes(at: place, count: 8)
      guard header.count == 8 else { return }
      let size = PhotoMetadataFields.number(header[..<4])
      let name = String(decoding: header[4...], as: UTF8.self)
      if name == "eXIf", !hasEXIF {
        hasEXIF = true
        readTIFF(PhotoWindow(file, from: place + 8, count: size))
      } else if name == "tEXt" || name == "iTXt", description == nil,
        size <= PhotoMetadataFields.sizeLimit,
        file.bytes(at: place + 8, count: PhotoMetadataFields.keyword.count)
          == PhotoMetadataFields.keyword
      {
        let text = file.bytes(at: place + 8, count: size)
        readText(text.dropFirst(PhotoMetadataFields.keyword.count), isInternational: name == "iTXt")
      } else if name == "IEND" {
        return
      }
      place += 12 + size
    }
  }

  /// Reads the rest of a PNG text after its keyword: of an international one its compression flag,
  /// its language and translation, then the text.
  private mutating func readText(_ bytes: ArraySlice<UInt8>, isInternational: Bool) {
    guard isInternational else {
      description = NoteText(Array(bytes)).text
      return
    }
    guard bytes.first == 0 else { return }
    let rest = bytes.dropFirst(2).split(
      separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    if rest.count == 3 { description = NoteText(Array(rest[2])).text }
  }

  /// The chunks of a WebP file.
  mutating func readWebP(_ file: some PhotoBytes) {
    var place = 12
    var hasEXIF = false
    for _ in 0..<PhotoMetadataFields.partLimit {
      let header = file.bytes(at: place, count: 8)
      guard header.count == 8 else { return }
      let size = PhotoMetadataFields.number(header[4...], true)
      if header.starts(with: "EXIF".utf8), !hasEXIF {
        hasEXIF = true
        // Some write the name that EXIF has in JPEG before it.
        let isNamed = file.bytes(at: place + 8, count: 6) == Array("Exif\0\0".utf8)
        let skipped = isNamed ? 6 : 0
        readTIFF(PhotoWindow(file, from: place + 8 + skipped, count: size - skipped))
      }
      place += 8 + size + size % 2
    }
  }
}
