// SPDX-License-Identifier: Apache-2.0

import Foundation

extension EffectReferences {
  /// The luma of a pixel of the picture that an effect reads.
  private static func gray(_ f: ReferenceFrame, _ p: P) -> Double {
    guard let map = f.map else { return 0 }
    let light = map.texel(Int(f.column(p)), f.height - 1 - Int(f.row(p)))
    return min(max(0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z, 0), 1)
  }

  static let maps: [String: EffectReference] = [
    "luma": { f, p in
      let reached = f.progress * (1 + f.values[0])
      let at = f.values[1] == 1 ? 1 - gray(f, p) : gray(f, p)
      return f.mix(
        p, f.values[0] == 0 ? (at < reached ? 1 : 0) : 1 - smoothstep(-f.values[0], 0, at - reached)
      )
    },
    "displacement": { f, p in
      let shift = f.values[0] * gray(f, p)
      return blend(
        f.from.at(P(p.x + f.progress * shift, p.y)),
        f.to.at(P(p.x - (1 - f.progress) * shift, p.y)), f.progress)
    },
  ]
}
