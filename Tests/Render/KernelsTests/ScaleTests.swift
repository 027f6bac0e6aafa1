// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import Testing

/// Pictures made smaller, beside means over areas that are computed here in double precision.
struct ScaleTests {
  private static let maps = [
    Affine(0.61, 0, 0, 0.61, 3.37, -2.81), Affine(0.97, 0, 0, 0.4, -1.2, 3.3),
    Affine(0.13, 0, 0, 0.9, 9.75, 1.5), Affine(1.6, 0, 0, 0.55, -4.3, 2.2),
    Affine(0.05, 0, 0, 0.04, 20.2, 10.1),
  ]

  @Test(arguments: PictureForm.all, maps)
  func `every pixel is the mean of its area`(form: PictureForm, map: Affine) {
    func check<S: PictureSample>(_ sample: S.Type, _ sourceAlpha: Bool, _ targetAlpha: Bool) {
      let source = wildPicture(S.self, 39, 27, form.chroma, seed: 5, hasAlpha: sourceAlpha)
      let target = softPicture(S.self, 44, 34, form.chroma, hasAlpha: targetAlpha)
      let (above, below) = (ReferencePicture(source.view), ReferencePicture(target.view))
      let opacity: Weight = 50000
      scaleOver(source.view, on: target.view, matrix: map, opacity: opacity, scratch: Scratch())
      for (index, plane) in [target.view.y, target.view.u, target.view.v].enumerated() {
        let drawn = Self.scaled(above, index, map, width: plane.width, height: plane.height)
        let under = below.alpha(of: index).values
        let upper = drawn.cover.map { $0 * Double(opacity) / 65535 }
        let seen = zip(upper, under).map { $0 + $1 * (1 - $0) }
        let wanted = seen.indices.map { i in
          (drawn.color[i] * upper[i] + below.colors[index].values[i] * under[i] * (1 - upper[i]))
            / max(seen[i], 1e-9)
        }
        // The colour is rounded, then mixed; chroma of 4:2:0 lies on alpha that is a rounded mean.
        let limit = targetAlpha && index > 0 && form.chroma == .half ? 2.5 : 1.1
        let counts = seen.map { $0 > 0.02 ? 1.0 : 0 }
        #expect(
          largestError(plane, wanted, where: counts) <= limit,
          "\(S.self) plane \(index), alpha \(sourceAlpha) on \(targetAlpha)")
        guard index == 0, let alpha = target.view.a else { continue }
        let full = Double((1 << S.depth) - 1)
        #expect(largestError(alpha, seen.map { $0 * full }) <= 0.7)
      }
    }
    for (source, target) in [(false, false), (true, false), (false, true), (true, true)] {
      check(form.sample, source, target)
    }
  }

  /// Colours and coverage of a plane that is drawn through `map`.
  private static func scaled(
    _ picture: ReferencePicture, _ index: Int, _ map: Affine, width: Int, height: Int
  ) -> (color: [Double], cover: [Double]) {
    let step = Double(picture.step(index))
    let plane = picture.colors[index]
    let alphas = picture.alpha(of: index)
    /// The covered share of a pixel of the target, and the weights of samples, along one axis.
    func axis(
      _ place: Int, _ scale: Double, _ shift: Double, _ pixels: Int, _ samples: Int, _ site: Double
    ) -> (cover: Double, weights: [(Int, Double)]) {
      let (start, end) = (Double(place) * step, Double(place + 1) * step)
      let (first, last) = (shift, shift + Double(pixels) * scale)
      let cover = max(0, min(end, last) - max(start, first)) / step
      guard cover > 0 else { return (0, []) }
      let middle = ((start + site - shift) / scale - site) / step
      let grain = 1 / scale
      let extent = grain <= 1 ? 0 : min(grain, 4 * (grain - 1))
      // Sums of many points: within each of these steps, interpolation is linear.
      let count = extent == 0 ? 1 : 4000
      var weights: [Int: Double] = [:]
      for number in 0..<count {
        let x =
          extent == 0
          ? middle : middle + (Double(number) + 0.5 - Double(count) / 2) / Double(count) * extent
        let low = x.rounded(.down)
        let (a, b) = (Int(low), Int(low) + 1)
        weights[max(0, min(a, samples - 1)), default: 0] += (1 - (x - low)) / Double(count)
        weights[max(0, min(b, samples - 1)), default: 0] += (x - low) / Double(count)
      }
      return (cover, weights.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
    let across = (0..<width).map {
      axis($0, map.a, map.tx, picture.alpha.width, plane.width, 0.5)
    }
    let down = (0..<height).map {
      axis($0, map.d, map.ty, picture.alpha.height, plane.height, step / 2)
    }
    var (colors, covers): ([Double], [Double]) = ([], [])
    for row in down {
      for column in across {
        var (color, alpha) = (0.0, 0.0)
        for (y, wy) in row.weights {
          for (x, wx) in column.weights {
            color += wx * wy * alphas[x, y] * plane[x, y]
            alpha += wx * wy * alphas[x, y]
          }
        }
        colors.append(color / max(alpha, 1e-9))
        covers.append(row.cover * column.cover * alpha)
      }
    }
    return (colors, covers)
  }

  /// The centre of something small moves by what the map moves it, at every part of a pixel and in every size.
  @Test(arguments: [0.3, 0.5, 0.62, 0.75, 0.9, 0.99])
  func `a spot is where the map puts it`(scale: Double) {
    let source = SampleBuffer<UInt16>(width: 160, height: 120, hasAlpha: false, chroma: .half)
    fill(source.view, with: DeepYUVColor(y: 0, u: 512, v: 512))
    for y in 0..<120 {
      for x in 0..<160 {
        let square =
          (Double(x) - 79.2) * (Double(x) - 79.2) + (Double(y) - 60.7) * (Double(y) - 60.7)
        source.view.y.base[y * source.view.y.stride + x] = UInt16(
          max(0, 1000 - square * 4).rounded())
      }
    }
    func centre(_ view: DeepPictureView) -> (x: Double, y: Double) {
      var (sum, sx, sy) = (0.0, 0.0, 0.0)
      for y in 0..<view.height {
        for x in 0..<view.width {
          let light = Double(view.y.base[y * view.y.stride + x])
          sum += light
          sx += light * (Double(x) + 0.5)
          sy += light * (Double(y) + 0.5)
        }
      }
      return (sx / sum, sy / sum)
    }
    let own = centre(source.view)
    for step in 0..<20 {
      let (tx, ty) = (5 + Double(step) * 0.05, 7 - Double(step) * 0.031)
      let target = SampleBuffer<UInt16>(width: 170, height: 130, hasAlpha: false, chroma: .half)
      fill(target.view, with: DeepYUVColor(y: 0, u: 512, v: 512))
      scaleOver(
        source.view, on: target.view, matrix: Affine(scale, 0, 0, scale, tx, ty), opacity: .whole,
        scratch: Scratch())
      let found = centre(target.view)
      #expect(
        abs(found.x - own.x * scale - tx) < 0.01 && abs(found.y - own.y * scale - ty) < 0.01,
        "\(tx), \(ty): \(found)")
    }
  }

  @Test(arguments: [0.98, 0.7, 0.51, 0.26, 0.1])
  func `fine stripes become grey`(scale: Double) {
    let source = flatPicture(200, 200, YUVColor(y: 20, u: 128, v: 128))
    for y in 0..<200 {
      for x in 0..<200 where (x + y) % 2 == 0 { source.view.y.base[y * 200 + x] = 220 }
    }
    let target = flatPicture(190, 190, YUVColor(y: 120, u: 128, v: 128))
    scaleOver(
      source.view, on: target.view, matrix: .scale(scale, scale), opacity: .whole,
      scratch: Scratch())
    // At half size and below every mean is grey; above, stripes are seen, as waves, less and less.
    let limit = scale > 0.9 ? 100 : scale > 0.55 ? 17 : 2
    let farthest = samples(target.view.y).map { abs(Int($0) - 120) }.max() ?? 0
    #expect(farthest <= limit)
  }

  @Test func `a flat picture stays flat, and nothing is drawn by maps that explode`() {
    let color = YUVColor(y: 77, u: 99, v: 171, a: 255)
    let source = flatPicture(33, 21, color, hasAlpha: true)
    for map in [Affine(0.9, 0, 0, 0.3, -10, 3), Affine(1e-3, 0, 0, 0.5, 8, 8)] {
      let target = flatPicture(64, 64, color, hasAlpha: true)
      scaleOver(source.view, on: target.view, matrix: map, opacity: .whole, scratch: Scratch())
      #expect(Array(samples(target.view).map { Set($0) }) == [[77], [99], [171], [255]])
    }
    let target = testPicture(16, 16, seed: 2)
    let before = samples(target.view)
    for map in [
      Affine(1e-12, 0, 0, 1e-12, 0, 0), Affine(0.5, 0, 0, 0.5, 1e300, 0),
      Affine(0.5, 0, 0, 0.5, 5000, 0), Affine(0.5, 0, 0, 0.5, .nan, 0),
    ] {
      scaleOver(source.view, on: target.view, matrix: map, opacity: .whole, scratch: Scratch())
      #expect(samples(target.view) == before)
    }
  }

  @Test func `a used scratch changes nothing`() {
    let (used, source) = (Scratch(), testPicture(50, 40, seed: 4, hasAlpha: true))
    let map = Affine(0.7, 0, 0, 0.35, 1, 5)
    let junk = testPicture(64, 64)
    warpOver(
      source.view, on: junk.view, matrix: Affine(0.3, 0.1, -0.1, 0.35, 10, 5), opacity: .whole,
      scratch: used)
    let (a, b) = (testPicture(60, 60, seed: 1), testPicture(60, 60, seed: 1))
    scaleOver(source.view, on: a.view, matrix: map, opacity: .whole, scratch: used)
    scaleOver(source.view, on: b.view, matrix: map, opacity: .whole, scratch: Scratch())
    #expect(samples(a.view) == samples(b.view))
  }
}
