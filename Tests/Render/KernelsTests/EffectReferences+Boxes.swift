// SPDX-License-Identifier: Apache-2.0

import Foundation

extension EffectReferences {
  private static func isIn(_ q: P, _ low: Double = 0, _ high: P = P(1, 1)) -> Bool {
    q.x >= low && q.y >= low && q.x <= high.x && q.y <= high.y
  }

  /// Returns true if a point lies in a triangle, by the sides on which it lies of its edges.
  private static func isIn(_ q: P, _ a: P, _ b: P, _ c: P) -> Bool {
    func side(_ a: P, _ b: P) -> Bool { (q.x - b.x) * (a.y - b.y) < (a.x - b.x) * (q.y - b.y) }
    let sides = [side(a, b), side(b, c), side(c, a)]
    return sides[0] == sides[1] && sides[1] == sides[2]
  }

  private static func rectangle(_ f: ReferenceFrame, _ p: P, isWindow: Bool) -> RGB {
    let edge = isWindow ? 1 - 2 * abs(f.progress - 0.5) : abs(1 - 2 * f.progress)
    let isInside =
      step(edge, p.x + 0.25) * step(edge, p.y + 0.25) * step(edge, 1.25 - p.x)
      * step(edge, 1.25 - p.y) == 1
    return isInside == isWindow ? (f.progress < 0.5 ? f.from : f.to).at(p) : f.color(0)
  }

  private static func zoomWipe(_ f: ReferenceFrame, _ p: P, _ along: Double) -> RGB {
    if f.progress >= 0.5 { return (along <= (f.progress - 0.5) * 2 ? f.to : f.from).at(p) }
    let amount = smoothstep(0, min(max(f.values[0], 0), 0.5), f.progress)
    return f.from.at(P(0.5, 0.5) + (p - P(0.5, 0.5)) * (amount < 0.5 ? 1 - amount : amount))
  }

  static let boxes: [String: EffectReference] = [
    "bowtiewithparameter": { f, p in
      let (t, tip) = (f.progress, f.values[0])
      if t < 0.5 {
        let isNew =
          p.y < 0.5
          ? isIn(p, P(0, t - 0.5), P(1, t - 0.5), P(tip, t))
          : isIn(p, P(0, 1.5 - t), P(1, 1.5 - t), P(tip, 1 - t))
        return (isNew ? f.to : f.from).at(p)
      }
      let isOld =
        p.x > tip
        ? isIn(p, P(t + 0.5, 1), P(t + 0.5, 0), P(mixed(tip, 1, 2 * (t - 0.5)), 0.5))
        : isIn(p, P(0.5 - t, 1), P(0.5 - t, 0), P(mixed(tip, 0, 2 * (t - 0.5)), 0.5))
      return (isOld ? f.from : f.to).at(p)
    },
    "box": { f, p in
      // The default: the first picture shrinks to the middle.
      let edge = 0.5 * f.progress
      return (isIn(p, edge, P(1 - edge, 1 - edge)) ? f.from : f.to).at(p)
    },
    "rectangle": { f, p in rectangle(f, p, isWindow: false) },
    "rectanglecrop": { f, p in rectangle(f, p, isWindow: true) },
    "fold": { f, p in
      p.x <= f.progress
        ? f.to.at(P(p.x / f.progress, p.y))
        : f.from.at(P((p.x - f.progress) / (1 - f.progress), p.y))
    },
    "rolls": { f, p in
      let theta = -Double.pi / 2 * f.progress
      let (x, y) = ((1 - p.x) * f.ratio, p.y)
      let q = P(x * cos(theta) - y * sin(theta), x * sin(theta) + y * cos(theta))
      guard isIn(q, 0, P(f.ratio, 1)) else { return f.to.at(p) }
      return f.from.at(P(1 - q.x / f.ratio, q.y))
    },
    "rotatescalevanish": { f, p in
      let t = f.progress
      let theta = -2 * Double.pi * t
      let (x, y) = ((p.x - 0.5) * f.ratio, p.y - 0.5)
      let q = P(
        (x * cos(theta) - y * sin(theta)) / (1 - t) + f.ratio / 2,
        (x * sin(theta) + y * cos(theta)) / (1 - t) + 0.5)
      let old = isIn(q, 0, P(f.ratio, 1)) ? f.from.at(P(q.x / f.ratio, q.y)) : f.black
      return blend(old, f.to.at(p), t)
    },
    "slides": { f, p in
      let size = 1 - f.progress
      let q = P((p.x - (0.5 - size / 2)) / size, 1 - (1 - p.y) / size)
      return isIn(q) ? f.from.at(q) : f.to.at(p)
    },
    "directionalscaled": { f, p in
      func sign(_ x: Double) -> Double { x == 0 ? 0 : x / abs(x) }
      let d = f.direction(0)
      let eased = pow(sin(f.progress * .pi / 2), 3)
      let q = p + P(sign(d.x), sign(d.y)) * eased
      let s = 1 - (1 - 1 / f.values[2]) * sin(f.progress * .pi)
      let place = (P(fract(q.x), fract(q.y)) - P(0.5, 0.5)) * s + P(0.5, 0.5)
      guard isIn(place) else { return f.black }
      return (isIn(q) ? f.from : f.to).at(place)
    },
    "zoomleftwipe": { f, p in zoomWipe(f, p, 1 - p.x) },
    "zoomrightwipe": { f, p in zoomWipe(f, p, p.x) },
  ]
}
