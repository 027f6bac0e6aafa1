// SPDX-License-Identifier: Apache-2.0

/// The blocks of two pictures that a motion field does not carry from one to the other.
///
/// Left to themselves they would be gone between the two, as what is behind them is found in both.
struct UnmatchedBlocks {
  /// A square of the first picture, and its displacement to the second one.
  struct Block {
    /// The top-left corner, in pixels.
    let x: Int
    let y: Int
    /// The width and height, in pixels.
    let side: Int
    /// In pixels.
    var displacement: MotionField.Vector
  }

  /// Blocks that both pictures show, but not where the field has them: something small that moves
  /// before the background.
  private(set) var moved: [Block] = []
  /// Blocks in and around something that changes its shape: neither picture has it where the other
  /// one does, and one of them shows nothing else there.
  private(set) var fading: [Block] = []
  /// True for each block at which both pictures show something that is found nowhere in the other:
  /// what moves too fast or changes too much.
  private var isLost: [Bool]
  private let columns: Int
  private let rows: Int
  /// The width and height of blocks, in pixels of the pictures.
  private let side: Int

  /// The width and height of blocks in the copies that are compared, and the largest width of these.
  private static let (own, widest) = (8, 360)
  /// The distance up to which blocks are searched for, in samples of the copies.
  private static let reach = 24
  /// The difference that remains of something found, for each sample.
  private static let least = 6
  /// The contrast of a block that shows nothing, for each sample.
  private static let flat = 2
  /// A block is expected where less than one in so many of its pixels is not carried by the field.
  private static let share = 8
  /// The number of blocks of the smallest object that changes its shape.
  private static let enough = 4

  /// The top-left corner of a block, in samples of the copies.
  private typealias Corner = (x: Int, y: Int)

  private enum Match: Equatable {
    /// Where the field has it.
    case expected
    /// So far away, in samples of the copies.
    case elsewhere(MotionField.Vector)
    case nowhere
  }

  /// Those of two pictures, of which a field carries the pixels of `pair`.
  init(_ first: LumaPyramid, _ second: LumaPyramid, _ pair: CarriedPixels) {
    let index = first.levels.firstIndex { $0.width <= Self.widest } ?? first.levels.count - 1
    let (a, b) = (first.levels[index], second.levels[index])
    let own = Self.own
    // The last ones reach into the border.
    (columns, rows) = ((a.width + own - 1) / own, (a.height + own - 1) / own)
    side = own << index
    isLost = Array(repeating: false, count: columns * rows)
    var missing = (first: isLost, second: isLost)
    var shapeless = isLost
    for place in isLost.indices {
      let corner = (x: place % columns * own, y: place / columns * own)
      let forth = match(of: corner, from: a, to: b, pair, inFirst: true)
      let back = match(of: corner, from: b, to: a, pair, inFirst: false)
      if case .elsewhere(let displacement) = forth {
        let target = (x: corner.x + Int(displacement.x), y: corner.y + Int(displacement.y))
        if returns(match(of: target, from: b, to: a, pair, inFirst: false), displacement) {
          let block = Block(x: corner.x, y: corner.y, side: own, displacement: displacement)
          add(block.refined(first, second, below: index))
        }
      }
      if case .elsewhere(let displacement) = back {
        let target = (x: corner.x + Int(displacement.x), y: corner.y + Int(displacement.y))
        if returns(match(of: target, from: a, to: b, pair, inFirst: true), displacement) {
          let block = Block(
            x: target.x, y: target.y, side: own, displacement: displacement.opposite)
          add(block.refined(first, second, below: index))
        }
      }
      missing.first[place] = forth == .nowhere
      missing.second[place] = back == .nowhere
      shapeless[place] =
        missing.first[place] && (missing.second[place] || Self.isFlat(b, corner))
        || missing.second[place] && Self.isFlat(a, corner)
      isLost[place] =
        forth == .nowhere && back == .nowhere
        && Self.search(a, in: b, corner, sharingBrightness: true) == .nowhere
        && Self.search(b, in: a, corner, sharingBrightness: true) == .nowhere
    }
    fading = blocks(ofGroupsIn: missing, shapeless)
  }

  /// The place of a block of one picture in the other one.
  private func match(
    of corner: Corner, from level: LumaPyramid.Level, to other: LumaPyramid.Level,
    _ pair: CarriedPixels, inFirst: Bool
  ) -> Match {
    let scale = side / Self.own
    var count = 0
    for y in stride(from: corner.y * scale, to: corner.y * scale + side, by: 2) {
      for x in stride(from: corner.x * scale, to: corner.x * scale + side, by: 2)
      where pair.stands((x, y), inFirst: inFirst) { count += 1 }
    }
    // Of a quarter of its pixels.
    let isExpected = Self.share * count < side * side / 4
    return isExpected ? .expected : Self.search(level, in: other, corner)
  }

  /// Returns true if a block that went `displacement`, in samples of the copies, to a place comes from there.
  private func returns(_ place: Match, _ displacement: MotionField.Vector) -> Bool {
    guard case .elsewhere(let back) = place else { return false }
    return abs(back.x + displacement.x) <= 1 && abs(back.y + displacement.y) <= 1
  }

