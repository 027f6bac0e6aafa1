// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import Kernels
import Testing

/// Operations on 10-bit samples.
struct DeepTests {
  private func picture(
    _ width: Int, _ height: Int, seed: UInt32, hasAlpha: Bool = false
  ) -> DeepPictureBuffer {
    let picture = DeepPictureBuffer(width: width, height: height, hasAlpha: hasAlpha)
    var state = seed &* 2_654_435_761 | 1
    for plane in planes(picture) {
      for index in 0..<plane.stride * plane.height {
        state = state &* 1_664_525 &+ 1_013_904_223
        let wild = UInt16(state >> 22)
        plane.base[index] = index % 7 == 0 ? 1023 : index % 7 == 1 ? 0 : wild
      }
    }
    return picture
  }

  private func planes(_ picture: DeepPictureBuffer) -> [DeepPlane] {
    [picture.view.y, picture.view.u, picture.view.v] + (picture.view.a.map { [$0] } ?? [])
  }

  private func samples(_ picture: DeepPictureBuffer) -> [[Int]] {
    planes(picture).map { plane in (0..<plane.stride * plane.height).map { Int(plane.base[$0]) } }
  }

  @Test(arguments: [(0, 0), (3, 5), (-4, -7), (20, 9)])
  func `an opaque picture replaces what it covers`(corner: (Int, Int)) {
    let (source, target) = (picture(21, 15, seed: 5), picture(43, 33, seed: 6))
    let below = samples(target)[0]
    over(source.view, on: target.view, x: corner.0, y: corner.1, opacity: .whole)
    for (index, found) in samples(target)[0].enumerated() {
      let (x, y) = (index % 43 - corner.0, index / 43 - corner.1)
      let isInside = (0..<21).contains(x) && (0..<15).contains(y)
      #expect(found == (isInside ? samples(source)[0][y * 21 + x] : below[index]))
    }
  }

  @Test func `laying over a clear picture gives the source itself`() {
    let source = picture(32, 24, seed: 9, hasAlpha: true)
    let target = DeepPictureBuffer(width: 32, height: 24, hasAlpha: true)
    over(source.view, on: target.view, x: 0, y: 0, opacity: .whole)
    let (made, wanted) = (samples(target), samples(source))
    #expect(made[3] == wanted[3])
    for index in made[0].indices where wanted[3][index] > 0 {
      #expect(abs(made[0][index] - wanted[0][index]) <= 1)
    }
  }

  @Test func `colours have ten bits`() {
    let flat = DeepPictureBuffer(width: 3, height: 3, hasAlpha: true)
    fill(flat.view, with: .white)
    #expect(samples(flat).map(\.first) == [940, 512, 512, 1023])
    #expect(DeepYUVColor.black == DeepYUVColor(y: 64, u: 512, v: 512, a: 1023))
    #expect(DeepYUVColor.clear.a == 0)
  }

  @Test func `alpha of eight bits gets the whole range`() throws {
    let flat = DeepPictureBuffer(width: 3, height: 2, hasAlpha: true)
    for (alpha, wanted) in [(0, 0), (1020, 1023), (512, 514), (508, 509)] {
      fill(flat.view, with: DeepYUVColor(y: 1, u: 2, v: 3, a: UInt16(alpha)))
      widen(try #require(flat.view.a))
      #expect(samples(flat)[3] == Array(repeating: wanted, count: 6))
    }
  }

  @Test func `light is prepared by its ratio to luminance`() {
    let gamma = SystemGamma()
    for (r, g, b) in [(0.2, 0.2, 0.2), (0.13, 0.014, 0.003), (0, 0, 4), (0, 0, 0), (-1, 0.5, 2)] {
      var (red, green, blue) = ([Float(r)], [Float(g)], [Float(b)])
      gamma.prepare(red: &red, green: &green, blue: &blue, 1)
      let light = [r, g, b].map { max($0, 0) }
      let luminance = 0.2627 * light[0] + 0.6780 * light[1] + 0.0593 * light[2]
      for (found, from) in zip([red[0], green[0], blue[0]], light) {
        let wanted = luminance > 0 ? from * pow(from / luminance, 0.2) : 0
        #expect(abs(Double(found) - wanted) <= 0.0005 * max(wanted, 0.01))
      }
    }
  }
}
