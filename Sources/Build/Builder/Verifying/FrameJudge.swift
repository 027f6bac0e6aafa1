// SPDX-License-Identifier: Apache-2.0

import RenderProtocol

/// Finds frames of a film that are not what the project shows there.
///
/// Coding changes pictures, the more the fewer bits there are, but those beside each other alike; and a film moves where its
/// plan moves, and the same way. So a frame is judged by how it follows the one before it, beside the frames around.
struct FrameJudge {
  /// A fault of frames.
  enum Fault: Hashable {
    /// The film is black.
    case black
    /// They are the frame before them once more.
    case still
    /// They are from before the frame before them.
    case back
    /// They are what the project shows a frame earlier, or later.
    case late, early
    /// They are something else.
    case other
  }

  /// The frames that are wrong, in intervals.
  private(set) var faults: [(frames: Range<Int>, fault: Fault, difference: Double)] = []
  /// The number of compared frames.
  let compared: Int
  /// The number of wrong frames.
  private(set) var wrongCount = 0
  /// The greatest mean difference of those that are right.
  private(set) var most = 0.0

  /// Judges `frames`, in their order.
  init(_ frames: [FrameComparison]) {
    compared = frames.count
    let around = Surroundings(frames)
    for (index, frame) in frames.enumerated() {
      guard let fault = around.fault(at: index) else {
        most = max(most, frame.mean)
        continue
      }
      wrongCount += 1
      // A frame that is shown once more moves those after it.
      if let last = faults.last, last.frames.upperBound == frame.frame,
        last.fault == fault || last.fault == .still && fault == .late
      {
        faults[faults.count - 1].frames = last.frames.lowerBound..<(frame.frame + 1)
      } else {
        faults.append((frame.frame..<(frame.frame + 1), fault, frame.mean))
      }
    }
  }

  /// Returns true if one of `frames` is wrong.
  func isWrong(within frames: Range<Int>) -> Bool { faults.contains { $0.frames.overlaps(frames) } }
}

/// Frames beside what is usual around them.
private struct Surroundings {
  private let frames: [FrameComparison]
  /// The excess of each frame's difference over those of its neighbours: the smaller one of the
  /// changes into and out of it, as cuts and key frames change it once.
  private let blips: [Double]
  /// The difference of each planned frame from its nearer neighbour.
  private let motions: [Double]

  /// The largest change of a cell's brightness by coding, for some frames or for one.
  ///
  /// A coder that has far too few bits leaves blocks as they were: at its coarsest, H.264 has nothing left of a block of 8 by 8
  /// pixels that became 23 brighter.
  private static let mostLocal = 25.0
  /// So many frames on either side are around one.
  private static let reach = 8
  /// An interval of frames that stand still where the project's move, and the greatest difference in it.
  private struct Standstill {
    var frames: Range<Int>
    var error: Double
  }
  /// For each frame the interval that it is in; by cells, and by pixels.
  private let cellStandstills: [Standstill?]
  private let pixelStandstills: [Standstill?]

  private typealias Level = KeyPath<FrameComparison, FrameComparison.Difference>

  init(_ frames: [FrameComparison]) {
    self.frames = frames
    blips = frames.indices.map { index in
      let next = index + 1 < frames.count ? frames[index + 1].cells.change : nil
      return [frames[index].cells.change, next].compactMap(\.self).min() ?? 0
    }
    motions = frames.map { frame in
      [frame.cells.before, frame.cells.after].compactMap { $0?.motion }.min() ?? 0
    }
    cellStandstills = Surroundings.standstills(in: frames, \.cells)
    pixelStandstills = Surroundings.standstills(in: frames, \.pixels)
  }

  private static func standstills(in frames: [FrameComparison], _ level: Level) -> [Standstill?] {
    var found: [Standstill?] = Array(repeating: nil, count: frames.count)
    var first = 0
    for index in 0...frames.count {
      if index < frames.count, isHeld(frames[index], level) { continue }
      if first < index {
        let error = frames[first..<index].map(\.cells.error).max() ?? 0
        for place in first..<index {
          found[place] = Standstill(frames: first..<index, error: error)
        }
      }
      first = index + 1
    }
    return found
  }

