// SPDX-License-Identifier: Apache-2.0

import Foundation

extension EffectReferences {
  static let noises: [String: EffectReference] = [
    "staticfade": { f, p in
      let n = f.values[0]
      let cell = P((p.x * n).rounded(.down), (p.y * n).rounded(.down))
      let threshold = min(1, 1.2 * (1 - abs(2 * (f.progress - 0.5))) - 0.1)
      if f.random(cell.x, cell.y, 2) > threshold {
        return (f.progress < 0.5 ? f.from : f.to).at(p)
      }
      let (place, time) = (cell.y * n + cell.x, (f.progress * 4096).rounded(.down))
      let light = (0..<3).map { f.values[1] * f.random(place, 3 * time + Double($0), 2) }
      return RGB(light[0], light[1], light[2], 1)
    },
    "tvstatic": { f, p in
      if f.progress < f.values[0] { return f.from.at(p) }
      if f.progress > 1 - f.values[0] { return f.to.at(p) }
      let time = (f.progress * 4096).rounded(.down)
      let gray = f.random(f.row(p) * Double(f.width) + f.column(p), time, 1)
      return RGB(gray, gray, gray, 1)
    },
    "undulatingburnout": { f, p in
      let (t, s) = (f.progress, f.values[0])
      let v = p - f.point(1)
      let dist = length(v)
      let degrees = atan2(v.y, v.x) * 180 / .pi + 180
      let w = sin(degrees * .pi * 30 / 360)
      let eased = w < 0.5 ? 2 * w * w : -2 * w * w + 4 * w - 1
      let magnitude = mixed(0.02, 0.09, smoothstep(0, 1, t))
      let offset = mixed(40, 30, smoothstep(0, 1, t))
      let r = t + eased * magnitude * sin(t * offset)
      let d = r - dist
      if d < -0.005 || d > 0.01 {
        return f.mix(p, smoothstep(-s, 0, r - dist * (1 + s)))
      }
      let (a, b) = (f.from.at(p), f.to.at(p))
      if d >= 0.005 { return blend(a, f.color(3), 0.75) }
      return RGB(2 * a.x - b.x, 2 * a.y - b.y, 2 * a.z - b.z, a.w)
    },
  ]
}
