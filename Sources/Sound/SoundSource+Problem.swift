// SPDX-License-Identifier: Apache-2.0

import AV
import Basics

extension SoundSource {
  /// A problem that occurred while a section was decoded.
  struct Problem {
    /// libav's error.
    var error: AVError
    /// The source time at which sound continued or ended.
    var time: Time
  }
}
