// SPDX-License-Identifier: Apache-2.0

import Foundation

extension EffectReferences {
  /// The mean of lights, each by its weight and by what covers it.
  private static func mean(_ lights: [(RGB, Double)]) -> RGB {
    var (sum, cover, total) = (RGB.zero, 0.0, 0.0)
    for (light, weight) in lights {
      sum += light * (light.w * weight)
      cover += light.w * weight
      total += weight
    }
    return cover > 1e-6 ? RGB(sum.x / cover, sum.y / cover, sum.z / cover, cover / total) : .zero
  }

  private static let disc: [P] = [
    P(0, 0), P(-0.326, -0.406), P(-0.840, -0.074), P(-0.696, 0.457), P(-0.203, 0.621),
    P(0.962, -0.195), P(0.473, -0.480), P(0.519, 0.767), P(0.185, -0.893), P(0.507, 0.064),
    P(0.896, 0.412), P(-0.322, -0.933), P(-0.792, -0.598),
  ]

  /// A cubic Bézier curve of time, inverted by four steps of Newton's method.
  private static func spline(_ x: Double, _ a: P, _ b: P) -> Double {
    func curve(_ t: Double, _ p: Double, _ q: Double) -> Double {
      3 * (1 - t) * (1 - t) * t * p + 3 * (1 - t) * t * t * q + t * t * t
    }
    func slope(_ t: Double, _ p: Double, _ q: Double) -> Double {
      3 * (1 - t) * (1 - t) * p + 6 * (1 - t) * t * (q - p) + 3 * t * t * (1 - q)
    }
    var t = x
    for _ in 0..<4 { t -= (curve(t, a.x, b.x) - x) / slope(t, a.x, b.x) }
    return curve(t, a.y, b.y)
  }

  static let blurs: [String: EffectReference] = [
    "tangentmotionblur": { f, p in
      let eased = spline(f.progress, P(0.68, 0.01), P(0.17, 0.98))
      let pause = 0.0334
      func turned(_ eased: Double, _ isNew: Bool) -> P {
        let angle = .pi * (isNew ? eased - 1 : eased)
        let v = P(p.x - 1, p.y / f.ratio)
        return P(
          cos(angle) * v.x + sin(angle) * v.y + 1, (cos(angle) * v.y - sin(angle) * v.x) * f.ratio)
      }
      let isNew = eased > 0.5
      let now = turned(eased, isNew)
      let blur = exp(-20 * (eased - 0.5) * (eased - 0.5))
      let way = (turned(eased + pause, isNew) - now) / pause * blur * 0.5
      return mean(
        (0..<80).map { index in
          let s = (Double(index) + 0.5) / 80
          let q = now + way * s
          return ((isNew ? f.to : f.from).at(P(fract(q.x), fract(q.y))), s - s * s)
        })
    },
    "revolveleft": { f, p in
      func envelope(_ t: Double) -> Double {
        smoothstep(0.1, 0.43, t) * (1 - smoothstep(0.43, 0.72, t))
      }
      let center = f.point(0)
      let direction = f.values[2] == 1 ? 1.0 : -1.0
      func warped(_ t: Double) -> P {
        let e = envelope(t)
        let v = P((p.x - center.x) * f.ratio, p.y - center.y)
        let core = f.values[5] * e * pow(1 - min(length(v) / 0.96, 1), 1.55)
        let angle = -direction * (f.values[3] * e + core)
        var q =
          P(cos(angle) * v.x - sin(angle) * v.y, sin(angle) * v.x + cos(angle) * v.y)
          / (1 + (f.values[4] - 1) * pow(e, 0.85))
        q *= 1 + f.values[6] * e * (q.x * q.x + q.y * q.y) * 2.8
        return P(q.x / f.ratio, q.y) + center
      }
      let e = envelope(f.progress)
      let seen = mean(
        (-8...8).map { index in
          let x = Double(index) / 8
          let t = min(max(f.progress + x * 0.06 * f.values[7] * e, 0), 1)
          let q = warped(t).clamped(lowerBound: P(0.001, 0.001), upperBound: P(0.999, 0.999))
          return (
            f.mix(q, smoothstep(f.values[8], f.values[9], t)),
            (1 - abs(x)) * (1 - abs(x)) + 0.01
          )
        })
      let far = length(P((p.x - 0.5) * f.ratio, p.y - 0.5))
      let dark = 1 - f.values[10] * e * smoothstep(0.35, 0.95, far)
      return RGB(seen.x * dark, seen.y * dark, seen.z * dark, seen.w)
    },
    "linearblur": { f, p in
      let d = f.values[0] * (0.5 - abs(0.5 - f.progress))
      let places = (0..<36).map { p + P(Double($0 / 6) / 6 - 0.5, Double($0 % 6) / 6 - 0.5) * d }
      return mean(places.map { (f.mix($0, f.progress), 1) })
    },
    "defocusblur": { f, p in
      let d = f.values[0] * (1 - abs(f.progress - 0.5) * 2)
      return mean(disc.map { (f.mix(p + $0 * d, f.progress), 1) })
    },
    "crosszoom": { f, p in
      // The effect is a sum; this is the integral that the sum approaches.
      let t = f.progress
      let strength = f.values[0] * (1 - cos(2 * .pi * t)) / 2
      let rise = t < 0.5 ? pow(2, 20 * t - 10) / 2 : 1 - pow(2, 10 - 20 * t) / 2
      let way = P(0.25 + 0.5 * t, 0.5) - p
      return mean(
        (0..<60).map { index in
          let s = (Double(index) + 0.5) / 60
          return (f.mix(p + way * (s * strength), rise), 4 * (s - s * s))
        })
    },
  ]
}
