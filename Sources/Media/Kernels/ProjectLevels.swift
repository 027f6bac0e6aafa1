// SPDX-License-Identifier: Apache-2.0

import Base

/// A source after a number of halvings across and down, sampled where it is drawn smaller.
struct ProjectLevel<S: PictureSample> {
  let luma: SamplePlane<S>
  let blue: SamplePlane<S>
  let red: SamplePlane<S>
  let alpha: SamplePlane<S>?
  /// The alpha of chroma samples.
  let means: SamplePlane<S>?
  /// Its pixels per pixel of the source, across and down.
  let scale: SIMD2<Double>
  /// The position of the first chroma sample, in its pixels from the left edge.
  let siting: Double

  /// From source pixels to samples of a plane in 1/256, rounded down to whole numbers.
  struct SampleMap {
    var scale: SIMD2<Double>
    var offset: SIMD2<Double>
    /// The last sample.
    var most: SIMD2<Double>
  }

  /// Where samples of a plane with `scale` samples for each pixel lie, the first at (`x`, `y`) pixels.
  func place(siting x: Double, _ y: Double, scale samples: Double) -> SampleMap {
    let plane = samples < 1 ? blue : luma
    return SampleMap(
      scale: scale * (256 * samples), offset: SIMD2(-x, -y) * (256 * samples) + 0.5,
      most: SIMD2(Double((plane.width - 1) * 256), Double((plane.height - 1) * 256)))
  }

  /// Samples planes at `places`, each into a row of `width` in `colors`, and multiplies `cover` by the alpha there.
  ///
  /// - Parameters:
  ///   - planes: Planes of one size.
  ///   - alpha: A plane of that size, by which colours are weighted; nil for opaque ones. Where it is 0, no colour is
  ///     written.
  ///   - thresholds: How colours are rounded; nil for the nearest sample.
  @inline(__always)
  func sample(
    _ planes: PlaneGroup<SamplePlane<S>>, _ alpha: SamplePlane<S>?,
    _ places: UnsafePointer<SIMD2<Int32>>, _ count: Int, into colors: Row<S>, width: Int,
    cover: Weights, _ thresholds: PatternThresholds?
  ) {
    if let thresholds {
      sample(
        planes, alpha, places, count, into: colors, width: width, cover: cover, by: thresholds)
    } else {
      sample(
        planes, alpha, places, count, into: colors, width: width, cover: cover,
        by: HalfThresholds())
    }
  }

  @inline(__always)
  private func sample(
    _ planes: PlaneGroup<SamplePlane<S>>, _ alpha: SamplePlane<S>?,
    _ places: UnsafePointer<SIMD2<Int32>>, _ count: Int, into colors: Row<S>, width: Int,
    cover: Weights, by thresholds: some ColorThresholds
  ) {
    guard let alpha else {
      planes.forEach { index, plane in
        let colors = colors + index &* width
        for i in 0..<count {
          colors[i] = S(truncatingIfNeeded: plane.blended(places[i], thresholds[i]))
        }
      }
      return
    }
    let scale = 65535 / Double(UInt32(truncatingIfNeeded: S.full) &<< 16)
    for i in 0..<count {
      let at = Corners(places[i], alpha)
      let seen = at.samples(of: alpha)
      if seen.0 & seen.1 & seen.2 & seen.3 == S.full {
        planes.forEach { index, plane in
          colors[index &* width &+ i] = S(
            truncatingIfNeeded: plane.blended(places[i], thresholds[i]))
        }
        continue
      }
      if seen.0 | seen.1 | seen.2 | seen.3 == 0 {
        cover[i] = 0
        continue
      }
      let parts = at.parts(seen)
      let weight = Double(parts.0 &+ parts.1 &+ parts.2 &+ parts.3)
      let share = 1 / max(weight, 1)
      planes.forEach { index, plane in
        let samples = at.samples(of: plane)
        let upper =
          parts.0 &* UInt64(truncatingIfNeeded: samples.0)
          &+ parts.1 &* UInt64(truncatingIfNeeded: samples.1)
        let lower =
          parts.2 &* UInt64(truncatingIfNeeded: samples.2)
          &+ parts.3 &* UInt64(truncatingIfNeeded: samples.3)
        colors[index &* width &+ i] = S(
          truncatingIfNeeded: UInt32(
            Double(upper &+ lower) * share + Double(thresholds[i]) / 65536))
      }
      cover[i] = cover[i].share(of: Weight(truncatingIfNeeded: UInt32(weight * scale + 0.5)))
    }
  }
}

/// One to three planes.
struct PlaneGroup<Plane> {
  let first: Plane
  let second: Plane?
  let third: Plane?

  init(_ first: Plane, _ second: Plane? = nil, _ third: Plane? = nil) {
    (self.first, self.second, self.third) = (first, second, third)
  }

  @inline(__always)
  func forEach(_ body: (Int, Plane) -> Void) {
    body(0, first)
    if let second { body(1, second) }
    if let third { body(2, third) }
  }
}

/// The four samples around a place, and its position between them in 1/256.
private struct Corners {
  let x0, x1, y0, y1: Int
  let fx, fy: UInt64

  @inline(__always)
  init<S>(_ place: SIMD2<Int32>, _ plane: SamplePlane<S>) {
    (x0, y0) = (Int(place.x) &>> 8, Int(place.y) &>> 8)
    (x1, y1) = (min(x0 &+ 1, plane.width &- 1), min(y0 &+ 1, plane.height &- 1))
    (fx, fy) = (
      UInt64(truncatingIfNeeded: place.x & 255), UInt64(truncatingIfNeeded: place.y & 255)
    )
  }

