// SPDX-License-Identifier: Apache-2.0

/// Halves a picture in one or both directions by averaging two or four pixels.
///
/// `target` has the halved size, rounded up; at an odd edge the outermost pixel counts twice. Colours are
/// weighted by alpha.
func halve<S: PictureSample>(
  _ source: SampleView<S>, into target: SampleView<S>, x: Bool, y: Bool
) {
  guard let alpha = source.a, let seen = target.a else {
    halve(source.y, into: target.y, x: x, y: y)
    halve(source.u, into: target.u, x: x, y: y)
    halve(source.v, into: target.v, x: x, y: y)
    return
  }
  halve(source.y, alpha, into: target.y, x: x, y: y)
  withUnsafeTemporaryAllocation(of: S.self, capacity: source.u.width * source.u.height) {
    guard let memory = $0.baseAddress else { return }
    let means = chromaAlpha(alpha, source.chroma, in: memory)
    halve(source.u, means, into: target.u, x: x, y: y)
    halve(source.v, means, into: target.v, x: x, y: y)
  }
  halve(alpha, into: seen, x: x, y: y)
}

private func halve<S: PictureSample>(
  _ source: SamplePlane<S>, into target: SamplePlane<S>, x: Bool, y: Bool
) {
  for row in 0..<target.height {
    let top = source.row(y ? 2 * row : row)
    let bottom = source.row(y ? min(2 * row + 1, source.height - 1) : row)
    let out = target.row(row)
    if x {
      averageRows(out, top, bottom, source.width / 2)
      if source.width % 2 == 1 {
        let last = source.width - 1
        out[last / 2] = S((Int(top[last]) + Int(bottom[last]) + 1) / 2)
      }
    } else {
      for column in 0..<target.width {
        out[column] = S(truncatingIfNeeded: (top[column].wide &+ bottom[column].wide &+ 1) &>> 1)
      }
    }
  }
}

private func halve<S: PictureSample>(
  _ source: SamplePlane<S>, _ alpha: SamplePlane<S>, into target: SamplePlane<S>, x: Bool, y: Bool
) {
  for row in 0..<target.height {
    let (top, bottom) = (y ? 2 * row : row, y ? min(2 * row + 1, source.height - 1) : row)
    let (p, q, a, b) = (source.row(top), source.row(bottom), alpha.row(top), alpha.row(bottom))
    let out = target.row(row)
    for column in 0..<target.width {
      let left = x ? 2 &* column : column
      let right = x ? min(2 &* column &+ 1, source.width &- 1) : column
      let (a0, a1) = (
        Int32(truncatingIfNeeded: a[left]), Int32(truncatingIfNeeded: a[right])
      )
      let (b0, b1) = (
        Int32(truncatingIfNeeded: b[left]), Int32(truncatingIfNeeded: b[right])
      )
      let sum =
        a0 &* Int32(truncatingIfNeeded: p[left]) &+ a1 &* Int32(truncatingIfNeeded: p[right])
        &+ b0 &* Int32(truncatingIfNeeded: q[left]) &+ b1 &* Int32(truncatingIfNeeded: q[right])
      out[column] = S(
        truncatingIfNeeded: quotient(sum, max(a0 &+ a1 &+ b0 &+ b1, 1)))
    }
  }
}
