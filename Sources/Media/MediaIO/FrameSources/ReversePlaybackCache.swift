// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV

/// The last frames of one pass of decoding, from which they are taken when a stream is played backwards.
///
/// Two or three are there as pictures. Those before them are kept as what makes each of the one that follows it, in a
/// bounded memory, however long a group of pictures is: of a long one the last are kept, and those before them are
/// decoded once more when they are wanted. Where it is known what will be shown, only that is kept.
final class ReversePlaybackCache {
  /// A frame that is kept.
  private struct Kept {
    var frame: ImageBuffer
    /// The time of the frame before it in the stream; nil where that is not known.
    var before: Int64?
    /// The time of the frame after it in the stream, kept or not; nil for the last of the pass.
    var next: Int64?
  }

  /// A frame before the pictures.
  private struct Entry {
    /// The frame, where it is like none beside it; else its properties alone.
    var kept: Kept
    /// Its changes from the next frame, and the place of these in memory; nil if the frame is
    /// whole.
    var changes: FrameChanges?
    var place: Range<Int>?
  }

  /// The size of the memory for changes, in bytes.
  let capacity: Int
  /// Changes, one after the other; the oldest make room for new ones.
  private let memory: UnsafeMutablePointer<UInt8>
  /// In the order of their times, up to the first of `pictures`.
  private var entries: [Entry] = []
  /// Frames that are there.
  private var pictures: [Kept] = []
  /// Pictures that were handed out, whose memory is used again when nobody has them any more.
  private var spares: [ImageBuffer] = []
  private var changes: FrameChanges?
  /// Bytes of whole frames among `entries`.
  private var wholeBytes = 0
  /// Times for which frames are wanted, in their order; empty where all frames are.
  private var wanted: [Int64] = []
  /// The time of the first frame after `pictures` that is not there any more.
  private var end: Int64?
  /// True if no frame comes before them in the stream.
  private(set) var isFromStart = false
  /// True if frames before the first one were left out.
  private var isFromAmid = false
  /// Frames that were added in this pass, and bytes that their changes took.
  private var added = (frames: 0, bytes: 0)
  /// The number of frames that are likely to have room; nil if nothing is known.
  private(set) var expected: Int?

  private static let mostFrames = 2000

  /// Room for `capacity` bytes.
  init(capacity: Int) {
    self.capacity = max(1 << 16, capacity)
    memory = .allocate(capacity: self.capacity)
  }

  deinit { memory.deallocate() }

  /// The number of kept frames.
  var count: Int { entries.count + pictures.count }

  /// Forgets all frames; the next one is the stream's first where `isFromStart` says so.
  ///
  /// - Parameter isFromAmid: Whether a frame comes before it that is unknown.
  func restart(isFromStart: Bool, isFromAmid: Bool = false) {
    entries.removeAll(keepingCapacity: true)
    pictures.removeAll(keepingCapacity: true)
    (end, wholeBytes, added) = (nil, 0, (0, 0))
    (self.isFromStart, self.isFromAmid) = (isFromStart, isFromAmid)
  }

  /// Keeps only frames that are shown at one of `times`, which are in their order; all where there are none.
  func keepOnly(at times: [Int64]) { wanted = times }

  /// Adds the next frame.
  func append(_ frame: ImageBuffer) throws(AVError) {
    // What follows the last picture is gone.
    if end != nil { restart(isFromStart: false, isFromAmid: true) }
    let before = pictures.last?.frame.ticks
    if let before {
      pictures[pictures.count - 1].next = frame.ticks
      if !isWanted(before..<max(before, frame.ticks)) {
        pictures.removeLast()
        if count == 0 { isFromStart = false }
      }
    }
    pictures.append(Kept(frame: frame, before: before))
    if pictures.count < 3 { return }
    try keep(pictures.removeFirst(), before: pictures[0].frame)
    added.frames += 1
    let mean = max(1, added.bytes / added.frames)
    expected = min(ReversePlaybackCache.mostFrames, max(4, capacity / mean * 5 / 4))
  }

  private func isWanted(_ range: Range<Int64>) -> Bool {
    if wanted.isEmpty { return true }
    let next = wanted.partitioningIndex { $0 >= range.lowerBound }
    return next < wanted.count && wanted[next] < range.upperBound
  }

