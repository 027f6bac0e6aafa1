// SPDX-License-Identifier: Apache-2.0

extension TransitionKernel {
  /// Boxes, triangles, and pictures that shrink, grow and turn as a whole.
  static let boxes: [TransitionKernel] = [
    field("bowtiewithparameter", 1, BowTie.init),
    field("box", 2, Box.init),
    lookup("rectangle", 3) { Rectangle($0, isWindow: false) },
    lookup("rectanglecrop", 3) { Rectangle($0, isWindow: true) },
    lookup("fold", 0, Fold.init),
    lookup("rolls", 2, Rolls.init),
    lookup("rotatescalevanish", 2, passesBlack: true, RotateScaleVanish.init),
    lookup("slides", 2, Slides.init),
    lookup("directionalscaled", 3, passesBlack: true, DirectionalScaled.init),
    lookup("zoomleftwipe", 1) { ZoomWipe($0, isLeftward: true) },
    lookup("zoomrightwipe", 1) { ZoomWipe($0, isLeftward: false) },
  ]
}

/// Triangles come from above and below; then what they leave withdraws to the sides.
private struct BowTie: FieldEffect {
  let tip, t: Float

  init(_ frame: EffectFrame) { (tip, t) = (frame.number(0), frame.progress) }

  @inline(__always) func weight(_ p: Point) -> Float {
    if t < 0.5 {
      let slope = p.x < tip ? p.x / tip : (1 - p.x) / (1 - tip)
      return min(p.y, 1 - p.y) < t - 0.5 + 0.5 * slope ? 1 : 0
    }
    let gone = 2 * t - 1
    let (end, base) = p.x > tip ? (between(tip, 1, gone), t + 0.5) : (tip * (1 - gone), 0.5 - t)
    let share = (p.x - end) / (base - end)
    return (p.y - 0.5).magnitude < 0.5 * share ? 0 : 1
  }
}

/// A rectangle of the first picture shrinks to a corner or the middle, or one of the second grows from there.
private struct Box: FieldEffect {
  let low, high: Point
  let isShrinking: Bool

  init(_ frame: EffectFrame) {
    isShrinking = frame.flag(0)
    let size = isShrinking ? 1 - frame.progress : frame.progress
    let place = Int(frame.number(1))
    let near: Point =
      switch place {
      case 1: Point(0, 1 - size)
      case 2: .zero
      case 3: Point(1 - size, 1 - size)
      case 4: Point(1 - size, 0)
      default: Point(0.5 * (1 - size), 0.5 * (1 - size))
      }
    (low, high) = (near, near + Point(size, size))
  }

  @inline(__always) func weight(_ p: Point) -> Float {
    let isIn = p.x >= low.x && p.y >= low.y && p.x <= high.x && p.y <= high.y
    return isIn != isShrinking ? 1 : 0
  }
}

/// A rectangle of a colour covers the pictures, or is what is around them.
private struct Rectangle: LookupEffect {
  let ground: Light?
  let isNew, isWindow: Bool
  let low, high: Float

  init(_ frame: EffectFrame, isWindow: Bool) {
    ground = frame.color(0)
    self.isWindow = isWindow
    let t = frame.progress
    isNew = t >= 0.5
    let size = (1 - 2 * t).magnitude
    let edge = isWindow ? 1 - size : size
    (low, high) = (edge - 0.25, 1.25 - edge)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let isIn = p.x >= low && p.y >= low && p.x <= high && p.y <= high
    if isIn != isWindow { return .ground }
    return isNew ? .to(p) : .from(p)
  }
}

/// The second picture unfolds from the left, the first is squeezed to the right.
private struct Fold: LookupEffect {
  let t: Float

  init(_ frame: EffectFrame) { t = frame.progress }

  @inline(__always) func look(_ p: Point) -> Look {
    p.x <= t ? .to(Point(p.x / t, p.y)) : .from(Point((p.x - t) / (1 - t), p.y))
  }
}

/// The first picture swings out about a corner.
private struct Rolls: LookupEffect {
  let corner: Int
  let sine, cosine, ratio: Float

  init(_ frame: EffectFrame) {
    corner = Int(frame.number(0))
    let isDown = frame.flag(1) == (corner < 2)
    let angle = (isDown ? 0.5 : -0.5) * Float.pi * frame.progress
    (sine, cosine) = (Transitions.sine(angle), Transitions.cosine(angle))
    ratio = frame.ratio
  }

