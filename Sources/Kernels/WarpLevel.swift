// SPDX-License-Identifier: Apache-2.0

import Basics

/// Where the samples of one row are taken: coordinates in samples, whole numbers on a sample.
struct SampleRow {
  var x: Ramp
  var y: Ramp
  /// The indices along the target row that are wanted.
  var range: Range<Int>

  /// The wanted indices whose four neighbours all lie in a plane of this size.
  func inside(width: Int, height: Int) -> Range<Int> {
    let margin = 1.0 / 256
    return x.indices(from: 0, to: Double(width) - 1 - margin, count: range.upperBound)
      .clamped(to: y.indices(from: 0, to: Double(height) - 1 - margin, count: range.upperBound))
      .clamped(to: range)
  }
}

/// A source prepared for sampling: halved until it is at least half as large as drawn.
struct WarpLevel {
  /// A plane to sample: opaque samples, or samples times alpha beside their alpha.
  enum Samples {
    case opaque(Plane)
    /// Alpha in the low and alpha times sample in the high 16 bits.
    case seen(UnsafeMutablePointer<UInt32>, width: Int, height: Int)
  }

  var luma: Samples
  var blue: Samples
  var red: Samples
  /// From level to target, continuous.
  var matrix: Affine
  /// The size of the source in level pixels; a fraction when an odd size was halved.
  var width: Double
  var height: Double
  /// Where the first chroma sample lies, in level pixels from the left edge.
  var siting = 0.5

  init(of source: PictureView, matrix: Affine, scratch: Scratch) {
    var (picture, matrix) = (source, matrix)
    var (width, height, siting) = (Double(source.width), Double(source.height), 0.5)
    var index = 0
    while true {
      let x = matrix.a * matrix.a + matrix.b * matrix.b < 0.25 && picture.width > 1
      let y = matrix.c * matrix.c + matrix.d * matrix.d < 0.25 && picture.height > 1
      guard x || y else { break }
      let half = scratch.picture(
        index, width: x ? (picture.width + 1) / 2 : picture.width,
        height: y ? (picture.height + 1) / 2 : picture.height, hasAlpha: picture.a != nil)
      halve(picture, into: half, x: x, y: y)
      if x {
        matrix = Affine.scale(2, 1).then(matrix)
        width /= 2
        siting = (siting + 1) / 2
      }
      if y {
        matrix = Affine.scale(1, 2).then(matrix)
        height /= 2
      }
      picture = half
      index += 1
    }
    self.matrix = matrix
    self.width = width
    self.height = height
    self.siting = siting
    if let alpha = picture.a {
      let size = picture.width * picture.height
      let chroma = picture.u.width * picture.u.height
      let memory = scratch.memory(.warpLuma, of: UInt32.self, count: size + 2 * chroma)
      luma = Self.pack(picture.y, alpha, into: memory)
      let means = Plane(
        base: scratch.memory(.plane, of: UInt8.self, count: chroma), stride: picture.u.width,
        width: picture.u.width, height: picture.u.height)
      for y in 0..<means.height { averageAlpha(alpha, row: y, into: means.row(y)) }
      blue = Self.pack(picture.u, means, into: memory + size)
      red = Self.pack(picture.v, means, into: memory + size + chroma)
    } else {
      (luma, blue, red) = (.opaque(picture.y), .opaque(picture.u), .opaque(picture.v))
    }
  }

  private static func pack(
    _ plane: Plane, _ alpha: Plane, into memory: UnsafeMutablePointer<UInt32>
  ) -> Samples {
    for y in 0..<plane.height {
      let (from, seen, to) = (plane.row(y), alpha.row(y), memory + y &* plane.width)
      for x in 0..<plane.width {
        to[x] = UInt32(seen[x]) | (UInt32(from[x]) &* UInt32(seen[x])) &<< 16
      }
    }
    return .seen(memory, width: plane.width, height: plane.height)
  }

  /// Samples a row of the target into `colors`, and multiplies `cover` by the alpha sampled.
  func sample(
    _ samples: Samples, _ row: SampleRow, into colors: Kernels.Samples, cover: Kernels.Samples
  ) {
    switch samples {
    case .opaque(let plane):
      sampleOpaque(plane, row, into: colors)
    case .seen(let memory, let width, let height):
      sampleSeen(memory, width, height, row, into: colors, cover: cover)
    }
  }
}

/// Coordinates in 1/2^32 sample that move along a row, rounded to 1/256 by their upper bits.
private struct Walk {
  var x: Int
  var y: Int
  let stepX: Int
  let stepY: Int

  @inline(__always)
  init(_ row: SampleRow, at first: Int) {
    let one = 4_294_967_296.0
    let half = 1 << 23
    x = Int(row.x(first) * one) &+ half
    y = Int(row.y(first) * one) &+ half
    stepX = Int(row.x.step * one)
    stepY = Int(row.y.step * one)
  }

  @inline(__always)
  mutating func advance() {
    x &+= stepX
    y &+= stepY
  }
}

/// Where a sample outside is taken: the outermost samples go on for ever.
private struct ClampedPoint {
  var x0, x1, y0, y1: Int
  var fx, fy: UInt32

