// SPDX-License-Identifier: Apache-2.0

package import Base
import LibAV

/// A position in a stream that cannot be decoded correctly.
package struct StreamBreak: Hashable {
  /// The broken frame's time, in the stream's ticks.
  package var ticks: Int64
  /// libav's messages.
  package var log: [String]
}

/// The known damage of a stream, from the position where decoding began.
///
/// Frames up to the next key frame depend on a damaged one, whether or not a decoder reports them.
struct StreamDamage {
  private struct Entry {
    var found: StreamBreak
    /// The time of the next key frame.
    var end: Int64?
    var isTaken = false
  }

  private var entries: [Entry] = []
  /// Times of the latest packets that are damaged themselves, whose frames are not shown.
  private var marks: [Int64] = []
  private static let maximumMarks = 64

  /// Removes all damage, to continue at another position.
  mutating func restart() {
    (entries, marks) = ([], [])
  }

  /// Records that the frame at `ticks` is damaged.
  mutating func note(_ ticks: Int64, _ log: [String]) {
    if !marks.contains(ticks) {
      if marks.count == Self.maximumMarks { marks.removeFirst() }
      marks.append(ticks)
    }
    begin(at: ticks, log)
  }

  /// Records that frames from `ticks` on are missing, up to the next ones that are read.
  mutating func noteHole(from ticks: Int64, _ log: [String]) {
    begin(at: ticks, log)
  }

  private mutating func begin(at ticks: Int64, _ log: [String]) {
    if let last = entries.last, last.end == nil, last.found.ticks <= ticks { return }
    entries.append(Entry(found: StreamBreak(ticks: ticks, log: log)))
  }

  /// Records a key frame at `ticks`, which ends the effect of earlier damage.
  mutating func noteKey(_ ticks: Int64) {
    for index in entries.indices where entries[index].end == nil {
      if entries[index].found.ticks < ticks { entries[index].end = ticks }
    }
  }

  /// Returns true if the frame at `ticks` is damaged itself.
  func isOf(_ ticks: Int64) -> Bool { marks.contains(ticks) }

  /// The first break that is visible at `limit` if the frame at `shown` is the last one that could be decoded.
  func first(upTo limit: Int64, shown: Int64?) -> StreamBreak? {
    entries.first { affects($0, limit, shown) }?.found
  }

  /// The same break, returned once; breaks that end before the shown frame are removed, unless what is before it is shown later.
  mutating func take(upTo limit: Int64, shown: Int64?, isBackwards: Bool) -> StreamBreak? {
    if !isBackwards { entries.removeAll { ($0.end ?? .max) <= min(shown ?? .min, limit) } }
    guard let index = entries.firstIndex(where: { affects($0, limit, shown) }) else { return nil }
    if entries[index].isTaken { return nil }
    entries[index].isTaken = true
    return entries[index].found
  }

  private func affects(_ entry: Entry, _ limit: Int64, _ shown: Int64?) -> Bool {
    // If the first frame comes later, the one for `limit` is missing.
    entry.found.ticks <= limit && (entry.end ?? .max) > min(shown ?? .min, limit)
  }
}

extension Time {
  /// Rounded to milliseconds, for messages.
  package var milliseconds: Time { Time((self * Time(1000)).rounded, over: 1000) }
}
