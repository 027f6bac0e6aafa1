// SPDX-License-Identifier: Apache-2.0

public import Base

/// Composites `source` over `target`, transformed by `matrix` and multiplied by `opacity`.
///
/// The matrix maps source to target pixels in continuous coordinates: pixel (0, 0) is the square from (0, 0) to
/// (1, 1). Sampling is bilinear with 1/256 pixel precision. Below half size the source is halved first as often
/// as needed to avoid aliasing. Edge pixels of the target are blended by the source's coverage. A translation
/// by whole pixels is exact. A singular or non-finite matrix draws nothing.
///
/// - Parameters:
///   - hasWholeEdges: Whether edge pixels are covered as a whole, because they are cut to a shape afterwards.
///   - rounding: How sampled colours and the result are rounded.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func warpOver<Sample>(
  _ source: SampleView<Sample>, on target: SampleView<Sample>, matrix: Affine, opacity: Weight,
  hasWholeEdges: Bool = false, rounding: Rounding = .nearest, scratch: Scratch
) {
  precondition(source.chroma == target.chroma, "pictures of different chroma formats")
  guard opacity > 0, source.width > 0, source.height > 0 else { return }
  if let (x, y) = matrix.wholeTranslation {
    over(source, on: target, x: x, y: y, opacity: opacity, rounding: rounding)
    return
  }
  guard matrix.isDrawable else { return }
  let level = WarpLevel(of: source, matrix: matrix, scratch: scratch)
  guard let inverse = level.matrix.inverse else { return }
  let warp = WarpDrawing(
    level: level, inverse: inverse, target: target, opacity: opacity,
    hasWholeEdges: hasWholeEdges, rounding: rounding, scratch: scratch)
  switch target.chroma {
  case .half:
    // Chroma first, because it needs the target's original alpha.
    warp.drawChroma()
    warp.drawPixels([(level.luma, target.y)])
  case .full:
    warp.drawPixels([(level.luma, target.y), (level.blue, target.u), (level.red, target.v)])
  }
}

extension Affine {
  /// The translation, if the map is a translation by whole pixels.
  var wholeTranslation: (Int, Int)? {
    guard a == 1, b == 0, c == 0, d == 1, tx.magnitude < 1e9, ty.magnitude < 1e9 else { return nil }
    guard tx == tx.rounded(), ty == ty.rounded() else { return nil }
    return (Int(tx), Int(ty))
  }

  /// True if a picture drawn with the map can be visible and its arithmetic stays in range.
  var isDrawable: Bool {
    let largest = [a, b, c, d, tx, ty].map(\.magnitude).max() ?? 0
    guard largest.isFinite, largest < 1e9 else { return false }
    return determinant.magnitude > 1e-9
      && [a, b, c, d].allSatisfy { ($0 / determinant).magnitude < 1e6 }
  }

  /// The inverse map, if it exists.
  var inverse: Affine? {
    let k = determinant
    guard k.isFinite, k != 0 else { return nil }
    return Affine(d / k, -b / k, -c / k, a / k, (c * ty - d * tx) / k, (b * tx - a * ty) / k)
  }
}

/// A value that changes linearly along a target row.
struct LinearRow {
  var start: Double
  var step: Double

  func callAsFunction(_ i: Int) -> Double { start + step * Double(i) }

  /// The indices in 0 ..< count where the value is in `lower`…`upper`.
  func indices(from lower: Double, to upper: Double, count: Int) -> Range<Int> {
    guard lower <= upper else { return 0..<0 }
    guard step.magnitude > 1e-12 else {
      return start >= lower && start <= upper ? 0..<count : 0..<0
    }
    let (p, q) = ((lower - start) / step, (upper - start) / step)
    let first = max(0, min(min(p, q).rounded(.up), Double(count)))
    let end = max(first, min(max(p, q).rounded(.down) + 1, Double(count)))
    return Int(first)..<Int(end)
  }
}

/// The drawing of one source, with its level and geometry determined.
private struct WarpDrawing<S: PictureSample> {
  var level: WarpLevel<S>
  /// From target to level, in continuous coordinates.
  var inverse: Affine
  var target: SampleView<S>
  var opacity: Weight
  var hasWholeEdges: Bool
  var rounding: Rounding
  var scratch: Scratch

  /// The length of one target pixel in level pixels, along level x and y.
  var grain: (x: Double, y: Double) {
    (
      (inverse.a * inverse.a + inverse.c * inverse.c).squareRoot(),
      (inverse.b * inverse.b + inverse.d * inverse.d).squareRoot()
    )
  }

