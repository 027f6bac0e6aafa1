// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import LibAV
import MediaIO
import RenderProtocol

/// Blurs a picture.
final class Blurring: Treating {
  private let run: RenderRun

  init(_ run: RenderRun) { self.run = run }

  func treated(
    _ picture: ImageBuffer, _ numbers: [Double], _ index: Int, cover: FrameCover
  ) throws(AVError) -> ImageBuffer {
    var hasAlpha = true
    // What is opaque all over stays so.
    if case .everything = cover, numbers[1] == 0 { hasAlpha = picture.hasAlpha }
    let result = try ImageBuffer(size: picture.size, hasAlpha: hasAlpha, in: run.canvas.color)
    result.blur(
      picture, deviation: numbers[0], cover: cover, softness: numbers[1], run.context.scratch)
    return result
  }
}

/// Draws a picture in blocks of one colour.
final class Pixelating: Treating {
  private let run: RenderRun

  init(_ run: RenderRun) { self.run = run }

  func treated(
    _ picture: ImageBuffer, _ numbers: [Double], _ index: Int, cover: FrameCover
  ) throws(AVError) -> ImageBuffer {
    let result = try ImageBuffer(
      size: picture.size, hasAlpha: picture.hasAlpha, in: run.canvas.color)
    let box = PixelBox(x: numbers[1], y: numbers[2], width: numbers[3], height: numbers[4])
    result.pixelate(
      picture, in: BlockGrid(side: numbers[0], in: box), cover: cover, run.context.scratch)
    return result
  }
}

/// Changes the colours of a picture.
final class Adjusting: Treating {
  private let run: RenderRun

  init(_ run: RenderRun) { self.run = run }

  func treated(
    _ picture: ImageBuffer, _ numbers: [Double], _ index: Int, cover: FrameCover
  ) throws(AVError) -> ImageBuffer {
    let color = run.canvas.color
    let result = try ImageBuffer(size: picture.size, hasAlpha: picture.hasAlpha, in: color)
    result.adjust(
      picture,
      ColorAdjustment(
        brightness: numbers[0], contrast: numbers[1], saturation: numbers[2], hue: numbers[3],
        temperature: numbers[4]), in: color, run.context.scratch)
    return result
  }
}

/// Makes a colour of a picture transparent.
final class Keying: Treating {
  private let run: RenderRun
  private let tint: PaintCache

  init(_ run: RenderRun) { (self.run, tint) = (run, PaintCache(run)) }

  func treated(
    _ picture: ImageBuffer, _ numbers: [Double], _ index: Int, cover: FrameCover
  ) throws(AVError) -> ImageBuffer {
    let color = run.canvas.color
    let result = try ImageBuffer(size: picture.size, hasAlpha: true, in: color)
    result.key(
      picture, out: try tint.paint(numbers[0..<4]),
      KeySettings(
        tolerance: numbers[4], softness: numbers[5], luma: numbers[6], spill: numbers[7],
        strength: numbers[3]), in: color, run.context.scratch)
    return result
  }
}

/// Draws a line along the edge of a picture.
final class Bordering: Treating {
  private let run: RenderRun
  private let tint: PaintCache

  init(_ run: RenderRun) { (self.run, tint) = (run, PaintCache(run)) }

  func treated(
    _ picture: ImageBuffer, _ numbers: [Double], _ index: Int, cover: FrameCover
  ) throws(AVError) -> ImageBuffer {
    let result = try ImageBuffer(
      size: picture.size, hasAlpha: picture.hasAlpha, in: run.canvas.color)
    result.copy(picture)
    let box = RoundedBox(
      x: numbers[5], y: numbers[6], width: numbers[7], height: numbers[8],
      radii: Array(numbers[9..<13]))
    result.border(
      along: box, width: numbers[0], try tint.paint(numbers[1..<5]), run.context.scratch)
    return result
  }
}

/// Draws a shadow under a picture.
final class Shadowing: Treating {
  private let run: RenderRun
  private let tint: PaintCache
  /// The last shadow, and what it is of.
  private var last: (picture: ImageBuffer, numbers: [Double], shadow: ImageBuffer)?

  init(_ run: RenderRun) { (self.run, tint) = (run, PaintCache(run)) }

  func treated(
    _ picture: ImageBuffer, _ numbers: [Double], _ index: Int, cover: FrameCover
  ) throws(AVError) -> ImageBuffer {
    let result = try ImageBuffer(size: picture.size, hasAlpha: true, in: run.canvas.color)
    result.copy(try shadow(of: picture, numbers))
    result.lay(picture, x: 0, y: 0, opacity: .whole, within: nil)
    return result
  }

  private func shadow(
    of picture: ImageBuffer, _ numbers: [Double]
  ) throws(AVError) -> ImageBuffer {
    // A video that moves casts the same shadow as long as its shape is the same.
    if let last, last.numbers == numbers, picture.hasShape(of: last.picture) {
      return last.shadow
    }
    let shadow = try ImageBuffer(size: picture.size, hasAlpha: true, in: run.canvas.color)
    shadow.shade(
      picture, try tint.paint(numbers[0..<4]), offset: PixelPoint(numbers[4], numbers[5]),
      deviation: numbers[6] / 2, run.context.scratch)
    last = (picture, numbers, shadow)
    return shadow
  }
}

/// Colours of treatments in the samples of a canvas.
final class PaintCache {
  private let run: RenderRun
  private var last: (color: Color, paint: Paint)?

  init(_ run: RenderRun) { self.run = run }

  /// The colour of four premultiplied numbers.
  func paint(_ numbers: ArraySlice<Double>) throws(AVError) -> Paint {
    let color = Color(premultiplied: Array(numbers))
    if let last, last.color == color { return last.paint }
    let paint = try Paint(color, in: run.canvas.color)
    last = (color, paint)
    return paint
  }
}
