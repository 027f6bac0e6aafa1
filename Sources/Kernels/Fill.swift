// SPDX-License-Identifier: Apache-2.0

/// Sets every pixel of `target` to `color`; its alpha counts only if the target has alpha.
public func fill(_ target: PictureView, with color: YUVColor) {
  fill(target.y, with: color.y)
  fill(target.u, with: color.u)
  fill(target.v, with: color.v)
  if let a = target.a { fill(a, with: color.a) }
}

func fill(_ plane: Plane, with sample: UInt8) {
  for y in 0..<plane.height { plane.row(y).update(repeating: sample, count: plane.width) }
}

/// Copies `source` to `target`, a picture of the same size.
///
/// An opaque source makes an alpha target opaque; the alpha of a source is dropped by an opaque
/// target.
public func copy(_ source: PictureView, into target: PictureView) {
  target.y.copy(from: source.y)
  target.u.copy(from: source.u)
  target.v.copy(from: source.v)
  guard let alpha = target.a else { return }
  if let a = source.a {
    alpha.copy(from: a)
  } else {
    fill(alpha, with: 255)
  }
}
