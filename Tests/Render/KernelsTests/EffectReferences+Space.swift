// SPDX-License-Identifier: Apache-2.0

import Foundation

extension EffectReferences {
  private static func floored(_ p: P, _ drop: Double) -> P {
    P(p.x * 1, p.y * -1.2) + P(0, -drop)
  }

  /// Black, and the mirror images of both pictures where they are.
  private static func floor(
    _ f: ReferenceFrame, _ from: P?, _ to: P?, _ reflection: Double, _ drop: Double
  ) -> RGB {
    var (sum, cover, used) = (RGB.zero, 0.0, 0.0)
    for (picture, place) in [(f.from, from), (f.to, to)] {
      guard let place else { continue }
      let p = floored(place, drop)
      guard isInside(p) else { continue }
      let (share, light) = (reflection * (1 - p.y), picture.at(p))
      sum += light * (share * light.w)
      cover += share * light.w
      used += share
    }
    cover += 1 - used
    return cover > 0 ? RGB(sum.x / cover, sum.y / cover, sum.z / cover, cover) : .zero
  }

  private static func xskew(_ p: P, _ persp: Double, _ center: Double) -> P {
    let x = mixed(p.x, 1 - p.x, center)
    let far = abs(center - 0.5)
    let q = P(x - (0.5 - far), (p.y - 0.5 * (1 - persp) * x) / (1 + (persp - 1) * x))
    return P(q.x * 0.5 / far * (center < 0.5 ? 1 : -1) + (center < 0.5 ? 0 : 1), q.y)
  }

  private static func shaded(_ light: RGB, _ shade: Double) -> RGB {
    RGB(light.x * shade, light.y * shade, light.z * shade, light.w)
  }

  static let space: [String: EffectReference] = [
    "bookflip": { f, p in
      let t = f.progress
      let shade = max(0.7, abs(t - 0.5) * 2)
      if p.x < 0.5 {
        if p.x < 1 - t { return f.from.at(p) }
        let left = P(
          (p.x - 0.5) / (t - 0.5) * 0.5 + 0.5,
          (p.y - 0.5) / (0.5 + (1 - t) * (0.5 - p.x) / 0.5) * 0.5 + 0.5)
        return shaded(f.to.at(left), shade)
      }
      if p.x >= 1 - t { return f.to.at(p) }
      let right = P(
        (p.x - t) / (0.5 - t) * 0.5, (p.y - 0.5) / (0.5 + t * (p.x - 0.5) / 0.5) * 0.5 + 0.5)
      return shaded(f.from.at(right), shade)
    },
    "cube": { f, op in
      let (t, persp) = (f.progress, f.values[0])
      let uz = f.values[1] * 2 * (0.5 - abs(0.5 - t))
      let p = P(repeating: -uz * 0.5) + op * (1 + uz)
      let from = xskew(P((p.x - t) / (1 - t), p.y), 1 - mixed(t, 0, persp), 0)
      let to = xskew(P(p.x / t, p.y), mixed(t * t, 1, persp), 1)
      if isInside(from) { return f.from.at(from) }
      if isInside(to) { return f.to.at(to) }
      return floor(f, from, to, f.values[2], f.values[3] / 100)
    },
    "doorway": { f, p in
      let t = f.progress
      let slit = 2 * abs(p.x - 0.5) - t
      if slit > 0 {
        let d = 1 / (1 + f.values[1] * t * (1 - slit))
        var door = p + P((p.x > 0.5 ? -1 : 1) * 0.5 * t, 0)
        door.y = (door.y - d / 2) * d + d / 2
        if isInside(door) { return f.from.at(door) }
      }
      let to = (p - P(0.5, 0.5)) * mixed(1, f.values[2], 1 - t) + P(0.5, 0.5)
      return isInside(to) ? f.to.at(to) : floor(f, nil, to, f.values[0], 0.02)
    },
    "swap": { f, p in
      let (t, perspective, depth) = (f.progress, f.values[1], f.values[2])
      var (size, persp) = (mixed(1, depth, t), perspective * t)
      let from = P(
        p.x * size / (1 - perspective * t), (p.y - 0.5) * size / (1 - size * persp * p.x) + 0.5)
      (size, persp) = (mixed(1, depth, 1 - t), perspective * (1 - t))
      let to = P(
        (p.x - 1) * size / (1 - perspective * (1 - t)) + 1,
        (p.y - 0.5) * size / (1 - size * persp * (0.5 - p.x)) + 0.5)
      let order = t < 0.5 ? [true, false] : [false, true]
      for isFrom in order where isInside(isFrom ? from : to) {
        return isFrom ? f.from.at(from) : f.to.at(to)
      }
      return floor(f, from, to, f.values[0], 0.02)
    },
  ]
}
