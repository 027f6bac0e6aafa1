// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics

/// Open video streams, kept from one part and one request to the next.
///
/// A stream that is shown twice at once is open twice. Few idle ones are kept, as each holds
/// its codec's reference frames: two, and of those that a request does not read only as many as
/// every request is counted with.
package final class SourcePool {
  private struct Entry {
    var source: VideoSource
    var digest: Fingerprint
    var threads: Int
    var isInUse: Bool
    var lastUse: Int
  }

  private var entries: [Entry] = []
  private var clock = 0
  /// Larger pictures are refused before their memory is taken.
  package static let maximumPixels = 100_000_000

  /// A source of `read` that nobody else uses: the idle one that stands nearest before `limit`'s
  /// time, else a new one.
  func take(_ read: VideoRead, threads: Int, start: Time) throws(AVError) -> VideoSource {
    clock += 1
    var best: Int?
    for (index, entry) in entries.enumerated() where !entry.isInUse {
      guard entry.digest == read.file.digest, entry.source.path == read.file.path,
        entry.source.stream == read.stream, entry.threads == threads
      else { continue }
      if best.map({ isNearer(entry, entries[$0], start) }) ?? true { best = index }
    }
    if let best {
      entries[best].isInUse = true
      entries[best].lastUse = clock
      return entries[best].source
    }
    let source = try VideoSource(
      path: read.file.path, stream: read.stream, threads: threads,
      maximumPixels: SourcePool.maximumPixels)
    entries.append(
      Entry(
        source: source, digest: read.file.digest, threads: threads, isInUse: true, lastUse: clock))
    return source
  }

  /// Gives a source back; it may be closed.
  func release(_ source: VideoSource) {
    guard let index = entries.firstIndex(where: { $0.source === source }) else { return }
    entries[index].isInUse = false
    while entries.count(where: { !$0.isInUse }) > MemoryUse.idleSources { closeOldest() }
  }

  /// Closes a source that failed.
  func discard(_ source: VideoSource) { entries.removeAll { $0.source === source } }

  /// Closes idle sources that a request for `files` does not read, until no more than `limit` bytes
  /// of them are left.
  func keep(_ files: Set<Fingerprint>, andOthersUpTo limit: Int64) {
    let isOther = { (entry: Entry) in !entry.isInUse && !files.contains(entry.digest) }
    while entries.reduce(0, { $0 + (isOther($1) ? $1.source.memory : 0) }) > limit {
      closeOldest(where: isOther)
    }
  }

  private func closeOldest(where condition: (Entry) -> Bool = { _ in true }) {
    let idle = entries.indices.filter { !entries[$0].isInUse && condition(entries[$0]) }
    guard let oldest = idle.min(by: { entries[$0].lastUse < entries[$1].lastUse }) else { return }
    entries.remove(at: oldest)
  }

  private func isNearer(_ a: Entry, _ b: Entry, _ start: Time) -> Bool {
    func distance(_ entry: Entry) -> Time? {
      guard let ticks = entry.source.current?.ticks else { return nil }
      let time = entry.source.time(ticks)
      return time <= start ? start - time : nil
    }
    switch (distance(a), distance(b)) {
    case (let x?, let y?): return x < y
    case (_?, nil): return true
    default: return false
    }
  }
}
