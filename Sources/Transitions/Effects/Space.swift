// SPDX-License-Identifier: Apache-2.0

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

  func look(_ p: Point) -> Look {
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

  func look(_ p: Point) -> Look {
    let q = p * (1 + zoom) - Point(zoom, zoom) * 0.5
    let x = (q.x - t) / (1 - t)
    let from = Point(x, (q.y - 0.5 * (1 - fromDepth) * x) / (1 + (fromDepth - 1) * x))
    if isInside(from) { return .from(from) }
    let back = 1 - q.x / t
    let to = Point(1 - back, (q.y - 0.5 * (1 - toDepth) * back) / (1 + (toDepth - 1) * back))
    if isInside(to) { return .to(to) }
    let (a, b) = (mirrored(from, drop), mirrored(to, drop))
    return Look(
      from: a, to: b, fromWeight: isInside(a) ? reflection * (1 - a.y) : 0,
      toWeight: isInside(b) ? reflection * (1 - b.y) : 0)
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

  func look(_ p: Point) -> Look {
    let slit = 2 * (p.x - 0.5).magnitude - t
    if slit > 0 {
      let depth = 1 / (1 + perspective * t * (1 - slit))
      let door = Point(
        p.x + (p.x > 0.5 ? -0.5 : 0.5) * t, (p.y - depth / 2) * depth + depth / 2)
      if isInside(door) { return .from(door) }
    }
    let coming = (p - middle) * size + middle
    if isInside(coming) { return .to(coming) }
    let floor = mirrored(coming, 0.02)
    return isInside(floor) ? .to(floor, reflection * (1 - floor.y)) : .ground
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

  func look(_ p: Point) -> Look {
    let from = Point(p.x * fromWide, (p.y - 0.5) * fromSize / (1 - fromSlope * p.x) + 0.5)
    let to = Point(
      (p.x - 1) * toWide + 1, (p.y - 0.5) * toSize / (1 - toSlope * (0.5 - p.x)) + 0.5)
    if t < 0.5, isInside(from) { return .from(from) }
    if isInside(to) { return .to(to) }
    if isInside(from) { return .from(from) }
    let (a, b) = (mirrored(from, 0.02), mirrored(to, 0.02))
    return Look(
      from: a, to: b, fromWeight: isInside(a) ? reflection * (1 - a.y) : 0,
      toWeight: isInside(b) ? reflection * (1 - b.y) : 0)
  }
}
