// SPDX-License-Identifier: Apache-2.0

import Kernels

extension PictureSample {
  /// The sample nearest to `number`.
  @inline(__always)
  init(rounding number: Float) {
    let full = Float(Int32(truncatingIfNeeded: Self.full))
    self.init(truncatingIfNeeded: (clamped(number, full) + 8_388_608).bitPattern)
  }

  /// The sample as a number.
  @inline(__always)
  var amount: Float { Float(Int32(truncatingIfNeeded: self)) }
}

extension SamplePlane {
  /// Between the four samples around (`x`, `y`); the first sample lies at (1/2, 1/2), beyond the edges they go on.
  @inline(__always)
  func sample(_ x: Float, _ y: Float) -> Float {
    let (left, top) = (
      clamped(x - 0.5, Float(width &- 1)), clamped(y - 0.5, Float(height &- 1))
    )
    let (near, row) = (whole(left), whole(top))
    // On a sample itself, where pictures are as they were.
    if (left - near.number).magnitude < 0.001, (top - row.number).magnitude < 0.001 {
      return base[row.index &* stride &+ near.index].amount
    }
    // Half a sample to the left, so that the nearest is the one before; not below 0.
    let (column, line) = (whole(max(left - 0.5, 0)), whole(max(top - 0.5, 0)))
    let (h, v) = (left - column.number, top - line.number)
    let start = base + (line.index &* stride &+ column.index)
    let next = column.index &+ 1 < width ? 1 : 0
    let below = line.index &+ 1 < height ? stride : 0
    let (a, b) = (start[0].amount, start[next].amount)
    let (c, d) = (start[below].amount, start[below &+ next].amount)
    let (upper, lower) = (a + (b - a) * h, c + (d - c) * h)
    return upper + (lower - upper) * v
  }

  /// The same with each sample weighted by what covers it, 0…1: the sum of both products, and that of the covers.
  @inline(__always)
  func seen(_ alpha: SamplePlane?, _ x: Float, _ y: Float) -> (sum: Float, cover: Float) {
    guard let alpha else { return (sample(x, y), 1) }
    let (left, top) = (clamped(x - 0.5, Float(width - 1)), clamped(y - 0.5, Float(height - 1)))
    let (column, line) = (Int(Int32(left)), Int(Int32(top)))
    let (h, v) = (left - Float(column), top - Float(line))
    var (sum, cover): (Float, Float) = (0, 0)
    let (right, bottom) = (min(column + 1, width - 1), min(line + 1, height - 1))
    func add(_ column: Int, _ line: Int, _ weight: Float) {
      let seen = weight * alpha.row(line)[column].amount
      sum += seen * row(line)[column].amount
      cover += seen
    }
    add(column, line, (1 - h) * (1 - v))
    add(right, line, h * (1 - v))
    add(column, bottom, (1 - h) * v)
    add(right, bottom, h * v)
    let part = 1 / Float(Sample.full)
    return (sum * part, cover * part)
  }
}
