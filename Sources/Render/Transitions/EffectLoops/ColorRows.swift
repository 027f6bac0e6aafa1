// SPDX-License-Identifier: Apache-2.0

package import Kernels

/// The colours of one frame, row by row.
@frozen @usableFromInline package struct ColorRows {
  /// Writes the light of row `y`.
  @usableFromInline package let fill:
    (_ y: Int, _ from: Sampler, _ to: Sampler, UnsafeMutablePointer<Light>) -> Void

  @inlinable package init<E: ColorEffect>(_ effect: E, _ frame: EffectFrame) {
    let (across, down) = (1 / Float(frame.width), 1 / Float(frame.height))
    let width = frame.width
    fill = { y, from, to, lights in
      let v = 1 - (Float(y) + 0.5) * down
      for x in 0..<width {
        lights[x] = effect.color(Point((Float(x) + 0.5) * across, v), from, to)
      }
    }
  }
}

extension ColorRows {
  @inlinable package init<E: PreparedEffect>(_ effect: E, _ frame: EffectFrame) {
    let (across, down) = (1 / Float(frame.width), 1 / Float(frame.height))
    let (width, length) = (frame.width, PixelBlock.length)
    fill = { y, from, to, lights in
      let v = 1 - (Float(y) + 0.5) * down
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * length) { memory in
        guard let horizontal = memory.baseAddress else { return }
        let vertical = horizontal + length
        for first in stride(from: 0, to: width, by: length) {
          let count = min(length, width - first)
          func point(_ x: Int) -> Point {
            Point((Float(Int32(truncatingIfNeeded: first &+ x)) + 0.5) * across, v)
          }
          for x in 0..<count {
            let prepared = effect.prepare(point(x))
            (horizontal[x], vertical[x]) = (prepared.x, prepared.y)
          }
          for x in 0..<count {
            lights[first &+ x] = effect.color(
              point(x), Point(horizontal[x], vertical[x]), from, to)
          }
        }
      }
    }
  }
}

extension TransitionFrame {
  /// Draws the colours of `rows`; a chroma sample has the mean of the pixels that it covers.
  @_specialize(where S == UInt8)
  @_specialize(where S == UInt16)
  package func drawColors(_ rows: ColorRows, matrix: ColorMatrix) {
    let scale = RGBScale(matrix, of: S.self)
    let a = Sampler(from, scale, scratch, .cover)
    let b = Sampler(to, scale, scratch, .edge)
    let shift = target.chroma.shift
    let lights = scratch.memory(.plane, of: Light.self, count: 2 * (width + 1))
    let lower = lights + width + 1
    for line in 0..<target.u.height {
      let pixels = line << shift..<min((line + 1) << shift, height)
      for y in pixels {
        let row = y == pixels.lowerBound ? lights : lower
        rows.fill(y, a, b, row)
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
