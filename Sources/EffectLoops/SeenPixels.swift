// SPDX-License-Identifier: Apache-2.0

package import Kernels
package import XfadeKinds

extension TransitionFrame {
  /// Draws what `rows` makes of the colours of two pictures, which show the places that `looks` say; if there is one, twice the
  /// same.
  @_specialize(where S == UInt8)
  @_specialize(where S == UInt16)
  package func drawSeen(
    _ looks: [LookupRows], _ rows: PixelRows, black: SampleColor<S>, matrix: ColorMatrix
  ) {
    let pictures = looks.enumerated().map { index, look in
      let picture = intermediate(1 + index)
      frame(from, to, into: picture).drawLookup(look, black: black, matrix: matrix)
      return picture
    }
    guard let first = pictures.first, let last = pictures.last else { return }
    frame(first, last, into: target).drawTints(rows, matrix: matrix)
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
