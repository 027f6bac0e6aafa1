// SPDX-License-Identifier: Apache-2.0

/// A picture of four interleaved bytes per pixel: a view that owns nothing.
public struct InterleavedView {
  /// The first byte of the top-left pixel.
  public let base: UnsafePointer<UInt8>
  /// Bytes from one row to the next; at least `4 * width`.
  public let stride: Int
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int

  /// A view of `height` rows of `width` pixels that lie `stride` bytes apart from `base` on.
  public init(base: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int) {
    precondition(width >= 0 && height >= 0 && stride >= 4 * width)
    self.base = base
    self.stride = stride
    self.width = width
    self.height = height
  }
}

/// Converts bytes R, G, B, A with straight alpha to BT.709 limited range; alpha stays straight.
///
/// `target` has the size of the raster. A chroma sample is the mean of the pixels it covers,
/// weighted by their alpha. An opaque target takes colours alone.
public func convert(rgba raster: InterleavedView, into target: PictureView) {
  convert(raster, into: target) { pixel in
    RGBA(Int32(pixel[0]), Int32(pixel[1]), Int32(pixel[2]), Int32(pixel[3]))
  }
}

/// Converts bytes B, G, R, A with colours multiplied by alpha, as cairo and librsvg give them.
///
/// The result is straight; clear pixels become black. See `convert(rgba:into:)`.
public func convert(premultipliedBGRA raster: InterleavedView, into target: PictureView) {
  convert(raster, into: target) { pixel in
    let alpha = Int32(pixel[3])
    guard alpha > 0 else { return RGBA(0, 0, 0, 0) }
    @inline(__always)
    func straight(_ value: UInt8) -> Int32 { min(quotient(Int32(value) &* 255, alpha), 255) }
    return RGBA(straight(pixel[2]), straight(pixel[1]), straight(pixel[0]), alpha)
  }
}

private struct RGBA {
  var r, g, b, a: Int32

  init(_ r: Int32, _ g: Int32, _ b: Int32, _ a: Int32) {
    (self.r, self.g, self.b, self.a) = (r, g, b, a)
  }

  // BT.709 in 1/65536, scaled to 219 and 224 steps; each row sums up exactly.
  var y: UInt8 { Self.sample(11966 &* r &+ 40254 &* g &+ 4064 &* b, 16) }
  var u: UInt8 { Self.sample(-6596 &* r &- 22188 &* g &+ 28784 &* b, 128) }
  var v: UInt8 { Self.sample(28784 &* r &- 26145 &* g &- 2639 &* b, 128) }

  private static func sample(_ sum: Int32, _ zero: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: zero &+ ((sum &+ 32768) &>> 16))
  }
}

@inline(__always)
private func convert(
  _ raster: InterleavedView, into target: PictureView, read: (UnsafePointer<UInt8>) -> RGBA
) {
  precondition(raster.width == target.width && raster.height == target.height)
  let (width, height) = (raster.width, raster.height)
  for y in 0..<height {
    let (from, luma, alpha) = (raster.base + y * raster.stride, target.y.row(y), target.a?.row(y))
    for x in 0..<width {
      let pixel = read(from + 4 &* x)
      luma[x] = pixel.y
      if let alpha { alpha[x] = UInt8(truncatingIfNeeded: pixel.a) }
    }
  }
  for y in 0..<target.u.height {
    let top = raster.base + 2 * y * raster.stride
    let bottom = raster.base + min(2 * y + 1, height - 1) * raster.stride
    let (u, v) = (target.u.row(y), target.v.row(y))
    for x in 0..<target.u.width {
      let (left, right) = (8 &* x, 4 &* min(2 &* x &+ 1, width &- 1))
      let (p, q) = (read(top + left), read(top + right))
      let (s, t) = (read(bottom + left), read(bottom + right))
      let sum = max(p.a &+ q.a &+ s.a &+ t.a, 1)
      let mean = RGBA(
        quotient(p.r &* p.a &+ q.r &* q.a &+ s.r &* s.a &+ t.r &* t.a, sum),
        quotient(p.g &* p.a &+ q.g &* q.a &+ s.g &* s.a &+ t.g &* t.a, sum),
        quotient(p.b &* p.a &+ q.b &* q.a &+ s.b &* s.a &+ t.b &* t.a, sum), 255)
      (u[x], v[x]) = (mean.u, mean.v)
    }
  }
}
