// SPDX-License-Identifier: Apache-2.0

import Kernels

/// A transition whose colours at a place depend on those of both pictures there, and on nothing else of them.
protocol PixelEffect: Sendable {
  func color(_ p: Point, _ from: Tint, _ to: Tint) -> Tint
}

/// Some pixels of two rows: the colours of both pictures in one of them, and what is made of these in both.
///
/// As in `LookBlock`, all numbers lie at fixed distances.
struct PixelBlock {
  static let length = 128
  /// How many numbers a block holds.
  static let size = 20 * length

  /// Four rows of numbers for red, green, blue and alpha.
  struct Tints {
    let memory: UnsafeMutablePointer<Float>

    var red: UnsafeMutablePointer<Float> { memory }
    var green: UnsafeMutablePointer<Float> { memory + PixelBlock.length }
    var blue: UnsafeMutablePointer<Float> { memory + 2 * PixelBlock.length }
    var alpha: UnsafeMutablePointer<Float> { memory + 3 * PixelBlock.length }

    @inline(__always)
    subscript(x: Int) -> Tint {
      get { Tint(red[x], green[x], blue[x], alpha[x]) }
      nonmutating set {
        (red[x], green[x], blue[x], alpha[x]) = (newValue.x, newValue.y, newValue.z, newValue.w)
      }
    }
  }

  /// Chroma of a picture, one number of each kind for every pixel.
  struct Chroma {
    let memory: UnsafeMutablePointer<Float>

    var u: UnsafeMutablePointer<Float> { memory }
    var v: UnsafeMutablePointer<Float> { memory + PixelBlock.length }
  }

  let memory: UnsafeMutablePointer<Float>

  var from: Tints { Tints(memory: memory) }
  var to: Tints { Tints(memory: memory + 4 * PixelBlock.length) }
  var upper: Tints { Tints(memory: memory + 8 * PixelBlock.length) }
  var lower: Tints { Tints(memory: memory + 12 * PixelBlock.length) }
  var fromChroma: Chroma { Chroma(memory: memory + 16 * PixelBlock.length) }
  var toChroma: Chroma { Chroma(memory: memory + 18 * PixelBlock.length) }
}

/// The colours of one frame, in blocks of pixels.
struct PixelRows {
  /// Writes what is made of the pixels `first`…, `count` of them, of row `y`.
  let fill:
    (
      _ y: Int, _ first: Int, _ count: Int, _ block: PixelBlock, _ made: PixelBlock.Tints,
      _ isOpaque: Bool
    ) -> Void

  init<E: PixelEffect>(_ effect: E, _ frame: EffectFrame) {
    let (across, down) = (1 / Float(frame.width), 1 / Float(frame.height))
    fill = { y, first, count, block, made, isOpaque in
      let v = 1 - (Float(y) + 0.5) * down
      let (from, to) = (block.from, block.to)
      if isOpaque {
        for x in 0..<count {
          let column = Float(Int32(truncatingIfNeeded: first &+ x))
          var (a, b) = (from[x], to[x])
          (a.w, b.w) = (1, 1)
          made[x] = effect.color(Point((column + 0.5) * across, v), a, b).clamped
        }
      } else {
        for x in 0..<count {
          let column = Float(Int32(truncatingIfNeeded: first &+ x))
          made[x] = effect.color(Point((column + 0.5) * across, v), from[x], to[x]).clamped
        }
      }
    }
  }
}

extension TransitionFrame {
  /// Draws the colours of `rows`; a chroma sample has the mean of the pixels that it covers.
  func drawTints(_ rows: PixelRows, matrix: ColorMatrix) {
    let scale = RGBScale(matrix, of: S.self)
    let shift = target.chroma.shift
    let block = PixelBlock(
      memory: scratch.memory(.plane, of: Float.self, count: PixelBlock.size))
    let isOpaque = from.a == nil && to.a == nil
    for line in 0..<target.u.height {
      let pixels = line << shift..<min((line + 1) << shift, height)
      for first in stride(from: 0, to: width, by: PixelBlock.length) {
        let span = first..<min(first + PixelBlock.length, width)
        readChroma(from, span, line, scale, into: block.fromChroma)
        readChroma(to, span, line, scale, into: block.toChroma)
        for y in pixels {
          let made = y == pixels.lowerBound ? block.upper : block.lower
          read(from, block.fromChroma, span, y, scale, into: block.from)
          read(to, block.toChroma, span, y, scale, into: block.to)
          rows.fill(y, first, span.count, block, made, isOpaque)
          drawLuma(made, span, y, scale)
        }
        drawChroma(
          block.upper, pixels.count > 1 ? block.lower : block.upper, span, line, scale)
      }
    }
  }

  /// Chroma of the pixels of a row of chroma samples.
  private func readChroma(
    _ view: SampleView<S>, _ columns: Range<Int>, _ line: Int, _ scale: RGBScale,
    into chroma: PixelBlock.Chroma
  ) {
    let shift = view.chroma.shift
    let first = columns.lowerBound >> shift
    for (row, numbers) in [(view.u.row(line), chroma.u), (view.v.row(line), chroma.v)] {
      let samples = row + first
      if shift == 0 {
        for x in 0..<columns.count { numbers[x] = samples[x].amount - scale.neutral }
      } else {
        for x in 0..<(columns.count + 1) / 2 {
          let number = samples[x].amount - scale.neutral
          numbers[2 &* x] = number
          numbers[2 &* x &+ 1] = number
        }
      }
    }
  }

  /// The colours of pixels of row `y`; nothing where they are clear, whatever colour that hides.
  private func read(
    _ view: SampleView<S>, _ chroma: PixelBlock.Chroma, _ columns: Range<Int>, _ y: Int,
    _ scale: RGBScale, into tints: PixelBlock.Tints
  ) {
    let luma = view.y.row(y) + columns.lowerBound
    let (part, count) = (1 / scale.lumaRange, columns.count)
    let (u, v) = (chroma.u, chroma.v)
    let (red, green, blue) = (tints.red, tints.green, tints.blue)
    for x in 0..<count {
      let gray = (luma[x].amount - scale.black) * part
      red[x] = gray + scale.redOfV * v[x]
      green[x] = gray - scale.greenOfU * u[x] - scale.greenOfV * v[x]
      blue[x] = gray + scale.blueOfU * u[x]
    }
    guard let covers = view.a.map({ $0.row(y) + columns.lowerBound }) else {
      tints.alpha.update(repeating: 1, count: count)
      return
    }
    let alphaPart = 1 / Float(S.full)
    for x in 0..<count {
      let cover = covers[x].amount * alphaPart
      let tint = tints[x]
      tints[x] = cover > 0 ? Tint(tint.x, tint.y, tint.z, cover) : .zero
    }
  }

  private func drawLuma(
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

  private func drawChroma(
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

extension PictureSample {
  /// The sample as a number.
  @inline(__always)
  fileprivate var amount: Float { Float(Int32(truncatingIfNeeded: self)) }
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
