// SPDX-License-Identifier: Apache-2.0

import LibAV
import RenderProtocol

/// Samples of all channels of a mix, at its rate, on the clock of a source, which can be played at any speed.
///
/// Any section can be read, and samples are silent where the source has no sound; reading forward is cheap.
protocol PlayableAudio: AnyObject {
  /// The filters that its samples have gone through since the last seek.
  var filters: [Filter] { get }

  /// The mapping of its channels to those of the mix, for people; nil if only the filters changed
  /// them.
  var mapping: String? { get }

  /// Samples per second before they are resampled.
  var sourceRate: Int { get }

  /// Resets it to the state of a newly opened source that is first read at `index`; returns false if the file
  /// must be reopened for that.
  func renew(at index: Int64) throws(AVError) -> Bool

  /// The problem since the last call, if any.
  func takeProblem() -> AudioStreamSource.Problem?

  /// The problems inside a mix since the last call.
  func takeMixProblems() -> MixProblems

  /// The number of samples to skip before sample `index`; nil if it is behind the reading position.
  func distance(to index: Int64) -> Int64?

  /// Copies `count` samples, starting with sample `index`.
  func read(from index: Int64, count: Int, into memory: ChannelMemory) throws(AVError)
}

/// The problems inside a mix that is a source.
struct MixProblems {
  /// The problems that were skipped.
  var notes: [RenderNote] = []
  /// Why there is no more of it.
  var failure: RenderFailure?
}

extension PlayableAudio {
  var mapping: String? { nil }

  func takeMixProblems() -> MixProblems { MixProblems() }
}
