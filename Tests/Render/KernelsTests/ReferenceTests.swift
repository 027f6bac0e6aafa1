// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import Testing

/// Kernels compared with double precision, at both depths and in both chroma formats.
struct ReferenceTests {
  @Test(arguments: PictureForm.all, [false, true])
  func `a mix is the weighted mean of what is seen`(form: PictureForm, hasAlpha: Bool) {
    func check<S: PictureSample>(_ sample: S.Type) {
      for (width, height) in [(36, 22), (19, 13)] {
        let (a, b, out) = (
          wildPicture(S.self, width, height, form.chroma, seed: 1, hasAlpha: hasAlpha),
          wildPicture(S.self, width, height, form.chroma, seed: 2, hasAlpha: hasAlpha),
          wildPicture(S.self, width, height, form.chroma, seed: 3, hasAlpha: hasAlpha)
        )
        for weight: Weight in [0, 1, 100, 20001, 32768, 65000, .whole] {
          mix(a.view, b.view, weight: weight, into: out.view)
          let (p, q, share) = (
            ReferencePicture(a.view), ReferencePicture(b.view), Double(weight) / 65535
          )
          for (index, plane) in [out.view.y, out.view.u, out.view.v].enumerated() {
            let (pa, qa) = (p.alpha(of: index).values, q.alpha(of: index).values)
            let sums = pa.indices.map { pa[$0] * (1 - share) + qa[$0] * share }
            let wanted = pa.indices.map { i in
              (p.colors[index].values[i] * pa[i] * (1 - share)
                + q.colors[index].values[i] * qa[i] * share) / max(sums[i], 1e-9)
            }
            // 4:2:0 alpha is rounded before it weights colours.
            let isRounded = hasAlpha && index > 0 && form.chroma == .half
            #expect(largestError(plane, wanted, where: sums) <= (isRounded ? 3 : 0.54))
          }
          guard let alpha = out.view.a else { continue }
          let full = Double((1 << S.depth) - 1)
          let wanted = zip(p.alpha.values, q.alpha.values).map {
            ($0 * (1 - share) + $1 * share) * full
          }
          #expect(largestError(alpha, wanted) <= 0.54)
        }
      }
    }
    check(form.sample)
  }

  @Test(
    arguments: PictureForm.all,
    [(0, 0, Weight.whole), (4, -6, 40000), (-3, 5, .whole), (7, 3, 12345), (1, 0, 65534)])
  func `over adds what is seen of the upper picture`(
    form: PictureForm, place: (x: Int, y: Int, opacity: Weight)
  ) {
    func check<S: PictureSample>(_ sample: S.Type, _ sourceAlpha: Bool, _ targetAlpha: Bool) {
      let (width, height) = (31, 23)
      let source = wildPicture(S.self, 26, 19, form.chroma, seed: 1, hasAlpha: sourceAlpha)
      let target = wildPicture(S.self, width, height, form.chroma, seed: 2, hasAlpha: targetAlpha)
      let (above, below) = (ReferencePicture(source.view), ReferencePicture(target.view))
      over(source.view, on: target.view, x: place.x, y: place.y, opacity: place.opacity)
      let full = Double((1 << S.depth) - 1)
      /// The alpha that a target pixel gets from the source.
      func cover(_ x: Int, _ y: Int) -> Double {
        let (sx, sy) = (x - place.x, y - place.y)
        guard (0..<26).contains(sx), (0..<19).contains(sy) else { return 0 }
        return above.alpha[sx, sy] * Double(place.opacity) / 65535
      }
      for (index, plane) in [target.view.y, target.view.u, target.view.v].enumerated() {
        let step = above.step(index)
        var (wanted, seen): ([Double], [Double]) = ([], [])
        for y in 0..<plane.height {
          for x in 0..<plane.width {
            let pixels = step == 1 ? [(x, y)] : below.alpha.pixels(under: x, y)
            var (upper, color) = (0.0, 0.0)
            for (px, py) in pixels {
              let part = cover(px, py) / Double(pixels.count)
              upper += part
              let (sx, sy) = (px - place.x, py - place.y)
              color += part * above.colors[index][sx >> (step - 1), sy >> (step - 1)]
            }
            let under = below.alpha(of: index)[x, y] * (1 - upper)
            seen.append(upper + under)
            wanted.append((color + below.colors[index][x, y] * under) / max(upper + under, 1e-9))
          }
        }
        // In 4:2:0 the mean of chroma is rounded, and so is the target's alpha.
        let limit = step == 1 ? 0.54 : targetAlpha ? 3 : 1.1
        #expect(largestError(plane, wanted, where: seen) <= limit, "\(S.self) plane \(index)")
      }
      guard let alpha = target.view.a else { return }
      let wanted = (0..<width * height).map { index in
        let upper = cover(index % width, index / width)
        return (upper + below.alpha.values[index] * (1 - upper)) * full
      }
      #expect(largestError(alpha, wanted) <= 0.54)
    }
    for (source, target) in [(false, false), (true, false), (false, true), (true, true)] {
      check(form.sample, source, target)
    }
  }

