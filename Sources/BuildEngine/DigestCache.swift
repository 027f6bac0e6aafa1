// SPDX-License-Identifier: Apache-2.0

public import Basics
public import Digests
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

  /// The digest of the file at `path` if it has not changed since it was last read.
  ///
  /// A file that was read within 2 s of changing may have changed again without its stamp showing
  /// it: its digest is not trusted.
  public func known(_ path: String) -> Fingerprint? {
    guard let record = cache.load(Fingerprint(of: path)), record.path == path, record.isSettled,
      let stamp = try? FileStamp(of: path), stamp == record.stamp
    else { return nil }
    return record.digest
  }

  /// The digest of the file at `path`, reading it if it may have changed.
  ///
  /// - Parameters:
  ///   - scratch: gives a free path on the cache's file system; nil when nothing can be kept.
  ///   - now: the time of day in nanoseconds since 1970.
  ///   - isCancelled: asked between pieces of the file.
  public func digest(
    of path: String, scratch: () -> String?, now: () -> Int64 = FileStamp.now,
    isCancelled: () -> Bool = { false }
  ) throws(SystemFailure) -> Fingerprint {
    if let known = known(path) { return known }
    while true {
      let before = try FileStamp(of: path)
      let start = now()
      let digest = try Fingerprint(ofFile: path, isCancelled: isCancelled)
      guard try FileStamp(of: path) == before else { continue }
      if let scratch = scratch() {
        let record = Record(
          path: path, stamp: before, isSettled: before.isSettled(at: start), digest: digest)
        // A cache that cannot be written only costs time.
        try? cache.save(record, for: Fingerprint(of: path), scratch: scratch)
      }
      return digest
    }
  }
}
