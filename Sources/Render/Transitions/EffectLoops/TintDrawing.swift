// SPDX-License-Identifier: Apache-2.0

import Kernels

extension TransitionFrame {
  /// Draws the colours of `plan`; a chroma sample has the mean of the pixels that it covers.
  func drawTints(_ plan: TintPlan, matrix: ColorMatrix) {
    let scale = RGBScale(matrix, of: S.self)
    let shift = target.chroma.shift
    let block = PixelBlock(
      memory: scratch.memory(.plane, of: Float.self, count: PixelBlock.size))
    block.makeOpaque()
    let (across, down) = (1 / Float(width), 1 / Float(height))
    for line in 0..<target.u.height {
      let pixels = line << shift..<min((line + 1) << shift, height)
      for first in stride(from: 0, to: width, by: PixelBlock.length) {
        let span = first..<min(first + PixelBlock.length, width)
        let seen = plan.seen(span, pixels)
        switch seen {
        case .from: copy(from, span, pixels, line)
        case .to: copy(to, span, pixels, line)
        case .neither, .both:
          if seen == .both {
            from.readChroma(span, line, scale, into: block.fromChroma)
            to.readChroma(span, line, scale, into: block.toChroma)
          }
          for y in pixels {
            let made = y == pixels.lowerBound ? block.upper : block.lower
            if seen == .both {
              from.read(span, y, block.fromChroma, scale, into: block.from)
              to.read(span, y, block.toChroma, scale, into: block.to)
            }
            plan.fill(
              TintRow(
                y: y, first: first, count: span.count, v: 1 - (Float(y) + 0.5) * down,
                across: across, block: block, made: made, isOpaque: isOpaque))
            drawLuma(made, span, y, scale)
          }
          drawChroma(
            block.upper, pixels.count > 1 ? block.lower : block.upper, span, line, scale)
        }
      }
    }
  }

  /// Copies columns of some rows, and of the row of chroma samples there.
  func copy(
    _ picture: SampleView<S>, _ columns: Range<Int>, _ rows: Range<Int>, _ line: Int
  ) {
    func copy(_ plane: SamplePlane<S>, _ out: SamplePlane<S>, _ row: Int, _ columns: Range<Int>) {
      let first = columns.lowerBound
      (out.row(row) + first).update(from: plane.row(row) + first, count: columns.count)
    }
    for y in rows {
      copy(picture.y, target.y, y, columns)
      guard let alpha = target.a else { continue }
      if let own = picture.a {
        copy(own, alpha, y, columns)
      } else {
        (alpha.row(y) + columns.lowerBound).update(repeating: S.full, count: columns.count)
      }
    }
    let shift = target.chroma.shift
    let end = min((columns.upperBound + shift) >> shift, target.u.width)
    let half = columns.lowerBound >> shift..<end
    copy(picture.u, target.u, line, half)
    copy(picture.v, target.v, line, half)
  }

  func drawLuma(
    _ tints: PixelBlock.Tints, _ columns: Range<Int>, _ y: Int, _ scale: RGBScale
  ) {
    let out = target.y.row(y) + columns.lowerBound
    let (red, green, blue) = (tints.red, tints.green, tints.blue)
    for x in 0..<columns.count {
      let gray = scale.red * red[x] + scale.green * green[x] + scale.blue * blue[x]
      out[x] = S(rounding: scale.black + scale.lumaRange * gray)
    }
    guard let alpha = target.a.map({ $0.row(y) + columns.lowerBound }) else { return }
    let (covers, full) = (tints.alpha, Float(S.full))
    for x in 0..<columns.count { alpha[x] = S(rounding: covers[x] * full) }
  }

  func drawChroma(
    _ upper: PixelBlock.Tints, _ lower: PixelBlock.Tints, _ columns: Range<Int>, _ line: Int,
    _ scale: RGBScale
  ) {
    let first = columns.lowerBound >> target.chroma.shift
    let (u, v) = (target.u.row(line) + first, target.v.row(line) + first)
    guard target.chroma == .half else {
      for x in 0..<columns.count { (u[x], v[x]) = upper[x].chroma(scale) }
      return
    }
    if columns.count % 2 == 1 {
      upper[columns.count] = upper[columns.count - 1]
      lower[columns.count] = lower[columns.count - 1]
    }
    let count = (columns.count + 1) / 2
    if target.a == nil {
      for x in 0..<count {
        let sum =
          (upper[2 &* x] + upper[2 &* x &+ 1]) + (lower[2 &* x] + lower[2 &* x &+ 1])
        (u[x], v[x]) = (sum * 0.25).chroma(scale)
      }
    } else {
      for x in 0..<count {
        let (a, b, c, d) = (
          upper[2 &* x], upper[2 &* x &+ 1], lower[2 &* x], lower[2 &* x &+ 1]
        )
        let cover = a.w + b.w + c.w + d.w
        let mean =
          cover > 1e-6
          ? (a * a.w + b * b.w + c * c.w + d * d.w) * (1 / cover) : (a + b + c + d) * 0.25
        (u[x], v[x]) = mean.chroma(scale)
      }
    }
  }
}

extension Tint {
  /// The samples of U and V.
  @inline(__always)
  fileprivate func chroma<S: PictureSample>(_ scale: RGBScale) -> (S, S) {
    let gray = sum(scale.red, scale.green, scale.blue)
    return (
      S(rounding: scale.neutral + scale.chromaOfBlue * (z - gray)),
      S(rounding: scale.neutral + scale.chromaOfRed * (x - gray))
    )
  }
}
