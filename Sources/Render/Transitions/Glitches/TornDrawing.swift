// SPDX-License-Identifier: Apache-2.0

import Kernels

extension TransitionFrame {
  /// Draws the colours of `plan`; a chroma sample has the mean of the pixels that it covers.
  func drawTorn(_ plan: TornPlan, matrix: ColorMatrix) {
    let scale = RGBScale(matrix, of: S.self)
    let shift = target.chroma.shift
    let block = TornBlock(
      memory: scratch.memory(.plane, of: Int16.self, count: TornBlock.size))
    let old = LightRows(from, scale, block.zeros, scratch, .cover)
    let new = LightRows(to, scale, block.zeros, scratch, .edge)
    let covers = isOpaque ? nil : block.covers
    let look: (Bool, Int, Int, Range<Int>, Point, Point) -> Void = {
      isNew, y, first, pixels, way, apart in
      let (start, count) = (pixels.lowerBound, pixels.count)
      if isNew {
        new.see(y, first + start, count, way, apart, into: block.to.from(start), covers)
      } else {
        old.see(y, first + start, count, way, apart, into: block.from.from(start), covers)
      }
    }
    for line in 0..<target.u.height {
      let rows = line << shift..<min((line + 1) << shift, height)
      switch plan.seen(rows) {
      case .from: copy(from, 0..<width, rows, line)
      case .to: copy(to, 0..<width, rows, line)
      case .neither, .both:
        for first in stride(from: 0, to: width, by: FineTints.length) {
          let span = first..<min(first + FineTints.length, width)
          for y in rows {
            if y > rows.lowerBound {
              block.upper.copy(block.made, span.count, rows: isOpaque ? 3 : 4)
            }
            plan.fill(
              TornRow(
                y: y, first: first, count: span.count, v: 1 - (Float(y) + 0.5) / Float(height),
                block: block, isOpaque: isOpaque, look: look))
            drawLuma(block, span, y, scale, isOpaque)
          }
          let upper = rows.count > 1 ? block.upper : block.made
          drawChroma(upper, block.made, block.zeros, span, line, scale)
        }
      }
    }
  }

  /// The factor from 4 lights of `number` samples each to fine samples, in 65536 parts.
  private func share(_ number: Float) -> Int16 {
    Int16((number * Float(1 << (14 - S.depth)) * 16_384 / FineTints.one).rounded())
  }

  private func drawLuma(
    _ block: TornBlock, _ columns: Range<Int>, _ y: Int, _ scale: RGBScale, _ isOpaque: Bool
  ) {
    let out = target.y.row(y) + columns.lowerBound
    let (tints, zeros) = (block.made, block.zeros)
    let (red, green, blue) = (tints.red, tints.green, tints.blue)
    let (ofRed, ofGreen, ofBlue) = (
      share(scale.lumaRange * scale.red), share(scale.lumaRange * scale.green),
      share(scale.lumaRange * scale.blue)
    )
    let black = Int16(fine: scale.black, of: S.self)
    for x in 0..<columns.count {
      let none = zeros[x]
      let sum =
        (red[x] &<< 2).high(ofRed &+ none) &+ (green[x] &<< 2).high(ofGreen &+ none)
        &+ (blue[x] &<< 2).high(ofBlue &+ none)
      out[x] = S(rounding: black &+ sum)
    }
    guard let alpha = target.a.map({ $0.row(y) + columns.lowerBound }) else { return }
    if isOpaque { return alpha.update(repeating: S.full, count: columns.count) }
    let (covers, full) = (tints.alpha, Float(S.full))
    for x in 0..<columns.count { alpha[x] = S(rounding: covers[x].light * full) }
  }

  private func drawChroma(
    _ upper: FineTints, _ lower: FineTints, _ zeros: UnsafeMutablePointer<Int16>,
    _ columns: Range<Int>, _ line: Int, _ scale: RGBScale
  ) {
    let first = columns.lowerBound >> target.chroma.shift
    let (count, isHalf) = (columns.count, target.chroma == .half)
    if isHalf, count % 2 == 1 {
      upper.repeatLast(count)
      lower.repeatLast(count)
    }
    if target.a != nil, isHalf {
      for x in 0..<(count + 1) / 2 {
        let (left, right) = (2 * x, 2 * x + 1)
        upper.setColors(x, mean(upper[left], upper[right], lower[left], lower[right]))
      }
    }
    let neutral = Int16(fine: scale.neutral, of: S.self)
    for (row, size, own) in [
      (target.u.row(line) + first, scale.chromaOfBlue, 2),
      (target.v.row(line) + first, scale.chromaOfRed, 0),
    ] {
      func part(_ index: Int, _ weight: Float) -> Int16 {
        share(size * ((index == own ? 1 : 0) - weight))
      }
      let (ofRed, ofGreen, ofBlue) = (
        part(0, scale.red), part(1, scale.green), part(2, scale.blue)
      )
      func sample(_ red: Int16, _ green: Int16, _ blue: Int16, _ none: Int16) -> S {
        S(
          rounding: neutral &+ red.high(ofRed &+ none) &+ green.high(ofGreen &+ none)
            &+ blue.high(ofBlue &+ none))
      }
      if isHalf, target.a == nil {
        func sum(_ a: UnsafeMutablePointer<Int16>, _ b: UnsafeMutablePointer<Int16>, _ x: Int)
          -> Int16
        {
          a[2 &* x] &+ a[2 &* x &+ 1] &+ b[2 &* x] &+ b[2 &* x &+ 1]
        }
        for x in 0..<(count + 1) / 2 {
          row[x] = sample(
            sum(upper.red, lower.red, x), sum(upper.green, lower.green, x),
            sum(upper.blue, lower.blue, x), zeros[x])
        }
      } else {
        for x in 0..<(isHalf ? (count + 1) / 2 : count) {
          row[x] = sample(upper.red[x] &<< 2, upper.green[x] &<< 2, upper.blue[x] &<< 2, zeros[x])
        }
      }
    }
  }

  /// The mean of four colours, as far as they are covered.
  private func mean(_ a: Tint, _ b: Tint, _ c: Tint, _ d: Tint) -> Tint {
    let cover = a.w + b.w + c.w + d.w
    guard cover > 1e-3 else { return (a + b + c + d) * 0.25 }
    return (a * a.w + b * b.w + c * c.w + d * d.w) * (1 / cover)
  }
}
