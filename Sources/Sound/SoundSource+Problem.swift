// SPDX-License-Identifier: Apache-2.0

import AV
import Basics

extension SoundSource {
  /// What broke while a stretch was decoded.
  struct Problem {
    /// libav's error.
    var error: AVError
    /// The source time at which sound went on, or ended.
    var time: Time
  }
}