  /// The samples of `plane`.
  @inline(__always)
  func samples<S>(of plane: SamplePlane<S>) -> (S, S, S, S) {
    let (top, bottom) = (plane.row(y0), plane.row(y1))
    return (top[x0], top[x1], bottom[x0], bottom[x1])
  }

  /// Four samples, each times its share in 1/65536.
  @inline(__always)
  func parts<S: PictureSample>(_ samples: (S, S, S, S)) -> (UInt64, UInt64, UInt64, UInt64) {
    let (ex, ey) = (256 &- fx, 256 &- fy)
    return (
      UInt64(truncatingIfNeeded: samples.0) &* ex &* ey,
      UInt64(truncatingIfNeeded: samples.1) &* fx &* ey,
      UInt64(truncatingIfNeeded: samples.2) &* ex &* fy,
      UInt64(truncatingIfNeeded: samples.3) &* fx &* fy
    )
  }
}

extension SamplePlane {
  /// The bilinear mean at a place in 1/256 sample.
  @inline(__always)
  fileprivate func blended(_ place: SIMD2<Int32>, _ threshold: UInt32) -> UInt32 {
    let (x, y) = (Int(place.x) &>> 8, Int(place.y) &>> 8)
    let right = min(x &+ 1, width &- 1)
    let (top, bottom) = (row(y), row(min(y &+ 1, height &- 1)))
    let fx = UInt32(truncatingIfNeeded: place.x & 255)
    let fy = UInt32(truncatingIfNeeded: place.y & 255)
    let upper =
      UInt32(truncatingIfNeeded: top[x]) &* (256 &- fx)
      &+ UInt32(truncatingIfNeeded: top[right]) &* fx
    let lower =
      UInt32(truncatingIfNeeded: bottom[x]) &* (256 &- fx)
      &+ UInt32(truncatingIfNeeded: bottom[right]) &* fx
    return (upper &* (256 &- fy) &+ lower &* fy &+ threshold) &>> 16
  }
}

/// The levels of one source, made on demand.
final class ProjectLevels<S: PictureSample> {
  /// The most halvings in each direction.
  static var most: Int { 7 }
  /// The number of scratch pictures it uses: two for each level.
  static var count: Int { 2 * (most + 1) * (most + 1) }

  private let source: SampleView<S>
  private let scratch: Scratch
  private var levels: [ProjectLevel<S>?]

  init(_ source: SampleView<S>, _ scratch: Scratch) {
    self.source = source
    self.scratch = scratch
    levels = Array(repeating: nil, count: (Self.most + 1) * (Self.most + 1))
  }

  /// The number of times that the source is halved where a pixel is `grain` long in it, squared:
  /// until it is drawn no smaller than 1 / √2, where less would alias and more would blur.
  func halvings(_ grain: (x: Double, y: Double)) -> (x: Int, y: Int) {
    func count(_ grain: Double, _ length: Int) -> Int {
      var (count, grain) = (0, grain)
      while grain > 2, count < Self.most, length >> (count + 1) > 0 {
        count += 1
        grain /= 4
      }
      return count
    }
    return (count(grain.x, source.width), count(grain.y, source.height))
  }

  /// The source halved `x` times across and `y` times down.
  subscript(x: Int, y: Int) -> ProjectLevel<S> {
    let index = y * (Self.most + 1) + x
    if let known = levels[index] { return known }
    let picture = picture(x, y)
    var means: SamplePlane<S>?
    if let alpha = picture.a {
      means = alpha
      if picture.chroma == .half {
        let buffer = scratch.picture(
          Scratch.firstProjection + 2 * index + 1, of: S.self, width: picture.u.width,
          height: picture.u.height, hasAlpha: false, chroma: .full)
        means = chromaAlpha(alpha, picture.chroma, in: buffer.y.base)
      }
    }
    // Of pairs of chroma samples the mean lies between them.
    let siting = (0..<x).reduce(0.5) { siting, _ in (siting + 1) / 2 }
    let level = ProjectLevel(
      luma: picture.y, blue: picture.u, red: picture.v, alpha: picture.a, means: means,
      scale: SIMD2(1 / Double(1 << x), 1 / Double(1 << y)), siting: siting)
    levels[index] = level
    return level
  }

  private func picture(_ x: Int, _ y: Int) -> SampleView<S> {
    if x == 0 && y == 0 { return source }
    let index = y * (Self.most + 1) + x
    if let known = levels[index] {
      return SampleView(
        y: known.luma, u: known.blue, v: known.red, a: known.alpha, chroma: source.chroma)
    }
    let isAcross = x > 0
    let before = self[isAcross ? x - 1 : x, isAcross ? y : y - 1]
    let larger = SampleView(
      y: before.luma, u: before.blue, v: before.red, a: before.alpha, chroma: source.chroma)
    let half = scratch.picture(
      Scratch.firstProjection + 2 * index, of: S.self,
      width: isAcross ? (larger.width + 1) / 2 : larger.width,
      height: isAcross ? larger.height : (larger.height + 1) / 2, hasAlpha: larger.a != nil,
      chroma: larger.chroma)
    halve(larger, into: half, x: isAcross, y: !isAcross)
    return half
  }
}
