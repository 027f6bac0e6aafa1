// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Glibc

extension Diagnostic {
  /// The kernel refuses further watches, mostly because a limit is reached.
  static func cannotWatch(_ failure: SystemFailure) -> Diagnostic {
    func limited(_ message: String, raise limit: String) -> Diagnostic {
      Diagnostic(
        code: .error("cannot-watch"), message: message,
        hint: "end other programs that watch files, or raise the limit with `sysctl \(limit)=…`")
    }
    switch failure.code {
    case ENOSPC:
      return limited(
        "cannot watch '\(failure.path)': the system's limit of watched folders is reached",
        raise: "fs.inotify.max_user_watches")
    case EMFILE:
      return limited(
        "cannot watch for changes: the system's limit of watching programs is reached",
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
