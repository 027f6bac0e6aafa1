// SPDX-License-Identifier: Apache-2.0

public import Base
import Glibc
import Synchronization

/// A folder of unfinished files that belongs to one living process.
///
/// The process holds a `flock` on a file beside the folder for as long as it lives; when it ends, in any way, the
/// kernel releases the lock, and the next build recognizes the leftovers as unowned.
public final class TemporaryFolder: Sendable {
  /// The absolute path of the folder.
  public let path: String
  private let lock: FileLock
  private let counter = Mutex(0)

  /// Makes a folder of this process's own in `parent`, and `parent` if need be.
  public init(in parent: String) throws(SystemFailure) {
    try StoreFiles.makeFolder(parent, replacing: true)
    // While this lock is held, no process takes a new folder that is not locked yet for a leftover.
    let door = try FileLock.wait(inStore: parent + "/door")
    defer { door.release() }
    var number = 0
    while true {
      let candidate = "\(parent)/\(getpid())-\(number)"
      if let lock = try FileLock.tryAcquire(inStore: candidate + ".lock") {
        self.lock = lock
        path = candidate
        break
      }
      number += 1
    }
    try StoreFiles.remove(path)
    try StoreFiles.makeFolder(path)
  }

  /// The path of a file that is not there yet, ending in `suffix`.
  public func makePath(_ suffix: String = "") -> String {
    let number = counter.withLock {
      $0 += 1
      return $0
    }
    return "\(path)/\(number)\(suffix)"
  }

  /// Removes the folder with everything in it; the object is of no use afterwards.
  public func remove() throws(SystemFailure) {
    try StoreFiles.remove(path)
    try StoreFiles.remove(path + ".lock")
    lock.release()
  }

  /// The folders in `parent` by path, each with true if its process is dead.
  static func abandonment(in parent: String) throws(SystemFailure) -> [(path: String, Bool)] {
    let locks = try StoreFiles.names(in: parent).filter(isLock)
    guard !locks.isEmpty else { return [] }
    let door = try FileLock.wait(inStore: parent + "/door")
    defer { door.release() }
    var found: [(path: String, Bool)] = []
    for name in locks {
      let lock = try FileLock.tryAcquire(inStore: "\(parent)/\(name)")
      lock?.release()
      found.append((path: "\(parent)/\(name.dropLast(5))", lock != nil))
    }
    return found
  }

  /// Removes the folders in `parent` whose processes are dead, and returns their number.
  @discardableResult
  public static func removeAbandoned(in parent: String) throws(SystemFailure) -> Int {
    let locks = try StoreFiles.names(in: parent).filter(isLock)
    guard !locks.isEmpty else { return 0 }
    let door = try FileLock.wait(inStore: parent + "/door")
    defer { door.release() }
    var count = 0
    for name in locks {
      let owner = "\(parent)/\(name)"
      guard let lock = try FileLock.tryAcquire(inStore: owner) else { continue }
      try StoreFiles.remove(String(owner.dropLast(5)))
      try StoreFiles.remove(owner)
      lock.release()
      count += 1
    }
    return count
  }

  /// Returns true if a folder's lock has this name, as in `1234-0.lock`.
  private static func isLock(_ name: String) -> Bool {
    guard name.hasSuffix(".lock") else { return false }
    let numbers = name.dropLast(5).split(separator: "-", omittingEmptySubsequences: false)
    return numbers.count == 2
      && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
  }
}
