// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Digests
import Glibc

extension Diagnostic {
  /// The kernel refuses further watches, mostly because a limit is reached.
  static func cannotWatch(_ failure: SystemFailure) -> Diagnostic {
    func told(_ message: String, raise limit: String) -> Diagnostic {
      Diagnostic(
        code: .error("cannot-watch"), message: message,
        hint: "end other programs that watch files, or raise the limit with `sysctl \(limit)=…`")
    }
    switch failure.code {
    case ENOSPC:
      return told(
        "cannot watch '\(failure.path)': the system watches as many folders as it may",
        raise: "fs.inotify.max_user_watches")
    case EMFILE:
      return told(
        "cannot watch for changes: as many programs do as may",
        raise: "fs.inotify.max_user_instances")
    default:
      return Diagnostic(
        code: .error("cannot-watch"), message: "cannot watch for changes: \(failure)")
    }
  }

  /// A folder that may not be listed cannot be watched either.
  static func cannotSee(_ folder: String) -> Diagnostic {
    Diagnostic(
      code: .warning("cannot-watch"),
      message: "changes in the folder '\(folder)' are not noticed: it cannot be listed")
  }
}
