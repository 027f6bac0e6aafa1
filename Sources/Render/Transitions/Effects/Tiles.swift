// SPDX-License-Identifier: Apache-2.0

extension TransitionKernel {
  /// Cells, shards, tiles and mirrors.
  static let tiles: [TransitionKernel] = [
    // Squares about the centre that get larger and smaller.
    .init("advancedmosaic", 1) { frame in
      let t = frame.progress
      let size = 0.005 * between(1, frame.number(0), 1 - (1 - 2 * t).magnitude)
      func cell(_ x: Float) -> Float {
        clamped(0.5 - size * floor(0.5 - (x - 0.5) / size), 1)
      }
      return .mixture(
        t, .looks { row in row.write { p in .from(Point(cell(p.x), cell(p.y))) } })
    },
    // Cells turn about their upright middle lines, between lines that appear and go.
    .init("puzzleright", 5, passesBlack: true) { frame in
      let (seed, pause, line) = (frame.seed(4), frame.number(2), frame.number(3))
      return .looks(
        flippingCells(frame, frame.pair(0), pause: pause, line: line, least: 1e-9) { x, y in
          1.1 - random(x, y, seed)
        })
    },
    .init("tileswave", 4, tilesWave),
    .init("fragment", 1) { frame in
      let shards = Shards(frame)
      return .looks { shards.fill($0) }
    },
    .init("lissajoustiles", 6, passesBlack: true) { frame in
      let tiles = LissajousTiles(frame)
      return .looks { tiles.fill($0) }
    },
    .init("powerkaleido", 3) { frame in
      let mirrors = TriangleMirrors(frame)
      return .mixture(mirrors.weight, .looks { mirrors.fill($0) })
    },
  ]
}

/// Tiles turn over one after the other.
@Sendable private func tilesWave(_ frame: EffectFrame) -> EffectPlan {
  let (t, cells) = (frame.progress, frame.pair(0))
  let (flipsX, flipsY) = (frame.flag(2), frame.flag(3))
  let columns = Cells(frame.width) { floor($0 * cells.x) }
  return .looks { row in
    let v = row.v
    let y = floor(v * cells.y)
    let above = v * cells.y - y
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
        let p = Point(u + (tile.x - u) * seen, v + (tile.y - v) * seen)
        return Look(from: p, to: p, fromWeight: from, toWeight: to)
      }
    }
  }
}

/// The first picture breaks into shards that fly off.
private struct Shards {
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
    row.write { p in .to(p) }
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
private struct LissajousTiles {
  /// The place of a tile, the way there from where it is seen, and how much of the second picture it shows.
  private struct Tile {
    let place, way: Point
    let weight: Float
  }

  private static let size: Float = 0.1
  /// A picture is parted into so many rows, each with the tiles that reach there, the topmost last.
  private static let parts = 60
  private let rows: [[Tile]]

  init(_ frame: EffectFrame) {
    let t = frame.progress
    let (speed, offset) = (frame.number(0), frame.number(3))
    let (zoom, fade) = (frame.number(4), frame.number(5))
    let x = (1 - 2 * t).magnitude
    let share = 1 - x * x * x
    let parts = LissajousTiles.parts
    var rows = [[Tile]](repeating: [], count: parts)
    for number in 0..<100 {
      let (i, j) = (Float(number % 10) / 10, Float(number / 10) / 10)
      let phase = i / 10 + j
      let swing = Point(
        cosine(phase * 6.28 * frame.number(1) + t * 6 * speed),
        sine(phase * 6.28 * frame.number(2) + t * 6 * (1 + offset) * speed))
      let way = (Point(i - 0.45, j - 0.45) + swing * (zoom / 2)) * share
      let weight = clamped(2 * t * t * (1 + fade) - fade + phase * fade, 1)
      let tile = Tile(place: Point(i, j), way: way, weight: weight)
      func row(_ v: Float) -> Int { index(v * Float(parts), below: parts) }
      for row in row(j - way.y)...row(j - way.y + LissajousTiles.size) { rows[row].append(tile) }
    }
    self.rows = rows
  }

  func fill(_ row: LookRow) {
    let (v, parts) = (row.v, LissajousTiles.parts)
    row.write { _ in .ground }
    for tile in rows[index(v * Float(parts), below: parts)] {
      let up = v + tile.way.y - tile.place.y
      guard up > 0, up < LissajousTiles.size else { continue }
      let left = tile.place.x - tile.way.x
      let (way, weight) = (tile.way, tile.weight)
      row.write(row.samples(from: left, to: left + LissajousTiles.size)) { u, _ in
        .both(Point(u + way.x, v + way.y), weight)
      }
    }
  }
}

/// Mirrors in a turning triangle.
private struct TriangleMirrors {
  let ratio, zoom, weight, share, sine, cosine: Float
  /// The distance of the mirrors from the middle, and the part of the height of the triangle that
  /// is 1.
  let distance, part: Float

