// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV

/// A source's audio at the mix's rate: sample m is the source at `m / rate` of its clock.
final class ClockedAudio: PlayableAudio {
  private let source: AudioStreamSource
  private let resampler: AudioResampler?

  /// `source`, resampled by `converter` if its rate differs.
  init(_ source: AudioStreamSource, converter: RateConverter?) {
    self.source = source
    resampler = converter.map { AudioResampler($0) }
  }

  var filters: [Filter] { source.filters }

  var mapping: String? { source.mapping }

  var sourceRate: Int { source.rate }

  func renew(at index: Int64) throws(AVError) -> Bool {
    try source.renew(at: resampler?.firstSource(of: index) ?? index)
  }

  func takeProblem() -> AudioStreamSource.Problem? { source.takeProblem() }

  func distance(to index: Int64) -> Int64? {
    let place = resampler?.firstSource(of: index) ?? index
    return place >= source.position ? place - source.position : nil
  }

  func read(from index: Int64, count: Int, into memory: ChannelMemory) throws(AVError) {
    guard count > 0 else { return }
    guard let resampler else {
      return try source.read(from: index, count: count, into: memory)
    }
    try resampler.read(from: index, count: count, into: memory) {
      (from, count, memory) throws(AVError) in
      try source.read(from: from, count: count, into: memory)
    }
  }
}
