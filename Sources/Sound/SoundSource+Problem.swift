// SPDX-License-Identifier: Apache-2.0

import AV
import Basics

extension SoundSource {
  /// Number of first packets that are always decoded, to verify their computed lengths.
  static let confirming = 40
  /// Number of packets after skipped ones whose output still lacks their predecessors.
  static let settling = 6

  /// Whether its last packet may be a tag, which is not worth reporting.
  var mayEndWithTag: Bool { ["mp3", "mp2", "mp1"].contains(codec) }

  /// A problem that occurred while a section was decoded.
  struct Problem {
    /// libav's error.
    var error: AVError
    /// The source time from which sound is missing, or at which it continued or ended.
    var time: Time
  }
}

extension AVError {
  /// The error if the data is its cause; a failure of the machine is thrown.
  var ofMedia: AVError {
    get throws(AVError) {
      guard kind.isOfMedia else { throw self }
      return self
    }
  }
}
