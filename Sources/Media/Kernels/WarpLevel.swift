// SPDX-License-Identifier: Apache-2.0

import Base

/// The sampling positions of one row, in samples; whole numbers are sample centres.
struct SampleRow {
  var x: LinearRow
  var y: LinearRow
  /// The requested indices along the target row.
  var range: Range<Int>

  /// The requested indices whose four neighbours are all in a plane of this size.
  func inside(width: Int, height: Int) -> Range<Int> {
    let margin = 1.0 / 256
    return x.indices(from: 0, to: Double(width) - 1 - margin, count: range.upperBound)
      .clamped(to: y.indices(from: 0, to: Double(height) - 1 - margin, count: range.upperBound))
      .clamped(to: range)
  }
}

/// A source prepared for sampling: halved while its size is more than twice the drawn one.
struct WarpLevel<S: PictureSample> {
  /// A plane to sample: opaque samples, or alpha packed with alpha times the sample.
  enum Samples {
    case opaque(SamplePlane<S>)
    /// Alpha in the low part, alpha times sample above it.
    case seen(UnsafeMutablePointer<S.Packed>, width: Int, height: Int)
  }

  var luma: Samples
  var blue: Samples
  var red: Samples
  /// From level to target, in continuous coordinates.
  var matrix: Affine
  /// The size of the source in level pixels; fractional if an odd size was halved.
  var width: Double
  var height: Double
  /// The position of the first chroma sample, in level pixels from the left edge.
  var siting = 0.5

  init(of source: SampleView<S>, matrix: Affine, scratch: Scratch) {
    var (picture, matrix) = (source, matrix)
    var (width, height, siting) = (Double(source.width), Double(source.height), 0.5)
    var index = 0
    while true {
      let x = matrix.a * matrix.a + matrix.b * matrix.b < 0.25 && picture.width > 1
      let y = matrix.c * matrix.c + matrix.d * matrix.d < 0.25 && picture.height > 1
      guard x || y else { break }
      let half = scratch.picture(
        index, of: S.self, width: x ? (picture.width + 1) / 2 : picture.width,
        height: y ? (picture.height + 1) / 2 : picture.height, hasAlpha: picture.a != nil,
        chroma: picture.chroma)
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
      let memory = scratch.memory(.warpLuma, of: S.Packed.self, count: size + 2 * chroma)
      luma = Self.pack(picture.y, alpha, into: memory)
      let means = chromaAlpha(
        alpha, picture.chroma, in: scratch.memory(.plane, of: S.self, count: chroma))
      blue = Self.pack(picture.u, means, into: memory + size)
      red = Self.pack(picture.v, means, into: memory + size + chroma)
    } else {
      (luma, blue, red) = (.opaque(picture.y), .opaque(picture.u), .opaque(picture.v))
    }
  }

  private static func pack(
    _ plane: SamplePlane<S>, _ alpha: SamplePlane<S>, into memory: UnsafeMutablePointer<S.Packed>
  ) -> Samples {
    for y in 0..<plane.height {
      let (from, seen, to) = (plane.row(y), alpha.row(y), memory + y &* plane.width)
      for x in 0..<plane.width { to[x] = S.packed(from[x], alpha: seen[x]) }
    }
    return .seen(memory, width: plane.width, height: plane.height)
  }

  /// Samples a target row into `colors`, and multiplies `cover` by the sampled alpha.
  ///
  /// - Parameter thresholds: How colours are rounded; nil for the nearest sample.
  func sample(
    _ samples: Samples, _ row: SampleRow, into colors: Row<S>, cover: Weights,
    _ thresholds: PatternThresholds?
  ) {
    if let thresholds {
      sample(samples, row, into: colors, cover: cover, by: thresholds)
    } else {
      sample(samples, row, into: colors, cover: cover, by: HalfThresholds())
    }
  }

  @inline(__always)
  private func sample(
    _ samples: Samples, _ row: SampleRow, into colors: Row<S>, cover: Weights,
    by thresholds: some ColorThresholds
  ) {
    switch samples {
    case .opaque(let plane):
      sampleOpaque(plane, row, into: colors, thresholds)
    case .seen(let memory, let width, let height):
      sampleSeen(memory, width, height, row, into: colors, cover: cover, thresholds)
    }
  }
}

/// Coordinates in 1/2^32 sample that advance along a row; their upper bits are rounded to 1/256.
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

/// The sampling position of a sample outside, where the outermost samples are repeated.
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

