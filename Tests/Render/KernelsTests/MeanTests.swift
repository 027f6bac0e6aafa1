// SPDX-License-Identifier: Apache-2.0

import Kernels
import Testing

/// The mean of pictures, beside one in double precision.
struct MeanTests {
  @Test(arguments: PictureForm.all, [(2, 2), (3, 5), (64, 64)])
  func `a mean is that of colours by their alpha`(form: PictureForm, counts: (Int, Int)) {
    func check<S: PictureSample>(_ sample: S.Type) {
      let (drawn, count) = counts
      let pictures = (0..<drawn).map {
        wildPicture(sample, 23, 17, form.chroma, seed: UInt32($0 + 1), hasAlpha: true)
      }
      let result = SampleBuffer<S>(width: 23, height: 17, hasAlpha: true, chroma: form.chroma)
      let mean = PictureMean<S>(width: 23, height: 17, chroma: form.chroma)
      for picture in pictures { mean.add(picture.view) }
      mean.write(to: result.view, of: count)
      let references = pictures.map { ReferencePicture($0.view) }
      let full = Double((1 << S.depth) - 1)
      for (index, plane) in [result.view.y, result.view.u, result.view.v].enumerated() {
        let alphas = references.map { $0.alpha(of: index).values }
        let weights = alphas[0].indices.map { place in alphas.reduce(0) { $0 + $1[place] } }
        let wanted = weights.indices.map { place -> Double in
          let sum = zip(references, alphas).reduce(0) {
            $0 + $1.0.colors[index].values[place] * $1.1[place]
          }
          return sum / max(weights[place], 1e-9)
        }
        // The alpha of chroma samples is rounded for each picture.
        let tolerance = index == 0 || form.chroma == .full ? 0.51 : 1.6
        #expect(
          largestError(plane, wanted, where: weights) <= tolerance, "plane \(index) of \(drawn)")
        if index == 0, let alpha = result.view.a {
          #expect(largestError(alpha, weights.map { $0 / Double(count) * full }) <= 0.51)
        }
      }
    }
    check(form.sample)
  }

  /// 64 pictures of the greatest samples are no more than the sums can hold.
  @Test func `a mean of equal pictures is that picture`() {
    let one = DeepPictureBuffer(width: 6, height: 4, hasAlpha: true)
    fill(one.view, with: DeepYUVColor(y: 1023, u: 1, v: 1022, a: 1023))
    let mean = PictureMean<UInt16>(width: 6, height: 4, chroma: .half)
    for _ in 0..<64 { mean.add(one.view) }
    let result = DeepPictureBuffer(width: 6, height: 4, hasAlpha: true)
    mean.write(to: result.view, of: 64)
    #expect(ReferencePlane(result.view.y).values.allSatisfy { $0 == 1023 })
    #expect(ReferencePlane(result.view.u).values.allSatisfy { $0 == 1 })
    #expect(ReferencePlane(result.view.v).values.allSatisfy { $0 == 1022 })
    #expect(result.view.a.map { ReferencePlane($0).values.allSatisfy { $0 == 1023 } } ?? false)
  }
}
