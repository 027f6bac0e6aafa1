// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import Testing

struct OrientTests {
  @Test(arguments: Orientation.allCases)
  func `samples go where the map of the orientation sends them`(orientation: Orientation) {
    let source = testPicture(70, 46, seed: 3, hasAlpha: true)
    let size = orientation.size(of: PixelSize(70, 46))
    let out = PictureBuffer(width: size.width, height: size.height, hasAlpha: true)
    orient(source.view, by: orientation, into: out.view)
    var wrong = 0
    for (from, to) in zip(planes(source.view), planes(out.view)) {
      let map = orientation.affine(for: PixelSize(from.width, from.height))
      for y in 0..<from.height {
        for x in 0..<from.width {
          let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
          let tx = Int((map.a * px + map.c * py + map.tx).rounded(.down))
          let ty = Int((map.b * px + map.d * py + map.ty).rounded(.down))
          wrong += sample(to, tx, ty) == sample(from, x, y) ? 0 : 1
        }
      }
    }
    #expect(wrong == 0)
  }

  @Test(arguments: Orientation.allCases)
  func `the inverse of an orientation restores every sample`(orientation: Orientation) {
    let source = testPicture(70, 46, seed: 5)
    let size = orientation.size(of: PixelSize(70, 46))
    let turned = PictureBuffer(width: size.width, height: size.height, hasAlpha: false)
    orient(source.view, by: orientation, into: turned.view)
    let back = PictureBuffer(width: 70, height: 46, hasAlpha: false)
    orient(turned.view, by: orientation.inverse, into: back.view)
    #expect(samples(back.view) == samples(source.view))
    #expect(orientation.then(orientation.inverse) == .upright)
  }

  @Test func `an opaque source makes alpha opaque`() {
    let source = testPicture(9, 7)
    let out = PictureBuffer(width: 7, height: 9, hasAlpha: true)
    orient(source.view, by: .rotate90, into: out.view)
    #expect(out.view.a.map(samples)?.allSatisfy { $0 == 255 } == true)
  }
}
