// SPDX-License-Identifier: Apache-2.0

import AV

/// Reads samples of one clock out of samples of another by a `RateConverter`.
final class Resampling {
  /// A function that copies so many samples from a position on into the memory of two channels.
  typealias Reader = (
    _ from: Int64, _ count: Int, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>
  ) throws(AVError) -> Void

  private let converter: RateConverter
  private var left: [Float] = []
  private var right: [Float] = []

  /// Conversion by `converter`.
  init(_ converter: RateConverter) { self.converter = converter }

  /// The first sample that is read for sample `index`.
  func firstSource(of index: Int64) -> Int64 { converter.firstSource(of: index) }

  /// Makes `count` samples, starting with sample `index`, of what `source` reads.
  func read(
    from index: Int64, count: Int, left target: UnsafeMutablePointer<Float>,
    right other: UnsafeMutablePointer<Float>, of source: Reader
  ) throws(AVError) {
    let first = converter.firstSource(of: index)
    let last = converter.firstSource(of: index + Int64(count) - 1) + Int64(2 * converter.reach)
    let needed = Int(last - first)
    if left.count < needed {
      left = [Float](repeating: 0, count: needed)
      right = left
    }
    var failure: AVError?
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        guard let a = left.baseAddress, let b = right.baseAddress else { return }
        do throws(AVError) {
          try source(first, needed, a, b)
          converter.convert(a, from: index, count: count, into: target)
          converter.convert(b, from: index, count: count, into: other)
        } catch { failure = error }
      }
    }
    if let failure { throw failure }
  }
}
