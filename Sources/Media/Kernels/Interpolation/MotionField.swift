// SPDX-License-Identifier: Apache-2.0

/// Where what is seen between two pictures comes from, at points `spacing` pixels apart.
///
/// It is found for the moment that is wanted, from both pictures alike: a point moves by its vector from the first to the
/// second, and lies where it does at that moment. So there are no holes, and it depends on nothing but the two pictures
/// and the moment.
public struct MotionField {
  /// Pixels from one point to the next.
  static let spacing = 8
  /// Parts of a pixel in which vectors are counted.
  static let unit = 8

  /// A displacement in pixels, or in parts of them.
  struct Vector: Hashable {
    var x: Int32
    var y: Int32
    static let zero = Vector(x: 0, y: 0)

    var opposite: Vector { Vector(x: 0 &- x, y: 0 &- y) }

    func times(_ factor: Int32) -> Vector { Vector(x: x &* factor, y: y &* factor) }

    func plus(_ x: Int32, _ y: Int32) -> Vector { Vector(x: self.x &+ x, y: self.y &+ y) }
  }

  /// The part of `displacement` that is gone at `share` 256ths of it, to the nearest whole.
  @inline(__always)
  static func gone<Number: FixedWidthInteger>(
    _ displacement: (x: Number, y: Number), at share: Number
  ) -> (x: Number, y: Number) {
    ((displacement.x &* share &+ 128) &>> 8, (displacement.y &* share &+ 128) &>> 8)
  }

  let columns: Int
  let rows: Int
  /// In parts of a pixel, row by row.
  var vectors: [Vector]
  /// Objects that move otherwise than the background that is seen around them.
  let foreground: ForegroundObjects?
  /// True if the pictures have next to nothing in common.
  public let isCut: Bool

  /// The motion between two pictures of one size, as seen at `share` of the way between them, in 256ths.
  public init(from first: LumaPyramid, to second: LumaPyramid, share: Int) {
    precondition(first.hasSize(of: second), "pictures of different sizes")
    let known = (first, second)
    let (first, second, brightness) = LumaPyramid.matched(first, second)
    var coarse: MotionSearch?
    for index in first.levels.indices.reversed() {
      var search = MotionSearch(
        first.levels[index], second.levels[index], share: Int32(share), coarse: coarse)
      search.find(reach: coarse == nil ? 12 : index == 2 ? 8 : 0)
      coarse = search
    }
    guard var finest = coarse else { preconditionFailure("a pyramid has a level") }
    finest.sharpen()
    (columns, rows) = (finest.columns, finest.rows)
    isCut =
      finest.meanError * 256 / brightness > MotionField.foreign
      || PictureMatch(known.0, known.1, matched: (first, second)).isCut
    var vectors = finest.refined()
    var foreground: ForegroundObjects?
    if !isCut {
      // What is found nowhere is mixed where it is.
      let pair = CarriedPixels(
        first.levels[0], second.levels[0], vectors, columns: columns, share: share)
      let blocks = UnmatchedBlocks(first, second, pair)
      for (place, isLost) in finest.lost.enumerated()
      where isLost || blocks.isLost(place % columns, place / columns) {
        vectors[place] = .zero
      }
      foreground = ForegroundObjects(blocks, pair, share: share)
    }
    (self.vectors, self.foreground) = (vectors, foreground)
  }

  /// The mean difference of samples above which nothing is the same.
  private static let foreign: Int32 = 28
}
