// SPDX-License-Identifier: Apache-2.0

import EffectLoops
import Glitches

extension TransitionKernel {
  /// Signals that are lost and torn.
  static let glitches: [TransitionKernel] = [
    torn("dropzoneflicker", 7, DropZoneFlicker.init),
    torn("oldtvlostsignal", 1, OldTV.init),
    rowTints("staticwipe", 3, StaticWipe.init),
    torn("stripdatamoshglitch", 10, StripGlitch.init),
  ]

  /// A transition by what is seen in stretches of rows.
  static func torn<E: TornEffect>(
    _ name: String, _ parameterCount: Int, _ make: @escaping @Sendable (EffectFrame) -> E
  ) -> TransitionKernel {
    TransitionKernel(name, parameterCount, .torn { make($0) })
  }
}

/// A wipe under a band of noise.
private struct StaticWipe: RowTintEffect {
  let isDown: Bool
  let t, span, time, width, height: Float
  let seed: UInt32

  init(_ frame: EffectFrame) {
    t = frame.progress
    isDown = frame.flag(0)
    span = frame.number(1) * max(0, sine(.pi * t)).squareRoot()
    time = frame.moment
    (width, height) = (Float(frame.width), Float(frame.height))
    seed = frame.seed(2)
  }

  func fill(_ row: TintRow) {
    let edge = isDown ? 1 - row.v : row.v
    let seen = edge < t ? row.to : row.from
    let share = ramp(t - span, t, edge) * (1 - ramp(t, t + span, edge))
    let start = floor(row.v * height) * width
    row.write { x, _, _ in
      let gray = random(start + floor(row.u(x) * width), time, seed)
      return mixed(seen[x], Tint(gray, gray, gray, 1), share)
    }
  }

  func seen(_ columns: Range<Int>, _ rows: Range<Int>) -> SeenPicture {
    let ends = [Float(rows.lowerBound), Float(rows.upperBound)].map {
      isDown ? $0 / height : 1 - $0 / height
    }
    if max(ends[0], ends[1]) <= t - span { return .to }
    return min(ends[0], ends[1]) >= t + span ? .from : .both
  }
}
