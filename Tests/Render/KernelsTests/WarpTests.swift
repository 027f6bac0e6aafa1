// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import Testing

struct WarpTests {
  @Test(arguments: [(64, 48), (33, 17)], [false, true])
  func `the identity copies`(size: (Int, Int), hasAlpha: Bool) {
    let source = testPicture(size.0, size.1, seed: 1)
    let target = testPicture(size.0, size.1, seed: 2, hasAlpha: hasAlpha)
    warpOver(
      source.view, on: target.view, matrix: .identity, opacity: .whole, scratch: Scratch())
    #expect(Array(samples(target.view).prefix(3)) == samples(source.view))
  }

  @Test(arguments: [(3, 5), (-4, 2), (-3, -7)], [false, true])
  func `a translation by whole pixels is exact`(corner: (Int, Int), hasAlpha: Bool) {
    let source = testPicture(32, 24, seed: 1, hasAlpha: hasAlpha)
    let (warped, laid) = (testPicture(40, 30, seed: 2), testPicture(40, 30, seed: 2))
    warpOver(
      source.view, on: warped.view,
      matrix: .translation(Double(corner.0), Double(corner.1)), opacity: 51200, scratch: Scratch())
    over(source.view, on: laid.view, x: corner.0, y: corner.1, opacity: 51200)
    #expect(samples(warped.view) == samples(laid.view))
  }

