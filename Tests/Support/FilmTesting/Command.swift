// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Runs other programs by argument arrays, with files instead of pipes, and with a time limit.
///
/// Time spent waiting for a processor is not counted.
public struct Command: Sendable {
  /// The result of a run.
  public struct Outcome: Sendable {
    /// The exit status, or 128 + the signal that ended it.
    public var status: Int32
    /// True if it was ended because it exceeded the time limit.
    public var isTimedOut: Bool
    /// The run time, without the time spent waiting for a processor.
    public var time: Duration
    /// Its standard output.
    public var output: Data
    /// Its standard error.
    public var errors: String

    /// Standard output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
    /// True if it was ended by a signal that indicates a bug.
    public var isCrash: Bool { status >= 128 && status != 130 && !isTimedOut }
  }

  /// A run that failed unexpectedly.
  public struct Failure: Error, CustomStringConvertible {
    /// The command, and its output.
    public var description: String

    /// A failure with `description`.
    public init(_ description: String) { self.description = description }
  }

  private let executable: String
  private let folder: String?
  private let environment: [String: String]

  /// The program at the absolute path `executable`, run in `folder`.
  public init(_ executable: String, in folder: String? = nil, environment: [String: String] = [:]) {
    self.executable = executable
    self.folder = folder
    self.environment = environment
  }

  /// The same with more variables in its environment.
  public func with(_ more: [String: String]) -> Command {
    Command(executable, in: folder, environment: environment.merging(more) { $1 })
  }

  /// The program `name` in PATH, if it exists.
  public static func named(_ name: String, in folder: String? = nil) -> Command? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    for place in path.split(separator: ":") {
      let candidate = "\(place)/\(name)"
      if FileManager.default.isExecutableFile(atPath: candidate) {
        return Command(candidate, in: folder)
      }
    }
    return nil
  }

  /// Runs it with `arguments`; ends it after `seconds`.
  public func outcome(_ arguments: [String], seconds: Int = 120) async throws -> Outcome {
    let place = try TemporaryFolder()
    let (output, errors) = (place / "output", place / "errors")
    for path in [output, errors] { try Data().write(to: URL(filePath: path)) }
    let process = Process()
    process.executableURL = URL(filePath: executable)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let handles = [output, errors].compactMap(FileHandle.init(forWritingAtPath:))
    guard handles.count == 2 else { throw Failure("cannot write in \(place.path)") }
    process.standardOutput = handles[0]
    process.standardError = handles[1]

    let watch = Watch(process)
    let (isTimedOut, time) = try await watch.run(seconds: seconds)
    for handle in handles { try handle.close() }
    let status = process.terminationStatus
    return Outcome(
      status: process.terminationReason == .uncaughtSignal ? 128 + status : status,
      isTimedOut: isTimedOut, time: time,
      output: try Data(contentsOf: URL(filePath: output)),
      errors: String(decoding: try Data(contentsOf: URL(filePath: errors)), as: UTF8.self))
  }

  /// Standard output of a run that must succeed.
  public func data(_ arguments: [String], seconds: Int = 120) async throws -> Data {
    let outcome = try await outcome(arguments, seconds: seconds)
    guard outcome.status == 0, !outcome.isTimedOut else {
      throw Failure(
        "\(executable) \(arguments.joined(separator: " "))\n"
          + "ended with \(outcome.status)\(outcome.isTimedOut ? ", too late" : ""): \(outcome.errors)"
      )
    }
    return outcome.output
  }
}

/// Waits for a process, and ends it at its time limit.
private final class Watch: @unchecked Sendable {
  private let process: Process
  private let lock = NSLock()
  private var isTimedOut = false
  private var isOver = false
  private var time = Duration.zero

  init(_ process: Process) { self.process = process }

  func run(seconds: Int) async throws -> (isTimedOut: Bool, time: Duration) {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { [self] _ in
        lock.withLock { isOver = true }
        continuation.resume()
      }
      do { try process.run() } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
        return
      }
      Thread.detachNewThread { [self] in
        let own = OwnTime(of: process.processIdentifier)
        while !look(own, limit: .seconds(seconds)) { usleep(100_000) }
      }
    }
    return lock.withLock { (isTimedOut, time) }
  }

  /// Ends the process if its time is over; returns whether the process has ended.
  private func look(_ own: OwnTime, limit: Duration) -> Bool {
    let now = own.look()
    return lock.withLock {
      guard !isOver else { return true }
      time = now
      guard now >= limit else { return false }
      isTimedOut = true
      kill(process.processIdentifier, SIGKILL)
      return true
    }
  }
}
