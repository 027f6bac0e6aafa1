// SPDX-License-Identifier: Apache-2.0

package import Kernels

extension TransitionFrame {
  /// Draws what `rows` makes of the colours of a picture that shows the places that `look` says, which it gets twice.
  @_specialize(where S == UInt8)
  @_specialize(where S == UInt16)
  package func drawSeen(
    _ look: LookupRows, _ rows: PixelRows, black: SampleColor<S>, matrix: ColorMatrix
  ) {
    let picture = intermediate(1)
    frame(from, to, into: picture).drawLookup(look, black: black, matrix: matrix)
    frame(picture, picture, into: target).drawTints(rows, matrix: matrix)
  }

  /// The same moment of other pictures.
  func frame(
    _ from: SampleView<S>, _ to: SampleView<S>, into target: SampleView<S>
  ) -> TransitionFrame {
    TransitionFrame(
      name: name, parameters: parameters, from: from, to: to, target: target,
      progress: progress, scratch: scratch)
  }
}
