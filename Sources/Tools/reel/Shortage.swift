// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// A check for the resources that this process needs, before it starts.
///
/// The concurrency runtime waits for ever for a thread that the system refuses.
enum Shortage {
  /// The missing resource, in words; nil where there is enough to go on.
  static func found() -> String? {
    // Swift reads the words of the command line there, and without them shows help as if nothing had been asked.
    if access("/proc/self/exe", F_OK) != 0 {
      return "/proc is not there, which reel needs: mount -t proc proc /proc"
    }
    if let limit = lowStackLimit() {
      return
        "a stack of \(limit >> 10) KiB is too small; the limit (ulimit -s) must be \(stackSize >> 10) or more"
    }
    if let limit = lowFileLimit() {
      return "\(limit) open files are too few; the limit (ulimit -n) must be \(fileCount) or more"
    }
    let count = 4 + ProcessInfo.processInfo.activeProcessorCount
    guard let code = refusal(ofThreads: count) else { return nil }
    return "cannot start \(count) threads: \(String(cString: strerror(code)));"
      + " the limits of processes (ulimit -u) or of memory (ulimit -v) are too low"
  }

  /// The bytes that a stack may take.
  private static let stackSize = 1 << 20
  /// The bytes that it usually may take.
  private static let usualStackSize = 8 << 20

  /// The limit on stacks where it is too low and cannot be raised; else it is raised, for renderers, too.
  private static func lowStackLimit() -> Int? {
    let resource = __rlimit_resource_t(RLIMIT_STACK.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < stackSize else { return nil }
    let found = Int(limit.rlim_cur)
    limit.rlim_cur = min(rlim_t(usualStackSize), max(limit.rlim_max, rlim_t(stackSize)))
    limit.rlim_max = max(limit.rlim_max, limit.rlim_cur)
    guard setrlimit(resource, &limit) == 0 else { return found }
    // Threads have what the limit was when their process began: it begins once more.
    execv("/proc/self/exe", CommandLine.unsafeArgv)
    return found
  }

  /// The files that are open at once: some of the project and of the store, and the ends of a
  /// renderer's pipes for each processor.
  private static let fileCount = 24 + 6 * ProcessInfo.processInfo.activeProcessorCount

  /// The limit on open files where it is too low and cannot be raised; else it is raised.
  private static func lowFileLimit() -> Int? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
      limit.rlim_cur < fileCount
    else { return nil }
    limit.rlim_cur = min(rlim_t(fileCount), limit.rlim_max)
    if limit.rlim_cur == fileCount,
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    {
      return nil
    }
    return Int(limit.rlim_max)
  }

  /// Why the system refuses to start `count` threads that run at once; nil if it does not.
  private static func refusal(ofThreads count: Int) -> Int32? {
    let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(gate, nil)
    pthread_mutex_lock(gate)
    var threads: [pthread_t] = []
    defer {
      pthread_mutex_unlock(gate)
      for thread in threads { pthread_join(thread, nil) }
      pthread_mutex_destroy(gate)
      gate.deallocate()
    }
    for _ in 0..<count {
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { gate in
          guard let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self) else { return nil }
          pthread_mutex_lock(gate)
          pthread_mutex_unlock(gate)
          return nil
        }, gate)
      guard code == 0 else { return code }
      threads.append(thread)
    }
    return nil
  }
}
