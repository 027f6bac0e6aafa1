// SPDX-License-Identifier: Apache-2.0

import Foundation

extension EffectReferences {
  private static func sign(_ f: ReferenceFrame, _ across: Double) -> Double {
    (across > 0.5 ? 1 : -1) * (f.values[0] == 1 ? -1 : 1)
  }

  private static func comes(_ f: ReferenceFrame, _ p: P, _ axis: P, _ across: Double) -> RGB {
    let q = p - axis * (f.progress * sign(f, across)) + axis * sign(f, across)
    return isInside(q) ? f.to.at(q) : f.from.at(p)
  }

  private static func goes(_ f: ReferenceFrame, _ p: P, _ axis: P, _ across: Double) -> RGB {
    let q = p + axis * (f.progress * sign(f, across))
    return isInside(q) ? f.from.at(q) : f.to.at(p)
  }

  private static func pushes(_ f: ReferenceFrame, _ p: P, _ axis: P, _ across: Double) -> RGB {
    let q = p + axis * (f.progress * sign(f, across))
    return isInside(q) ? f.from.at(q) : f.to.at(q - axis * sign(f, across))
  }

  private static func close(_ f: ReferenceFrame, _ p: P, _ x: Double) -> RGB {
    let s = 2 - abs((x - 0.5) / (f.progress - 1)) - 2 * f.progress
    return f.mix(p, 1 - smoothstep(0, 0.5, s))
  }

  private static func open(_ f: ReferenceFrame, _ p: P, _ x: Double) -> RGB {
    let regress = 1 - f.progress
    return f.mix(p, smoothstep(0, 0.5, 2 - abs((x - 0.5) / (regress - 1)) - 2 * regress))
  }

  private static let right = P(1, 0)
  private static let up = P(0, 1)

  static let splits: [String: EffectReference] = [
    "splitslideinhorizontal": { f, p in comes(f, p, right, p.y) },
    "splitslideinvertical": { f, p in comes(f, p, up, p.x) },
    "splitslideouthorizontal": { f, p in goes(f, p, right, p.y) },
    "splitslideoutvertical": { f, p in goes(f, p, up, p.x) },
    "splitslideinouthorizontal": { f, p in pushes(f, p, right, p.y) },
    "splitslideinoutvertical": { f, p in pushes(f, p, up, p.x) },
    "horizontalopen": { f, p in open(f, p, p.y) },
    "horizontalclose": { f, p in close(f, p, p.y) },
    "verticalopen": { f, p in open(f, p, p.x) },
    "verticalclose": { f, p in close(f, p, p.x) },
    "blockdissolve": { f, p in
      let cell = P((p.x / f.values[0]).rounded(.down), (p.y / f.values[0]).rounded(.down))
      return f.mix(p, step(f.random(cell.x, cell.y, 1), f.progress))
    },
    "chessboard": { f, p in
      let st = p * f.values[0]
      let index = st.x.rounded(.down) + st.y.rounded(.down)
      let checker = index.truncatingRemainder(dividingBy: 2)
      let isDone =
        f.progress <= 0.5
        ? checker > 0.5 ? step(fract(st.x), f.progress * 2) : 0
        : checker < 0.5 ? step(fract(st.x), (f.progress - 0.5) * 2) : 1
      return f.mix(p, isDone)
    },
    "simpleflip": { f, p in
      let width = abs(f.progress - 0.5)
      if abs(p.x - 0.5) > width { return f.black }
      let q = P((p.x - 0.5) / width * 0.5 + 0.5, p.y)
      return (f.progress < 0.5 ? f.from : f.to).at(q)
    },
    "simplezoomout": { f, p in
      let s = smoothstep(1 - f.values[0], 1, f.progress)
      let near = P(0.5, 0.5) + (p - P(0.5, 0.5)) * s
      return blend(f.from.at(p), f.to.at(near), s)
    },
    "zoominout": { f, p in
      func zoomed(_ amount: Double) -> P { P(0.5, 0.5) + (p - P(0.5, 0.5)) * (1 - amount) }
      return blend(
        f.from.at(zoomed(smoothstep(0, 1, f.progress * 2))),
        f.to.at(zoomed(smoothstep(0, 1, (1 - f.progress) * 2))), smoothstep(0.4, 0.6, f.progress))
    },
  ]
}
