// SPDX-License-Identifier: Apache-2.0

import Base
import Glibc

/// An owned inotify instance of the kernel, which reports changes in folders.
///
/// One thread waits; any thread may add and remove folders. A folder here is an inode: one that is moved away keeps its
/// watch descriptor, and another that takes its name must be added again.
final class Inotify: Sendable {
  /// A change of a name in a folder, or of the folder itself.
  struct Event: Hashable, Sendable {
    /// The folder's number; -1 for the overflow.
    var folder: Int32
    /// Bits such as `IN_CREATE`.
    var mask: UInt32
    /// Empty when it is about the folder itself.
    var name: String

    /// Returns true if it is about one of `bits`.
    func has(_ bits: Int32...) -> Bool { bits.contains { mask & UInt32($0) != 0 } }
  }

  private let descriptor: Int32
  /// A pipe that is written to, to end the waiting.
  private let bell: (read: Int32, write: Int32)

  /// Notices of nothing yet.
  init() throws(SystemFailure) {
    // The macro IN_CLOEXEC has the value of O_CLOEXEC, and IN_NONBLOCK that of O_NONBLOCK.
    descriptor = inotify_init1(O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last("watch", "folders") }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      let failure = SystemFailure.last("make a pipe for", "notices")
      close(descriptor)
      throw failure
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    bell = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(bell.read)
    close(bell.write)
  }

  /// Adds `bits` to the folder's watch mask; returns its watch descriptor, which stays the same while the folder is
  /// watched.
  func add(_ path: String, _ bits: Int32) throws(SystemFailure) -> Int32 {
    let how = IN_ONLYDIR | IN_EXCL_UNLINK | IN_MASK_ADD
    let number = inotify_add_watch(descriptor, path, UInt32(bits | how))
    guard number >= 0 else { throw .last("watch", path) }
    return number
  }

  /// Stops watching the folder with the watch descriptor `number`; one that is gone already is fine.
  func remove(_ number: Int32) { inotify_rm_watch(descriptor, number) }

  /// Ends the waiting, now and for ever.
  func ring() {
    var byte: UInt8 = 0
    _ = write(bell.write, &byte, 1)
  }

  /// Waits until something has happened, for at most `patience` (nil for ever), and gives it.
  ///
  /// Gives nothing if the time is over, and nil once `ring` was called. Blocks the thread.
  func wait(_ patience: Duration?) -> [Event]? {
    let deadline = patience.map { ContinuousClock.now + $0 }
    while true {
      let left = deadline.map {
        (max(.zero, ContinuousClock.now.duration(to: $0)) / .milliseconds(1)).rounded(.up)
      }
      var waiting = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: bell.read, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&waiting, 2, left.map { Int32(min($0, 1e9)) } ?? -1)
      if count < 0, errno == EINTR { continue }
      guard count >= 0, waiting[1].revents == 0 else { return nil }
      if count == 0 { return [] }
      let events = read()
      if !events.isEmpty { return events }
    }
  }

  private func read() -> [Event] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    var events: [Event] = []
    var start = 0
    bytes.withUnsafeBytes { bytes in
      let head = MemoryLayout<inotify_event>.size
      while start + head <= count {
        let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
        let end = min(start + head + Int(event.len), count)
        // Filled up with null characters.
        let name = bytes[(start + head)..<end].prefix { $0 != 0 }
        events.append(
          Event(folder: event.wd, mask: event.mask, name: String(decoding: name, as: UTF8.self)))
        start = end
      }
    }
    return events
  }
}
