// SPDX-License-Identifier: Apache-2.0

public import Basics

/// Draws `source` through `matrix` over `target`, times `opacity` 0…256.
///
/// The matrix maps source to target pixels in continuous coordinates: pixel (0, 0) is the square
/// from (0, 0) to (1, 1). Sampling is bilinear, of 1/256 pixel; below half size the source is
/// halved first as often as needed, so that nothing flickers. The edge pixels of the target blend
/// by how much of them the source covers. A translation by whole pixels is exact. A matrix that
/// flattens the picture, or is not finite, draws nothing.
public func warpOver(
  _ source: PictureView, on target: PictureView, matrix: Affine, opacity: Int, scratch: Scratch
) {
  precondition((0...256).contains(opacity), "an opacity outside 0...256")
  guard opacity > 0, source.width > 0, source.height > 0 else { return }
  if let (x, y) = matrix.wholeTranslation {
    over(source, on: target, x: x, y: y, opacity: opacity)
    return
  }
  guard matrix.isDrawable else { return }
  let level = WarpLevel(of: source, matrix: matrix, scratch: scratch)
  guard let inverse = level.matrix.inverse else { return }
  let warp = Warp(
    level: level, inverse: inverse, target: target, opacity: UInt16(opacity), scratch: scratch)
  // Chroma first: it needs the target's alpha as it was.
  warp.drawChroma()
  warp.drawLuma()
}

extension Affine {
  /// The translation if the map is one by whole pixels.
  var wholeTranslation: (Int, Int)? {
    guard a == 1, b == 0, c == 0, d == 1, tx.magnitude < 1e9, ty.magnitude < 1e9 else { return nil }
    guard tx == tx.rounded(), ty == ty.rounded() else { return nil }
    return (Int(tx), Int(ty))
  }

  /// Whether a picture drawn through the map could be seen and its arithmetic stays in range.
  var isDrawable: Bool {
    let largest = [a, b, c, d, tx, ty].map(\.magnitude).max() ?? 0
    guard largest.isFinite, largest < 1e9 else { return false }
    return determinant.magnitude > 1e-9
      && [a, b, c, d].allSatisfy { ($0 / determinant).magnitude < 1e6 }
  }

  /// The map back, if there is one.
  var inverse: Affine? {
    let k = determinant
    guard k.isFinite, k != 0 else { return nil }
    return Affine(d / k, -b / k, -c / k, a / k, (c * ty - d * tx) / k, (b * tx - a * ty) / k)
  }
}

/// A value that changes linearly along a row of the target.
struct Ramp {
  var start: Double
  var step: Double

  func callAsFunction(_ i: Int) -> Double { start + step * Double(i) }

  /// The indices in 0 ..< count where the value lies in `lower`…`upper`.
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

/// One drawing of one source, its levels and geometry made up.
private struct Warp {
  var level: WarpLevel
  /// From target to level, continuous.
  var inverse: Affine
  var target: PictureView
  var opacity: UInt16
  var scratch: Scratch

  /// The length of one target pixel in level pixels, along level x and y.
  var grain: (x: Double, y: Double) {
    (
      (inverse.a * inverse.a + inverse.c * inverse.c).squareRoot(),
      (inverse.b * inverse.b + inverse.d * inverse.d).squareRoot()
    )
  }

  func drawLuma() {
    let width = target.width
    let rows = scratch.memory(.rows, of: UInt8.self, count: 3 * width)
    let (cover, colors) = (rows, rows + width)
    for y in 0..<target.height {
      let (u, v) = ramps(x: 0.5, y: Double(y) + 0.5, step: 1)
      let drawn = loadCover(u, v, size: 1, count: width, into: cover)
      guard !drawn.isEmpty else { continue }
      let place = SampleRow(
        x: Ramp(start: u.start - 0.5, step: u.step), y: Ramp(start: v.start - 0.5, step: v.step),
        range: drawn)
      level.sample(level.luma, place, into: colors, cover: cover)
      let count = drawn.count
      let shown = cover + drawn.lowerBound
      scaleRow(shown, shown, opacity: opacity, count)
      if let alpha = target.a {
        uniteAlphaRow(over: shown, under: alpha.row(y) + drawn.lowerBound, count)
      }
      overRow(
        target.y.row(y) + drawn.lowerBound, colors + drawn.lowerBound, alpha: shown, count)
    }
  }

