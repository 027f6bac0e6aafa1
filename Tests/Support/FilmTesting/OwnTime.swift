// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The time during which a process and its descendants were able to run.
///
/// Time in which one of their threads waits for a processor does not count, nor does time in which the tests
/// themselves did not run, so that limits also hold on a busy machine.
final class OwnTime {
  private let process: Int32
  private var total = Duration.zero
  private var looked = ContinuousClock.now
  /// Nanoseconds of waiting by thread, as last read.
  private var delays: [String: Int64] = [:]

  /// Measures the time of `process` from now on.
  init(of process: Int32) { self.process = process }

  /// The time so far; call it at least once per second.
  func look() -> Duration {
    let now = ContinuousClock.now
    let passed = min(looked.duration(to: now), .seconds(1))
    looked = now
    var found: [String: Int64] = [:]
    var longest: Int64 = 0
    for process in tree() {
      for thread in OwnTime.names(in: "/proc/\(process)/task") {
        // Time on a processor, time waiting for one, and the number of time slices.
        let words = OwnTime.words(of: "/proc/\(process)/task/\(thread)/schedstat")
        guard words.count > 1, let delay = Int64(words[1]) else { continue }
        found[thread] = delay
        longest = max(longest, delay - (delays[thread] ?? delay))
      }
    }
    delays = found
    total += max(.zero, passed - .nanoseconds(longest))
    return total
  }

  /// The process and its descendants.
  private func tree() -> [Int32] {
    var children: [Int32: [Int32]] = [:]
    for name in OwnTime.names(in: "/proc") {
      guard let child = Int32(name) else { continue }
      // The program name, in parentheses, may contain any characters.
      let words = OwnTime.words(of: "/proc/\(name)/stat", after: ")")
      if words.count > 1, let parent = Int32(words[1]) {
        children[parent, default: []].append(child)
      }
    }
    var found = [process]
    var next = 0
    while next < found.count {
      found += children[found[next]] ?? []
      next += 1
    }
    return found
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private static func words(of path: String, after mark: Character? = nil) -> [Substring] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    let start = mark.flatMap { text.lastIndex(of: $0) }.map { text.index(after: $0) }
    return text[(start ?? text.startIndex)...].split(whereSeparator: \.isWhitespace)
  }
}
