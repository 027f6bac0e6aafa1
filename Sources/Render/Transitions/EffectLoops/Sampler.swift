// SPDX-License-Identifier: Apache-2.0

import Kernels

/// A picture as light: red, green and blue from 0 to 1, and alpha, at any place.
///
/// All four lie side by side, as far as they are covered, so that a pixel is read at once. It is not generic, so that effects
/// are compiled once.
struct Sampler {
  /// A pixel; `one` is the whole, and colours beyond 0…1 have room.
  typealias Pixel = SIMD4<Int16>
  static var one: Float { 8192 }

  /// Rows of one pixel more than the picture has, and one row more: the last ones are there twice.
  let pixels: UnsafeMutablePointer<Pixel>
  let stride: Int
  let isOpaque: Bool
  let widthNumber, heightNumber, lastColumn, lastRow: Float
  /// The size in pixels.
  let width, height: Int

  /// The picture `view`, in memory of `slot`.
  init<S: PictureSample>(
    _ view: SampleView<S>, _ scale: RGBScale, _ scratch: Scratch, _ slot: Scratch.Slot
  ) {
    (width, height) = (view.width, view.height)
    (widthNumber, heightNumber) = (Float(width), Float(height))
    (lastColumn, lastRow) = (Float(width - 1), Float(height - 1))
    isOpaque = view.a == nil
    stride = width + 1
    pixels = scratch.memory(slot, of: Pixel.self, count: stride * (height + 1))
    let (pixels, stride, isOpaque) = (pixels, stride, isOpaque)
    view.readBlocks(scale, scratch) { y, columns, tints in
      if !isOpaque { Sampler.cover(tints, columns.count) }
      let row = pixels + y * stride
      Sampler.pack(tints, columns.count, into: row + columns.lowerBound)
      row[columns.upperBound] = row[columns.upperBound - 1]
    }
    (pixels + height * stride).update(from: pixels + (height - 1) * stride, count: stride)
  }

  /// Weights colours by alpha.
  private static func cover(_ tints: PixelBlock.Tints, _ count: Int) {
    for x in 0..<count {
      let tint = tints[x]
      tints[x] = Tint(tint.x * tint.w, tint.y * tint.w, tint.z * tint.w, tint.w)
    }
  }

  private static func pack(
    _ tints: PixelBlock.Tints, _ count: Int, into row: UnsafeMutablePointer<Pixel>
  ) {
    let numbers = UnsafeMutableRawPointer(row).assumingMemoryBound(to: Int16.self)
    func number(_ x: Float) -> Int16 {
      Int16(truncatingIfNeeded: (x * one + 12_582_912).bitPattern)
    }
    for x in 0..<count {
      numbers[4 &* x] = number(tints.red[x])
      numbers[4 &* x &+ 1] = number(tints.green[x])
      numbers[4 &* x &+ 2] = number(tints.blue[x])
      numbers[4 &* x &+ 3] = number(tints.alpha[x])
    }
  }

  /// The pixel that contains `p`; nothing where it is clear, whatever colour that hides.
  @inline(__always)
  func pixel(_ p: Point) -> Light {
    let x = index(p.x * widthNumber, below: width)
    let y = index((1 - p.y) * heightNumber, below: height)
    return light(numbers(pixels[y &* stride &+ x]))
  }

  /// The colour at `p`, between four pixels weighted by alpha.
  @inline(__always)
  func at(_ p: Point) -> Light {
    let x = clamped(p.x * widthNumber - 0.5, lastColumn)
    let y = clamped((1 - p.y) * heightNumber - 0.5, lastRow)
    let (column, row) = (whole(max(x - 0.5, 0)), whole(max(y - 0.5, 0)))
    let (h, v) = (x - column.number, y - row.number)
    let upper = pixels + (row.index &* stride &+ column.index)
    let lower = upper + stride
    let (a, b) = (numbers(upper[0]), numbers(upper[1]))
    let (c, d) = (numbers(lower[0]), numbers(lower[1]))
    let (above, below) = (a + (b - a) * h, c + (d - c) * h)
    return light(above + (below - above) * v)
  }

  @inline(__always)
  func numbers(_ pixel: Pixel) -> Light {
    Light(SIMD4<Int32>(truncatingIfNeeded: pixel))
  }

  /// Colours that are weighted by alpha, as they are without.
  @inline(__always)
  func light(_ numbers: Light) -> Light {
    if isOpaque { return numbers * (1 / Sampler.one) }
    guard numbers.w > 0 else { return .zero }
    var light = numbers / numbers.w
    light.w = numbers.w * (1 / Sampler.one)
    return light
  }
}
