// SPDX-License-Identifier: Apache-2.0

import Facilities

/// Finds frames of a film that are not what the project shows there.
///
/// Coding changes pictures, the more the fewer bits there are, but those beside each other alike, and a frame is nearer to its
/// own plan than to that of its neighbours. So each frame is judged beside those around it.
struct FrameJudge {
  /// What is wrong with frames.
  enum Fault: Hashable {
    /// The film is black.
    case black
    /// They are the frame before them once more.
    case still
    /// They are what the project shows a frame earlier, or later.
    case late, early
    /// They are something else.
    case other
  }

  /// The frames that are wrong, in stretches.
  private(set) var faults: [(frames: Range<Int>, fault: Fault, difference: Double)] = []
  /// How many frames were compared, and the greatest mean difference of those that are right.
  let compared: Int
  private(set) var most = 0.0
  private(set) var wrongCount = 0

  /// Judges `frames` of pictures, which are small or not.
  init(_ frames: [FrameComparison], isSmall: Bool) {
    compared = frames.count
    let cells = Surroundings(frames.map(\.cells.error), floor: 0.4)
    let pixels = Surroundings(frames.map(\.pixels.error), floor: 0.8)
    let shifts = FrameJudge.longShifts(frames)
    for (index, frame) in frames.enumerated() {
      let usual = (cells: cells.usual(at: index), pixels: pixels.usual(at: index))
      var isWrong = frame.mean > 5 || frame.greatest > (isSmall ? 96 : 56)
      isWrong = isWrong || frame.cells.stands(out: 4, of: usual.cells, by: 0.6, motion: 0.3)
      isWrong = isWrong || frame.pixels.stands(out: 3, of: usual.pixels, by: 2, motion: 0.5)
      var shift = shifts[index]
      if frame.cells.error > max(0.5, 1.5 * usual.cells) {
        shift = shift ?? frame.cells.shift(below: 0.5)
      }
      if frame.pixels.error > max(1.5, 1.6 * usual.pixels) {
        shift = shift ?? frame.pixels.shift(below: 0.6)
      }
      guard isWrong || shift != nil else {
        most = max(most, frame.mean)
        continue
      }
      wrongCount += 1
      note(frame, shift)
    }
  }

  /// Whether one of `frames` is wrong.
  func isWrong(within frames: Range<Int>) -> Bool { faults.contains { $0.frames.overlaps(frames) } }

  private mutating func note(_ frame: FrameComparison, _ shift: Shift?) {
    let number = frame.frame
    let last = faults.last
    let continues = last?.frames.upperBound == number
    let motion = frame.cells.before?.motion ?? 0
    let fault: Fault
    if frame.ownBrightness < 25, frame.brightness > frame.ownBrightness + 8 {
      fault = .black
    } else if let own = frame.ownMotion, own < 0.3 * motion,
      shift == .late || continues && last?.fault == .still
    {
      fault = .still
    } else {
      fault = shift == .late ? .late : shift == .early ? .early : .other
    }
    // A frame that is shown once more moves those after it.
    let isSame = last?.fault == fault || last?.fault == .still && fault == .late
    if continues, isSame {
      faults[faults.count - 1].frames = (last?.frames.lowerBound ?? number)..<(number + 1)
    } else {
      faults.append((number..<(number + 1), fault, frame.mean))
    }
  }

  /// For each frame whether it is one of many in a row that are shifted alike.
  private static func longShifts(_ frames: [FrameComparison]) -> [Shift?] {
    var shifts = [Shift?](repeating: nil, count: frames.count)
    let reach = 5
    let known = frames.map { frame -> Shift? in
      frame.cells.error > 0.5 ? frame.cells.shift(below: 0.5) : nil
    }
    for index in frames.indices where known[index] != nil {
      let around = known[max(0, index - reach)...min(frames.count - 1, index + reach)]
      if around.count(where: { $0 == known[index] }) * 4 >= around.count * 3 {
        shifts[index] = known[index]
      }
    }
    return shifts
  }
}

/// Where a frame of a film comes beside the project's.
enum Shift: Hashable {
  /// It comes a frame later, or earlier.
  case late, early
}

/// What is usual around each of some values.
private struct Surroundings {
  private let values: [Double]
  private let floor: Double
  private static let reach = 8

  init(_ values: [Double], floor: Double) { (self.values, self.floor) = (values, floor) }

  /// The median of the values around that at `index`, and at least the floor.
  func usual(at index: Int) -> Double {
    let first = max(0, index - Surroundings.reach)
    let around = values[first...min(values.count - 1, index + Surroundings.reach)].sorted()
    return max(floor, around[around.count / 2])
  }
}

extension FrameComparison.Difference {
  /// Whether the error is greater than `times` what is usual and `step` more, and than a part of the `motion`, of which fast
  /// pictures are coded worse.
  fileprivate func stands(out times: Double, of usual: Double, by step: Double, motion: Double)
    -> Bool
  {
    let least = [before, after].compactMap { $0?.motion }.min() ?? 0
    return error > times * usual + step + motion * least
  }

  /// Whether it is nearer to one of its neighbours than to its plan: by less than `share` of the distance.
  fileprivate func shift(below share: Double) -> Shift? {
    func distance(_ neighbour: FrameComparison.Neighbour?) -> Double {
      guard let neighbour else { return .infinity }
      let square = neighbour.motion * neighbour.motion
      return max(0, error * error + square - 2 * neighbour.share * square).squareRoot()
    }
    let (late, early) = (distance(before), distance(after))
    guard min(late, early) < share * error else { return nil }
    return late <= early ? .late : .early
  }
}
