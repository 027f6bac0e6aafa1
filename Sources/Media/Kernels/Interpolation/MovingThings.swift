// SPDX-License-Identifier: Apache-2.0

/// Small things that move before a background that moves otherwise, such as birds and balls, and what
/// changes its shape, such as wings: between two pictures the background is found where they are
/// then, so blocks would lose them.
///
/// A pixel belongs to one if the field does not carry it to the other picture. What both pictures
/// have goes its way, what one of them has fades; what is hidden in one picture comes from the other.
struct MovingThings {
  /// A pixel between the pictures that shows a thing.
  struct Pixel {
    /// The way of the thing, in parts of a pixel.
    let way: MotionField.Vector
    /// True if it is seen in the first picture.
    let isInFirst: Bool
    /// True if it is seen in the second picture.
    let isInSecond: Bool
  }

  /// For each pixel between the pictures 0, or four times the index of its way, and 1 if the first
  /// picture has it, 2 if the second one has it; row by row.
  private var map: [UInt16]
  /// 1 for the pixels of the first picture that belong to a thing, and for those of the second.
  private var hidden: (first: [UInt8], second: [UInt8])
  /// In parts of a pixel.
  private let ways: [MotionField.Vector]
  /// The cells of the field in which there are any in one of the three pictures.
  private(set) var cells: CellMap
  private let width: Int
  private let height: Int

  /// The least number of pixels of a thing in a block.
  private static let enough = 12
  /// The largest number of blocks, of which `map` could hold the indices of twice as many.
  private static let most = 1 << 13

  /// Those in two pictures, or nil where there are none.
  ///
  /// - Parameters:
  ///   - blocks: The blocks that the field does not carry.
  ///   - vectors: The vectors of the field, in rows of `points`.
  ///   - share: The moment between the pictures, in 256ths.
  init?(
    _ blocks: UnmatchedBlocks, _ first: LumaPyramid.Level, _ second: LumaPyramid.Level,
    _ vectors: [MotionField.Vector], columns points: Int, share: Int
  ) {
    if blocks.moved.isEmpty, blocks.fading.isEmpty { return nil }
    let pair = CarriedPixels(first, second, vectors, columns: points, share: share)
    let moved = blocks.moved.prefix(Self.most)
    (width, height) = (first.width, first.height)
    map = Array(repeating: 0, count: width * height)
    cells = CellMap(columns: points - 1, rows: vectors.count / points - 1)
    hidden = (Array(repeating: 0, count: map.count), Array(repeating: 0, count: map.count))
    ways = moved.map { $0.way.times(Int32(MotionField.unit)) } + [.zero]
    let kept = moved.indices.filter { index in
      var (same, of) = (0, (first: 0, second: 0))
      forEach(around: moved[index], share) { _, from, to in
        let isIn = (
          first: pair.stands(from, inFirst: true), second: pair.stands(to, inFirst: false)
        )
        if isIn.first { of.first += 1 }
        if isIn.second { of.second += 1 }
        if isIn.first, isIn.second, pair.isSame(from, to) { same += 1 }
      }
      // The rest is background that the thing hides in one of the pictures.
      return same >= Self.enough && 3 * same >= 2 * min(of.first, of.second)
        && 2 * same >= max(of.first, of.second)
    }
    for index in kept { grow(index, moved[index], share, pair) }
    let solid = hidden
    for index in kept {
      forEach(around: moved[index], share) { place, from, to in
        let isIn = (
          first: pair.stands(from, inFirst: true), second: pair.stands(to, inFirst: false)
        )
        guard isIn.first != isIn.second else { return }
        // Nor is it background that the thing hides in the other picture.
        let other = pair.carried(isIn.first ? from : to, fromFirst: isIn.first)
        guard let other = self.place(other),
          (isIn.first ? solid.second : solid.first)[other] == 0
        else { return }
        add(place, index, isIn.first ? from : nil, isIn.second ? to : nil)
      }
    }
    for block in blocks.fading {
      for y in block.y..<min(height, block.y + block.side) {
        for x in block.x..<min(width, block.x + block.side) {
          let place = y * width + x
          let isInFirst = solid.first[place] == 0 && pair.stands((x, y), inFirst: true)
          let isInSecond = solid.second[place] == 0 && pair.stands((x, y), inFirst: false)
          add(place, ways.count - 1, isInFirst ? (x, y) : nil, isInSecond ? (x, y) : nil)
        }
      }
    }
    if cells.isEmpty { return nil }
    cells.count()
  }

