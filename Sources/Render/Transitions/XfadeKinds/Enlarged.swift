// SPDX-License-Identifier: Apache-2.0

import Kernels

/// The middle of `source`, `seen` of its width and height, enlarged to full size with bilinear interpolation.
func enlarged<S: PictureSample>(
  _ source: SampleView<S>, into made: SampleView<S>, seen: Float, scratch: Scratch
) -> SampleView<S> {
  /// - Parameter format: The subsampling of colour samples; nil for alpha.
  func enlarge(_ from: SamplePlane<S>, into out: SamplePlane<S>, _ format: ChromaFormat?) {
    if let format, let alpha = source.a {
      return enlargeColors(from, into: out, seen, by: Coverage(alpha, format), scratch)
    }
    let columns = scratch.memory(.columns, of: LinearInterpolation.self, count: out.width)
    for x in 0..<out.width { columns[x] = LinearInterpolation(x, of: out.width, seen) }
    for y in 0..<out.height {
      let place = LinearInterpolation(y, of: out.height, seen)
      let (above, below) = (from.row(Int(place.first)), from.row(Int(place.second)))
      let target = out.row(y)
      for x in 0..<out.width {
        let column = columns[x]
        let (left, right) = (Int(column.first), Int(column.second))
        let upper = column.between(above[left], above[right])
        let lower = column.between(below[left], below[right])
        let sum = upper &* (LinearInterpolation.whole &- place.weight) &+ lower &* place.weight
        target[x] = S(
          truncatingIfNeeded: (sum &+ LinearInterpolation.half) >> (2 * LinearInterpolation.bits))
      }
    }
  }
  enlarge(source.y, into: made.y, .full)
  enlarge(source.u, into: made.u, source.chroma)
  enlarge(source.v, into: made.v, source.chroma)
  guard let alpha = made.a else { return made }
  if let opacity = source.a {
    enlarge(opacity, into: alpha, nil)
  } else {
    fill(alpha, with: S.full)
  }
  return made
}

/// Enlarges colour samples weighted by coverage, since those of transparent pixels are meaningless.
private func enlargeColors<S: PictureSample>(
  _ from: SamplePlane<S>, into out: SamplePlane<S>, _ seen: Float, by coverage: Coverage<S>,
  _ scratch: Scratch
) {
  let columns = scratch.memory(.columns, of: LinearInterpolation.self, count: out.width)
  for x in 0..<out.width { columns[x] = LinearInterpolation(x, of: out.width, seen) }
  for y in 0..<out.height {
    let row = LinearInterpolation(y, of: out.height, seen)
    let (above, below) = (Int(row.first), Int(row.second))
    let target = out.row(y)
    for x in 0..<out.width {
      let column = columns[x]
      let (left, right) = (Int(column.first), Int(column.second))
      var (sum, whole) = (0, 0)
      func add(_ x: Int, _ y: Int, _ weight: Int) {
        let weight = weight * coverage.at(x, y)
        sum += weight * Int(from.row(y)[x])
        whole += weight
      }
      add(
        left, above,
        (LinearInterpolation.whole - column.weight) * (LinearInterpolation.whole - row.weight))
      add(right, above, column.weight * (LinearInterpolation.whole - row.weight))
      add(left, below, (LinearInterpolation.whole - column.weight) * row.weight)
      add(right, below, column.weight * row.weight)
      target[x] =
        whole > 0 ? S(clamping: (sum + whole / 2) / whole) : from.row(above)[left]
    }
  }
}

/// The alpha of a luma or chroma sample.
private struct Coverage<S: PictureSample> {
  let alpha: SamplePlane<S>
  let format: ChromaFormat

  init(_ alpha: SamplePlane<S>, _ format: ChromaFormat) {
    (self.alpha, self.format) = (alpha, format)
  }

  func at(_ x: Int, _ y: Int) -> Int {
    if format == .full { return Int(alpha.row(y)[x]) }
    let (right, below) = (min(2 * x + 1, alpha.width - 1), min(2 * y + 1, alpha.height - 1))
    let (first, second) = (alpha.row(2 * y), alpha.row(below))
    return Int(first[2 * x]) + Int(first[right]) + Int(second[2 * x]) + Int(second[right])
  }
}

/// A position between two adjacent samples of a row or a column.
private struct LinearInterpolation {
  /// Number of bits of a weight; the whole is `1 << bits`.
  static let bits = 16
  static let whole = 1 << bits
  static let half = 1 << (2 * bits - 1)

  let first: Int32
  let second: Int32
  /// The weight of the second sample, in units of `1 / whole`.
  let weight: Int

  /// The source position of sample `index` of `length` if only the middle part `seen` is shown.
  init(_ index: Int, of length: Int, _ seen: Float) {
    let middle = Float(length - 1) / 2
    let at = max(0, min(middle + (Float(index) - middle) * seen, Float(length - 1)))
    first = Int32(at)
    second = min(first + 1, Int32(length - 1))
    weight = Int(((at - Float(first)) * Float(LinearInterpolation.whole)).rounded())
  }

  @inline(__always)
  func between<S: PictureSample>(_ a: S, _ b: S) -> Int {
    Int(truncatingIfNeeded: a) &* (LinearInterpolation.whole &- weight) &+ Int(
      truncatingIfNeeded: b)
      &* weight
  }
}
