// SPDX-License-Identifier: Apache-2.0

import Kernels

extension TransitionKernel {
  /// Pictures in two halves, shutters, boards and cards.
  static let splits: [TransitionKernel] = [
    lookup("splitslideinhorizontal", 1) { Split($0, .coming, isUpright: false) },
    lookup("splitslideinvertical", 1) { Split($0, .coming, isUpright: true) },
    lookup("splitslideouthorizontal", 1) { Split($0, .going, isUpright: false) },
    lookup("splitslideoutvertical", 1) { Split($0, .going, isUpright: true) },
    lookup("splitslideinouthorizontal", 1) { Split($0, .both, isUpright: false) },
    lookup("splitslideinoutvertical", 1) { Split($0, .both, isUpright: true) },
    field("horizontalopen", 0) { Shutter($0, opens: true, isUpright: false) },
    field("horizontalclose", 0) { Shutter($0, opens: false, isUpright: false) },
    field("verticalopen", 0) { Shutter($0, opens: true, isUpright: true) },
    field("verticalclose", 0) { Shutter($0, opens: false, isUpright: true) },
    rows("blockdissolve", 2) { dissolvingBlocks($0) },
    rows("chessboard", 1, Chessboard.init),
    lookup("simpleflip", 0, passesBlack: true, SimpleFlip.init),
    lookup("simplezoomout", 2, SimpleZoomOut.init),
    lookup("zoominout", 0, ZoomInOut.init),
  ]

  /// Square cells change one by one.
  private static func dissolvingBlocks(_ frame: EffectFrame) -> CellField {
    let (size, t, seed) = (frame.number(0), frame.progress, frame.seed(1))
    return CellField(frame, { floor($0 / size) }, { floor($0 / size) }) {
      random($0, $1, seed) <= t ? 1 : 0
    }
  }
}

/// Halves of a picture slide in opposite directions.
private struct Split: LookupEffect {
  /// Which picture slides.
  enum Mover {
    case coming, going, both
  }

  /// True if the picture behind is the second one.
  let isNew: Bool
  let isUpright: Bool
  /// The shift of the picture in front, and of the one behind.
  let front, behind: Float

  init(_ frame: EffectFrame, _ mover: Mover, isUpright: Bool) {
    self.isUpright = isUpright
    let side: Float = frame.flag(0) ? -1 : 1
    isNew = mover != .coming
    front = side * (mover == .coming ? 1 - frame.progress : frame.progress)
    behind = mover == .both ? front - side : 0
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let side: Float = (isUpright ? p.x : p.y) > 0.5 ? 1 : -1
    func moved(_ way: Float) -> Point {
      isUpright ? Point(p.x, p.y + side * way) : Point(p.x + side * way, p.y)
    }
    let (q, rest) = (moved(front), moved(behind))
    let seen: Float = isInside(q) ? 1 : 0
    return isNew ? .mix(q, rest, 1 - seen) : .mix(rest, q, seen)
  }
}

/// Soft edges move from the middle line, or to it.
private struct Shutter: FieldEffect {
  let opens, isUpright: Bool
  let t: Float

  init(_ frame: EffectFrame, opens: Bool, isUpright: Bool) {
    (self.opens, self.isUpright) = (opens, isUpright)
    t = opens ? frame.progress : 1 - frame.progress
  }

  @inline(__always) func weight(_ p: Point) -> Float {
    let distance = ((isUpright ? p.x : p.y) - 0.5).magnitude
    let inside = ramp(0, 0.5, 2 * t - distance / t)
    return opens ? inside : 1 - inside
  }
}

/// The dark squares of a board fill from left to right, then the light ones.
private struct Chessboard: RowEffect {
  /// The weights of a row in which the first square is light, and of one in which it is dark.
  let light, dark: [Weight]
  let isDark: [Bool]

  init(_ frame: EffectFrame) {
    let (count, t) = (frame.number(0), frame.progress)
    func isOdd(_ x: Float) -> Bool { fraction(x * 0.5) != 0 }
    func row(_ first: Float) -> [Weight] {
      (0..<frame.width).map {
        let x = (Float($0) + 0.5) / Float(frame.width) * count
        let isDark = isOdd(floor(x) + first)
        let isOpen =
          t <= 0.5 ? isDark && fraction(x) <= t * 2 : isDark || fraction(x) <= t * 2 - 1
        return isOpen ? .whole : 0
      }
    }
    (light, dark) = (row(0), row(1))
    isDark = (0..<frame.height).map {
      isOdd(floor((1 - (Float($0) + 0.5) / Float(frame.height)) * count))
    }
  }

  func fill(_ y: Int, _ weights: UnsafeMutablePointer<Weight>) {
    let row = isDark[y] ? dark : light
    row.withUnsafeBufferPointer {
      if let base = $0.baseAddress { weights.update(from: base, count: $0.count) }
    }
  }
}

/// A card turns on black, with a picture on each side.
private struct SimpleFlip: LookupEffect {
  let width: Float
  let isNew: Bool

  init(_ frame: EffectFrame) {
    width = (frame.progress - 0.5).magnitude
    isNew = frame.progress >= 0.5
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let seen: Float = (p.x - 0.5).magnitude <= width ? 1 : 0
    let q = Point((p.x - 0.5) / width * 0.5 + 0.5, p.y)
    return isNew ? .to(q, seen) : .from(q, seen)
  }
}

/// The second picture moves away from its centre.
private struct SimpleZoomOut: LookupEffect {
  let size, weight: Float

  init(_ frame: EffectFrame) {
    let start = 1 - frame.number(0)
    size = ramp(start, 1, frame.progress)
    weight = frame.flag(1) ? size : frame.progress < start ? 0 : 1
  }

  @inline(__always) func look(_ p: Point) -> Look { .mix(p, (p - middle) * size + middle, weight) }
}

/// The centre of the first picture comes near, that of the second goes away.
private struct ZoomInOut: LookupEffect {
  let from, to, weight: Float

  init(_ frame: EffectFrame) {
    from = 1 - ramp(0, 1, frame.progress * 2)
    to = 1 - ramp(0, 1, (1 - frame.progress) * 2)
    weight = ramp(0.4, 0.6, frame.progress)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    .mix((p - middle) * from + middle, (p - middle) * to + middle, weight)
  }
}
