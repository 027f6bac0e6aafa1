// SPDX-License-Identifier: Apache-2.0

/// Lays `source` over `target` with its top-left corner at (`x`, `y`), times `opacity` in 0...256.
///
/// Any corner is allowed, also outside. At odd corners chroma, whose grid then falls between the
/// target's, is the mean of its two (or four) neighbours.
public func over(_ source: PictureView, on target: PictureView, x: Int, y: Int, opacity: Int) {
  precondition((0...256).contains(opacity), "an opacity outside 0...256")
  let left = max(0, x)
  let right = min(target.width, x + source.width)
  let top = max(0, y)
  let bottom = min(target.height, y + source.height)
  guard left < right, top < bottom, opacity > 0 else { return }
  let isPlain = source.a == nil && opacity == 256

  for row in top..<bottom {
    let from = source.y.row(row - y) + (left - x)
    let to = target.y.row(row) + left
    let count = right - left
    if isPlain {
      to.update(from: from, count: count)
      if let alpha = target.a { (alpha.row(row) + left).update(repeating: 255, count: count) }
      continue
    }
    let cover = source.a.map { UnsafePointer($0.row(row - y) + (left - x)) }
    if let under = target.a {
      blend(
        from, to, under.row(row) + left, cover, opacity, count: count, writesAlpha: true)
    } else if let cover {
      blend(from, to, cover: cover, opacity, count: count)
    } else {
      blend(from, to, opacity, count: count)
    }
  }
  overChroma(source, target, (left, right, top, bottom), (x, y), opacity)
}

/// The weight 0...256 of a source sample: its alpha times the opacity.
@inline(__always)
func weight(_ alpha: UInt8, _ opacity: Int) -> UInt16 {
  let product = (UInt16(alpha) &* UInt16(opacity) &+ 128) &>> 8
  return product &+ (product &>> 7)
}

@inline(__always)
private func blend(
  _ from: UnsafeMutablePointer<UInt8>, _ to: UnsafeMutablePointer<UInt8>, _ opacity: Int,
  count: Int
) {
  let w = UInt16(opacity)
  for i in 0..<count {
    to[i] = UInt8(
      truncatingIfNeeded: (UInt16(to[i]) &* (256 &- w) &+ UInt16(from[i]) &* w &+ 128) &>> 8)
  }
}

@inline(__always)
private func blend(
  _ from: UnsafeMutablePointer<UInt8>, _ to: UnsafeMutablePointer<UInt8>,
  cover: UnsafePointer<UInt8>, _ opacity: Int, count: Int
) {
  for i in 0..<count {
    let w = weight(cover[i], opacity)
    to[i] = UInt8(
      truncatingIfNeeded: (UInt16(to[i]) &* (256 &- w) &+ UInt16(from[i]) &* w &+ 128) &>> 8)
  }
}

/// Straight-alpha over: the result's colour is the mean weighted by what each contributes.
@inline(__always)
private func blend(
  _ from: UnsafeMutablePointer<UInt8>, _ to: UnsafeMutablePointer<UInt8>,
  _ under: UnsafeMutablePointer<UInt8>, _ cover: UnsafePointer<UInt8>?, _ opacity: Int, count: Int,
  writesAlpha: Bool
) {
  for i in 0..<count {
    let w = Int(weight(cover?[i] ?? 255, opacity))
    let below = Int(under[i]) &* (256 &- w)
    let above = 255 &* w
    let sum = below &+ above
    if sum > 0 {
      to[i] = UInt8(
        truncatingIfNeeded: (Int(to[i]) &* below &+ Int(from[i]) &* above &+ sum / 2) / sum)
    }
    if writesAlpha { under[i] = UInt8(truncatingIfNeeded: (sum &+ 128) &>> 8) }
  }
}

/// Chroma of `over`: a target sample is touched when it covers a touched luma sample.
private func overChroma(
  _ source: PictureView, _ target: PictureView, _ area: (l: Int, r: Int, t: Int, b: Int),
  _ corner: (x: Int, y: Int), _ opacity: Int
) {
  let (dx, dy) = (corner.x & 1, corner.y & 1)
  // Target alpha has been written by luma already: chroma of a see-through target takes the
  // coverage of the source alone, and the former alpha is worked back from it.
  for row in (area.t / 2)..<((area.b + 1) / 2) {
    let sy = row - (corner.y - dy) / 2 - dy
    let lines = (clamp(sy, source.u.height), clamp(sy + dy, source.u.height))
    for (from, to) in [(source.u, target.u), (source.v, target.v)] {
      let (upper, lower, out) = (from.row(lines.0), from.row(lines.1), to.row(row))
      if dx == 0, dy == 0, source.a == nil, opacity == 256 {
        let shift = corner.x / 2
        let (l, r) = (area.l / 2, (area.r + 1) / 2)
        (out + l).update(from: upper + (l - shift), count: r - l)
        continue
      }
      for x in (area.l / 2)..<((area.r + 1) / 2) {
        let sx = x - (corner.x - dx) / 2 - dx
        let (x0, x1) = (clamp(sx, from.width), clamp(sx + dx, from.width))
        let sample =
          (Int(upper[x0]) &+ Int(upper[x1]) &+ Int(lower[x0]) &+ Int(lower[x1]) &+ 2) &>> 2
        let w = coverage(source, 2 &* x &- corner.x, 2 &* row &- corner.y, opacity)
        guard w > 0 else { continue }
        guard target.a != nil else {
          out[x] = UInt8(
            truncatingIfNeeded: (Int(out[x]) &* (256 &- w) &+ sample &* w &+ 128) &>> 8)
          continue
        }
        let above = 255 &* w
        let sum = max(above, 256 &* chromaAlpha(target, x, row))
        out[x] = UInt8(
          truncatingIfNeeded: (Int(out[x]) &* (sum &- above) &+ sample &* above &+ sum / 2) / sum)
      }
    }
  }
}

/// The mean weight 0...256 of the source pixels under the four luma samples from (`x`, `y`) on.
@inline(__always)
private func coverage(_ source: PictureView, _ x: Int, _ y: Int, _ opacity: Int) -> Int {
  var sum = 0
  for (px, py) in [(x, y), (x &+ 1, y), (x, y &+ 1), (x &+ 1, y &+ 1)] {
    guard px >= 0, py >= 0, px < source.width, py < source.height else { continue }
    sum &+= Int(weight(source.a?.row(py)[px] ?? 255, opacity))
  }
  return (sum &+ 2) &>> 2
}

@inline(__always)
private func clamp(_ value: Int, _ count: Int) -> Int { max(0, min(value, count &- 1)) }
