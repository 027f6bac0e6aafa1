// SPDX-License-Identifier: Apache-2.0

import Base
import Testing

@testable import Kernels

/// Results that are dithered.
@Suite struct RoundingTests {
  private static let maps = [
    Affine.translation(0, 0), .translation(3, 5), .translation(0.4, 0.7),
    Affine(0.7, 0, 0, 0.7, 1.2, 3.4), Affine(0.8, 0.6, -0.6, 0.8, 20, -8),
  ]

  private func flat<S: PictureSample>(
    _ color: SampleColor<S>, hasAlpha: Bool, _ chroma: ChromaFormat
  ) -> SampleBuffer<S> {
    let picture = SampleBuffer<S>(width: 64, height: 64, hasAlpha: hasAlpha, chroma: chroma)
    fill(picture.view, with: color)
    return picture
  }

  private func draw<S: PictureSample>(
    _ source: SampleView<S>, on target: SampleView<S>, _ map: Affine, _ opacity: Weight,
    _ rounding: Rounding
  ) {
    if map.isUpright {
      scaleOver(
        source, on: target, matrix: map, opacity: opacity, rounding: rounding, scratch: Scratch())
    } else {
      warpOver(
        source, on: target, matrix: map, opacity: opacity, rounding: rounding, scratch: Scratch())
    }
  }

  private func values<S: PictureSample>(_ plane: SamplePlane<S>, _ range: Range<Int>) -> [Int] {
    range.flatMap { y in range.map { Int(plane.row(y)[$0]) } }
  }

  @Test(arguments: maps.indices, ChromaFormat.allCases)
  func `the mean is exact where a value is not whole`(map: Int, chroma: ChromaFormat) {
    for (under, over, alpha) in [(50, 235, 9), (16, 19, 100), (200, 30, 131), (127, 128, 77)] {
      for hasAlpha in [false, true] {
        let target = flat(
          YUVColor(y: UInt8(under), u: 60, v: 200, a: 255), hasAlpha: hasAlpha, chroma)
        let source = flat(
          YUVColor(y: UInt8(over), u: 120, v: 203, a: UInt8(alpha)), hasAlpha: true, chroma)
        draw(source.view, on: target.view, Self.maps[map], 40000, .dithered(x: 6, y: 2))
        let part = Double(alpha) / 255 * 40000 / 65535
        let planes = [
          (target.view.y, under, over), (target.view.u, 60, 120), (target.view.v, 200, 203),
        ]
        for (plane, a, b) in planes {
          let seen = values(plane, plane.width * 3 / 8..<plane.width * 5 / 8)
          let mean = Double(seen.reduce(0, +)) / Double(seen.count)
          #expect(abs(mean - (Double(a) + Double(b - a) * part)) < 0.08)
        }
        if let alpha = target.view.a { #expect(values(alpha, 24..<40).allSatisfy { $0 == 255 }) }
      }
    }
  }

  @Test(arguments: maps.indices, ChromaFormat.allCases)
  func `what needs no rounding stays as it is`(map: Int, chroma: ChromaFormat) {
    let ground = YUVColor(y: 130, u: 90, v: 17, a: 90)
    for (source, wanted) in [
      (YUVColor(y: 130, u: 90, v: 17, a: 200), [130, 90, 17]),
      (YUVColor(y: 255, u: 0, v: 255, a: 0), [130, 90, 17]),
      (YUVColor(y: 255, u: 0, v: 254, a: 255), [255, 0, 254]),
    ] {
      let target = flat(ground, hasAlpha: true, chroma)
      let picture = flat(source, hasAlpha: true, chroma)
      draw(picture.view, on: target.view, Self.maps[map], .whole, .dithered(x: 0, y: 0))
      for (plane, value) in zip([target.view.y, target.view.u, target.view.v], wanted) {
        let seen = values(plane, plane.width * 3 / 8..<plane.width * 5 / 8)
        #expect(seen.allSatisfy { $0 == value }, "\(Set(seen)) for \(value)")
      }
    }
  }

  @Test(arguments: maps.indices, ChromaFormat.allCases)
  func `ten bits are rounded to the nearest`(map: Int, chroma: ChromaFormat) {
    func drawn(_ rounding: Rounding) -> [[Int]] {
      let target = flat(DeepYUVColor(y: 300, u: 400, v: 500, a: 1023), hasAlpha: false, chroma)
      let source = flat(DeepYUVColor(y: 901, u: 77, v: 640, a: 333), hasAlpha: true, chroma)
      for x in 0..<64 { source.view.y.row(9)[x] = UInt16(x * 13) }
      draw(source.view, on: target.view, Self.maps[map], 51234, rounding)
      return [target.view.y, target.view.u, target.view.v].map { values($0, 0..<$0.width) }
    }
    #expect(drawn(.nearest) == drawn(.dithered(x: 1, y: 2)))
  }
}
