// SPDX-License-Identifier: Apache-2.0

import Foundation

extension EffectReferences {
  private static func light(_ x: Double, _ y: Double, _ z: Double, _ w: Double) -> RGB {
    RGB(x, y, z, w)
  }

  private static func hsv(_ c: RGB) -> (h: Double, s: Double, v: Double) {
    let (red, green, blue) = (c.x, c.y, c.z)
    let p = green >= blue ? RGB(green, blue, 0, -1.0 / 3) : RGB(blue, green, -1, 2.0 / 3)
    let q = red >= p.x ? RGB(red, p.y, p.z, p.x) : RGB(p.x, p.y, p.w, red)
    let d: Double = q.x - min(q.w, q.y)
    let hue: Double = q.z + (q.w - q.y) / (6 * d + 0.001)
    return (abs(hue), d / (q.x + 0.001), q.x)
  }

  private static func cloud(_ f: ReferenceFrame, _ p: P) -> Double {
    let (x, y) = (p.x.rounded(.down), p.y.rounded(.down))
    let (u, v) = (smoothstep(0, 1, p.x - x), smoothstep(0, 1, p.y - y))
    let low = mixed(f.random(x, y, 3), f.random(x + 1, y, 3), u)
    return mixed(low, mixed(f.random(x, y + 1, 3), f.random(x + 1, y + 1, 3), u), v)
  }

  /// Simplex noise in the plane, from the public definition: corners of triangles, permutations modulo 289, 41 gradients.
  private static func simplex(_ v: P, _ seed: Double) -> Double {
    let (skew, back) = (0.366025403784439, 0.211324865405187)
    let grow = (v.x + v.y) * skew
    let i = P((v.x + grow).rounded(.down), (v.y + grow).rounded(.down))
    let shrink = (i.x + i.y) * back
    let x0 = P(v.x - i.x + shrink, v.y - i.y + shrink)
    let corners = [P(0, 0), x0.x > x0.y ? P(1, 0) : P(0, 1), P(1, 1)]
    func permute(_ n: Double) -> Double {
      ((n * 34 + 1) * n).truncatingRemainder(dividingBy: 289)
    }
    return 130
      * corners.reduce(0) { sum, corner in
        let away = (corner.x + corner.y) * back
        let d = P(x0.x - corner.x + away, x0.y - corner.y + away)
        let n = permute(permute(i.y + corner.y) + i.x + corner.x + seed)
        let x = 2 * fract(n / 41) - 1
        let g = P(x - (x + 0.5).rounded(.down), abs(x) - 0.5)
        let m = pow(max(0.5 - d.x * d.x - d.y * d.y, 0), 4)
        let size = g.x * g.x + g.y * g.y
        return sum + m * (1.79284291400159 - 0.85373472095314 * size) * (g.x * d.x + g.y * d.y)
      }
  }

  private static func edge(_ f: ReferenceFrame, _ lights: EffectLights, _ p: P) -> RGB {
    let h = f.values[0]
    func near(_ x: Int, _ y: Int) -> RGB {
      lights.at(P(p.x + Double(x - 1) * h, p.y + Double(y - 1) * h))
    }
    let c: [RGB] = (0..<9).map { near($0 / 3, $0 % 3) }
    func gap(_ a: Int, _ b: Int, _ k: Int) -> Double { abs(c[a][k] - c[b][k]) }
    var slope = 0.0
    for k in 0..<3 {
      let dx: Double = 2 * gap(7, 1, k) + gap(2, 6, k) + gap(8, 0, k)
      let dy: Double = 2 * gap(3, 5, k) + gap(6, 8, k) + gap(0, 2, k)
      let step: Double = 0.125 * (dx + dy)
      slope += step * step
    }
    let share = min(max(f.values[1] * slope.squareRoot(), 0), 1)
    return light(c[4].x * share, c[4].y * share, c[4].z * share, c[4].w)
  }

