// SPDX-License-Identifier: Apache-2.0

/// Red, green, blue, 0…1, and what covers them.
typealias Light = SIMD4<Float>

/// Two lights in the ratio 1 − t : t, each as far as it covers.
@inline(__always)
func mixed(_ a: Light, _ b: Light, _ t: Float) -> Light {
  if a.w == 1, b.w == 1 { return a + (b - a) * t }
  let (x, y) = (a.w * (1 - t), b.w * t)
  let cover = x + y
  guard cover > 0 else { return .zero }
  var mix = (a * x + b * y) / cover
  mix.w = cover
  return mix
}

/// `light` with other colours.
@inline(__always)
func colored(_ x: Float, _ y: Float, _ z: Float, as light: Light) -> Light {
  Light(x, y, z, light.w)
}
