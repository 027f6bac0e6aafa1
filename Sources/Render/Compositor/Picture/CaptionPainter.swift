// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol
import Text

/// Draws captions on the canvas.
///
/// Where words light up one after the other, most of a caption is copied from the one before; no pixel depends on it.
final class CaptionPainter {
  private var texts = TextRenderer()
  /// True if it has looked for changes of fonts since the request began.
  private var knowsFonts = false
  private let lastRaster = LastRaster()
  private var last: Painted?

  /// The caption that was painted last.
  private struct Painted {
    var x, y: Int
    var color: CanvasColor
    var frame: ImageBuffer
  }

  /// Looks for changes of fonts before the next caption.
  func forgetFonts() { knowsFonts = false }

  /// The only frame of a picture of `caption` with `steps`, on a canvas of `color`.
  func frame(
    of caption: Caption, _ steps: [PictureStep], in color: CanvasColor
  ) throws(RenderFailure) -> ImageBuffer {
    // What changes in the raster is known from one call to the next.
    let before = last
    last = nil
    let placed = try placed(caption)
    let area = steps.isEmpty ? placed.area : PixelRect(caption.canvas)
    do throws(AVError) {
      if steps.isEmpty, let before, let frame = try repainted(before, as: placed, in: color) {
        last = Painted(x: placed.x, y: placed.y, color: color, frame: frame)
        return frame
      }
      let pixels = ImageBuffer(try placed.pixels(in: area))
      let frame = try PictureFilter(steps, color: color).apply(pixels)
      if steps.isEmpty { frame.corner = (area.x, area.y) }
      let isPainted =
        steps.isEmpty && DecodedForm(pixels.frame, for: color).isPaintable(on: color)
      last = isPainted ? Painted(x: placed.x, y: placed.y, color: color, frame: frame) : nil
      return frame
    } catch {
      throw RenderFailure(reading: error)
    }
  }

  /// The pixels of `caption`, on its canvas or, unless that `isWhole`, in the part of it in which something is seen.
  func pixels(of caption: Caption, isWhole: Bool) throws(RenderFailure) -> ImageBuffer {
    last = nil
    let placed = try placed(caption)
    let area = isWhole ? PixelRect(caption.canvas) : placed.area
    do throws(AVError) {
      let frame = ImageBuffer(try placed.pixels(in: area))
      if !isWhole { frame.corner = (area.x, area.y) }
      return frame
    } catch {
      throw RenderFailure(reading: error)
    }
  }

  private func placed(_ caption: Caption) throws(RenderFailure) -> PlacedRaster {
    if !knowsFonts { texts.forgetWhatChanged() }
    knowsFonts = true
    let raster = try texts.raster(of: caption, after: lastRaster)
    var sizes: [PixelSize] = []
    for other in caption.others ?? [] {
      sizes.append(try texts.raster(of: other).box.size)
    }
    let corner = caption.corner(of: raster.box.size, others: sizes)
    return PlacedRaster(raster: raster, x: corner.x - raster.box.x, y: corner.y - raster.box.y)
  }

  /// The caption `last` with what is not the same in `placed`; nil where all may be different.
  private func repainted(
    _ last: Painted, as placed: PlacedRaster, in color: CanvasColor
  ) throws(AVError) -> ImageBuffer? {
    guard let change = lastRaster.change,
      (last.x, last.y, last.color) == (placed.x, placed.y, color)
    else { return nil }
    if change.width == 0 { return last.frame }
    let area = placed.area
    let rect = PixelRect(
      x: placed.x + change.x, y: placed.y + change.y, width: change.width, height: change.height
    ).even
    let frame = try ImageBuffer(size: area.size, hasAlpha: true, in: color)
    frame.copy(last.frame)
    frame.paint(
      try placed.pixels(in: rect), in: color,
      at: PixelRect(
        x: rect.x - area.x, y: rect.y - area.y, width: rect.width, height: rect.height))
    frame.corner = (area.x, area.y)
    return frame
  }
}

/// The raster of a caption on the canvas.
private struct PlacedRaster {
  var raster: TextRaster
  /// Its start on the canvas.
  var x, y: Int

  /// The pixels of the canvas in which something is seen: chroma lies in it as on the canvas.
  var area: PixelRect {
    PixelRect(x: x, y: y, width: raster.size.width, height: raster.size.height).even
  }

  /// The pixels of the canvas in `area`: red, green, blue and alpha, clear where the raster is not.
  func pixels(in area: PixelRect) throws(AVError) -> Frame {
    let frame = try Frame(size: area.size, format: .rgba)
    let count = raster.size.width * 4
    frame.withPlane(0) { rows, stride in
      raster.pixels.withUnsafeBufferPointer { pixels in
        guard let base = pixels.baseAddress else { return }
        for row in 0..<area.height {
          let line = rows + row * stride
          let own = area.y + row - y
          let first = max(0, area.x - x)
          let last = min(raster.size.width, area.x + area.width - x)
          guard (0..<raster.size.height).contains(own), first < last else {
            line.update(repeating: 0, count: area.width * 4)
            continue
          }
          let (left, right) = ((x + first - area.x) * 4, (x + last - area.x) * 4)
          line.update(repeating: 0, count: left)
          (line + left).update(from: base + own * count + first * 4, count: right - left)
          (line + right).update(repeating: 0, count: area.width * 4 - right)
        }
      }
    }
    return frame
  }
}
