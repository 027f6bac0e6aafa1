// SPDX-License-Identifier: Apache-2.0

extension TransitionKernel {
  /// Pictures that slide and push as they are.
  static let slides: [TransitionKernel] = [
    lookup("coverleft", 0) { Slide($0, to: Point(1, 0)) },
    lookup("coverright", 0) { Slide($0, to: Point(-1, 0)) },
    lookup("coverup", 0) { Slide($0, to: Point(0, -1)) },
    lookup("coverdown", 0) { Slide($0, to: Point(0, 1)) },
    lookup("revealleft", 0) { Slide($0, from: Point(-1, 0)) },
    lookup("revealright", 0) { Slide($0, from: Point(1, 0)) },
    lookup("revealup", 0) { Slide($0, from: Point(0, 1)) },
    lookup("revealdown", 0) { Slide($0, from: Point(0, -1)) },
    lookup("directional", 2) { Push($0, $0.progress) },
    lookup("directionaleasing", 2) { Push($0, ((2 - $0.progress) * $0.progress).squareRoot()) },
    lookup("fadeinwipeleft", 0) { FadeBehind($0, across: 1) },
    lookup("fadeinwipeup", 0) { FadeBehind($0, across: 0) },
    rowLookup("doomscreentransition", 6, DoomScreen.init),
    lookup("leftright", 0, passesBlack: true) { Depart($0, along: Point(1, 0)) },
    lookup("topbottom", 0, passesBlack: true) { Depart($0, along: Point(0, -1)) },
    lookup("bounce", 6, Bounce.init),
  ]
}

/// One picture slides over the other, which stands still.
private struct Slide: LookupEffect {
  let isCover: Bool
  let offset: Point

  /// The second picture comes from the side that `start` names.
  init(_ frame: EffectFrame, to start: Point) {
    isCover = true
    offset = Slide.whole(start * (1 - frame.progress), frame)
  }

  /// The first picture goes to the side that `end` names.
  init(_ frame: EffectFrame, from end: Point) {
    isCover = false
    offset = Slide.whole(end * frame.progress, frame)
  }

  /// `offset` in whole pixels.
  private static func whole(_ offset: Point, _ frame: EffectFrame) -> Point {
    let size = Point(Float(frame.width), Float(frame.height))
    return Point(nearest(offset.x * size.x), nearest(offset.y * size.y)) / size
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let moved = p - offset
    let front: Float = isInside(moved) ? 1 : 0
    return isCover ? .mix(p, moved, front) : .mix(moved, p, 1 - front)
  }
}

/// The second picture pushes the first out along the signs of a direction.
private struct Push: LookupEffect {
  let way: Point

  init(_ frame: EffectFrame, _ share: Float) {
    func sign(_ x: Float) -> Float { x > 0 ? 1 : x < 0 ? -1 : 0 }
    let direction = frame.direction(0)
    way = Point(-sign(direction.x), -sign(direction.y)) * share
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let q = p + way
    let isOld = q.x >= 0 && q.y >= 0 && q.x <= 1 && q.y <= 1
    return .mix(q, Point(fraction(q.x), fraction(q.y)), isOld ? 0 : 1)
  }
}

/// The first picture slides out; what it leaves free fades.
private struct FadeBehind: LookupEffect {
  let across: Float
  let progress: Float

  init(_ frame: EffectFrame, across: Float) { (self.across, progress) = (across, frame.progress) }

  @inline(__always) func look(_ p: Point) -> Look {
    let moved = Point(p.x - across * progress, p.y - (1 - across) * progress)
    let isFree = across > 0 ? moved.x < 0 : moved.y < 0
    return .mix(isFree ? p : moved, p, isFree ? progress : 0)
  }
}

/// Columns of the first picture drip down at speeds of their own.
private struct DoomScreen: RowLookEffect {
  /// The distance that the bar of each column has come.
  let columns: [Float]

  init(_ frame: EffectFrame) {
    let (bars, width) = (frame.number(0), frame.width)
    let (amplitude, noise, frequency) = (frame.number(1), frame.number(2), frame.number(3))
    let (drip, seed, progress) = (frame.number(4), frame.seed(5), frame.progress)
    let count = bars
    let ways = (0..<max(1, Int(count.rounded(.up)))).map { index in
      let bar = Float(index)
      let phase = bar * frequency * 0.1 * count
      let wave =
        cosine(phase * 0.5) * cosine(phase * 0.13) * sine((phase + 10) * 0.3) / 2 + 0.5
      let sag = count > 1 ? sine(bar / (count - 1) * .pi) * drip : 0
      let place = between(wave, random(bar, 0, seed), noise) + sag
      return progress * (1 + place * amplitude)
    }
    let across = 1 / Float(width)
    columns = (0..<width).map { x in
      ways[index((Float(x) + 0.5) * across * bars, below: ways.count)]
    }
  }

  func fill(_ row: LookRow) {
    let v = row.v
    columns.withUnsafeBufferPointer { columns in
      row.write(0..<row.count) { u, x in
        let moved = Point(u, v + columns[x])
        let seen: Float = moved.y < 1 ? 1 : 0
        return Look(from: moved, to: Point(u, v), fromWeight: seen, toWeight: 1 - seen)
      }
    }
  }
}

/// The second picture slides over the first one, which shrinks and darkens on black.
private struct Depart: LookupEffect {
  let along: Point
  let size, shade: Float

  init(_ frame: EffectFrame, along: Point) {
    self.along = along * (1 - frame.progress)
    size = 1 + 0.4 * frame.progress
    shade = 1 - frame.progress
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let coming = p - along
    let going = (p - middle) * size + middle
    let isNew = isInside(coming)
    let isOld = !isNew && isInside(going)
    return Look(
      from: going, to: coming, fromWeight: isOld ? 1 : 0, toWeight: isNew ? 1 : 0,
      shade: isOld ? shade : 1)
  }
}

/// The first picture falls and bounces, and throws a shadow on the second one.
private struct Bounce: LookupEffect {
  let ground: Light?
  let opacity, reach, height, end: Float

  init(_ frame: EffectFrame) {
    ground = frame.color(0)
    opacity = frame.number(3)
    reach = frame.number(4)
    let p = frame.progress
    height = cosine(p * .pi * frame.number(5)).magnitude * (1 - sine(p * .pi / 2))
    end = ramp(0.95, 1, p)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let above = p.y - height
    let dark = between(above / reach * opacity + 1 - opacity, 1, end)
    let light = above <= reach ? dark : 1
    let isOld = above <= 0
    return Look(
      from: Point(p.x, p.y + 1 - height), to: p, fromWeight: isOld ? 1 : 0,
      toWeight: isOld ? 0 : light)
  }
}
