// SPDX-License-Identifier: Apache-2.0

import Base
import Dispatch
import FoundationEssentials
import Glibc
import Host
import RenderProtocol
import Synchronization

/// A living messenger to a shared store, which is asked many things at a time.
///
/// Waiting for it blocks threads of its own, never one of the concurrency runtime's. When it ends,
/// by itself or because it is killed, all that are asked of it have failed.
final class StoreProcess: Sendable {
  private struct State {
    var waiting: [Int: CheckedContinuation<StoreReply, Never>] = [:]
    var lastNumber = 0
    /// The time at which it last answered, or was asked while nothing else was.
    var heard = SuspendingClock.now
    var isOver = false
  }

  /// The time in which the messenger answers, also if the server does nothing: it has shorter
  /// limits for each exchange.
  private static let silence = Duration.seconds(150)

  private let child: ChildProcess
  private let writing = DispatchQueue(label: "store calls")
  private let state = Mutex(State())

  /// Starts `command` as the messenger to the store at `address`.
  init(_ command: WorkerCommand, _ address: StoreAddress) throws(SystemFailure) {
    child = try ChildProcess(path: command.path)
    send(StoreCall(id: 0, request: .open(url: address.url)))
    DispatchQueue(label: "store answers").async { [self] in listen() }
  }

  /// Has something done; when the task is cancelled, what comes of it is not waited for.
  func call(_ request: StoreRequest) async -> StoreReply {
    let number = state.withLock {
      $0.lastNumber += 1
      return $0.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock {
          if $0.isOver || Task.isCancelled { return true }
          if $0.waiting.isEmpty { $0.heard = .now }
          $0.waiting[number] = continuation
          return false
        }
        if isOver {
          continuation.resume(returning: StoreProcess.gone)
        } else {
          send(StoreCall(id: number, request: request))
        }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number) }?
        .resume(returning: StoreProcess.gone)
    }
  }

  /// Ends it, at once.
  func kill() {
    child.kill()
    end()
  }

  private static let gone = StoreReply.failed(StoreFailure("is not asked any more"))

  // MARK: - Threads

  /// Writes a call, after those before it.
  private func send(_ call: StoreCall) {
    writing.async { [self] in
      guard let json = try? JSONEncoder().encode(call),
        let bytes = try? WireReader.frame([UInt8](json))
      else { preconditionFailure("a call that cannot be written") }
      var rest = bytes[...]
      while !rest.isEmpty, !state.withLock({ $0.isOver }) {
        let count = rest.withUnsafeBytes { write(child.input, $0.baseAddress, $0.count) }
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          var pipe = pollfd(fd: child.input, events: Int16(POLLOUT), revents: 0)
          _ = poll(&pipe, 1, 1000)
        } else if errno != EINTR {
          return
        }
      }
    }
  }

  /// Hears answers until there are no more.
  private func listen() {
    var reader = WireReader()
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var errors = child.errors
    while !state.withLock({ $0.isOver }) {
      var pipes = [
        pollfd(fd: child.output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&pipes, 2, 1000) >= 0 || errno == EINTR, !isSilent else { break }
      // Its error output is not used, but must be read so that it never blocks.
      if pipes[1].revents != 0, read(errors, &bytes, bytes.count) <= 0 { errors = -1 }
      guard pipes[0].revents != 0 else { continue }
      let count = read(child.output, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0, hear(bytes[..<count], &reader) else { break }
    }
    kill()
    _ = child.finish(patience: .zero)
  }

  private func hear(_ bytes: ArraySlice<UInt8>, _ reader: inout WireReader) -> Bool {
    reader.append(bytes)
    do {
      while let message = try reader.next() {
        let answer = try JSONDecoder().decode(StoreAnswer.self, from: Data(message))
        let continuation = state.withLock {
          $0.heard = .now
          return $0.waiting.removeValue(forKey: answer.id)
        }
        continuation?.resume(returning: answer.reply)
      }
      return true
    } catch {
      return false
    }
  }

  private var isSilent: Bool {
    state.withLock {
      !$0.waiting.isEmpty && $0.heard.duration(to: .now) > StoreProcess.silence
    }
  }

  private func end() {
    let left = state.withLock { state in
      state.isOver = true
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in left { continuation.resume(returning: StoreProcess.gone) }
  }
}