  @Test(
    arguments: PictureForm.all,
    [
      Affine(1, 0, 0, 1, 3.37, -2.81), Affine(0.8, 0.45, -0.5, 0.9, 14.2, 3.3),
      Affine(1.7, -0.2, 0.3, 1.4, -9.4, 2.2), Affine(-1, 0, 0, 1, 40.5, 0),
    ])
  func `a warp is interpolated between four samples`(form: PictureForm, matrix: Affine) {
    func check<S: PictureSample>(_ sample: S.Type, _ sourceAlpha: Bool, _ targetAlpha: Bool) {
      let source = softPicture(S.self, 38, 26, form.chroma, hasAlpha: sourceAlpha)
      let target = softPicture(S.self, 44, 34, form.chroma, hasAlpha: targetAlpha)
      let (above, below) = (ReferencePicture(source.view), ReferencePicture(target.view))
      let opacity: Weight = 50000
      warpOver(source.view, on: target.view, matrix: matrix, opacity: opacity, scratch: Scratch())
      for (index, plane) in [target.view.y, target.view.u, target.view.v].enumerated() {
        let drawn = Self.warped(above, index, matrix, width: plane.width, height: plane.height)
        let under = below.alpha(of: index).values
        let upper = drawn.cover.map { $0 * Double(opacity) / 65535 }
        let seen = zip(upper, under).map { $0 + $1 * (1 - $0) }
        let wanted = seen.indices.map { i in
          (drawn.color[i] * upper[i] + below.colors[index].values[i] * under[i] * (1 - upper[i]))
            / max(seen[i], 1e-9)
        }
        // Positions are rounded to 1/256 of a sample, and colours before compositing.
        #expect(largestError(plane, wanted, where: seen) <= 1.6, "\(S.self) plane \(index)")
        guard index == 0, let alpha = target.view.a else { continue }
        let full = Double((1 << S.depth) - 1)
        #expect(largestError(alpha, seen.map { $0 * full }) <= 0.7)
      }
    }
    for (source, target) in [(false, false), (true, false), (false, true), (true, true)] {
      check(form.sample, source, target)
    }
  }