  /// The least motion of a planned frame that counts: in pixels, noise moves as well, which coding
  /// does not keep.
  private static func leastMotion(_ level: Level) -> Double {
    level == \FrameComparison.cells ? 0.12 : 0.48
  }

  private static func isHeld(_ frame: FrameComparison, _ level: Level) -> Bool {
    let found = frame[keyPath: level]
    return found.before?.motion ?? 0 > leastMotion(level) && found.advance ?? 1 < 0.2
  }

  private func median(_ index: Int, _ value: (Int) -> Double) -> Double {
    let first = max(0, index - Surroundings.reach)
    let values = (first...min(frames.count - 1, index + Surroundings.reach)).map(value).sorted()
    return values[values.count / 2]
  }

  private func usualBlip(_ index: Int) -> Double { median(index) { blips[$0] } }

  /// The difference of the planned frame at `index` from the one before.
  private func motion(_ index: Int, _ level: Level) -> Double {
    frames[index][keyPath: level].before?.motion ?? 0
  }

  private func advance(_ index: Int, _ level: Level) -> Double {
    frames[index][keyPath: level].advance ?? 1
  }

  /// The fault of the frame at `index`; nil for none.
  func fault(at index: Int) -> FrameJudge.Fault? {
    let frame = frames[index]
    // Behind a picture that is another one, nothing follows.
    let follows =
      index == 0 || !isOther(at: index - 1)
      || frame.cells.error > 1.5 * median(index) { frames[$0].cells.error }
    let fault: FrameJudge.Fault? =
      if follows, stands(at: index, \.cells) || stands(at: index, \.pixels) {
        .still
      } else if follows,
        goesBack(at: index, \.cells, least: 0.4) || goesBack(at: index, \.pixels, least: 1.5)
      {
        .back
      } else if isShifted(at: index, \.before) {
        .late
      } else if isShifted(at: index, \.after) {
        .early
      } else if isOther(at: index) { .other } else { nil }
    return fault != nil && frame.isBlackened ? .black : fault
  }

  /// Returns true if the film stands still while the project's frames move.
  ///
  /// With few bits, coding leaves out motion, too: but of little motion, and then often.
  private func stands(at index: Int, _ level: Level) -> Bool {
    let isWhole = level == \FrameComparison.cells
    let scale: Double = isWhole ? 1 : 4
    func moves(_ place: Int) -> Bool { motion(place, level) > Surroundings.leastMotion(level) }
    guard let standstill = (isWhole ? cellStandstills : pixelStandstills)[index] else {
      return false
    }
    let (first, last) = (standstill.frames.lowerBound, standstill.frames.upperBound - 1)
    // The frame after catches up.
    let before = max(0, first - Surroundings.reach)..<max(0, first - 1)
    let after =
      min(frames.count, last + 2)..<min(frames.count, last + 1 + Surroundings.reach)
    let around = (Array(before) + Array(after)).filter(moves).map { advance($0, level) }.sorted()
    let usual = around.count < 4 ? 1 : around[around.count / 2]
    // A frame that is shown once more does not differ from itself, or not by much, and the one after it makes up for that;
    // what coding leaves out differs as the rest does, or is left out from there on.
    if last - first < 2 {
      // What is not there at all does not come in.
      guard frames[index].lasting <= Surroundings.mostLocal else { return false }
      func moved(_ level: Level) -> Double {
        (first...last).reduce(0) { $0 + motion($1, level) }
      }
      // What is hardly seen is what coding leaves out.
      guard moved(\.cells) > 1.2 || moved(\.pixels) > 3 else { return false }
      let next = last + 1
      func differs(by share: Double) -> Bool {
        (first...last).contains {
          (frames[$0].ownMotion ?? 0) > max(0.1, share * motion($0, \.cells))
        }
      }
      guard before.filter(moves).count > 2, next < frames.count, moves(next),
        motion(next, \.cells) < 40, !differs(by: 0.65),
        !differs(by: 0.4) && usual > 0.7 || advance(next, level) > 1.4 * usual
      else { return false }
    }
    if isWhole, usual > 0.5 {
      if last - first >= 2 {
        // It falls behind its plan more and more; beside frames that are coded badly, a coder lets it fall farther.
        let start = first > 0 ? frames[first - 1].cells.error : 0
        let errors = [before, after].compactMap { side -> Double? in
          let moving = side.filter(moves).map { frames[$0].cells.error }.sorted()
          return moving.count > 2 ? moving[moving.count / 2] : nil
        }
        return standstill.error > 2.5 + 1.5 * start + 3 * (errors.min() ?? 0)
      }
      if motion(index, level) > 2.5, blips[index] > 1.5 * usualBlip(index) { return true }
    }
    guard last - first < 2, around.count >= 4 else { return false }
    let length = (first...last).reduce(0) { $0 + motion($1, level) } / scale
    return length > 0.65 && around[0] > 0.5
      || isWhole && length > 0.5 && around[0] > 0.68
  }