  static let lights: [String: EffectReference] = [
    "hsvfade": { f, p in
      let (a, b) = (f.from.at(p), f.to.at(p))
      let cover = mixed(a.w, b.w, f.progress)
      let t = cover > 0 ? b.w * f.progress / cover : f.progress
      let (x, y) = (hsv(a), hsv(b))
      let (h, s, v) = (mixed(x.h, y.h, t), mixed(x.s, y.s, t), mixed(x.v, y.v, t))
      let parts = [1.0, 2.0 / 3, 1.0 / 3].map { shift in
        v * mixed(1, min(max(abs(fract(h + shift) * 6 - 3) - 1, 0), 1), s)
      }
      return light(parts[0], parts[1], parts[2], cover)
    },
    "burn0": { f, p in
      let n = (0..<4).map { octave in
        cloud(f, p * 4 * pow(2, Double(octave))) * pow(0.5, Double(octave + 1))
      }.reduce(0, +)
      let l = smoothstep(f.progress, f.progress + 0.05, n)
      var light = blend(f.to.at(p), f.from.at(p), l)
      for c in 0..<3 { light[c] += f.color(0)[c] * (1 - l) * l * 5 }
      return light
    },
    "dreamyzoom": { f, p in
      let isOld = f.progress < 0.5
      let phase = isOld ? f.progress * 2 : (f.progress - 0.5) * 2
      let rotation = f.values[0] * .pi / 80
      let turn = isOld ? mixed(0, rotation, phase) : mixed(-rotation, 0, phase)
      let scale = isOld ? mixed(1, f.values[1], phase) : mixed(f.values[1], 1, phase)
      let v = P((p.x - 0.5) / scale * f.ratio, (p.y - 0.5) / scale)
      let (angle, way) = (atan2(v.y, v.x) + turn, length(v))
      let c = (isOld ? f.from : f.to)
        .at(P(cos(angle) * way / f.ratio + 0.5, sin(angle) * way + 0.5))
      let white = isOld ? phase : 1 - phase
      return light(c.x + white, c.y + white, c.z + white, c.w)
    },
    "luminancemelt": { f, p in
      // The default: what is dark melts from the top.
      let (t, a) = (f.progress, f.from.at(p))
      let dist = length(P(1, 1) - p) - t * exp(simplex(P(p.x, 0), f.values[3]))
      let gray = 0.299 * a.x + 0.587 * a.y + 0.114 * a.z
      let isMolten = dist <= t - f.random(f.column(p), 0, 3) && gray < f.values[1]
      return blend(a, f.to.at(p), isMolten ? 1 : pow(t, 3))
    },
    "edgetransition": { f, p in
      let t = f.progress
      let start = blend(f.from.at(p), edge(f, f.from, p), min(2 * t, 1))
      let end = blend(edge(f, f.to, p), f.to.at(p), max(2 * (t - 0.5), 0))
      return blend(start, end, t)
    },
    "stereoviewer": { f, p in
      let (t, zoom) = (f.progress, f.values[0])
      let corner = P(f.values[1] / f.ratio, f.values[1])
      /// Returns true if a point is on the inner side of each round corner.
      func isIn(_ q: P, _ size: P) -> Bool {
        [P(0, 0), P(0, 1), P(1, 0), P(1, 1)].allSatisfy { end in
          let axis = P(1, 1) - end - end
          let v = (q - (end + axis * size)) * axis / size
          return v.x > 0 && v.y > -1 || v.y > 0 && v.x > -1 || v.x * v.x + v.y * v.y < 1
        }
      }
      func screen(_ a: RGB, _ b: RGB) -> RGB {
        RGB(repeating: 1) - (RGB(repeating: 1) - a) * (RGB(repeating: 1) - b)
      }
      func half(_ q: P, _ lights: EffectLights) -> RGB {
        let seen = (q - P(0.5, 0.5)) / zoom + P(0.5, 0.5)
        guard isIn(seen, corner) else { return f.black }
        let rest = RGB(repeating: 1) - lights.at(seen)
        return RGB(repeating: 1)
          - RGB(
            sqrt(max(rest.x, 0)), sqrt(max(rest.y, 0)), sqrt(max(rest.z, 0)), sqrt(max(rest.w, 0)))
      }
      func turned(_ way: Double, _ pivot: Double, _ zoom: Double) -> P {
        let angle = way * way / 2.4
        let v = P((p.x - 0.5) / zoom + pivot, (p.y - 0.5) / (zoom * f.ratio))
        return P(
          cos(angle) * v.x - sin(angle) * v.y - pivot + 0.5,
          (sin(angle) * v.x + cos(angle) * v.y) * f.ratio + 0.5)
      }
      if t < 0.1 || t >= 0.9 {
        let a = (t < 0.1 ? t : 1 - t) / 0.1
        let q = (p - P(0.5, 0.5)) / (1 - a + zoom * a) + P(0.5, 0.5)
        return isIn(q, corner * a) ? (t < 0.1 ? f.from : f.to).at(q) : f.black
      }
      if t < 0.48 {
        let a = (t - 0.1) / 0.38
        return screen(half(turned(a, 2, 1), f.from), half(turned(a, -2, 1), f.from))
      }
      let a = 1 - (t - 0.52) / 0.38
      let windows = [isIn(turned(a, 2, zoom), corner), isIn(turned(a, -2, zoom), corner)]
      if !windows[0] && !windows[1] { return f.black }
      let lights = windows.map { $0 ? half(p, f.to) : f.black }
      return screen(lights[0], lights[1])
    },
  ]
}
