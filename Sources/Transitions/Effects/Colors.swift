// SPDX-License-Identifier: Apache-2.0

import Kernels

extension TransitionKernel {
  /// Formulas of colours.
  static let colors: [TransitionKernel] = [
    color("burn", 3, Burn.init),
    color("colorphase", 6, ColorPhase.init),
    color("colourdistance", 1, ColourDistance.init),
    color("gldissolve", 9, BurnDissolve.init),
    lookup("fadecolor", 4, FadeColor.init),
    color("fadegrayscale", 1, FadeGrayscale.init),
    color("multiplyblend", 0, MultiplyBlend.init),
    color("overexposure", 1, Overexposure.init),
  ]
}

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

/// The dissolve with a glow.
private struct Burn: ColorEffect {
  let glow: Light
  let t: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    glow = frame.color(0) * (2 * t * (1 - t)) * Light(1, 1, 1, 0)
  }

  func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light {
    mixed(from.pixel(p), to.pixel(p), t) + glow
  }
}

/// Red, green and blue dissolve one after the other.
private struct ColorPhase: ColorEffect {
  let t: Light

  init(_ frame: EffectFrame) {
    func share(_ index: Int) -> Float {
      ramp(frame.number(index), frame.number(index + 3), frame.progress)
    }
    t = Light(share(0), share(1), share(2), ramp(0, 1, frame.progress))
  }

  func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light {
    let (a, b) = (from.pixel(p), to.pixel(p))
    if a.w == 1, b.w == 1 { return a + (b - a) * t }
    let (x, y) = (a.w * (Light.one - t), b.w * t)
    var mix = Light.zero
    for index in 0..<3 where x[index] + y[index] > 0 {
      mix[index] = (a[index] * x[index] + b[index] * y[index]) / (x[index] + y[index])
    }
    mix.w = x.w + y.w
    return mix
  }
}

/// Pixels change the sooner the less they differ.
private struct ColourDistance: ColorEffect {
  let t, late: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    late = Float(power(Double(t), Double(frame.number(0))))
  }

  func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light {
    let (a, b) = (from.pixel(p), to.pixel(p))
    let d = a - b
    return (d * d).sum() <= t * t ? b : mixed(a, b, late)
  }
}

/// The first picture burns from its dark to its bright parts.
private struct BurnDissolve: ColorEffect {
  let width, exponent, intensity, t: Float
  let spread, hot: Light

  init(_ frame: EffectFrame) {
    width = frame.number(0)
    (spread, hot) = (frame.color(1), frame.color(4))
    (exponent, intensity) = (frame.number(7), frame.number(8))
    t = frame.progress
  }

  func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light {
    let a = from.pixel(p)
    let left = 0.5 + 0.5 * (0.299 * a.x + 0.587 * a.y + 0.114 * a.z) - t
    if left < 0.001 { return to.pixel(p) }
    if left >= width { return a }
    let heat = 1 - ramp(0, width, left)
    func glow(_ x: Float) -> Float {
      x > 0 ? Float(power(Double(x), Double(exponent))) * intensity : 0
    }
    let flame = spread + (hot - spread) * heat
    var seen = a + (Light(glow(flame.x), glow(flame.y), glow(flame.z), 0) - a) * heat
    seen.w = a.w
    return seen
  }
}

/// The first picture fades to a colour, the second from it.
private struct FadeColor: LookupEffect {
  let from, to: Float
  let ground: Light?

  init(_ frame: EffectFrame) {
    let (t, phase) = (frame.progress, frame.number(3))
    ground = frame.color(0)
    from = (1 - t) * ramp(1 - phase, 0, t)
    to = t * ramp(phase, 1, t)
  }

  func look(_ p: Point) -> Look { Look(from: p, to: p, fromWeight: from, toWeight: to) }
}

/// The dissolve through grey.
private struct FadeGrayscale: ColorEffect {
  let t, from, to: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    from = ramp(1 - frame.number(0), 0, t)
    to = ramp(frame.number(0), 1, t)
  }

  func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light {
    mixed(grayed(from.pixel(p), self.from), grayed(to.pixel(p), self.to), t)
  }

  @inline(__always)
  private func grayed(_ a: Light, _ color: Float) -> Light {
    let gray = 0.2126 * a.x + 0.7152 * a.y + 0.0722 * a.z
    let base = Light(gray, gray, gray, a.w)
    return base + (a - base) * color
  }
}

/// Both pictures darken into their product.
private struct MultiplyBlend: ColorEffect {
  let t: Float

  init(_ frame: EffectFrame) { t = 2 * frame.progress }

  func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light {
    let (a, b) = (from.pixel(p), to.pixel(p))
    return t < 1 ? mixed(a, a * b, t) : mixed(a * b, b, t - 1)
  }
}

/// Both pictures brighten to a flash half-way.
private struct Overexposure: ColorEffect {
  let from, to, t: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    let flash = sine(.pi * t) * frame.number(0)
    (from, to) = (1 - t + flash, t + flash)
  }

  func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light {
    let (a, b) = (from.pixel(p), to.pixel(p))
    var sum = a * (a.w * self.from) + b * (b.w * self.to)
    let cover = a.w + (b.w - a.w) * t
    if cover < 1 { sum = cover > 0 ? sum / cover : .zero }
    sum.w = cover
    return sum
  }
}
