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
  return near - (near > x ? 1 : 0)
}

/// The whole number nearest to `x`, 0…4 million, as a number and as an index: without a check, which costs more than all else.
@inline(__always)
func whole(_ x: Float) -> (number: Float, index: Int) {
  let shifted = x + 8_388_608
  return (shifted - 8_388_608, Int(truncatingIfNeeded: shifted.bitPattern & 0x7F_FFFF))
}

/// The part of `x` above the whole number below it.
@inline(__always)
func fraction(_ x: Float) -> Float { x - floor(x) }

/// `x` within 0…`most`; 0 for what is no number.
@inline(__always)
func clamped(_ x: Float, _ most: Float) -> Float {
  let positive = x > 0 ? x : 0
  return positive < most ? positive : most
}

/// `x` as an index below `count`.
@inline(__always)
func index(_ x: Float, below count: Int) -> Int {
  whole(clamped(floor(x), Float(count &- 1))).index
}

/// The sine of `x`, to 1e-6 for |x| up to some hundred.
@inline(__always)
func sine(_ x: Float) -> Float {
  let shifted = x * 0.31830987 + 12_582_912
  let turns = shifted - 12_582_912
  let rest = (x - turns * 3.140625) - turns * 9.676536e-4
  // After an odd number of half turns it is negative.
  return Float(bitPattern: sine(within: rest).bitPattern ^ shifted.bitPattern << 31)
}

/// The sine of `x`, up to a quarter turn: the polynomial that is nearest to it.
@inline(__always)
func sine(within x: Float) -> Float {
  let s = x * x
  return x * (0.9999966 + s * (-0.16664828 + s * (0.008306325 - s * 1.8363654e-4)))
}

/// The cosine and the sine of `x`.
@inline(__always)
func turn(_ x: Float) -> Point {
  let shifted = x * 0.31830987 + 12_582_912
  let turns = shifted - 12_582_912
  let rest = (x - turns * 3.140625) - turns * 9.676536e-4
  let s = rest * rest
  let tail: Float = 0.041663585 + s * (-0.0013853704 + s * 2.3153932e-5)
  let (cosine, sign) = (0.99999995 + s * (-0.49999905 + s * tail), shifted.bitPattern << 31)
  return Point(
    Float(bitPattern: cosine.bitPattern ^ sign),
    Float(bitPattern: sine(within: rest).bitPattern ^ sign))
}

/// The cosine of `x`.
@inline(__always)
func cosine(_ x: Float) -> Float { sine(x + 1.5707964) }

/// The angle of (`y`, `x`), -π…π, to 1e-6; 0 for (0, 0).
@inline(__always)
func arc(_ y: Float, _ x: Float) -> Float {
  let (ax, ay) = (x.magnitude, y.magnitude)
  let (low, high) = (min(ax, ay), max(ax, ay))
  let t = low / max(high, 1e-30)
  // The polynomial that is nearest to the arc tangent over all of 0…1.
  let s = t * t
  let tail: Float = 0.0964218694 - s * (0.0559123288 - s * (0.021862959 - s * 0.00405456768))
  let middle: Float = 0.333298612 - s * (0.199465657 - s * (0.139086299 - s * tail))
  var angle = t * (0.999999334 - s * middle)
  if ay > ax { angle = 1.5707964 - angle }
  if x < 0 { angle = 3.1415927 - angle }
  return Float(bitPattern: angle.bitPattern ^ y.bitPattern & 0x8000_0000)
}

/// e to the power `x`, for |x| up to 80.
@inline(__always)
func exponential(_ x: Float) -> Float {
  let twos = nearest(x * 1.442695)
  let r = (x - twos * 0.6933594) + twos * 2.1219444e-4
  let tail: Float = 1 / 24 + r * (1 / 120 + r / 720)
  let sum = 1 + r * (1 + r * (0.5 + r * (1 / 6 + r * tail)))
  let bits = (clamped(twos + 127, 254) + 8_388_608).bitPattern << 23
  return sum * Float(bitPattern: bits)
}

/// The natural logarithm of `x`, which is positive, to 1e-6.
@inline(__always)
func logarithm(_ x: Float) -> Float {
  // x = m · 2^n with m from √½ to √2.
  let shifted = x.bitPattern &- 0x3F35_04F3
  let twos = Float(Int32(bitPattern: shifted) >> 23)
  let m = Float(bitPattern: shifted & 0x7F_FFFF &+ 0x3F35_04F3)
  let s = (m - 1) / (m + 1)
  let square = s * s
  let tail: Float = 1 / 7 + square * (1 / 9)
  return 2 * s * (1 + square * (1 / 3 + square * (1 / 5 + square * tail))) + twos * 0.6931472
}

/// `x` to the power `exponent`; 0 if `x` is not positive.
@inline(__always)
func power(_ x: Float, _ exponent: Float) -> Float {
  let grown = exponent * logarithm(x > 1e-30 ? x : 1e-30)
  return x > 0 ? exponential(grown < 80 ? (grown > -80 ? grown : -80) : 80) : 0
}

/// A whole number up to a thousand million as an integer, in two halves as vectors have no check of ranges.
@inline(__always)
func integer(_ x: Float) -> UInt32 {
  let limited = x > -1e9 ? (x < 1e9 ? x : 1e9) : -1e9
  let high = nearest(limited * (1 / 4096))
  let low = limited - high * 4096
  func bits(_ x: Float) -> UInt32 { (x + 12_582_912).bitPattern &- 0x4B40_0000 }
  return bits(high) &* 4096 &+ bits(low)
}

/// A number 0 ..< 1 for each pair of whole numbers, without a pattern.
@inline(__always)
func random(_ x: Float, _ y: Float, _ seed: UInt32) -> Float {
  random(integer(x), integer(y), seed)
}

/// The same for integers.
@inline(__always)
func random(_ x: UInt32, _ y: UInt32, _ seed: UInt32) -> Float {
  var hash = x &* 0x9E37_79B1 ^ y &* 0x85EB_CA77 ^ seed &* 0xC2B2_AE3D
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

/// The middle of the picture.
var middle: Point { Point(0.5, 0.5) }

/// −1, 0 or 1.
func sign(_ x: Float) -> Float { x > 0 ? 1 : x < 0 ? -1 : 0 }
