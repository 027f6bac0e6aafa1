// SPDX-License-Identifier: Apache-2.0

import Foundation

extension EffectReferences {
  private static func gray(_ light: RGB, _ color: Double) -> RGB {
    let g = 0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z
    return RGB(
      mixed(g, light.x, color), mixed(g, light.y, color), mixed(g, light.z, color), light.w)
  }

  private static func falling(_ a: Double, _ b: Double, _ x: Double) -> Double {
    1 - smoothstep(b, a, x)
  }

  static let colors: [String: EffectReference] = [
    "burn": { f, p in
      let light = f.mix(p, f.progress)
      let c = f.color(0)
      let share = f.progress * (1 - f.progress) * 2
      return RGB(light.x + share * c.x, light.y + share * c.y, light.z + share * c.z, light.w)
    },
    "colorphase": { f, p in
      let (a, b) = (f.from.at(p), f.to.at(p))
      let whole = smoothstep(0, 1, f.progress)
      var result = RGB(0, 0, 0, mixed(a.w, b.w, whole))
      for c in 0..<3 {
        let t = smoothstep(f.values[c], f.values[c + 3], f.progress)
        let cover = a.w * (1 - t) + b.w * t
        if cover > 0 { result[c] = (a[c] * a.w * (1 - t) + b[c] * b.w * t) / cover }
      }
      return result
    },
    "colourdistance": { f, p in
      let (a, b) = (f.from.at(p), f.to.at(p))
      let v = a - b
      let d = (v * v).sum().squareRoot()
      return d <= f.progress ? b : blend(a, b, pow(f.progress, f.values[0]))
    },
    "gldissolve": { f, p in
      let a = f.from.at(p)
      let show = 0.5 + 0.5 * (0.299 * a.x + 0.587 * a.y + 0.114 * a.z) - f.progress
      if show < 0.001 { return f.to.at(p) }
      let factor = 1 - smoothstep(0, f.values[0], show)
      var result = a
      for c in 0..<3 {
        let burn = pow(mixed(f.color(1)[c], f.color(4)[c], factor), f.values[7]) * f.values[8]
        result[c] = mixed(a[c], burn, factor)
      }
      return result
    },
    "fadecolor": { f, p in
      let phase = f.values[3]
      let (a, b) = (f.from.at(p), f.to.at(p))
      return blend(
        blend(f.color(0), a, falling(1 - phase, 0, f.progress)),
        blend(f.color(0), b, smoothstep(phase, 1, f.progress)), f.progress)
    },
    "fadegrayscale": { f, p in
      let i = f.values[0]
      return blend(
        gray(f.from.at(p), falling(1 - i, 0, f.progress)),
        gray(f.to.at(p), smoothstep(i, 1, f.progress)), f.progress)
    },
    "multiplyblend": { f, p in
      let (a, b) = (f.from.at(p), f.to.at(p))
      return f.progress < 0.5
        ? blend(a, a * b, 2 * f.progress) : blend(a * b, b, 2 * f.progress - 1)
    },
    "overexposure": { f, p in
      let (a, b) = (f.from.at(p), f.to.at(p))
      let flash = sin(.pi * f.progress) * f.values[0]
      let sum = a * a.w * (1 - f.progress + flash) + b * b.w * (f.progress + flash)
      let cover = mixed(a.w, b.w, f.progress)
      return cover > 0 ? RGB(sum.x / cover, sum.y / cover, sum.z / cover, cover) : .zero
    },
  ]
}
