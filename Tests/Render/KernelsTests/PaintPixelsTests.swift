// SPDX-License-Identifier: Apache-2.0

import Kernels
import Testing

/// Pixels of red, green, blue and alpha made into samples, beside formulas in double precision.
@Suite struct PaintPixelsTests {
  private static let matrices = [
    ColorMatrix(red: 0.2126, blue: 0.0722, isFullRange: false),
    ColorMatrix(red: 0.299, blue: 0.114, isFullRange: true),
  ]

  @Test(arguments: PictureForm.all, matrices)
  func `samples are those of the formula`(form: PictureForm, matrix: ColorMatrix) {
    // Both sides are odd: at the edges fewer pixels share a sample of chroma.
    let (width, height) = (37, 23)
    let pixels = wildPixels(width, height)
    func check<S: PictureSample>(_ sample: S.Type) {
      let target = SampleBuffer<S>(
        width: width, height: height, hasAlpha: true, chroma: form.chroma)
      let stride = width * 4
      paint(pixels, stride: stride, into: target.view, matrix: matrix)
      let unit = Double(1 << (S.depth - 8))
      let full = Double((1 << S.depth) - 1)
      let (black, steps, range) =
        matrix.isFullRange ? (0, full, full) : (16 * unit, 219 * unit, 224 * unit)
      func channels(_ x: Int, _ y: Int) -> [Double] {
        (0..<4).map { Double(pixels[y * stride + 4 * x + $0]) / 255 }
      }
      func luma(_ color: [Double]) -> Double {
        matrix.red * color[0] + (1 - matrix.red - matrix.blue) * color[1] + matrix.blue * color[2]
      }
      let places = (0..<width * height).map { ($0 % width, $0 / width) }
      #expect(
        largestError(target.view.y, places.map { black + luma(channels($0.0, $0.1)) * steps })
          < 0.501)
      if let alpha = target.view.a {
        #expect(largestError(alpha, places.map { channels($0.0, $0.1)[3] * full }) < 0.501)
      }
      func means(_ value: ([Double]) -> Double) -> [Double] {
        let shift = form.chroma.shift
        let plane = target.view.u
        return (0..<plane.width * plane.height).map { place in
          let (left, top) = ((place % plane.width) << shift, (place / plane.width) << shift)
          var block: [[Double]] = []
          for y in top...min(top + shift, height - 1) {
            for x in left...min(left + shift, width - 1) { block.append(channels(x, y)) }
          }
          let isSeen = block.contains { $0[3] > 0 }
          let weights = block.map { isSeen ? $0[3] : 1 }
          let mean = (0..<3).map { channel in
            zip(block, weights).reduce(0) { $0 + $1.0[channel] * $1.1 } / weights.reduce(0, +)
          }
          return min(128 * unit + value(mean) * range, full)
        }
      }
      let u = means { ($0[2] - luma($0)) / (2 * (1 - matrix.blue)) }
      let v = means { ($0[0] - luma($0)) / (2 * (1 - matrix.red)) }
      #expect(largestError(target.view.u, u) < 0.501)
      #expect(largestError(target.view.v, v) < 0.501)
    }
    check(form.sample)
  }

  /// Runs of one colour, as in texts, between pixels of any; and boxes of one colour over several rows, clear and not, that
  /// begin and end at even and at odd pixels.
  private func wildPixels(_ width: Int, _ height: Int) -> [UInt8] {
    var state: UInt32 = 77
    func random() -> UInt8 {
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 16)
    }
    var pixels: [UInt8] = []
    var color: [UInt8] = [255, 0, 0]
    for place in 0..<width * height {
      if place % 9 == 0 { color = [random(), random(), random()] }
      if place % 23 == 0 { color = [[255, 255, 255], [0, 0, 255], [0, 255, 0]][place / 23 % 3] }
      let alpha: UInt8 = place % 5 < 2 ? 0 : place % 5 == 2 ? 255 : random()
      let (x, y) = (place % width, place / width)
      let own = place % 3 == 0 ? [random(), random(), random()] : color
      let isBox = (1..<6).contains(y % 7) && (x + y / 7) % 16 < 11
      pixels += (isBox ? [10, UInt8(y / 7 * 40 % 256), 200] : own) + [alpha]
    }
    return pixels
  }
}
