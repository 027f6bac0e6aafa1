// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The running tool, with its output so far.
public final class RunningReel: Sendable {
  private let process: Process
  private let state = Mutex(State())

  private struct State {
    var output: [UInt8] = []
    var errors: [UInt8] = []
    /// The part of the output returned as events, in bytes.
    var read = 0
    var status: Int32?
  }

  /// A line of `--json`.
  public struct Event: Decodable, Sendable {
    /// The name of the event.
    public var event: String
    /// The status of `done`.
    public var status: Int32?
    /// Number of frames rendered, in `planned` and `done`.
    public var frames: Int?
    /// Number of reused segments, in `planned` and `done`.
    public var reusedSegments: Int?
    /// The code of `failed` and `warned`.
    public var code: String?

    private enum CodingKeys: CodingKey { case event, status, frames, reusedSegments, code }

    /// Decodes an event; the meaning of `frames` depends on its name.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      event = try values.decode(String.self, forKey: .event)
      status = try? values.decode(Int32.self, forKey: .status)
      frames = try? values.decode(Int.self, forKey: .frames)
      reusedSegments = try? values.decode(Int.self, forKey: .reusedSegments)
      code = try? values.decode(String.self, forKey: .code)
    }
  }

  /// Starts `reel` with `arguments` in the folder of `reel`.
  public init(_ reel: Reel, _ arguments: [String]) throws {
    guard let path = Places.reel else { throw Command.Failure("there is no 'reel'") }
    let process = Process()
    self.process = process
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: reel.folder.path)
    process.standardInput = FileHandle.nullDevice
    let pipes = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = pipes
    pipes.0.fileHandleForReading.readabilityHandler = { [weak self] handle in
      self?.take(handle, isOutput: true)
    }
    pipes.1.fileHandleForReading.readabilityHandler = { [weak self] handle in
      self?.take(handle, isOutput: false)
    }
    process.terminationHandler = { [weak self] process in
      let isSignal = process.terminationReason == .uncaughtSignal
      let status = process.terminationStatus
      self?.state.withLock { $0.status = isSignal ? 128 + status : status }
    }
    try process.run()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  private func take(_ handle: FileHandle, isOutput: Bool) {
    let bytes = Array(handle.availableData)
    if bytes.isEmpty { handle.readabilityHandler = nil }
    state.withLock { state in
      if isOutput { state.output += bytes } else { state.errors += bytes }
    }
  }

  /// Its standard output so far.
  public var text: String { state.withLock { String(decoding: $0.output, as: UTF8.self) } }

  /// Its standard error so far.
  public var errorText: String { state.withLock { String(decoding: $0.errors, as: UTF8.self) } }

  /// The events that have not been returned yet.
  public func newEvents() throws -> [Event] {
    let lines = state.withLock { state in
      guard let end = state.output.lastIndex(of: UInt8(ascii: "\n")), end >= state.read else {
        return [ArraySlice<UInt8>]()
      }
      defer { state.read = end + 1 }
      return state.output[state.read...end].split(separator: UInt8(ascii: "\n"))
    }
    return try lines.map { try JSONDecoder().decode(Event.self, from: Data($0)) }
  }

  /// The events up to and including the next one called `name`.
  public func events(until name: String, seconds: Int = 120) async throws -> [Event] {
    var found: [Event] = []
    try await wait("'\(name)'", seconds) {
      found += try newEvents()
      return found.contains { $0.event == name }
    }
    return found
  }

  /// Waits until its output contains `words` on either stream.
  public func wait(for words: String, seconds: Int = 120) async throws {
    try await wait("'\(words)'", seconds) { text.contains(words) || errorText.contains(words) }
  }

  /// Sends it `signal`, by default an interrupt, and returns its exit status, or 128 + the signal that ended it.
  public func end(_ signal: Int32 = 2, seconds: Int = 30) async throws -> Int32 {
    kill(process.processIdentifier, signal)
    try await wait("its end", seconds) { isOver }
    return state.withLock { $0.status ?? -1 }
  }

  private var isOver: Bool { state.withLock { $0.status != nil } }

  private func wait(
    _ what: String, _ seconds: Int, _ condition: () throws -> Bool
  ) async throws {
    let own = OwnTime(of: process.processIdentifier)
    var count = 0
    while try !condition() {
      count += 1
      let isLate = count.isMultiple(of: 40) && own.look() >= .seconds(seconds)
      // It may end at any moment, and the condition may have become true just before.
      let hasEnded = isOver
      if hasEnded, try condition() { return }
      guard !isLate, !hasEnded else {
        throw Command.Failure("waited for \(what) in vain:\n\(text)\(errorText)")
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
