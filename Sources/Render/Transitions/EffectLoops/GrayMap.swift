// SPDX-License-Identifier: Apache-2.0

public import Kernels

/// The grey of a picture, which a transition reads.
public final class GrayMap: Sendable {
  /// The size in pixels.
  let width, height: Int
  /// From black, 0, to white, 65535, row by row from the top.
  let values: [UInt16]

  /// The luma of `view`, whose samples mean what `matrix` says, over black.
  public init<S: PictureSample>(_ view: SampleView<S>, matrix: ColorMatrix) {
    (width, height) = (view.width, view.height)
    let scale = RGBScale(matrix, of: S.self)
    var values = [UInt16](repeating: 0, count: view.width * view.height)
    let (part, alphaPart) = (65535 / scale.lumaRange, 1 / Float(S.full))
    for y in 0..<view.height {
      let (row, alpha) = (view.y.row(y), view.a?.row(y))
      for x in 0..<view.width {
        var value = clamped((Float(Int(row[x])) - scale.black) * part, 65535)
        if let alpha { value *= Float(Int(alpha[x])) * alphaPart }
        values[y * view.width + x] = UInt16(value.rounded())
      }
    }
    self.values = values
  }

  /// Calls `body` with the pixels of row `y`.
  @inline(__always)
  func withRow(_ y: Int, _ body: (UnsafePointer<UInt16>) -> Void) {
    values.withUnsafeBufferPointer { values in
      if let base = values.baseAddress { body(base + y * width) }
    }
  }
}
