// SPDX-License-Identifier: Apache-2.0

/// Draws anew the cells of a plane, whose samples are `1 << shift` pixels apart, in which something
/// moves otherwise than the background, or the background has come from behind it.
@_specialize(where S == UInt8)
@_specialize(where S == UInt16)
func drawObjects<S: PictureSample>(
  _ overlays: StaticOverlays?, _ first: SamplePlane<S>, _ second: SamplePlane<S>,
  _ field: MotionField, share: Int, _ shift: Int, into target: SamplePlane<S>
) {
  let cell = MotionField.spacing >> shift
  let foreground = field.foreground
  func sample(_ plane: SamplePlane<S>, _ x: Int, _ y: Int, _ displacement: (x: Int, y: Int)) -> Int
  {
    let (left, top) = (x + displacement.x >> 4, y + displacement.y >> 4)
    let (fx, fy) = (displacement.x & 15, displacement.y & 15)
    func row(_ y: Int) -> Row<S> { plane.row(max(0, min(y, plane.height - 1))) }
    let columns = (max(0, min(left, plane.width - 1)), max(0, min(left + 1, plane.width - 1)))
    let (upper, lower) = (row(top), row(top + 1))
    return (Int(upper[columns.0]) * (16 - fx) + Int(upper[columns.1]) * fx) * (16 - fy)
      + (Int(lower[columns.0]) * (16 - fx) + Int(lower[columns.1]) * fx) * fy
  }
  func isHidden(_ x: Int, _ y: Int, _ displacement: (x: Int, y: Int), inFirst: Bool) -> Bool {
    let (x, y) = (x + (displacement.x + 8) >> 4, y + (displacement.y + 8) >> 4)
    return overlays?.contains(x, y, shift) == true
      || foreground?.hides(x, y, shift, inFirst: inFirst) == true
  }
  for row in 0..<field.rows - 1 {
    for column in 0..<field.columns - 1 {
      let reach = field.reach(column, row)
      guard
        overlays?.cells.hasAny(near: column, row, reach: reach) == true
          || foreground?.cells.hasAny(near: column, row, reach: reach) == true
      else { continue }
      let displacements = field.corners(column, row).map {
        (first: $0.moved(-share, shift), second: $0.moved(256 - share, shift))
      }
      for y in row * cell..<max(row * cell, min((row + 1) * cell, target.height)) {
        let result = target.row(y)
        let down = 2 * (y - row * cell) + 1
        for x in column * cell..<max(column * cell, min((column + 1) * cell, target.width)) {
          if overlays?.contains(x, y, shift) == true {
            let mixed = Int(first.row(y)[x]) * (256 - share) + Int(second.row(y)[x]) * share
            result[x] = S(truncatingIfNeeded: (mixed + 128) >> 8)
            continue
          }
          let across = 2 * (x - column * cell) + 1
          var sum = 0
          for (corner, displacement) in displacements.enumerated() {
            let weight =
              (corner % 2 == 0 ? 2 * cell - across : across)
              * (corner < 2 ? 2 * cell - down : down)
            let hidden = (
              isHidden(x, y, displacement.first, inFirst: true),
              isHidden(x, y, displacement.second, inFirst: false)
            )
            let part = hidden.0 == hidden.1 ? share : hidden.0 ? 256 : 0
            sum +=
              weight
              * (sample(first, x, y, displacement.first) * (256 - part)
                + sample(second, x, y, displacement.second) * part)
          }
          // Shares of samples have 8 bits, those of pictures, too, and those of points as many as two sides of a cell.
          let sides = 4 * cell * cell
          if let object = foreground?.pixel(x, y, shift) {
            let background = (sum + sides << 7) / (sides << 8)
            let (a, b) = (
              object.displacement.moved(-share, shift),
              object.displacement.moved(256 - share, shift)
            )
            let here = object.isInFirst ? sample(first, x, y, a) : background
            let there = object.isInSecond ? sample(second, x, y, b) : background
            sum = (here * (256 - share) + there * share) * sides
          }
          let full = sides << 16
          result[x] = S(truncatingIfNeeded: min(Int(S.full), (sum + full / 2) / full))
        }
      }
    }
  }
}