  init(_ row: SampleRow, at i: Int, width: Int, height: Int) {
    let x = max(0, min((row.x(i) * 256).rounded(), Double((width - 1) * 256)))
    let y = max(0, min((row.y(i) * 256).rounded(), Double((height - 1) * 256)))
    (x0, y0) = (Int(x) >> 8, Int(y) >> 8)
    (x1, y1) = (min(x0 + 1, width - 1), min(y0 + 1, height - 1))
    (fx, fy) = (UInt32(Int(x) & 255), UInt32(Int(y) & 255))
  }
}

private func sampleOpaque(_ plane: Plane, _ row: SampleRow, into colors: Samples) {
  let inside = row.inside(width: plane.width, height: plane.height)
  func edge(_ i: Int) {
    let p = ClampedPoint(row, at: i, width: plane.width, height: plane.height)
    let (top, bottom) = (plane.row(p.y0), plane.row(p.y1))
    let upper = UInt32(top[p.x0]) * (256 - p.fx) + UInt32(top[p.x1]) * p.fx
    let lower = UInt32(bottom[p.x0]) * (256 - p.fx) + UInt32(bottom[p.x1]) * p.fx
    colors[i] = UInt8((upper * (256 - p.fy) + lower * p.fy + 32768) >> 16)
  }
  guard !inside.isEmpty else { return row.range.forEach(edge) }
  (row.range.lowerBound..<inside.lowerBound).forEach(edge)
  (inside.upperBound..<row.range.upperBound).forEach(edge)

  let base = UnsafeRawPointer(plane.base)
  let stride = plane.stride
  var walk = Walk(row, at: inside.lowerBound)
  for i in inside {
    let fx = UInt32(truncatingIfNeeded: walk.x &>> 24) & 255
    let fy = UInt32(truncatingIfNeeded: walk.y &>> 24) & 255
    let at = base + ((walk.y &>> 32) &* stride &+ (walk.x &>> 32))
    // Two neighbours in one load, spread to the halves of 32 bits, the left one low.
    var top = UInt32(at.loadUnaligned(as: UInt16.self))
    var bottom = UInt32((at + stride).loadUnaligned(as: UInt16.self))
    top = (top | top &<< 8) & 0x00FF_00FF
    bottom = (bottom | bottom &<< 8) & 0x00FF_00FF
    let both = top &* (256 &- fy) &+ bottom &* fy
    let sum = (both & 0xFFFF) &* (256 &- fx) &+ (both &>> 16) &* fx
    colors[i] = UInt8(truncatingIfNeeded: (sum &+ 32768) &>> 16)
    walk.advance()
  }
}

private func sampleSeen(
  _ memory: UnsafeMutablePointer<UInt32>, _ width: Int, _ height: Int, _ row: SampleRow,
  into colors: Samples, cover: Samples
) {
  @inline(__always)
  func spread(_ value: UInt32) -> UInt64 {
    let wide = UInt64(value)
    return (wide | wide &<< 16) & 0x0000_FFFF_0000_FFFF
  }
  // Alpha in the low, alpha times sample in the high half.
  @inline(__always)
  func blend(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ fx: UInt64, _ fy: UInt64
  ) -> UInt64 {
    let top = spread(a) &* (256 &- fx) &+ spread(b) &* fx
    let bottom = spread(c) &* (256 &- fx) &+ spread(d) &* fx
    return top &* (256 &- fy) &+ bottom &* fy
  }
  @inline(__always)
  func write(_ sum: UInt64, _ i: Int) {
    let alpha = UInt32(truncatingIfNeeded: sum)
    let color = UInt32(truncatingIfNeeded: sum &>> 32)
    if alpha == 0xFF_0000 {
      let whole = UInt16(truncatingIfNeeded: (color &+ 32768) &>> 16)
      colors[i] = UInt8(truncatingIfNeeded: UInt8.share(whole))
      return
    }
    let seen = (alpha &+ 32768) &>> 16
    cover[i] = UInt8(
      truncatingIfNeeded: UInt8.share(UInt16(cover[i]) &* UInt16(truncatingIfNeeded: seen)))
    let mean = Float(color) / Float(max(alpha, 1)) + 8_388_608
    colors[i] = UInt8(truncatingIfNeeded: mean.bitPattern)
  }
  func edge(_ i: Int) {
    let p = ClampedPoint(row, at: i, width: width, height: height)
    let (top, bottom) = (memory + p.y0 * width, memory + p.y1 * width)
    let sum = blend(
      top[p.x0], top[p.x1], bottom[p.x0], bottom[p.x1], UInt64(p.fx), UInt64(p.fy))
    write(sum, i)
  }
  let inside = row.inside(width: width, height: height)
  guard !inside.isEmpty else { return row.range.forEach(edge) }
  (row.range.lowerBound..<inside.lowerBound).forEach(edge)
  (inside.upperBound..<row.range.upperBound).forEach(edge)

  var walk = Walk(row, at: inside.lowerBound)
  for i in inside {
    let fx = UInt64(truncatingIfNeeded: walk.x &>> 24) & 255
    let fy = UInt64(truncatingIfNeeded: walk.y &>> 24) & 255
    let at = memory + ((walk.y &>> 32) &* width &+ (walk.x &>> 32))
    let (a, b, c, d) = (at[0], at[1], at[width], at[width &+ 1])
    if a | b | c | d == 0 {
      cover[i] = 0
    } else {
      write(blend(a, b, c, d, fx, fy), i)
    }
    walk.advance()
  }
}
