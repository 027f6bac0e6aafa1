// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import Testing

/// Pictures seen in perspective, beside what numbers say.
struct ProjectTests {
  /// A plate of `width` x `height` turned by `degrees` about an upright axis through its middle, which lies at
  /// (`x`, `y`), and seen from `distance`.
  private func turned(
    _ degrees: Double, from distance: Double, _ width: Int, _ height: Int, at x: Double, _ y: Double
  ) -> Projection {
    SpaceMatrix(.translation(Double(-width) / 2, Double(-height) / 2))
      .then(.rotationY(degrees: degrees)).then(.perspective(nearness: 1 / distance))
      .then(SpaceMatrix(.translation(x, y))).plane
  }

  /// Colours that change slowly, so that how they are interpolated makes no difference.
  private func smooth<S: PictureSample>(
    _ width: Int, _ height: Int, _ chroma: ChromaFormat, hasAlpha: Bool = false
  ) -> SampleBuffer<S> {
    let picture = SampleBuffer<S>(
      width: width, height: height, hasAlpha: hasAlpha, chroma: chroma)
    let unit = Double(1 << (S.depth - 8))
    let view = picture.view
    func set(_ plane: SamplePlane<S>, _ x0: Double, _ y0: Double, _ scale: Double, _ k: Double) {
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          let value = level(x0 + Double(x) * scale, y0 + Double(y) * scale, k, width, height)
          plane.base[y * plane.stride + x] = S((value * unit).rounded())
        }
      }
    }
    set(view.y, 0.5, 0.5, 1, 1)
    let (x, y, scale) = chroma == .half ? (0.5, 1, 2.0) : (0.5, 0.5, 1)
    set(view.u, x, y, scale, 0.5)
    set(view.v, x, y, scale, -0.7)
    if let alpha = view.a {
      for y in 0..<height {
        for x in 0..<width {
          alpha.base[y * alpha.stride + x] = S(
            (level(Double(x) + 0.5, Double(y) + 0.5, 0.4, width, height) * unit).rounded())
        }
      }
    }
    return picture
  }

  /// The smooth picture at a place, in steps of 8 bits.
  private func level(_ x: Double, _ y: Double, _ k: Double, _ width: Int, _ height: Int) -> Double {
    128 + k * 90 * (x / Double(width) + y / Double(height) - 1)
  }

  private func compare<S: PictureSample>(
    _: S.Type, _ chroma: ChromaFormat, hasAlpha: Bool, _ map: Projection
  ) throws {
    let (width, height) = (160, 90)
    let source: SampleBuffer<S> = smooth(width, height, chroma, hasAlpha: hasAlpha)
    let target = SampleBuffer<S>(width: 200, height: 120, hasAlpha: false, chroma: chroma)
    let under = SampleColor<S>(y: 0, u: 0, v: 0)
    fill(target.view, with: under)
    projectOver(source.view, on: target.view, map: map, opacity: .whole, scratch: Scratch())
    let inverse = try #require(map.inverse)
    let unit = Double(1 << (S.depth - 8))
    var (count, outside) = (0, 0)
    /// The place of a place of the target in the source; nil near its edges.
    func origin(_ x: Double, _ y: Double, margin: Double) -> (x: Double, y: Double, inside: Bool)? {
      let w = inverse.depth(x, y)
      guard w > 0 else { return (0, 0, false) }
      let m = inverse.over
      let (u, v) = ((m.a * x + m.c * y + m.tx) / w, (m.b * x + m.d * y + m.ty) / w)
      let (dx, dy) = (min(u, Double(width) - u), min(v, Double(height) - v))
      if min(dx, dy) > margin { return (u, v, true) }
      return min(dx, dy) < -margin ? (0, 0, false) : nil
    }
    func check(_ plane: SamplePlane<S>, _ x0: Double, _ y0: Double, _ scale: Double, _ k: Double) {
      var worst = 0.0
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          let (px, py) = (x0 + Double(x) * scale, y0 + Double(y) * scale)
          guard let place = origin(px, py, margin: 6) else { continue }
          let sample = Double(plane.base[y * plane.stride + x]) / unit
          guard place.inside else {
            outside += 1
            #expect(sample == 0)
            continue
          }
          count += 1
          let color = level(place.x, place.y, k, width, height)
          let alpha =
            hasAlpha
            ? level(place.x, place.y, 0.4, width, height) / (S.depth == 8 ? 255 : 1023 / 4.0) : 1
          worst = max(worst, abs(sample - color * alpha))
        }
      }
      // Levels are rounded to whole steps, in 8 bits up to four times.
      #expect(worst < (S.depth == 8 ? 2.2 : 0.6), "\(S.self) \(k) \(map)")
    }
    check(target.view.y, 0.5, 0.5, 1, 1)
    let (x, y, scale) = chroma == .half ? (0.5, 1, 2.0) : (0.5, 0.5, 1)
    check(target.view.u, x, y, scale, 0.5)
    check(target.view.v, x, y, scale, -0.7)
    #expect(count > 2000 && outside > 2000)
  }

  @Test(arguments: [ChromaFormat.half, .full], [false, true])
  func `colours lie where the map says`(chroma: ChromaFormat, hasAlpha: Bool) throws {
    for map in [
      turned(50, from: 200, 160, 90, at: 97, 61), turned(-65, from: 120, 160, 90, at: 100, 60),
      turned(150, from: 300, 160, 90, at: 90, 62),
      SpaceMatrix(.translation(-80, -45)).then(.rotationX(degrees: 40))
        .then(.perspective(nearness: 1 / 150.0)).then(SpaceMatrix(.translation(100, 60))).plane,
    ] {
      try compare(UInt8.self, chroma, hasAlpha: hasAlpha, map)
      try compare(UInt16.self, chroma, hasAlpha: hasAlpha, map)
    }
  }

  /// Nothing is seen of what lies behind the eye, and what lies before it goes to the edge of the target.
  @Test func `parts behind the eye are not drawn`() {
    let source = flatPicture(400, 40, YUVColor(y: 255, u: 128, v: 128))
    let target = flatPicture(300, 200, YUVColor(y: 0, u: 128, v: 128))
    // The left end is 200 · sin 80° = 197 pixels nearer than the middle, and the eye is at 100.
    let map = turned(80, from: 100, 400, 40, at: 150, 100)
    projectOver(source.view, on: target.view, map: map, opacity: .whole, scratch: Scratch())
    // At the left edge of the target, x = s · 0.1736 / (1 − s · −0.9848 / 100) = −150: s = −91.2, before the eye.
    #expect(sample(target.view.y, 0, 100) == 255)
    #expect(sample(target.view.y, 150, 100) == 255)
    // The right end: 200 · 0.17365 / (1 + 200 · 0.98481 / 100) = 11.70.
    #expect(sample(target.view.y, 160, 100) == 255)
    #expect(sample(target.view.y, 162, 100) == 0)
    // At 160.5, s = 10.5 / (0.17365 − 0.10341) = 149.5: half as high as 20 / (1 + 1.4722) = 8.09.
    #expect(sample(target.view.y, 160, 106) == 255 && sample(target.view.y, 160, 109) == 0)
  }

  @Test func `edges cover the area of the trapezium`() {
    let source = flatPicture(100, 60, YUVColor(y: 255, u: 128, v: 128))
    for degrees in [10.0, 35, 60, 75] {
      let target = flatPicture(240, 160, YUVColor(y: 0, u: 128, v: 128))
      let map = turned(degrees, from: 150, 100, 60, at: 120.3, 80.4)
      projectOver(source.view, on: target.view, map: map, opacity: .whole, scratch: Scratch())
      let corners = [(0.0, 0.0), (100, 0), (100, 60), (0, 60)].map { corner in
        let w = map.depth(corner.0, corner.1)
        let m = map.over
        return (
          (m.a * corner.0 + m.c * corner.1 + m.tx) / w, (m.b * corner.0 + m.d * corner.1 + m.ty) / w
        )
      }
      let expected = zip(corners, corners.dropFirst() + corners.prefix(1)).reduce(0.0) {
        $0 + ($1.0.0 * $1.1.1 - $1.1.0 * $1.0.1) / 2
      }
      let area = samples(target.view.y).reduce(0.0) { $0 + Double($1) / 255 }
      #expect(abs(area - expected) / expected < 0.003, "\(degrees)")
    }
  }

  @Test(arguments: [60.0, 78, 84]) func `fine stripes become grey where they are small`(
    degrees: Double
  ) {
    let source = flatPicture(400, 200, YUVColor(y: 20, u: 128, v: 128))
    for y in 0..<200 {
      for x in 0..<400 where x % 2 == 0 { source.view.y.base[y * 400 + x] = 220 }
    }
    let target = flatPicture(400, 300, YUVColor(y: 120, u: 128, v: 128))
    let map = turned(degrees, from: 500, 400, 200, at: 200, 150)
    projectOver(source.view, on: target.view, map: map, opacity: .whole, scratch: Scratch())
    // Right of the middle it is at least twice as narrow as it was.
    for y in 110..<190 {
      for x in 202..<400 { #expect(abs(sample(target.view.y, x, y) - 120) <= 2, "\(x), \(y)") }
    }
  }

  @Test func `nothing is drawn by maps that flatten or explode`() {
    let source = testPicture(16, 16)
    let target = testPicture(16, 16, seed: 2)
    let before = samples(target.view)
    for map in [
      turned(90, from: 100, 16, 16, at: 8, 8), Projection(.identity, p: .nan),
      Projection(.identity, p: 0.1, k: .infinity), Projection(.identity, k: -1),
      Projection(.identity, p: -0.001, q: -0.001, k: 0),
    ] {
      projectOver(source.view, on: target.view, map: map, opacity: .whole, scratch: Scratch())
      #expect(samples(target.view) == before)
    }
  }

  /// The nine elements of a map may be multiplied by any number.
  @Test(arguments: [0.0008, 1e-6, 3, 1e7]) func `multiples of a map draw the same`(
    factor: Double
  ) {
    let source: SampleBuffer<UInt8> = smooth(160, 90, .half)
    let map = turned(40, from: 500, 160, 90, at: 100, 60)
    let m = map.over
    let multiple = Projection(
      Affine(
        m.a * factor, m.b * factor, m.c * factor, m.d * factor, m.tx * factor, m.ty * factor),
      p: map.p * factor, q: map.q * factor, k: map.k * factor)
    func luma(_ map: Projection) -> [Int] {
      let target = SampleBuffer<UInt8>(width: 200, height: 120, hasAlpha: false, chroma: .half)
      fill(target.view, with: .black)
      projectOver(source.view, on: target.view, map: map, opacity: .whole, scratch: Scratch())
      return (0..<200 * 120).map {
        Int(target.view.y.base[$0 / 200 * target.view.y.stride + $0 % 200])
      }
    }
    let (one, other) = (luma(map), luma(multiple))
    #expect(one.contains { $0 > 40 })
    #expect(zip(one, other).allSatisfy { abs($0 - $1) <= 1 })
  }

  @Test func `a used scratch changes nothing`() {
    let (used, source) = (Scratch(), testPicture(50, 40, seed: 4, hasAlpha: true))
    let small = testPicture(300, 9, seed: 8, hasAlpha: true)
    let junk = testPicture(64, 64)
    projectOver(
      small.view, on: junk.view, map: turned(70, from: 200, 300, 9, at: 30, 30), opacity: .whole,
      scratch: used)
    let (a, b) = (testPicture(60, 60, seed: 1), testPicture(60, 60, seed: 1))
    let map = turned(70, from: 60, 50, 40, at: 30, 30)
    projectOver(source.view, on: a.view, map: map, opacity: .whole, scratch: used)
    projectOver(source.view, on: b.view, map: map, opacity: .whole, scratch: Scratch())
    #expect(samples(a.view) == samples(b.view))
    #expect(samples(a.view) != samples(testPicture(60, 60, seed: 1).view))
  }
}
