// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import Kernels
import Testing

@Suite struct GaussianBlurTests {
  /// `plane` times `weights`, filtered by a Gaussian of the given deviation; everything outside is 0.
  private func blurred(_ values: [Double], _ width: Int, _ height: Int, _ deviation: Double)
    -> [Double]
  {
    let reach = Int((5 * deviation).rounded(.up))
    var kernel = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = kernel.reduce(0, +)
    kernel = kernel.map { $0 / sum }
    var rows = values
    for y in 0..<height {
      for x in 0..<width {
        var total = 0.0
        for (index, weight) in kernel.enumerated() {
          let place = x + index - reach
          if (0..<width).contains(place) { total += values[y * width + place] * weight }
        }
        rows[y * width + x] = total
      }
    }
    var result = rows
    for y in 0..<height {
      for x in 0..<width {
        var total = 0.0
        for (index, weight) in kernel.enumerated() {
          let place = y + index - reach
          if (0..<height).contains(place) { total += rows[place * width + x] * weight }
        }
        result[y * width + x] = total
      }
    }
    return result
  }

  @Test(arguments: [1, 2.5, 6, 9, 20.0], PictureForm.all)
  func `colours and alpha are near a Gaussian in double precision`(
    deviation: Double, form: PictureForm
  ) {
    func check<S: PictureSample>(_ sample: S.Type) {
      for hasAlpha in [false, true] {
        let (width, height) = (93, 71)
        let source = SampleBuffer<S>(
          width: width, height: height, hasAlpha: hasAlpha, chroma: form.chroma)
        let view = source.view
        let unit = 1 << (S.depth - 8)
        for plane in [view.y, view.u, view.v] {
          for y in 0..<plane.height {
            for x in 0..<plane.width {
              let value = 20 + (x * 5 + y * 3) % 90 + ((x / 9 + y / 7) % 2) * 120
              plane.base[y * plane.stride + x] = S(value * unit)
            }
          }
        }
        if let alpha = view.a {
          for index in 0..<width * height {
            let (x, y) = (index % width, index / width)
            alpha.base[index] =
              (20..<70).contains(x) && (15..<50).contains(y) ? S((1 << S.depth) - 1) : 0
          }
        }
        let target = SampleBuffer<S>(
          width: width, height: height, hasAlpha: true, chroma: form.chroma)
        blur(view, deviation: deviation, into: target.view, scratch: Scratch())

        let reference = ReferencePicture(view)
        let results = [target.view.y, target.view.u, target.view.v]
        for index in 0..<3 {
          let weights = reference.alpha(of: index)
          let own = index == 0 || form.chroma == .full ? deviation : deviation / 2
          let (w, h) = (weights.width, weights.height)
          let cover = blurred(weights.values, w, h, own)
          let color = blurred(
            zip(reference.colors[index].values, weights.values).map(*), w, h, own)
          for place in 0..<w * h where cover[place] > 0.05 {
            let result = Double(results[index].base[place]) / Double(unit)
            let expected = color[place] / cover[place] / Double(unit)
            #expect(abs(result - expected) < 2.5, "plane \(index) at \(place % w), \(place / w)")
          }
          if index == 0, let alpha = target.view.a {
            for place in 0..<w * h {
              let result = Double(alpha.base[place]) / Double((1 << S.depth) - 1)
              #expect(abs(result - cover[place]) < 0.01, "alpha at \(place % w), \(place / w)")
            }
          }
        }
      }
    }
    check(form.sample)
  }

