// SPDX-License-Identifier: Apache-2.0

/// Where both of two pictures show something that is found nowhere in the other: what moves too fast or changes too much, as a wing
/// that beats.
///
/// Nothing can be drawn of that between the two; left to itself it would be gone there, as what is behind it is found in both.
/// Where it is, and where it was, the two pictures are mixed. What is hidden in one picture alone is no such thing: there the other
/// one shows what hides it.
struct Strangers {
  private let blocks: [Bool]
  private let columns: Int
  private let rows: Int
  /// The side of a block, in pixels of the pictures.
  private let side: Int

  /// The width and height of blocks in the copies that are compared, and the largest width of these.
  private static let (own, widest) = (8, 360)
  /// The distance up to which things are searched for, in samples of the copies.
  private static let reach = 16
  /// The difference that remains of something found, for each sample.
  private static let least = 6

  /// Those in two pictures between which things move as `vectors` say, which are the points of a field of so many columns.
  init(
    _ first: LumaPyramid, _ second: LumaPyramid, vectors: [MotionField.Vector], columns points: Int
  ) {
    let index = first.levels.firstIndex { $0.width <= Self.widest } ?? first.levels.count - 1
    let (a, b) = (first.levels[index], second.levels[index])
    let own = Self.own
    (columns, rows, side) = (a.width / own, a.height / own, own << index)
    var blocks = [Bool](repeating: false, count: columns * rows)
    let lines = vectors.count / points
    for row in 0..<rows {
      for column in 0..<columns {
        // The vectors of the points in a block, in samples of the copies.
        var ways: Set<MotionField.Vector> = [.zero]
        let spacing = MotionField.spacing
        for y in row * side / spacing...min(lines - 1, (row + 1) * side / spacing) {
          for x in column * side / spacing...min(points - 1, (column + 1) * side / spacing) {
            let vector = vectors[y * points + x]
            let unit = Int32(MotionField.unit << index)
            ways.insert(
              MotionField.Vector(
                x: Self.rounded(vector.x, by: unit), y: Self.rounded(vector.y, by: unit)))
          }
        }
        let place = (x: column * own, y: row * own)
        blocks[row * columns + column] =
          Self.isLost(a, in: b, place, ways.map { $0 })
          && Self.isLost(
            b, in: a, place, ways.map { MotionField.Vector(x: -$0.x, y: -$0.y) })
      }
    }
    self.blocks = blocks
  }

  private static func rounded(_ value: Int32, by unit: Int32) -> Int32 {
    (value + (value < 0 ? -unit : unit) / 2) / unit
  }

  /// Returns true if a block of `level` is found nowhere in `other`: first where it should be, then
  /// all around.
  private static func isLost(
    _ level: LumaPyramid.Level, in other: LumaPyramid.Level, _ place: (x: Int, y: Int),
    _ ways: [MotionField.Vector]
  ) -> Bool {
    let block = level.base + place.y * level.stride + place.x
    let activity = PictureMatch.activity(block, level.stride)
    let limit = max(own * own * least, 6 * activity / 10)
    func isFound(_ x: Int, _ y: Int) -> Bool {
      let (left, top) = (place.x + x, place.y + y)
      let far = LumaPyramid.border - 1
      guard left >= -far, top >= -far, left + own <= other.width + far,
        top + own <= other.height + far
      else { return false }
      let found = PictureMatch.error(
        block, level.stride, other.base + top * other.stride + left, other.stride)
      return Int(found) <= limit
    }
    if ways.contains(where: { isFound(Int($0.x), Int($0.y)) }) { return false }
    for y in -reach...reach {
      for x in -reach...reach where isFound(x, y) { return false }
    }
    return true
  }

  /// Returns true if one is at a point, by its column and row.
  func contains(_ column: Int, _ row: Int) -> Bool {
    let x = min(columns - 1, column * MotionField.spacing / side)
    let y = min(rows - 1, row * MotionField.spacing / side)
    return columns > 0 && rows > 0 && blocks[y * columns + x]
  }
}
