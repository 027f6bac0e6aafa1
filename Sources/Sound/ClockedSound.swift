// SPDX-License-Identifier: Apache-2.0

import AV
import Basics

/// A source's audio at the mix's rate: sample m is the source at `m / rate` of its clock.
final class ClockedSound {
  private let source: SoundSource
  private let converter: RateConverter?
  private var left: [Float] = []
  private var right: [Float] = []

  /// `source`, resampled by `converter` if its rate differs.
  init(_ source: SoundSource, converter: RateConverter?) {
    self.source = source
    self.converter = converter
  }

  /// What its samples have gone through since the last seek.
  var filters: [Filter] { source.filters }

  /// Samples per second before they are resampled.
  var sourceRate: Int { source.rate }

  /// Resets it to the state of a newly opened source that is first read at `index`; returns false if the file
  /// must be reopened for that.
  func renew(at index: Int64) throws(AVError) -> Bool {
    try source.renew(at: converter?.firstSource(of: index) ?? index)
  }

  /// The problem since the last call, if any.
  func takeProblem() -> SoundSource.Problem? { source.takeProblem() }

  /// The number of samples to skip before sample `index`; nil if it is behind the reading position.
  func distance(to index: Int64) -> Int64? {
    let place = converter?.firstSource(of: index) ?? index
    return place >= source.position ? place - source.position : nil
  }

  /// Copies `count` samples, starting with sample `index`.
  func read(
    from index: Int64, count: Int, left target: UnsafeMutablePointer<Float>,
    right other: UnsafeMutablePointer<Float>
  ) throws(AVError) {
    guard count > 0 else { return }
    guard let converter else {
      return try source.read(from: index, count: count, left: target, right: other)
    }
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
          try source.read(from: first, count: needed, left: a, right: b)
          converter.convert(a, from: index, count: count, into: target)
          converter.convert(b, from: index, count: count, into: other)
        } catch { failure = error }
      }
    }
    if let failure { throw failure }
  }
}
