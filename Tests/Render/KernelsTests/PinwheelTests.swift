// SPDX-License-Identifier: Apache-2.0

import Foundation
import Kernels
import Testing
import Transitions

/// The pinwheel beside its definition in double precision.
struct PinwheelTests {
  /// True if a pixel is in the open part of its blade, and its distance from the edges, in blades.
  private func place(
    _ x: Int, _ y: Int, _ width: Int, _ height: Int, opened: Double, turn: Double
  ) -> (isOpen: Bool, edge: Double) {
    // The public shader: `mod(atan(y, x) + progress * speed, pi / 4) < progress`, y upwards, in heights and widths.
    let angle = atan2(
      0.5 - (Double(y) + 0.5) / Double(height), (Double(x) + 0.5) / Double(width) - 0.5)
    let blade = Double.pi / 4
    let part = (angle + turn * opened) / blade
    let place = part - part.rounded(.down)
    return (place * blade < opened, min(abs(opened / blade - place), place, 1 - place))
  }

  @Test(arguments: PictureForm.all, [2.0, -50, 0])
  func `blades open as defined`(form: PictureForm, turn: Double) {
    func check<S: PictureSample>(_ sample: S.Type) {
      for (width, height) in [(160, 90), (61, 87)] {
        let (old, new) = (SampleColor<S>.black, SampleColor<S>.white)
        let (a, b, out) = (
          buffer(S.self, width, height, form), buffer(S.self, width, height, form),
          buffer(S.self, width, height, form)
        )
        fill(a.view, with: old)
        fill(b.view, with: new)
        for position in [0, 3, 10, 24] {
          transition(
            .pinwheel, parameters: [Float(turn)], from: a.view, to: b.view, position: position,
            duration: 25, into: out.view, scratch: Scratch())
          let opened = Double(position) / 25
          var isRight = true
          for y in 0..<height {
            for x in 0..<width {
              let (isOpen, edge) = place(x, y, width, height, opened: opened, turn: turn)
              // Places are rounded to 4096 in a blade.
              guard edge > 1.0 / 1024 else { continue }
              let expected = isOpen ? new.y : old.y
              isRight = isRight && out.view.y.base[y * out.view.y.stride + x] == expected
            }
          }
          #expect(isRight, "\(width)x\(height), frame \(position), turn \(turn)")
        }
      }
    }
    check(form.sample)
  }

  private func buffer<S: PictureSample>(
    _ sample: S.Type, _ width: Int, _ height: Int, _ form: PictureForm
  ) -> SampleBuffer<S> {
    SampleBuffer<S>(width: width, height: height, hasAlpha: false, chroma: form.chroma)
  }
}
