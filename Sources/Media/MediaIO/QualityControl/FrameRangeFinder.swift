// SPDX-License-Identifier: Apache-2.0

import RenderProtocol

/// Finds intervals of black pictures and of pictures that do not change, frame by frame.
///
/// It keeps the last picture and what it found, of which there is a limit.
struct FrameRangeFinder {
  private(set) var black: [FrameStretch] = []
  private(set) var still: [FrameStretch] = []
  private(set) var hasMore = false
  private var last: LumaGrid?
  private var count = 0
  private var blackStart: Int?
  private var stillStart: Int?
  /// The amount of change of the last frames before those that stand still.
  private var motion = 0.0
  private var motionBefore = 0.0

  /// The first picture of those that stand still.
  private var stillPicture: LumaGrid?

  // Below these, in steps of 8 bits, a picture is the one that the interval begins with: encoders change one that stands
  // still by less. What moves slowly differs from that after some frames.
  private static let (mean, greatest) = (0.3, 3.0)

  /// Adds the next picture; nil where its brightness is not known.
  mutating func add(_ grid: LumaGrid?, isFullRange: Bool) {
    defer {
      last = grid
      count += 1
    }
    guard let grid else { return finishStretches(motionAfter: 0) }
    if grid.isBlack(isFullRange: isFullRange) {
      blackStart = blackStart ?? count
    } else if let start = blackStart {
      append(start, count, to: \.black)
      blackStart = nil
    }
    guard let last else { return }
    let change = grid.difference(to: last)
    let fromStart = stillPicture.map { grid.difference(to: $0) } ?? change
    if fromStart.mean < FrameRangeFinder.mean, fromStart.greatest < FrameRangeFinder.greatest {
      if stillStart == nil {
        (stillStart, stillPicture, motionBefore) = (count - 1, last, motion)
      }
    } else {
      if let start = stillStart { appendStill(start, motionAfter: change.mean) }
      (stillStart, stillPicture) = (nil, nil)
      motion = change.mean
    }
  }

  /// Ends what goes on at the end.
  mutating func finish() { finishStretches(motionAfter: 0) }

  private mutating func finishStretches(motionAfter: Double) {
    if let start = blackStart { append(start, count, to: \.black) }
    if let start = stillStart { appendStill(start, motionAfter: motionAfter) }
    (blackStart, stillStart, stillPicture) = (nil, nil, nil)
  }

  private mutating func appendStill(_ start: Int, motionAfter: Double) {
    guard still.count < ExaminedPictures.mostStretches else {
      hasMore = true
      return
    }
    still.append(
      FrameStretch(first: start, end: count, motion: min(motionBefore, motionAfter)))
  }

  private mutating func append(
    _ start: Int, _ end: Int, to list: WritableKeyPath<FrameRangeFinder, [FrameStretch]>
  ) {
    guard end - start >= 2 else { return }
    guard self[keyPath: list].count < ExaminedPictures.mostStretches else {
      hasMore = true
      return
    }
    self[keyPath: list].append(FrameStretch(first: start, end: end))
  }
}
