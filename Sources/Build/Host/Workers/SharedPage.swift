// SPDX-License-Identifier: Apache-2.0

import Base
import CLinux
import Glibc
import RenderProtocol

/// Shared memory to which a worker writes its status, readable even after the worker has died.
///
/// `@unchecked`: only the memory changes, which `WorkerStatusPage` reads and writes atomically.
final class SharedPage: @unchecked Sendable {
  /// The memory's file descriptor, which the worker inherits.
  let descriptor: Int32
  private let memory: UnsafeMutableRawPointer

  /// A page of zeros.
  init() throws(SystemFailure) {
    // 1 is MFD_CLOEXEC. Above the standard streams, whichever of these are closed.
    let made = memfd_create("worker-status", 1)
    let descriptor = made < 0 ? made : fcntl(made, F_DUPFD_CLOEXEC, 3)
    let failure = SystemFailure.last("make", "shared memory")
    if made >= 0 { close(made) }
    guard descriptor >= 0 else { throw failure }
    guard ftruncate(descriptor, off_t(WorkerStatusPage.byteCount)) == 0,
      let memory = mmap(
        nil, WorkerStatusPage.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else {
      let failure = SystemFailure.last("map", "shared memory")
      close(descriptor)
      throw failure
    }
    self.descriptor = descriptor
    self.memory = memory
  }

  deinit {
    munmap(memory, WorkerStatusPage.byteCount)
    close(descriptor)
  }

  /// A number that changes whenever the worker gives a sign of life.
  var beat: UInt64 { WorkerStatusPage(memory).beat }

  /// Lets the worker wait for others when there are no more calls.
  func release() { WorkerStatusPage(memory).isReleased = true }

  /// The status last written by the worker.
  var workerStatus: WorkerStatus { WorkerStatusPage(memory).workerStatus }
}