  /// Takes the pixels of the thing in a block, and all beside them that go its way.
  private mutating func grow(
    _ index: Int, _ block: UnmatchedBlocks.Block, _ share: Int, _ pair: CarriedPixels
  ) {
    var edge: [(place: Int, from: CarriedPixels.Place, to: CarriedPixels.Place)] = []
    forEach(around: block, share) { edge.append(($0, $1, $2)) }
    while let (place, from, to) = edge.popLast() {
      guard map[place] == 0, pair.stands(from, inFirst: true), pair.stands(to, inFirst: false),
        pair.isSame(from, to)
      else { continue }
      add(place, index, from, to)
      let (x, y) = (place % width, place / width)
      for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
        guard let next = self.place((x + dx, y + dy)) else { continue }
        edge.append((next, (from.x + dx, from.y + dy), (to.x + dx, to.y + dy)))
      }
    }
  }

  /// Notes a pixel that no other thing has: the way of it, and where it is in either picture.
  private mutating func add(
    _ place: Int, _ way: Int, _ from: CarriedPixels.Place?, _ to: CarriedPixels.Place?
  ) {
    guard map[place] == 0, from != nil || to != nil else { return }
    map[place] = UInt16(way << 2 | (from == nil ? 0 : 1) | (to == nil ? 0 : 2))
    mark(place)
    if let from, let place = self.place(from) {
      hidden.first[place] = 1
      mark(place)
    }
    if let to, let place = self.place(to) {
      hidden.second[place] = 1
      mark(place)
    }
  }

  private mutating func mark(_ place: Int) {
    cells.insert(place % width / MotionField.spacing, place / width / MotionField.spacing)
  }

  private func place(_ pixel: CarriedPixels.Place) -> Int? {
    guard (0..<width).contains(pixel.x), (0..<height).contains(pixel.y) else { return nil }
    return pixel.y * width + pixel.x
  }

  /// Hands `body` each pixel in and around a block between the pictures, and where it is in both.
  private func forEach(
    around block: UnmatchedBlocks.Block, _ share: Int,
    _ body: (_ place: Int, _ from: CarriedPixels.Place, _ to: CarriedPixels.Place) -> Void
  ) {
    let (way, half) = ((x: Int(block.way.x), y: Int(block.way.y)), block.side / 2)
    let gone = (x: (way.x * share + 128) >> 8, y: (way.y * share + 128) >> 8)
    let (left, top) = (block.x + gone.x - half, block.y + gone.y - half)
    for y in max(0, top)..<max(0, top, min(height, top + 2 * block.side)) {
      for x in max(0, left)..<max(0, left, min(width, left + 2 * block.side)) {
        let from = (x: x - gone.x, y: y - gone.y)
        body(y * width + x, from, (from.x + way.x, from.y + way.y))
      }
    }
  }

  /// The thing that is seen at a place between the pictures, in samples `1 << shift` pixels apart.
  func pixel(_ x: Int, _ y: Int, _ shift: Int) -> Pixel? {
    for line in y << shift..<(y + 1) << shift {
      for column in x << shift..<(x + 1) << shift {
        guard let place = place((column, line)), map[place] != 0 else { continue }
        let value = map[place]
        return Pixel(
          way: ways[Int(value >> 2)], isInFirst: value & 1 != 0, isInSecond: value & 2 != 0)
      }
    }
    return nil
  }

  /// Returns true if a thing hides the background at a place of the first or second picture, in
  /// samples `1 << shift` pixels apart.
  func hides(_ x: Int, _ y: Int, _ shift: Int, inFirst: Bool) -> Bool {
    for line in y << shift..<(y + 1) << shift {
      for column in x << shift..<(x + 1) << shift {
        guard let place = place((column, line)) else { continue }
        if inFirst ? hidden.first[place] != 0 : hidden.second[place] != 0 { return true }
      }
    }
    return false
  }
}

/// The pixels of two pictures that a motion field carries from one to the other.
private final class CarriedPixels {
  typealias Place = (x: Int, y: Int)
  private let first: LumaPyramid.Level
  private let second: LumaPyramid.Level
  private let vectors: [MotionField.Vector]
  private let points: Int
  /// For the pixels of the first picture, and for those of the second: 1 if they are carried, and once
  /// that is known, 2 if nothing beside them is that is the same, 3 if something is.
  private var carried: (first: [UInt8], second: [UInt8])

  /// The largest difference of brightness between two pixels that are the same.
  private static let same = 15

  init(
    _ first: LumaPyramid.Level, _ second: LumaPyramid.Level, _ vectors: [MotionField.Vector],
    columns points: Int, share: Int
  ) {
    (self.first, self.second, self.vectors, self.points) = (first, second, vectors, points)
    let (width, height) = (first.width, first.height)
    let none = [UInt8](repeating: 0, count: width * height)
    carried = (none, none)
    let (spacing, half) = (MotionField.spacing, MotionField.spacing / 2)
    for row in 0..<vectors.count / points {
      for column in 0..<points {
        let way = Self.pixels(vectors[row * points + column])
        let gone = (x: (way.x * share + 128) >> 8, y: (way.y * share + 128) >> 8)
        // The pixels nearest to a point, as far as both ends of their way lie inside.
        let (left, right) = Self.range(column * spacing - half, width, gone.x, way.x)
        let (top, bottom) = Self.range(row * spacing - half, height, gone.y, way.y)
        for y in top..<bottom {
          for x in left..<right {
            let from = (x: x - gone.x, y: y - gone.y)
            let to = (x: from.x + way.x, y: from.y + way.y)
            guard isSame(from, to) else { continue }
            carried.first[from.y * width + from.x] = 1
            carried.second[to.y * width + to.x] = 1
          }
        }
      }
    }
  }

