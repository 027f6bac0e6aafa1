// SPDX-License-Identifier: Apache-2.0

import EffectLoops

extension TransitionKernel {
  /// Pictures that are turned and moved in space.
  static let space: [TransitionKernel] = [
    lookup("bookflip", 0, BookFlip.init),
    lookup("cube", 4, passesBlack: true, Cube.init),
    lookup("doorway", 3, passesBlack: true, Doorway.init),
    lookup("swap", 3, passesBlack: true, Swap.init),
  ]
}

/// A page turns from right to left about the upright middle line.
private struct BookFlip: LookupEffect {
  let t, shade: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    shade = max(0.7, (t - 0.5).magnitude * 2)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let isNew = p.x >= 1 - t
    if p.x < 0.5 {
      guard isNew else { return .from(p) }
      let x = (p.x - 0.5) / (t - 0.5) * 0.5 + 0.5
      let y = (p.y - 0.5) / (0.5 + (1 - t) * (0.5 - p.x) * 2) * 0.5 + 0.5
      return .to(Point(x, y), shade: shade)
    }
    guard !isNew else { return .to(p) }
    let x = (p.x - t) / (0.5 - t) * 0.5
    let y = (p.y - 0.5) / (0.5 + t * (p.x - 0.5) * 2) * 0.5 + 0.5
    return .from(Point(x, y), shade: shade)
  }
}

/// How a floor mirrors what is above it: upside down, a little lower, the fainter the farther.
@inline(__always)
private func mirrored(_ p: Point, _ drop: Float) -> Point { Point(p.x, -1.2 * p.y - drop) }

extension Look {
  /// The first picture at `from` or else the second at `to`, where these are inside; both mirrored elsewhere.
  ///
  /// Weights say which, as choices between places cost more than reading both.
  @inline(__always)
  fileprivate static func either(_ from: Point, _ to: Point, over reflection: Float, _ drop: Float)
    -> Look
  {
    let isFrom = isInside(from)
    let isTo = !isFrom && isInside(to)
    let (a, b) = (mirrored(from, drop), mirrored(to, drop))
    let shown = isFrom || isTo
    let faintFrom = isInside(a) ? reflection * (1 - a.y) : 0
    let faintTo = isInside(b) ? reflection * (1 - b.y) : 0
    return Look(
      from: shown ? from : a, to: shown ? to : b, fromWeight: shown ? (isFrom ? 1 : 0) : faintFrom,
      toWeight: shown ? (isTo ? 1 : 0) : faintTo)
  }

  /// The same with the pictures exchanged.
  fileprivate var exchanged: Look {
    Look(from: to, to: from, fromWeight: toWeight, toWeight: fromWeight)
  }
}

/// Two faces of a cube that turns to the right, over a floor that mirrors it.
private struct Cube: LookupEffect {
  let t, zoom, reflection, drop: Float
  let fromDepth, toDepth: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    let perspective = frame.number(0)
    zoom = frame.number(1) * 2 * (0.5 - (0.5 - t).magnitude)
    reflection = frame.number(2)
    drop = frame.number(3) / 100
    fromDepth = 1 - between(t, 0, perspective)
    toDepth = between(t * t, 1, perspective)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let q = p * (1 + zoom) - Point(zoom, zoom) * 0.5
    let x = (q.x - t) / (1 - t)
    let from = Point(x, (q.y - 0.5 * (1 - fromDepth) * x) / (1 + (fromDepth - 1) * x))
    let back = 1 - q.x / t
    let to = Point(1 - back, (q.y - 0.5 * (1 - toDepth) * back) / (1 + (toDepth - 1) * back))
    return .either(from, to, over: reflection, drop)
  }
}

/// The first picture opens like two doors; the second comes forward between them.
private struct Doorway: LookupEffect {
  let t, reflection, perspective, size: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    reflection = frame.number(0)
    perspective = frame.number(1)
    size = between(1, frame.number(2), 1 - t)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let slit = 2 * (p.x - 0.5).magnitude - t
    let depth = 1 / (1 + perspective * t * (1 - slit))
    let door = Point(
      p.x + (p.x > 0.5 ? -0.5 : 0.5) * t, (p.y - depth / 2) * depth + depth / 2)
    let isDoor = slit > 0 && isInside(door)
    let coming = (p - middle) * size + middle
    let isComing = isInside(coming)
    let floor = mirrored(coming, 0.02)
    let faint = isInside(floor) ? reflection * (1 - floor.y) : 0
    return Look(
      from: door, to: isComing ? coming : floor, fromWeight: isDoor ? 1 : 0,
      toWeight: isDoor ? 0 : isComing ? 1 : faint)
  }
}

/// The pictures change places in depth.
private struct Swap: LookupEffect {
  let t, reflection, fromSize, fromWide, fromSlope, toSize, toWide, toSlope: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    reflection = frame.number(0)
    let (perspective, depth) = (frame.number(1), frame.number(2))
    fromSize = between(1, depth, t)
    fromWide = fromSize / (1 - perspective * t)
    fromSlope = fromSize * perspective * t
    toSize = between(1, depth, 1 - t)
    toWide = toSize / (1 - perspective * (1 - t))
    toSlope = toSize * perspective * (1 - t)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let from = Point(p.x * fromWide, (p.y - 0.5) * fromSize / (1 - fromSlope * p.x) + 0.5)
    let to = Point(
      (p.x - 1) * toWide + 1, (p.y - 0.5) * toSize / (1 - toSlope * (0.5 - p.x)) + 0.5)
    return t < 0.5
      ? .either(from, to, over: reflection, 0.02)
      : .either(to, from, over: reflection, 0.02).exchanged
  }
}
