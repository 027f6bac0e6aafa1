// SPDX-License-Identifier: Apache-2.0

public import Base

/// Sets `target`, which has alpha, to the shadow of `source`, a picture of its size: `color`, as opaque as `source` is at a
/// distance of `offset` and through a Gaussian of the standard deviation `deviation`, in pixels.
///
/// Everything outside of `source` is transparent. In 8 bits the shadow is dithered as gradients are.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func shadow<Sample>(
  of source: SampleView<Sample>, color: SampleColor<Sample>, offset: PixelPoint, deviation: Double,
  into target: SampleView<Sample>, scratch: Scratch
) {
  precondition(target.hasForm(of: source), "pictures of different forms")
  guard let alpha = target.a else { preconditionFailure("a shadow has alpha") }
  var opaque = color
  opaque.a = Sample.full
  fill(target, with: opaque)
  let (width, height) = (source.width, source.height)
  let gaussian = Gaussian(width, height, deviation: deviation)
  let plane = scratch.memory(
    .blur, of: Float.self, count: width * height + (deviation > 0 ? gaussian.memory : 0))
  load(source.a, moved: offset, into: plane, width: width, height: height)
  if deviation > 0 { gaussian.apply(plane, memory: plane + width * height) }
  let own = Float(Int32(truncatingIfNeeded: color.a))
  for y in 0..<height {
    let (to, from) = (alpha.row(y), plane + y * width)
    Sample.withThresholds(y) { thresholds in
      for x in 0..<width {
        to[x] = Sample(truncatingIfNeeded: Int32(min(from[x], 1) * own + thresholds[x & 7]))
      }
    }
  }
}

/// Alpha from 0 to 1, moved by `offset`; of an opaque picture 1 where it lies.
private func load<S: PictureSample>(
  _ alpha: SamplePlane<S>?, moved offset: PixelPoint, into target: UnsafeMutablePointer<Float>,
  width: Int, height: Int
) {
  let full = Float(Int32(truncatingIfNeeded: S.full))
  let (left, top) = (offset.x.rounded(.down), offset.y.rounded(.down))
  let (across, down) = (Float(offset.x - left), Float(offset.y - top))
  // Between pixels it is the mean of four.
  let shares: [(Int, Int, Float)] = [
    (0, 0, (1 - across) * (1 - down)), (1, 0, across * (1 - down)), (0, 1, (1 - across) * down),
    (1, 1, across * down),
  ].filter { $0.2 > 0 }
  for y in 0..<height {
    let to = target + y * width
    to.update(repeating: 0, count: width)
    for (dx, dy, share) in shares {
      let row = y - Int(top) - dy
      guard (0..<height).contains(row) else { continue }
      let shift = Int(left) + dx
      let columns = (max(0, shift)..<max(0, shift, min(width, width + shift)))
        .clamped(to: 0..<width)
      if let alpha {
        let (from, weight) = (alpha.row(row), share / full)
        for x in columns { to[x] += Float(Int32(truncatingIfNeeded: from[x &- shift])) * weight }
      } else {
        for x in columns { to[x] += share }
      }
    }
  }
}
