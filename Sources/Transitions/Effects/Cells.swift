// SPDX-License-Identifier: Apache-2.0

import EffectLoops

extension TransitionKernel {
  /// Grids, mosaics, and shapes with a colour around them.
  static let cells: [TransitionKernel] = [
    lookup("circle", 5) { Crop($0, center: $0.point(0), ground: $0.color(2)) },
    lookup("glcirclecrop", 3) { Crop(round: $0, ground: $0.color(0)) },
    lookup("gridflip", 9, GridFlip.init),
    lookup("hexagonalize", 2, Hexagonalize.init),
    lookup("glpixelize", 3, Pixelize.init),
    lookup("mosaic", 3, Mosaic.init),
    lookup("mosaictransition", 1, MosaicTransition.init),
    lookup("starwipe", 7, StarWipe.init),
  ]
}

/// The first picture closes in an ellipse or circle, the second opens from it.
private struct Crop: LookupEffect {
  let center: Point
  let radius, flat: Float
  let isNew: Bool
  let ground: Light?

  /// An ellipse with the shape of the picture.
  init(_ frame: EffectFrame, center: Point, ground: Light) {
    self.center = center
    radius = 2.828427 * (frame.progress - 0.5).magnitude
    flat = 1
    isNew = frame.progress >= 0.5
    self.ground = ground
  }

  /// A circle.
  init(round frame: EffectFrame, ground: Light) {
    center = middle
    let x = 2 * (frame.progress - 0.5).magnitude
    radius = x * x * x
    flat = 1 / frame.ratio
    isNew = frame.progress >= 0.5
    self.ground = ground
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let v = p - center
    let seen: Float = length(Point(v.x, v.y * flat)) < radius ? 1 : 0
    return isNew ? .to(p, seen) : .from(p, seen)
  }
}

/// A grid appears, its cells flip over at random times, and it goes.
private struct GridFlip: LookupEffect {
  let cells: Point
  let pause, divider, chance, t: Float
  let ground: Light?
  let seed: UInt32

  init(_ frame: EffectFrame) {
    cells = frame.pair(0)
    pause = frame.number(2)
    divider = frame.number(3) * min(1 / cells.x, 1 / cells.y)
    ground = frame.color(4)
    chance = frame.number(7)
    seed = frame.seed(8)
    t = frame.progress
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let cell = Point(floor(p.x * cells.x), floor(p.y * cells.y))
    let inner = Point(p.x * cells.x - cell.x, p.y * cells.y - cell.y)
    let edge = min(
      min(inner.x, 1 - inner.x) / cells.x, min(inner.y, 1 - inner.y) / cells.y)
    let isLine = edge < divider
    if t < pause { return .from(p, isLine ? 1 - t / pause : 1) }
    if t >= 1 - pause { return .to(p, isLine ? (t - 1 + pause) / pause : 1) }
    if isLine { return .ground }
    let lead = random(cell.x, cell.y, seed) - chance
    let turned = ramp(0, 1 - lead, (t - pause) / (1 - pause * 2))
    let width = (turned - 0.5).magnitude
    let seen: Float = (inner.x - 0.5).magnitude <= width ? 1 : 0
    let place = Point(((inner.x - 0.5) / width * 0.5 + 0.5 + cell.x) / cells.x, p.y)
    return turned <= 0.5 ? .from(place, seen) : .to(place, seen)
  }
}

/// Cells of hexagons.
private struct Hexagonalize: LookupEffect {
  let size, ratio, t: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    ratio = frame.ratio
    let coarse = EffectFrame.steps(2 * min(t, 1 - t), frame.number(0))
    size = 0.57735027 * coarse / frame.number(1)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    guard size > 0 else { return .both(p, t) }
    let (x, y) = ((p.x - 0.5) / size, (p.y / ratio - 0.5) / size)
    let (q, r) = (0.57735027 * x - y / 3, y * 2 / 3)
    let s = -q - r
    var (a, b) = (floor(q + 0.5), floor(r + 0.5))
    let c = floor(s + 0.5)
    let (da, db, dc) = ((a - q).magnitude, (b - r).magnitude, (c - s).magnitude)
    if da > db, da > dc {
      a = -b - c
    } else if db > dc {
      b = -a - c
    }
    let place = Point(
      (1.7320508 * a + 0.8660254 * b) * size + 0.5, (1.5 * b * size + 0.5) * ratio)
    return .both(place, t)
  }
}

