// SPDX-License-Identifier: Apache-2.0

/// Small things that stand still before something that moves, such as letters, poles and the logo of a station: blocks go along
/// with what is behind them, and would lose them.
///
/// Where both pictures show the same edge at the same place, and what moves would show something else there, it is seen in
/// both, so it is before that. There the two pictures are mixed as they are; and what passes behind is taken from the one in which it
/// is not hidden.
struct StandingThings {
  /// 1 for each pixel of them, row by row.
  private let map: [UInt8]
  /// The cells of the field in which there are any.
  let cells: CellMap
  private let width: Int
  private let height: Int

  /// The largest difference of samples of one thing, their least distance from what moves, and the
  /// least strength of edges, in steps of 8 bits; things that shine through a little differ by up
  /// to a quarter of that distance.
  private static let (same, other, edge) = (7, 16, 24)
  /// So many pixels of edges lie within `near` pixels of each one that counts.
  private static let (enough, near) = (7, 3)

  /// The two pictures and what was drawn between them, in one plane of samples `1 << shift` pixels apart.
  private struct Planes<S: PictureSample> {
    let first: SamplePlane<S>
    let second: SamplePlane<S>
    let drawn: SamplePlane<S>
    let shift: Int

    /// The distance of a pixel from the moving background; less than 0 if it is not the same in
    /// both pictures.
    @inline(__always)
    func contrast(_ x: Int, _ y: Int) -> Int {
      let (x, y) = (x >> shift, y >> shift)
      let (a, b) = (Int(first.row(y)[x]), Int(second.row(y)[x]))
      let contrast = abs(a - Int(drawn.row(y)[x]))
      return abs(a - b) <= max(StandingThings.same << (S.depth - 8), contrast / 4) ? contrast : -1
    }

    /// Returns true if both pictures have the same strong edge at a pixel.
    @inline(__always)
    func hasEdge(_ x: Int, _ y: Int) -> Bool {
      let (x, y) = (x >> shift, y >> shift)
      guard x > 0, y > 0, x + 1 < first.width, y + 1 < first.height else { return false }
      func slope(_ plane: SamplePlane<S>) -> (across: Int, down: Int) {
        let row = plane.row(y)
        return (
          Int(row[x + 1]) - Int(row[x - 1]), Int(plane.row(y + 1)[x]) - Int(plane.row(y - 1)[x])
        )
      }
      let (a, b) = (slope(first), slope(second))
      let strength = max(abs(a.across), abs(a.down))
      let limit = max(strength / 3, (StandingThings.edge / 2) << (S.depth - 8))
      return strength >= StandingThings.edge << (S.depth - 8)
        && abs(a.across - b.across) <= limit && abs(a.down - b.down) <= limit
    }
  }

  /// Those in two pictures of which `drawn` was made by `field`; nil where there are none.
  init?<S: PictureSample>(
    _ first: SampleView<S>, _ second: SampleView<S>, drawn: SampleView<S>, _ field: MotionField
  ) {
    let (width, height, columns) = (drawn.width, drawn.height, field.columns - 1)
    let least = Self.other << (S.depth - 8)
    let shift = drawn.chroma.shift
    let luma = Planes(first: first.y, second: second.y, drawn: drawn.y, shift: 0)
    let blue = Planes(first: first.u, second: second.u, drawn: drawn.u, shift: shift)
    let red = Planes(first: first.v, second: second.v, drawn: drawn.v, shift: shift)
    /// The distance of a pixel from the moving background; less than 0 if it is not the same in
    /// both pictures.
    func contrast(_ x: Int, _ y: Int) -> Int {
      let own = luma.contrast(x, y)
      if own < 0 { return own }
      let (u, v) = (blue.contrast(x, y), red.contrast(x, y))
      return u < 0 || v < 0 ? -1 : max(own, u, v)
    }
    var seeds = [UInt8](repeating: 0, count: width * height)
    var found = 0
    field.forEachMoving { column, row in
      let spacing = MotionField.spacing
      for y in row * spacing..<max(row * spacing, min((row + 1) * spacing, height)) {
        for x in column * spacing..<max(column * spacing, min((column + 1) * spacing, width)) {
          guard contrast(x, y) >= least,
            luma.hasEdge(x, y) || blue.hasEdge(x, y) || red.hasEdge(x, y)
          else { continue }
          seeds[y * width + x] = 1
          found += 1
        }
      }
    }
    guard found >= Self.enough else { return nil }
    let around = Self.sums(seeds, width, height, reach: Self.near)
    for index in seeds.indices where Int(around[index]) < Self.enough { seeds[index] = 0 }
    let close = Self.sums(seeds, width, height, reach: 2)
    var map = [UInt8](repeating: 0, count: width * height)
    var cells = CellMap(columns: columns, rows: field.rows - 1)
    for y in 0..<height {
      for x in 0..<width where close[y * width + x] > 0 && contrast(x, y) >= 0 {
        map[y * width + x] = 1
        cells.insert(x / MotionField.spacing, y / MotionField.spacing)
      }
    }
    if cells.isEmpty { return nil }
    cells.count()
    (self.map, self.cells) = (map, cells)
    (self.width, self.height) = (width, height)
  }

