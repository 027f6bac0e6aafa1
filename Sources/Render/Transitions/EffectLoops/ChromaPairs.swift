// SPDX-License-Identifier: Apache-2.0

import Kernels

/// Both planes of chroma of a picture, with the samples of a place side by side.
///
/// Where places lie all over a picture, reading waits for memory; both samples come with one look at it.
struct ChromaPairs<S: PictureSample> {
  let u, v: SamplePlane<S>
  private let chroma: ChromaFormat
  /// Pairs with the stride of the planes.
  fileprivate let pairs: UnsafeMutablePointer<S.Product>

  /// The planes of `picture`, in memory of `slot`.
  init(_ picture: SampleView<S>, _ scratch: Scratch, _ slot: Scratch.Slot) {
    (u, v, chroma) = (picture.u, picture.v, picture.chroma)
    precondition(u.stride == v.stride, "planes of two forms")
    pairs = scratch.memory(slot, of: S.Product.self, count: u.stride * u.height)
    let bits = S.Product(truncatingIfNeeded: S.bitWidth)
    for y in 0..<u.height {
      let (us, vs, out) = (u.row(y), v.row(y), pairs + y * u.stride)
      for x in 0..<u.width {
        out[x] =
          S.Product(truncatingIfNeeded: us[x]) | S.Product(truncatingIfNeeded: vs[x]) &<< bits
      }
    }
  }

  /// Chroma of the pixels of a row of chroma samples, as of the picture itself.
  func read(
    _ columns: Range<Int>, _ line: Int, _ scale: RGBScale, into numbers: PixelBlock.Chroma
  ) {
    let isHalf = chroma == .half
    let row = pairs + (line * u.stride + columns.lowerBound >> chroma.shift)
    let (us, vs, neutral) = (numbers.u, numbers.v, scale.neutral)
    let bits = S.Product(truncatingIfNeeded: S.bitWidth)
    func number(_ sample: S.Product) -> Float {
      Float(Int32(truncatingIfNeeded: S(truncatingIfNeeded: sample))) - neutral
    }
    if isHalf {
      for x in 0..<(columns.count + 1) / 2 {
        let (u, v) = (number(row[x]), number(row[x] &>> bits))
        (us[2 &* x], us[2 &* x &+ 1]) = (u, u)
        (vs[2 &* x], vs[2 &* x &+ 1]) = (v, v)
      }
    } else {
      for x in 0..<columns.count { (us[x], vs[x]) = (number(row[x]), number(row[x] &>> bits)) }
    }
  }
}

extension PlaneBlock {
  /// Reads `count` samples of both planes, as `read` does of one.
  @inline(__always)
  func read<S: PictureSample>(
    _ planes: ChromaPairs<S>, _ reading: Reading, _ count: Int,
    _ pairs: UnsafeMutablePointer<Float>, into us: UnsafeMutablePointer<Int16>,
    _ vs: UnsafeMutablePointer<Int16>
  ) {
    guard case .between = reading else {
      read(planes.u, reading, count, pairs, into: us)
      read(planes.v, reading, count, pairs, into: vs)
      return
    }
    let upper = UnsafeMutableRawPointer(pairs).assumingMemoryBound(to: S.Packed.self)
    let lower = upper + LookBlock.length
    let base = UnsafeRawPointer(planes.pairs)
    let below = planes.u.stride &* MemoryLayout<S.Product>.stride
    let (across, down, index) = (across, down, index)
    for x in 0..<count {
      let start = base + Int(index[x]) &* MemoryLayout<S.Product>.stride
      upper[x] = start.loadUnaligned(as: S.Packed.self)
      lower[x] = start.loadUnaligned(fromByteOffset: below, as: S.Packed.self)
    }
    for x in 0..<count {
      let (above, below) = (S.between(upper[x], 0, across[x]), S.between(lower[x], 0, across[x]))
      us[x] = above &+ (below &- above).part(down[x])
    }
    for x in 0..<count {
      let (above, below) = (S.between(upper[x], 1, across[x]), S.between(lower[x], 1, across[x]))
      vs[x] = above &+ (below &- above).part(down[x])
    }
  }
}

extension PictureSample {
  /// Between two samples, the first or the second of two pairs that lie side by side, as a fine one.
  @inline(__always)
  fileprivate static func between(_ pairs: Packed, _ which: Int, _ share: Int16) -> Int16 {
    let first = Packed(truncatingIfNeeded: which &* bitWidth)
    let pair = Packed(truncatingIfNeeded: 2 &* bitWidth)
    let left = Int16(truncatingIfNeeded: Self(truncatingIfNeeded: pairs &>> first))
    let right = Int16(truncatingIfNeeded: Self(truncatingIfNeeded: pairs &>> (first &+ pair)))
    let (whole, rise) = (
      Int16(truncatingIfNeeded: fineBits), Int16(truncatingIfNeeded: fineBits &+ 1)
    )
    return (left &<< whole) &+ ((right &- left) &<< rise).high(share)
  }
}
