// SPDX-License-Identifier: Apache-2.0

package import Base
package import LibAV
package import RenderProtocol

/// Open video streams, kept between parts and requests.
///
/// A stream that is shown twice at the same time is opened twice. Few idle streams are kept, since each holds
/// its codec's reference frames: two in total, and those that a request does not read only up to the memory
/// that every request's estimate includes.
package final class SourcePool {
  private struct Entry {
    var source: VideoSource
    var digest: Fingerprint
    var threads: Int
    var isInUse: Bool
    var lastUse: Int
  }

  package init() {}

  private var entries: [Entry] = []
  private var clock = 0
  /// Larger pictures are refused before memory is allocated for them.
  package static let maximumPixels = 100_000_000

  /// An unused source for `read`: the idle one that is nearest before `start`, else a new one.
  package func take(_ read: VideoRead, threads: Int, start: Time) throws(AVError) -> VideoSource {
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
      read.file, stream: read.stream, threads: threads,
      maximumPixels: SourcePool.maximumPixels)
    entries.append(
      Entry(
        source: source, digest: read.file.digest, threads: threads, isInUse: true, lastUse: clock))
    return source
  }

  /// Returns a source to the pool, which may close it.
  package func release(_ source: VideoSource) {
    guard let index = entries.firstIndex(where: { $0.source === source }) else { return }
    entries[index].isInUse = false
    source.forgetBackwards()
    source.take(gathered: nil)
    while entries.count(where: { !$0.isInUse }) > MemoryUse.idleSources { closeOldest() }
  }

  /// Closes a source that failed.
  package func discard(_ source: VideoSource) { entries.removeAll { $0.source === source } }

  /// Closes idle sources that a request for `files` does not read, until they use at most `limit` bytes.
  package func keep(_ files: Set<Fingerprint>, andOthersUpTo limit: Int64) {
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