  /// Colours and coverage of a plane that is drawn through `matrix`.
  private static func warped(
    _ picture: ReferencePicture, _ index: Int, _ matrix: Affine, width: Int, height: Int
  ) -> (color: [Double], cover: [Double]) {
    let k = matrix.a * matrix.d - matrix.b * matrix.c
    func back(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      let (dx, dy) = (x - matrix.tx, y - matrix.ty)
      return ((matrix.d * dx - matrix.c * dy) / k, (matrix.a * dy - matrix.b * dx) / k)
    }
    let step = Double(picture.step(index))
    // The length of a target pixel along the axes of the source.
    let grainX = (matrix.d * matrix.d + matrix.c * matrix.c).squareRoot() / k.magnitude * step
    let grainY = (matrix.a * matrix.a + matrix.b * matrix.b).squareRoot() / k.magnitude * step
    func part(_ position: Double, _ length: Int, _ grain: Double) -> Double {
      let before = max(0, min(position / grain + 0.5, 1))
      return max(0, before + max(0, min((Double(length) - position) / grain + 0.5, 1)) - 1)
    }
    let alphas = picture.alpha(of: index)
    var (colors, covers): ([Double], [Double]) = ([], [])
    for y in 0..<height {
      for x in 0..<width {
        let middle = back((Double(x) + 0.5) * step, (Double(y) + 0.5) * step)
        let cover =
          part(middle.x, picture.alpha.width, grainX) * part(middle.y, picture.alpha.height, grainY)
        // Chroma is sited at the left pixel of two, between two rows.
        let place = back(Double(x) * step + 0.5, (Double(y) + 0.5) * step)
        let plane = picture.colors[index]
        let u = max(0, min((place.x - 0.5) / step, Double(plane.width - 1)))
        let v = max(0, min((place.y - step / 2) / step, Double(plane.height - 1)))
        var (color, alpha) = (0.0, 0.0)
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
          let (i, j) = (Int(u) + dx, Int(v) + dy)
          let (fx, fy) = (u - u.rounded(.down), v - v.rounded(.down))
          let weight = (dx == 1 ? fx : 1 - fx) * (dy == 1 ? fy : 1 - fy) * alphas[i, j]
          color += weight * plane[i, j]
          alpha += weight
        }
        colors.append(color / max(alpha, 1e-9))
        covers.append(cover * alpha)
      }
    }
    return (colors, covers)
  }

  /// A ramp remains the same ramp after halving it twice.
  @Test(arguments: PictureForm.all, [false, true])
  func `a picture drawn small is the mean of its pixels`(form: PictureForm, hasAlpha: Bool) {
    func check<S: PictureSample>(_ sample: S.Type) {
      let source = softPicture(S.self, 80, 40, form.chroma, hasAlpha: false)
      let seen = SampleBuffer<S>(width: 80, height: 40, hasAlpha: hasAlpha, chroma: form.chroma)
      copy(source.view, into: seen.view)
      let target = SampleBuffer<S>(width: 20, height: 10, hasAlpha: false, chroma: form.chroma)
      warpOver(
        seen.view, on: target.view, matrix: .scale(0.25, 0.25), opacity: .whole, scratch: Scratch())
      let reference = ReferencePicture(source.view)
      for (index, plane) in [target.view.y, target.view.u, target.view.v].enumerated() {
        let (step, from) = (Double(reference.step(index)), reference.colors[index])
        for y in 1..<plane.height - 1 {
          for x in 1..<plane.width - 1 {
            // In samples of the source: the centre of the pixels, or the chroma site.
            let u = step == 1 ? 4 * Double(x) + 1.5 : (4 * (2 * Double(x) + 0.5) - 0.5) / 2
            let v = 4 * Double(y) + 1.5
            let (i, f, j) = (Int(u), u - u.rounded(.down), Int(v))
            let upper = from[i, j] * (1 - f) + from[i + 1, j] * f
            let lower = from[i, j + 1] * (1 - f) + from[i + 1, j + 1] * f
            let found = Double(plane.base[y * plane.stride + x])
            #expect(abs(found - (upper + lower) / 2) <= 2, "plane \(index) \(x) \(y)")
          }
        }
      }
    }
    check(form.sample)
  }

  @Test(arguments: PictureForm.all, Orientation.allCases)
  func `a turn and its inverse restore the picture`(form: PictureForm, way: Orientation) {
    func check<S: PictureSample>(_ sample: S.Type) {
      let source = wildPicture(S.self, 26, 18, form.chroma, seed: 4, hasAlpha: true)
      let size = way.size(of: PixelSize(26, 18))
      let turned = SampleBuffer<S>(
        width: size.width, height: size.height, hasAlpha: true, chroma: form.chroma)
      let back = SampleBuffer<S>(width: 26, height: 18, hasAlpha: true, chroma: form.chroma)
      orient(source.view, by: way, into: turned.view)
      orient(turned.view, by: way.inverse, into: back.view)
      let (p, q) = (ReferencePicture(source.view), ReferencePicture(back.view))
      #expect(p.colors.map(\.values) == q.colors.map(\.values))
      #expect(p.alpha.values == q.alpha.values)
    }
    check(form.sample)
  }
}
