// SPDX-License-Identifier: Apache-2.0

import Foundation

extension EffectReferences {
  private static func clamp(_ x: Double) -> Double { min(max(x, 0), 1) }

  private static func moment(_ f: ReferenceFrame) -> Double {
    (f.progress * 4096).rounded(.down)
  }

  private static func split(_ lights: EffectLights, _ p: P, _ way: P) -> RGB {
    let center = lights.at(p)
    return RGB(lights.at(p + way).x, center.y, lights.at(p - way).z, center.w)
  }

  private static func lerp(_ a: RGB, _ b: RGB, _ t: Double) -> RGB {
    RGB(mixed(a.x, b.x, t), mixed(a.y, b.y, t), mixed(a.z, b.z, t), a.w)
  }

  /// The reveal and the glitch of each of 24 steps.
  private static let flickers: [(Double, Double)] = [
    (0, 0), (0.28, 0.92), (0.43, 0.92), (0.46, 0.92), (0.38, 0.92), (0.48, 0.92), (0.26, 0.92),
    (0.1, 0.38), (0, 0.38), (0, 0.38), (0.3, 0.38), (0.58, 0.78), (1, 0.12), (0.7, 0.74),
    (0.42, 0.74), (0.55, 0.74), (0.72, 0.74), (0.88, 0.74), (0.34, 0.88), (0.48, 0.88),
    (0.56, 0.88), (0.76, 0.88), (0.93, 0.88), (1, 0.28),
  ]

  private static func sigmoid(_ x: Double, _ a: Double) -> Double {
    x > 0.5 ? 1 - pow(2 - x * 2, a) / 2 : pow(x * 2, a) / 2
  }

  /// Noise between the corners of a square on the diagonal, and between two moments.
  private static func smoothRandom(_ f: ReferenceFrame, _ x: Double, _ shift: Double) -> Double {
    let (cell, moment) = (x.rounded(.down), shift.rounded(.down))
    func mix(_ a: Double, _ b: Double, _ t: Double) -> Double { mixed(a, b, sigmoid(t, 2)) }
    func corner(_ dx: Double, _ dy: Double) -> Double {
      let place = (cell + dy) * 16 + cell + dx
      return mix(
        f.random(place, 16 + moment, 0), f.random(place, 17 + moment, 0), fract(shift))
    }
    return mix(
      mix(corner(0, 0), corner(1, 0), fract(x)), mix(corner(0, 1), corner(1, 1), fract(x)),
      fract(x))
  }

