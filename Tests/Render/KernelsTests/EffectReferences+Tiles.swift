// SPDX-License-Identifier: Apache-2.0

import Foundation

extension EffectReferences {
  private static func rotated(_ p: P, _ o: P, _ angle: Double) -> P {
    let (s, c, v) = (sin(angle), cos(angle), p - o)
    return P(o.x + c * v.x + s * v.y, o.y - s * v.x + c * v.y)
  }

  static let tiles: [String: EffectReference] = [
    "advancedmosaic": { f, p in
      let share = f.progress < 0.5 ? f.progress * 2 : 1 - (f.progress - 0.5) * 2
      let d = mixed(1, f.values[0], share) * 0.005
      func cell(_ x: Double) -> Double {
        min(max(d * ((x - 0.5) / d - 0.5).rounded(.up) + 0.5, 0), 1)
      }
      return f.mix(P(cell(p.x), cell(p.y)), f.progress)
    },
    "puzzleright": { f, p in
      let size = P(f.values[0], f.values[1])
      let (t, pause) = (f.progress, f.values[2])
      let cell = P((size.x * p.x).rounded(.down), (size.y * p.y).rounded(.down))
      let delta =
        [
          p.x - cell.x / size.x, (cell.x + 1) / size.x - p.x, p.y - cell.y / size.y,
          (cell.y + 1) / size.y - p.y,
        ].map(abs).min() ?? 0
      let isLine = delta < f.values[3]
      if t < pause { return blend(f.black, f.from.at(p), isLine ? 1 - t / pause : 1) }
      if t >= 1 - pause { return blend(f.black, f.to.at(p), isLine ? (t - 1 + pause) / pause : 1) }
      if isLine { return f.black }
      let r = f.random(cell.x, cell.y, 4) - 0.1
      let cp = smoothstep(0, 1 - r, (t - pause) / (1 - pause * 2))
      let offset = (cell.x + 0.5) / size.x
      guard abs(size.x * p.x - cell.x - 0.5) <= abs(cp - 0.5) else { return f.black }
      let q = P((p.x - offset) / abs(cp - 0.5) * 0.5 + offset, p.y)
      return (cp <= 0.5 ? f.from : f.to).at(q)
    },
    "tileswave": { f, p in
      // The default: about upright lines.
      let n = P(f.values[0], f.values[1])
      let tile = P((p.x * n.x).rounded(.down), (p.y * n.y).rounded(.down))
      let count = n.x * n.y
      let offset = (tile.y + tile.x * n.y) / count
      let time = min(max((f.progress - offset) * count, 0), 0.5)
      let s = 1 - abs(cos(time * .pi))
      let x = fract(p.x * n.x)
      let half =
        x < 0.5 ? (x - s) * 0.5 / (0.5 - s) : (x - 0.5) * 0.5 / (0.5 - s) + 0.5
      if s <= 0.5 {
        if x < s || x > 1 - s { return f.from.at(p) }
        return f.from.at(P((tile.x + half) / n.x, p.y))
      }
      if x > s || x < 1 - s { return f.to.at(p) }
      return f.to.at(P((tile.x + 1 - half) / n.x, p.y))
    },
    "fragment": { f, p in
      let points = (0..<10).map { P(f.random(Double($0), 0, 0), f.random(Double($0), 1, 0)) }
      for i in 0..<10 {
        let v = P(f.random(Double(i), 2, 0), f.random(Double(i), 3, 0))
        let speed = (1 + f.random(Double(i), 4, 0) * 0.5) * 0.2
        let q = p - v / length(v) * (min(max(8 * f.progress - 0.5, 0), 8) * speed)
        if q.x < 0 || q.y < 0 || q.x > 1 || q.y > 1 { continue }
        let nearest = points.indices.min { length(q - points[$0]) < length(q - points[$1]) }
        if nearest == i { return f.from.at(q) }
      }
      return f.to.at(p)
    },
    "lissajoustiles": { f, p in
      let t = f.progress
      let share = 1 - pow(abs(1 - 2 * t), 3)
      var light = f.black
      for h in 0..<100 {
        let (i, j) = (Double(h % 10) / 10, Double(h / 10) / 10)
        let a = (i / 10 + j) * 6.28
        let swing = P(
          cos(a * f.values[1] + t * 6 * f.values[0]) * f.values[4] / 2,
          sin(a * f.values[2] + t * 6 * (1 + f.values[3]) * f.values[0]) * f.values[4] / 2)
        let moved = p + P(i - 0.5 + 0.05, j - 0.5 + 0.05) + swing
        let q = moved * share + p * (1 - share)
        guard q.x > i, q.x < i + 0.1, q.y > j, q.y < j + 0.1 else { continue }
        let fade = f.values[5]
        let weight = t * ((1 + fade) * 2 * t) - fade + (i / 10 + j) * fade
        light = f.mix(q, min(max(weight, 0), 1))
      }
      return light
    },
    "powerkaleido": { f, p in
      let (t, dist) = (f.progress, f.values[0] / 10)
      var q = rotated(P((p.x - 0.5) * f.ratio, p.y - 0.5) * f.values[1], .zero, t * f.values[2])
      // Until no mirror turns it any more.
      for _ in 0..<100 {
        for k in 0..<3 {
          let i = Double(k) * 2 * .pi / 3
          let (above, line) = (q.y - dist * cos(i), tan(i) * (q.x + dist * sin(i)))
          guard cos(i) > 0 ? above > line : above < line else { continue }
          let (v, n) = (P(q.x + sin(i) * dist * 2, q.y - cos(i) * dist * 2), P(cos(i), sin(i)))
          q = n * (2 * (v.x * n.x + v.y * n.y)) - v
        }
      }
      q = rotated(q, .zero, -t * f.values[2])
      q = P(q.x / f.ratio + 0.5, q.y + 0.5)
      func mirrored(_ x: Double) -> Double { 2 * abs(x / 2 - (x / 2 + 0.5).rounded(.down)) }
      let seen = P(mirrored(q.x), mirrored(q.y))
      let own = cos(t * .pi * 2) / 2 + 0.5
      return f.mix(
        P(mixed(seen.x, p.x, own), mixed(seen.y, p.y, own)), cos((t - 1) * .pi) / 2 + 0.5)
    },
  ]
}
