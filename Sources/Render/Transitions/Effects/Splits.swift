// SPDX-License-Identifier: Apache-2.0

import Kernels

extension TransitionKernel {
  /// Pictures in two halves, shutters, boards and cards.
  static let splits: [TransitionKernel] = [
    .init("splitslideinhorizontal", 1) { split($0, .coming, isUpright: false) },
    .init("splitslideinvertical", 1) { split($0, .coming, isUpright: true) },
    .init("splitslideouthorizontal", 1) { split($0, .going, isUpright: false) },
    .init("splitslideoutvertical", 1) { split($0, .going, isUpright: true) },
    .init("splitslideinouthorizontal", 1) { split($0, .both, isUpright: false) },
    .init("splitslideinoutvertical", 1) { split($0, .both, isUpright: true) },
    .init("horizontalopen", 0) { shutter($0, opens: true, isUpright: false) },
    .init("horizontalclose", 0) { shutter($0, opens: false, isUpright: false) },
    .init("verticalopen", 0) { shutter($0, opens: true, isUpright: true) },
    .init("verticalclose", 0) { shutter($0, opens: false, isUpright: true) },
    // Square cells change one by one.
    .init("blockdissolve", 2) { frame in
      let (size, t, seed) = (frame.number(0), frame.progress, frame.seed(1))
      return .cells(frame, { floor($0 / size) }, { floor($0 / size) }) {
        random($0, $1, seed) <= t ? 1 : 0
      }
    },
    .init("chessboard", 1, chessboard),
    // A card turns on black, with a picture on each side.
    .init("simpleflip", 0, passesBlack: true) { frame in
      let width = (frame.progress - 0.5).magnitude
      let isNew: Float = frame.progress >= 0.5 ? 1 : 0
      return .looks { row in
        row.write { p in
          let q = Point((p.x - 0.5) / width * 0.5 + 0.5, p.y)
          return .one(q, (p.x - 0.5).magnitude <= width ? 1 : 0, isNew: isNew)
        }
      }
    },
    // The second picture moves away from its centre.
    .init("simplezoomout", 2) { frame in
      let start = 1 - frame.number(0)
      let size = ramp(start, 1, frame.progress)
      let weight = frame.flag(1) ? size : frame.progress < start ? 0 : 1
      return .looks { row in row.write { p in .mix(p, (p - middle) * size + middle, weight) } }
    },
    // The centre of the first picture comes near, that of the second goes away.
    .init("zoominout", 0) { frame in
      let t = frame.progress
      let (from, to) = (1 - ramp(0, 1, t * 2), 1 - ramp(0, 1, (1 - t) * 2))
      let weight = ramp(0.4, 0.6, t)
      return .looks { row in
        row.write { p in
          .mix((p - middle) * from + middle, (p - middle) * to + middle, weight)
        }
      }
    },
  ]
}

/// The pictures that slide in two halves.
private enum Mover {
  case coming, going, both
}

/// Halves of a picture slide in opposite directions.
private func split(_ frame: EffectFrame, _ mover: Mover, isUpright: Bool) -> EffectPlan {
  // The picture behind is the first one where the second comes.
  let isNew = mover != .coming
  let side: Float = frame.flag(0) ? -1 : 1
  let front = side * (isNew ? frame.progress : 1 - frame.progress)
  let behind = mover == .both ? front - side : 0
  return .looks { row in
    row.write { p in
      let side: Float = (isUpright ? p.x : p.y) > 0.5 ? 1 : -1
      func moved(_ way: Float) -> Point {
        isUpright ? Point(p.x, p.y + side * way) : Point(p.x + side * way, p.y)
      }
      let (q, rest) = (moved(front), moved(behind))
      let seen: Float = isInside(q) ? 1 : 0
      return isNew ? .mix(q, rest, 1 - seen) : .mix(rest, q, seen)
    }
  }
}

/// Soft edges move from the middle line, or to it.
private func shutter(_ frame: EffectFrame, opens: Bool, isUpright: Bool) -> EffectPlan {
  let t = opens ? frame.progress : 1 - frame.progress
  return .weights { row in
    row.write { p in
      let distance = ((isUpright ? p.x : p.y) - 0.5).magnitude
      let inside = ramp(0, 0.5, 2 * t - distance / t)
      return opens ? inside : 1 - inside
    }
  }
}

/// The dark squares of a board fill from left to right, then the light ones.
@Sendable private func chessboard(_ frame: EffectFrame) -> EffectPlan {
  let (count, t, height) = (frame.number(0), frame.progress, Float(frame.height))
  func isOdd(_ x: Float) -> Bool { fraction(x * 0.5) != 0 }
  /// The weights of a row in which the first square is light, or dark.
  func weights(_ first: Float) -> Table<Weight> {
    Table(frame.width) {
      let x = (Float($0) + 0.5) / Float(frame.width) * count
      let isDark = isOdd(floor(x) + first)
      let isOpen =
        t <= 0.5 ? isDark && fraction(x) <= t * 2 : isDark || fraction(x) <= t * 2 - 1
      return isOpen ? .whole : 0
    }
  }
  let (light, dark) = (weights(0), weights(1))
  return .weights { row in
    let isDark = isOdd(floor((1 - (Float(row.y) + 0.5) / height) * count))
    row.weights.update(from: (isDark ? dark : light).base, count: row.width)
  }
}
