// SPDX-License-Identifier: Apache-2.0

/// Sets every pixel of `target` to `color`; its alpha counts only if the target has alpha.
public func fill(_ target: PictureView, with color: YUVColor) { paint(target, with: color) }

/// The same for 10-bit samples.
public func fill(_ target: DeepPictureView, with color: DeepYUVColor) { paint(target, with: color) }

func paint<S: PictureSample>(_ target: SampleView<S>, with color: SampleColor<S>) {
  fill(target.y, with: color.y)
  fill(target.u, with: color.u)
  fill(target.v, with: color.v)
  if let a = target.a { fill(a, with: color.a) }
}

func fill<S: PictureSample>(_ plane: SamplePlane<S>, with sample: S) {
  for y in 0..<plane.height { plane.row(y).update(repeating: sample, count: plane.width) }
}

/// Gives alpha of 8 bits the whole range of 10, in samples that have it in their upper bits alone.
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
public func copy(_ source: PictureView, into target: PictureView) { move(source, into: target) }

/// The same for 10-bit samples.
public func copy(_ source: DeepPictureView, into target: DeepPictureView) {
  move(source, into: target)
}

func move<S: PictureSample>(_ source: SampleView<S>, into target: SampleView<S>) {
  target.y.copy(from: source.y)
  target.u.copy(from: source.u)
  target.v.copy(from: source.v)
  guard let alpha = target.a else { return }
  if let a = source.a {
    alpha.copy(from: a)
  } else {
    fill(alpha, with: S.full)
  }
}