  /// A picture with a pattern and, if it has alpha, a box that is visible, half of it through a soft edge.
  private func pattern<S: PictureSample>(
    _ sample: S.Type, _ chroma: ChromaFormat, _ alpha: (_ x: Int, _ y: Int) -> Double
  ) -> SampleBuffer<S> {
    let picture = SampleBuffer<S>(width: 93, height: 71, hasAlpha: true, chroma: chroma)
    let view = picture.view
    let unit = 1 << (S.depth - 8)
    for plane in [view.y, view.u, view.v] {
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          plane.base[y * plane.stride + x] = S((20 + (x * 37 + y * 61) % 200) * unit)
        }
      }
    }
    if let plane = view.a {
      for y in 0..<71 {
        for x in 0..<93 {
          plane.base[y * plane.stride + x] = S((alpha(x, y) * Double(S.full)).rounded())
        }
      }
    }
    return picture
  }

  private func alpha<S: PictureSample>(_ picture: SampleBuffer<S>) -> [Double] {
    guard let plane = picture.view.a else { return [] }
    return (0..<71 * 93).map {
      Double(plane.base[$0 / 93 * plane.stride + $0 % 93]) / Double(S.full)
    }
  }

  private static func isIn(_ x: Int, _ y: Int) -> Bool {
    (20..<70).contains(x) && (15..<50).contains(y)
  }

  /// Nothing beneath shines through at the edges, and each sample is a mean of what lies on its side of them.
  @Test(arguments: [2, 8, 20.0], PictureForm.all)
  func `what covers keeps its alpha and loses its pattern`(deviation: Double, form: PictureForm) {
    func check<S: PictureSample>(_ sample: S.Type) {
      let source = pattern(sample, form.chroma) { Self.isIn($0, $1) ? 1 : 0 }
      let target = SampleBuffer<S>(width: 93, height: 71, hasAlpha: true, chroma: form.chroma)
      blur(
        source.view, deviation: deviation, cover: .everything, into: target.view,
        scratch: Scratch())
      #expect(alpha(target) == alpha(source))
      let weights = alpha(source)
      let cover = blurred(weights, 93, 71, deviation)
      let luma = ReferencePlane(source.view.y).values
      let color = blurred(zip(luma, weights).map(*), 93, 71, deviation)
      let unit = Double(1 << (S.depth - 8))
      for y in 15..<50 {
        for x in 20..<70 {
          let found = Double(target.view.y.base[y * target.view.y.stride + x]) / unit
          let expected = color[y * 93 + x] / cover[y * 93 + x] / unit
          #expect(abs(found - expected) < 2.5, "at \(x), \(y)")
        }
      }
      // Half as soft is half-way to the blurred alpha.
      blur(
        source.view, deviation: deviation, cover: .everything, softness: 0.5, into: target.view,
        scratch: Scratch())
      for (found, (own, soft)) in zip(alpha(target), zip(weights, cover)) {
        #expect(abs(found - (own + soft) / 2) < 0.012)
      }
    }
    check(form.sample)
  }

  /// In what is covered the alpha of the content goes on beyond its edges; what else is visible fades.
  @Test(arguments: [2, 8, 20.0], PictureForm.all)
  func `what is clear within what covers fades and its edges stay`(
    deviation: Double, form: PictureForm
  ) {
    func check<S: PictureSample>(_ sample: S.Type) {
      // What covers has a hole, and beside it there is something that covers nothing.
      func isBeside(_ x: Int, _ y: Int) -> Bool { (76..<90).contains(x) && (20..<40).contains(y) }
      let source = pattern(sample, form.chroma) { x, y in
        isBeside(x, y) ? 0.75 : Self.isIn(x, y) && !((30..<40).contains(x) && y > 30) ? 1 : 0
      }
      let covering = pattern(sample, form.chroma) { Self.isIn($0, $1) ? 1 : 0 }
      let target = SampleBuffer<S>(width: 93, height: 71, hasAlpha: true, chroma: form.chroma)
      let plane = covering.view.a ?? covering.view.y
      blur(
        source.view, deviation: deviation, cover: .plane(plane), into: target.view,
        scratch: Scratch())
      let (all, covered) = (alpha(source), alpha(covering))
      let shown = zip(all, covered).map { min($0, $1) }
      let (near, wide) = (blurred(shown, 93, 71, deviation), blurred(covered, 93, 71, deviation))
      let soft = blurred(zip(all, shown).map { $0 - $1 }, 93, 71, deviation)
      for (place, found) in alpha(target).enumerated() {
        let own = covered[place] == 0 ? 0 : min(near[place] / wide[place], 1)
        let expected = own + soft[place] - own * soft[place]
        #expect(abs(found - expected) < 0.02, "at \(place % 93), \(place / 93)")
      }
    }
    check(form.sample)
  }

  @Test(arguments: PictureForm.all)
  func `blocks have the mean colours of what is visible in them`(form: PictureForm) {
    func check<S: PictureSample>(_ sample: S.Type) {
      let source = pattern(sample, form.chroma) { Self.isIn($0, $1) ? 1 : 0 }
      let target = SampleBuffer<S>(width: 93, height: 71, hasAlpha: true, chroma: form.chroma)
      // Blocks of 7.5 pixels from the corner of the box on, and narrower ones at the far edges.
      let grid = BlockGrid(side: 7.5, in: PixelBox(x: 20, y: 15, width: 50, height: 35))
      pixelate(source.view, in: grid, cover: .everything, into: target.view, scratch: Scratch())
      #expect(alpha(target) == alpha(source))
      func block(_ place: Int, _ start: Int, _ last: Int) -> Int {
        min(Int(((Double(place - start) + 0.5) / 7.5).rounded(.down)), last)
      }
      let luma = ReferencePlane(source.view.y)
      var sums: [[Int]: (sum: Double, count: Double)] = [:]
      for y in 15..<50 {
        for x in 20..<70 {
          let key = [block(x, 20, 6), block(y, 15, 4)]
          let known = sums[key] ?? (0, 0)
          sums[key] = (known.sum + luma[x, y], known.count + 1)
        }
      }
      for y in 15..<50 {
        for x in 20..<70 {
          let found = Double(target.view.y.base[y * target.view.y.stride + x])
          let mean = sums[[block(x, 20, 6), block(y, 15, 4)]].map { $0.sum / $0.count } ?? 0
          #expect(abs(found - mean) <= 0.5, "at \(x), \(y)")
        }
      }
      // What covers nothing has the mean alpha of its block.
      pixelate(
        source.view, in: BlockGrid(side: 10, in: PixelBox(x: 15, y: 10, width: 60, height: 60)),
        into: target.view, scratch: Scratch())
      for (place, weight) in [(25 * 93 + 17, 0.5), (12 * 93 + 17, 0.25), (30 * 93 + 40, 1)] {
        #expect(abs(alpha(target)[place] - weight) < 0.005)
      }
    }
    check(form.sample)
  }
}
