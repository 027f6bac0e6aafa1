// SPDX-License-Identifier: Apache-2.0

/// Small objects that move before a background that moves otherwise, such as birds and balls, and what
/// changes its shape, such as wings: between two pictures the background is found where they are
/// then, so blocks would lose them.
///
/// A pixel belongs to one if the field does not carry it to the other picture. What both pictures
/// have moves with it, what one of them has fades; what is hidden in one picture comes from the other.
struct ForegroundObjects {
  /// A pixel between the pictures that shows an object.
  struct Pixel {
    /// The displacement of the object, in parts of a pixel.
    let displacement: MotionField.Vector
    /// True if it is seen in the first picture.
    let isInFirst: Bool
    /// True if it is seen in the second picture.
    let isInSecond: Bool
  }

  /// For each pixel between the pictures 0, or four times the index of its displacement, and 1 if the first
  /// picture has it, 2 if the second one has it; row by row.
  private var map: [UInt16]
  /// 1 for the pixels of the first picture that belong to an object, and for those of the second.
  private var hidden: (first: [UInt8], second: [UInt8])
  /// In parts of a pixel.
  private let displacements: [MotionField.Vector]
  /// The cells of the field in which there are any in one of the three pictures.
  private(set) var cells: CellMap
  private let width: Int
  private let height: Int

  /// The least number of pixels of an object in a block.
  private static let enough = 12
  /// The largest number of blocks, of which `map` could hold the indices of twice as many.
  private static let most = 1 << 13

  /// Those in two pictures, or nil where there are none.
  ///
  /// - Parameters:
  ///   - blocks: The blocks that the field does not carry.
  ///   - pair: The pixels that it carries.
  ///   - share: The moment between the pictures, in 256ths.
  init?(_ blocks: UnmatchedBlocks, _ pair: CarriedPixels, share: Int) {
    if blocks.moved.isEmpty, blocks.fading.isEmpty { return nil }
    let moved = blocks.moved.prefix(Self.most)
    (width, height) = (pair.width, pair.height)
    map = Array(repeating: 0, count: width * height)
    cells = CellMap(columns: pair.columns - 1, rows: pair.rows - 1)
    hidden = (Array(repeating: 0, count: map.count), Array(repeating: 0, count: map.count))
    displacements = moved.map { $0.displacement.times(Int32(MotionField.unit)) } + [.zero]
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
      // The rest is background that the object hides in one of the pictures.
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
        // Nor is it background that the object hides in the other picture.
        let other = pair.counterpart(of: isIn.first ? from : to, inFirst: isIn.first)
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
          add(place, displacements.count - 1, isInFirst ? (x, y) : nil, isInSecond ? (x, y) : nil)
        }
      }
    }
    if cells.isEmpty { return nil }
    cells.count()
  }

  /// Takes the pixels of the object in a block, and all beside them that move with it.
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

  /// Notes a pixel that no other object has: the displacement of it, and where it is in either picture.
  private mutating func add(
    _ place: Int, _ displacement: Int, _ from: CarriedPixels.Place?, _ to: CarriedPixels.Place?
  ) {
    guard map[place] == 0, from != nil || to != nil else { return }
    map[place] = UInt16(displacement << 2 | (from == nil ? 0 : 1) | (to == nil ? 0 : 2))
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
    let (displacement, half) = (
      (x: Int(block.displacement.x), y: Int(block.displacement.y)), block.side / 2
    )
    let gone = MotionField.gone(displacement, at: share)
    let (left, top) = (block.x + gone.x - half, block.y + gone.y - half)
    for y in max(0, top)..<max(0, top, min(height, top + 2 * block.side)) {
      for x in max(0, left)..<max(0, left, min(width, left + 2 * block.side)) {
        let from = (x: x - gone.x, y: y - gone.y)
        body(y * width + x, from, (from.x + displacement.x, from.y + displacement.y))
      }
    }
  }

  /// The object that is seen at a place between the pictures, in samples `1 << shift` pixels apart.
  func pixel(_ x: Int, _ y: Int, _ shift: Int) -> Pixel? {
    for line in y << shift..<(y + 1) << shift {
      for column in x << shift..<(x + 1) << shift {
        guard let place = place((column, line)), map[place] != 0 else { continue }
        let value = map[place]
        return Pixel(
          displacement: displacements[Int(value >> 2)], isInFirst: value & 1 != 0,
          isInSecond: value & 2 != 0)
      }
    }
    return nil
  }

  /// Returns true if an object hides the background at a place of the first or second picture, in
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
