// SPDX-License-Identifier: Apache-2.0

import BuildSystem

/// The name of the processor, as Linux describes it.
enum ProcessorName {
  /// Its kind and its instructions, all on which libraries choose how to compute; looked at once.
  static let current: String = {
    let bytes = (try? Disk.read("/proc/cpuinfo", limit: 1 << 20)) ?? []
    return name(in: String(decoding: bytes, as: UTF8.self))
  }()

  /// The words of the first processor in the text of `/proc/cpuinfo` that do not change from minute to minute.
  static func name(in text: String) -> String {
    var words: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty { break }
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let key = parts[0].trimmed
      if kinds.contains(key) { words.append(parts[1].trimmed) }
      if key == "flags" || key == "Features" {
        words += parts[1].split(separator: " ").map(String.init).sorted()
      }
    }
    return words.joined(separator: " ")
  }

  private static let kinds: Set<String> = [
    "vendor_id", "cpu family", "model", "CPU implementer", "CPU architecture", "CPU part",
  ]
}

extension Substring {
  fileprivate var trimmed: String {
    let start = drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
