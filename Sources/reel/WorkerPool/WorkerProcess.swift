// SPDX-License-Identifier: Apache-2.0

import Actions
import Digests
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// Why a worker is of no more use.
enum WorkerDeath: Error, Hashable, Sendable {
  /// It ended without having answered.
  case ended(ChildProcess.End, said: [String])
  /// It gave no sign of life for so long, and was killed.
  case silent(Duration)
  /// What it wrote is no answer.
  case babbled
}

/// A living worker: answers one request at a time.
///
/// Waiting for it blocks a thread of its own, never one of the concurrency runtime's.
final class WorkerProcess: Sendable {
  private let child: ChildProcess
  private let queue = DispatchQueue(label: "worker")
  private let conversation: Mutex<Conversation>

  /// Starts a worker.
  init(_ command: WorkerCommand) throws(SystemFailure) {
    let child = try ChildProcess(path: command.path)
    self.child = child
    conversation = Mutex(
      Conversation(input: child.input, output: child.output, errors: child.errors))
  }

  /// Has the worker do something.
  ///
  /// Cancelling the task kills the worker. A worker that neither answers nor reports progress for
  /// `silence` is killed too. After any failure it must not be called again.
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

  /// Tells it that no more is to come.
  func closeInput() { child.closeInput() }

  /// Waits until it has ended, and kills it if it has not by then; blocks the thread.
  func finish(patience: Duration) { _ = child.finish(patience: patience) }

  private func conclude(_ end: Conversation.End, _ silence: Duration) -> Result<Reply, WorkerDeath>
  {
    switch end {
    case .reply(let reply):
      return .success(reply)
    case .closed(let said):
      return .failure(.ended(child.finish(patience: .milliseconds(500)), said: said))
    case .silent:
      _ = child.finish(patience: .zero)
      return .failure(.silent(silence))
    case .garbage:
      _ = child.finish(patience: .zero)
      return .failure(.babbled)
    }
  }
}

/// The talk over a worker's three pipes.
private struct Conversation {
  enum End {
    case reply(Reply)
    case closed(said: [String])
    case silent
    case garbage
  }

  let input: Int32
  let output: Int32
  let errors: Int32
  var number = 0
  var reader = WireReader()
  /// The last that came from the standard error stream.
  var said: [UInt8] = []
  var hasErrors = true

  mutating func exchange(
    _ request: Request, silence: Duration, progress: (Int) -> Void
  ) -> End {
    number += 1
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let data: Data
    do { data = try encoder.encode(WorkerCall(id: number, request: request)) } catch {
      // Only a number that is infinite, or none, has no JSON form.
      return .reply(
        .failed(RenderFailure(kind: .limit, message: "a number is beyond what can be computed")))
    }
    guard let message = try? WireReader.frame(Array(data)) else {
      let failure = RenderFailure(kind: .limit, message: "there is too much in one segment")
      return .reply(.failed(failure))
    }
    var sent = 0
    var deadline = SuspendingClock.now + silence
    while true {
      let left = SuspendingClock.now.duration(to: deadline)
      guard left > .zero else { return .silent }
      let milliseconds = Int32(clamping: left.components.seconds * 1000 + 20)
      var pipes = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: hasErrors ? errors : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: sent < message.count ? input : -1, events: Int16(POLLOUT), revents: 0),
      ]
      guard poll(&pipes, 3, min(milliseconds, 1000)) >= 0 else {
        if errno == EINTR { continue }
        return .closed(said: lastLines)
      }
      if pipes[1].revents != 0 { listen() }
      if pipes[2].revents != 0 {
        let count = message.withUnsafeBytes {
          write(input, $0.baseAddress?.advanced(by: sent), $0.count - sent)
        }
        if count > 0 {
          sent += count
        } else if count < 0, errno != EAGAIN, errno != EINTR {
          // It reads no more; what it said before it stopped still comes from the other pipes.
          sent = message.count
        }
      }
      guard pipes[0].revents != 0 else { continue }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(output, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        listen()
        return .closed(said: lastLines)
      }
      reader.append(bytes[..<count])
      deadline = SuspendingClock.now + silence
      do {
        while let message = try reader.next() {
          let answer = try JSONDecoder().decode(WorkerAnswer.self, from: Data(message))
          guard answer.id == number else { return .garbage }
          guard case .progress(let amount) = answer.reply else {
            return reader.isInsideMessage ? .garbage : .reply(answer.reply)
          }
          progress(amount)
        }
      } catch {
        return .garbage
      }
    }
  }

  /// Takes in what there is on the standard error stream, so that the worker never waits for us.
  private mutating func listen() {
    var pipe = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    for _ in 0..<16 where hasErrors && poll(&pipe, 1, 0) > 0 {
      let count = read(errors, &bytes, bytes.count)
      if count <= 0 {
        hasErrors = false
      } else {
        said = (said + bytes[..<count]).suffix(1 << 14)
      }
    }
  }

  private var lastLines: [String] {
    said.split(separator: UInt8(ascii: "\n")).suffix(10).map { String(decoding: $0, as: UTF8.self) }
  }
}
