// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FoundationEssentials
import Glibc
import RenderProtocol
import Synchronization

/// Reads calls from one pipe, distributes them to clients, and writes answers to another pipe.
struct CacheServer: ~Copyable {
  /// Number of simultaneous exchanges with the server.
  private static let clients = 8

  private let calls: Int32
  private let jobs = JobQueue()
  private let answers: AnswerPipe
  private var reader = WireReader()

  init(calls: Int32, answers: Int32) {
    self.calls = calls
    self.answers = AnswerPipe(answers)
  }

  /// Works until the calls end; returns false on a protocol violation.
  mutating func run() -> Bool {
    do {
      while let message = try reader.next(from: calls) {
        let call = try JSONDecoder().decode(StoreCall.self, from: Data(message))
        if case .open(let url) = call.request { start(url) } else { jobs.add(call) }
      }
      return true
    } catch {
      // The message that was read is not printed, since it may contain a password.
      let text = "reel-store: a call that cannot be read\n"
      _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
      return false
    }
  }

  /// Starts the clients, each in its own thread, because they wait for the network.
  private func start(_ url: String) {
    for number in 0..<CacheServer.clients {
      DispatchQueue(label: "messenger \(number)").async { [jobs, answers] in
        guard let messenger = CacheClient(url) else { _exit(1) }
        while true {
          let call = jobs.take()
          answers.write(StoreAnswer(id: call.id, reply: messenger.perform(call.request)))
        }
      }
    }
  }
}

/// The queue of pending calls, first in, first out.
private final class JobQueue: Sendable {
  private let waiting = Mutex<[StoreCall]>([])
  private let count = DispatchSemaphore(value: 0)

  func add(_ call: StoreCall) {
    waiting.withLock { $0.append(call) }
    count.signal()
  }

  /// The next call; blocks the thread until there is one.
  func take() -> StoreCall {
    count.wait()
    return waiting.withLock { $0.removeFirst() }
  }
}

/// The pipe for answers, each of which is written as a whole.
private final class AnswerPipe: Sendable {
  private let descriptor: Mutex<Int32>

  init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  /// Writes an answer; if the parent has exited, this process exits at once.
  func write(_ answer: StoreAnswer) {
    guard let json = try? JSONEncoder().encode(answer),
      let bytes = try? WireReader.frame([UInt8](json))
    else { preconditionFailure("an answer that cannot be written") }
    descriptor.withLock { descriptor in
      if !WireReader.write(bytes, to: descriptor) { _exit(1) }
    }
  }
}
