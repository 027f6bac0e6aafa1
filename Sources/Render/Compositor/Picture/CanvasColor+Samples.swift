// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
package import LibAV
import MediaIO
import RenderProtocol

extension Frame {
  /// Scales alpha to the full range of 10 bits, after a filter has extended 8-bit alpha by two bits.
  package func widenAlpha() throws(AVError) {
    try makeWritable()
    guard pixelFormat.hasAlpha else { return }
    withPlane(3) { base, stride in
      widen(
        DeepPlane(
          base: UnsafeMutableRawPointer(base).assumingMemoryBound(to: UInt16.self),
          stride: stride / 2, width: size.width, height: size.height))
    }
  }
}

extension ImageBuffer {
  /// Sets all pixels, or those in `area`, which begins at even ones, to those of `pixels`, which are RGBA of 8 bits and as
  /// many; it has alpha.
  func paint(_ pixels: borrowing Frame, in canvas: CanvasColor, at area: PixelRect? = nil) {
    let matrix = ColorMatrix(canvas)
    pixels.withPlane(0) { base, stride in
      func paint<Sample: PictureSample>(_ sample: Sample.Type) {
        withView(of: sample) { whole in
          let part = if let area { whole.part(in: area)?.view } else { whole }
          if let part { Kernels.paint(base, stride: stride, into: part, matrix: matrix) }
        }
      }
      if isDeep { paint(UInt16.self) } else { paint(UInt8.self) }
    }
  }
}

extension SampleColor {
  /// An sRGB colour in the samples of a canvas; red, green and blue are taken to be in the canvas's primaries.
  ///
  /// - Parameter matrix: The shares in luma of a matrix that is not the canvas's; nil for that one.
  init(_ color: Color, in canvas: CanvasColor, by matrix: ColorMatrix? = nil) {
    let (r, g, b) = (Double(color.red), Double(color.green), Double(color.blue))
    let matrix = matrix ?? ColorMatrix(canvas)
    let luma = matrix.red * r + (1 - matrix.red - matrix.blue) * g + matrix.blue * b
    // The ranges of B−Y and R−Y, from minimum to maximum.
    let (blue, red) = (2 * (1 - matrix.blue), 2 * (1 - matrix.red))
    let (unit, full) = (Double(1 << (Sample.depth - 8)), Double((1 << Sample.depth) - 1))
    func sample(_ offset: Double, _ value: Double) -> Sample {
      Sample(max(0, min(full, (offset * unit + value).rounded())))
    }
    let (black, steps, chroma) =
      canvas.isFullRange ? (0.0, full, full) : (16, 219 * unit, 224 * unit)
    self.init(
      y: sample(black, luma * steps / 255), u: sample(128, (b - luma) / blue * chroma / 255),
      v: sample(128, (r - luma) / red * chroma / 255),
      a: Sample((Double(color.alpha) * full / 255).rounded()))
  }
}
