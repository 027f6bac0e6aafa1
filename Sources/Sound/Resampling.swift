// SPDX-License-Identifier: Apache-2.0

import AV
import SoundShaping

/// Reads samples of one clock out of samples of another by a `RateConverter`.
final class Resampling {
  typealias Reader = SourceSamples.Reader

  private let converter: RateConverter
  private var samples = SourceSamples()

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
    try samples.read(first, Int(last - first), of: source) { left, right in
      converter.convert(left, from: index, count: count, into: target)
      converter.convert(right, from: index, count: count, into: other)
    }
  }
}