  func drawChroma() {
    let width = target.u.width
    let rows = scratch.memory(.rows, of: UInt8.self, count: 5 * width)
    let (cover, whole, under) = (rows, rows + width, rows + 2 * width)
    let (us, vs) = (rows + 3 * width, rows + 4 * width)
    for row in 0..<target.u.height {
      // Blocks of two by two pixels are covered around their middle; colour is taken where
      // chroma is sited.
      let middle = ramps(x: 1, y: Double(2 * row + 1), step: 2)
      let drawn = loadCover(middle.u, middle.v, size: 2, count: width, into: cover)
      guard !drawn.isEmpty else { continue }
      let (u, v) = ramps(x: 0.5, y: Double(2 * row + 1), step: 2)
      let place = SampleRow(
        x: Ramp(start: (u.start - level.siting) / 2, step: u.step / 2),
        y: Ramp(start: (v.start - 1) / 2, step: v.step / 2), range: drawn)
      whole.update(from: cover, count: width)
      level.sample(level.blue, place, into: us, cover: cover)
      level.sample(level.red, place, into: vs, cover: whole)
      let count = drawn.count
      let first = drawn.lowerBound
      scaleRow(cover + first, cover + first, opacity: opacity, count)
      if let alpha = target.a {
        averageAlpha(alpha, row: row, into: under)
        uniteAlphaRow(over: cover + first, under: under + first, count)
      }
      overRow(target.u.row(row) + first, us + first, alpha: cover + first, count)
      overRow(target.v.row(row) + first, vs + first, alpha: cover + first, count)
    }
  }

  /// Level coordinates along a target row that starts at (`x`, `y`).
  private func ramps(x: Double, y: Double, step: Double) -> (u: Ramp, v: Ramp) {
    (
      Ramp(start: inverse.a * x + inverse.c * y + inverse.tx, step: inverse.a * step),
      Ramp(start: inverse.b * x + inverse.d * y + inverse.ty, step: inverse.b * step)
    )
  }

  /// How much, of 255, the source covers of every square of `size` pixels along a row.
  ///
  /// - Returns: the indices where it covers anything; only there `cover` is written.
  private func loadCover(
    _ u: Ramp, _ v: Ramp, size: Double, count: Int, into cover: Samples
  ) -> Range<Int> {
    let (gx, gy) = (grain.x * size, grain.y * size)
    let touched = u.indices(from: -gx / 2, to: level.width + gx / 2, count: count)
      .clamped(to: v.indices(from: -gy / 2, to: level.height + gy / 2, count: count))
    guard !touched.isEmpty else { return touched }
    let inside = u.indices(from: gx / 2, to: level.width - gx / 2, count: count)
      .clamped(to: v.indices(from: gy / 2, to: level.height - gy / 2, count: count))
      .clamped(to: touched)
    func edge(_ i: Int) {
      let x = part(u(i), of: level.width, gx)
      let y = part(v(i), of: level.height, gy)
      cover[i] = UInt8((x * y * 255).rounded())
    }
    if inside.isEmpty {
      touched.forEach(edge)
    } else {
      (touched.lowerBound..<inside.lowerBound).forEach(edge)
      (cover + inside.lowerBound).update(repeating: 255, count: inside.count)
      (inside.upperBound..<touched.upperBound).forEach(edge)
    }
    return touched
  }

  /// The part of a stretch of length `grain` around `position` that lies in 0…`length`.
  private func part(_ position: Double, of length: Double, _ grain: Double) -> Double {
    let before = max(0, min(position / grain + 0.5, 1))
    let after = max(0, min((length - position) / grain + 0.5, 1))
    return max(0, before + after - 1)
  }
}
