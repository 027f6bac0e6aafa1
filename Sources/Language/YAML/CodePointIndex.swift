// SPDX-License-Identifier: Apache-2.0

/// Turns libyaml's positions, which count code points, into byte offsets.
///
/// Keeps the offset of every 16th code point, so a look-up takes the same time at any position and for any line length;
/// pure ASCII text needs no table.
struct CodePointIndex {
  private static let stride = 16

  private let base: Int
  private let end: Int
  private let checkpoints: [Int32]

  /// Makes the index of `text[base...]`, which must be valid UTF-8.
  init(text: UnsafeBufferPointer<UInt8>, from base: Int, isASCII: Bool) {
    self.base = base
    self.end = text.count
    guard !isASCII else {
      self.checkpoints = []
      return
    }
    var checkpoints: [Int32] = []
    checkpoints.reserveCapacity((text.count - base) / Self.stride + 1)
    var count = 0
    for offset in base..<text.count where text[offset] & 0xC0 != 0x80 {
      if count % Self.stride == 0 { checkpoints.append(Int32(offset)) }
      count += 1
    }
    self.checkpoints = checkpoints
  }

  /// The offset of the code point `index`; the end of the text if there are fewer.
  func offset(of index: Int, in text: UnsafeBufferPointer<UInt8>) -> Int32 {
    guard !checkpoints.isEmpty else { return Int32(min(base + index, end)) }
    let checkpoint = index / Self.stride
    guard checkpoint < checkpoints.count else { return Int32(end) }
    var offset = Int(checkpoints[checkpoint])
    var left = index % Self.stride
    while left > 0, offset < end {
      offset += 1
      while offset < end, text[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    return Int32(offset)
  }
}
