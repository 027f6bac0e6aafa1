// SPDX-License-Identifier: Apache-2.0

import Kernels

/// A row of pixels whose colours are asked for, with both pictures at any place.
struct ColorRow {
  /// The number of pixels.
  let width: Int
  /// Their height, 0…1 from the bottom.
  let v: Float
  fileprivate let from, to: Sampler
  fileprivate let across: Float
  fileprivate let lights: UnsafeMutablePointer<Light>

  /// Writes the colours of all places.
  @inline(__always)
  func write(_ color: (_ x: Int, _ p: Point, _ from: Sampler, _ to: Sampler) -> Light) {
    let (lights, across, v, from, to) = (lights, across, v, from, to)
    for x in 0..<width { lights[x] = color(x, Point((Float(x) + 0.5) * across, v), from, to) }
  }
}

extension TransitionFrame {
  /// Draws the colours that `fill` writes; a chroma sample has the mean of the pixels that it covers.
  func drawColors(_ fill: (ColorRow) -> Void, matrix: ColorMatrix) {
    let scale = RGBScale(matrix, of: S.self)
    let a = Sampler(from, scale, scratch, .cover)
    let b = Sampler(to, scale, scratch, .edge)
    let shift = target.chroma.shift
    let lights = scratch.memory(.plane, of: Light.self, count: 2 * (width + 1))
    let lower = lights + width + 1
    let (across, down) = (1 / Float(width), 1 / Float(height))
    for line in 0..<target.u.height {
      let pixels = line << shift..<min((line + 1) << shift, height)
      for y in pixels {
        let row = y == pixels.lowerBound ? lights : lower
        fill(
          ColorRow(
            width: width, v: 1 - (Float(y) + 0.5) * down, from: a, to: b, across: across,
            lights: row))
        for x in 0..<width { row[x] = row[x].clamped(lowerBound: .zero, upperBound: .one) }
        row[width] = row[width - 1]
        drawLuma(row, y, scale)
      }
      drawChroma(lights, pixels.count > 1 ? lower : lights, line, scale)
    }
  }

  private func drawLuma(_ row: UnsafeMutablePointer<Light>, _ y: Int, _ scale: RGBScale) {
    let out = target.y.row(y)
    for x in 0..<width { out[x] = S(rounding: scale.luma(row[x])) }
    guard let alpha = target.a?.row(y) else { return }
    let full = Float(S.full)
    for x in 0..<width { alpha[x] = S(rounding: row[x].w * full) }
  }

  private func drawChroma(
    _ upper: UnsafeMutablePointer<Light>, _ lower: UnsafeMutablePointer<Light>, _ line: Int,
    _ scale: RGBScale
  ) {
    let (u, v) = (target.u.row(line), target.v.row(line))
    guard target.chroma == .half else {
      for x in 0..<target.u.width {
        let chroma = scale.chroma(upper[x])
        (u[x], v[x]) = (S(rounding: chroma.x), S(rounding: chroma.y))
      }
      return
    }
    for x in 0..<target.u.width {
      let (a, b, c, d) = (upper[2 * x], upper[2 * x + 1], lower[2 * x], lower[2 * x + 1])
      let mean: Light
      if target.a == nil {
        mean = (a + b + c + d) * 0.25
      } else {
        let cover = a.w + b.w + c.w + d.w
        mean =
          cover > 1e-6 ? (a * a.w + b * b.w + c * c.w + d * d.w) / cover : (a + b + c + d) * 0.25
      }
      let chroma = scale.chroma(mean)
      (u[x], v[x]) = (S(rounding: chroma.x), S(rounding: chroma.y))
    }
  }
}

extension RGBScale {
  /// The sample of luma of `light`.
  @inline(__always)
  func luma(_ light: Light) -> Float {
    black + lumaRange * (red * light.x + green * light.y + blue * light.z)
  }

  /// The samples of U and V of `light`.
  @inline(__always)
  func chroma(_ light: Light) -> SIMD2<Float> {
    let gray = red * light.x + green * light.y + blue * light.z
    return SIMD2(
      neutral + chromaOfBlue * (light.z - gray), neutral + chromaOfRed * (light.x - gray))
  }

  /// The samples of Y, U and V of `light`, and its alpha.
  func samples(_ light: Light) -> Light {
    let chroma = chroma(light)
    return Light(luma(light), chroma.x, chroma.y, light.w)
  }
}
