// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

/// Finds what moves in pictures that does not go along with the picture as a whole, and where scenes change.
struct MotionMeter {
  /// Where scenes begin, ascending.
  private(set) var cuts: [Time] = []

  /// A picture whose difference to the next one is not known yet.
  private struct Waiting {
    var grid: LumaGrid
    var time: Time
    /// Its difference from the frame before, and the time between the two.
    var difference: Double
    var gap: Time
  }

  /// The motion of one interval.
  private struct Sum {
    var columns = [Double](repeating: 0, count: PictureSubjects.parts)
    var rows = [Double](repeating: 0, count: PictureSubjects.parts)
    var moving = 0
    var count = 0
  }

  private let range: TimeRange
  /// The column and the row, upright, that each block is part of.
  private let parts: [(column: Int, row: Int)]
  private var waiting: Waiting?
  private var previousDifference = 0.0
  private var reference: (grid: LumaGrid, time: Time)?
  private var sums: [Int: Sum] = [:]

  /// The time between two pictures that are compared: what moves has come a way by then.
  private static let step = Time(1, over: 4)
  /// The least difference of two scenes, in steps of 8 bits, and its least ratio to that of the
  /// frames beside them.
  private static let (leastCut, cutFactor) = (8.0, 2.5)
  /// Pictures that are further apart, such as those of a slideshow, are not beside each other.
  private static let near = Time(1, over: 4)
  /// The largest shift of the frame as a whole in a step, in blocks.
  private static let reach = (x: 20, y: 8)
  /// The least difference of a moving block, in 1/256 of a step of 8 bits: less is noise.
  private static let leastMotion: Int32 = 6 * 256
  /// Shares of all blocks: fewer that move are noise, more are no part of the picture but all of it.
  private static let (leastShare, mostShare) = (0.003, 0.5)

  /// - Parameter range: What is asked for; pictures before it only say what moves at its start.
  init(_ range: TimeRange, _ orientation: Orientation) {
    self.range = range
    let size = PixelSize(LumaGrid.columns, LumaGrid.rows)
    let (upright, map) = (orientation.size(of: size), orientation.affine(for: size))
    parts = (0..<(size.width * size.height)).map { index in
      let place = map.apply(
        Double(index % size.width) + 0.5, Double(index / size.width) + 0.5)
      return (
        Int(place.x) * PictureSubjects.parts / upright.width,
        Int(place.y) * PictureSubjects.parts / upright.height
      )
    }
  }

  /// Adds the next picture, which is shown from `time` on.
  mutating func add(_ grid: LumaGrid, at time: Time) {
    guard let last = waiting else {
      waiting = Waiting(grid: grid, time: time, difference: 0, gap: .zero)
      return
    }
    let difference = grid.difference(to: last.grid).mean
    let gap = time - last.time
    take(last, before: gap <= MotionMeter.near ? difference : 0)
    waiting = Waiting(grid: grid, time: time, difference: difference, gap: gap)
  }

  /// Counts the last picture.
  mutating func finish() {
    if let last = waiting { take(last, before: 0) }
    waiting = nil
  }

  /// The motion in the interval that begins at `time`.
  func motion(from time: Time) -> PictureSubjects.Motion? {
    guard let sum = sums[interval(of: time)], sum.count > 0 else { return nil }
    let share = Double(sum.moving) / Double(sum.count * parts.count)
    guard share >= MotionMeter.leastShare, share <= MotionMeter.mostShare else { return nil }
    func mean(_ amounts: [Double]) -> [Int] {
      amounts.map { Int(($0 / Double(sum.count)).rounded()) }
    }
    return PictureSubjects.Motion(columns: mean(sum.columns), rows: mean(sum.rows))
  }

  private func interval(of time: Time) -> Int { Int((time / PictureSubjects.interval).floor) }

