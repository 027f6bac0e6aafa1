// SPDX-License-Identifier: Apache-2.0

public import Base
import Synchronization

/// The files whose digests a build relies on, so that one that changes meanwhile is noticed.
///
/// Artifacts go under a key with their source file's digest, long after the digest was taken: had
/// the file changed in between, the wrong bytes would be found under that key for ever.
public final class SourceWatch: Sendable {
  private struct Watched {
    var digest: StampedDigest
    /// True if only these bytes ever get this name, so that a new stamp alone is no change.
    var isStored: Bool
  }

  private let seen = Mutex<[String: Watched]>([:])

  /// A watch over no file yet.
  public init() {}

  /// Relies from now on on `digest` being that of the file at `path`.
  public func add(_ path: String, _ digest: StampedDigest) {
    seen.withLock { $0[path] = Watched(digest: digest, isStored: false) }
  }

  /// Relies from now on on the file at `path`, which a store names after its `digest`.
  ///
  /// Such a file gets its name when it is whole. Another command may store the same bytes again at
  /// any moment, which changes the stamp and nothing else.
  public func add(stored path: String, _ digest: Fingerprint) throws(SystemFailure) {
    let stamp = try FileStamp(of: path)
    let known = StampedDigest(digest: digest, stamp: stamp, isSettled: false)
    seen.withLock { $0[path] = Watched(digest: known, isStored: true) }
  }

  /// Returns true if the file at `path` has always been, and still is, the one with `digest`.
  ///
  /// True for files that are not watched. A file that changed shortly before it was read may change
  /// again without its stamp showing it, so it is read once more; so is one that has another number
  /// of names or another mode, whose bytes need not have changed.
  public func stands(_ path: String, as digest: Fingerprint) -> Bool {
    guard let known = seen.withLock({ $0[path] }) else { return true }
    guard known.digest.digest == digest, let stamp = try? FileStamp(of: path),
      known.isStored || stamp.isUnwritten(since: known.digest.stamp)
    else { return false }
    if stamp == known.digest.stamp, known.digest.isSettled { return true }
    let now = FileStamp.now()
    guard let read = try? Fingerprint(ofFile: path), read == digest,
      let after = try? FileStamp(of: path), known.isStored || after.isUnwritten(since: stamp)
    else { return false }
    // The same bytes were read before; more names that it got while they were read again have not changed them.
    let isSettled = after == stamp && stamp.isSettled(at: now)
    let again = StampedDigest(digest: digest, stamp: after, isSettled: isSettled)
    seen.withLock { $0[path] = Watched(digest: again, isStored: known.isStored) }
    return true
  }
}
