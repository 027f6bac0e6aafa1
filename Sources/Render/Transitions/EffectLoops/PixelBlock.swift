// SPDX-License-Identifier: Apache-2.0

import Kernels

/// Some pixels of two rows: the colours of both pictures in one of them, and what is made of these in both.
///
/// As in `LookBlock`, all numbers lie at fixed distances.
struct PixelBlock {
  static var length: Int { 256 }
  /// The number of values in a block.
  static let size = 21 * length

  /// Four rows of numbers for red, green, blue and alpha.
  struct Tints {
    let memory: UnsafeMutablePointer<Float>

    var red: UnsafeMutablePointer<Float> { memory }
    var green: UnsafeMutablePointer<Float> { memory + PixelBlock.length }
    var blue: UnsafeMutablePointer<Float> { memory + 2 * PixelBlock.length }
    var alpha: UnsafeMutablePointer<Float> { memory + 3 * PixelBlock.length }

    init(memory: UnsafeMutablePointer<Float>) { self.memory = memory }

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

  init(memory: UnsafeMutablePointer<Float>) { self.memory = memory }

  var from: Tints { Tints(memory: memory) }
  var to: Tints { Tints(memory: memory + 4 * PixelBlock.length) }
  /// One number for each pixel.
  var numbers: UnsafeMutablePointer<Float> { memory + 20 * PixelBlock.length }
  var upper: Tints { Tints(memory: memory + 8 * PixelBlock.length) }
  var lower: Tints { Tints(memory: memory + 12 * PixelBlock.length) }
  /// Makes all pixels of both pictures opaque, as they remain where no alpha is read.
  func makeOpaque() {
    for tints in [from, to] { tints.alpha.update(repeating: 1, count: PixelBlock.length) }
  }

  var fromChroma: Chroma { Chroma(memory: memory + 16 * PixelBlock.length) }
  var toChroma: Chroma { Chroma(memory: memory + 18 * PixelBlock.length) }
}

extension SampleView {
  /// Calls `body` with the colours of all pixels, some of a row after the other.
  func readBlocks(
    _ scale: RGBScale, _ scratch: Scratch,
    _ body: (_ y: Int, _ columns: Range<Int>, _ tints: PixelBlock.Tints) -> Void
  ) {
    let block = PixelBlock(
      memory: scratch.memory(.plane, of: Float.self, count: PixelBlock.size))
    block.makeOpaque()
    for y in 0..<height {
      for first in stride(from: 0, to: width, by: PixelBlock.length) {
        let columns = first..<Swift.min(first + PixelBlock.length, width)
        readChroma(columns, y >> chroma.shift, scale, into: block.fromChroma)
        read(columns, y, block.fromChroma, scale, into: block.from)
        body(y, columns, block.from)
      }
    }
  }

  /// Chroma of the pixels of a row of chroma samples.
  func readChroma(
    _ columns: Range<Int>, _ line: Int, _ scale: RGBScale, into numbers: PixelBlock.Chroma
  ) {
    let shift = chroma.shift
    let first = columns.lowerBound >> shift
    // No list of both rows, which would take memory each time.
    func read(_ row: UnsafeMutablePointer<Sample>, _ numbers: UnsafeMutablePointer<Float>) {
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
    read(u.row(line), numbers.u)
    read(v.row(line), numbers.v)
  }

  /// The colours of pixels of row `line`; nothing where they are clear, whatever colour that hides.
  ///
  /// Where there is no alpha, none is written: see `PixelBlock.makeOpaque`.
  func read(
    _ columns: Range<Int>, _ line: Int, _ chroma: PixelBlock.Chroma, _ scale: RGBScale,
    into tints: PixelBlock.Tints
  ) {
    let luma = y.row(line) + columns.lowerBound
    let (part, count) = (1 / scale.lumaRange, columns.count)
    let (u, v) = (chroma.u, chroma.v)
    let (red, green, blue) = (tints.red, tints.green, tints.blue)
    for x in 0..<count {
      let gray = (luma[x].amount - scale.black) * part
      red[x] = gray + scale.redOfV * v[x]
      green[x] = gray - scale.greenOfU * u[x] - scale.greenOfV * v[x]
      blue[x] = gray + scale.blueOfU * u[x]
    }
    guard let covers = a.map({ $0.row(line) + columns.lowerBound }) else { return }
    let alphaPart = 1 / Float(Sample.full)
    for x in 0..<count {
      let cover = covers[x].amount * alphaPart
      let tint = tints[x]
      tints[x] = cover > 0 ? Tint(tint.x, tint.y, tint.z, cover) : .zero
    }
  }
}
