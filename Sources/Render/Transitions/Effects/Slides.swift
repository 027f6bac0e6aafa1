// SPDX-License-Identifier: Apache-2.0

extension TransitionKernel {
  /// Pictures that slide and push as they are.
  static let slides: [TransitionKernel] = [
    .init("coverleft", 0) { cover($0, from: Point(1, 0)) },
    .init("coverright", 0) { cover($0, from: Point(-1, 0)) },
    .init("coverup", 0) { cover($0, from: Point(0, -1)) },
    .init("coverdown", 0) { cover($0, from: Point(0, 1)) },
    .init("revealleft", 0) { reveal($0, to: Point(-1, 0)) },
    .init("revealright", 0) { reveal($0, to: Point(1, 0)) },
    .init("revealup", 0) { reveal($0, to: Point(0, 1)) },
    .init("revealdown", 0) { reveal($0, to: Point(0, -1)) },
    .init("directional", 2) { push($0, $0.progress) },
    .init("directionaleasing", 2) { push($0, ((2 - $0.progress) * $0.progress).squareRoot()) },
    .init("fadeinwipeleft", 0) { fadeBehind($0, across: 1) },
    .init("fadeinwipeup", 0) { fadeBehind($0, across: 0) },
    .init("doomscreentransition", 6, doomScreen),
    .init("leftright", 0, passesBlack: true) { depart($0, along: Point(1, 0)) },
    .init("topbottom", 0, passesBlack: true) { depart($0, along: Point(0, -1)) },
    // The first picture falls and bounces, and throws a shadow on the second one.
    .init("bounce", 6) { frame in
      let (opacity, reach, t) = (frame.number(3), frame.number(4), frame.progress)
      let height = cosine(t * .pi * frame.number(5)).magnitude * (1 - sine(t * .pi / 2))
      let end = ramp(0.95, 1, t)
      return .looks(ground: frame.color(0)) { row in
        row.write { p in
          let above = p.y - height
          let dark = between(above / reach * opacity + 1 - opacity, 1, end)
          let light = above <= reach ? dark : 1
          let isOld = above <= 0
          return Look(
            from: Point(p.x, p.y + 1 - height), to: p, fromWeight: isOld ? 1 : 0,
            toWeight: isOld ? 0 : light)
        }
      }
    },
  ]
}

/// The second picture slides over the first one, from the side that `start` names.
private func cover(_ frame: EffectFrame, from start: Point) -> EffectPlan {
  let offset = frame.whole(start * (1 - frame.progress))
  return .looks { row in
    row.write { p in .mix(p, p - offset, isInside(p - offset) ? 1 : 0) }
  }
}

/// The first picture goes to the side that `end` names.
private func reveal(_ frame: EffectFrame, to end: Point) -> EffectPlan {
  let offset = frame.whole(end * frame.progress)
  return .looks { row in
    row.write { p in .mix(p - offset, p, 1 - (isInside(p - offset) ? 1 : 0)) }
  }
}

extension EffectFrame {
  /// `offset` in whole pixels.
  fileprivate func whole(_ offset: Point) -> Point {
    let size = Point(Float(width), Float(height))
    return Point(nearest(offset.x * size.x), nearest(offset.y * size.y)) / size
  }
}

/// The second picture pushes the first out along the signs of a direction.
private func push(_ frame: EffectFrame, _ share: Float) -> EffectPlan {
  let direction = frame.direction(0)
  let way = Point(-sign(direction.x), -sign(direction.y)) * share
  return .looks { row in
    row.write { p in
      let q = p + way
      let isOld = q.x >= 0 && q.y >= 0 && q.x <= 1 && q.y <= 1
      return .mix(q, Point(fraction(q.x), fraction(q.y)), isOld ? 0 : 1)
    }
  }
}

/// The first picture slides out; what it leaves free fades.
private func fadeBehind(_ frame: EffectFrame, across: Float) -> EffectPlan {
  let t = frame.progress
  return .looks { row in
    row.write { p in
      let moved = Point(p.x - across * t, p.y - (1 - across) * t)
      let isFree = across > 0 ? moved.x < 0 : moved.y < 0
      return .mix(isFree ? p : moved, p, isFree ? t : 0)
    }
  }
}

/// Columns of the first picture drip down at speeds of their own.
@Sendable private func doomScreen(_ frame: EffectFrame) -> EffectPlan {
  let (count, amplitude, noise) = (frame.number(0), frame.number(1), frame.number(2))
  let (frequency, drip, seed) = (frame.number(3), frame.number(4), frame.seed(5))
  let ways = (0..<max(1, Int(count.rounded(.up)))).map { index in
    let bar = Float(index)
    let phase = bar * frequency * 0.1 * count
    let wave = cosine(phase * 0.5) * cosine(phase * 0.13) * sine((phase + 10) * 0.3) / 2 + 0.5
    let sag = count > 1 ? sine(bar / (count - 1) * .pi) * drip : 0
    let place = between(wave, random(bar, 0, seed), noise) + sag
    return frame.progress * (1 + place * amplitude)
  }
  // The distance that the bar of each column has come.
  let across = 1 / Float(frame.width)
  let columns = Table(frame.width) {
    ways[index((Float($0) + 0.5) * across * count, below: ways.count)]
  }
  return .looks { row in
    let (columns, v) = (columns.base, row.v)
    row.write(0..<row.count) { u, x in
      let moved = Point(u, v + columns[x])
      let seen: Float = moved.y < 1 ? 1 : 0
      return Look(from: moved, to: Point(u, v), fromWeight: seen, toWeight: 1 - seen)
    }
  }
}

/// The second picture slides over the first one, which shrinks and darkens on black.
private func depart(_ frame: EffectFrame, along: Point) -> EffectPlan {
  let (way, size) = (along * (1 - frame.progress), 1 + 0.4 * frame.progress)
  let shade = 1 - frame.progress
  return .looks { row in
    row.write { p in
      let coming = p - way
      let going = (p - middle) * size + middle
      let isNew = isInside(coming)
      let isOld = !isNew && isInside(going)
      return Look(
        from: going, to: coming, fromWeight: isOld ? 1 : 0, toWeight: isNew ? 1 : 0,
        shade: isOld ? shade : 1)
    }
  }
}