/// Cells as many as a grid has, half-way.
private struct Pixelize: LookupEffect {
  let size: Point
  let isFine: Bool
  let t: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    let coarse = EffectFrame.steps(min(t, 1 - t), frame.number(2))
    isFine = coarse <= 0
    let cells = frame.pair(0)
    size = Point(2 * coarse / cells.x, 2 * coarse / cells.y)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    if isFine { return .both(p, t) }
    return .both(
      Point((floor(p.x / size.x) + 0.5) * size.x, (floor(p.y / size.y) + 0.5) * size.y), t)
  }
}

/// Square cells; the second picture comes late.
private struct MosaicTransition: LookupEffect {
  let size, weight: Float

  init(_ frame: EffectFrame) {
    let t = frame.progress
    size = 2 / frame.number(0) * min(t, 1 - t)
    weight = t * t
  }

  @inline(__always) func look(_ p: Point) -> Look {
    .both(Point((floor(p.x / size) + 0.5) * size, (floor(p.y / size) + 0.5) * size), weight)
  }
}

/// A wall of turned tiles of both pictures.
private struct Mosaic: LookupEffect {
  let end, place: Point
  let far: Float
  let seed: UInt32

  init(_ frame: EffectFrame) {
    let t = frame.progress
    end = Point(frame.number(0), -frame.number(1))
    far = (3 - 2 * (t * 2 - 1) * (t * 2 - 1)).magnitude
    let eased = 0.5 - cosine(t * .pi) / 2
    place = middle + end * (eased * eased)
    seed = frame.seed(2)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let q = (p - middle) * far + place
    let tile = Point(floor(q.x), floor(q.y))
    let v = q - tile - middle
    let chance = random(tile.x, tile.y, seed)
    // By no, one, two or three quarters; the tile at the end stands upright.
    let isEnd = tile.x == end.x && tile.y == end.y
    let turns = isEnd ? 0 : floor(chance * 4)
    let c: Float = turns == 0 ? 1 : turns == 2 ? -1 : 0
    let s: Float = turns == 1 ? 1 : turns == 3 ? -1 : 0
    let place = Point(v.x * c + v.y * s, v.y * c - v.x * s) + middle
    return .both(place, isEnd || chance > 0.5 ? 1 : 0)
  }
}

/// A star with a border grows.
private struct StarWipe: LookupEffect {
  let border, radius: Float
  let turn, center: Point
  let ground: Light?

  init(_ frame: EffectFrame) {
    border = frame.number(0)
    let angle = frame.number(1) * 1.2566371
    turn = Point(cosine(angle), sine(angle))
    ground = frame.color(2)
    center = frame.point(5)
    radius = (2 * border + 1) * frame.progress - border
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let v = p - center
    // The star is the same above and below its axis, so three of five sectors are enough. In each, the middle line is the
    // one along which a place lies farthest.
    let u = Point(turn.y * v.y - turn.x * v.x, (turn.y * v.x + turn.x * v.y).magnitude)
    let first = Point(0.809017 * u.x + 0.5877853 * u.y, 0.809017 * u.y - 0.5877853 * u.x)
    let second = Point(0.9510565 * u.y - 0.309017 * u.x, -0.309017 * u.y - 0.9510565 * u.x)
    let isSecond = second.x > first.x
    let (nearX, nearY) = (isSecond ? second.x : first.x, isSecond ? second.y : first.y)
    let isThird = -u.x > nearX
    let (x, y) = (isThird ? -u.x : nearX, isThird ? u.y : nearY)
    // Within a star of this radius, the distance from its tip's axis is less than this.
    let reach = y.magnitude + x * 0.3
    return Look(
      from: p, to: p, fromWeight: reach < radius + border ? 0 : 1, toWeight: reach < radius ? 1 : 0)
  }
}
