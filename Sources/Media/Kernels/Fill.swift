// SPDX-License-Identifier: Apache-2.0

/// Sets every pixel of `target` to `color`, whose alpha is used only if the target has alpha.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func fill<Sample>(_ target: SampleView<Sample>, with color: SampleColor<Sample>) {
  fill(target.y, with: color.y)
  fill(target.u, with: color.u)
  fill(target.v, with: color.v)
  if let a = target.a { fill(a, with: color.a) }
}

@_specialize(where S == UInt8)
@_specialize(where S == UInt16)
package func fill<S: PictureSample>(_ plane: SamplePlane<S>, with sample: S) {
  for y in 0..<plane.height { plane.row(y).update(repeating: sample, count: plane.width) }
}

/// Scales 8-bit alpha in the upper bits of 10-bit samples to the full range.
public func widen(_ alpha: DeepPlane) {
  for y in 0..<alpha.height {
    let row = alpha.row(y)
    for x in 0..<alpha.width { row[x] = row[x] | row[x] &>> 8 }
  }
}

/// Copies `source` to `target`, a picture of the same size.
///
/// An opaque source makes an alpha target opaque; the alpha of a source is dropped by an opaque
/// target.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func copy<Sample>(_ source: SampleView<Sample>, into target: SampleView<Sample>) {
  precondition(source.chroma == target.chroma, "pictures of different chroma formats")
  target.y.copy(from: source.y)
  target.u.copy(from: source.u)
  target.v.copy(from: source.v)
  guard let alpha = target.a else { return }
  if let a = source.a {
    alpha.copy(from: a)
  } else {
    fill(alpha, with: Sample.full)
  }
}
