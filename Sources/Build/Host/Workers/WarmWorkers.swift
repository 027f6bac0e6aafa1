// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Glibc
import RenderProtocol

extension WaitingPlace {
  /// The place at which workers of `command` wait that were started as one would be now; nil where there is no folder for it.
  ///
  /// A worker keeps the environment, the limits and the rights that it was started with, so others than these get one of
  /// their own.
  init?(for command: WorkerCommand) {
    guard let folder = WaitingPlace.folder else { return nil }
    var facts = stat()
    var mounts = stat()
    // Within a sandbox, paths lead elsewhere.
    guard stat(command.path, &facts) == 0, stat("/proc/self/ns/mnt", &mounts) == 0 else {
      return nil
    }
    var state = WorkerProcess.environment.inherited.compactMap { $0.map { String(cString: $0) } }
      .filter { variable in WaitingPlace.variables.contains { variable.hasPrefix($0) } }.sorted()
    state += [command.path, "\(facts.st_ino) \(facts.st_mtim.tv_sec) \(facts.st_mtim.tv_nsec)"]
    // From RLIMIT_CPU to RLIMIT_RTTIME.
    for kind in UInt32(0)...15 {
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(kind), &limit)
      state.append("\(limit.rlim_cur) \(limit.rlim_max)")
    }
    state += WaitingPlace.text(of: "/proc/self/status").split(separator: "\n").filter { line in
      WaitingPlace.rights.contains { line.hasPrefix($0) }
    }.map { String($0) }
    let priority = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    state += [WaitingPlace.text(of: "/proc/self/cgroup"), "\(mounts.st_ino) \(priority)"]
    self.init("\(folder)/render-\(Fingerprint(ofCanonical: state).hex.prefix(12))")
  }

  /// The prefixes of variables that a renderer or its libraries look at.
  private static let variables = [
    "HOME=", "TMPDIR=", "TZ=", "XDG_CACHE_HOME=", "XDG_CONFIG_", "XDG_DATA_", "FONTCONFIG_",
    "FREETYPE_", "PANGO",
    "LD_", "GLIBC_", "MALLOC_", "G_", "REEL_", "SWIFT_", "SVT_", "OPENCV_", "FFREPORT=", "AV_",
    "OMP_",
  ]

  /// Lines of a process's status that say what it may do.
  private static let rights = ["Umask:", "Groups:", "Cpus_allowed:", "CapEff:", "Seccomp:"]

  private static func text(of path: String) -> String {
    String(decoding: (try? Disk.read(path, limit: 1 << 16)) ?? [], as: UTF8.self)
  }

  /// A folder of this user alone.
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
