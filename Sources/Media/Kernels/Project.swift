// SPDX-License-Identifier: Apache-2.0

public import Base

/// Composites `source` over `target` as seen through `map`, multiplied by `opacity`.
///
/// The map takes source to target pixels in continuous coordinates, as that of `warpOver`; where it is affine, that is
/// called. What is not before the eye is not drawn. Sampling is bilinear with 1/256 pixel precision, from a source
/// that is halved across and down as often as it is drawn smaller there. Edge pixels of the target are blended by the
/// source's coverage. A map that flattens the plane or is not finite draws nothing.
///
/// - Parameter rounding: How sampled colours and the result are rounded.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func projectOver<Sample>(
  _ source: SampleView<Sample>, on target: SampleView<Sample>, map: Projection, opacity: Weight,
  rounding: Rounding = .nearest, scratch: Scratch
) {
  if let matrix = map.affine {
    warpOver(
      source, on: target, matrix: matrix, opacity: opacity, rounding: rounding, scratch: scratch)
    return
  }
  precondition(source.chroma == target.chroma, "pictures of different chroma formats")
  guard opacity > 0, source.width > 0, source.height > 0,
    let view = map.drawableInverse(width: source.width, height: source.height)
  else { return }
  let drawing = ProjectedDrawing(
    levels: ProjectLevels(source, scratch), view: view,
    edges: edges(of: source.width, source.height, view), target: target, opacity: opacity,
    rounding: rounding, scratch: scratch)
  switch target.chroma {
  case .half:
    // Chroma first, because it needs the target's original alpha.
    drawing.drawChroma()
    drawing.drawPixels(full: false)
  case .full:
    drawing.drawPixels(full: true)
  }
}

extension Projection {
  /// The inverse, if a picture of that size drawn with the map can be visible and its arithmetic stays in range.
  fileprivate func drawableInverse(width: Int, height: Int) -> Projection? {
    // All nine elements may be multiplied by a number without changing the map; bounds hold for one form of it.
    let (width, height) = (Double(width), Double(height))
    let depths = [depth(0, 0), depth(width, 0), depth(0, height), depth(width, height)]
    let deepest = depths.reduce(0) { max($0, $1.magnitude) }
    guard deepest.isFinite, deepest > 0 else { return nil }
    let map = Projection(
      Affine(
        over.a / deepest, over.b / deepest, over.c / deepest, over.d / deepest, over.tx / deepest,
        over.ty / deepest), p: p / deepest, q: q / deepest, k: k / deepest)
    let largest = map.elements.reduce(0) { max($0, $1.magnitude) }
    guard largest.isFinite, largest < 1e9, map.determinant.magnitude > 1e-9,
      let inverse = map.inverse, inverse.elements.allSatisfy({ $0.magnitude < 1e12 })
    else { return nil }
    return inverse
  }
}

/// The distance of places on the target from a straight edge, in pixels; positive inside.
private struct ProjectedEdge {
  var x, y, constant: Double

  init(_ x: Double, _ y: Double, _ constant: Double) {
    let length = (x * x + y * y).squareRoot()
    if length > 1e-12 {
      (self.x, self.y, self.constant) = (x / length, y / length, constant / length)
    } else {
      // The edge is nowhere on the target: all of it is on one side.
      (self.x, self.y, self.constant) = (0, 0, constant > 0 ? 1e9 : -1e9)
    }
  }

  /// The distances along a row whose squares of `size` pixels have their first centre at (`x`, `y`), in squares.
  func row(_ x: Double, _ y: Double, size: Double) -> LinearRow {
    LinearRow(start: (self.x * x + self.y * y + constant) / size, step: self.x)
  }
}

/// The four edges of a picture, from left clockwise; inside all of them, everything is before the eye.
private func edges(of width: Int, _ height: Int, _ view: Projection) -> [ProjectedEdge] {
  let (m, w, h) = (view.over, Double(width), Double(height))
  return [
    ProjectedEdge(m.a, m.c, m.tx), ProjectedEdge(m.b, m.d, m.ty),
    ProjectedEdge(w * view.p - m.a, w * view.q - m.c, w * view.k - m.tx),
    ProjectedEdge(h * view.p - m.b, h * view.q - m.d, h * view.k - m.ty),
  ]
}

