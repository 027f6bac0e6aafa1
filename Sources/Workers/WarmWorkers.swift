// SPDX-License-Identifier: Apache-2.0

import Basics
import Digests
import Glibc
import Wires

extension WaitingPlace {
  /// Where workers of `command` wait that were started as one would be now; nil where there is no folder for it.
  ///
  /// A worker keeps the environment and the limits that it was started with, so others than these get one of their own.
  init?(for command: WorkerCommand) {
    guard let folder = WaitingPlace.folder else { return nil }
    var facts = stat()
    guard stat(command.path, &facts) == 0 else { return nil }
    let changing = ["_", "PWD", "OLDPWD", "SHLVL", "TERM", "COLUMNS", "LINES"]
    var state = WorkerProcess.environment.inherited.compactMap { $0.map { String(cString: $0) } }
      .filter { variable in !changing.contains { variable.hasPrefix($0 + "=") } }.sorted()
    state += [command.path, "\(facts.st_ino) \(facts.st_mtim.tv_sec) \(facts.st_mtim.tv_nsec)"]
    // From RLIMIT_CPU to RLIMIT_RTTIME.
    for kind in UInt32(0)...15 {
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(kind), &limit)
      state.append("\(limit.rlim_cur) \(limit.rlim_max)")
    }
    self.init("\(folder)/render-\(Fingerprint(ofCanonical: state).hex.prefix(20))")
  }

  /// A folder that nobody but this user can look into.
  private static var folder: String? {
    let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
    let base = runtime.flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder = base.map { $0 + "/reel" } ?? "/tmp/reel-\(geteuid())"
    mkdir(folder, 0o700)
    var facts = stat()
    // Anybody may have made one of this name in /tmp.
    guard lstat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid(),
      facts.st_mode & 0o077 == 0
    else { return nil }
    return folder
  }
}