  /// Returns true if the film moves against the project's frames, which coding does not.
  private func goesBack(at index: Int, _ level: Level, least: Double) -> Bool {
    let (motion, advance) = (motion(index, level), advance(index, level))
    guard motion > least && advance < -0.5 || motion > 3 && advance < -0.3 else { return false }
    // So few bits that most frames around hardly follow their plan say nothing of little motion.
    return motion > 2 || median(index) { self.advance($0, level) } > 0.6
  }

  /// Returns true if this and most frames around are nearer to the planned frame before, or after,
  /// than to their own.
  private func isShifted(
    at index: Int, _ neighbour: KeyPath<FrameComparison.Difference, FrameComparison.Neighbour?>
  ) -> Bool {
    func isNearer(_ place: Int) -> Bool {
      let cells = frames[place].cells
      guard let other = cells[keyPath: neighbour], cells.error > 0.5 else { return false }
      let square = other.motion * other.motion
      let distance = cells.error * cells.error + square - 2 * other.share * square
      return distance < 0.25 * cells.error * cells.error
    }
    guard isNearer(index) else { return false }
    let around = max(0, index - 5)...min(frames.count - 1, index + 5)
    return around.count(where: isNearer) * 4 >= around.count * 3
  }

  /// Returns true if the film shows another picture.
  private func isOther(at index: Int) -> Bool {
    let frame = frames[index]
    let error = frame.cells.error
    // A part of it may be: in few frames, or in many, all alike, as where a title is missing.
    let usual = median(index) { frames[$0].cells.error }
    if frame.lasting > Surroundings.mostLocal + 2 * usual
      || frame.local > Surroundings.mostLocal + 5 * usual
    {
      return true
    }
    // For a while, so that what is around is as wrong: then it has not even the outlines of the plan. Noise has none.
    if frame.mean > 7, error > 3 + 0.6 * frame.contrast + 0.6 * motions[index] { return true }
    // Of what coding leaves, quick encoders and few bits included, no more than a fifth of a picture's contrast is wrong in one
    // frame among better ones.
    // Of a picture without contrast, no more than a third of how it changes.
    guard error > 3 + 0.3 * motions[index],
      frame.isBlackened || error > 0.3 * min(frame.contrast, 40)
    else { return false }
    // Where all is coded badly, or a scene begins, frames beside it are as bad.
    let beside = [index - 1, index + 1].filter { place in
      frames.indices.contains(place) && frames[max(place, index)].cells.before?.motion ?? 99 < 15
    }.map { max(0.4, frames[$0].cells.error) }
    guard let worst = beside.max() else {
      return error > 3.5 * max(0.4, median(index) { frames[$0].cells.error })
        && error > 0.3 * motions[index]
    }
    return error > 2.4 * worst || error > 15 && error > 1.8 * worst
  }
}

extension FrameComparison {
  /// True if the film is black but the project is not.
  fileprivate var isBlackened: Bool { ownBrightness < 25 && brightness > ownBrightness + 8 }
}