  /// Takes a picture, now that it is known how much a `next` one beside it differs from it: fast motion and flashes differ on both sides.
  private mutating func take(_ picture: Waiting, before next: Double) {
    let beside = max(picture.gap <= MotionMeter.near ? previousDifference : 0, next)
    previousDifference = picture.difference
    if picture.difference >= MotionMeter.leastCut,
      picture.difference >= MotionMeter.cutFactor * beside
    {
      if picture.time >= range.start, picture.time < range.end { cuts.append(picture.time) }
      reference = nil
    }
    guard let (grid, time) = reference else {
      reference = (picture.grid, picture.time)
      return
    }
    // Ticks of a stream may be a bit less than a step.
    guard picture.time - time >= MotionMeter.step * Time(9, over: 10) else { return }
    compare(grid.blocks, picture.grid.blocks, at: picture.time)
    reference = (picture.grid, picture.time)
  }

  private mutating func compare(_ one: [Int32], _ two: [Int32], at time: Time) {
    let (columns, rows) = (LumaGrid.columns, LumaGrid.rows)
    let shift = MotionMeter.shift(from: one, to: two)
    let change = MotionMeter.change(from: one, to: two, shift)
    var sum = sums[interval(of: time)] ?? Sum()
    for row in 0..<rows {
      for column in 0..<columns {
        let (x, y) = (column - shift.x, row - shift.y)
        // What has come into sight has not been anywhere before.
        guard x > 0, x + 1 < columns, y > 0, y + 1 < rows else { continue }
        let block = one[y * columns + x]
        var (low, high) = (block, block)
        // Half-way to its neighbours lies what has moved by a part of a block, and what a zoom makes of it.
        for place in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
          let between = (block + one[place.1 * columns + place.0]) / 2
          (low, high) = (min(low, between), max(high, between))
        }
        let index = row * columns + column
        let excess = max(low + change - two[index], two[index] - high - change)
        guard excess >= MotionMeter.leastMotion else { continue }
        let amount = Double(excess) / 256
        sum.columns[parts[index].column] += amount
        sum.rows[parts[index].row] += amount
        sum.moving += 1
      }
    }
    sum.count += 1
    sums[interval(of: time)] = sum
  }

  /// The shift of the frame as a whole, in blocks: most of it is as it was but for that.
  ///
  /// Of two ways that fit as well it is the shorter one.
  static func shift(from one: [Int32], to two: [Int32]) -> (x: Int, y: Int) {
    var offsets: [(length: Int, y: Int, x: Int)] = []
    for y in -reach.y...reach.y {
      for x in -reach.x...reach.x { offsets.append((x * x + y * y, y, x)) }
    }
    offsets.sort { $0 < $1 }
    // A light that goes on is no motion.
    let lighter = (two.reduce(0, +) - one.reduce(0, +)) / Int32(one.count)
    var best = (x: 0, y: 0)
    var least = Int64.max
    for offset in offsets {
      var (sum, count): (Int64, Int64) = (0, 0)
      forEachPair((offset.x, offset.y)) { earlier, later in
        // What moves by itself differs by much, wherever it is, and is not to count for more.
        sum += Int64(min(abs(two[later] - one[earlier] - lighter), 16 * 256))
        count += 1
      }
      let mean = sum * 16 / count
      if mean < least { (best, least) = ((offset.x, offset.y), mean) }
    }
    return best
  }

  /// The change of brightness of most of the frame.
  private static func change(
    from one: [Int32], to two: [Int32], _ shift: (x: Int, y: Int)
  ) -> Int32 {
    var differences: [Int32] = []
    forEachPair(shift) { earlier, later in differences.append(two[later] - one[earlier]) }
    differences.sort()
    return differences[differences.count / 2]
  }

  /// Hands `body` each block of a picture and the one that it has become where all have moved by `shift`.
  private static func forEachPair(
    _ shift: (x: Int, y: Int), _ body: (_ earlier: Int, _ later: Int) -> Void
  ) {
    let (columns, rows) = (LumaGrid.columns, LumaGrid.rows)
    for row in max(0, shift.y)..<min(rows, rows + shift.y) {
      for column in max(0, shift.x)..<min(columns, columns + shift.x) {
        body((row - shift.y) * columns + column - shift.x, row * columns + column)
      }
    }
  }
}
