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

  static let blurs: [String: EffectReference] = [
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
      // The integral of what the effect is a sum of.
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
