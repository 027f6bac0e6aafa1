// SPDX-License-Identifier: Apache-2.0

import EffectLoops

extension TransitionKernel {
  /// Cells, shards, tiles and mirrors.
  static let tiles: [TransitionKernel] = [
    lookup("advancedmosaic", 1, AdvancedMosaic.init),
    rowLookup("puzzleright", 5, passesBlack: true, PuzzleRight.init),
    rowLookup("tileswave", 4, TilesWave.init),
    rowLookup("fragment", 1, Fragment.init),
    lookup("lissajoustiles", 6, passesBlack: true, LissajousTiles.init),
    lookup("powerkaleido", 3, PowerKaleido.init),
  ]
}

/// Squares about the centre that get larger and smaller.
private struct AdvancedMosaic: LookupEffect {
  let t, size: Float
  var mixture: Float? { t }

  init(_ frame: EffectFrame) {
    t = frame.progress
    size = 0.005 * between(1, frame.number(0), 1 - (1 - 2 * t).magnitude)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    func cell(_ x: Float) -> Float {
      clamped(0.5 - size * floor(0.5 - (x - 0.5) / size), 1)
    }
    return .from(Point(cell(p.x), cell(p.y)))
  }
}

/// Cells turn about their upright middle lines, between lines that appear and go.
private struct PuzzleRight: RowLookEffect {
  let cells: Point
  let t, pause, line: Float
  let seed: UInt32
  let columns: Cells

  init(_ frame: EffectFrame) {
    let cells = frame.pair(0)
    t = frame.progress
    (pause, line) = (frame.number(2), frame.number(3))
    seed = frame.seed(4)
    columns = Cells(frame.width) { floor($0 * cells.x) }
    self.cells = cells
  }

  func fill(_ row: LookRow) {
    let v = row.v
    let y = floor(v * cells.y)
    let above = v * cells.y - y
    // How far from an edge across, in cells, lines go.
    let reach = min(above, 1 - above) / cells.y < line ? 1 : line * cells.x
    let isEarly = t < pause
    let rest = isEarly ? 1 - t / pause : (t - 1 + pause) / pause
    row.spans(columns) { cell, samples in
      let x = columns.numbers[cell]
      if isEarly || t >= 1 - pause {
        return row.writeAtRest(
          samples, cell: x, of: cells.x, reach: reach, isFirst: isEarly, rest: rest)
      }
      let turned = ramp(0, 1.1 - random(x, y, seed), (t - pause) / (1 - pause * 2))
      let open = (turned - 0.5).magnitude
      let (from, to): (Float, Float) = turned <= 0.5 ? (1, 0) : (0, 1)
      let (slope, start) = (0.5 / max(open, 1e-9), x + 0.5)
      row.write(samples) { u, _ in
        let inner = u * cells.x - x
        let isSeen = min(inner, 1 - inner) >= reach && (inner - 0.5).magnitude <= open
        let seen: Float = isSeen ? 1 : 0
        let p = Point(((inner - 0.5) * slope + start) / cells.x, v)
        return Look(from: p, to: p, fromWeight: from * seen, toWeight: to * seen)
      }
    }
  }
}

/// Tiles turn over one after the other.
private struct TilesWave: RowLookEffect {
  let cells: Point
  let flipsX, flipsY: Bool
  let t: Float
  let columns: Cells

  init(_ frame: EffectFrame) {
    let cells = frame.pair(0)
    (flipsX, flipsY) = (frame.flag(2), frame.flag(3))
    t = frame.progress
    columns = Cells(frame.width) { floor($0 * cells.x) }
    self.cells = cells
  }