  /// A place from the corner, or back.
  @inline(__always) private func turned(_ p: Point) -> Point {
    Point(
      corner == 0 || corner == 3 ? 1 - p.x : p.x, corner == 2 || corner == 3 ? 1 - p.y : p.y)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let q = turned(p)
    let (x, y) = (q.x * ratio * cosine - q.y * sine, q.x * ratio * sine + q.y * cosine)
    guard x >= 0, x <= ratio, y >= 0, y <= 1 else { return .to(p) }
    return .from(turned(Point(x / ratio, y)))
  }
}

/// The first picture turns once and shrinks to nothing.
private struct RotateScaleVanish: LookupEffect {
  let t, sine, cosine, ratio: Float
  /// The least visibility of the first picture, 0 or 1, in the weight of the second one.
  let least: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    least = frame.flag(0) ? 1 : 0
    let angle = (frame.flag(1) ? 2 : -2) * Float.pi * t
    let scale = 1 / max(0.00001, 1 - t)
    (sine, cosine) = (Transitions.sine(angle) * scale, Transitions.cosine(angle) * scale)
    ratio = frame.ratio
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let (x, y) = ((p.x - 0.5) * ratio, p.y - 0.5)
    let q = Point((x * cosine - y * sine) / ratio + 0.5, x * sine + y * cosine + 0.5)
    // Choices between 0 and 1, of which the compiler makes vectors.
    func share(_ x: Float) -> Float { (x >= 0 ? 1 : 0) * (x <= 1 ? 1 : 0) }
    let seen = share(q.x) * share(q.y)
    return Look(
      from: q, to: p, fromWeight: seen * (1 - t),
      toWeight: 1 - (seen > least ? seen : least) * (1 - t))
  }
}

/// A picture shrinks to an edge, a corner or the middle, or grows from there.
private struct Slides: LookupEffect {
  let size: Float
  let corner: Point
  let isComing: Bool

  init(_ frame: EffectFrame) {
    isComing = frame.flag(1)
    size = isComing ? frame.progress : 1 - frame.progress
    // Clockwise from the top, corners from the top right, then the middle.
    let places: [Point] = [
      Point(0.5, 1), Point(1, 0.5), Point(0.5, 0), Point(0, 0.5), Point(1, 1), Point(1, 0),
      Point(0, 0), Point(0, 1), middle,
    ]
    corner = places[min(Int(frame.number(0)), 8)] * (1 - size)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let q = (p - corner) / size
    let isIn = q.x >= 0 && q.x <= 1 && q.y >= 0 && q.y <= 1
    if isIn { return isComing ? .to(q) : .from(q) }
    return isComing ? .from(p) : .to(p)
  }
}

/// A push in which both pictures shrink and grow back.
private struct DirectionalScaled: LookupEffect {
  let way: Point
  let size: Float

  init(_ frame: EffectFrame) {
    func sign(_ x: Float) -> Float { x > 0 ? 1 : x < 0 ? -1 : 0 }
    let direction = frame.direction(0)
    let s = sine(frame.progress * .pi / 2)
    way = Point(sign(direction.x), sign(direction.y)) * (s * s * s)
    size = 1 - (1 - 1 / frame.number(2)) * sine(frame.progress * .pi)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let q = p + way
    let f = (Point(fraction(q.x), fraction(q.y)) - middle) * size + middle
    guard f.x >= 0, f.y >= 0, f.x <= 1, f.y <= 1 else { return .ground }
    return q.x >= 0 && q.y >= 0 && q.x <= 1 && q.y <= 1 ? .from(f) : .to(f)
  }
}

/// A zoom into the first picture and back, then a hard wipe.
private struct ZoomWipe: LookupEffect {
  let t, scale: Float
  let isLeftward: Bool

  init(_ frame: EffectFrame, isLeftward: Bool) {
    t = frame.progress
    self.isLeftward = isLeftward
    let amount = ramp(0, min(frame.number(0), 0.5), t)
    scale = amount < 0.5 ? 1 - amount : amount
  }

  @inline(__always) func look(_ p: Point) -> Look {
    if t < 0.5 { return .from(middle + (p - middle) * scale) }
    return (isLeftward ? 1 - p.x : p.x) <= 2 * t - 1 ? .to(p) : .from(p)
  }
}
