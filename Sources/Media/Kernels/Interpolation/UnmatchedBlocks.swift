// SPDX-License-Identifier: Apache-2.0

/// The blocks of two pictures that a motion field does not carry from one to the other.
///
/// Left to themselves they would be gone between the two, as what is behind them is found in both.
struct UnmatchedBlocks {
  /// A square of the first picture, and its way to the second one.
  struct Block {
    /// The top-left corner, in pixels.
    let x: Int
    let y: Int
    /// The width and height, in pixels.
    let side: Int
    /// In pixels.
    var way: MotionField.Vector
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
  /// The number of blocks of the smallest thing that changes its shape.
  private static let enough = 4

  /// The top-left corner of a block, in samples of the copies.
  private typealias Corner = (x: Int, y: Int)

  private enum Match: Equatable {
    /// Where the field has it.
    case expected
    case elsewhere(MotionField.Vector)
    case nowhere
  }

  /// Those of two pictures between which things move as `vectors` say: the points of a field, in rows
  /// of `points`.
  init(
    _ first: LumaPyramid, _ second: LumaPyramid, vectors: [MotionField.Vector], columns points: Int
  ) {
    let index = first.levels.firstIndex { $0.width <= Self.widest } ?? first.levels.count - 1
    let (a, b) = (first.levels[index], second.levels[index])
    let (own, scale) = (Self.own, Int32(1 << index))
    // The last ones reach into the border.
    (columns, rows) = ((a.width + own - 1) / own, (a.height + own - 1) / own)
    side = own << index
    isLost = Array(repeating: false, count: columns * rows)
    var missing = (first: isLost, second: isLost)
    var shapeless = isLost
    for place in isLost.indices {
      let (x, y) = (place % columns * own, place / columns * own)
      let ways = Self.ways(vectors, points, x: x << index, y: y << index, side: side, scale: scale)
      let back = ways.map { $0.opposite }
      let forth = Self.match(a, in: b, (x, y), ways)
      let from = Self.match(b, in: a, (x, y), back)
      if case .elsewhere(let way) = forth, Self.returns(b, to: a, (x, y), way, back) {
        add(Block(x: x, y: y, side: own, way: way).refined(first, second, below: index))
      }
      if case .elsewhere(let way) = from, Self.returns(a, to: b, (x, y), way, ways) {
        let block = Block(x: x + Int(way.x), y: y + Int(way.y), side: own, way: way.opposite)
        add(block.refined(first, second, below: index))
      }
      missing.first[place] = forth == .nowhere
      missing.second[place] = from == .nowhere
      shapeless[place] =
        missing.first[place] && (missing.second[place] || Self.isFlat(b, (x, y)))
        || missing.second[place] && Self.isFlat(a, (x, y))
      isLost[place] =
        forth == .nowhere && from == .nowhere
        && Self.match(a, in: b, (x, y), ways, sharingBrightness: true) == .nowhere
        && Self.match(b, in: a, (x, y), back, sharingBrightness: true) == .nowhere
    }
    fading = blocks(ofGroupsIn: missing, shapeless)
  }

  /// Adds a block that moves, unless one that overlaps it goes the same way.
  private mutating func add(_ block: Block) {
    let isKnown = moved.contains {
      abs($0.x - block.x) < side / 2 && abs($0.y - block.y) < side / 2
        && abs($0.way.x - block.way.x) <= 1 && abs($0.way.y - block.way.y) <= 1
    }
    if !isKnown { moved.append(block) }
  }

  /// The vectors of the points in a block, and that of no motion, in samples of copies in which `scale`
  /// pixels are one.
  private static func ways(
    _ vectors: [MotionField.Vector], _ points: Int, x: Int, y: Int, side: Int, scale: Int32
  ) -> [MotionField.Vector] {
    let (spacing, unit) = (MotionField.spacing, Int32(MotionField.unit) * scale)
    func rounded(_ value: Int32) -> Int32 { (value + (value < 0 ? -unit : unit) / 2) / unit }
    var ways = [MotionField.Vector.zero]
    for row in y / spacing...min(vectors.count / points - 1, (y + side) / spacing) {
      for column in x / spacing...min(points - 1, (x + side) / spacing) {
        let vector = vectors[row * points + column]
        let way = MotionField.Vector(x: rounded(vector.x), y: rounded(vector.y))
        if !ways.contains(way) { ways.append(way) }
      }
    }
    return ways
  }

