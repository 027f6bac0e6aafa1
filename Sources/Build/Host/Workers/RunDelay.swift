// SPDX-License-Identifier: Apache-2.0

import BuildSystem
import Glibc

/// For how long the threads of a process have waited for a processor.
///
/// Linux counts it for each thread. Where it does not, nothing has waited.
struct RunDelay {
  private let process: pid_t
  /// The text of a file, and the names in a folder; nil for what cannot be read.
  private let read: @Sendable (String) -> String?
  private let names: @Sendable (String) -> [String]?
  /// Nanoseconds by thread, as they were read last.
  private var known: [String: Int64] = [:]

  /// The delay of `process` from now on.
  init(
    of process: pid_t,
    read: @escaping @Sendable (String) -> String? = { path in
      (try? Disk.read(path, limit: 4096)).map { String(decoding: $0, as: UTF8.self) }
    }, names: @escaping @Sendable (String) -> [String]? = { try? Disk.names(in: $0) }
  ) {
    self.process = process
    self.read = read
    self.names = names
  }

  /// The time that the longest-waiting thread has waited since the last call.
  ///
  /// One thread is enough: the others may wait for its work.
  mutating func sinceLast() -> Duration {
    let folder = "/proc/\(process)/task"
    var now: [String: Int64] = [:]
    var longest: Int64 = 0
    for thread in names(folder) ?? [] {
      // Time on a processor, time of waiting for one, and how often it got one.
      guard let words = read("\(folder)/\(thread)/schedstat")?.split(separator: " "),
        words.count > 1, let waited = Int64(words[1])
      else { continue }
      now[thread] = waited
      longest = max(longest, waited - (known[thread] ?? waited))
    }
    known = now
    return .nanoseconds(longest)
  }
}