  func fill(_ row: LookRow) {
    let y = floor(row.v * cells.y)
    let above = row.v * cells.y - y
    row.spans(columns) { cell, samples in
      let x = columns.numbers[cell]
      let time = clamped(t * (cells.x * cells.y) - y - x * cells.y, 0.5)
      let edge = 1 - cosine(time * .pi).magnitude
      let isBack = edge > 0.5
      // Half of how wide a tile is that is seen from the edge.
      let open = (0.5 - edge).magnitude
      let size = 0.5 / max(open, 1e-9)
      let isIn = !flipsY || (above - 0.5).magnitude <= open
      let up = flipsY ? (above - 0.5) * size + 0.5 : above
      let (reach, wide) = flipsX ? (isIn ? open : -1, size) : (isIn ? 1 : -1, 1)
      let (from, to): (Float, Float) = isBack ? (0, 1) : (1, 0)
      row.write(samples) { u, _ in
        let inner = u * cells.x - x - 0.5
        let seen: Float = inner.magnitude <= reach ? 1 : 0
        let tile = Point((x + 0.5 + inner * wide) / cells.x, (y + up) / cells.y)
        let p = Point(
          u + (tile.x - u) * seen, row.v + (tile.y - row.v) * seen)
        return Look(from: p, to: p, fromWeight: from, toWeight: to)
      }
    }
  }
}

/// The first picture breaks into shards that fly off.
private struct Fragment: RowLookEffect {
  private let points, ways: [Point]

  init(_ frame: EffectFrame) {
    let (seed, time) = (frame.seed(0), clamped(8 * frame.progress - 0.5, 8))
    let indices = (0..<10).map { Float($0) }
    points = indices.map { Point(random($0, 0, seed), random($0, 1, seed)) }
    ways = indices.map { index in
      let way = Point(random(index, 2, seed), random(index, 3, seed))
      return way / max(length(way), 0.001) * (0.2 * (1 + 0.5 * random(index, 4, seed)) * time)
    }
  }

  /// From where to where a shard reaches across at a height: what is nearer to its point than to any other.
  private func reach(_ index: Int, _ v: Float) -> (Float, Float) {
    let (own, y) = (points[index], v - ways[index].y)
    var (low, high): (Float, Float) = y >= 0 && y <= 1 ? (0, 1) : (1, 0)
    for point in points where point != own {
      // The places as far from both lie along a line.
      let (across, up) = (point.x - own.x, point.y - own.y)
      let square = (point.x * point.x - own.x * own.x) + (point.y * point.y - own.y * own.y)
      let most = square / 2 - up * y
      if across > 0 {
        high = min(high, most / across)
      } else if across < 0 {
        low = max(low, most / across)
      } else if most < 0 {
        (low, high) = (1, 0)
      }
    }
    return (low + ways[index].x, high + ways[index].x)
  }

  func fill(_ row: LookRow) {
    row.write(0..<row.count) { u, _ in .to(Point(u, row.v)) }
    // The first ones lie above the others.
    for (index, way) in ways.enumerated().reversed() {
      let (low, high) = reach(index, row.v)
      row.write(row.samples(from: low, to: high)) { u, _ in
        .from(Point(u - way.x, row.v - way.y))
      }
    }
  }
}

/// A hundred tiles that leave their places along the curves of a pendulum and return.
private struct LissajousTiles: LookupEffect {
  /// The place of a tile, the way there from where it is seen, and how much of the second picture it shows.
  private struct Tile {
    let place, way: Point
    let weight: Float
  }

  /// A picture is parted into so many squares each way, each with the tiles that lie there, the topmost first.
  private static let parts = 20
  private let squares: [[Tile]]

