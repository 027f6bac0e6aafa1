// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The signals that end a run.
package enum EndingSignals {
  /// All of them: a hang-up only where it was not ignored before, as `nohup` has it.
  package static let all = ignoresHangUp() ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]

  /// Returns true if this process was started with hang-ups ignored.
  private static func ignoresHangUp() -> Bool {
    var old = sigaction()
    guard sigaction(SIGHUP, nil, &old) == 0 else { return false }
    // The macro SIG_IGN is a function pointer that cannot be compared: its number is 1.
    return unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
