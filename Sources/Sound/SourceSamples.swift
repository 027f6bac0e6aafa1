// SPDX-License-Identifier: Apache-2.0

import AV

/// Memory for samples of a source, from which others are computed; it grows as needed.
struct SourceSamples {
  /// A function that copies so many samples from a position on into the memory of two channels.
  typealias Reader = (
    _ from: Int64, _ count: Int, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>
  ) throws(AVError) -> Void

  private var left: [Float] = []
  private var right: [Float] = []

  /// Calls `body` with the two channels of `count` samples that `source` reads from sample `first` on.
  mutating func read(
    _ first: Int64, _ count: Int, of source: Reader,
    _ body: (UnsafePointer<Float>, UnsafePointer<Float>) -> Void
  ) throws(AVError) {
    if left.count < count {
      left = [Float](repeating: 0, count: count)
      right = left
    }
    var failure: AVError?
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        guard let a = left.baseAddress, let b = right.baseAddress else { return }
        do throws(AVError) {
          try source(first, count, a, b)
          body(a, b)
        } catch { failure = error }
      }
    }
    if let failure { throw failure }
  }
}
