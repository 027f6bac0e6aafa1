// SPDX-License-Identifier: Apache-2.0

/// Boxes of ISO base media files (ISO/IEC 14496-12), as bytes.
struct MediaBoxes {
  private(set) var bytes: [UInt8] = []

  /// No boxes yet.
  init() {}

  /// Adds a box of `type` with what `fill` adds.
  mutating func box(_ type: String, _ fill: (inout MediaBoxes) -> Void) {
    let start = bytes.count
    add(UInt32(0))
    bytes += Array(type.utf8)
    fill(&self)
    set(UInt32(bytes.count - start), at: start)
  }

  /// Adds a box of `type` with a version and flags before what `fill` adds.
  mutating func box(
    _ type: String, version: UInt8, flags: UInt32 = 0, _ fill: (inout MediaBoxes) -> Void
  ) {
    box(type) { boxes in
      boxes.add(UInt32(version) << 24 | flags)
      fill(&boxes)
    }
  }

  /// Adds a number, the most significant byte first.
  mutating func add<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }

  /// Adds characters.
  mutating func add(_ text: String) { bytes += Array(text.utf8) }

  /// Replaces the number at the byte `offset`.
  mutating func set(_ number: UInt32, at offset: Int) {
    for index in 0..<4 {
      bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32(index)))
    }
  }

  /// The boxes of the types `wanted` that stand at the top of `file`, one after the other, and their number.
  static func only(_ wanted: Set<String>, of file: [UInt8]) -> (bytes: [UInt8], count: Int) {
    var (result, count, offset) = ([UInt8](), 0, 0)
    while offset + 8 <= file.count {
      let size = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      guard size >= 8, offset + size <= file.count else { break }
      if wanted.contains(String(decoding: file[offset + 4..<offset + 8], as: UTF8.self)) {
        result += file[offset..<offset + size]
        count += 1
      }
      offset += size
    }
    return (result, count)
  }

  /// The content of the first box of one of the types `wanted`, wherever in `bytes` it is; empty if
  /// there is none.
  static func content(of wanted: Set<String>, in bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 8 else { return [] }
    for offset in 4...(bytes.count - 4)
    where wanted.contains(String(decoding: bytes[offset..<offset + 4], as: UTF8.self)) {
      let size = bytes[offset - 4..<offset].reduce(0) { $0 << 8 | Int($1) }
      let end = offset - 4 + size
      if size >= 8, end <= bytes.count { return Array(bytes[(offset + 4)..<end]) }
    }
    return []
  }
}
