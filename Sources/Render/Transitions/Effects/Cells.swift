// SPDX-License-Identifier: Apache-2.0

extension TransitionKernel {
  /// Grids, mosaics, and shapes with a colour around them.
  static let cells: [TransitionKernel] = [
    lookup("circle", 5) { Crop($0, center: $0.point(0), ground: $0.color(2)) },
    lookup("glcirclecrop", 3) { Crop(round: $0, ground: $0.color(0)) },
    rowLookup("gridflip", 9, GridFlip.init),
    lookup("hexagonalize", 2, Hexagonalize.init),
    lookup("glpixelize", 3, Pixelize.init),
    rowLookup("mosaic", 3, Mosaic.init),
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
private struct GridFlip: RowLookEffect {
  let cells: Point
  let pause, divider, chance, t: Float
  let ground: Light?
  let seed: UInt32
  let columns: Cells

  init(_ frame: EffectFrame) {
    let cells = frame.pair(0)
    pause = frame.number(2)
    divider = frame.number(3) * min(1 / cells.x, 1 / cells.y)
    ground = frame.color(4)
    chance = frame.number(7)
    seed = frame.seed(8)
    t = frame.progress
    columns = Cells(frame.width) { floor($0 * cells.x) }
    self.cells = cells
  }

  func fill(_ row: LookRow) {
    let v = row.v
    let line = floor(v * cells.y)
    let above = v * cells.y - line
    let isLine = min(above, 1 - above) / cells.y < divider
    // How far from an edge across, in cells, lines go.
    let reach = isLine ? 1 : divider * cells.x
    let isEarly = t < pause
    let rest = isEarly ? 1 - t / pause : (t - 1 + pause) / pause
    row.spans(columns) { cell, samples in
      let x = columns.numbers[cell]
      if isEarly || t >= 1 - pause {
        return row.writeAtRest(
          samples, cell: x, of: cells.x, reach: reach, isFirst: isEarly, rest: rest)
      }
      let lead = random(x, line, seed) - chance
      let turned = ramp(0, 1 - lead, (t - pause) / (1 - pause * 2))
      let width = (turned - 0.5).magnitude
      let (from, to): (Float, Float) = turned <= 0.5 ? (1, 0) : (0, 1)
      let (slope, start) = (0.5 / width, x + 0.5)
      row.write(samples) { u, _ in
        let inner = u * cells.x - x
        let isOpen = min(inner, 1 - inner) >= reach
        let seen: Float = isOpen && (inner - 0.5).magnitude <= width ? 1 : 0
        let p = Point(((inner - 0.5) * slope + start) / cells.x, v)
        return Look(from: p, to: p, fromWeight: from * seen, toWeight: to * seen)
      }
    }
  }
}

extension LookRow {
  /// Writes a cell of one picture that does not turn: of `count` cells across that of number `x`, with lines of the
  /// brightness `rest` up to `reach` cells from its edges.
  @inline(__always)
  func writeAtRest(
    _ samples: Range<Int>, cell x: Float, of count: Float, reach: Float, isFirst: Bool, rest: Float
  ) {
    let (from, to): (Float, Float) = isFirst ? (1, 0) : (0, 1)
    let v = v
    write(samples) { u, _ in
      let inner = u * count - x
      let seen: Float = min(inner, 1 - inner) < reach ? rest : 1
      let p = Point(u, v)
      return Look(from: p, to: p, fromWeight: from * seen, toWeight: to * seen)
    }
  }
}

/// Cells of hexagons.
private struct Hexagonalize: SteadyLookupEffect {
  let size, part, ratio, t: Float
  var mixture: Float? { t }
  var share: Float { 0 }

  init(_ frame: EffectFrame) {
    t = frame.progress
    ratio = frame.ratio
    let coarse = EffectFrame.steps(2 * min(t, 1 - t), frame.number(0))
    size = 0.57735027 * coarse / frame.number(1)
    part = 1 / max(size, 1e-9)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    guard size > 0 else { return .from(p) }
    let (x, y) = ((p.x - 0.5) * part, (p.y / ratio - 0.5) * part)
    let (q, r) = (0.57735027 * x - y / 3, y * 2 / 3)
    let s = -q - r
    var (a, b) = (nearest(q), nearest(r))
    let c = nearest(s)
    let (da, db, dc) = ((a - q).magnitude, (b - r).magnitude, (c - s).magnitude)
    if da > db, da > dc {
      a = -b - c
    } else if db > dc {
      b = -a - c
    }
    let place = Point(
      (1.7320508 * a + 0.8660254 * b) * size + 0.5, (1.5 * b * size + 0.5) * ratio)
    return .from(place)
  }
}

/// Cells as many as a grid has, half-way.
private struct Pixelize: SteadyLookupEffect {
  let size: Point
  let isFine: Bool
  let t: Float
  var mixture: Float? { t }
  var share: Float { 0 }

  init(_ frame: EffectFrame) {
    t = frame.progress
    let coarse = EffectFrame.steps(min(t, 1 - t), frame.number(2))
    isFine = coarse <= 0
    let cells = frame.pair(0)
    size = Point(2 * coarse / cells.x, 2 * coarse / cells.y)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    if isFine { return .from(p) }
    return .from(
      Point((floor(p.x / size.x) + 0.5) * size.x, (floor(p.y / size.y) + 0.5) * size.y))
  }
}

/// Square cells; the second picture comes late.
private struct MosaicTransition: SteadyLookupEffect {
  let size, weight: Float
  var mixture: Float? { weight }
  var share: Float { 0 }

  init(_ frame: EffectFrame) {
    let t = frame.progress
    size = 2 / frame.number(0) * min(t, 1 - t)
    weight = t * t
  }

  @inline(__always) func look(_ p: Point) -> Look {
    .from(Point((floor(p.x / size) + 0.5) * size, (floor(p.y / size) + 0.5) * size))
  }
}

/// A wall of turned tiles of both pictures.
private struct Mosaic: RowLookEffect {
  let end, place: Point
  let far: Float
  let seed: UInt32
  let columns: Cells

  init(_ frame: EffectFrame) {
    let t = frame.progress
    end = Point(frame.number(0), -frame.number(1))
    let far = (3 - 2 * (t * 2 - 1) * (t * 2 - 1)).magnitude
    let eased = 0.5 - cosine(t * .pi) / 2
    let place = middle + end * (eased * eased)
    seed = frame.seed(2)
    columns = Cells(frame.width) { floor(($0 - 0.5) * far + place.x) }
    (self.far, self.place) = (far, place)
  }

  func fill(_ row: LookRow) {
    let y = (row.v - 0.5) * far + place.y
    let line = floor(y)
    let up = y - line - 0.5
    row.spans(columns) { cell, samples in
      let x = columns.numbers[cell]
      let chance = random(x, line, seed)
      // By no, one, two or three quarters; the tile at the end stands upright.
      let isEnd = x == end.x && line == end.y
      let turns = isEnd ? 0 : floor(chance * 4)
      let c: Float = turns == 0 ? 1 : turns == 2 ? -1 : 0
      let s: Float = turns == 1 ? 1 : turns == 3 ? -1 : 0
      let weight: Float = isEnd || chance > 0.5 ? 1 : 0
      let (start, h, v) = (place.x - x - 0.5, up * s + 0.5, up * c + 0.5)
      row.write(samples) { u, _ in
        let across = (u - 0.5) * far + start
        return .both(Point(across * c + h, v - across * s), weight)
      }
    }
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
