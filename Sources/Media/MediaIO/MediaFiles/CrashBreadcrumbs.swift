// SPDX-License-Identifier: Apache-2.0

import Base
import Glibc
public import RenderProtocol

/// A record of this process's current activity, for diagnosis after a crash.
///
/// There is one per process, since requests are handled one at a time. Without a record (in tests, for
/// example), writing costs nothing.
public enum CrashBreadcrumbs {
  /// Set before the first request of each process that makes some.
  nonisolated(unsafe) private static var base: UnsafeMutableRawPointer?

  private static var page: WorkerStatusPage? { base.map { WorkerStatusPage($0) } }

  /// Stores the record in the memory behind `descriptor`; call it before anything else.
  ///
  /// - Returns: Whether the memory could be mapped.
  public static func keep(in descriptor: Int32) -> Bool {
    let memory = mmap(
      nil, WorkerStatusPage.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let memory, memory != MAP_FAILED else { return false }
    if let base { munmap(base, WorkerStatusPage.byteCount) }
    base = memory
    return true
  }

  /// True if another process may follow the one that makes the calls.
  public static var isReleased: Bool { page?.isReleased ?? false }

  /// Records the next activity.
  public static func note(_ workerStatus: @autoclosure () -> WorkerStatus) {
    if let page { page.workerStatus = workerStatus() }
  }

  /// Signals progress during a long activity.
  package static func touch() { page?.touch() }
}
