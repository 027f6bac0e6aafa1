// SPDX-License-Identifier: Apache-2.0

import Base

/// The times of a file that may begin anew in its middle, so that what is there goes on where it stopped.
///
/// All streams have the same offset behind such a place, a whole number of frames where there are pictures, so that sound and
/// picture stay as they are to each other and the grid of frames goes on.
struct TimeParts {
  /// The places, in the order of the file.
  private(set) var restarts: [TimeRestart]
  /// True if these are all restarts; else they are found while the file is read from its start.
  private var areKnown: Bool
  private var clocks: [Int: Clock] = [:]

  /// The position up to which a stream has been read.
  private struct Clock {
    /// In which part it is.
    var part = 0
    /// Where in the file its last packet was.
    var position: Int64 = -1
    /// The time that its last packet has in the file, and when that ends.
    var last: Time?
    var end = Time.zero
    /// When the last of its pictures that are shown ends, as they are decoded in another order.
    var shownEnd: Time?
    /// The end before a leap forwards, which may have been a wrong time.
    var endBeforeLeap: Time?
  }

  /// Times go back by as much at least.
  private static let least = Time(1, over: 4)
  /// Within as much of where times were before they leapt, they go on from there.
  private static let leap = Time(10)

  /// Those with restarts that are known, or that are to be found.
  init(_ known: [TimeRestart]?) { (restarts, areKnown) = (known ?? [], known != nil) }

  /// Forgets where streams are, as reading goes on elsewhere: there only positions tell in which part it is.
  mutating func move() { (clocks, areKnown) = ([:], true) }

  /// The offset of a packet of a stream.
  ///
  /// - Parameters:
  ///   - time: What the file says of when it is decoded; nil for nothing.
  ///   - shown: What it says of when it is shown.
  ///   - isKey: Whether nothing that follows it in the file is shown before it.
  ///   - position: Where it is in the file; nil where that is not known.
  ///   - rate: The rate of the file's pictures.
  mutating func offset(
    of stream: Int, at time: Time?, shown: Time?, isKey: Bool, lasting duration: Time,
    position: Int64?, rate: FrameRate?
  ) -> Time {
    var clock = clocks[stream] ?? Clock()
    defer {
      clock.position = position ?? clock.position
      clocks[stream] = clock
    }
    if areKnown {
      if let position { clock.part = restarts.partitioningIndex { $0.position > position } }
    } else if let time {
      if let last = clock.last, time < last - TimeParts.least {
        let isBack = clock.endBeforeLeap.map { (time - $0).magnitude < TimeParts.leap } ?? false
        if !isBack { begin(&clock, at: time, isKey ? shown : nil, position, rate) }
      }
      if let shown { clock.shownEnd = max(clock.shownEnd ?? shown, shown + duration) }
      if clock.last != nil, time > clock.end + TimeParts.leap { clock.endBeforeLeap = clock.end }
      (clock.last, clock.end) = (time, time + duration)
    }
    return clock.part > 0 ? restarts[clock.part - 1].offset : .zero
  }

  /// Begins the next part of a stream, whose first packet is decoded at `time` and shown at `shown`.
  private mutating func begin(
    _ clock: inout Clock, at time: Time, _ shown: Time?, _ position: Int64?, _ rate: FrameRate?
  ) {
    if clock.part < restarts.count {
      // Another stream was there before.
      if let position {
        restarts[clock.part].position = min(restarts[clock.part].position, position)
      }
    } else {
      guard let position, position > restarts.last?.position ?? 0 else { return }
      let before = clock.part > 0 ? restarts[clock.part - 1].offset : .zero
      var offset = clock.end + before - time
      // Another coder may show its pictures later after they are decoded.
      if let shown, let end = clock.shownEnd, (end - clock.end).magnitude < Time(1) {
        offset = end + before - shown
      }
      if let rate { offset = Time((offset * rate.perSecond).rounded) / rate.perSecond }
      restarts.append(TimeRestart(position: position, offset: offset, start: time + offset))
    }
    clock.part += 1
    (clock.endBeforeLeap, clock.shownEnd) = (nil, nil)
  }

  /// True for a `stream` without the restart of another: no time of both is the same moment behind it.
  func isTorn(_ stream: Int) -> Bool {
    guard !areKnown, let clock = clocks[stream], clock.part < restarts.count else { return false }
    return clock.position > restarts[clock.part].position
  }

  /// True for a packet of `size` bytes at `position` among the last of a part; the numbers of packets begin anew behind it.
  func isLast(at position: Int64, size: Int) -> Bool {
    let next = restarts.partitioningIndex { $0.position > position }
    return next < restarts.count
      && restarts[next].position - position <= 2 * Int64(size) + TimeParts.interleaving
  }

  /// So many bytes of other streams may follow the last packet of one.
  private static let interleaving: Int64 = 1 << 16

  /// Where in the file the part is that is shown at `time`, a time with offsets.
  func position(of time: Time) -> Int64 {
    let part = restarts.partitioningIndex { $0.start > time }
    return part > 0 ? restarts[part - 1].position : 0
  }
}