/// The drawing of one source, with its geometry determined.
private struct ProjectedDrawing<S: PictureSample> {
  /// The number of adjacent squares of a row that are sampled from one level.
  private static var span: Int { 16 }

  let levels: ProjectLevels<S>
  /// From target to source, in continuous coordinates.
  let view: Projection
  let edges: [ProjectedEdge]
  let target: SampleView<S>
  let opacity: Weight
  let rounding: Rounding
  let scratch: Scratch

  /// Draws alpha and the planes with the size of luma: luma, or all where chroma is `full`.
  func drawPixels(full: Bool) {
    let width = target.width
    let cover = scratch.memory(.cover, of: Weight.self, count: width)
    let colors = scratch.memory(.rows, of: S.self, count: 3 * width)
    let places = scratch.memory(.columns, of: SIMD2<Int32>.self, count: width)
    for y in 0..<target.height {
      let center = Double(y) + 0.5
      let drawn = loadCover(x: 0.5, y: center, size: 1, count: width, into: cover)
      forEachLevel(x: 0.5, y: center, size: 1, in: drawn) { range, level in
        let to = places + range.lowerBound
        load(x: 0.5, y: center, size: 1, range, level.place(siting: 0.5, 0.5, scale: 1), into: to)
        let planes =
          full ? PlaneGroup(level.luma, level.blue, level.red) : PlaneGroup(level.luma)
        level.sample(
          planes, level.alpha, to, range.count, into: colors + range.lowerBound, width: width,
          cover: cover + range.lowerBound,
          rounding.thresholds(S.self, range.lowerBound, y, scratch))
      }
      guard !drawn.isEmpty else { continue }
      let (first, count) = (drawn.lowerBound, drawn.count)
      let shown = cover + first
      scaleRow(shown, opacity: opacity, count)
      let phase = rounding.phase(S.self, first, y)
      if let alpha = target.a {
        uniteAlphaRow(over: shown, under: alpha.row(y) + first, count, phase: phase)
      }
      let luma = target.y.row(y) + first
      mixRow(luma, luma, colors + first, count, weights: shown, phase: phase)
      guard full else { continue }
      let (blue, red) = (target.u.row(y) + first, target.v.row(y) + first)
      mixRow(blue, blue, colors + width + first, count, weights: shown, phase: phase)
      mixRow(red, red, colors + 2 * width + first, count, weights: shown, phase: phase)
    }
  }

  /// Draws chroma planes of half the size of luma.
  func drawChroma() {
    let width = target.u.width
    let cover = scratch.memory(.cover, of: Weight.self, count: width)
    let rows = scratch.memory(.rows, of: S.self, count: 3 * width)
    let (under, us, vs) = (rows, rows + width, rows + 2 * width)
    let places = scratch.memory(.columns, of: SIMD2<Int32>.self, count: width)
    for row in 0..<target.u.height {
      // The coverage of 2 x 2 blocks is computed at their centre; colour is sampled at the chroma site.
      let center = Double(2 * row + 1)
      let drawn = loadCover(x: 1, y: center, size: 2, count: width, into: cover)
      forEachLevel(x: 0.5, y: center, size: 2, in: drawn) { range, level in
        let to = places + range.lowerBound
        load(
          x: 0.5, y: center, size: 2, range, level.place(siting: level.siting, 1, scale: 0.5),
          into: to)
        level.sample(
          PlaneGroup(level.blue, level.red), level.means, to, range.count,
          into: us + range.lowerBound, width: width, cover: cover + range.lowerBound,
          rounding.thresholds(S.self, range.lowerBound, row, shift: 1, scratch))
      }
      guard !drawn.isEmpty else { continue }
      let (first, count) = (drawn.lowerBound, drawn.count)
      let shown = cover + first
      scaleRow(shown, opacity: opacity, count)
      if let alpha = target.a {
        let below = chromaAlpha(alpha, target.chroma, row: row, in: under)
        uniteAlphaRow(over: shown, under: below + first, count)
      }
      let (toU, toV) = (target.u.row(row) + first, target.v.row(row) + first)
      let phase = rounding.phase(S.self, first, row, shift: 1)
      mixRow(toU, toU, us + first, count, weights: shown, phase: phase)
      mixRow(toV, toV, vs + first, count, weights: shown, phase: phase)
    }
  }

