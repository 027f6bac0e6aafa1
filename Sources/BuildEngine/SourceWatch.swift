// SPDX-License-Identifier: Apache-2.0

public import Basics
import Digests
import Synchronization

/// The files whose digests a build relies on, so that one that changes meanwhile is noticed.
///
/// What is made from a file goes under a key with the file's digest, long after the digest was
/// taken: had the file changed in between, the wrong bytes would be found under that key for ever.
public final class SourceWatch: Sendable {
  private let seen = Mutex<[String: StampedDigest]>([:])

  /// A watch over no file yet.
  public init() {}

  /// Relies from now on on `digest` being that of the file at `path`.
  public func add(_ path: String, _ digest: StampedDigest) {
    seen.withLock { $0[path] = digest }
  }

  /// Whether the file at `path` still is, and has been all the time, the one with `digest`.
  ///
  /// True for files that are not watched. A file that changed shortly before it was read may change
  /// again without its stamp showing it, so it is read once more; so is one that has another number
  /// of names or another mode, whose bytes need not have changed.
  public func stands(_ path: String, as digest: Fingerprint) -> Bool {
    guard let known = seen.withLock({ $0[path] }) else { return true }
    guard known.digest == digest, let stamp = try? FileStamp(of: path),
      stamp.isUnwritten(since: known.stamp)
    else { return false }
    if known.isSettled, stamp == known.stamp { return true }
    let now = FileStamp.now()
    guard let read = try? Fingerprint(ofFile: path), read == digest,
      let after = try? FileStamp(of: path), after == stamp
    else { return false }
    add(path, StampedDigest(digest: digest, stamp: stamp, isSettled: stamp.isSettled(at: now)))
    return true
  }
}
