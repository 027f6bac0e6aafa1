// SPDX-License-Identifier: Apache-2.0

public import Base
import Glibc
import Synchronization

/// A `flock` on a file, gone when the process that holds it ends.
///
/// It is held by one at a time, unless all who hold it share it.
public final class FileLock: Sendable {
  private let descriptor: Mutex<Int32>

  private init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  deinit { release() }

  /// Takes the lock on the file at `path`, which is made if need be; nil while another has it.
  public static func tryAcquire(_ path: String) throws(SystemFailure) -> FileLock? {
    try acquire(path, flags: LOCK_EX | LOCK_NB)
  }

  /// As `tryAcquire`, of a file of a store: no link is followed, and a folder that has the name is
  /// replaced.
  static func tryAcquire(inStore path: String) throws(SystemFailure) -> FileLock? {
    try acquire(path, flags: LOCK_EX | LOCK_NB, isInStore: true)
  }

  /// Takes the lock on a file of a store, waiting for it as long as it takes.
  ///
  /// For locks that are held for an instant only: it blocks the thread.
  static func wait(
    inStore path: String, isShared: Bool = false
  ) throws(SystemFailure) -> FileLock {
    while true {
      let flags = isShared ? LOCK_SH : LOCK_EX
      if let lock = try acquire(path, flags: flags, isInStore: true) { return lock }
    }
  }

  /// Takes the lock on a file of a store; `onWait` is called once if another has it.
  ///
  /// Looks every 50 ms, so that it can be cancelled; then it fails with `ECANCELED`.
  public static func acquire(
    inStore path: String, onWait: @Sendable () -> Void
  ) async throws(SystemFailure) -> FileLock {
    var hasSaid = false
    while true {
      if let lock = try tryAcquire(inStore: path) { return lock }
      if !hasSaid { onWait() }
      hasSaid = true
      do { try await Task.sleep(for: .milliseconds(50)) } catch {
        throw SystemFailure(call: "lock", path: path, code: ECANCELED)
      }
    }
  }

  /// Lets go of the lock; doing it twice is fine.
  public func release() {
    descriptor.withLock {
      if $0 >= 0 { close($0) }
      $0 = -1
    }
  }

  private static func acquire(
    _ path: String, flags: Int32, isInStore: Bool = false
  ) throws(SystemFailure) -> FileLock? {
    while true {
      let descriptor = try open(path, isInStore: isInStore)
      guard flock(descriptor, flags) == 0 else {
        let code = errno
        close(descriptor)
        if code == EINTR { continue }
        if code == EWOULDBLOCK { return nil }
        throw SystemFailure(call: "lock", path: path, code: code)
      }
      // The one who had it may have removed the file: then this lock is on nothing.
      var mine = stat()
      var named = stat()
      if fstat(descriptor, &mine) == 0, lstat(path, &named) == 0, mine.st_ino == named.st_ino,
        mine.st_dev == named.st_dev
      {
        return FileLock(descriptor)
      }
      close(descriptor)
    }
  }

  private static func open(_ path: String, isInStore: Bool) throws(SystemFailure) -> Int32 {
    let mode = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    var descriptor: Int32
    if isInStore {
      let parent = try StoreParent(of: path)
      descriptor = openat(parent.descriptor, parent.name, mode, 0o666)
      if descriptor < 0, errno == EISDIR {
        try parent.setAside()
        descriptor = openat(parent.descriptor, parent.name, mode, 0o666)
      }
    } else {
      descriptor = Glibc.open(path, mode, 0o666)
    }
    guard descriptor >= 0 else { throw .last("lock", path) }
    return descriptor
  }
}
