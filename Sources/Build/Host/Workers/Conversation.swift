// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import RenderProtocol

/// The talk over a worker's three pipes.
struct Conversation {
  enum End {
    case reply(Reply)
    case closed(said: [String])
    case silent(said: [String])
    case garbage
  }

  let input: Int32
  let output: Int32
  let errors: Int32
  let page: SharedPage
  private var delay: RunDelay
  private var number = 0
  private var reader = WireReader()
  /// The last that came from the standard error stream.
  private var said: [UInt8] = []
  private var hasErrors = true

  init(input: Int32, output: Int32, errors: Int32, page: SharedPage, delay: RunDelay) {
    (self.input, self.output, self.errors) = (input, output, errors)
    self.page = page
    self.delay = delay
  }

  /// Asks for `request` and waits for the last answer.
  ///
  /// A sign of life is any answer, and any beat in the shared page, which comes with every packet
  /// and every frame: so what may last `silence` is one call of a library, not one frame. The time
  /// for which the worker waits for a processor does not count: on a busy machine it is slow, not stuck.
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
    var silent = Duration.zero
    var beat = page.beat
    var looked = SuspendingClock.now
    while true {
      // We look every second. If longer has passed, it was we who were stopped.
      let now = SuspendingClock.now
      let passed = min(looked.duration(to: now), .seconds(1))
      // Answers that come one after the other need no look at the processors.
      silent += passed < .milliseconds(100) ? passed : passed - min(delay.sinceLast(), passed)
      looked = now
      if page.beat != beat {
        beat = page.beat
        silent = .zero
      }
      guard silent < silence else {
        listen()
        return .silent(said: lastLines)
      }
      let left = (silence - silent) / .milliseconds(1)
      var pipes = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: hasErrors ? errors : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: sent < message.count ? input : -1, events: Int16(POLLOUT), revents: 0),
      ]
      guard poll(&pipes, 3, Int32(min(left + 1, 1000))) >= 0 else {
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
          silent = .zero
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
      silent = .zero
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
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    for _ in 0..<16 where hasErrors && WireReader.isReady(errors, within: 0) {
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