  init(_ frame: EffectFrame) {
    let t = frame.progress
    ratio = frame.ratio
    distance = frame.number(0) / 10
    part = 1 / (3 * distance)
    zoom = frame.number(1)
    weight = Transitions.cosine((t - 1) * .pi) / 2 + 0.5
    share = Transitions.cosine(t * .pi * 2) / 2 + 0.5
    (sine, cosine) = (
      Transitions.sine(t * frame.number(2)), Transitions.cosine(t * frame.number(2))
    )
  }

  /// Where `p` is after it was reflected at mirrors that it is behind until it is behind none.
  ///
  /// The mirrors are the sides of a triangle whose images cover the plane. `a`, `b` and −1 − a − b say how far a place is beyond
  /// each, in heights of the triangle. They are the differences of three numbers whose sum is 0. Of an image of a place, these are
  /// exchanged, or differ by whole numbers whose sum is 0; of the image in the triangle they fall, by at most 1.
  @inline(__always)
  private func reflected(_ p: Point) -> Point {
    let a = (distance - p.y) * part
    let b = (distance + 0.8660254 * p.x + 0.5 * p.y) * part
    let third: Float = 1 / 3
    let (x, y, z) = (
      fraction((2 * a + b) * third), fraction((b - a) * third), fraction((a + 2 * b) * -third)
    )
    let (low, high) = (x < y ? x : y, x < y ? y : x)
    let (least, rest) = (low < z ? low : z, low < z ? z : low)
    let (most, mid) = (high > rest ? high : rest, high > rest ? rest : high)
    // The sum of the three is 1 or 2. So many of the greatest are less by 1, and thus come after the others.
    let isOne = x + y + z < 1.5
    let first = isOne ? mid - least : least - most + 1
    let second = isOne ? least - most + 1 : most - mid
    let up = distance - first * (3 * distance)
    let beyond = distance - second * (3 * distance)
    return Point((beyond + 0.5 * up) * -1.1547005, up)
  }

  /// A place in the plane of the triangle.
  private func turned(_ p: Point) -> Point {
    let v = Point((p.x - 0.5) * ratio, p.y - 0.5) * zoom
    return Point(cosine * v.x + sine * v.y, cosine * v.y - sine * v.x)
  }

  /// The source of a place of that plane, before it is folded at the edges of the picture.
  private func seen(_ p: Point) -> Point {
    let q = reflected(p)
    return Point((cosine * q.x - sine * q.y) / ratio + 0.5, cosine * q.y + sine * q.x + 0.5)
  }

  func fill(_ row: LookRow) {
    /// A place mirrored at every whole number, and its way.
    func folded(_ x: Float, _ way: Float) -> (Float, Float) {
      let rest = x / 2 - nearest(x / 2)
      return (2 * rest.magnitude, rest < 0 ? -way : way)
    }
    let (v, step, share) = (row.v, row.u(1) - row.u(0), share)
    var start = 0
    while start < row.count {
      let (p, left) = (Point(row.u(start), v), Float(row.count - start))
      let (q, way) = (turned(p), turned(Point(p.x + step, v)) - turned(p))
      var count = min(left, samples(q, way))
      // Between mirrors, places lie on a line: that of the first and the last one, which is short of the next mirror.
      let last = max(count * 0.999, 0.001)
      let (from, to) = (seen(q), seen(q + way * last))
      let seenWay = (to - from) * (1 / last)
      func next(_ x: Float, _ way: Float) {
        let below = x - floor(x)
        if way != 0 { count = min(count, (way > 0 ? 1 - below : below) / way.magnitude) }
      }
      next(from.x, seenWay.x)
      next(from.y, seenWay.y)
      let (x, y) = (folded(from.x, seenWay.x), folded(from.y, seenWay.y))
      let (place, slope) = (Point(x.0, y.0), Point(x.1, y.1) * (1 / step))
      let samples = start..<min(start + Int(count) + 1, row.count)
      row.write(samples) { u, _ in
        let seen = place + slope * (u - p.x)
        return .from(seen + (Point(u, v) - seen) * share)
      }
      start = samples.upperBound
    }
  }

  /// The number of samples from `p` to the next mirror, each `way` from the last.
  private func samples(_ p: Point, _ way: Point) -> Float {
    func heights(_ p: Point) -> (Float, Float) {
      ((distance - p.y) * part, (distance + 0.8660254 * p.x + 0.5 * p.y) * part)
    }
    let (a, b) = (heights(p), heights(p + way))
    func count(_ x: Float, _ way: Float) -> Float {
      let below = x - floor(x)
      return way == 0 ? 4096 : (way > 0 ? 1 - below : below) / way.magnitude
    }
    let (first, second) = (b.0 - a.0, b.1 - a.1)
    return min(
      count(a.0, first), min(count(a.1, second), count(-a.0 - a.1, -first - second)))
  }
}
