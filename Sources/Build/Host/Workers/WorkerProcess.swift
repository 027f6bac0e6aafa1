// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Dispatch
import Glibc
import RenderProtocol
import Synchronization

/// Why a worker is of no more use.
package struct WorkerDeath: Error, Hashable, Sendable {
  enum Cause: Hashable, Sendable {
    /// It ended without having answered.
    case ended(ChildProcess.End)
    /// It gave no sign of life for so long, and was killed.
    case silent(Duration)
    /// Its output is no answer.
    case babbled
  }

  var cause: Cause
  /// The last that it wrote to its standard error stream.
  var said: [String] = []
  /// The status at its death.
  var workerStatus = WorkerStatus(.other)
}

/// A living worker: answers one request at a time.
///
/// Waiting for it blocks a thread of its own, never one of the concurrency runtime's.
final class WorkerProcess: Sendable {
  private let child: ChildProcess
  private let page: SharedPage
  private let queue = DispatchQueue(label: "worker")
  private let conversation: Mutex<Conversation>

  /// Large pictures come and go: with pages of two megabytes, where the system has them, getting their
  /// memory takes a third of the time.
  ///
  /// The address of a shared store may hold a password, which is no business of processes that take
  /// media apart.
  ///
  /// Where libav aborts, registers and addresses say nothing to a user.
  static let environment = ChildEnvironment(
    defaults: ["GLIBC_TUNABLES=glibc.malloc.hugetlb=1", "SWIFT_BACKTRACE=enable=no"],
    withholding: ["REEL_STORE"])

  /// Starts a worker, or unless it has to be new takes the one over that waits at `place`, where one that is started will
  /// wait, too.
  init(
    _ command: WorkerCommand, at place: WaitingPlace? = nil, isNew: Bool = false
  ) throws(SystemFailure) {
    let page = try SharedPage()
    let child: ChildProcess
    if !isNew, let place,
      let waiting = try? ChildProcess(waitingAt: place, passing: page.descriptor)
    {
      child = waiting
    } else {
      child = try ChildProcess(
        path: command.path,
        arguments: ["--logbook", "3"] + (place.map { ["--wait-at", $0.path] } ?? []),
        environment: WorkerProcess.environment, passing: page.descriptor)
    }
    self.child = child
    self.page = page
    conversation = Mutex(
      Conversation(
        input: child.input, output: child.output, errors: child.errors, page: page,
        delay: RunDelay(of: child.process)))
  }

  /// Bytes of memory that are its own: what would be free if it ended.
  var memory: Int64 {
    // Size, resident and shared pages, and more.
    guard let text = try? Disk.read("/proc/\(child.process)/statm", limit: 4096) else { return 0 }
    let words = String(decoding: text, as: UTF8.self).split(separator: " ").compactMap { Int64($0) }
    guard words.count > 2 else { return 0 }
    return max(0, words[1] - words[2]) * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Has the worker do something.
  ///
  /// Cancelling the task kills the worker. A worker that neither answers nor gives a sign of life
  /// for `silence` is killed too. After any failure it must not be called again.
  func call(
    _ request: Request, silence: Duration, progress: @escaping @Sendable (Int) -> Void
  ) async -> Result<Reply, WorkerDeath> {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { [self] in
          let end = conversation.withLock {
            $0.exchange(request, silence: silence, progress: progress)
          }
          continuation.resume(returning: conclude(end, silence))
        }
      }
    } onCancel: {
      child.kill()
    }
  }

  /// Closes its input, as a sign that no more requests follow.
  func closeInput() { child.closeInput() }

  /// Lets it wait for others, if nothing is being asked of it.
  func release() {
    _ = conversation.withLockIfAvailable { _ in
      page.release()
      child.release()
    }
  }

  /// Waits until it has ended, and kills it if it has not by then; blocks the thread.
  package func finish(patience: Duration) { _ = child.finish(patience: patience) }

  private func conclude(_ end: Conversation.End, _ silence: Duration) -> Result<Reply, WorkerDeath>
  {
    switch end {
    case .reply(let reply):
      return .success(reply)
    case .closed(let said):
      return .failure(death(.ended(child.finish(patience: .seconds(10))), said))
    case .silent(let said):
      _ = child.finish(patience: .zero)
      return .failure(death(.silent(silence), said))
    case .garbage:
      _ = child.finish(patience: .zero)
      return .failure(death(.babbled))
    }
  }

  private func death(_ cause: WorkerDeath.Cause, _ said: [String] = []) -> WorkerDeath {
    WorkerDeath(cause: cause, said: said, workerStatus: page.workerStatus)
  }
}
