// SPDX-License-Identifier: Apache-2.0

import Foundation
import Kernels
import Testing

@Suite struct AdjustTests {
  /// A change of colours, written down from the text of CSS's Filter Effects.
  private func changed(_ c: [Double], _ a: ColorAdjustment) -> [Double] {
    var c = c.map { $0 * a.brightness }
    c = c.map { ($0 - 0.5) * a.contrast + 0.5 }
    let luma = 0.213 * c[0] + 0.715 * c[1] + 0.072 * c[2]
    c = c.map { luma + ($0 - luma) * a.saturation }
    let (n, s) = (cos(a.hue / 180 * .pi), sin(a.hue / 180 * .pi))
    let turn = [
      [0.213, 0.715, 0.072], [0.213, 0.715, 0.072], [0.213, 0.715, 0.072],
    ]
    let ofCosine = [
      [0.787, -0.715, -0.072], [-0.213, 0.285, -0.072], [-0.213, -0.715, 0.928],
    ]
    let ofSine = [
      [-0.213, -0.715, 0.928], [0.143, 0.140, -0.283], [-0.787, 0.715, 0.072],
    ]
    c = (0..<3).map { i in
      (0..<3).reduce(0) { $0 + (turn[i][$1] + n * ofCosine[i][$1] + s * ofSine[i][$1]) * c[$1] }
    }
    let warm = pow(2, a.temperature / 2)
    let white = 0.213 * warm + 0.715 + 0.072 / warm
    c = [c[0] * warm / white, c[1] / white, c[2] / warm / white]
    return c.map { min(max($0, 0), 1) }
  }

  private static let adjustments = [
    ColorAdjustment(brightness: 1.4, contrast: 1, saturation: 1, hue: 0, temperature: 0),
    ColorAdjustment(brightness: 1, contrast: 1.8, saturation: 1, hue: 0, temperature: 0),
    ColorAdjustment(brightness: 1, contrast: 1, saturation: 0, hue: 0, temperature: 0),
    ColorAdjustment(brightness: 1, contrast: 1, saturation: 1, hue: 110, temperature: 0),
    ColorAdjustment(brightness: 1, contrast: 1, saturation: 1, hue: 0, temperature: 0.6),
    ColorAdjustment(brightness: 0.8, contrast: 1.3, saturation: 1.5, hue: -40, temperature: -0.3),
  ]

  private static let weights = [
    ColorMatrix(red: 0.2126, blue: 0.0722, isFullRange: false),
    ColorMatrix(red: 0.299, blue: 0.114, isFullRange: true),
  ]

  @Test(arguments: 0..<6, PictureForm.all)
  func `colours are those of the formulas in double precision`(index: Int, form: PictureForm) {
    func check<S: PictureSample>(_ sample: S.Type) {
      let adjustment = Self.adjustments[index]
      for (number, weights) in Self.weights.enumerated() {
        let (width, height) = (37, 23)
        let source = wildPicture(
          S.self, width, height, form.chroma, seed: UInt32(7 * index + number), hasAlpha: true)
        let target = SampleBuffer<S>(
          width: width, height: height, hasAlpha: true, chroma: form.chroma)
        adjust(
          source.view, by: ColorMap(adjustment, in: weights, of: S.self), into: target.view,
          scratch: Scratch())

        let unit = Double(1 << (S.depth - 8))
        let full = Double((1 << S.depth) - 1)
        let (black, steps, chroma) =
          weights.isFullRange ? (0, full, full) : (16 * unit, 219 * unit, 224 * unit)
        let (r, b) = (weights.red, weights.blue)
        let picture = ReferencePicture(source.view)
        let half = form.chroma == .half
        var primaries: [[Double]] = []
        for y in 0..<height {
          for x in 0..<width {
            let luma = (picture.colors[0][x, y] - black) / steps
            let (cx, cy) = half ? (x / 2, y / 2) : (x, y)
            let blue = (picture.colors[1][cx, cy] - 128 * unit) / chroma * 2 * (1 - b)
            let red = (picture.colors[2][cx, cy] - 128 * unit) / chroma * 2 * (1 - r)
            let (cr, cb) = (luma + red, luma + blue)
            let cg = (luma - r * cr - b * cb) / (1 - r - b)
            primaries.append(changed([cr, cg, cb], adjustment))
          }
        }
        func samples(_ c: [Double]) -> [Double] {
          let luma = r * c[0] + (1 - r - b) * c[1] + b * c[2]
          return [
            luma * steps + black,
            min((c[2] - luma) / (2 * (1 - b)) * chroma + 128 * unit, full),
            min((c[0] - luma) / (2 * (1 - r)) * chroma + 128 * unit, full),
          ]
        }
        #expect(largestError(target.view.y, primaries.map { samples($0)[0] }) < 0.51)
        for (plane, result) in [(1, target.view.u), (2, target.view.v)] {
          let wanted = (0..<result.width * result.height).map { place -> Double in
            let (x, y) = (place % result.width, place / result.width)
            let pixels = half ? picture.alpha.pixels(under: x, y) : [(x: x, y: y)]
            let sum = pixels.reduce([0, 0, 0]) { sum, p in
              zip(sum, primaries[p.y * width + p.x]).map(+)
            }
            return samples(sum.map { $0 / Double(pixels.count) })[plane]
          }
          #expect(largestError(result, wanted) < 0.51)
        }
        if let from = source.view.a, let to = target.view.a {
          #expect(ReferencePlane(from).values == ReferencePlane(to).values)
        }
      }
    }
    check(form.sample)
  }

  @Test(arguments: PictureForm.all)
  func `numbers that change nothing leave colours that can be seen`(form: PictureForm) {
    func check<S: PictureSample>(_ sample: S.Type) {
      // Greys: whatever the matrix, red, green and blue are from 0 to 1.
      let source = SampleBuffer<S>(width: 220, height: 4, hasAlpha: false, chroma: form.chroma)
      let unit = 1 << (S.depth - 8)
      for y in 0..<4 { for x in 0..<220 { source.view.y.base[y * 220 + x] = S((16 + x) * unit) } }
      let target = SampleBuffer<S>(width: 220, height: 4, hasAlpha: false, chroma: form.chroma)
      let same = ColorAdjustment(
        brightness: 1, contrast: 1, saturation: 1, hue: 0, temperature: 0)
      adjust(
        source.view, by: ColorMap(same, in: Self.weights[0], of: S.self), into: target.view,
        scratch: Scratch())
      for (from, to) in [
        (source.view.y, target.view.y), (source.view.u, target.view.u),
        (source.view.v, target.view.v),
      ] {
        #expect(ReferencePlane(from).values == ReferencePlane(to).values)
      }
    }
    check(form.sample)
  }
}
