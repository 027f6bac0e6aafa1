// SPDX-License-Identifier: Apache-2.0

package import Kernels

/// Writes `plane` with rows for columns into `other`.
@_specialize(where S == UInt8)
@_specialize(where S == UInt16)
package func writeColumns<S: PictureSample>(of plane: SamplePlane<S>, into other: SamplePlane<S>) {
  precondition(
    plane.width == other.height && plane.height == other.width, "a plane of another form")
  // As many samples as a word has, of as many rows, are a square.
  let size = MemoryLayout<UInt64>.size / MemoryLayout<S>.size
  let (columns, rows) = (plane.width / size * size, plane.height / size * size)
  withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 8) { words in
    guard let words = words.baseAddress else { return }
    for y in stride(from: 0, to: rows, by: size) {
      for x in stride(from: 0, to: columns, by: size) {
        for i in 0..<size {
          words[i] =
            UnsafeRawPointer(plane.row(y &+ i) + x).loadUnaligned(as: UInt64.self)
            .littleEndian
        }
        turn(words, size, bits: S.bitWidth)
        for i in 0..<size {
          UnsafeMutableRawPointer(other.row(x &+ i) + y)
            .storeBytes(of: words[i].littleEndian, as: UInt64.self)
        }
      }
    }
  }
  func copy(_ columns: Range<Int>, _ rows: Range<Int>) {
    for x in columns {
      let out = other.row(x)
      for y in rows { out[y] = plane.row(y)[x] }
    }
  }
  copy(columns..<plane.width, 0..<plane.height)
  copy(0..<columns, rows..<plane.height)
}

/// Turns a square of samples of `bits` bits in as many words as a word has of them: halves change places, then halves of those.
@inline(__always)
private func turn(_ words: UnsafeMutablePointer<UInt64>, _ size: Int, bits: Int) {
  func swap(_ apart: Int) {
    let shift = UInt64(truncatingIfNeeded: apart &* bits)
    // The lower one of each two parts.
    let mask: UInt64 =
      shift == 8
      ? 0x00FF_00FF_00FF_00FF : shift == 16 ? 0x0000_FFFF_0000_FFFF : 0x0000_0000_FFFF_FFFF
    for i in 0..<size where i & apart == 0 {
      let (a, b) = (words[i], words[i | apart])
      let change = (a &>> shift ^ b) & mask
      words[i | apart] = b ^ change
      words[i] = a ^ change &<< shift
    }
  }
  if size == 8 { swap(4) }
  swap(2)
  swap(1)
}
