// SPDX-License-Identifier: Apache-2.0

// Functions in single precision, in plain arithmetic: the same on every processor, and fast in loops. None of them
// traps, whatever it is given.

/// The whole number nearest to `x`, for |x| below 4 million.
@inline(__always)
func nearest(_ x: Float) -> Float { (x + 12_582_912) - 12_582_912 }

/// The greatest whole number that is not greater, for |x| below 4 million.
@inline(__always)
func floor(_ x: Float) -> Float {
  let near = nearest(x)
  return near > x ? near - 1 : near
}

/// The whole number nearest to `x`, 0…4 million, as a number and as an index: without a check, which costs more than all else.
@inline(__always)
func whole(_ x: Float) -> (number: Float, index: Int) {
  let shifted = x + 8_388_608
  return (shifted - 8_388_608, Int(truncatingIfNeeded: shifted.bitPattern & 0x7F_FFFF))
}

/// What `x` has beyond the whole number below it.
@inline(__always)
func fraction(_ x: Float) -> Float { x - floor(x) }

/// `x` within 0…`most`; 0 for what is no number.
@inline(__always)
func clamped(_ x: Float, _ most: Float) -> Float { x > 0 ? (x < most ? x : most) : 0 }

/// `x` as an index below `count`.
@inline(__always)
func index(_ x: Float, below count: Int) -> Int {
  whole(clamped(floor(x), Float(count &- 1))).index
}

/// The sine of `x`, to 1e-6 for |x| up to some hundred.
@inline(__always)
func sine(_ x: Float) -> Float {
  let turns = nearest(x * 0.31830987)
  let rest = (x - turns * 3.140625) - turns * 9.676536e-4
  let s = rest * rest
  let tail: Float = -1 / 5040 + s * (1 / 362_880 - s / 39_916_800)
  let value = rest + rest * s * (-1 / 6 + s * (1 / 120 + s * tail))
  return turns == 2 * nearest(turns * 0.5) ? value : -value
}

/// The cosine of `x`.
@inline(__always)
func cosine(_ x: Float) -> Float { sine(x + 1.5707964) }

/// The angle of (`y`, `x`), -π…π, to 1e-6; 0 for (0, 0).
@inline(__always)
func arc(_ y: Float, _ x: Float) -> Float {
  let (ax, ay) = (x.magnitude, y.magnitude)
  let (low, high) = ax < ay ? (ax, ay) : (ay, ax)
  let ratio = high > 0 ? low / high : 0
  // Half the angle is below π/8, where the series converges fast.
  let t = ratio / (1 + (1 + ratio * ratio).squareRoot())
  let s = t * t
  let tail: Float = 1 / 9 - s * (1 / 11 - s * (1 / 13))
  let sum = 1 - s * (1 / 3 - s * (1 / 5 - s * (1 / 7 - s * tail)))
  var angle = 2 * t * sum
  if ay > ax { angle = 1.5707964 - angle }
  if x < 0 { angle = 3.1415927 - angle }
  return y < 0 ? -angle : angle
}

/// e to the power `x`, for |x| up to 80.
@inline(__always)
func exponential(_ x: Float) -> Float {
  let twos = nearest(x * 1.442695)
  let r = (x - twos * 0.6933594) + twos * 2.1219444e-4
  let tail: Float = 1 / 24 + r * (1 / 120 + r / 720)
  let sum = 1 + r * (1 + r * (0.5 + r * (1 / 6 + r * tail)))
  let bits = Int32(clamped(twos + 127, 254)) << 23
  return sum * Float(bitPattern: UInt32(truncatingIfNeeded: bits))
}

/// A number 0 ..< 1 for each pair of whole numbers, without a pattern.
@inline(__always)
func random(_ x: Float, _ y: Float, _ seed: UInt32) -> Float {
  func word(_ number: Float) -> UInt32 {
    let limited = number > -1e9 ? (number < 1e9 ? number : 1e9) : -1e9
    return UInt32(bitPattern: Int32(limited))
  }
  var hash = word(x) &* 0x9E37_79B1 ^ word(y) &* 0x85EB_CA77 ^ seed &* 0xC2B2_AE3D
  hash = (hash ^ hash >> 16) &* 0x7FEB_352D
  hash = (hash ^ hash >> 15) &* 0x846C_A68B
  return Float(Int32(bitPattern: (hash ^ hash >> 16) >> 8)) / 16_777_216
}

/// `a` and `b` in the ratio 1 − t : t.
@inline(__always)
func between(_ a: Float, _ b: Float, _ t: Float) -> Float { a + (b - a) * t }

/// The cubic from 0 at `low` to 1 at `high`, which may be less than `low`; a step where they are equal.
@inline(__always)
func ramp(_ low: Float, _ high: Float, _ x: Float) -> Float {
  if low == high { return x < low ? 0 : 1 }
  let t = clamped((x - low) / (high - low), 1)
  return t * t * (3 - 2 * t)
}

/// The length of a vector.
@inline(__always)
func length(_ v: Point) -> Float { (v.x * v.x + v.y * v.y).squareRoot() }

/// A place in the picture or a vector: from 0 at the left and at the bottom to 1 at the right and at the top.
typealias Point = SIMD2<Float>
/// The middle of the picture.
let middle = Point(0.5, 0.5)
/// Red, green, blue, 0…1, and what covers them.
typealias Light = SIMD4<Float>
