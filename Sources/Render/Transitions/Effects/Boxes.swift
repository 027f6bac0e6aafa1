// SPDX-License-Identifier: Apache-2.0

extension TransitionKernel {
  /// Boxes, triangles, and pictures that shrink, grow and turn as a whole.
  static let boxes: [TransitionKernel] = [
    // Triangles come from above and below; then what they leave withdraws to the sides.
    .init("bowtiewithparameter", 1) { frame in
      let (tip, t) = (frame.number(0), frame.progress)
      return .weights { row in
        row.write { p in
          if t < 0.5 {
            let slope = p.x < tip ? p.x / tip : (1 - p.x) / (1 - tip)
            return min(p.y, 1 - p.y) < t - 0.5 + 0.5 * slope ? 1 : 0
          }
          let gone = 2 * t - 1
          let (end, base) =
            p.x > tip ? (between(tip, 1, gone), t + 0.5) : (tip * (1 - gone), 0.5 - t)
          let share = (p.x - end) / (base - end)
          return (p.y - 0.5).magnitude < 0.5 * share ? 0 : 1
        }
      }
    },
    .init("box", 2, box),
    .init("rectangle", 3) { rectangle($0, isWindow: false) },
    .init("rectanglecrop", 3) { rectangle($0, isWindow: true) },
    // The second picture unfolds from the left, the first is squeezed to the right.
    .init("fold", 0) { frame in
      let t = frame.progress
      return .looks { row in
        row.write { p in
          p.x <= t ? .to(Point(p.x / t, p.y)) : .from(Point((p.x - t) / (1 - t), p.y))
        }
      }
    },
    .init("rolls", 2, rolls),
    // The first picture turns once and shrinks to nothing.
    .init("rotatescalevanish", 2, passesBlack: true) { frame in
      let (t, ratio) = (frame.progress, frame.ratio)
      // The least visibility of the first picture, 0 or 1, in the weight of the second one.
      let least: Float = frame.flag(0) ? 1 : 0
      let angle = (frame.flag(1) ? 2 : -2) * Float.pi * t
      let scale = 1 / max(0.00001, 1 - t)
      let (s, c) = (sine(angle) * scale, cosine(angle) * scale)
      return .looks { row in
        row.write { p in
          let (x, y) = ((p.x - 0.5) * ratio, p.y - 0.5)
          let q = Point((x * c - y * s) / ratio + 0.5, x * s + y * c + 0.5)
          // Choices between 0 and 1, of which the compiler makes vectors.
          func share(_ x: Float) -> Float { (x >= 0 ? 1 : 0) * (x <= 1 ? 1 : 0) }
          let seen = share(q.x) * share(q.y)
          return Look(
            from: q, to: p, fromWeight: seen * (1 - t),
            toWeight: 1 - (seen > least ? seen : least) * (1 - t))
        }
      }
    },
    .init("slides", 2, cornerSlide),
    // A push in which both pictures shrink and grow back.
    .init("directionalscaled", 3, passesBlack: true) { frame in
      let (direction, s) = (frame.direction(0), sine(frame.progress * .pi / 2))
      let way = Point(sign(direction.x), sign(direction.y)) * (s * s * s)
      let size = 1 - (1 - 1 / frame.number(2)) * sine(frame.progress * .pi)
      return .looks { row in
        row.write { p in
          let q = p + way
          let f = (Point(fraction(q.x), fraction(q.y)) - middle) * size + middle
          guard f.x >= 0, f.y >= 0, f.x <= 1, f.y <= 1 else { return .ground }
          return q.x >= 0 && q.y >= 0 && q.x <= 1 && q.y <= 1 ? .from(f) : .to(f)
        }
      }
    },
    .init("zoomleftwipe", 1) { zoomWipe($0, isLeftward: true) },
    .init("zoomrightwipe", 1) { zoomWipe($0, isLeftward: false) },
  ]
}

