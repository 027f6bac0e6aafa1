// SPDX-License-Identifier: Apache-2.0

import Kernels

extension TransitionKernel {
  /// Formulas of colours.
  static let colors: [TransitionKernel] = [
    pixel("burn", 3, Burn.init),
    pixel("colorphase", 6, ColorPhase.init),
    pixel("colourdistance", 1, ColourDistance.init),
    rowTints("gldissolve", 9, BurnDissolve.init),
    lookup("fadecolor", 4, FadeColor.init),
    pixel("fadegrayscale", 1, FadeGrayscale.init),
    pixel("multiplyblend", 0, MultiplyBlend.init),
    pixel("overexposure", 1, Overexposure.init),
  ]
}

/// The dissolve with a glow.
private struct Burn: PixelEffect {
  let glow: Tint
  let t: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    glow = Tint(frame.color(0) * (2 * t * (1 - t)) * Light(1, 1, 1, 0))
  }

  @inline(__always) func color(_ p: Point, _ a: Tint, _ b: Tint) -> Tint {
    mixed(a, b, t) + glow
  }
}

/// Red, green and blue dissolve one after the other.
private struct ColorPhase: PixelEffect {
  let t: Tint

  init(_ frame: EffectFrame) {
    func share(_ index: Int) -> Float {
      ramp(frame.number(index), frame.number(index + 3), frame.progress)
    }
    t = Tint(share(0), share(1), share(2), ramp(0, 1, frame.progress))
  }

  @inline(__always) func color(_ p: Point, _ a: Tint, _ b: Tint) -> Tint {
    if a.w == 1, b.w == 1 { return a + (b - a) * t }
    let (x, y) = ((Tint(1, 1, 1, 1) - t) * a.w, t * b.w)
    func share(_ a: Float, _ x: Float, _ b: Float, _ y: Float) -> Float {
      x + y > 0 ? (a * x + b * y) / (x + y) : 0
    }
    return Tint(
      share(a.x, x.x, b.x, y.x), share(a.y, x.y, b.y, y.y), share(a.z, x.z, b.z, y.z), x.w + y.w)
  }
}

/// Pixels change the sooner the less they differ.
private struct ColourDistance: PixelEffect {
  let t, late: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    late = Float(power(Double(t), Double(frame.number(0))))
  }

  @inline(__always) func color(_ p: Point, _ a: Tint, _ b: Tint) -> Tint {
    let d = a - b
    return (d * d).sum(1, 1, 1) + d.w * d.w <= t * t ? b : mixed(a, b, late)
  }
}

/// The first picture burns from its dark to its bright parts.
private struct BurnDissolve: RowTintEffect {
  private static let steps = 2048
  let width, t: Float
  /// The glow at some heats from 0 to 1, weighted by its share in the mix.
  let glows: [Tint]

  init(_ frame: EffectFrame) {
    width = frame.number(0)
    let (spread, hot) = (Tint(frame.color(1)), Tint(frame.color(4)))
    let (exponent, intensity) = (frame.number(7), frame.number(8))
    t = frame.progress
    glows = (0...BurnDissolve.steps).map { step in
      let heat = Float(step) / Float(BurnDissolve.steps)
      func glow(_ x: Float) -> Float { power(x, exponent) * intensity * heat }
      let flame = spread + (hot - spread) * heat
      return Tint(glow(flame.x), glow(flame.y), glow(flame.z), heat)
    }
  }

  func fill(_ row: TintRow) {
    var burning: UInt32 = 0
    row.write { _, a, b in
      let left = 0.5 + 0.5 * a.sum(0.299, 0.587, 0.114) - t
      let isNew: Float = left < 0.001 ? 1 : 0
      burning |= left >= 0.001 && left < width ? 1 : 0
      return a + (b - a) * isNew
    }
    guard burning != 0 else { return }
    glows.withUnsafeBufferPointer { glows in
      for x in 0..<row.count {
        let a = row.from[x]
        let left = 0.5 + 0.5 * a.sum(0.299, 0.587, 0.114) - t
        guard left >= 0.001, left < width else { continue }
        let heat = 1 - ramp(0, width, left)
        let glow = glows[whole(heat * Float(BurnDissolve.steps)).index]
        row.made[x] = (a * (1 - glow.w) + glow).covered(as: a).clamped
      }
    }
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

  @inline(__always) func look(_ p: Point) -> Look {
    Look(from: p, to: p, fromWeight: from, toWeight: to)
  }
}

/// The dissolve through grey.
private struct FadeGrayscale: PixelEffect {
  let t, from, to: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    from = ramp(1 - frame.number(0), 0, t)
    to = ramp(frame.number(0), 1, t)
  }

  @inline(__always) func color(_ p: Point, _ a: Tint, _ b: Tint) -> Tint {
    mixed(grayed(a, from), grayed(b, to), t)
  }

  @inline(__always)
  private func grayed(_ a: Tint, _ color: Float) -> Tint {
    let gray = a.sum(0.2126, 0.7152, 0.0722)
    let base = Tint(gray, gray, gray, a.w)
    return base + (a - base) * color
  }
}

/// Both pictures darken into their product.
private struct MultiplyBlend: PixelEffect {
  let t: Float

  init(_ frame: EffectFrame) { t = 2 * frame.progress }

  @inline(__always) func color(_ p: Point, _ a: Tint, _ b: Tint) -> Tint {
    return t < 1 ? mixed(a, a * b, t) : mixed(a * b, b, t - 1)
  }
}

/// Both pictures brighten to a flash half-way.
private struct Overexposure: PixelEffect {
  let from, to, t: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    let flash = sine(.pi * t) * frame.number(0)
    (from, to) = (1 - t + flash, t + flash)
  }

  @inline(__always) func color(_ p: Point, _ a: Tint, _ b: Tint) -> Tint {
    let cover = a.w + (b.w - a.w) * t
    let part = cover < 1 ? (cover > 0 ? 1 / cover : 0) : 1
    var sum = (a * (a.w * from) + b * (b.w * to)) * part
    sum.w = cover
    return sum
  }
}
