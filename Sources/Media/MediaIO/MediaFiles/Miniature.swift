// SPDX-License-Identifier: Apache-2.0

import Base
import Glibc

/// A file of a picture cut down to a few pixels: all that it says of its picture is there, but hardly any of the picture.
///
/// A decoder finds in it the format, the colour and the orientation that it finds in the whole file, for next to nothing.
/// There is none of a file in which anything is unusual, or which is cut off, or which has fewer data than its picture
/// needs: that has to be decoded to be known.
struct Miniature {
  /// The size of the picture in the whole file.
  let size: PixelSize
  /// The small file.
  let bytes: [UInt8]
  /// True if its few pixels are sound, so that any complaint of a decoder holds for the whole file,
  /// too.
  let isSound: Bool

  /// Files that say more beside their picture are decoded.
  private static let headLimit = 1 << 20
  /// PNG files of more chunks are decoded.
  private static let chunkLimit = 10_000

  private init(size: PixelSize, bytes: [UInt8], isSound: Bool) {
    (self.size, self.bytes, self.isSound) = (size, bytes, isSound)
  }

  /// Returns true if libav makes images of `size` at all (`av_image_check_size2`).
  private static func isPossible(_ size: PixelSize) -> Bool {
    let area = (size.width + 128).multipliedReportingOverflow(by: size.height + 128)
    return !area.overflow && area.partialValue < Int(Int32.max) / 8
  }

  /// That of `file`; nil for a kind of which there are none.
  init?(_ kind: ImageKind, of file: [UInt8]) {
    switch kind {
    case .jpeg: self.init(jpeg: file)
    case .png: self.init(png: file)
    case .webp, .bmp, .tiff, .svg, .avif, .gif: return nil
    }
  }
}

// MARK: - JPEG

/// Markers of JPEG (ITU T.81, table B.1).
private enum Marker {
  /// Frames of 8 bits a sample with Huffman codes: baseline, extended and progressive.
  static let frames: ClosedRange<UInt8> = 0xC0...0xC2
  static let huffmanTables: UInt8 = 0xC4
  static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
  static let start: UInt8 = 0xD8
  static let end: UInt8 = 0xD9
  static let scan: UInt8 = 0xDA
  static let quantization: UInt8 = 0xDB
  static let restartInterval: UInt8 = 0xDD
  static let applications: ClosedRange<UInt8> = 0xE0...0xEF
  static let comment: UInt8 = 0xFE
}

extension Miniature {
  /// Everything up to the first scan, of which nothing is left, in a frame of 16x16.
  private init?(jpeg file: [UInt8]) {
    guard file.starts(with: [0xFF, Marker.start]) else { return nil }
    var size: PixelSize?
    var head: [UInt8]?
    var frame = 0
    var place = 2
    var scanned = 0
    while true {
      // Without an end it is cut off.
      guard let marker = Miniature.marker(in: file, at: &place) else { return nil }
      if marker == Marker.end { break }
      guard let count = Miniature.number(in: file, at: place, bytes: 2), count >= 2,
        place + count <= file.count
      else { return nil }
      switch marker {
      case Marker.frames:
        // Size, bits, height and width, number of components.
        guard size == nil, count >= 8, file[place + 2] == 8,
          let height = Miniature.number(in: file, at: place + 3, bytes: 2), height > 0,
          let width = Miniature.number(in: file, at: place + 5, bytes: 2), width > 0
        else { return nil }
        size = PixelSize(width, height)
        frame = place
      case Marker.scan:
        guard size != nil else { return nil }
        guard place + count <= Miniature.headLimit || head != nil else { return nil }
        if head == nil { head = Array(file[..<(place + count)]) }
        guard let end = Miniature.endOfScan(in: file, from: place + count) else { return nil }
        scanned += end - place - count
        place = end
        continue
      case Marker.applications:
        // What comes after a scan would be lost.
        guard head == nil else { return nil }
      case Marker.huffmanTables, Marker.quantization, Marker.restartInterval, Marker.comment: break
      default: return nil
      }
      place += count
    }
    // Each block of 8x8 takes a bit at least.
    guard let size, var head, Miniature.isPossible(size),
      scanned >= (size.width / 8) * (size.height / 8) / 8
    else { return nil }
    head.replaceSubrange((frame + 3)..<(frame + 7), with: [0, 16, 0, 16])
    self.init(
      size: size, bytes: head + [UInt8](repeating: 0, count: 64) + [0xFF, Marker.end],
      isSound: false)
  }

