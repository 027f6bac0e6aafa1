// SPDX-License-Identifier: Apache-2.0

import Foundation

extension EffectReferences {
  private static func crop(_ f: ReferenceFrame, _ p: P, _ isIn: Bool, _ color: RGB) -> RGB {
    isIn ? (f.progress < 0.5 ? f.from : f.to).at(p) : color
  }

  private static func cell(_ x: Double, _ size: Double) -> Double {
    ((x / size).rounded(.down) + 0.5) * size
  }

  private static func star(_ f: ReferenceFrame, _ p: P, _ radius: Double) -> Bool {
    func turned(_ v: P, _ angle: Double) -> P {
      P(cos(angle) * v.x - sin(angle) * v.y, sin(angle) * v.x + cos(angle) * v.y)
    }
    let point = 0.4 * Double.pi
    let v = turned(p - f.point(5), f.values[1] * point)
    let theta = atan2(v.y, v.x) + .pi
    let u = turned(v, -point * ((theta / point).rounded(.down) + 0.5))
    return u.y > 0 ? radius + u.x * 0.3 > u.y : -radius - u.x * 0.3 < u.y
  }

  static let cells: [String: EffectReference] = [
    "circle": { f, p in
      crop(
        f, p, length(p - f.point(0)) <= 8.0.squareRoot() * abs(f.progress - 0.5), f.color(2))
    },
    "glcirclecrop": { f, p in
      let s = pow(2 * abs(f.progress - 0.5), 3)
      return crop(f, p, length(P(p.x - 0.5, (p.y - 0.5) / f.ratio)) < s, f.color(0))
    },
    "gridflip": { f, p in
      let (t, pause, size) = (f.progress, f.values[2], P(f.values[0], f.values[1]))
      let cell = P((size.x * p.x).rounded(.down), (size.y * p.y).rounded(.down))
      let edges = [
        p.x - cell.x / size.x, (cell.x + 1) / size.x - p.x, p.y - cell.y / size.y,
        (cell.y + 1) / size.y - p.y,
      ]
      let isLine = (edges.min() ?? 0) < min(1 / size.x, 1 / size.y) * f.values[3]
      let ground = f.color(4)
      if t < pause { return blend(ground, f.from.at(p), isLine ? 1 - t / pause : 1) }
      if t >= 1 - pause {
        return blend(ground, f.to.at(p), isLine ? (t - 1 + pause) / pause : 1)
      }
      if isLine { return ground }
      let r = f.random(cell.x, cell.y, 8) - f.values[7]
      let cp = smoothstep(0, 1 - r, (t - pause) / (1 - pause * 2))
      let offset = (cell.x + 0.5) / size.x
      let q = P((p.x - offset) / abs(cp - 0.5) * 0.5 + offset, p.y)
      if abs(size.x * (p.x - cell.x / size.x) - 0.5) > abs(cp - 0.5) { return ground }
      return cp <= 0.5 ? f.from.at(q) : f.to.at(q)
    },
    "hexagonalize": { f, p in
      let dist = (2 * min(f.progress, 1 - f.progress) * f.values[0]).rounded(.up) / f.values[0]
      let root = 3.0.squareRoot()
      let size = root / 3 * dist / f.values[1]
      let v = (P(p.x, p.y / f.ratio) - P(0.5, 0.5)) / size
      let cube = [root / 3 * v.x - v.y / 3, 2.0 / 3 * v.y, -root / 3 * v.x - v.y / 3]
      var whole = cube.map { ($0 + 0.5).rounded(.down) }
      let off = (0..<3).map { abs(whole[$0] - cube[$0]) }
      if off[0] > off[1], off[0] > off[2] {
        whole[0] = -whole[1] - whole[2]
      } else if off[1] > off[2] {
        whole[1] = -whole[0] - whole[2]
      }
      let x = (root * whole[0] + root / 2 * whole[1]) * size + 0.5
      return f.mix(P(x, (1.5 * whole[1] * size + 0.5) * f.ratio), f.progress)
    },
    "glpixelize": { f, p in
      let steps = f.values[2]
      let dist = (min(f.progress, 1 - f.progress) * steps).rounded(.up) / steps
      return f.mix(
        P(cell(p.x, 2 * dist / f.values[0]), cell(p.y, 2 * dist / f.values[1])), f.progress)
    },
    "mosaic": { f, p in
      let t = f.progress
      let end = P(f.values[0], -f.values[1])
      let z = abs(3 - (t * 2 - 1) * (t * 2 - 1) * 2)
      let e = 0.5 - cos(t * .pi) / 2
      let rp = (p - P(0.5, 0.5)) * z + P(0.5, 0.5) * (1 - e * e) + (end + P(0.5, 0.5)) * (e * e)
      let tile = P(rp.x.rounded(.down), rp.y.rounded(.down))
      let inner = rp - tile - P(0.5, 0.5)
      if tile == end { return f.to.at(inner + P(0.5, 0.5)) }
      let chance = f.random(tile.x, tile.y, 2)
      let angle = (chance * 4).rounded(.down) * .pi / 2
      let q = P(
        cos(angle) * inner.x + sin(angle) * inner.y, cos(angle) * inner.y - sin(angle) * inner.x)
      return (chance > 0.5 ? f.to : f.from).at(q + P(0.5, 0.5))
    },
    "mosaictransition": { f, p in
      let size = 2 / f.values[0] * min(f.progress, 1 - f.progress)
      return f.mix(P(cell(p.x, size), cell(p.y, size)), f.progress * f.progress)
    },
    "starwipe": { f, p in
      let border = f.values[0]
      let radius = (2 * border + 1) * f.progress - border
      return star(f, p, radius)
        ? f.to.at(p) : star(f, p, radius + border) ? f.color(2) : f.from.at(p)
    },
  ]
}
