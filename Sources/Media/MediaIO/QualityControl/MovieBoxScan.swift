// SPDX-License-Identifier: Apache-2.0

import Base
import Glibc
import RenderProtocol

/// Reads the boxes of an MP4 or QuickTime file (ISO/IEC 14496-12) as far as players differ in what they make of them.
///
/// Nothing is trusted: sizes are checked against those of the boxes around, and only so many boxes are looked at.
struct MovieBoxScan {
  private let file: Int32
  private let size: Int64
  private var boxes = MovieBoxes()
  private var left = 20_000
  private var scale: Int64 = 0
  private var mediaScale: Int64 = 0
  private var index: Int64?
  private var media: Int64?

  private static let mostTracks = 64
  private static let mostEdits = 64

  /// The contents of the boxes of the open `file` of `size` bytes; nil if it has none.
  static func boxes(of file: Int32, size: Int64) -> MovieBoxes? {
    var scan = MovieBoxScan(file: file, size: size)
    guard let head = scan.bytes(at: 4, count: 4),
      ["ftyp", "moov", "mdat", "free", "skip", "wide", "styp"].contains(
        String(decoding: head, as: UTF8.self))
    else { return nil }
    scan.readAll(0, size, depth: 0)
    if let index = scan.index, let media = scan.media { scan.boxes.isIndexFirst = index < media }
    return scan.boxes
  }

  private init(file: Int32, size: Int64) {
    self.file = file
    self.size = size
  }

  private mutating func readAll(_ start: Int64, _ end: Int64, depth: Int) {
    guard depth < 8 else { return }
    var place = start
    while place + 8 <= end, left > 0 {
      left -= 1
      guard let head = bytes(at: place, count: 8) else { return }
      var length = Int64(number(head[0..<4]))
      var body = place + 8
      if length == 1 {
        guard let long = bytes(at: place + 8, count: 8), long[0] < 0x40 else { return }
        length = long.reduce(0) { $0 << 8 | Int64($1) }
        body = place + 16
      } else if length == 0 {
        length = end - place
      }
      guard length >= body - place, length <= end - place else { return }
      let name = String(decoding: head[4..<8], as: UTF8.self)
      read(name, at: place, body, place + length, depth: depth)
      place += length
    }
  }

  private mutating func read(
    _ name: String, at place: Int64, _ body: Int64, _ end: Int64, depth: Int
  ) {
    switch name {
    case "ftyp":
      boxes.brand = bytes(at: body, count: 4).map { String(decoding: $0, as: UTF8.self) } ?? ""
    case "moov":
      index = index ?? place
      readAll(body, end, depth: depth + 1)
    case "mdat" where end - body > 0: media = media ?? place
    case "moof": boxes.isFragmented = true
    case "mvhd": scale = timescale(at: body) ?? 0
    case "trak":
      guard boxes.tracks.count < MovieBoxScan.mostTracks else { return }
      boxes.tracks.append(MovieBoxes.Track())
      mediaScale = 0
      // Edits come before the header that has the scale of their starts.
      readAll(body, end, depth: depth + 1)
      settleEdits()
    case "edts", "mdia", "minf", "stbl": readAll(body, end, depth: depth + 1)
    case "mdhd": mediaScale = timescale(at: body) ?? 0
    case "hdlr":
      // Those of metadata have no track.
      guard let last = boxes.tracks.indices.last, boxes.tracks[last].handler.isEmpty,
        let kind = bytes(at: body + 8, count: 4)
      else { return }
      boxes.tracks[last].handler = plain(kind)
    case "stsd":
      guard let last = boxes.tracks.indices.last, let tag = bytes(at: body + 12, count: 4) else {
        return
      }
      boxes.tracks[last].tag = plain(tag)
    case "elst": readEdits(body, end)
    default: break
    }
  }

  private mutating func readEdits(_ body: Int64, _ end: Int64) {
    guard let last = boxes.tracks.indices.last, let head = bytes(at: body, count: 8), scale > 0
    else { return }
    let isLong = head[0] == 1
    let length: Int64 = isLong ? 20 : 12
    let count = min(Int64(number(head[4..<8])), Int64(MovieBoxScan.mostEdits))
    for edit in 0..<count {
      let place = body + 8 + edit * length
      guard place + length <= end, let entry = bytes(at: place, count: Int(length)) else { return }
      let half = isLong ? 8 : 4
      let duration = entry[0..<half].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let raw = entry[half..<(2 * half)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let start = isLong ? Int64(bitPattern: raw) : Int64(Int32(truncatingIfNeeded: raw))
      guard duration < 1 << 60, start < 1 << 60 else { return }
      boxes.tracks[last].edits.append(
        MovieBoxes.Edit(
          duration: Time(Int64(duration), over: scale), start: start < 0 ? nil : Time(start),
          isPlain: entry[(2 * half)...].elementsEqual([0, 1, 0, 0])))
    }
  }

  private mutating func settleEdits() {
    guard let last = boxes.tracks.indices.last else { return }
    for edit in boxes.tracks[last].edits.indices {
      guard let ticks = boxes.tracks[last].edits[edit].start else { continue }
      boxes.tracks[last].edits[edit].start =
        mediaScale > 0 ? Time(ticks.numerator, over: mediaScale) : .zero
    }
  }

  private func timescale(at body: Int64) -> Int64? {
    guard let version = bytes(at: body, count: 1)?.first,
      let scale = bytes(at: body + (version == 1 ? 20 : 12), count: 4)
    else { return nil }
    return Int64(number(scale[0..<4]))
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Four characters, of which those that cannot be shown are left out.
  private func plain(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.filter { (32...126).contains($0) }, as: UTF8.self)
  }

  private func bytes(at place: Int64, count: Int) -> [UInt8]? {
    guard place >= 0, place <= size - Int64(count) else { return nil }
    var buffer = [UInt8](repeating: 0, count: count)
    return pread(file, &buffer, count, off_t(place)) == count ? buffer : nil
  }
}
