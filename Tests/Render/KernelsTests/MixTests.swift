// SPDX-License-Identifier: Apache-2.0

import Kernels
import Testing

struct MixTests {
  @Test(arguments: [(64, 48), (33, 17), (1, 1), (2, 3)], [false, true])
  func `weight 0 is the first and the whole the second picture`(size: (Int, Int), hasAlpha: Bool) {
    let a = testPicture(size.0, size.1, seed: 1, hasAlpha: hasAlpha)
    let b = testPicture(size.0, size.1, seed: 2, hasAlpha: hasAlpha)
    let out = PictureBuffer(width: size.0, height: size.1, hasAlpha: hasAlpha)
    mix(a.view, b.view, weight: 0, into: out.view)
    #expect(samples(out.view) == samples(a.view))
    mix(a.view, b.view, weight: .whole, into: out.view)
    #expect(samples(out.view) == samples(b.view))
  }

  @Test func `the colour of clear pixels does not bleed`() {
    let seen = flatPicture(32, 32, YUVColor(y: 200, u: 90, v: 160, a: 255), hasAlpha: true)
    let clear = flatPicture(32, 32, YUVColor(y: 16, u: 240, v: 16, a: 0), hasAlpha: true)
    let out = PictureBuffer(width: 32, height: 32, hasAlpha: true)
    mix(seen.view, clear.view, weight: 25600, into: out.view)
    #expect(samples(out.view.y).allSatisfy { $0 == 200 })
    #expect(samples(out.view.u).allSatisfy { $0 == 90 })
    #expect(samples(out.view.v).allSatisfy { $0 == 160 })
    #expect(out.view.a.map(samples)?.allSatisfy { $0 == 155 } == true)
  }

  @Test func `a picture without alpha counts as opaque`() {
    let opaque = flatPicture(16, 16, YUVColor(y: 100, u: 100, v: 100))
    let clear = flatPicture(16, 16, .clear, hasAlpha: true)
    let out = PictureBuffer(width: 16, height: 16, hasAlpha: true)
    mix(opaque.view, clear.view, weight: 16384, into: out.view)
    #expect(samples(out.view.y).allSatisfy { $0 == 100 })
    #expect(out.view.a.map(samples)?.allSatisfy { $0 == 191 } == true)
  }

  @Test func `filling sets every plane`() {
    let out = flatPicture(5, 3, YUVColor(y: 1, u: 2, v: 3, a: 4), hasAlpha: true)
    #expect(samples(out.view).map { Set($0) } == [[1], [2], [3], [4]])
  }
}
