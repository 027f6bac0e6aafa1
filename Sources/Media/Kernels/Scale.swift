// SPDX-License-Identifier: Apache-2.0

public import Base

/// Composites `source` over `target`, scaled and moved by `matrix`, which neither turns nor mirrors, and multiplied by
/// `opacity`.
///
/// The matrix maps source to target pixels in continuous coordinates, as that of `warpOver`, which is called where
/// nothing gets smaller. Else every pixel is the mean of the source, interpolated linearly, over the pixel's area, so
/// that fine detail neither aliases nor shimmers, and what is moved by a part of a pixel moves by just that. Between
/// full size and three quarters of it the area grows from a point to the whole pixel, so a zoom has no step where it ends. Edge
/// pixels of the target are blended by the source's coverage.
///
/// - Parameters:
///   - hasWholeEdges: Whether edge pixels are covered as a whole, because they are cut to a shape afterwards.
///   - rounding: How sampled colours and the result are rounded.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func scaleOver<Sample>(
  _ source: SampleView<Sample>, on target: SampleView<Sample>, matrix: Affine, opacity: Weight,
  hasWholeEdges: Bool = false, rounding: Rounding = .nearest, scratch: Scratch
) {
  precondition(source.chroma == target.chroma, "pictures of different chroma formats")
  precondition(matrix.isUpright, "a map that turns or mirrors")
  if matrix.a >= 1, matrix.d >= 1 {
    return warpOver(
      source, on: target, matrix: matrix, opacity: opacity, hasWholeEdges: hasWholeEdges,
      rounding: rounding, scratch: scratch)
  }
  guard opacity > 0, source.width > 0, source.height > 0, matrix.isDrawable else { return }
  let drawing = ScaleDrawing(
    source: source, target: target, matrix: matrix, opacity: opacity,
    hasWholeEdges: hasWholeEdges, rounding: rounding, scratch: scratch)
  switch target.chroma {
  case .half:
    // Chroma first, because it needs the target's original alpha.
    drawing.drawChroma()
    drawing.draw([(source.y, target.y)], source.a, pixels: 1)
  case .full:
    drawing.draw(
      [(source.y, target.y), (source.u, target.u), (source.v, target.v)], source.a, pixels: 1)
  }
}

extension Affine {
  /// True if it only scales and moves, without turning or mirroring.
  public var isUpright: Bool { b == 0 && c == 0 && a > 0 && d > 0 }
}

/// The drawing of one source that is made smaller.
private struct ScaleDrawing<S: PictureSample> {
  let source: SampleView<S>
  let target: SampleView<S>
  let matrix: Affine
  let opacity: Weight
  let hasWholeEdges: Bool
  let rounding: Rounding
  let scratch: Scratch

  func drawChroma() {
    let alpha = source.a.map { alpha in
      let size = source.u.width * source.u.height
      return chromaAlpha(
        alpha, source.chroma, in: scratch.memory(.plane, of: S.self, count: size))
    }
    draw([(source.u, target.u), (source.v, target.v)], alpha, pixels: 2)
  }

  /// Draws planes of one size whose samples have `pixels` pixels across and down.
  ///
  /// - Parameter alpha: The source's alpha for each of its samples.
  func draw(
    _ planes: [(from: SamplePlane<S>, to: SamplePlane<S>)], _ alpha: SamplePlane<S>?, pixels: Int
  ) {
    let (from, to) = planes[0]
    // Chroma of 4:2:0 is sited at the left pixel of two, between two rows.
    let across = ScaledAxis(
      scale: matrix.a, shift: matrix.tx, length: source.width, samples: from.width,
      count: to.width, pixels: pixels, site: 0.5, hasWholeEdges: hasWholeEdges)
    let down = ScaledAxis(
      scale: matrix.d, shift: matrix.ty, length: source.height, samples: from.height,
      count: to.height, pixels: pixels, site: Double(pixels) / 2,
      hasWholeEdges: hasWholeEdges)
    let (first, count) = (across.drawn.lowerBound, across.drawn.count)
    guard count > 0, !down.drawn.isEmpty else { return }
    let used = across.used
    let sums = ScaledRows<S>(
      planes: planes.map(\.from), alpha: alpha, columns: used, taps: across.taps, scratch: scratch)
    let cover = scratch.memory(.cover, of: Weight.self, count: 2 * to.width)
    let shown = cover + first
    let colors = scratch.memory(.rows, of: S.self, count: (planes.count + 1) * to.width)
    let below = colors + planes.count * to.width
    for row in down.drawn {
      sums.add(down, row - down.drawn.lowerBound)
      across.loadCover(shown, part: down.cover[row - down.drawn.lowerBound])
      let phase = rounding.phase(S.self, first, row, shift: pixels - 1)
      rounding.withBiases(S.self, first, row, shift: pixels - 1) { biases in
        sums.sample(across, into: colors + first, width: to.width, cover: shown, biases)
      }
      scaleRow(shown, opacity: opacity, count)
      if let seen = target.a {
        let under =
          pixels == 1 ? seen.row(row) : chromaAlpha(seen, target.chroma, row: row, in: below)
        uniteAlphaRow(over: shown, under: under + first, count, phase: phase)
      }
      for (index, plane) in planes.enumerated() {
        let to = plane.to.row(row) + first
        mixRow(
          to, to, colors + (index * plane.to.width + first), count, weights: shown, phase: phase)
      }
    }
  }
}
