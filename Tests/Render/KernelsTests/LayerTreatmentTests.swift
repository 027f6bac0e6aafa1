// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import Kernels
import Testing

/// Kernels of treatments beside formulas in double precision.
@Suite struct LayerTreatmentTests {
  private static let weights = ColorMatrix(red: 0.2126, blue: 0.0722, isFullRange: false)

  // MARK: Keys

  @Test(
    arguments: [
      KeySettings(tolerance: 0.2, softness: 0.3, luma: 0, spill: 0, strength: 1),
      KeySettings(tolerance: 0.1, softness: 0.5, luma: 0.4, spill: 0.7, strength: 0.8),
      KeySettings(tolerance: 0.3, softness: 0.2, luma: 1, spill: 1, strength: 1),
    ], PictureForm.all)
  func `a key takes out what is near its colour`(settings: KeySettings, form: PictureForm) {
    func check<S: PictureSample>(_ sample: S.Type) {
      let unit = 1 << (S.depth - 8)
      let full = Double((1 << S.depth) - 1)
      let color = SampleColor<S>(
        y: S(173 * unit), u: S(42 * unit), v: S(26 * unit), a: S(full))
      for hasAlpha in [false, true] {
        let (width, height) = (35, 21)
        let source = wildPicture(
          S.self, width, height, form.chroma, seed: 5, hasAlpha: hasAlpha)
        let target = SampleBuffer<S>(
          width: width, height: height, hasAlpha: true, chroma: form.chroma)
        key(
          source.view, out: color, settings, in: Self.weights, into: target.view,
          scratch: Scratch())
        let picture = ReferencePicture(source.view)
        let (luma, chroma) = (219 * Double(unit), 224 * Double(unit))
        let wanted = (0..<width * height).map { place -> Double in
          let (x, y) = (place % width, place / width)
          let (cx, cy) = form.chroma == .half ? (x / 2, y / 2) : (x, y)
          let dy = (picture.colors[0][x, y] - Double(color.y)) / luma
          let du = (picture.colors[1][cx, cy] - Double(color.u)) / chroma
          let dv = (picture.colors[2][cx, cy] - Double(color.v)) / chroma
          let distance = ((1 - settings.luma) * (du * du + dv * dv) + settings.luma * dy * dy)
            .squareRoot()
          let seen = min(max((distance - settings.tolerance) / settings.softness, 0), 1)
          return picture.alpha[x, y] * (1 - settings.strength * (1 - seen)) * full
        }
        if let alpha = target.view.a { #expect(largestError(alpha, wanted) < 0.51) }
        #expect(ReferencePlane(target.view.y).values == picture.colors[0].values)
        let middle = 128 * Double(unit)
        let (hu, hv) = (Double(color.u) - middle, Double(color.v) - middle)
        for (index, plane) in [(1, target.view.u), (2, target.view.v)] {
          let wanted = picture.colors[1].values.indices.map { place -> Double in
            let u = picture.colors[1].values[place] - middle
            let v = picture.colors[2].values[place] - middle
            let along = max(0, (u * hu + v * hv) / (hu * hu + hv * hv))
            let kept = along * settings.spill * settings.strength
            let value = index == 1 ? u - kept * hu : v - kept * hv
            return min(max(value + middle, 0), full)
          }
          #expect(largestError(plane, wanted) < 0.51)
        }
      }
    }
    check(form.sample)
  }

  // MARK: Borders

  /// The share of each pixel that lies in a box with round corners, by 24 × 24 points.
  private func coverage(_ box: RoundedBox, _ width: Int, _ height: Int) -> [Double] {
    func holds(_ x: Double, _ y: Double) -> Bool {
      guard x >= box.x, x < box.x + box.width, y >= box.y, y < box.y + box.height else {
        return false
      }
      for (index, radius) in box.radii.enumerated() {
        let dx = index == 0 || index == 3 ? box.x + radius - x : x - (box.x + box.width - radius)
        let dy = index < 2 ? box.y + radius - y : y - (box.y + box.height - radius)
        if dx > 0, dy > 0, dx * dx + dy * dy > radius * radius { return false }
      }
      return true
    }
    return (0..<width * height).map { place in
      var count = 0
      for i in 0..<576 {
        let x = Double(place % width) + (Double(i % 24) + 0.5) / 24
        let y = Double(place / width) + (Double(i / 24) + 0.5) / 24
        if holds(x, y) { count += 1 }
      }
      return Double(count) / 576
    }
  }

  @Test(arguments: [1.0, 2.5, 6, 40], PictureForm.all)
  func `a border lies inside of its edge`(line: Double, form: PictureForm) {
    func check<S: PictureSample>(_ sample: S.Type) {
      let unit = 1 << (S.depth - 8)
      let full = Double((1 << S.depth) - 1)
      let (width, height) = (61, 47)
      let box = RoundedBox(
        x: 4.25, y: 3, width: 50.5, height: 40, radii: [12, 0, 7, 20])
      let (w, h) = (max(box.width - 2 * line, 0), max(box.height - 2 * line, 0))
      let inside = RoundedBox(
        x: box.x + line, y: box.y + line, width: w, height: h,
        radii: box.radii.map { max(0, $0 - line) })
      let outer = coverage(box, width, height)
      let inner = w > 0 && h > 0 ? coverage(inside, width, height) : outer.map { _ in 0 }
      for (opacity, own) in [(1.0, 1.0), (0.5, 1), (1, 0.5)] {
        let picture = SampleBuffer<S>(
          width: width, height: height, hasAlpha: true, chroma: form.chroma)
        fill(
          picture.view,
          with: SampleColor<S>(
            y: S(60 * unit), u: S(100 * unit), v: S(180 * unit), a: S((own * full).rounded())))
        cut(picture.view, to: box)
        let color = SampleColor<S>(
          y: S(200 * unit), u: S(150 * unit), v: S(90 * unit), a: S((opacity * full).rounded()))
        border(picture.view, along: box, width: line, color: color, scratch: Scratch())
        let shares = zip(outer, inner).map { outer, inner in
          let ring = outer - inner
          return (line: ring * opacity, own: own * (inner + ring * (1 - opacity)))
        }
        // Corners are covered by the distance of a pixel's centre.
        if let alpha = picture.view.a {
          #expect(largestError(alpha, shares.map { ($0.line + $0.own) * full }) < 0.09 * full)
        }
        func sharesOf(_ x: Int, _ y: Int, _ chroma: Bool) -> (line: Double, own: Double) {
          guard chroma, form.chroma == .half else { return shares[y * width + x] }
          var sum = (line: 0.0, own: 0.0)
          for dy in 0...1 {
            for dx in 0...1 where 2 * x + dx < width && 2 * y + dy < height {
              let one = shares[(2 * y + dy) * width + 2 * x + dx]
              sum = (sum.line + one.line, sum.own + one.own)
            }
          }
          return sum
        }
        for (plane, isChroma, values) in [
          (picture.view.y, false, (200.0, 60.0)), (picture.view.u, true, (150, 100)),
          (picture.view.v, true, (90, 180)),
        ] {
          let all = (0..<plane.width * plane.height).map {
            sharesOf($0 % plane.width, $0 / plane.width, isChroma)
          }
          let wanted = all.map { share -> Double in
            let whole = max(share.line + share.own, 1e-9)
            return (share.line * values.0 + share.own * values.1) / whole * Double(unit)
          }
          let error = largestError(plane, wanted, where: all.map { $0.line + $0.own > 0.2 ? 1 : 0 })
          #expect(error < 0.12 * 140 * Double(unit), "\(line) \(opacity) \(own) \(isChroma)")
        }
      }
    }
    check(form.sample)
  }

  // MARK: Shadows

  @Test(arguments: [0, 2.0, 7.5], PictureForm.all)
  func `a shadow is the shape, moved and blurred`(deviation: Double, form: PictureForm) {
    func check<S: PictureSample>(_ sample: S.Type) {
      let unit = 1 << (S.depth - 8)
      let full = Double((1 << S.depth) - 1)
      let (width, height) = (90, 70)
      for (offset, hasAlpha) in [
        (PixelPoint(5, -3), true), (PixelPoint(-2.25, 4.5), true), (PixelPoint(0, 0), false),
        (PixelPoint(200, 0), true),
      ] {
        let source = SampleBuffer<S>(
          width: width, height: height, hasAlpha: hasAlpha, chroma: form.chroma)
        if let alpha = source.view.a {
          for y in 20..<50 { for x in 25..<60 { alpha.base[y * width + x] = S(full) } }
        }
        let target = SampleBuffer<S>(
          width: width, height: height, hasAlpha: true, chroma: form.chroma)
        let color = SampleColor<S>(
          y: S(70 * unit), u: S(120 * unit), v: S(130 * unit), a: S(128 * unit))
        shadow(
          of: source.view, color: color, offset: offset, deviation: deviation, into: target.view,
          scratch: Scratch())
        // The integral of a Gaussian over the box, axis by axis.
        func part(_ x: Int, _ from: Double, _ to: Double) -> Double {
          func below(_ edge: Double) -> Double {
            guard deviation > 0 else {
              // A pixel between two has a part of both.
              return min(max(edge - Double(x), 0), 1)
            }
            return 0.5 * (1 + erf((edge - Double(x) - 0.5) / deviation / 2.0.squareRoot()))
          }
          return below(to) - below(from)
        }
        let box =
          hasAlpha
          ? (25 + offset.x, 60 + offset.x, 20 + offset.y, 50 + offset.y)
          : (0, Double(width), 0, Double(height))
        let wanted = (0..<width * height).map { place in
          part(place % width, box.0, box.1) * part(place / width, box.2, box.3)
            * Double(color.a)
        }
        if let alpha = target.view.a {
          // What is dithered lies less than a step beside.
          #expect(largestError(alpha, wanted) < 1 + 0.012 * Double(color.a), "\(offset)")
        }
        #expect(ReferencePlane(target.view.y).values.allSatisfy { $0 == Double(color.y) })
        #expect(ReferencePlane(target.view.u).values.allSatisfy { $0 == Double(color.u) })
        #expect(ReferencePlane(target.view.v).values.allSatisfy { $0 == Double(color.v) })
      }
    }
    check(form.sample)
  }

  // MARK: Dithering

  /// Means of 8 × 8 pixels follow a slow gradient in steps far below one of 8 bits.
  @Test func `what is blurred does not band`() {
    let (width, height) = (640, 64)
    let source = SampleBuffer<UInt8>(width: width, height: height, hasAlpha: false)
    // Two values, half and half: the blur between them goes through six steps in 400 pixels.
    for y in 0..<height {
      for x in 0..<width { source.view.y.base[y * width + x] = x < width / 2 ? 100 : 106 }
    }
    let target = SampleBuffer<UInt8>(width: width, height: height, hasAlpha: true)
    blur(source.view, deviation: 80, into: target.view, scratch: Scratch())
    let means = stride(from: 160, to: 480, by: 8).map { column in
      let values = (24..<32).flatMap { y in
        (column..<column + 8).map { Double(target.view.y.base[y * width + $0]) }
      }
      return values.reduce(0, +) / 64
    }
    for (place, mean) in zip(stride(from: 160, to: 480, by: 8), means) {
      let middle = Double(place) + 4 - 320
      let wanted = 100 + 3 * (1 + erf(middle / 80 / 2.0.squareRoot()))
      #expect(abs(mean - wanted) < 0.2, "\(mean), \(wanted) at \(place)")
    }
  }
}