  /// The complete sampling path, with a matrix that is almost the identity.
  @Test(arguments: [false, true])
  func `almost the identity is almost a copy`(hasAlpha: Bool) {
    let source = testPicture(64, 48, seed: 1, hasAlpha: hasAlpha)
    let (warped, laid) = (testPicture(64, 48, seed: 2), testPicture(64, 48, seed: 2))
    warpOver(
      source.view, on: warped.view, matrix: Affine(1.000001, 0, 0, 1, 0, 0), opacity: .whole,
      scratch: Scratch())
    over(source.view, on: laid.view, x: 0, y: 0, opacity: .whole)
    #expect(largestDifference(warped.view.y, laid.view.y) <= 1)
    // Chroma between different alphas is interpolated differently than in `over`.
    if !hasAlpha { #expect(largestDifference(warped.view, laid.view) <= 1) }
  }

  @Test(arguments: [(-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)])
  func `mirroring moves luma exactly`(scale: (Double, Double)) {
    let source = testPicture(30, 20, seed: 1)
    let target = testPicture(30, 20, seed: 2)
    let matrix = Affine(
      scale.0, 0, 0, scale.1, scale.0 < 0 ? 30 : 0, scale.1 < 0 ? 20 : 0)
    warpOver(source.view, on: target.view, matrix: matrix, opacity: .whole, scratch: Scratch())
    for y in 0..<20 {
      for x in 0..<30 {
        let expected = sample(source.view.y, scale.0 < 0 ? 29 - x : x, scale.1 < 0 ? 19 - y : y)
        #expect(sample(target.view.y, x, y) == expected)
      }
    }
  }

  @Test func `half a pixel is the mean of two, and covers half of the edges`() {
    let source = testPicture(30, 20, seed: 1)
    let target = flatPicture(40, 20, YUVColor(y: 16, u: 128, v: 128))
    warpOver(
      source.view, on: target.view, matrix: .translation(4.5, 0), opacity: .whole,
      scratch: Scratch())
    for y in 0..<20 {
      #expect(sample(target.view.y, 3, y) == 16)
      #expect(abs(sample(target.view.y, 4, y) - (sample(source.view.y, 0, y) + 16) / 2) <= 1)
      for x in 5..<34 {
        let mean = sample(source.view.y, x - 5, y) + sample(source.view.y, x - 4, y)
        #expect(abs(2 * sample(target.view.y, x, y) - mean) <= 1)
      }
      #expect(abs(sample(target.view.y, 34, y) - (sample(source.view.y, 29, y) + 16) / 2) <= 1)
      #expect(sample(target.view.y, 35, y) == 16)
    }
  }

  /// Coverage adds up to the area of the picture at any position and angle.
  @Test(arguments: [0.0, 0.1, 0.5, 0.8], [0.3, 0.77, 1.0, 1.6])
  func `a turned square covers its area`(slope: Double, scale: Double) {
    let length = (1 + slope * slope).squareRoot()
    let (cosine, sine) = (scale / length, scale * slope / length)
    let source = flatPicture(40, 40, YUVColor(y: 255, u: 128, v: 128))
    let target = flatPicture(120, 120, YUVColor(y: 0, u: 128, v: 128))
    let matrix = Affine.translation(-20, -20)
      .then(Affine(cosine, sine, -sine, cosine, 60.3, 59.8))
    warpOver(source.view, on: target.view, matrix: matrix, opacity: .whole, scratch: Scratch())
    let area = samples(target.view.y).reduce(0.0) { $0 + Double($1) / 255 }
    let expected = 1600 * scale * scale
    #expect(abs(area - expected) / expected < 0.02)
  }

  @Test(arguments: [0.45, 0.26, 0.1, 0.03])
  func `fine stripes become grey when drawn small`(scale: Double) {
    let source = flatPicture(200, 200, YUVColor(y: 20, u: 128, v: 128))
    for y in 0..<200 {
      for x in 0..<200 where (x + y) % 2 == 0 { source.view.y.base[y * 200 + x] = 220 }
    }
    let target = flatPicture(100, 100, YUVColor(y: 120, u: 128, v: 128))
    warpOver(
      source.view, on: target.view, matrix: .scale(scale, scale), opacity: .whole,
      scratch: Scratch())
    #expect(samples(target.view.y).allSatisfy { abs(Int($0) - 120) <= 2 })
  }

  @Test func `a flat picture stays flat through any matrix`() {
    let color = YUVColor(y: 77, u: 99, v: 171, a: 255)
    let source = flatPicture(33, 21, color, hasAlpha: true)
    for matrix in [
      Affine(2.3, 0.4, -0.7, 1.9, -10, 3), Affine(0.3, 0, 0.1, 0.2, 30, 30),
      Affine(100, 0, 0, 100, -700, -700),
    ] {
      let target = flatPicture(64, 64, color, hasAlpha: true)
      warpOver(source.view, on: target.view, matrix: matrix, opacity: .whole, scratch: Scratch())
      #expect(Array(samples(target.view).map { Set($0) }) == [[77], [99], [171], [255]])
    }
  }

  @Test func `nothing is drawn by matrices that flatten or explode`() {
    let source = testPicture(16, 16)
    let target = testPicture(16, 16, seed: 2)
    let before = samples(target.view)
    for matrix in [
      Affine(0, 0, 0, 0, 0, 0), Affine(1, 1, 1, 1, 0, 0), Affine(.nan, 0, 0, 1, 0, 0),
      Affine(1, 0, 0, .infinity, 0, 0), Affine(1, 0, 0, 1, 1e300, 0),
      Affine(1e-12, 0, 0, 1e-12, 0, 0), Affine(1.5, 0, 0, 1, 5000, 0),
    ] {
      warpOver(source.view, on: target.view, matrix: matrix, opacity: .whole, scratch: Scratch())
      #expect(samples(target.view) == before)
    }
  }

  @Test func `a used scratch changes nothing`() {
    let (used, source) = (Scratch(), testPicture(50, 40, seed: 4, hasAlpha: true))
    let small = testPicture(9, 9, seed: 8, hasAlpha: true)
    let matrix = Affine(0.3, 0.1, -0.1, 0.35, 10, 5)
    let junk = testPicture(64, 64)
    warpOver(small.view, on: junk.view, matrix: matrix, opacity: .whole, scratch: used)
    let (a, b) = (testPicture(60, 60, seed: 1), testPicture(60, 60, seed: 1))
    warpOver(source.view, on: a.view, matrix: matrix, opacity: .whole, scratch: used)
    warpOver(source.view, on: b.view, matrix: matrix, opacity: .whole, scratch: Scratch())
    #expect(samples(a.view) == samples(b.view))
  }
}
