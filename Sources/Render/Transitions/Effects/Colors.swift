// SPDX-License-Identifier: Apache-2.0

import Kernels

extension TransitionKernel {
  /// Formulas of colours.
  static let colors: [TransitionKernel] = [
    // The dissolve with a glow.
    .init("burn", 3) { frame in
      let t = frame.progress
      let glow = Tint(frame.color(0) * (2 * t * (1 - t)) * Light(1, 1, 1, 0))
      return .tints { row in row.write { _, a, b in mixed(a, b, t) + glow } }
    },
    // Red, green and blue dissolve one after the other.
    .init("colorphase", 6) { frame in
      func share(_ index: Int) -> Float {
        ramp(frame.number(index), frame.number(index + 3), frame.progress)
      }
      let t = Tint(share(0), share(1), share(2), ramp(0, 1, frame.progress))
      return .tints { row in
        row.write { _, a, b in
          if a.w == 1, b.w == 1 { return a + (b - a) * t }
          let (x, y) = ((Tint(1, 1, 1, 1) - t) * a.w, t * b.w)
          func share(_ a: Float, _ x: Float, _ b: Float, _ y: Float) -> Float {
            x + y > 0 ? (a * x + b * y) / (x + y) : 0
          }
          return Tint(
            share(a.x, x.x, b.x, y.x), share(a.y, x.y, b.y, y.y), share(a.z, x.z, b.z, y.z),
            x.w + y.w)
        }
      }
    },
    // Pixels change the sooner the less they differ.
    .init("colourdistance", 1) { frame in
      let t = frame.progress
      let late = Float(power(Double(t), Double(frame.number(0))))
      return .tints { row in
        row.write { _, a, b in
          let d = a - b
          return (d * d).sum(1, 1, 1) + d.w * d.w <= t * t ? b : mixed(a, b, late)
        }
      }
    },
    .init("gldissolve", 9, burnDissolve),
    // The first picture fades to a colour, the second from it.
    .init("fadecolor", 4) { frame in
      let (t, phase) = (frame.progress, frame.number(3))
      let (from, to) = ((1 - t) * ramp(1 - phase, 0, t), t * ramp(phase, 1, t))
      return .looks(ground: frame.color(0)) { row in
        row.write { p in Look(from: p, to: p, fromWeight: from, toWeight: to) }
      }
    },
    // The dissolve through grey.
    .init("fadegrayscale", 1) { frame in
      let t = frame.progress
      let (from, to) = (ramp(1 - frame.number(0), 0, t), ramp(frame.number(0), 1, t))
      @inline(__always) func grayed(_ a: Tint, _ color: Float) -> Tint {
        let gray = a.sum(0.2126, 0.7152, 0.0722)
        let base = Tint(gray, gray, gray, a.w)
        return base + (a - base) * color
      }
      return .tints { row in row.write { _, a, b in mixed(grayed(a, from), grayed(b, to), t) } }
    },
    // Both pictures darken into their product.
    .init("multiplyblend", 0) { frame in
      let t = 2 * frame.progress
      return .tints { row in
        row.write { _, a, b in t < 1 ? mixed(a, a * b, t) : mixed(a * b, b, t - 1) }
      }
    },
    // Both pictures brighten to a flash half-way.
    .init("overexposure", 1) { frame in
      let t = frame.progress
      let flash = sine(.pi * t) * frame.number(0)
      let (from, to) = (1 - t + flash, t + flash)
      return .tints { row in
        row.write { _, a, b in
          let cover = a.w + (b.w - a.w) * t
          let part = cover < 1 ? (cover > 0 ? 1 / cover : 0) : 1
          var sum = (a * (a.w * from) + b * (b.w * to)) * part
          sum.w = cover
          return sum
        }
      }
    },
  ]
}

/// The first picture burns from its dark to its bright parts.
@Sendable private func burnDissolve(_ frame: EffectFrame) -> EffectPlan {
  let (steps, width, t) = (2048, frame.number(0), frame.progress)
  let (spread, hot) = (Tint(frame.color(1)), Tint(frame.color(4)))
  let (exponent, intensity) = (frame.number(7), frame.number(8))
  // The glow at some heats from 0 to 1, weighted by its share in the mix.
  let glows = Table(steps + 1) { step in
    let heat = Float(step) / Float(steps)
    func glow(_ x: Float) -> Float { power(x, exponent) * intensity * heat }
    let flame = spread + (hot - spread) * heat
    return Tint(glow(flame.x), glow(flame.y), glow(flame.z), heat)
  }
  return .tints { row in
    var burning: UInt32 = 0
    row.write { _, a, b in
      let left = 0.5 + 0.5 * a.sum(0.299, 0.587, 0.114) - t
      let isNew: Float = left < 0.001 ? 1 : 0
      burning |= left >= 0.001 && left < width ? 1 : 0
      return a + (b - a) * isNew
    }
    guard burning != 0 else { return }
    let glows = glows.base
    for x in 0..<row.count {
      let a = row.from[x]
      let left = 0.5 + 0.5 * a.sum(0.299, 0.587, 0.114) - t
      guard left >= 0.001, left < width else { continue }
      let heat = 1 - ramp(0, width, left)
      let glow = glows[whole(heat * Float(steps)).index]
      row.made[x] = (a * (1 - glow.w) + glow).covered(as: a).clamped
    }
  }
}