  /// The marker at `place`, which goes behind it; nil for anything else.
  private static func marker(in file: [UInt8], at place: inout Int) -> UInt8? {
    guard place < file.count, file[place] == 0xFF else { return nil }
    // There may be several of the first byte.
    while place < file.count, file[place] == 0xFF { place += 1 }
    guard place < file.count else { return nil }
    place += 1
    return file[place - 1]
  }

  /// The place of the marker that ends the scan whose data begin at `start`.
  private static func endOfScan(in file: [UInt8], from start: Int) -> Int? {
    file.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      var place = start
      while place < bytes.count,
        let found = memchr(base + place, 0xFF, bytes.count - place)
      {
        place = UnsafeRawPointer(found) - base
        guard place + 1 < bytes.count else { return nil }
        let next = bytes[place + 1]
        if next == 0 || Marker.restarts.contains(next) {
          place += 2
        } else if next == 0xFF {
          place += 1
        } else {
          return place
        }
      }
      return nil
    }
  }

  /// The number in so many bytes at `place`, the first of which counts most.
  private static func number(in file: [UInt8], at place: Int, bytes count: Int) -> Int? {
    guard place >= 0, place + count <= file.count else { return nil }
    return file[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
  }
}

// MARK: - PNG

extension Miniature {
  /// All chunks but those of the picture, which has one pixel.
  private init?(png file: [UInt8]) {
    var (place, size, pixel): (Int, PixelSize?, [UInt8]) = (8, nil, [])
    var bytes = Array(file.prefix(8))
    var (picture, hasPicture, needed) = (0, false, 0)
    for _ in 0..<Miniature.chunkLimit {
      guard let count = Miniature.number(in: file, at: place, bytes: 4),
        place + 12 + count <= file.count
      else { return nil }
      let data = file[(place + 8)..<(place + 8 + count)]
      let whole = file[place..<(place + 12 + count)]
      switch Array(file[(place + 4)..<(place + 8)]) {
      case Array("IHDR".utf8):
        guard size == nil, let header = Header(data) else { return nil }
        guard Miniature.isPossible(header.size) else { return nil }
        size = header.size
        needed = header.size.width * header.bitsPerPixel / 8 * header.size.height
        pixel = [UInt8](repeating: 0, count: 1 + (header.bitsPerPixel + 7) / 8)
        // Not interlaced.
        let small: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1] + data.dropFirst(8).prefix(4) + [0]
        bytes += Miniature.chunk("IHDR", small)
      case Array("IDAT".utf8):
        guard size != nil else { return nil }
        if !hasPicture { bytes += Miniature.chunk("IDAT", Miniature.stored(pixel)) }
        hasPicture = true
        picture += count
      case Array("IEND".utf8):
        // Deflate makes of a byte 1032 at most.
        guard let size, hasPicture, picture >= needed / 1032 else { return nil }
        self.init(size: size, bytes: bytes + whole, isSound: true)
        return
      default:
        guard size != nil, bytes.count + count <= Miniature.headLimit else { return nil }
        bytes += whole
      }
      place += 12 + count
    }
    return nil
  }

  /// The first chunk of PNG (third edition, 11.2.1).
  private struct Header {
    var size: PixelSize
    var bitsPerPixel: Int

    init?(_ bytes: ArraySlice<UInt8>) {
      let data = Array(bytes)
      guard data.count == 13, let width = number(in: data, at: 0, bytes: 4),
        let height = number(in: data, at: 4, bytes: 4), (1..<1 << 31).contains(width),
        (1..<1 << 31).contains(height)
      else { return nil }
      let samples: Int
      switch (data[9], data[8]) {
      case (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (3, 1), (3, 2), (3, 4), (3, 8): samples = 1
      case (4, 8), (4, 16): samples = 2
      case (2, 8), (2, 16): samples = 3
      case (6, 8), (6, 16): samples = 4
      default: return nil
      }
      size = PixelSize(width, height)
      bitsPerPixel = samples * Int(data[8])
    }
  }

  /// `bytes` in the form of zlib, not compressed (RFC 1950, RFC 1951).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return [0x78, 0x01, 1, UInt8(count & 255), UInt8(count >> 8)]
      + [UInt8(~count & 255), UInt8(~count >> 8)] + bytes + bigEndian(b << 16 | a)
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    var crc = ~UInt32(0)
    for byte in body {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return bigEndian(UInt32(data.count)) + body + bigEndian(~crc)
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
