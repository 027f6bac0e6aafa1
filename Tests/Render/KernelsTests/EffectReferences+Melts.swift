// SPDX-License-Identifier: Apache-2.0

import Foundation

extension EffectReferences {
  private static func split(_ picture: EffectLights, _ r: P, _ g: P, _ b: P) -> RGB {
    RGB(picture.at(r).x, picture.at(g).y, picture.at(b).z, picture.at(g).w)
  }

  private static func all(_ x: Double) -> P { P(repeating: x) }

  static let melts: [String: EffectReference] = [
    "butterflywavescrawler": { f, p in
      let t = f.progress
      let theta = acos(p.x * sin(t * f.values[0]) - 0.5) * f.values[1]
      let d = (exp(cos(theta)) - 2 * cos(4 * theta) + pow(sin((2 * theta - .pi) / 24), 5)) / 10
      let s = f.values[2]
      let old = split(
        f.from, p + all(t * d * (1 - s)), p + all(t * d), p + all(t * d * (1 + s)))
      return blend(old, f.to.at(p + all((1 - t) * d)), t)
    },
    "coordfromin": { f, p in
      let (a, b) = (f.from.at(p), f.to.at(p))
      let t = f.progress
      return blend(
        f.from.at(p * (1 - t) + P(b.x, b.y) * t), f.to.at(P(a.x, a.y) * (1 - t) + p * t), t)
    },
    "flyeye": { f, p in
      let (t, s) = (f.progress, f.values[2])
      let d = P(cos(f.values[1] * p.x), sin(f.values[1] * p.y)) * f.values[0]
      return blend(
        split(f.from, p + d * (t * (1 - s)), p + d * t, p + d * (t * (1 + s))),
        f.to.at(p + d * (1 - t)), t)
    },
    "glitchdisplace": { f, p in
      let t = f.progress
      let ease1 = t < 0.5 ? 0.5 * pow(2, 20 * t - 10) : -0.5 * pow(2, 10 - t * 20) + 1
      let ease2 = 1 - pow(2, -10 * t)
      func moved(_ c: RGB, _ depth: Double, _ strength: Double) -> P {
        let v = P(c.x, c.y)
        return p + (v * 0.33 + all(1) - v * depth - all(1) + all(depth * 0.33)) * strength
      }
      let (a, b) = (f.from.at(p), f.to.at(p))
      let d1 = f.to.at(moved(a, 0.7, 1 - ease1))
      let d2 = f.from.at(moved(b, 0.5, ease2))
      let low = (0..<3).map { min(d1[$0], d2[$0]) }
      let gray = 2 * (0.299 * low[0] + 0.587 * low[1] + 0.114 * low[2])
      let first = blend(a, RGB(gray, gray, gray, a.w), smoothstep(0, 0.5, t))
      return blend(first, blend(b, d1, 1 - smoothstep(0.5, 1, t)), ease1)
    },
    "glitchmemories": { f, p in
      let t = f.progress
      let noise = P((t * 1200).rounded(.down) / 64, (t * 3500).rounded(.down) / 64)
      let d = P(fract(noise.x) - 0.5, fract(noise.y) - 0.5) * (0.3 * (1 - t))
      let (r, g, b) = (p + d * 0.2, p + d * 0.3, p + d * 0.5)
      return blend(split(f.from, r, g, b), split(f.to, r, g, b), t)
    },
    "kaleidoscope": { f, p in
      var t = pow(f.progress, f.values[2]) * f.values[0]
      var q = p - all(0.5)
      for _ in 0..<7 {
        q = P(sin(t) * q.x + cos(t) * q.y, sin(t) * q.y - cos(t) * q.x)
        t += f.values[1]
        q = P(abs(2 * fract(q.x / 2) - 1), abs(2 * fract(q.y / 2) - 1))
      }
      return blend(f.mix(p, f.progress), f.mix(q, f.progress), 1 - 2 * abs(f.progress - 0.5))
    },
    "morph": { f, p in
      func offset(_ c: RGB) -> P { P((c.x + c.z) * 0.5 * 2 - 1, (c.y + c.z) * 0.5 * 2 - 1) }
      let o = (offset(f.from.at(p)) + offset(f.to.at(p))) * 0.5 * f.values[0]
      return blend(
        f.from.at(p + o * f.progress), f.to.at(p - o * (1 - f.progress)), f.progress)
    },
    "parametricglitch": { f, p in
      let a = f.from.at(p)
      let sphere = a.x * a.x + a.y * a.y + a.z * a.z - 1
      let st = P(
        fract(f.values[0] * p.x * cos(sphere - p.x / (f.progress + 0.01))),
        fract(f.values[1] * p.y * sin(sphere - p.y / (f.progress + 0.01))))
      return blend(f.from.at(p + (p - st) * f.progress), f.to.at(p), f.progress)
    },
    "squeeze": { f, p in
      let q = P(p.x, 0.5 + (p.y - 0.5) / (1 - f.progress))
      if q.y < 0 || q.y > 1 { return f.to.at(p) }
      let off = P(0, f.progress * f.values[0])
      return split(f.from, q - off, q, q + off)
    },
  ]
}
