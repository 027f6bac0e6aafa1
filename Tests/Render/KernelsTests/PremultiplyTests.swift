// SPDX-License-Identifier: Apache-2.0

import Kernels
import Testing

/// Colours weighted by alpha beside formulas in double precision.
@Suite struct PremultiplyTests {
  @Test(arguments: PictureForm.all, [AlphaWeighting.multiply, .divide])
  func `colours are weighted by alpha`(form: PictureForm, weighting: AlphaWeighting) {
    func check<S: PictureSample>(_ sample: S.Type) {
      let (width, height) = (35, 21)
      let full = Double((1 << S.depth) - 1)
      let (black, middle) = (Double(16 << (S.depth - 8)), Double(1 << (S.depth - 1)))
      let source = wildPicture(S.self, width, height, form.chroma, seed: 9, hasAlpha: true)
      let before = ReferencePicture(source.view)
      weight(source.view, by: weighting, black: S(black))
      func wanted(_ value: Double, _ alpha: Double, from base: Double) -> Double {
        switch weighting {
        case .multiply: return base + (value - base) * alpha
        case .divide:
          return alpha == 0 ? base : min(max(base + (value - base) / alpha, 0), full)
        }
      }
      let luma = (0..<width * height).map { place -> Double in
        let (x, y) = (place % width, place / width)
        return wanted(before.colors[0][x, y], before.alpha[x, y], from: black)
      }
      #expect(largestError(source.view.y, luma) < 0.51)
      for (index, plane) in [(1, source.view.u), (2, source.view.v)] {
        let reach = form.chroma == .half ? 1 : 0
        let values = (0..<plane.width * plane.height).map { place -> Double in
          let (x, y) = (place % plane.width, place / plane.width)
          let (left, top) = (x << reach, y << reach)
          let (right, bottom) = (min(left + reach, width - 1), min(top + reach, height - 1))
          let alpha =
            (before.alpha[left, top] + before.alpha[right, top] + before.alpha[left, bottom]
              + before.alpha[right, bottom]) / 4
          return wanted(before.colors[index][x, y], alpha, from: middle)
        }
        #expect(largestError(plane, values) < 0.51)
      }
    }
    check(form.sample)
  }
}
