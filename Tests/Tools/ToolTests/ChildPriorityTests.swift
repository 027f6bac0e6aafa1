// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Host

/// Children run with the priority that the user gave this process, whichever thread starts them.
struct ChildPriorityTests {
  @Test func `a child has the priority of the process`() async throws {
    // Where it may, the thread pool raises the priority of this thread.
    let said = try await Task(priority: .high) {
      let child = try ChildProcess(path: "/bin/sh", arguments: ["-c", "sleep 0.3; nice"])
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(child.output, &bytes, bytes.count)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }.value
    let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(getpid()))
    #expect(said == "\(own)\n")
  }
}
