// SPDX-License-Identifier: Apache-2.0

/// The last frames of one pass of decoding, from which they are taken when a stream is played backwards.
///
/// Their number is bounded, however long a group of pictures is: of a long one the last are kept, and those before them
/// are decoded once more when they are wanted.
struct FrameWindow {
  /// How many are kept.
  let capacity: Int
  /// In the order of their times, without one missing.
  private(set) var frames: [SharedFrame] = []
  /// The time of the frame before the first of them; nil where that is not known.
  private var before: Int64?
  /// Whether nothing comes before them in the stream.
  private(set) var isFromStart = false

  /// Room for `capacity` frames.
  init(capacity: Int) { self.capacity = max(2, capacity) }

  /// Forgets all frames; the next one is the stream's first where `isFromStart` says so.
  mutating func restart(isFromStart: Bool) {
    frames.removeAll(keepingCapacity: true)
    (before, self.isFromStart) = (nil, isFromStart)
  }

  /// Adds the next frame.
  mutating func append(_ frame: SharedFrame) {
    if frames.count == capacity {
      before = frames[0].ticks
      isFromStart = false
      frames.removeFirst()
    }
    frames.append(frame)
  }

  /// A frame and those beside it.
  struct Place {
    var frame: SharedFrame
    var before: Int64?
    var next: SharedFrame?
    /// The frame before, if it is kept.
    var earlier: SharedFrame?
    /// The second frame after it.
    var second: SharedFrame?
  }

  /// What is shown at `limit`; nil where that is not among them.
  func place(upTo limit: Int64) -> Place? {
    guard let first = frames.first, first.ticks <= limit || isFromStart else { return nil }
    let index = max(0, (frames.firstIndex { $0.ticks > limit } ?? frames.count) - 1)
    return Place(
      frame: frames[index], before: index > 0 ? frames[index - 1].ticks : before,
      next: index + 1 < frames.count ? frames[index + 1] : nil,
      earlier: index > 0 ? frames[index - 1] : nil,
      second: index + 2 < frames.count ? frames[index + 2] : nil)
  }
}