/// A rectangle of the first picture shrinks to a corner or the middle, or one of the second grows from there.
@Sendable private func box(_ frame: EffectFrame) -> EffectPlan {
  let isShrinking = frame.flag(0)
  let size = isShrinking ? 1 - frame.progress : frame.progress
  let low: Point =
    switch Int(frame.number(1)) {
    case 1: Point(0, 1 - size)
    case 2: .zero
    case 3: Point(1 - size, 1 - size)
    case 4: Point(1 - size, 0)
    default: Point(0.5 * (1 - size), 0.5 * (1 - size))
    }
  let high = low + Point(size, size)
  return .weights { row in
    row.write { p in
      let isIn = p.x >= low.x && p.y >= low.y && p.x <= high.x && p.y <= high.y
      return isIn != isShrinking ? 1 : 0
    }
  }
}

/// A rectangle of a colour covers the pictures, or is what is around them.
private func rectangle(_ frame: EffectFrame, isWindow: Bool) -> EffectPlan {
  let isNew = frame.progress >= 0.5
  let size = (1 - 2 * frame.progress).magnitude
  let edge = isWindow ? 1 - size : size
  let (low, high) = (edge - 0.25, 1.25 - edge)
  return .looks(ground: frame.color(0)) { row in
    row.write { p in
      let isIn = p.x >= low && p.y >= low && p.x <= high && p.y <= high
      if isIn != isWindow { return .ground }
      return isNew ? .to(p) : .from(p)
    }
  }
}

/// The first picture swings out about a corner.
@Sendable private func rolls(_ frame: EffectFrame) -> EffectPlan {
  let (corner, ratio) = (Int(frame.number(0)), frame.ratio)
  let isDown = frame.flag(1) == (corner < 2)
  let angle = (isDown ? 0.5 : -0.5) * Float.pi * frame.progress
  let (s, c) = (sine(angle), cosine(angle))
  /// A place from the corner, or back.
  @inline(__always) func turned(_ p: Point) -> Point {
    Point(
      corner == 0 || corner == 3 ? 1 - p.x : p.x, corner == 2 || corner == 3 ? 1 - p.y : p.y)
  }
  return .looks { row in
    row.write { p in
      let q = turned(p)
      let (x, y) = (q.x * ratio * c - q.y * s, q.x * ratio * s + q.y * c)
      guard x >= 0, x <= ratio, y >= 0, y <= 1 else { return .to(p) }
      return .from(turned(Point(x / ratio, y)))
    }
  }
}

/// A picture shrinks to an edge, a corner or the middle, or grows from there.
@Sendable private func cornerSlide(_ frame: EffectFrame) -> EffectPlan {
  let isComing = frame.flag(1)
  let size = isComing ? frame.progress : 1 - frame.progress
  // Clockwise from the top, corners from the top right, then the middle.
  let places: [Point] = [
    Point(0.5, 1), Point(1, 0.5), Point(0.5, 0), Point(0, 0.5), Point(1, 1), Point(1, 0),
    Point(0, 0), Point(0, 1), middle,
  ]
  let corner = places[min(Int(frame.number(0)), 8)] * (1 - size)
  return .looks { row in
    row.write { p in
      let q = (p - corner) / size
      let isIn = q.x >= 0 && q.x <= 1 && q.y >= 0 && q.y <= 1
      if isIn { return isComing ? .to(q) : .from(q) }
      return isComing ? .from(p) : .to(p)
    }
  }
}

/// A zoom into the first picture and back, then a hard wipe.
private func zoomWipe(_ frame: EffectFrame, isLeftward: Bool) -> EffectPlan {
  let t = frame.progress
  let amount = ramp(0, min(frame.number(0), 0.5), t)
  let scale = amount < 0.5 ? 1 - amount : amount
  return .looks { row in
    row.write { p in
      if t < 0.5 { return .from(middle + (p - middle) * scale) }
      return (isLeftward ? 1 - p.x : p.x) <= 2 * t - 1 ? .to(p) : .from(p)
    }
  }
}
