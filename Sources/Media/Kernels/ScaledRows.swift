// SPDX-License-Identifier: Apache-2.0

/// One row of a picture that is made smaller: means of the source's rows, of which means of columns are taken then.
///
/// Sums are in single precision and in a fixed order, so they are the same on every processor.
struct ScaledRows<S: PictureSample> {
  private let planes: [SamplePlane<S>]
  private let alpha: SamplePlane<S>?
  /// The columns of the source that count.
  private let columns: Range<Int>
  /// The length of a row of sums; what lies behind the columns is 0.
  private let width: Int
  /// A row of sums for each plane, and one for alpha.
  private let sums: UnsafeMutablePointer<Float>

  /// - Parameter taps: The number of weights that are read from a column on, also behind the last one.
  init(
    planes: [SamplePlane<S>], alpha: SamplePlane<S>?, columns: Range<Int>, taps: Int,
    scratch: Scratch
  ) {
    (self.planes, self.alpha, self.columns) = (planes, alpha, columns)
    width = columns.count + taps
    let count = width * (planes.count + 1)
    sums = scratch.memory(.scale, of: Float.self, count: count)
    sums.update(repeating: 0, count: count)
  }

  /// Takes the means of the source's rows for the row with that index among those drawn.
  func add(_ axis: ScaledAxis, _ row: Int) {
    let weights = axis.weights[row * axis.taps..<(row + 1) * axis.taps]
    let last = planes[0].height - 1
    for group in stride(from: 0, to: axis.taps, by: 4) {
      let part = weights[(weights.startIndex + group)..<(weights.startIndex + group + 4)]
      if group > 0, part.allSatisfy({ $0 == 0 }) { continue }
      let w = SIMD4<Float>(part)
      // Behind the last row weights are 0.
      let rows = (0..<4).map { min(axis.starts[row] + group + $0, last) }
      if let alpha {
        add(alpha, rows, w, isFirst: group == 0, to: sums + planes.count * width)
        for (index, plane) in planes.enumerated() {
          add(plane, alpha, rows, w, isFirst: group == 0, to: sums + index * width)
        }
      } else {
        for (index, plane) in planes.enumerated() {
          add(plane, rows, w, isFirst: group == 0, to: sums + index * width)
        }
      }
    }
  }

  private func add(
    _ plane: SamplePlane<S>, _ rows: [Int], _ w: SIMD4<Float>, isFirst: Bool,
    to sums: UnsafeMutablePointer<Float>
  ) {
    let from = columns.lowerBound
    let (a, b) = (plane.row(rows[0]) + from, plane.row(rows[1]) + from)
    let (c, d) = (plane.row(rows[2]) + from, plane.row(rows[3]) + from)
    let (wa, wb, wc, wd) = (w[0], w[1], w[2], w[3])
    if isFirst {
      for x in 0..<columns.count {
        sums[x] = (a[x].number * wa + b[x].number * wb) + (c[x].number * wc + d[x].number * wd)
      }
    } else {
      for x in 0..<columns.count {
        sums[x] += (a[x].number * wa + b[x].number * wb) + (c[x].number * wc + d[x].number * wd)
      }
    }
  }

  /// The same for samples times alpha.
  private func add(
    _ plane: SamplePlane<S>, _ alpha: SamplePlane<S>, _ rows: [Int], _ w: SIMD4<Float>,
    isFirst: Bool, to sums: UnsafeMutablePointer<Float>
  ) {
    if isFirst { sums.update(repeating: 0, count: columns.count) }
    for (index, row) in rows.enumerated() where w[index] != 0 {
      let (color, seen) = (plane.row(row) + columns.lowerBound, alpha.row(row) + columns.lowerBound)
      let weight = w[index]
      for x in 0..<columns.count { sums[x] += color[x].number * seen[x].number * weight }
    }
  }

  /// Writes the samples of the target, a row of `width` for each plane, and multiplies `cover` by their alpha.
  ///
  /// - Parameter biases: What is added to colours before they are rounded to the nearest, for eight columns and again.
  func sample(
    _ axis: ScaledAxis, into colors: Row<S>, width: Int, cover: Weights,
    _ biases: UnsafePointer<Float>
  ) {
    let (count, taps) = (axis.drawn.count, axis.taps)
    axis.weights.withUnsafeBufferPointer { weights in
      axis.starts.withUnsafeBufferPointer { starts in
        guard let weights = weights.baseAddress, let starts = starts.baseAddress else { return }
        func mean(_ sums: UnsafeMutablePointer<Float>, _ index: Int) -> Float {
          let from = UnsafeRawPointer(sums + (starts[index] &- columns.lowerBound))
          let by = UnsafeRawPointer(weights + index &* taps)
          var sum = SIMD4<Float>.zero
          var offset = 0
          while offset < taps &* 4 {
            sum +=
              from.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self)
              * by.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self)
            offset &+= 16
          }
          return (sum[0] + sum[2]) + (sum[1] + sum[3])
        }
        guard alpha != nil else {
          for plane in planes.indices {
            let (sums, colors) = (sums + plane &* self.width, colors + plane &* width)
            for index in 0..<count {
              colors[index] = S(nearest: mean(sums, index) + biases[index & 7])
            }
          }
          return
        }
        let seen = sums + planes.count * self.width
        for index in 0..<count {
          let alpha = mean(seen, index)
          let part = alpha / S.full.number
          cover[index] = cover[index].share(of: Weight(part: part))
          guard alpha > 0 else { continue }
          for plane in planes.indices {
            colors[plane &* width &+ index] = S(
              nearest: mean(sums + plane &* self.width, index) / alpha
                + biases[index & 7])
          }
        }
      }
    }
  }
}
