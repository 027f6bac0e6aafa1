// SPDX-License-Identifier: Apache-2.0

import Foundation

extension EffectReferences {
  private static func cover(_ f: ReferenceFrame, _ p: P, _ side: P) -> RGB {
    let q = p - whole(f, side * (1 - f.progress))
    return isInside(q) ? f.to.at(q) : f.from.at(p)
  }

  private static func reveal(_ f: ReferenceFrame, _ p: P, _ side: P) -> RGB {
    let q = p - whole(f, side * f.progress)
    return isInside(q) ? f.from.at(q) : f.to.at(p)
  }

  private static func whole(_ f: ReferenceFrame, _ v: P) -> P {
    let size = P(Double(f.width), Double(f.height))
    return P((v.x * size.x).rounded(), (v.y * size.y).rounded()) / size
  }

  static func isInside(_ p: P) -> Bool { p.x > 0 && p.x < 1 && p.y > 0 && p.y < 1 }

  /// Each component alone: 1, 0 or −1.
  private static func sign(_ v: P) -> P { P(Double(v.x.signum), Double(v.y.signum)) }

  private static func push(_ f: ReferenceFrame, _ p: P, _ share: Double) -> RGB {
    let q = p - sign(f.direction(0)) * share
    let isOld = step(0, q.y) * step(q.y, 1) * step(0, q.x) * step(q.x, 1) == 1
    let r = P(fract(q.x), fract(q.y))
    return isOld ? f.from.at(r) : f.to.at(r)
  }

  private static func depart(_ f: ReferenceFrame, _ p: P, _ way: P) -> RGB {
    let coming = p - way * (1 - f.progress)
    if isInside(coming) { return f.to.at(coming) }
    let going = (p - P(0.5, 0.5)) * mixed(1, 3, f.progress * 0.2) + P(0.5, 0.5)
    guard isInside(going) else { return f.black }
    let light = f.from.at(going)
    let shade = 1 - f.progress
    return RGB(light.x * shade, light.y * shade, light.z * shade, light.w)
  }

  static let slides: [String: EffectReference] = [
    "coverleft": { f, p in cover(f, p, P(1, 0)) },
    "coverright": { f, p in cover(f, p, P(-1, 0)) },
    "coverup": { f, p in cover(f, p, P(0, -1)) },
    "coverdown": { f, p in cover(f, p, P(0, 1)) },
    "revealleft": { f, p in reveal(f, p, P(-1, 0)) },
    "revealright": { f, p in reveal(f, p, P(1, 0)) },
    "revealup": { f, p in reveal(f, p, P(0, 1)) },
    "revealdown": { f, p in reveal(f, p, P(0, -1)) },
    "directional": { f, p in push(f, p, f.progress) },
    "directionaleasing": { f, p in push(f, p, ((2 - f.progress) * f.progress).squareRoot()) },
    "fadeinwipeleft": { f, p in
      p.x < f.progress ? f.mix(p, f.progress) : f.from.at(p - P(f.progress, 0))
    },
    "fadeinwipeup": { f, p in
      p.y < f.progress ? f.mix(p, f.progress) : f.from.at(p - P(0, f.progress))
    },
    "doomscreentransition": { f, p in
      let (bars, bar) = (f.values[0], (p.x * f.values[0]).rounded(.down))
      let fn = bar * f.values[3] * 0.1 * bars
      let wave = cos(fn * 0.5) * cos(fn * 0.13) * sin((fn + 10) * 0.3) / 2 + 0.5
      let position =
        mixed(wave, f.random(bar, 0, 5), f.values[2]) + sin(bar / (bars - 1) * .pi) * f.values[4]
      let phase = f.progress * (1 + position * f.values[1])
      return phase + p.y < 1 ? f.from.at(P(p.x, p.y + phase)) : f.to.at(p)
    },
    "leftright": { f, p in depart(f, p, P(1, 0)) },
    "topbottom": { f, p in depart(f, p, P(0, -1)) },
    "bounce": { f, p in
      let y = abs(cos(f.progress * .pi * f.values[5])) * (1 - sin(f.progress * .pi / 2))
      let d = p.y - y
      if d <= 0 { return f.from.at(P(p.x, p.y + 1 - y)) }
      let reach = f.values[4]
      let clear = mixed(
        d / reach * f.values[3] + 1 - f.values[3], 1, smoothstep(0.95, 1, f.progress))
      return blend(f.to.at(p), f.color(0), step(d, reach) * (1 - clear))
    },
  ]
}

extension Double {
  fileprivate var signum: Int { self > 0 ? 1 : self < 0 ? -1 : 0 }
}
