// SPDX-License-Identifier: Apache-2.0

import Foundation

extension EffectReferences {
  private static let half = P(0.5, 0.5)

  private static func both(_ f: ReferenceFrame, _ a: P, _ b: P, _ t: Double) -> RGB {
    blend(f.from.at(a), f.to.at(b), t)
  }

  static let warps: [String: EffectReference] = [
    "crosswarp": { f, p in
      let x = smoothstep(0, 1, f.progress * 2 + p.x - 1)
      return both(f, (p - half) * (1 - x) + half, (p - half) * x + half, x)
    },
    "directionalwarp": { f, p in
      let d = f.direction(1)
      let v = d / (abs(d.x) + abs(d.y))
      let along = v.x * (p.x - 0.5) + v.y * (p.y - 0.5) + 0.5
      let s = f.values[0]
      let m = 1 - smoothstep(-s, 0, along - f.progress * (1 + s))
      return both(f, (p - half) * (1 - m) + half, (p - half) * m + half, m)
    },
    "crazyparametricfun": { f, p in
      let (t, a, b, amplitude) = (f.progress, f.values[0], f.values[1], f.values[2])
      let dir = p - half
      let dist = length(dir)
      let x = (a - b) * cos(t) + b * cos(t * ((a / b) - 1))
      let y = (a - b) * sin(t) - b * sin(t * ((a / b) - 1))
      let wave = P(sin(t * dist * amplitude * x), sin(t * dist * amplitude * y))
      return both(f, p + dir * wave / f.values[3], p, smoothstep(0.2, 1, t))
    },
    "dreamy": { f, p in
      func offset(_ t: Double) -> P { P(0, 0.03 * t * cos(10 * (t + p.x))) }
      return both(f, p + offset(f.progress), p + offset(1 - f.progress), f.progress)
    },
    "ripple": { f, p in
      let dir = p - half
      let wave = sin(f.progress * length(dir) * f.values[0] - f.progress * f.values[1]) + 0.5
      return both(f, p + dir * wave / 30 * f.progress, p, smoothstep(0.2, 1, f.progress))
    },
    "waterdrop": { f, p in
      let dir = p - half
      let dist = length(dir)
      if dist > f.progress { return f.mix(p, f.progress) }
      let q = p + dir * sin(dist * f.values[0] - f.progress * f.values[1])
      return both(f, q, p, f.progress)
    },
    "swirl": { f, p in
      var q = p - half
      let distance = length(q)
      if distance < 1 {
        let a = f.progress <= 0.5 ? f.progress * 2 : 2 - f.progress * 2
        let theta = (1 - distance) * (1 - distance) * a * 8 * 3.14159
        q = P(q.x * cos(theta) - q.y * sin(theta), q.x * sin(theta) + q.y * cos(theta))
      }
      return f.mix(q + half, f.progress)
    },
    "rotatescalefade": { f, p in
      let v = p - f.point(0)
      let angle = 2 * .pi * f.values[2] * f.progress
      let scale = mixed(f.values[3], 1, 2 * abs(f.progress - 0.5))
      let turned = P(v.x * cos(angle) - v.y * sin(angle), v.x * sin(angle) + v.y * cos(angle))
      let q = f.point(0) + turned / scale
      return q.x < 0 || q.x > 1 || q.y < 0 || q.y > 1 ? f.color(4) : f.mix(q, f.progress)
    },
    "rotatetransition": { f, p in
      let (v, angle) = (p - half, f.progress * .pi * 2)
      let q = P(v.x * cos(angle) - v.y * sin(angle), v.x * sin(angle) + v.y * cos(angle)) + half
      return f.mix(P(fract(q.x), fract(q.y)), f.progress)
    },
    "scalein": { f, p in both(f, p, half + (p - half) * f.progress, f.progress) },
    "simplezoom": { f, p in
      let quick = f.values[0]
      let near = half + (p - half) * (1 - smoothstep(0, quick, f.progress))
      return both(f, near, p, smoothstep(quick - 0.2, 1, f.progress))
    },
    "zoomincircles": { f, p in
      let r = length(P(2 * (p.x - 0.5), 2 * (p.y - 0.5) / f.ratio))
      let pro = f.progress / 0.8
      let z = pro > 1 ? 0.2 + (pro - 1) * 5 : pro * 0.2
      let t = pro > 1 ? min(max((f.progress - 0.8) / 0.07, 0), 1) : 0
      func zoomed(_ amount: Double, _ t: Double) -> RGB { f.mix(half + (p - half) * amount, t) }
      if r < 0.5 + z { return f.mix(p, t) }
      if r < 0.8 + z * 1.5 { return zoomed(1 - 0.15 * pro, t * 0.5) }
      if r < 1.2 + z * 2.5 { return zoomed(1 - 0.2 * pro, t * 0.2) }
      return zoomed(1 - 0.25 * pro, t)
    },
  ]
}