  private static func range(_ start: Int, _ size: Int, _ gone: Int, _ way: Int) -> (Int, Int) {
    let first = max(0, start, gone, gone - way)
    return (
      first, max(first, min(size, start + MotionField.spacing, size + gone, size + gone - way))
    )
  }

  /// The way of the nearest point of the field, in pixels.
  private func way(_ place: Place) -> (x: Int, y: Int) {
    let spacing = MotionField.spacing
    let column = max(0, min((place.x + spacing / 2) / spacing, points - 1))
    let row = max(0, min((place.y + spacing / 2) / spacing, vectors.count / points - 1))
    let vector = vectors[row * points + column]
    return Self.pixels(vector)
  }

  /// A vector in whole pixels: the nearest ones, halves rounded up.
  private static func pixels(_ vector: MotionField.Vector) -> (x: Int, y: Int) {
    let unit = Int32(MotionField.unit)
    func rounded(_ part: Int32) -> Int {
      let whole = part + unit / 2
      return Int(whole >= 0 ? whole / unit : (whole - unit + 1) / unit)
    }
    return (rounded(vector.x), rounded(vector.y))
  }

  private func isInside(_ place: Place) -> Bool {
    (0..<first.width).contains(place.x) && (0..<first.height).contains(place.y)
  }

  /// Where the background at a place of one picture lies in the other.
  func carried(_ place: Place, fromFirst: Bool) -> Place {
    let way = way(place)
    return fromFirst
      ? (place.x + way.x, place.y + way.y) : (place.x - way.x, place.y - way.y)
  }

  /// Returns true if a pixel of the first picture and one of the second are alike.
  func isSame(_ from: Place, _ to: Place) -> Bool {
    abs(Self.value(first, from) - Self.value(second, to)) <= Self.same
  }

  /// Returns true if the field does not carry a pixel of the first or second picture, nor one beside
  /// it that is the same.
  func stands(_ place: Place, inFirst: Bool) -> Bool {
    guard isInside(place) else { return false }
    let index = place.y * first.width + place.x
    let known = inFirst ? carried.first[index] : carried.second[index]
    if known != 0 { return known == 2 }
    let result =
      inFirst
      ? Self.stands(place, in: first, carried.first)
      : Self.stands(place, in: second, carried.second)
    if inFirst {
      carried.first[index] = result ? 2 : 3
    } else {
      carried.second[index] = result ? 2 : 3
    }
    return result
  }

  private static func stands(
    _ place: Place, in level: LumaPyramid.Level, _ carried: [UInt8]
  ) -> Bool {
    let value = value(level, place)
    for y in max(0, place.y - 1)...min(level.height - 1, place.y + 1) {
      for x in max(0, place.x - 1)...min(level.width - 1, place.x + 1)
      where carried[y * level.width + x] == 1 {
        if abs(Self.value(level, (x, y)) - value) <= same { return false }
      }
    }
    return true
  }

  private static func value(_ level: LumaPyramid.Level, _ place: Place) -> Int {
    Int(level.base[place.y * level.stride + place.x])
  }
}

extension UnmatchedBlocks.Block {
  /// The same at full size, of a block found in copies at `level`: the best way near its own at each
  /// larger size.
  func refined(_ first: LumaPyramid, _ second: LumaPyramid, below level: Int) -> Self {
    var block = self
    for (one, two) in zip(first.levels[..<level], second.levels[..<level]).reversed() {
      block = Self(
        x: 2 * block.x, y: 2 * block.y, side: 2 * block.side, way: block.way.times(2)
      ).refined(one, two)
    }
    return level == 0 ? block.refined(first.levels[0], second.levels[0]) : block
  }

  /// The same with the best way that is its own or next to it.
  private func refined(_ first: LumaPyramid.Level, _ second: LumaPyramid.Level) -> Self {
    let far = LumaPyramid.border
    func sample(_ level: LumaPyramid.Level, _ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt8>? {
      guard x >= -far, y >= -far, x + side <= level.width + far, y + side <= level.height + far
      else { return nil }
      return level.base + y * level.stride + x
    }
    guard let own = sample(first, x, y) else { return self }
    var (result, least) = (self, Int32.max)
    for (dx, dy): (Int32, Int32) in [
      (0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1),
    ] {
      let way = way.plus(dx, dy)
      guard let other = sample(second, x + Int(way.x), y + Int(way.y)) else { continue }
      var sum: Int32 = 0
      for line in 0..<side where sum < least {
        let (one, two) = (own + line &* first.stride, other + line &* second.stride)
        for i in 0..<side { sum &+= abs(Int32(one[i]) &- Int32(two[i])) }
      }
      if sum < least { (least, result.way) = (sum, way) }
    }
    return result
  }
}
