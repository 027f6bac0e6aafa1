// SPDX-License-Identifier: Apache-2.0

/// Red, green and blue, 0…1, and what covers them, of a pixel by itself.
///
/// It is no SIMD type, as `Light` is: where all pixels of a row are worked out by one formula, the compiler makes vectors of
/// the same number of several pixels.
struct Tint: Sendable {
  var x, y, z, w: Float

  @inline(__always) init(_ x: Float, _ y: Float, _ z: Float, _ w: Float) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }
  @inline(__always) init(_ light: Light) {
    self.init(light.x, light.y, light.z, light.w)
  }

  static var zero: Tint { Tint(0, 0, 0, 0) }

  /// These colours, covered as `other` is.
  @inline(__always) func covered(as other: Tint) -> Tint {
    Tint(x, y, z, other.w)
  }
  /// The sum of the shares of the colours.
  @inline(__always) func sum(_ red: Float, _ green: Float, _ blue: Float)
    -> Float
  {
    red * x + green * y + blue * z
  }
  /// All numbers within 0…1.
  @inline(__always) var clamped: Tint {
    func limited(_ x: Float) -> Float { x > 0 ? (x < 1 ? x : 1) : 0 }
    return Tint(limited(x), limited(y), limited(z), limited(w))
  }

  @inline(__always) static func + (a: Tint, b: Tint) -> Tint {
    Tint(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w)
  }
  @inline(__always) static func - (a: Tint, b: Tint) -> Tint {
    Tint(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w)
  }
  @inline(__always) static func * (a: Tint, b: Tint) -> Tint {
    Tint(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w)
  }
  @inline(__always) static func * (a: Tint, b: Float) -> Tint {
    Tint(a.x * b, a.y * b, a.z * b, a.w * b)
  }
}

/// Two tints in the ratio 1 − t : t, each as far as it covers.
@inline(__always)
func mixed(_ a: Tint, _ b: Tint, _ t: Float) -> Tint {
  if a.w == 1, b.w == 1 { return a + (b - a) * t }
  let (x, y) = (a.w * (1 - t), b.w * t)
  let cover = x + y
  let part = cover > 0 ? 1 / cover : 0
  var mix = (a * x + b * y) * part
  mix.w = cover
  return mix
}
