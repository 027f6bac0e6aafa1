// SPDX-License-Identifier: Apache-2.0

import Host
import Testing

/// The metadata in files of photos; the files are made here, byte by byte, without pictures.
@Suite struct PhotoMetadataTests {
  // MARK: Files

  /// A TIFF structure, in either order of bytes, with texts in its first directory and in that of EXIF.
  static func tiff(
    isLittle: Bool, _ texts: [(tag: Int, text: [UInt8])], exif: [(tag: Int, text: [UInt8])] = []
  ) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) }
      return isLittle ? bytes : bytes.reversed()
    }
    func directory(at place: Int, _ entries: [(tag: Int, text: [UInt8])], link: Int?) -> [UInt8] {
      let count = entries.count + (link == nil ? 0 : 1)
      var data: [UInt8] = []
      let dataPlace = place + 2 + count * 12 + 4
      var bytes = number(count, 2)
      for entry in entries {
        bytes += number(entry.tag, 2) + number(2, 2) + number(entry.text.count, 4)
        if entry.text.count <= 4 {
          bytes += entry.text + [UInt8](repeating: 0, count: 4 - entry.text.count)
        } else {
          bytes += number(dataPlace + data.count, 4)
          data += entry.text
        }
      }
      if let link {
        bytes += number(0x8769, 2) + number(4, 2) + number(1, 4) + number(link, 4)
      }
      return bytes + number(0, 4) + data
    }
    let head = (isLittle ? Array("II".utf8) : Array("MM".utf8)) + number(42, 2) + number(8, 4)
    if exif.isEmpty { return head + directory(at: 8, texts, link: nil) }
    let size = directory(at: 8, texts, link: 0).count
    return head + directory(at: 8, texts, link: 8 + size) + directory(at: 8 + size, exif, link: nil)
  }

  static func jpeg(_ parts: [(marker: UInt8, bytes: [UInt8])]) -> [UInt8] {
    var file: [UInt8] = [0xFF, 0xD8]
    for (marker, bytes) in parts {
      let size = bytes.count + 2
      file += [0xFF, marker, UInt8(size >> 8), UInt8(size & 0xFF)] + bytes
    }
    return file + [0xFF, 0xDA, 0, 2]
  }

  static func exif(_ tiff: [UInt8]) -> (marker: UInt8, bytes: [UInt8]) {
    (0xE1, Array("Exif\0\0".utf8) + tiff)
  }

  static func iptc(_ fields: [(record: UInt8, number: UInt8, value: [UInt8])]) -> (
    marker: UInt8, bytes: [UInt8]
  ) {
    var data: [UInt8] = []
    for (record, number, value) in fields {
      data += [0x1C, record, number, UInt8(value.count >> 8), UInt8(value.count & 0xFF)] + value
    }
    // Another resource, with a name and an odd size, comes first.
    var bytes = Array("Photoshop 3.0\0".utf8) + Array("8BIM".utf8)
    bytes += [0x03, 0xED, 3, 0x61, 0x62, 0x63, 0, 0, 0, 3, 1, 2, 3, 0]
    bytes += Array("8BIM".utf8) + [4, 4, 0, 0]
    bytes += [0, 0, UInt8(data.count >> 8), UInt8(data.count & 0xFF)] + data
    return (0xED, bytes)
  }

  static func png(_ chunks: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    for (name, bytes) in chunks {
      file += stride(from: 24, through: 0, by: -8).map {
        UInt8(truncatingIfNeeded: bytes.count >> $0)
      }
      file += Array(name.utf8)
      file += bytes + [0, 0, 0, 0]
    }
    return file
  }

  static func webp(_ tiff: [UInt8]) -> [UInt8] {
    var file = Array("RIFF\0\0\0\0WEBPVP8X".utf8)
    file += [3, 0, 0, 0, 1, 2, 3, 0]
    file += Array("EXIF".utf8) + [UInt8(tiff.count & 0xFF), UInt8(tiff.count >> 8), 0, 0] + tiff
    return file
  }

  static let date = Array("2024:05:12 10:11:12\0".utf8)

  // MARK: Tests

  @Test(arguments: [true, false])
  func `EXIF has a description and the date of the exposure`(isLittle: Bool) {
    let tiff = Self.tiff(
      isLittle: isLittle,
      [(0x010E, Array("  The Forum\0".utf8)), (0x0132, Array("2025:01:01 00:00:00\0".utf8))],
      exif: [(0x9003, Self.date)])
    for file in [
      Self.jpeg([(0xE0, Array("JFIF\0".utf8)), Self.exif(tiff)]), tiff,
      Self.png([("IHDR", [1, 2, 3]), ("eXIf", tiff)]),
      Self.webp(tiff),
    ] {
      let notes = PhotoMetadata(of: file)
      #expect(notes.caption == "The Forum")
      #expect(notes.taken == PhotoDate(year: 2024, month: 5, day: 12, hour: 10, minute: 11))
    }
  }

  @Test func `the caption of IPTC goes before that of EXIF`() {
    let tiff = Self.tiff(isLittle: true, [(0x010E, Array("from EXIF\0".utf8))])
    let fields = Self.iptc([
      (1, 90, [0x1B, 0x25, 0x47]), (2, 5, Array("a title".utf8)), (2, 55, Array("20230704".utf8)),
      (2, 60, Array("181500+0200".utf8)), (2, 120, Array("Kraków at dusk".utf8)),
    ])
    let notes = PhotoMetadata(of: Self.jpeg([Self.exif(tiff), fields]))
    #expect(notes.caption == "Kraków at dusk")
    #expect(notes.taken == PhotoDate(year: 2023, month: 7, day: 4, hour: 18, minute: 15))
    let title = PhotoMetadata(of: Self.jpeg([Self.iptc([(2, 5, Array("a title".utf8))])]))
    #expect(title.caption == "a title" && title.taken == nil)
  }

  @Test(arguments: [
    ([0x4B, 0xF6, 0x6C, 0x6E], "Köln"), (Array("Köln".utf8), "Köln"),
    (Array("a\r\nb\u{7}c".utf8), "a\nb c"), (Array("OLYMPUS DIGITAL CAMERA   ".utf8), nil),
    (Array("DCIM\\100GOPRO".utf8), nil), (Array("   ".utf8), nil), ([0, 65], nil),
  ])
  func `texts of EXIF are UTF-8 or Latin-1, and none of the camera`(bytes: [UInt8], text: String?) {
    let tiff = Self.tiff(isLittle: false, [(0x010E, bytes)])
    #expect(PhotoMetadata(of: tiff).caption == text)
  }

  @Test(arguments: [
    "0000:00:00 00:00:00", "    :  :     :  :  ", "2024:13:01 00:00:00", "2024", "",
    "2024:02:30 00:00:00", "2023:02:29 00:00:00", "1900:02:29 00:00:00", "2024:04:31 00:00:00",
  ])
  func `a date that is none is left out`(text: String) {
    let tiff = Self.tiff(isLittle: true, [(0x0132, Array(text.utf8) + [0, 0, 0, 0, 0])])
    #expect(PhotoMetadata(of: tiff).taken == nil)
  }

  @Test func `the date of digitizing goes before that of a change`() {
    let tiff = Self.tiff(
      isLittle: true, [(0x0132, Array("2025:01:01 00:00:00\0".utf8))], exif: [(0x9004, Self.date)])
    #expect(PhotoMetadata(of: tiff).taken?.year == 2024)
  }

  @Test(arguments: [7997, 7998, 7999, 8000])
  func `a long text ends with a whole character`(count: Int) {
    // Three bytes each.
    let text = String(repeating: "a", count: count) + String(repeating: "\u{20AC}", count: 3000)
    let combining = "e" + String(repeating: "\u{301}", count: 9000)
    let tiff = Self.tiff(isLittle: true, [(0x010E, Array(text.utf8))])
    #expect(PhotoMetadata(of: tiff).caption == String(repeating: "a", count: 2000))
    let marks = Self.iptc([
      (1, 90, [0x1B, 0x25, 0x47]),
      (2, 120, Array((String(repeating: "a", count: count % 3) + combining).utf8)),
    ])
    let caption = PhotoMetadata(of: Self.jpeg([marks])).caption
    #expect((7998...8000).contains(caption?.utf8.count ?? 0))
    #expect(caption?.unicodeScalars.contains("\u{FFFD}") == false)
  }

  /// A file that counts the bytes that are read of it.
  private final class Counting: PhotoBytes {
    let bytes: [UInt8]
    var count = 0
    init(_ bytes: [UInt8]) { self.bytes = bytes }
    func bytes(at offset: Int, count: Int) -> [UInt8] {
      let found = bytes.bytes(at: offset, count: count)
      self.count += found.count
      return found
    }
  }

  @Test func `little is read of a file that says the same thing many times`() {
    let text = [UInt8](repeating: 32, count: 8000)
    let tiff = Self.tiff(
      isLittle: true, Array(repeating: (0x010E, text), count: 40),
      exif: Array(repeating: (0x9003, Self.date), count: 40))
    for bytes in [
      Self.png([("IHDR", [1])] + Array(repeating: ("eXIf", tiff), count: 50)),
      Self.jpeg(
        Array(repeating: Self.exif(Self.tiff(isLittle: true, [(0x010E, text)])), count: 100)),
    ] {
      let file = Counting(bytes)
      #expect(PhotoMetadata(of: file).caption == nil)
      #expect(file.count < 20_000)
    }
  }

  @Test func `only the text of PNG with the keyword is read`() {
    let other = Array("Comment\0".utf8) + [UInt8](repeating: 65, count: 1 << 19)
    let file = Counting(
      Self.png(
        Array(repeating: ("tEXt", other), count: 8)
          + [("tEXt", Array("Description\0The Forum".utf8))]))
    #expect(PhotoMetadata(of: file).caption == "The Forum")
    #expect(file.count < 1000)
  }

  @Test func `PNG has texts of its own`() {
    let plain = Self.png([("tEXt", Array("Description\0K".utf8) + [0xF6] + Array("ln".utf8))])
    #expect(PhotoMetadata(of: plain).caption == "Köln")
    let other = Self.png([("iTXt", Array("Description\0\0\0de\0Beschreibung\0Kraków".utf8))])
    #expect(PhotoMetadata(of: other).caption == "Kraków")
  }

  @Test func `a damaged file is read as far as it goes`() {
    let tiff = Self.tiff(
      isLittle: true, [(0x010E, Array("The Forum\0".utf8))], exif: [(0x9003, Self.date)])
    let iptc = Self.iptc([(2, 120, Array("Kraków".utf8)), (2, 55, Array("20230704".utf8))])
    let files = [
      Self.jpeg([Self.exif(tiff), iptc]), tiff,
      Self.png([("eXIf", tiff), ("tEXt", Array("Description\0abc".utf8))]),
    ]
    var seed: UInt64 = 7
    func random(_ bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % bound
    }
    for file in files {
      for count in 0..<file.count { _ = PhotoMetadata(of: Array(file.prefix(count))) }
      for _ in 0..<3000 {
        var damaged = file
        for _ in 0...random(4) { damaged[random(file.count)] = UInt8(random(256)) }
        let caption = PhotoMetadata(of: damaged).caption
        #expect((caption?.count ?? 0) <= 2000)
      }
    }
  }
}
