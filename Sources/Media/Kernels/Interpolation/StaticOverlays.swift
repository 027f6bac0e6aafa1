// SPDX-License-Identifier: Apache-2.0

/// Small objects that stand still before something that moves, such as letters, poles and the logo of a station: blocks go along
/// with what is behind them, and would lose them.
///
/// Where both pictures show the same edge at the same place, and what moves would show something else there, it is seen in
/// both, so it is before that. There the two pictures are mixed as they are; and what passes behind is taken from the one in which it
/// is not hidden.
struct StaticOverlays {
  /// 1 for each pixel of them, row by row.
  private let map: [UInt8]
  /// The cells of the field in which there are any.
  let cells: CellMap
  private let width: Int
  private let height: Int

  /// The largest difference of samples of one object, their least distance from what moves, and the
  /// least strength of edges, in steps of 8 bits; objects that shine through a little differ by up
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
      return abs(a - b) <= max(StaticOverlays.same << (S.depth - 8), contrast / 4) ? contrast : -1
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
      let limit = max(strength / 3, (StaticOverlays.edge / 2) << (S.depth - 8))
      return strength >= StaticOverlays.edge << (S.depth - 8)
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
