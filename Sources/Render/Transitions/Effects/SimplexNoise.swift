// SPDX-License-Identifier: Apache-2.0

/// Simplex noise at a place, about −1…1: what the corners of the triangle around it say, each of which rises in a direction
/// of its own and counts the less the farther it is.
func simplexNoise(_ place: Point, _ seed: UInt32) -> Float {
  // Squares are sheared to pairs of triangles with equal sides, and back.
  let (skew, back) = ((Float(3).squareRoot() - 1) / 2, (3 - Float(3).squareRoot()) / 6)
  let shear = (place.x + place.y) * skew
  let square = Point(floor(place.x + shear), floor(place.y + shear))
  let start = place - square + (square.x + square.y) * back
  let choice = Float(seed % 289)

  func scrambled(_ n: Float) -> Float {
    let mixed = (34 * n + 1) * n
    return mixed - 289 * floor(mixed * (1 / 289))
  }
  func part(_ x: Float, _ y: Float) -> Float {
    let way = start - Point(x, y) + (x + y) * back
    let near = max(0.5 - way.x * way.x - way.y * way.y, 0)
    let number = scrambled(scrambled(square.y + y) + square.x + x + choice)
    // One of 41 directions, which lie on the sides of a diamond.
    let side = 2 * fraction(number / 41) - 1
    let direction = Point(side - floor(side + 0.5), side.magnitude - 0.5)
    let size = direction.x * direction.x + direction.y * direction.y
    // About one over the root of `size`: the line that touches that at 0.7.
    let root = Float(0.7).squareRoot()
    let scale = 1.5 / root - size / (1.4 * root)
    let square = near * near
    return square * square * scale * (direction.x * way.x + direction.y * way.y)
  }
  let (x, y): (Float, Float) = start.x > start.y ? (1, 0) : (0, 1)
  return 130 * (part(0, 0) + part(x, y) + part(1, 1))
}
