// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import Testing

/// Masks beside their definition in double precision.
struct MaskTests {
  private static let matrices = [
    ColorMatrix(red: 0.2126, blue: 0.0722, isFullRange: false),
    ColorMatrix(red: 0.299, blue: 0.114, isFullRange: true),
    ColorMatrix(red: 0.2627, blue: 0.0593, isFullRange: false),
  ]

  @Test(arguments: PictureForm.all, LayerMask.Channel.allCases)
  func `a mask multiplies alpha by what it shows`(form: PictureForm, channel: LayerMask.Channel) {
    func check<S: PictureSample>(
      _ sample: S.Type, _ hasAlpha: Bool, _ isInverted: Bool, _ colors: ColorMatrix
    ) {
      let target = wildPicture(sample, 29, 19, form.chroma, seed: 3, hasAlpha: true)
      let other = wildPicture(sample, 29, 19, form.chroma, seed: 9, hasAlpha: hasAlpha)
      let (before, shown) = (ReferencePicture(target.view), ReferencePicture(other.view))
      mask(
        target.view, by: other.view, LayerMask(channel, isInverted: isInverted), matrix: colors)
      let codes = BlendReference.Codes(colors, depth: S.depth)
      let step = shown.step(1)
      let full = Double((1 << S.depth) - 1)
      let wanted = (0..<29 * 19).map { index -> Double in
        let (x, y) = (index % 29, index / 29)
        var share = shown.alpha[x, y]
        if channel == .luma {
          let rgb = codes.colors(
            shown.colors[0][x, y], shown.colors[1][x / step, y / step],
            shown.colors[2][x / step, y / step])
          share *= max(0, min(0.2125 * rgb[0] + 0.7154 * rgb[1] + 0.0721 * rgb[2], 1))
        }
        return before.alpha[x, y] * (isInverted ? 1 - share : share) * full
      }
      if let alpha = target.view.a { #expect(largestError(alpha, wanted) <= 0.6) }
      for (index, plane) in [target.view.y, target.view.u, target.view.v].enumerated() {
        #expect(ReferencePlane(plane).values == before.colors[index].values)
      }
    }
    for matrix in Self.matrices {
      for hasAlpha in [false, true] {
        check(form.sample, hasAlpha, false, matrix)
        check(form.sample, hasAlpha, true, matrix)
      }
    }
  }
}