  private func keep(_ kept: Kept, before later: ImageBuffer) throws(AVError) {
    let earlier = kept.frame
    if entries.count == ReversePlaybackCache.mostFrames { dropFirst() }
    if let changes = changes(earlier.frame, later.frame), changes.bound <= capacity {
      let start = reserve(changes.bound)
      let count = changes.write(earlier.frame, from: later.frame, to: memory + start)
      added.bytes += count
      var shell = kept
      shell.frame = ImageBuffer(try earlier.frame.withoutSamples(), ticks: earlier.ticks)
      entries.append(Entry(kept: shell, changes: changes, place: start..<start + count))
      return
    }
    added.bytes += earlier.byteCount
    wholeBytes += earlier.byteCount
    entries.append(Entry(kept: kept))
    while wholeBytes > capacity, entries.count > 1 { dropFirst() }
  }

  /// A writer of changes between such frames; nil if the two cannot be compared.
  private func changes(
    _ earlier: borrowing Frame, _ later: borrowing Frame
  ) -> FrameChanges? {
    guard earlier.hasForm(of: later) else { return nil }
    if changes?.isOf(earlier) != true { changes = FrameChanges(of: earlier) }
    return changes
  }

  /// Where there is room for `count` bytes after the last; drops the first frames where they are in the way.
  private func reserve(_ count: Int) -> Int {
    while true {
      guard let last = entries.last(where: { $0.place != nil })?.place,
        let first = entries.first(where: { $0.place != nil })?.place
      else { return 0 }
      if first.lowerBound <= last.lowerBound {
        if capacity - last.upperBound >= count { return last.upperBound }
        if first.lowerBound >= count { return 0 }
      } else if first.lowerBound - last.upperBound >= count {
        return last.upperBound
      }
      dropFirst()
    }
  }

  private func dropFirst() {
    let first = entries.removeFirst()
    if first.place == nil { wholeBytes -= first.kept.frame.byteCount }
    (isFromStart, isFromAmid) = (false, false)
  }

  /// A frame and those beside it.
  struct Neighbourhood {
    var frame: ImageBuffer
    /// The frame after it, if it is kept.
    var next: ImageBuffer?
    /// The frame before, if all are kept.
    var earlier: ImageBuffer?
    /// The second frame after it, if all are kept.
    var second: ImageBuffer?
  }

  /// The frame shown at `limit`; nil if it is not among them.
  ///
  /// It lets go of the frames after those that it returns.
  func place(upTo limit: Int64, withNeighbours: Bool) throws(AVError) -> Neighbourhood? {
    if let end, limit >= end { return nil }
    guard !pictures.isEmpty else { return nil }
    let most = withNeighbours ? 4 : 2
    while pictures[0].frame.ticks > limit
      || withNeighbours && (pictures.count < 2 || pictures[1].frame.ticks > limit)
    {
      guard let entry = entries.popLast() else { break }
      pictures.insert(try picture(of: entry), at: 0)
      while pictures.count > most { letGo(pictures.removeLast().frame) }
    }
    let isFirst = pictures[0].frame.ticks > limit
    if isFirst, !isFromStart { return nil }
    let index =
      (pictures.firstIndex { $0.frame.ticks > limit } ?? pictures.count) - (isFirst ? 0 : 1)
    let kept = pictures[index]
    let next = index + 1 < pictures.count ? pictures[index + 1].frame : nil
    // A frame between them was not kept, or it is not known what comes before.
    if let following = kept.next, limit >= following { return nil }
    if kept.before == nil, isFromAmid { return nil }
    return Neighbourhood(
      frame: kept.frame, next: next?.ticks == kept.next ? next : nil,
      earlier: index > 0 ? pictures[index - 1].frame : nil,
      second: index + 2 < pictures.count ? pictures[index + 2].frame : nil)
  }

  /// The frame of `entry`, which comes before the first picture.
  private func picture(of entry: Entry) throws(AVError) -> Kept {
    guard let place = entry.place, let changes = entry.changes else {
      wholeBytes -= entry.kept.frame.byteCount
      return entry.kept
    }
    var kept = entry.kept
    let shell = kept.frame
    let frame: Frame
    if let spare = takeSpare(like: shell) {
      frame = try shell.frame.withSamples(of: spare.frame)
    } else {
      frame = try shell.frame.withNewSamples()
    }
    changes.read(memory + place.lowerBound, from: pictures[0].frame.frame, into: frame)
    kept.frame = ImageBuffer(frame, ticks: shell.ticks)
    return kept
  }

  private func letGo(_ frame: ImageBuffer) {
    end = frame.ticks
    if spares.count == 3 { spares.removeFirst() }
    spares.append(frame)
  }

  /// A picture of the same form that nobody has any more.
  private func takeSpare(like shell: ImageBuffer) -> ImageBuffer? {
    for index in spares.indices where isKnownUniquelyReferenced(&spares[index]) {
      let spare = spares[index]
      if spare.frame.isUnshared, spare.frame.hasForm(of: shell.frame) {
        return spares.remove(at: index)
      }
    }
    return nil
  }
}
