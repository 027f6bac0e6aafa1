// SPDX-License-Identifier: Apache-2.0

import Kernels
import Testing
import Transitions

/// Planes with rows for columns.
struct TransposeTests {
  @Test(arguments: [(16, 8), (23, 9), (3, 17), (8, 1)])
  func `rows become columns`(width: Int, height: Int) {
    check(UInt8.self, width, height)
    check(UInt16.self, width, height)
  }

  private func check<S: PictureSample>(_ sample: S.Type, _ width: Int, _ height: Int) {
    let picture = SampleBuffer<S>(width: width, height: height, hasAlpha: false, chroma: .full)
    let turned = SampleBuffer<S>(width: height, height: width, hasAlpha: false, chroma: .full)
    let (plane, other) = (picture.view.y, turned.view.y)
    for y in 0..<height {
      for x in 0..<width { plane.row(y)[x] = S((x * 7 + y * 31) % 251) }
    }
    writeColumns(of: plane, into: other)
    for y in 0..<height {
      for x in 0..<width { #expect(turned.view.y.row(x)[y] == picture.view.y.row(y)[x]) }
    }
  }
}