  /// The number of `values` that are 1 within `reach` of each place, modulo 256.
  private static func sums(_ values: [UInt8], _ width: Int, _ height: Int, reach: Int) -> [UInt8] {
    var rows = [UInt8](repeating: 0, count: values.count)
    var sums = rows
    for y in 0..<height {
      let start = y * width
      var sum = values[start..<start + min(reach, width)].reduce(0) { $0 + Int($1) }
      for x in 0..<width {
        if x + reach < width { sum += Int(values[start + x + reach]) }
        if x > reach { sum -= Int(values[start + x - reach - 1]) }
        rows[start + x] = UInt8(sum)
      }
    }
    for y in 0..<height {
      for line in max(0, y - reach)...min(height - 1, y + reach) {
        for x in 0..<width { sums[y * width + x] &+= rows[line * width + x] }
      }
    }
    return sums
  }

  /// Returns true if there is one at a place, in samples `1 << shift` pixels apart.
  func contains(_ x: Int, _ y: Int, _ shift: Int) -> Bool {
    for line in y << shift..<(y + 1) << shift {
      for column in x << shift..<(x + 1) << shift {
        let inside = (0..<width).contains(column) && (0..<height).contains(line)
        if inside, map[line * width + column] != 0 { return true }
      }
    }
    return false
  }
}

extension MotionField {
  /// Hands `body` the cells, by column and row, in which something moves by two pixels or more.
  func forEachMoving(_ body: (_ column: Int, _ row: Int) -> Void) {
    for row in 0..<rows - 1 {
      for column in 0..<columns - 1 where reach(column, row) >= 2 { body(column, row) }
    }
  }

  /// The largest motion in a cell, in pixels.
  func reach(_ column: Int, _ row: Int) -> Int {
    corners(column, row).reduce(0) { max($0, abs(Int($1.x)), abs(Int($1.y))) } / MotionField.unit
  }

  /// The vectors at the corners of a cell: the upper ones, then the lower ones.
  func corners(_ column: Int, _ row: Int) -> [Vector] {
    let place = row * columns + column
    return [
      vectors[place], vectors[place + 1], vectors[place + columns], vectors[place + columns + 1],
    ]
  }
}

