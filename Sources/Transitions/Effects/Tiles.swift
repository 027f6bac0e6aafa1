// SPDX-License-Identifier: Apache-2.0

import EffectLoops

extension TransitionKernel {
  /// Cells, shards, tiles and mirrors.
  static let tiles: [TransitionKernel] = [
    lookup("advancedmosaic", 1, AdvancedMosaic.init),
    lookup("puzzleright", 5, passesBlack: true, PuzzleRight.init),
    lookup("tileswave", 4, TilesWave.init),
    lookup("fragment", 1, Fragment.init),
    lookup("lissajoustiles", 6, passesBlack: true, LissajousTiles.init),
    lookup("powerkaleido", 3, PowerKaleido.init),
  ]
}

/// Squares about the centre that get larger and smaller.
private struct AdvancedMosaic: LookupEffect {
  let t, size: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    size = 0.005 * between(1, frame.number(0), 1 - (1 - 2 * t).magnitude)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    func cell(_ x: Float) -> Float {
      clamped(0.5 - size * floor(0.5 - (x - 0.5) / size), 1)
    }
    return .both(Point(cell(p.x), cell(p.y)), t)
  }
}

/// Cells turn about their upright middle lines, between lines that appear and go.
private struct PuzzleRight: LookupEffect {
  let cells: Point
  let t, pause, line: Float
  let seed: UInt32

  init(_ frame: EffectFrame) {
    cells = frame.pair(0)
    t = frame.progress
    (pause, line) = (frame.number(2), frame.number(3))
    seed = frame.seed(4)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let q = p * cells
    let cell = Point(floor(q.x), floor(q.y))
    let f = q - cell
    let isLine = min(min(f.x, 1 - f.x) / cells.x, min(f.y, 1 - f.y) / cells.y) < line
    if t < pause { return .from(p, isLine ? 1 - t / pause : 1) }
    if t >= 1 - pause { return .to(p, isLine ? (t - 1 + pause) / pause : 1) }
    if isLine { return .ground }
    let turned = ramp(
      0, 1.1 - random(cell.x, cell.y, seed), (t - pause) / (1 - pause * 2))
    let open = (turned - 0.5).magnitude
    guard (f.x - 0.5).magnitude <= open else { return .ground }
    let seen = Point((cell.x + 0.5 + (f.x - 0.5) / open * 0.5) / cells.x, p.y)
    return turned <= 0.5 ? .from(seen) : .to(seen)
  }
}

/// Tiles turn over one after the other.
private struct TilesWave: LookupEffect {
  let cells: Point
  let flipsX, flipsY: Bool
  let t: Float

  init(_ frame: EffectFrame) {
    cells = frame.pair(0)
    (flipsX, flipsY) = (frame.flag(2), frame.flag(3))
    t = frame.progress
  }

  /// A place within a tile that is narrower by `edge` on both sides; nil outside it.
  @inline(__always) private func place(_ x: Float, _ edge: Float, isBack: Bool) -> Float? {
    let (low, high) = isBack ? (1 - edge, edge) : (edge, 1 - edge)
    if x < low || x > high { return nil }
    let half = x < 0.5 ? (x - edge) * 0.5 / (0.5 - edge) : (x - 0.5) * 0.5 / (0.5 - edge) + 0.5
    return isBack ? 1 - half : half
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let q = p * cells
    let tile = Point(floor(q.x), floor(q.y))
    var f = q - tile
    let count = cells.x * cells.y
    let time = clamped(t * count - tile.y - tile.x * cells.y, 0.5)
    let edge = 1 - cosine(time * .pi).magnitude
    let isBack = edge > 0.5
    var isSeen = true
    if flipsX {
      if let x = place(f.x, edge, isBack: isBack) { f.x = x } else { isSeen = false }
    }
    if flipsY {
      if let y = place(f.y, edge, isBack: isBack) { f.y = y } else { isSeen = false }
    }
    let seen = isSeen ? (tile + f) / cells : p
    return isBack ? .to(seen) : .from(seen)
  }
}

/// The first picture breaks into shards that fly off.
private struct Fragment: LookupEffect {
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

  @inline(__always) func look(_ p: Point) -> Look {
    for (index, way) in ways.enumerated() {
      let q = p - way
      guard q.x >= 0, q.y >= 0, q.x <= 1, q.y <= 1 else { continue }
      let own = q - points[index]
      let distance = own.x * own.x + own.y * own.y
      let isNearest = !points.contains { point in
        let v = q - point
        return v.x * v.x + v.y * v.y < distance
      }
      if isNearest { return .from(q) }
    }
    return .to(p)
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
    return .both(seen + (p - seen) * share, weight)
  }
}
