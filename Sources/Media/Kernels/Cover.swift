// SPDX-License-Identifier: Apache-2.0

/// Leaves of each pixel of some rows of a picture the share that `coverage` says, by reducing its alpha.
///
/// - Parameters:
///   - first: The first of the rows.
///   - coverage: A weight for every pixel of the rows; the last row is that of the last weights.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func cover<Sample>(
  _ picture: SampleView<Sample>, from first: Int, with coverage: UnsafeBufferPointer<Weight>
) {
  guard let alpha = picture.a else { preconditionFailure("an opaque picture cannot be cut out of") }
  precondition(coverage.count % max(alpha.width, 1) == 0, "coverage of another width")
  var index = 0
  for y in first..<first + coverage.count / max(alpha.width, 1) {
    let row = alpha.row(y)
    for x in 0..<alpha.width {
      row[x] = Sample(weight: row[x].weight.share(of: coverage[index]))
      index += 1
    }
  }
}
