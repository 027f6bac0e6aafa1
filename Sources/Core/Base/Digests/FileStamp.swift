// SPDX-License-Identifier: Apache-2.0

public import Glibc

/// The metadata of a file: while it is unchanged, the bytes are taken to be unchanged too.
public struct FileStamp: Hashable, Sendable, Codable {
  /// Size in bytes.
  public var size: Int64
  /// The time of the last change of the bytes, in nanoseconds since 1970.
  public var modified: Int64
  /// The time of the last change of anything about the file, in nanoseconds since 1970; cannot be set by users.
  public var changed: Int64
  /// The file's number on its device.
  public var inode: UInt64
  /// The device.
  public var device: UInt64

  /// The stamp of the file or folder at `path`, links followed.
  public init(of path: String) throws(SystemFailure) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw .last("look at", path) }
    self.init(facts)
  }

  /// The stamp of the file that `facts` tell of.
  public init(_ facts: stat) {
    size = Int64(facts.st_size)
    modified = FileStamp.nanoseconds(facts.st_mtim)
    changed = FileStamp.nanoseconds(facts.st_ctim)
    inode = UInt64(facts.st_ino)
    device = UInt64(facts.st_dev)
  }

  /// Returns true if nothing but the time of the last change of any kind differs: making a hard
  /// link and changing the mode leave the bytes as they are, so these may be the same or not.
  public func isUnwritten(since other: FileStamp) -> Bool {
    (size, modified, inode, device) == (other.size, other.modified, other.inode, other.device)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Returns true if a change made after `now` (nanoseconds since 1970) is sure to show in the
  /// stamp.
  ///
  /// File systems count time coarsely: a file written again within the same tick, with the same
  /// size, keeps its stamp. So one that changed within 2 s of being read has to be read again.
  public func isSettled(at now: Int64) -> Bool {
    let margin: Int64 = 2_000_000_000
    return (now &- modified).magnitude > margin.magnitude
      && (now &- changed).magnitude > margin.magnitude
  }

  /// The time of day, in nanoseconds since 1970, for `isSettled(at:)` only.
  public static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return nanoseconds(time)
  }
}
