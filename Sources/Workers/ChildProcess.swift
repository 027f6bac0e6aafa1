// SPDX-License-Identifier: Apache-2.0

import CLinux
package import Digests
import Glibc
import Synchronization
import Wires

/// A process of ours with pipes to its standard streams, in a process group of its own.
///
/// The group keeps a terminal's interrupt away from it: whether it ends is decided here. However
/// this object ends, the process is killed and waited for.
package final class ChildProcess: Sendable {
  /// How a process ended.
  package enum End: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
  }

  /// Written to by us; not blocking.
  package let input: Int32
  /// Read by us.
  package let output: Int32
  /// Read by us.
  package let errors: Int32
  /// Its number.
  let process: pid_t
  private let state = Mutex(State())

  /// Whether it was started by this process, which then has to wait for it.
  private let isOurs: Bool

  private struct State {
    var end: End?
    var isInputOpen = true
  }

  /// Starts the executable at `path` with `arguments` and this process's environment, changed by
  /// `environment`; `passing`, if given, becomes its descriptor 3.
  package convenience init(
    path: String, arguments: [String] = [], environment: ChildEnvironment = ChildEnvironment(),
    passing: Int32? = nil
  ) throws(SystemFailure) {
    try self.init(path, passing, isOurs: true) { streams in
      ChildProcess.spawn(path, arguments, environment, streams)
    }
  }

  /// Takes the process over that waits at `place`; `passing` becomes its shared page. Throws where none waits.
  convenience init(waitingAt place: WaitingPlace, passing: Int32) throws(SystemFailure) {
    try self.init(place.path, passing, isOurs: false) { streams in
      place.take(streams).map { .success($0) }
        ?? .failure(SystemFailure(call: "connect to", path: place.path, code: ECONNREFUSED))
    }
  }

  /// - Parameter start: Starts it with these descriptors.
  private init(
    _ path: String, _ passing: Int32?, isOurs: Bool,
    _ start: ([Int32]) -> Result<pid_t, SystemFailure>
  ) throws(SystemFailure) {
    let made = ChildProcess.door.withLock { _ in ChildProcess.make(path, passing, start) }
    let (process, pipes): (pid_t, [Int32])
    switch made {
    case .success(let child): (process, pipes) = child
    case .failure(let failure): throw failure
    }
    (self.process, self.isOurs) = (process, isOurs)
    (input, output, errors) = (pipes[0], pipes[1], pipes[2])
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
  }

  deinit {
    _ = finish(patience: .zero)
    close(output)
    close(errors)
  }

  /// Kills it and everything in its group, at once.
  package func kill() {
    state.withLock {
      // After `waitpid` the process id may belong to another process.
      if $0.end == nil { _ = Glibc.kill(-process, SIGKILL) }
    }
  }

  /// Lets it live on by itself, as what waits for others.
  func release() {
    closeInput()
    state.withLock { $0.end = $0.end ?? .exited(0) }
  }

  /// Closes its input, as a sign that no more requests follow.
  func closeInput() {
    state.withLock {
      if $0.isInputOpen { close(input) }
      $0.isInputOpen = false
    }
  }

  /// Waits until it has ended, for at most `patience`, then kills it; blocks the thread.
  package func finish(patience: Duration) -> End {
    closeInput()
    let deadline = SuspendingClock.now + patience
    while true {
      if let end = poll() { return end }
      if SuspendingClock.now >= deadline { kill() }
      usleep(2000)
    }
  }

  private func poll() -> End? {
    state.withLock {
      if let end = $0.end { return end }
      guard isOurs else {
        // How it ended is for its parent to know.
        if Glibc.kill(process, 0) != 0 { $0.end = .exited(0) }
        return $0.end
      }
      var status: Int32 = 0
      let result = waitpid(process, &status, WNOHANG)
      if result == process {
        // The macros WIFEXITED and the like are not imported.
        $0.end = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled(status & 0x7F)
      } else if result < 0, errno == ECHILD {
        $0.end = .exited(0)
      }
      return $0.end
    }
  }

  /// Held while a child is made, so that no other child inherits ends of its pipes.
  private static let door = Mutex(())

  /// Both ends of a pipe, numbered above the standard streams and closed in other children.
  private static func makePipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    let read = fcntl(ends[0], F_DUPFD_CLOEXEC, 3)
    let write = fcntl(ends[1], F_DUPFD_CLOEXEC, 3)
    close(ends[0])
    close(ends[1])
    guard read >= 0, write >= 0 else {
      if read >= 0 { close(read) }
      if write >= 0 { close(write) }
      return nil
    }
    return (read, write)
  }

  /// Starts a child and gives our ends of its pipes, in the order of its streams.
  private static func make(
    _ path: String, _ passing: Int32?, _ start: ([Int32]) -> Result<pid_t, SystemFailure>
  ) -> Result<(pid_t, [Int32]), SystemFailure> {
    var pipes: [(ours: Int32, theirs: Int32)] = []
    defer { for pipe in pipes { close(pipe.theirs) } }
    for stream: Int32 in 0..<3 {
      guard let ends = makePipe() else {
        let failure = SystemFailure.last("make a pipe for", path)
        for pipe in pipes { close(pipe.ours) }
        return .failure(failure)
      }
      pipes.append(stream == 0 ? (ends.write, ends.read) : (ends.read, ends.write))
    }
    let descriptors = pipes.map(\.theirs) + (passing.map { [$0] } ?? [])
    switch start(descriptors) {
    case .success(let process): return .success((process, pipes.map(\.ours)))
    case .failure(let failure):
      for pipe in pipes { close(pipe.ours) }
      return .failure(failure)
    }
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ environment: ChildEnvironment,
    _ descriptors: [Int32]
  ) -> Result<pid_t, SystemFailure> {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (target, source) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
    }
    // Whatever else this process has open, it would only be kept open by the child.
    posix_spawn_file_actions_addclosefrom_np(&actions, Int32(descriptors.count))
    // What we ignore or hold back must not be ignored or held back there.
    var reset = sigset_t()
    var mask = sigset_t()
    sigemptyset(&reset)
    sigemptyset(&mask)
    for signal in [SIGPIPE, SIGXFSZ] + EndingSignals.all { sigaddset(&reset, signal) }
    posix_spawnattr_setsigdefault(&attributes, &reset)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let strings = ([path] + arguments).map { strdup($0) }
    let added = environment.additions.map { strdup($0) }
    defer { for string in strings + added { free(string) } }
    var process: pid_t = 0
    let code = posix_spawn(
      &process, path, &actions, &attributes, strings + [nil],
      environment.inherited + added + [nil])
    guard code == 0 else {
      return .failure(SystemFailure(call: "start", path: path, code: code))
    }
    // Where it may, the thread pool gives its threads priorities of their own, which the child would inherit: `nice
    // reel` has to hold for workers, too.
    let kind = __priority_which_t(PRIO_PROCESS.rawValue)
    setpriority(kind, id_t(process), getpriority(kind, id_t(getpid())))
    return .success(process)
  }
}