  /// The blocks of the groups of neighbours, and those right beside them, of which either picture
  /// misses some and half of which are without shape in one of the pictures.
  ///
  /// Background that is hidden in one picture alone is no such group: the other one shows the thing
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
      Block(x: $0 % columns * side, y: $0 / columns * side, side: side, way: .zero)
    }
  }

  private func forEach(within reach: Int, of place: Int, _ body: (Int) -> Void) {
    let (column, row) = (place % columns, place / columns)
    for y in max(0, row - reach)...min(rows - 1, row + reach) {
      for x in max(0, column - reach)...min(columns - 1, column + reach) { body(y * columns + x) }
    }
  }

  /// Returns true if a block that went `way` from `corner`, in samples of the copies, is found there again
  /// from its place, and not where the field has it.
  private static func returns(
    _ level: LumaPyramid.Level, to other: LumaPyramid.Level, _ corner: Corner,
    _ way: MotionField.Vector, _ ways: [MotionField.Vector]
  ) -> Bool {
    let target = (x: corner.x + Int(way.x), y: corner.y + Int(way.y))
    guard case .elsewhere(let back) = match(level, in: other, target, ways) else { return false }
    return abs(back.x + way.x) <= 1 && abs(back.y + way.y) <= 1
  }

  /// Returns true if there is nothing to be seen in a block.
  private static func isFlat(_ level: LumaPyramid.Level, _ corner: Corner) -> Bool {
    sample(of: level, corner.x, corner.y).map {
      PictureMatch.activity($0, level.stride) <= flat * own * own
    } ?? true
  }

  /// The place of a block of `level` in `other`: first where it should be, then the best one around.
  ///
  /// - Parameter sharingBrightness: Whether what all samples differ by counts for half.
  private static func match(
    _ level: LumaPyramid.Level, in other: LumaPyramid.Level, _ corner: Corner,
    _ ways: [MotionField.Vector], sharingBrightness: Bool = false
  ) -> Match {
    guard let block = sample(of: level, corner.x, corner.y) else { return .nowhere }
    var limit = max(own * own * least, 6 * PictureMatch.activity(block, level.stride) / 10)
    func difference(_ x: Int, _ y: Int) -> Int? {
      guard let sample = sample(of: other, corner.x + x, corner.y + y) else { return nil }
      if sharingBrightness {
        let error = Int(PictureMatch.error(block, level.stride, sample, other.stride))
        return error <= limit ? error : nil
      }
      var sum: Int32 = 0
      for y in 0..<own {
        let (one, two) = (block + y &* level.stride, sample + y &* other.stride)
        for x in 0..<own { sum &+= abs(Int32(one[x]) &- Int32(two[x])) }
        if sum > limit { return nil }
      }
      return Int(sum)
    }
    if ways.contains(where: { difference(Int($0.x), Int($0.y)) != nil }) { return .expected }
    var result = Match.nowhere
    for y in -reach...reach {
      for x in -reach...reach {
        guard let found = difference(x, y), found < limit || result == .nowhere else { continue }
        (limit, result) = (found, .elsewhere(MotionField.Vector(x: Int32(x), y: Int32(y))))
      }
    }
    return result
  }

  /// The top-left sample of a block; nil where it lies too far outside.
  private static func sample(
    of level: LumaPyramid.Level, _ x: Int, _ y: Int
  ) -> UnsafeMutablePointer<UInt8>? {
    let far = LumaPyramid.border - 1
    guard x >= -far, y >= -far, x + own <= level.width + far, y + own <= level.height + far
    else { return nil }
    return level.base + y * level.stride + x
  }

  /// Returns true if a point of the field, by its column and row, lies in a block at which the
  /// pictures are mixed.
  func isLost(_ column: Int, _ row: Int) -> Bool {
    let x = min(columns - 1, column * MotionField.spacing / side)
    let y = min(rows - 1, row * MotionField.spacing / side)
    return columns > 0 && rows > 0 && isLost[y * columns + x]
  }
}