  // MARK: Geometry

  /// The source's coverage of every square of `size` pixels along a row, the first of which has its centre at (`x`, `y`).
  ///
  /// - Returns: The indices with any coverage; `cover` is written only there.
  private func loadCover(
    x: Double, y: Double, size: Double, count: Int, into cover: Weights
  ) -> Range<Int> {
    let rows = edges.map { $0.row(x, y, size: size) }
    func range(beyond distance: Double) -> Range<Int> {
      rows.reduce(0..<count) {
        $0.clamped(to: $1.indices(from: distance, to: .infinity, count: count))
      }
    }
    let touched = range(beyond: -0.5)
    guard !touched.isEmpty else { return touched }
    let inside = range(beyond: 0.5).clamped(to: touched)
    func edge(_ i: Int) {
      let parts = rows.map { max(0, min($0(i) + 0.5, 1)) }
      let (x, y) = (max(0, parts[0] + parts[2] - 1), max(0, parts[1] + parts[3] - 1))
      cover[i] = Weight((x * y * 65535).rounded())
    }
    if inside.isEmpty {
      touched.forEach(edge)
    } else {
      (touched.lowerBound..<inside.lowerBound).forEach(edge)
      (cover + inside.lowerBound).update(repeating: .whole, count: inside.count)
      (inside.upperBound..<touched.upperBound).forEach(edge)
    }
    return touched
  }

  /// Calls `body` with parts of `drawn` and the level that each is sampled from.
  private func forEachLevel(
    x: Double, y: Double, size: Double, in drawn: Range<Int>,
    _ body: (Range<Int>, ProjectLevel<S>) -> Void
  ) {
    guard !drawn.isEmpty else { return }
    var start = drawn.lowerBound
    var last: (x: Int, y: Int)?
    var place = start
    while place < drawn.upperBound {
      let end = min(place + Self.span, drawn.upperBound)
      let middle = x + Double(place + end - 1) / 2 * size
      let next = levels.halvings(grain(middle, y))
      if let last, last != next {
        body(start..<place, levels[last.x, last.y])
        start = place
      }
      last = next
      place = end
    }
    if let last { body(start..<place, levels[last.x, last.y]) }
  }

  /// The length of one target pixel at (`x`, `y`) in source pixels, along source x and y, squared.
  private func grain(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let m = view.over
    let w = max(view.depth(x, y), 1e-12)
    let (u, v) = ((m.a * x + m.c * y + m.tx) / w, (m.b * x + m.d * y + m.ty) / w)
    let (ux, uy) = ((m.a - u * view.p) / w, (m.c - u * view.q) / w)
    let (vx, vy) = ((m.b - v * view.p) / w, (m.d - v * view.q) / w)
    return (ux * ux + uy * uy, vx * vx + vy * vy)
  }

  /// Writes where the squares `range` of a row are sampled, in 1/256 sample, within the level.
  private func load(
    x: Double, y: Double, size: Double, _ range: Range<Int>, _ place: ProjectLevel<S>.SampleMap,
    into places: UnsafeMutablePointer<SIMD2<Int32>>
  ) {
    let m = view.over
    let at = x + Double(range.lowerBound) * size
    let start = SIMD2(m.a * at + m.c * y + m.tx, m.b * at + m.d * y + m.ty)
    let step = SIMD2(m.a * size, m.b * size)
    let (depth, deepening) = (view.depth(at, y), view.p * size)
    let (least, most) = (SIMD2<Double>.zero, place.most)
    for i in 0..<range.count {
      let n = Double(i)
      let nearness = 1 / Swift.max(depth + deepening * n, 1e-12)
      let sample = (start + step * n) * (place.scale * nearness) + place.offset
      let low = sample.replacing(with: least, where: sample .< least)
      let inside = low.replacing(with: most, where: low .> most)
      places[i] = SIMD2(
        Int32(truncatingIfNeeded: Int(inside.x)), Int32(truncatingIfNeeded: Int(inside.y)))
    }
  }
}