  /// Adds a block that moves, unless one that overlaps it has the same displacement.
  private mutating func add(_ block: Block) {
    let isKnown = moved.contains {
      abs($0.x - block.x) < side / 2 && abs($0.y - block.y) < side / 2
        && abs($0.displacement.x - block.displacement.x) <= 1
        && abs($0.displacement.y - block.displacement.y) <= 1
    }
    if !isKnown { moved.append(block) }
  }

  /// The blocks of the groups of neighbours, and those right beside them, of which either picture
  /// misses some and half of which are without shape in one of the pictures.
  ///
  /// Background that is hidden in one picture alone is no such group: the other one shows the object
  /// that hides it.
  private func blocks(
    ofGroupsIn missing: (first: [Bool], second: [Bool]), _ shapeless: [Bool]
  ) -> [Block] {
    var isFading = isLost.map { _ in false }
    var isKnown = isFading
    for start in isLost.indices {
      var (group, rest): ([Int], [Int]) = ([], [start])
      while let place = rest.popLast() {
        if isKnown[place] || !missing.first[place] && !missing.second[place] { continue }
        isKnown[place] = true
        group.append(place)
        forEach(within: 2, of: place) { rest.append($0) }
      }
      let count = (
        first: group.count { missing.first[$0] }, second: group.count { missing.second[$0] }
      )
      guard group.count >= Self.enough,
        4 * min(count.first, count.second) >= max(count.first, count.second),
        2 * group.count(where: { shapeless[$0] }) >= group.count
      else { continue }
      for place in group { forEach(within: 1, of: place) { isFading[$0] = true } }
    }
    return isFading.indices.filter { isFading[$0] && !isLost[$0] }.map {
      Block(x: $0 % columns * side, y: $0 / columns * side, side: side, displacement: .zero)
    }
  }

  private func forEach(within reach: Int, of place: Int, _ body: (Int) -> Void) {
    let (column, row) = (place % columns, place / columns)
    for y in max(0, row - reach)...min(rows - 1, row + reach) {
      for x in max(0, column - reach)...min(columns - 1, column + reach) { body(y * columns + x) }
    }
  }

  /// Returns true if there is nothing to be seen in a block.
  private static func isFlat(_ level: LumaPyramid.Level, _ corner: Corner) -> Bool {
    level.block(corner.x, corner.y, side: own).map {
      PictureMatch.activity($0, level.stride) <= flat * own * own
    } ?? true
  }

  /// The best place of a block of `level` in `other` around its own.
  ///
  /// - Parameter sharingBrightness: Whether what all samples differ by counts for half.
  private static func search(
    _ level: LumaPyramid.Level, in other: LumaPyramid.Level, _ corner: Corner,
    sharingBrightness: Bool = false
  ) -> Match {
    let far = LumaPyramid.border - 1
    guard let block = level.block(corner.x, corner.y, side: own, within: far) else {
      return .nowhere
    }
    var limit = max(own * own * least, 6 * PictureMatch.activity(block, level.stride) / 10)
    func difference(_ x: Int, _ y: Int) -> Int? {
      guard let sample = other.block(corner.x + x, corner.y + y, side: own, within: far) else {
        return nil
      }
      if sharingBrightness {
        let error = Int(PictureMatch.error(block, level.stride, sample, other.stride))
        return error <= limit ? error : nil
      }
      let sum = level.difference(
        of: block, from: sample, in: other, side: own, upTo: Int32(limit))
      return sum <= limit ? Int(sum) : nil
    }
    var result = Match.nowhere
    for y in -reach...reach {
      for x in -reach...reach {
        guard let found = difference(x, y), found < limit || result == .nowhere else { continue }
        (limit, result) = (found, .elsewhere(MotionField.Vector(x: Int32(x), y: Int32(y))))
      }
    }
    return result
  }

  /// Returns true if a point of the field, by its column and row, lies in a block at which the
  /// pictures are mixed.
  func isLost(_ column: Int, _ row: Int) -> Bool {
    let x = min(columns - 1, column * MotionField.spacing / side)
    let y = min(rows - 1, row * MotionField.spacing / side)
    return columns > 0 && rows > 0 && isLost[y * columns + x]
  }
}

extension UnmatchedBlocks.Block {
  /// The same at full size, of a block found in copies at `level`: the best displacement near its own at each
  /// larger size.
  func refined(_ first: LumaPyramid, _ second: LumaPyramid, below level: Int) -> Self {
    var block = self
    for (one, two) in zip(first.levels[..<level], second.levels[..<level]).reversed() {
      block = Self(
        x: 2 * block.x, y: 2 * block.y, side: 2 * block.side,
        displacement: block.displacement.times(2)
      ).refined(one, two)
    }
    return level == 0 ? block.refined(first.levels[0], second.levels[0]) : block
  }

  /// The same with the best displacement that is its own or next to it.
  private func refined(_ first: LumaPyramid.Level, _ second: LumaPyramid.Level) -> Self {
    guard let own = first.block(x, y, side: side) else { return self }
    var (result, least) = (self, Int32.max)
    for (dx, dy): (Int32, Int32) in [
      (0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1),
    ] {
      let displacement = displacement.plus(dx, dy)
      guard let other = second.block(x + Int(displacement.x), y + Int(displacement.y), side: side)
      else { continue }
      let sum = first.difference(of: own, from: other, in: second, side: side, upTo: least &- 1)
      if sum < least { (least, result.displacement) = (sum, displacement) }
    }
    return result
  }
}
