// SPDX-License-Identifier: Apache-2.0

import AV
import Basics

extension SoundSource {
  /// Number of first packets that are always decoded, to verify their computed lengths.
  static let confirming = 40
  /// Number of packets after skipped ones whose output still lacks their predecessors.
  static let settling = 6

  /// A problem that occurred while a section was decoded.
  struct Problem {
    /// libav's error.
    var error: AVError
    /// The source time from which sound is missing, or at which it continued or ended.
    var time: Time
  }
}
