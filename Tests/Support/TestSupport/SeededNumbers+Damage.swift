// SPDX-License-Identifier: Apache-2.0

extension SeededNumbers {
  /// `bytes` with up to six changes of bytes, bits or length, or insertions of possible escapes.
  package mutating func spoiled(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &self) where !bytes.isEmpty {
      let at = Int.random(in: 0..<bytes.count, using: &self)
      switch Int.random(in: 0..<4, using: &self) {
      case 0: bytes[at] = UInt8.random(in: 0...255, using: &self)
      case 1: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &self)
      case 2: bytes.removeSubrange(at...)
      default: bytes.insert(contentsOf: [0, 0, 3], at: at)
      }
    }
    return bytes
  }
}