private func sampleOpaque<S: PictureSample>(
  _ plane: SamplePlane<S>, _ row: SampleRow, into colors: Row<S>,
  _ thresholds: some ColorThresholds
) {
  let inside = row.inside(width: plane.width, height: plane.height)
  func edge(_ i: Int) {
    let p = ClampedPoint(row, at: i, width: plane.width, height: plane.height)
    let (top, bottom) = (plane.row(p.y0), plane.row(p.y1))
    let upper = UInt32(top[p.x0]) * (256 - p.fx) + UInt32(top[p.x1]) * p.fx
    let lower = UInt32(bottom[p.x0]) * (256 - p.fx) + UInt32(bottom[p.x1]) * p.fx
    colors[i] = S(
      truncatingIfNeeded: (upper * (256 - p.fy) + lower * p.fy + thresholds[i]) >> 16)
  }
  guard !inside.isEmpty else { return row.range.forEach(edge) }
  (row.range.lowerBound..<inside.lowerBound).forEach(edge)
  (inside.upperBound..<row.range.upperBound).forEach(edge)

  let base = UnsafeRawPointer(plane.base)
  let (stride, size) = (plane.stride, MemoryLayout<S>.size)
  var walk = Walk(row, at: inside.lowerBound)
  for i in inside {
    let fx = S.Packed(truncatingIfNeeded: walk.x &>> 24) & 255
    let fy = S.Packed(truncatingIfNeeded: walk.y &>> 24) & 255
    let at = base + size &* ((walk.y &>> 32) &* stride &+ (walk.x &>> 32))
    let top = S.halves(at.loadUnaligned(as: S.Product.self))
    let bottom = S.halves((at + size &* stride).loadUnaligned(as: S.Product.self))
    let both = top &* (256 &- fy) &+ bottom &* fy
    let (left, right) = (both & S.lowerHalf, both &>> S.Packed(truncatingIfNeeded: 2 &* S.bitWidth))
    let threshold = S.Packed(truncatingIfNeeded: thresholds[i])
    colors[i] = S(truncatingIfNeeded: (left &* (256 &- fx) &+ right &* fx &+ threshold) &>> 16)
    walk.advance()
  }
}

extension PictureSample {
  /// The bits of the lower half of a packed value.
  @inline(__always)
  fileprivate static var lowerHalf: Packed {
    Packed.max &>> Packed(truncatingIfNeeded: 2 &* bitWidth)
  }

  /// Two adjacent samples, the left one in the lower half.
  @inline(__always)
  fileprivate static func halves(_ pair: Product) -> Packed {
    let pair = Packed(truncatingIfNeeded: pair)
    let each = Packed(truncatingIfNeeded: max)
    let shift = Packed(truncatingIfNeeded: bitWidth)
    return (pair | pair &<< shift) & (each | each &<< (2 &* shift))
  }

  /// The position of the product in a packed value.
  @inline(__always)
  fileprivate static var packedShift: Int { Packed.bitWidth == 32 ? 16 : 28 }
  /// The position of the product in 64 bits, where both values have 16 more bits than when packed.
  @inline(__always)
  private static var spreadShift: UInt64 { Packed.bitWidth == 32 ? 32 : 28 }

  /// Alpha in the low part, alpha times the sample above it.
  @inline(__always)
  fileprivate static func packed(_ sample: Self, alpha: Self) -> Packed {
    let seen = Packed(truncatingIfNeeded: alpha)
    return seen | (Packed(truncatingIfNeeded: sample) &* seen) &<< Packed(packedShift)
  }

  /// A packed value with room for weights of 16 bits.
  @inline(__always)
  private static func spread(_ value: Packed) -> UInt64 {
    let wide = UInt64(truncatingIfNeeded: value)
    return Packed.bitWidth == 32 ? (wide | wide &<< 16) & 0x0000_FFFF_0000_FFFF : wide
  }

  /// The weighted mean of four packed values, times 65536.
  @inline(__always)
  fileprivate static func blend(
    _ a: Packed, _ b: Packed, _ c: Packed, _ d: Packed, _ fx: UInt64, _ fy: UInt64
  ) -> UInt64 {
    let top = spread(a) &* (256 &- fx) &+ spread(b) &* fx
    let bottom = spread(c) &* (256 &- fx) &+ spread(d) &* fx
    return top &* (256 &- fy) &+ bottom &* fy
  }

  /// Writes the colour of a mean of packed values, and multiplies `cover` by its alpha.
  @inline(__always)
  fileprivate static func write(
    _ sum: UInt64, to sample: inout Self, cover: inout Weight, _ threshold: UInt32
  ) {
    let alpha = sum & (1 &<< spreadShift &- 1)
    let color = sum &>> spreadShift
    if alpha == UInt64(truncatingIfNeeded: full) &<< 16, threshold == 32768 {
      let whole = Product(truncatingIfNeeded: (color &+ 32768) &>> 16)
      sample = Self(truncatingIfNeeded: share(whole))
      return
    }
    // Alpha as a weight with 16 additional bits.
    let seen = alpha &<< UInt64(headroom) &+ alpha &>> UInt64(16 &- 2 &* headroom)
    cover = cover.share(of: Weight(truncatingIfNeeded: seen &>> 16))
    let whole = Int64(truncatingIfNeeded: Swift.max(alpha, 1))
    var mean = Float(Int64(truncatingIfNeeded: color)) / Float(whole)
    if threshold != 32768 { mean = Swift.max(0, mean + (Float(threshold) / 65536 - 0.5)) }
    sample = Self(truncatingIfNeeded: (mean + 8_388_608).bitPattern)
  }
}

private func sampleSeen<S: PictureSample>(
  _ memory: UnsafeMutablePointer<S.Packed>, _ width: Int, _ height: Int, _ row: SampleRow,
  into colors: Row<S>, cover: Weights, _ thresholds: some ColorThresholds
) {
  func edge(_ i: Int) {
    let p = ClampedPoint(row, at: i, width: width, height: height)
    let (top, bottom) = (memory + p.y0 * width, memory + p.y1 * width)
    let sum = S.blend(
      top[p.x0], top[p.x1], bottom[p.x0], bottom[p.x1], UInt64(p.fx), UInt64(p.fy))
    S.write(sum, to: &colors[i], cover: &cover[i], thresholds[i])
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
      S.write(
        S.blend(a, b, c, d, fx, fy), to: &colors[i], cover: &cover[i], thresholds[i])
    }
    walk.advance()
  }
}
