// SPDX-License-Identifier: Apache-2.0

import Foundation
import Kernels
import Testing

@Suite struct GaussianBlurTests {
  /// `plane` times `weights`, filtered by a Gaussian of the given deviation; everything outside is 0.
  private func blurred(_ values: [Double], _ width: Int, _ height: Int, _ deviation: Double)
    -> [Double]
  {
    let reach = Int((5 * deviation).rounded(.up))
    var kernel = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = kernel.reduce(0, +)
    kernel = kernel.map { $0 / sum }
    var rows = values
    for y in 0..<height {
      for x in 0..<width {
        var total = 0.0
        for (index, weight) in kernel.enumerated() {
          let place = x + index - reach
          if (0..<width).contains(place) { total += values[y * width + place] * weight }
        }
        rows[y * width + x] = total
      }
    }
    var result = rows
    for y in 0..<height {
      for x in 0..<width {
        var total = 0.0
        for (index, weight) in kernel.enumerated() {
          let place = y + index - reach
          if (0..<height).contains(place) { total += rows[place * width + x] * weight }
        }
        result[y * width + x] = total
      }
    }
    return result
  }

  @Test(arguments: [1, 2.5, 6, 9, 20.0], PictureForm.all)
  func `colours and alpha are near a Gaussian in double precision`(
    deviation: Double, form: PictureForm
  ) {
    func check<S: PictureSample>(_ sample: S.Type) {
      for hasAlpha in [false, true] {
        let (width, height) = (93, 71)
        let source = SampleBuffer<S>(
          width: width, height: height, hasAlpha: hasAlpha, chroma: form.chroma)
        let view = source.view
        let unit = 1 << (S.depth - 8)
        for plane in [view.y, view.u, view.v] {
          for y in 0..<plane.height {
            for x in 0..<plane.width {
              let value = 20 + (x * 5 + y * 3) % 90 + ((x / 9 + y / 7) % 2) * 120
              plane.base[y * plane.stride + x] = S(value * unit)
            }
          }
        }
        if let alpha = view.a {
          for index in 0..<width * height {
            let (x, y) = (index % width, index / width)
            alpha.base[index] =
              (20..<70).contains(x) && (15..<50).contains(y) ? S((1 << S.depth) - 1) : 0
          }
        }
        let target = SampleBuffer<S>(
          width: width, height: height, hasAlpha: true, chroma: form.chroma)
        blur(view, deviation: deviation, into: target.view, scratch: Scratch())

        let reference = ReferencePicture(view)
        let results = [target.view.y, target.view.u, target.view.v]
        for index in 0..<3 {
          let weights = reference.alpha(of: index)
          let own = index == 0 || form.chroma == .full ? deviation : deviation / 2
          let (w, h) = (weights.width, weights.height)
          let cover = blurred(weights.values, w, h, own)
          let color = blurred(
            zip(reference.colors[index].values, weights.values).map(*), w, h, own)
          for place in 0..<w * h where cover[place] > 0.05 {
            let result = Double(results[index].base[place]) / Double(unit)
            let expected = color[place] / cover[place] / Double(unit)
            #expect(abs(result - expected) < 2.5, "plane \(index) at \(place % w), \(place / w)")
          }
          if index == 0, let alpha = target.view.a {
            for place in 0..<w * h {
              let result = Double(alpha.base[place]) / Double((1 << S.depth) - 1)
              #expect(abs(result - cover[place]) < 0.01, "alpha at \(place % w), \(place / w)")
            }
          }
        }
      }
    }
    check(form.sample)
  }
}
