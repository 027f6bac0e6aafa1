// SPDX-License-Identifier: Apache-2.0

/// The types of the messages in an SEI NAL unit (ITU-T H.264, 7.3.2.3.1; H.265, 7.3.5).
struct SupplementalMessages: Sequence, IteratorProtocol {
  private var reader: RBSPReader
  private let size: Int

  /// The messages of `unit`, whose header has `headerBytes` bytes.
  init(_ unit: UnsafeRawBufferPointer, headerBytes: Int) {
    reader = RBSPReader(unit)
    size = unit.count
    for _ in 0..<headerBytes { _ = reader.bits(8) }
  }

  /// True if a message gives the display orientation (type 47), which the output's container stores
  /// for all pictures.
  var turnsPictures: Bool { contains(47) }

  mutating func next() -> Int? {
    let (type, count) = (number(), number())
    guard !reader.isDamaged, count <= size else { return nil }
    for _ in 0..<count { _ = reader.bits(8) }
    return reader.isDamaged ? nil : type
  }

  /// A number coded as bytes of 255 and a last byte below 255.
  private mutating func number() -> Int {
    var sum = 0
    while !reader.isDamaged {
      let byte = reader.bits(8)
      sum += byte
      if byte < 255 { break }
    }
    return sum
  }
}
