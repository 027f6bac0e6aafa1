// SPDX-License-Identifier: Apache-2.0

package import Kernels

extension TransitionFrame {
  /// Draws what `rows` makes of the colours of a dissolve of both pictures that is blurred.
  @_specialize(where S == UInt8)
  @_specialize(where S == UInt16)
  package func drawBlur(_ plan: BlurPlan, then rows: PixelRows, matrix: ColorMatrix) {
    let picture = intermediate(0)
    frame(from, to, into: picture).drawBlur(plan)
    frame(picture, picture, into: target).drawTints(rows, matrix: matrix)
  }
}
