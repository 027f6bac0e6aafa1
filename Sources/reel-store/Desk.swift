// SPDX-License-Identifier: Apache-2.0

import Actions
import Dispatch
import FoundationEssentials
import Glibc
import Sharing
import Synchronization

/// Takes calls from one pipe, has messengers do what they ask, and writes answers to another.
struct Desk: ~Copyable {
  /// Exchanges with the server at a time.
  private static let messengers = 8

  private let calls: Int32
  private let jobs = JobQueue()
  private let answers: AnswerPipe
  private var reader = WireReader()

  init(calls: Int32, answers: Int32) {
    self.calls = calls
    self.answers = AnswerPipe(answers)
  }

  /// Works until the calls end; false when the other side does not keep to the protocol.
  mutating func run() -> Bool {
    do {
      while let message = try reader.next(from: calls) {
        let call = try JSONDecoder().decode(StoreCall.self, from: Data(message))
        if case .open(let url) = call.request { start(url) } else { jobs.add(call) }
      }
      return true
    } catch {
      // Not what was read, in which there may be a password.
      let text = "reel-store: a call that cannot be read\n"
      _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
      return false
    }
  }

  /// Starts the messengers, each in a thread of its own, as they wait for the network.
  private func start(_ url: String) {
    for number in 0..<Desk.messengers {
      DispatchQueue(label: "messenger \(number)").async { [jobs, answers] in
        guard let messenger = Messenger(url) else { _exit(1) }
        while true {
          let call = jobs.take()
          answers.write(StoreAnswer(id: call.id, reply: messenger.perform(call.request)))
        }
      }
    }
  }
}

/// Calls that nobody has taken yet, the first to be taken first.
private final class JobQueue: Sendable {
  private let waiting = Mutex<[StoreCall]>([])
  private let count = DispatchSemaphore(value: 0)

  func add(_ call: StoreCall) {
    waiting.withLock { $0.append(call) }
    count.signal()
  }

  /// The next one; blocks the thread until there is one.
  func take() -> StoreCall {
    count.wait()
    return waiting.withLock { $0.removeFirst() }
  }
}

/// Where answers go, each in one piece.
private final class AnswerPipe: Sendable {
  private let descriptor: Mutex<Int32>

  init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  /// Writes an answer; when the parent has gone, this process ends at once.
  func write(_ answer: StoreAnswer) {
    guard let json = try? JSONEncoder().encode(answer),
      let bytes = try? WireReader.frame([UInt8](json))
    else { preconditionFailure("an answer that cannot be written") }
    descriptor.withLock { descriptor in
      if !WireReader.write(bytes, to: descriptor) { _exit(1) }
    }
  }
}