/// Draws anew the cells of a plane, whose samples are `1 << shift` pixels apart, in which something
/// goes another way than the background, or the background has come from behind it.
@_specialize(where S == UInt8)
@_specialize(where S == UInt16)
func drawThings<S: PictureSample>(
  _ standing: StandingThings?, _ first: SamplePlane<S>, _ second: SamplePlane<S>,
  _ field: MotionField, share: Int, _ shift: Int, into target: SamplePlane<S>
) {
  let cell = MotionField.spacing >> shift
  let moving = field.things
  func sample(_ plane: SamplePlane<S>, _ x: Int, _ y: Int, _ way: (x: Int, y: Int)) -> Int {
    let (left, top) = (x + way.x >> 4, y + way.y >> 4)
    let (fx, fy) = (way.x & 15, way.y & 15)
    func row(_ y: Int) -> Row<S> { plane.row(max(0, min(y, plane.height - 1))) }
    let columns = (max(0, min(left, plane.width - 1)), max(0, min(left + 1, plane.width - 1)))
    let (upper, lower) = (row(top), row(top + 1))
    return (Int(upper[columns.0]) * (16 - fx) + Int(upper[columns.1]) * fx) * (16 - fy)
      + (Int(lower[columns.0]) * (16 - fx) + Int(lower[columns.1]) * fx) * fy
  }
  func isHidden(_ x: Int, _ y: Int, _ way: (x: Int, y: Int), inFirst: Bool) -> Bool {
    let (x, y) = (x + (way.x + 8) >> 4, y + (way.y + 8) >> 4)
    return standing?.contains(x, y, shift) == true
      || moving?.hides(x, y, shift, inFirst: inFirst) == true
  }
  for row in 0..<field.rows - 1 {
    for column in 0..<field.columns - 1 {
      let reach = field.reach(column, row)
      guard
        standing?.cells.hasAny(near: column, row, reach: reach) == true
          || moving?.cells.hasAny(near: column, row, reach: reach) == true
      else { continue }
      let ways = field.corners(column, row).map {
        (first: $0.moved(-share, shift), second: $0.moved(256 - share, shift))
      }
      for y in row * cell..<max(row * cell, min((row + 1) * cell, target.height)) {
        let result = target.row(y)
        let down = 2 * (y - row * cell) + 1
        for x in column * cell..<max(column * cell, min((column + 1) * cell, target.width)) {
          if standing?.contains(x, y, shift) == true {
            let mixed = Int(first.row(y)[x]) * (256 - share) + Int(second.row(y)[x]) * share
            result[x] = S(truncatingIfNeeded: (mixed + 128) >> 8)
            continue
          }
          let across = 2 * (x - column * cell) + 1
          var sum = 0
          for (corner, way) in ways.enumerated() {
            let weight =
              (corner % 2 == 0 ? 2 * cell - across : across)
              * (corner < 2 ? 2 * cell - down : down)
            let hidden = (
              isHidden(x, y, way.first, inFirst: true), isHidden(x, y, way.second, inFirst: false)
            )
            let part = hidden.0 == hidden.1 ? share : hidden.0 ? 256 : 0
            sum +=
              weight
              * (sample(first, x, y, way.first) * (256 - part)
                + sample(second, x, y, way.second) * part)
          }
          // Shares of samples have 8 bits, those of pictures, too, and those of points as many as two sides of a cell.
          let sides = 4 * cell * cell
          if let thing = moving?.pixel(x, y, shift) {
            let background = (sum + sides << 7) / (sides << 8)
            let (a, b) = (thing.way.moved(-share, shift), thing.way.moved(256 - share, shift))
            let here = thing.isInFirst ? sample(first, x, y, a) : background
            let there = thing.isInSecond ? sample(second, x, y, b) : background
            sum = (here * (256 - share) + there * share) * sides
          }
          let full = sides << 16
          result[x] = S(truncatingIfNeeded: min(Int(S.full), (sum + full / 2) / full))
        }
      }
    }
  }
}

/// A set of cells of a motion field.
struct CellMap {
  private let columns: Int
  private let rows: Int
  /// 1 for each cell of the set; once counted, the number of them above and left of each corner.
  private var sums: [Int32]
  private(set) var isEmpty = true

  /// The empty set of a field of so many cells.
  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    sums = Array(repeating: 0, count: (columns + 1) * (rows + 1))
  }

  /// Adds a cell.
  mutating func insert(_ column: Int, _ row: Int) {
    sums[(row + 1) * (columns + 1) + column + 1] = 1
    isEmpty = false
  }

  /// Ends adding cells.
  mutating func count() {
    for row in 1...rows {
      var sum: Int32 = 0
      for column in 1...columns {
        let place = row * (columns + 1) + column
        sum += sums[place]
        sums[place] = sum + sums[place - columns - 1]
      }
    }
  }

  /// Returns true if one lies up to `reach` pixels beside a cell.
  func hasAny(near column: Int, _ row: Int, reach: Int) -> Bool {
    let far = reach / MotionField.spacing + 1
    let (left, right) = (max(0, column - far), min(columns, column + far + 1))
    let (top, bottom) = (max(0, row - far), min(rows, row + far + 1))
    func corner(_ column: Int, _ row: Int) -> Int32 { sums[row * (columns + 1) + column] }
    return corner(right, bottom) - corner(left, bottom) - corner(right, top) + corner(left, top) > 0
  }
}
