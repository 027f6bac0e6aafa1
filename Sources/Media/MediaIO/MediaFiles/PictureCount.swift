// SPDX-License-Identifier: Apache-2.0

package import RenderProtocol

/// Returns true if the file at `path` has a second frame: an animated GIF, or JPEG and PNG files
/// one after the other, which is the form of a raw stream of them.
package func hasSecondPicture(_ kind: ImageKind, _ path: String) throws(RenderFailure) -> Bool {
  var count = 1 << 16
  while true {
    let head = try fileHead(path, count: count)
    let answer: Bool? =
      switch kind {
      case .gif: isAnimatedGIF(head)
      case .jpeg: isFilm(ofJPEGs: head)
      case .png: isFollowed(head, after: endOfPNG(head), by: [0x89, 0x50, 0x4e, 0x47])
      case .webp, .bmp, .tiff, .svg, .avif: false
      }
    if let answer { return answer }
    // Cut off, or larger than a picture of a film.
    if head.count < count || count >= 1 << 26 { return false }
    count <<= 5
  }
}

/// Returns true if `start` follows at `end`; nil if that lies beyond what was read.
private func isFollowed(_ bytes: [UInt8], after end: Int?, by start: [UInt8]) -> Bool? {
  guard let end else { return nil }
  guard end >= 0 else { return false }
  return end + start.count <= bytes.count ? bytes[end...].starts(with: start) : nil
}

/// Returns true if a JPEG is followed by another one of its size; nil if that is not known from the
/// first bytes.
///
/// Cameras put smaller pictures behind a photo.
private func isFilm(ofJPEGs bytes: [UInt8]) -> Bool? {
  let end = endOfJPEG(bytes)
  let answer = isFollowed(bytes, after: end, by: [0xff, 0xd8, 0xff])
  guard answer == true, let end else { return answer }
  guard let second = sizeOfJPEG(bytes[end...]) else { return bytes.count < 1 << 26 ? nil : false }
  return sizeOfJPEG(bytes[...]) == second
}

/// The bytes of the height and the width of a picture.
private func sizeOfJPEG(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
  var place = bytes.startIndex + 2
  while place + 9 <= bytes.endIndex, bytes[place] == 0xff {
    let marker = bytes[place + 1]
    let isFrame = (0xc0...0xcf).contains(marker) && ![0xc4, 0xc8, 0xcc].contains(marker)
    if isFrame { return Array(bytes[(place + 5)..<place + 9]) }
    place += 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
  }
  return nil
}

/// Where the first picture ends; -1 where another one may follow that belongs to it, as in files of several pictures (CIPA DC-007).
private func endOfJPEG(_ bytes: [UInt8]) -> Int? {
  var place = 2
  while place + 4 <= bytes.count {
    guard bytes[place] == 0xff else { return -1 }
    let marker = bytes[place + 1]
    if marker == 0xd9 { return place + 2 }
    if marker == 0xff {
      place += 1
      continue
    }
    let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
    if marker == 0xe2, place + 7 < bytes.count, bytes[(place + 4)...].starts(with: [77, 80, 70]) {
      return -1
    }
    place += 2 + length
    guard marker == 0xda else { continue }
    // Coded data, in which a marker is no restart and no stuffed byte.
    while place + 1 < bytes.count,
      bytes[place] != 0xff || bytes[place + 1] == 0 || (0xd0...0xd7).contains(bytes[place + 1])
    {
      place += 1
    }
  }
  return place + 2 == bytes.count && bytes[place...] == [0xff, 0xd9] ? place + 2 : nil
}

private func endOfPNG(_ bytes: [UInt8]) -> Int? {
  var place = 8
  while place + 12 <= bytes.count {
    let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    let isEnd = bytes[(place + 4)..<place + 8] == [0x49, 0x45, 0x4e, 0x44]
    place += 12 + length
    if isEnd { return place }
  }
  return nil
}

/// Returns true if a GIF has more than one frame; nil if that is not known from its first bytes.
private func isAnimatedGIF(_ bytes: [UInt8]) -> Bool? {
  guard bytes.count > 13 else { return nil }
  func table(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
  var place = 13 + table(bytes[10])
  var pictures = 0
  while place + 10 < bytes.count {
    switch bytes[place] {
    case 0x21: place += 2
    case 0x2c:
      pictures += 1
      if pictures > 1 { return true }
      place += 11 + table(bytes[place + 9])
    default: return false
    }
    while place < bytes.count, bytes[place] != 0 { place += 1 + Int(bytes[place]) }
    place += 1
  }
  return place < bytes.count && bytes[place] == 0x3b ? false : nil
}
