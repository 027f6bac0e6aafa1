// SPDX-License-Identifier: Apache-2.0

package import Base
import CLinux
import Glibc
import RenderProtocol
import Synchronization

/// A process of ours with pipes to its standard streams, in a process group of its own.
///
/// The group keeps a terminal's interrupt away from it: whether it ends is decided here. However
/// this object ends, the process is killed and waited for, unless it has been released.
package final class ChildProcess: Sendable {
  /// The way in which a process ended.
  package enum End: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
    /// However that was: it is no child of this process.
    case gone
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

  /// Of a process that is no child of this one: a descriptor that is readable when it has ended.
  private let watch: Int32?

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
    try self.init(path, passing) { streams in
      ChildProcess.spawn(path, arguments, environment, streams).map { ($0, nil) }
    }
  }

  /// Takes the process over that waits at `place`; `passing` becomes its shared page.
  ///
  /// Throws where none waits.
  convenience init(waitingAt place: WaitingPlace, passing: Int32) throws(SystemFailure) {
    try self.init(place.path, passing) { streams in
      guard let process = place.take(streams) else {
        return .failure(SystemFailure(call: "connect to", path: place.path, code: ECONNREFUSED))
      }
      // It lives, as it has just answered, and waits for calls.
      let watch = reel_process_open(process)
      return watch < 0
        ? .failure(SystemFailure.last("watch", place.path)) : .success((process, watch))
    }
  }

  /// - Parameter start: Starts it with these descriptors, and gives its number, and what tells that it has ended.
  private init(
    _ path: String, _ passing: Int32?,
    _ start: ([Int32]) -> Result<(pid_t, Int32?), SystemFailure>
  ) throws(SystemFailure) {
    let made = ChildProcess.door.withLock { _ in ChildProcess.make(path, passing, start) }
    let (started, pipes): ((pid_t, Int32?), [Int32])
    switch made {
    case .success(let child): (started, pipes) = child
    case .failure(let failure): throw failure
    }
    (process, watch) = started
    (input, output, errors) = (pipes[0], pipes[1], pipes[2])
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
  }

  deinit {
    _ = finish(patience: .zero)
    close(output)
    close(errors)
    if let watch { close(watch) }
  }

  /// Kills it and everything in its group, at once.
  package func kill() {
    state.withLock {
      // After `waitpid` the process id may belong to another process.
      guard $0.end == nil else { return }
      if let watch {
        _ = reel_process_signal(watch, SIGKILL)
      } else {
        _ = Glibc.kill(-process, SIGKILL)
      }
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
      if let watch {
        if WireReader.isReady(watch, within: 0) { $0.end = .gone }
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
    _ path: String, _ passing: Int32?, _ start: ([Int32]) -> Result<(pid_t, Int32?), SystemFailure>
  ) -> Result<((pid_t, Int32?), [Int32]), SystemFailure> {
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
