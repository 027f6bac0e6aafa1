// SPDX-License-Identifier: Apache-2.0

public import Base

/// Rotates and mirrors `source` into `target` without resampling.
///
/// `target` has the upright size and must not overlap the source. Chroma samples are moved unchanged. An opaque
/// source makes a target with alpha opaque.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func orient<Sample>(
  _ source: SampleView<Sample>, by orientation: Orientation, into target: SampleView<Sample>
) {
  precondition(source.chroma == target.chroma, "pictures of different chroma formats")
  let upright = orientation.size(of: PixelSize(source.width, source.height))
  precondition(target.width == upright.width && target.height == upright.height)
  orient(source.y, orientation, into: target.y)
  orient(source.u, orientation, into: target.u)
  orient(source.v, orientation, into: target.v)
  guard let alpha = target.a else { return }
  if let seen = source.a {
    orient(seen, orientation, into: alpha)
  } else {
    fill(alpha, with: Sample.full)
  }
}

private func orient<S: PictureSample>(
  _ source: SamplePlane<S>, _ orientation: Orientation, into target: SamplePlane<S>
) {
  // The map is orthogonal, so its inverse is its transpose: a step right in the target is (a, c) in the source.
  let map = orientation.affine(for: PixelSize(source.width, source.height))
  let right = Int(map.a) + Int(map.c) * source.stride
  let down = Int(map.b) + Int(map.d) * source.stride
  // The target pixel of the top-left source pixel.
  let column = map.tx > 0 ? target.width - 1 : 0
  let row = map.ty > 0 ? target.height - 1 : 0
  let start = source.base - (column * right + row * down)
  if right == 1 {
    for y in 0..<target.height {
      target.row(y).update(from: start + y * down, count: target.width)
    }
    return
  }
  // Blocks, so that cache lines read along columns are fully used before they are evicted.
  let block = 32
  for top in stride(from: 0, to: target.height, by: block) {
    for left in stride(from: 0, to: target.width, by: block) {
      let end = min(left + block, target.width)
      for y in top..<min(top + block, target.height) {
        let (from, to) = (start + y * down, target.row(y))
        for x in left..<end { to[x] = from[x &* right] }
      }
    }
  }
}
