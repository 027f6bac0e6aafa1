// SPDX-License-Identifier: Apache-2.0

public import Base
import Glibc

/// The digests of source files, so that bytes are read again only when a file may have changed.
public struct DigestCache: Sendable {
  private let cache: FactsCache<Record>

  private struct Record: Codable {
    var path: String
    var stamp: FileStamp
    var isSettled: Bool
    var digest: Fingerprint
  }

  /// The digests kept in `folder`.
  public init(folder: String) { cache = FactsCache(folder: folder, version: 1) }

  /// The digest of the file at `path` if it has not changed since it was last read; else nil.
  ///
  /// A file that was read within 2 s of changing may have changed again without its stamp showing
  /// it: its digest is not trusted.
  public func known(_ path: String) -> StampedDigest? {
    guard let record = cache.load(Fingerprint(of: path)), record.path == path, record.isSettled,
      let stamp = try? FileStamp(of: path), stamp == record.stamp
    else { return nil }
    return StampedDigest(digest: record.digest, stamp: stamp, isSettled: true)
  }

  /// The digest of the file at `path`, reading it if it may have changed.
  ///
  /// A file that is written each of the few times it is read fails with `EBUSY`. One that only gets other names or another
  /// mode meanwhile is taken for what was read twice.
  ///
  /// - Parameters:
  ///   - scratch: gives a free path on the cache's file system; nil when nothing can be kept.
  ///   - now: the time of day in nanoseconds since 1970.
  ///   - isCancelled: asked between pieces of the file.
  public func digest(
    of path: String, scratch: () -> String?, now: () -> Int64 = FileStamp.now,
    isCancelled: () -> Bool = { false }
  ) throws(SystemFailure) -> StampedDigest {
    if let known = known(path) { return known }
    var last: (digest: Fingerprint, stamp: FileStamp)?
    for _ in 0..<DigestCache.rounds {
      let before = try FileStamp(of: path)
      let start = now()
      let digest = try Fingerprint(ofFile: path, isCancelled: isCancelled)
      let after = try FileStamp(of: path)
      guard after == before else {
        guard after.isUnwritten(since: before) else {
          last = nil
          continue
        }
        if let last, last.digest == digest, before.isUnwritten(since: last.stamp) {
          return StampedDigest(digest: digest, stamp: after, isSettled: false)
        }
        last = (digest, after)
        continue
      }
      let isSettled = before.isSettled(at: start)
      if let scratch = scratch() {
        let record = Record(path: path, stamp: before, isSettled: isSettled, digest: digest)
        // A cache that cannot be written only costs time.
        try? cache.save(record, for: Fingerprint(of: path), scratch: scratch)
      }
      return StampedDigest(digest: digest, stamp: before, isSettled: isSettled)
    }
    throw SystemFailure(call: "read", path: path, code: EBUSY)
  }

  /// The number of times that a file is read if it changes during reading.
  private static let rounds = 3
}

/// The digest of a file, and what the file looked like when it was read.
public struct StampedDigest: Hashable, Sendable {
  /// The digest of the bytes.
  public var digest: Fingerprint
  /// The stamp that stood before and after they were read.
  public var stamp: FileStamp
  /// True if any later change is sure to show in the stamp.
  public var isSettled: Bool

  /// The bytes with `digest` were read under `stamp`.
  public init(digest: Fingerprint, stamp: FileStamp, isSettled: Bool) {
    self.digest = digest
    self.stamp = stamp
    self.isSettled = isSettled
  }
}
