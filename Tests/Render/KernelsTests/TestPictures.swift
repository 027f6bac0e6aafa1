// SPDX-License-Identifier: Apache-2.0

import Kernels

/// A picture with ramps, hard edges and fine grain, determined by its seed.
func testPicture(
  _ width: Int, _ height: Int, seed: UInt32 = 1, hasAlpha: Bool = false
) -> PictureBuffer {
  let picture = PictureBuffer(width: width, height: height, hasAlpha: hasAlpha)
  var state = seed &* 2_654_435_761 | 1
  func random() -> Int {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Int(state >> 24)
  }
  let (dx, dy) = (1 + random() % 3, 1 + random() % 3)
  for (index, plane) in planes(picture.view).enumerated() {
    let phase = random()
    for y in 0..<plane.height {
      for x in 0..<plane.width {
        let ramp = (phase + x * dx + y * dy * (index + 1)) % 200
        let block = (x / 13 + y / 9) % 3 == 0 ? 40 : 0
        plane.base[y * plane.stride + x] = UInt8(20 + (ramp + block) % 200 + random() % 12)
      }
    }
  }
  if let alpha = picture.view.a {
    for y in 0..<height {
      for x in 0..<width {
        let kind = (x / 7 + y / 5) % 4
        alpha.base[y * alpha.stride + x] = kind == 0 ? 0 : kind == 1 ? 255 : UInt8(random())
      }
    }
  }
  return picture
}

func flatPicture(
  _ width: Int, _ height: Int, _ color: YUVColor, hasAlpha: Bool = false
) -> PictureBuffer {
  let picture = PictureBuffer(width: width, height: height, hasAlpha: hasAlpha)
  fill(picture.view, with: color)
  return picture
}

func planes(_ picture: PictureView) -> [Plane] {
  [picture.y, picture.u, picture.v] + (picture.a.map { [$0] } ?? [])
}

func samples(_ plane: Plane) -> [UInt8] {
  (0..<plane.height).flatMap { y in
    (0..<plane.width).map { plane.base[y * plane.stride + $0] }
  }
}

func samples(_ picture: PictureView) -> [[UInt8]] { planes(picture).map(samples) }

func sample(_ plane: Plane, _ x: Int, _ y: Int) -> Int { Int(plane.base[y * plane.stride + x]) }

/// The largest difference between samples of two planes.
func largestDifference(_ a: Plane, _ b: Plane) -> Int {
  zip(samples(a), samples(b)).map { abs(Int($0) - Int($1)) }.max() ?? 0
}

func largestDifference(_ a: PictureView, _ b: PictureView) -> Int {
  zip(planes(a), planes(b)).map(largestDifference).max() ?? 0
}

func meanDifference(_ a: PictureView, _ b: PictureView) -> Double {
  let (p, q) = (samples(a.y), samples(b.y))
  return Double(zip(p, q).map { abs(Int($0) - Int($1)) }.reduce(0, +)) / Double(p.count)
}