  static let glitches: [String: EffectReference] = [
    "filmburn": { f, p in
      let t = f.progress
      let s = sin(t * .pi)
      var light = 4.0
      for i in 0..<13 {
        let n = Double(i)
        let (a, b) = (f.random(n, 0, 0), f.random(n, 1, 0))
        let (c, d) = (f.random(n, 2, 0), f.random(n, 3, 0))
        light += sin(p.x * a * 6 + t * 8 + b) * sin(p.y * c * 6 + t * 6 + d)
        let center = P(smoothRandom(f, t * 1.3, n + 1), smoothRandom(f, t * 0.5, n + 6.25))
        light += 1 - clamp(length(p - center) * mixed(20, 70, a))
      }
      light /= 11
      let q = (p - P(0.5, 0.5)) * (1 + smoothRandom(f, t * 5, 6.3) * s * 0.05) + P(0.5, 0.5)
      // The effect is a sum of samples at chance distances; this is what that is on the average. Radii are those of a rule of
      // Gauss, directions are evenly spread.
      let amount = s * 0.03
      var sum = RGB.zero
      for radius in [0.1127016654, 0.5, 0.8872983346] {
        for index in 0..<12 {
          let angle = (Double(index) + 0.5) / 12 * 2 * .pi
          let seen = f.mix(
            q + P(cos(angle), sin(angle)) * ((radius + amount) * amount), sigmoid(t, 10))
          let weight = (radius == 0.5 ? 4.0 : 2.5) / 9 / 12
          sum += RGB(seen.x * seen.w, seen.y * seen.w, seen.z * seen.w, seen.w) * weight
        }
      }
      guard sum.w > 1e-6 else { return .zero }
      let color = RGB(sum.x / sum.w, sum.y / sum.w, sum.z / sum.w, sum.w)
      return color
        + RGB(
          abs(light) * s, pow(abs(light * 0.7), 2 - s) * s, pow(abs(light * 0.6), 1.3) * s, 0)
    },
    "dropzoneflicker": { f, p in
      let n = (f.progress * f.values[0]).rounded(.down)
      let (reveal, glitch) = flickers[Int(n)]
      let jitter = P((f.random(n, 2, 6) - 0.5) * 0.042, (f.random(n, 3, 6) - 0.5) * 0.01) * glitch
      let big = P((p.x * 4).rounded(.down), (p.y * 2).rounded(.down))
      let small = P((p.x * 8).rounded(.down), (p.y * 4).rounded(.down))
      let wide = step(0.48, f.random(big.x, 16 * n + 4, 6))
      let chunks = step(0.56, f.random(small.x + 8 * small.y, 16 * n + 5, 6))
      let cut = smoothstep(-0.035, 0.035, p.x - mixed(0.18, 0.78, f.random(n, 0, 6)))
      let block = clamp(mixed(wide, chunks, 0.38) * 0.72 + cut * 0.28)
      let band = (f.random((p.y * 9).rounded(.down), 16 * n + 6, 6) - 0.5) * 0.18 * glitch
      let share = smoothstep(
        0.22, 0.78, clamp(reveal + (block - 0.5) * f.values[2] * glitch + band))
      let amount = f.values[1] * glitch
      let old = split(f.from, p + jitter, P(amount, 0))
      let new = split(f.to, p - jitter * 0.55, P(-amount, 0))
      var color = blend(old, new, share)
      let left = (1 - smoothstep(0.1, 0.78, p.x)) * glitch
      let cyan = smoothstep(0.08, 0.62, p.x) * (1 - smoothstep(0.86, 1, p.x)) * glitch
      color = lerp(color, old * RGB(1.34, 0.42, 0.38, 1), left * f.values[4] * 0.42)
      color = lerp(color, new * RGB(0.48, 1.12, 1.24, 1), cyan * f.values[4] * 0.3)
      let back =
        glitch * (1 - smoothstep(0.94, 1, reveal)) * (0.18 + 0.52 * (1 - abs(share - 0.5) * 2))
      color = lerp(color, old, back * f.values[3])
      let gray =
        sin((p.y + n * 0.017) * 1080) * f.values[5] * glitch
        + (f.random(n, 1, 6) - 0.35) * 0.1 * glitch
      return color + RGB(gray, gray, gray, 0)
    },
    "oldtvlostsignal": { f, p in
      let strength = sin(f.progress * .pi)
      var color = f.mix(p, f.progress)
      let line = step(0.92, f.random((p.y * 120).rounded(.down), moment(f), 0))
      let drift = sin(p.y * 30 + f.progress * 10) * 0.02 * strength
      color = blend(color, f.mix(p + P(drift, 0), f.progress), line * strength)
      let scan = sin(p.y * 900) * 0.03 * strength
      return color - RGB(scan, scan, scan, 0)
    },
    "staticwipe": { f, p in
      // The default: from top to bottom.
      let (t, edge) = (f.progress, 1 - p.y)
      let span = f.values[1] * pow(sin(.pi * t), 0.5)
      let color = f.mix(p, 1 - step(t, edge))
      let envelope = smoothstep(t - span, t, edge) * (1 - smoothstep(t, t + span, edge))
      let gray = f.random(f.row(p) * Double(f.width) + f.column(p), moment(f), 2)
      return blend(color, RGB(gray, gray, gray, 1), envelope)
    },
    "stripdatamoshglitch": { f, p in
      let t = f.progress
      let frame = (30 * t).rounded(.down)
      let b = pow(sin(t * .pi), 0.42) * f.values[0]
      let (bars, slits) = (f.values[1], f.values[2])
      func chance(_ place: Double, _ salt: Double) -> Double {
        f.random(place, 64 * frame + salt, 9)
      }
      func stripe(_ x: Double, _ density: Double, _ salt: Double, _ low: Double, _ high: Double)
        -> Double
      {
        let y = x * density + salt * 0.137
        let lane = y.rounded(.down)
        let w = mixed(low, high, chance(lane, salt + 1))
        return 1 - smoothstep(w, w + 0.018, abs(fract(y) - chance(lane, salt)))
      }
      func gate(_ lane: Double, _ salt: Double) -> Double {
        let part = (p.x * mixed(1, 9, chance(lane, salt))).rounded(.down)
        return step(0.16, chance(16 * lane + part, salt + 1))
      }
      let lanes = [bars * 0.38, bars, bars * 3.4].map { (p.y * $0).rounded(.down) }
      let h = max(
        stripe(p.y, bars * 0.38, 1, 0.035, 0.22) * step(0.42, chance(lanes[0], 10))
          * gate(lanes[0], 11),
        stripe(p.y, bars, 4, 0.014, 0.11) * step(0.48, chance(lanes[1], 14)) * gate(lanes[1], 15),
        stripe(p.y, bars * 3.4, 7, 0.004, 0.035) * step(0.62, chance(lanes[2], 18)))
      let (row, column) = (lanes[1], (p.x * slits).rounded(.down))
      let v = stripe(p.x, slits, 21, 0.01, 0.075) * step(0.66, chance(column, 24))
      let glitch = max(h, v * 0.75)
      let lag = chance(row, 25) - 0.5
      let tear =
        (chance(row, 26) - 0.5) * 2 * f.values[3] * b * h + sin(p.y * 120 + t * 95) * 0.006 * b
      let micro = (chance(row * 1024 + column, 27) - 0.5) * 0.018 * b * max(h, v)
      let drag = (chance(column, 28) - 0.5) * 0.13 * b * v
      let way = P(f.values[4] * b * (1 + 1.7 * glitch), f.values[4] * 0.22 * b * v)
      var color = blend(
        split(f.from, p + P(tear + micro, drag), way),
        split(f.to, p + P(micro - tear, drag), P.zero - way),
        smoothstep(0.18, 0.84, t + lag * 0.3 * h))
      let q = p + P(lag * 0.46 * b * h, (chance(row, 29) - 0.5) * 0.045 * b * h)
      let slice = blend(
        split(f.from, q, way * 1.65), split(f.to, q - P(lag * 0.18 * b, 0), way * -1.65),
        smoothstep(0.28, 0.78, t + lag * 0.22))
      color = blend(color, slice, h * b * f.values[5])
      let spark =
        stripe(p.y, 190, 31, 0.002, 0.012) * step(0.7, chance((p.y * 190).rounded(.down), 30)) * b
        * 0.28
      color += RGB(0.72, 0.9, 1, 0) * spark
      let dark = 1 - f.values[7] * b * (0.5 + 0.5 * sin(p.y * 980 + t * 130))
      color *= RGB(dark, dark, dark, 1)
      let cell = (p.y * 210).rounded(.down) * 1024 + (p.x * 360 * f.ratio).rounded(.down)
      let grain = (chance(cell, 34) - 0.5) * f.values[6] * b * (0.55 + glitch)
      color += RGB(grain, grain, grain, 0)
      let gray = 0.299 * color.x + 0.587 * color.y + 0.114 * color.z
      color = lerp(color, RGB(gray, gray, gray, 1), 0.18 * b * glitch)
      let flash = step(0.78, f.random(frame, -1, 9)) * pow(b, 1.65) * f.values[8]
      return color + RGB(flash, flash, flash, 0)
    },
  ]
}
