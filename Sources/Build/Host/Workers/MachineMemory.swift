// SPDX-License-Identifier: Apache-2.0

import BuildSystem
import Glibc

/// The memory still available on this machine and in the control group of this process.
package struct MachineMemory {
  /// The text of a file; nil when it cannot be read.
  private let read: @Sendable (String) -> String?

  /// The memory of a machine whose files `read` reads: of this one, if nothing else is said.
  package init(
    read: @escaping @Sendable (String) -> String? = { path in
      (try? Disk.read(path, limit: 1 << 16)).map { String(decoding: $0, as: UTF8.self) }
    }
  ) {
    self.read = read
  }

  /// The default memory limit of renderers: three quarters of the available memory, so that other
  /// programs have enough; nil when that is unknown.
  package var share: Int64? { available.map { max($0 / 4 * 3, 64 << 20) } }

  /// Bytes that can be had without pushing anything out to disk.
  var available: Int64? {
    [machine, group].compactMap { $0 }.min()
  }

  private var machine: Int64? {
    guard let text = read("/proc/meminfo") else { return nil }
    return value(of: "MemAvailable:", in: text).map { $0 << 10 }
  }

  /// The tightest of the limits of our group and of those above it.
  private var group: Int64? {
    guard let text = read("/proc/self/cgroup") else { return nil }
    var lefts: [Int64] = []
    for line in text.split(separator: "\n") {
      // Number, controllers, path; version 2 has the number 0 and names no controllers.
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let path = String(parts[2])
      if parts[0] == "0", parts[1].isEmpty {
        for root in ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"] {
          lefts += groups(path).compactMap {
            left(
              in: root + $0, limits: ["memory.max", "memory.high"], usage: "memory.current",
              reclaimable: "inactive_file")
          }
        }
      } else if parts[1].split(separator: ",").contains("memory") {
        lefts += groups(path).compactMap {
          left(
            in: "/sys/fs/cgroup/memory" + $0, limits: ["memory.limit_in_bytes"],
            usage: "memory.usage_in_bytes", reclaimable: "total_inactive_file")
        }
      }
    }
    return lefts.min()
  }

  /// `path` and all above it; inside a container the path may be that of the host, and nothing
  /// but the root is there.
  private func groups(_ path: String) -> [String] {
    var paths = [""]
    for part in path.split(separator: "/") { paths.append(paths[paths.count - 1] + "/" + part) }
    return paths
  }

  /// The memory left to a group; nil without a limit.
  private func left(
    in folder: String, limits: [String], usage: String, reclaimable: String
  ) -> Int64? {
    let limit = limits.compactMap { number(in: "\(folder)/\($0)") }.min()
    // Version 1 writes "no limit" as the largest number of whole pages.
    guard let limit, limit < 1 << 60 else { return nil }
    let used = number(in: "\(folder)/\(usage)") ?? 0
    let cache = read("\(folder)/memory.stat").flatMap { value(of: reclaimable, in: $0) } ?? 0
    return max(0, limit - max(0, used - cache))
  }

  private func number(in path: String) -> Int64? {
    read(path).flatMap { Int64($0.filter { !$0.isWhitespace }) }
  }

  /// The number after `name` at the start of a line.
  private func value(of name: String, in text: String) -> Int64? {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.first.map(String.init) == name, words.count > 1 { return Int64(words[1]) }
    }
    return nil
  }
}