  /// Draws alpha and the planes with the size of luma.
  func drawPixels(_ planes: [(from: WarpLevel<S>.Samples, to: SamplePlane<S>)]) {
    let width = target.width
    let cover = scratch.memory(.cover, of: Weight.self, count: 2 * width)
    let sampled = cover + width
    let colors = scratch.memory(.rows, of: S.self, count: planes.count * width)
    for y in 0..<target.height {
      let (u, v) = ramps(x: 0.5, y: Double(y) + 0.5, step: 1)
      let drawn = loadCover(u, v, size: 1, count: width, into: cover)
      guard !drawn.isEmpty else { continue }
      let place = SampleRow(
        x: LinearRow(start: u.start - 0.5, step: u.step),
        y: LinearRow(start: v.start - 0.5, step: v.step),
        range: drawn)
      let (first, count) = (drawn.lowerBound, drawn.count)
      let (thresholds, phase) = (
        rounding.thresholds(S.self, 0, y, scratch), rounding.phase(S.self, first, y)
      )
      for index in planes.indices.dropFirst() {
        // Sampling multiplies the coverage by the sampled alpha; the result for luma is used.
        (sampled + first).update(from: cover + first, count: count)
        level.sample(
          planes[index].from, place, into: colors + index * width, cover: sampled, thresholds)
      }
      level.sample(planes[0].from, place, into: colors, cover: cover, thresholds)
      let shown = cover + first
      scaleRow(shown, opacity: opacity, count)
      if let alpha = target.a {
        uniteAlphaRow(over: shown, under: alpha.row(y) + first, count, phase: phase)
      }
      for (index, plane) in planes.enumerated() {
        let to = plane.to.row(y) + first
        mixRow(to, to, colors + (index * width + first), count, weights: shown, phase: phase)
      }
    }
  }

  /// Draws chroma planes of half the size of luma.
  func drawChroma() {
    let width = target.u.width
    let cover = scratch.memory(.cover, of: Weight.self, count: 2 * width)
    let whole = cover + width
    let rows = scratch.memory(.rows, of: S.self, count: 3 * width)
    let (under, us, vs) = (rows, rows + width, rows + 2 * width)
    for row in 0..<target.u.height {
      // The coverage of 2 x 2 blocks is computed at their centre; colour is sampled at the chroma site.
      let middle = ramps(x: 1, y: Double(2 * row + 1), step: 2)
      let drawn = loadCover(middle.u, middle.v, size: 2, count: width, into: cover)
      guard !drawn.isEmpty else { continue }
      let (u, v) = ramps(x: 0.5, y: Double(2 * row + 1), step: 2)
      let place = SampleRow(
        x: LinearRow(start: (u.start - level.siting) / 2, step: u.step / 2),
        y: LinearRow(start: (v.start - 1) / 2, step: v.step / 2), range: drawn)
      let (first, count) = (drawn.lowerBound, drawn.count)
      (whole + first).update(from: cover + first, count: count)
      let thresholds = rounding.thresholds(S.self, 0, row, shift: 1, scratch)
      level.sample(level.blue, place, into: us, cover: cover, thresholds)
      level.sample(level.red, place, into: vs, cover: whole, thresholds)
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

  /// Level coordinates along a target row that starts at (`x`, `y`).
  private func ramps(x: Double, y: Double, step: Double) -> (u: LinearRow, v: LinearRow) {
    (
      LinearRow(start: inverse.a * x + inverse.c * y + inverse.tx, step: inverse.a * step),
      LinearRow(start: inverse.b * x + inverse.d * y + inverse.ty, step: inverse.b * step)
    )
  }

  /// The source's coverage of every square of `size` pixels along a row.
  ///
  /// - Returns: The indices with any coverage; `cover` is written only there.
  private func loadCover(
    _ u: LinearRow, _ v: LinearRow, size: Double, count: Int, into cover: Weights
  ) -> Range<Int> {
    let (gx, gy) = (grain.x * size, grain.y * size)
    let touched = u.indices(from: -gx / 2, to: level.width + gx / 2, count: count)
      .clamped(to: v.indices(from: -gy / 2, to: level.height + gy / 2, count: count))
    guard !touched.isEmpty else { return touched }
    if hasWholeEdges {
      (cover + touched.lowerBound).update(repeating: .whole, count: touched.count)
      return touched
    }
    let inside = u.indices(from: gx / 2, to: level.width - gx / 2, count: count)
      .clamped(to: v.indices(from: gy / 2, to: level.height - gy / 2, count: count))
      .clamped(to: touched)
    func edge(_ i: Int) {
      let x = part(u(i), of: level.width, gx)
      let y = part(v(i), of: level.height, gy)
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

  /// The part of an interval of length `grain` around `position` that is in 0…`length`.
  private func part(_ position: Double, of length: Double, _ grain: Double) -> Double {
    let before = max(0, min(position / grain + 0.5, 1))
    let after = max(0, min((length - position) / grain + 0.5, 1))
    return max(0, before + after - 1)
  }
}
