// SPDX-License-Identifier: Apache-2.0

import Kernels

/// A plane of numbers, whose rows go on with their first and last numbers for some way.
struct NumberPlane {
  let width, height: Int
  private let margin, stride: Int
  private let numbers: UnsafeMutablePointer<Float>

  /// A plane in memory for as many numbers as it asks for.
  init(_ width: Int, _ height: Int, margin: Int, in memory: (Int) -> UnsafeMutablePointer<Float>) {
    (self.width, self.height, self.margin) = (width, height, margin)
    stride = width + 2 * margin
    // The last row is there twice, for what lies between it and the next.
    numbers = memory(stride * (height + 1))
  }

  /// The numbers of row `y`; above and below are the first and the last one.
  func row(_ y: Int) -> UnsafeMutablePointer<Float> {
    numbers + (min(max(y, 0), height - 1) * stride + margin)
  }

  /// Lets row `y` go on beyond its ends.
  func extend(_ y: Int) {
    let row = row(y)
    (row - margin).update(repeating: row[0], count: margin)
    (row + width).update(repeating: row[width - 1], count: margin)
    if y == height - 1 { (row - margin + stride).update(from: row - margin, count: stride) }
  }

  /// Writes it times `scale`, or divided by what covers it.
  func write<S: PictureSample>(
    to plane: SamplePlane<S>, over cover: NumberPlane?, times scale: Float
  ) {
    for y in 0..<height {
      let (out, numbers) = (plane.row(y), row(y))
      if let cover = cover?.row(y) {
        for x in 0..<width {
          out[x] = S(rounding: cover[x] > 1e-6 ? numbers[x] / cover[x] * scale : 0)
        }
      } else {
        for x in 0..<width { out[x] = S(rounding: numbers[x] * scale) }
      }
    }
  }

  /// Writes it after `pass` into `out`; its numbers are those of samples of `step` pixels.
  ///
  /// Where it is turned, it needs memory for as many fine samples as it asks for, of which one sample has `fine`.
  func blur(
    _ pass: BlurPlan.Pass, step: Int, into out: NumberPlane, fine: Float,
    in memory: (Int) -> UnsafeMutablePointer<Int16>
  ) {
    // Samples of 4:2:0 lie at the left one of two pixels.
    let left: Float = step == 2 ? 0.25 : 0
    func place(_ p: Point) -> Point { Point(p.x * Float(width) + left, p.y * Float(height)) }
    switch pass {
    case .offsets(let offsets):
      sum(offsets.map { Point($0.x * Float(width), $0.y * Float(height)) }, into: out)
    case .scales(let center, let factors): sum(factors, about: place(center), into: out)
    case .turns(let center, let factors):
      FinePlane(self, fine, in: memory).turn(
        factors, about: place(center), left: left, into: out)
    }
    for y in 0..<height { out.extend(y) }
  }

  /// The mean of the samples at offsets to the right and down.
  private func sum(_ offsets: [Point], into out: NumberPlane) {
    var taps: [Int: [Int: Float]] = [:]
    for offset in offsets {
      let (x, y) = (offset.x.rounded(.down), offset.y.rounded(.down))
      let (h, v) = (offset.x - x, offset.y - y)
      for (dx, dy, weight) in [
        (0, 0, (1 - h) * (1 - v)), (1, 0, h * (1 - v)), (0, 1, (1 - h) * v), (1, 1, h * v),
      ] where weight > 0.0001 {
        let column = min(max(Int(x) + dx, -margin), margin)
        taps[Int(y) + dy, default: [:]][column, default: 0] += weight / Float(offsets.count)
      }
    }
    let rows = taps.sorted { $0.key < $1.key }.map { line, columns in
      (line: line, columns: columns.sorted { $0.key < $1.key })
    }
    for y in 0..<height {
      let target = out.row(y)
      target.update(repeating: 0, count: width)
      for (line, columns) in rows {
        let source = row(y + line)
        for (column, weight) in columns { add(source + column, weight, to: target) }
      }
    }
  }

  private func add(
    _ source: UnsafePointer<Float>, _ weight: Float, to target: UnsafeMutablePointer<Float>
  ) {
    for x in 0..<width { target[x] += source[x] * weight }
  }

  /// Adds up copies of the plane that are scaled about `center` by factors up to 1, each times its weight.
  private func sum(
    _ factors: [(factor: Float, weight: Float)], about center: Point, into out: NumberPlane
  ) {
    let columns = factors.map { factor, _ in
      (0..<width).map { x in
        let place = clamped(
          center.x + (Float(x) + 0.5 - center.x) * factor - 0.5, Float(width - 1))
        let start = place.rounded(.down)
        return (index: Int32(start), share: place - start)
      }
    }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: width + 1) { memory in
      guard let line = memory.baseAddress else { return }
      for y in 0..<height {
        let target = out.row(y)
        target.update(repeating: 0, count: width)
        for (index, (factor, weight)) in factors.enumerated() {
          let place = center.y + (Float(y) + 0.5 - center.y) * factor - 0.5
          let start = place.rounded(.down)
          let (upper, lower) = (row(Int(start)), row(Int(start) + 1))
          let (high, low) = ((1 - place + start) * weight, (place - start) * weight)
          for x in 0..<width { line[x] = upper[x] * high + lower[x] * low }
          line[width] = line[width - 1]
          columns[index].withUnsafeBufferPointer { columns in
            for x in 0..<width {
              let column = columns[x]
              let near = line + Int(column.index)
              target[x] += near[0] + (near[1] - near[0]) * column.share
            }
          }
        }
      }
    }
  }
}