  init(_ frame: EffectFrame) {
    let t = frame.progress
    let (speed, offset) = (frame.number(0), frame.number(3))
    let (zoom, fade) = (frame.number(4), frame.number(5))
    let x = (1 - 2 * t).magnitude
    let share = 1 - x * x * x
    let parts = LissajousTiles.parts
    var squares = [[Tile]](repeating: [], count: parts * parts)
    for number in (0..<100).reversed() {
      let (i, j) = (Float(number % 10) / 10, Float(number / 10) / 10)
      let phase = i / 10 + j
      let swing = Point(
        cosine(phase * 6.28 * frame.number(1) + t * 6 * speed),
        sine(phase * 6.28 * frame.number(2) + t * 6 * (1 + offset) * speed))
      let way = (Point(i - 0.45, j - 0.45) + swing * (zoom / 2)) * share
      let weight = clamped(2 * t * t * (1 + fade) - fade + phase * fade, 1)
      let tile = Tile(place: Point(i, j), way: way, weight: weight)
      func span(_ low: Float) -> ClosedRange<Int> {
        let number = Float(parts)
        return index(low * number, below: parts)...index((low + 0.1) * number, below: parts)
      }
      for row in span(j - way.y) {
        for column in span(i - way.x) { squares[row * parts + column].append(tile) }
      }
    }
    self.squares = squares
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let (parts, number) = (LissajousTiles.parts, Float(LissajousTiles.parts))
    let square = index(p.y * number, below: parts) * parts + index(p.x * number, below: parts)
    for tile in squares[square] {
      let q = p + tile.way
      let f = q - tile.place
      if f.x > 0, f.y > 0, f.x < 0.1, f.y < 0.1 { return .both(q, tile.weight) }
    }
    return .ground
  }
}

/// Mirrors in a turning triangle.
private struct PowerKaleido: LookupEffect {
  let t, ratio, zoom, distance, weight, share, sine, cosine: Float
  /// Sines, cosines and tangents of the directions of the mirrors.
  private let mirrors: (Mirror, Mirror, Mirror)
  var mixture: Float? { weight }

  private struct Mirror {
    let sine, cosine, tangent: Float

    init(_ angle: Double) {
      sine = EffectLoops.sine(Float(angle))
      cosine = EffectLoops.cosine(Float(angle))
      tangent = sine / cosine
    }
  }

  init(_ frame: EffectFrame) {
    t = frame.progress
    ratio = frame.ratio
    distance = frame.number(0) / 10
    zoom = frame.number(1)
    weight = EffectLoops.cosine((t - 1) * .pi) / 2 + 0.5
    share = EffectLoops.cosine(t * .pi * 2) / 2 + 0.5
    (sine, cosine) = (
      EffectLoops.sine(t * frame.number(2)), EffectLoops.cosine(t * frame.number(2))
    )
    mirrors = (Mirror(0), Mirror(2 * .pi / 3), Mirror(4 * .pi / 3))
  }

  /// Reflects `p` where it is behind a mirror; says whether it was.
  @inline(__always)
  private func reflect(_ p: inout Point, _ mirror: Mirror) -> Bool {
    let height = p.y - distance * mirror.cosine
    let line = mirror.tangent * (p.x + distance * mirror.sine)
    guard mirror.cosine > 0 ? height > line : height < line else { return false }
    let q = Point(p.x + 2 * distance * mirror.sine, p.y - 2 * distance * mirror.cosine)
    let along = q.x * mirror.cosine + q.y * mirror.sine
    p = Point(mirror.cosine, mirror.sine) * (2 * along) - q
    return true
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let v = Point((p.x - 0.5) * ratio, p.y - 0.5) * zoom
    var q = Point(cosine * v.x + sine * v.y, cosine * v.y - sine * v.x)
    for _ in 0..<10 {
      let first = reflect(&q, mirrors.0)
      let second = reflect(&q, mirrors.1)
      // What no mirror turns stays as it is.
      if !reflect(&q, mirrors.2), !first, !second { break }
    }
    let back = Point(
      (cosine * q.x - sine * q.y) / ratio + 0.5, cosine * q.y + sine * q.x + 0.5)
    func folded(_ x: Float) -> Float { 2 * (x / 2 - floor(x / 2 + 0.5)).magnitude }
    let seen = Point(folded(back.x), folded(back.y))
    return .from(seen + (p - seen) * share)
  }
}
