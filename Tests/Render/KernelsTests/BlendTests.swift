// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import Testing

/// The blend modes beside CSS's formulas in double precision.
struct BlendTests {
  /// The matrices of canvases, in both ranges.
  private static let matrices = [
    ColorMatrix(red: 0.2126, blue: 0.0722, isFullRange: false),
    ColorMatrix(red: 0.299, blue: 0.114, isFullRange: true),
    ColorMatrix(red: 0.2627, blue: 0.0593, isFullRange: false),
  ]

  @Test(arguments: PictureForm.all, BlendMode.allCases)
  func `a blend is what CSS says of red, green and blue`(form: PictureForm, mode: BlendMode) {
    func check<S: PictureSample>(
      _ sample: S.Type, _ sourceAlpha: Bool, _ targetAlpha: Bool, _ matrix: ColorMatrix,
      _ opacity: Weight, _ size: (Int, Int)
    ) {
      let source = colorPicture(
        sample, size.0, size.1, form.chroma, seed: 3, hasAlpha: sourceAlpha, matrix)
      let target = colorPicture(
        sample, size.0, size.1, form.chroma, seed: 8, hasAlpha: targetAlpha, matrix)
      let reference = BlendReference(
        source.view, target.view, mode, Double(opacity) / 65535, matrix, depth: S.depth)
      blend(
        source.view, on: target.view, x: 0, y: 0, mode: mode, opacity: opacity, matrix: matrix,
        scratch: Scratch())
      let planes = [target.view.y, target.view.u, target.view.v]
      for (index, plane) in planes.enumerated() {
        let found = ReferencePlane(plane)
        for y in 0..<plane.height {
          for x in 0..<plane.width {
            let wanted = reference.range(of: index, x, y)
            let value = found[x, y]
            if value < wanted.lowerBound || value > wanted.upperBound {
              Issue.record(
                "plane \(index) at \(x),\(y): \(value), not \(wanted) (\(sourceAlpha) \(targetAlpha))"
              )
              return
            }
          }
        }
      }
      guard let alpha = target.view.a else { return }
      let scale = Double((1 << S.depth) - 1)
      let error = largestError(alpha, reference.alpha.map { $0 * scale })
      #expect(error <= 1.01, "alpha of \(mode)")
    }
    for (index, matrix) in Self.matrices.enumerated() {
      let size = [(70, 36), (33, 19), (24, 40)][index]
      for opacity: Weight in [.whole, 41_234] {
        for (sourceAlpha, targetAlpha) in [
          (false, false), (true, false), (false, true), (true, true),
        ] {
          check(form.sample, sourceAlpha, targetAlpha, matrix, opacity, size)
        }
      }
    }
  }

  @Test(arguments: PictureForm.all)
  func `black in a screen, white in a product and nothing in any mode leave every sample`(
    form: PictureForm
  ) {
    func check<S: PictureSample>(_ sample: S.Type) {
      let matrix = Self.matrices[0]
      let black = SampleBuffer<S>(width: 32, height: 20, hasAlpha: false, chroma: form.chroma)
      fill(black.view, with: .black)
      let white = SampleBuffer<S>(width: 32, height: 20, hasAlpha: false, chroma: form.chroma)
      fill(white.view, with: .white)
      let clear = wildPicture(sample, 32, 20, form.chroma, seed: 4, hasAlpha: true)
      if let alpha = clear.view.a {
        for y in 0..<20 { for x in 0..<32 { alpha.base[y * alpha.stride + x] = 0 } }
      }
      func expectKept(
        _ source: SampleBuffer<S>, _ modes: [BlendMode], _ target: () -> SampleBuffer<S>
      ) {
        for mode in modes {
          let (after, before) = (target(), target())
          blend(
            source.view, on: after.view, x: 0, y: 0, mode: mode, opacity: .whole, matrix: matrix,
            scratch: Scratch())
          for (a, b) in [
            (after.view.y, before.view.y), (after.view.u, before.view.u),
            (after.view.v, before.view.v),
          ] {
            #expect(ReferencePlane(a).values == ReferencePlane(b).values, "\(mode)")
          }
        }
      }
      // Colours that are red, green and blue from 0 to 1.
      let inside = { colorPicture(sample, 32, 20, form.chroma, seed: 5, hasAlpha: false, matrix) }
      expectKept(black, [.screen, .lighten, .difference, .exclusion, .add, .colorDodge], inside)
      expectKept(white, [.multiply, .darken, .colorBurn], inside)
      // Any samples at all.
      let wild = { wildPicture(sample, 32, 20, form.chroma, seed: 6, hasAlpha: false) }
      expectKept(clear, BlendMode.allCases, wild)
    }
    check(form.sample)
  }

  /// Where each pixel has a chroma sample, odd places are as good as even ones.
  @Test(arguments: PictureForm.all.filter { $0.chroma == .full }, [(5, 3), (4, 7), (9, 2)])
  func `a picture at an odd place is blended there`(form: PictureForm, corner: (Int, Int)) {
    func check<S: PictureSample>(_ sample: S.Type) {
      let source = wildPicture(sample, 15, 11, form.chroma, seed: 4, hasAlpha: true)
      let (whole, part) = (
        wildPicture(sample, 41, 31, form.chroma, seed: 5, hasAlpha: false),
        wildPicture(sample, 41, 31, form.chroma, seed: 5, hasAlpha: false)
      )
      blend(
        source.view, on: whole.view, x: corner.0, y: corner.1, mode: .multiply, opacity: .whole,
        matrix: Self.matrices[1], scratch: Scratch())
      let rect = PixelRect(x: corner.0, y: corner.1, width: 15, height: 11)
      guard let (view, _, _) = part.view.part(in: rect) else { return #expect(Bool(false)) }
      blend(
        source.view, on: view, x: 0, y: 0, mode: .multiply, opacity: .whole,
        matrix: Self.matrices[1], scratch: Scratch())
      let (a, b) = (ReferencePlane(whole.view.y), ReferencePlane(part.view.y))
      for y in 0..<31 {
        for x in 0..<41 { #expect(a[x, y] == b[x, y]) }
      }
    }
    check(form.sample)
  }

  @Test(arguments: PictureForm.all, [(-6, 4), (4, -2), (26, 14), (0, 40)])
  func `pixels outside the source stay`(form: PictureForm, corner: (Int, Int)) {
    func check<S: PictureSample>(_ sample: S.Type) {
      let source = wildPicture(sample, 15, 11, form.chroma, seed: 4, hasAlpha: false)
      let target = wildPicture(sample, 41, 31, form.chroma, seed: 5, hasAlpha: false)
      let before = ReferencePlane(target.view.y)
      blend(
        source.view, on: target.view, x: corner.0, y: corner.1, mode: .difference,
        opacity: .whole, matrix: Self.matrices[1], scratch: Scratch())
      let after = ReferencePlane(target.view.y)
      var changed = 0
      for y in 0..<31 {
        for x in 0..<41 {
          let isInside = (0..<15).contains(x - corner.0) && (0..<11).contains(y - corner.1)
          if !isInside { #expect(after[x, y] == before[x, y]) }
          if after[x, y] != before[x, y] { changed += 1 }
        }
      }
      #expect((changed > 0) == (corner.1 < 31))
    }
    check(form.sample)
  }
}

/// Random colours that are red, green and blue from 0 to 1, with grey, black and white among them, the same for the pixels of
/// a chroma sample but for brightness; alpha as in `wildPicture`.
private func colorPicture<S: PictureSample>(
  _ sample: S.Type, _ width: Int, _ height: Int, _ chroma: ChromaFormat, seed: UInt32,
  hasAlpha: Bool, _ matrix: ColorMatrix
) -> SampleBuffer<S> {
  let picture = wildPicture(sample, width, height, chroma, seed: seed, hasAlpha: hasAlpha)
  let codes = BlendReference.Codes(matrix, depth: S.depth)
  var state = seed &* 747_796_405 | 1
  func random() -> Double {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Double(state >> 8) / Double(1 << 24)
  }
  let view = picture.view
  let step = 1 << chroma.shift
  for row in 0..<view.u.height {
    for column in 0..<view.u.width {
      var rgb = [random(), random(), random()]
      let kind = random()
      if kind < 0.2 { rgb = [rgb[0], rgb[0], rgb[0]] }
      if kind < 0.05 { rgb = [0, 0, 0] }
      if kind > 0.95 { rgb = [1, 1, 1] }
      let own = codes.encoded(rgb)
      view.u.base[row * view.u.stride + column] = S(own[1].rounded())
      view.v.base[row * view.v.stride + column] = S(own[2].rounded())
      for y in step * row..<min(view.height, step * row + step) {
        for x in step * column..<min(view.width, step * column + step) {
          // A little darker or brighter, as far as all three stay within bounds.
          let room = min(1 - rgb.max()!, 0.1)
          let shift = (random() - 0.5) * 2 * min(room, rgb.min()!)
          view.y.base[y * view.y.stride + x] = S(codes.encoded(rgb.map { $0 + shift })[0].rounded())
        }
      }
    }
  }
  return picture
}

/// The blend of two pictures, in double precision, for luma and for chroma.
///
/// Samples are rounded colours, and some modes make much of little: a divisor near 0, or a hue of
/// an almost grey colour. So each colour is taken in all roundings that the kernel may have seen,
/// and the result is a range.
struct BlendReference {
  /// The numbers by which samples become colours.
  struct Codes {
    let matrix: ColorMatrix
    let black, range, neutral, chroma: Double

    init(_ matrix: ColorMatrix, depth: Int) {
      self.matrix = matrix
      let (unit, full) = (Double(1 << (depth - 8)), Double((1 << depth) - 1))
      (black, range) = matrix.isFullRange ? (0, full) : (16 * unit, 219 * unit)
      (neutral, chroma) = (128 * unit, matrix.isFullRange ? full : 224 * unit)
    }

    var weights: [Double] {
      let (red, blue) = (Double(matrix.red), Double(matrix.blue))
      return [red, 1 - red - blue, blue]
    }

    /// Red, green and blue from 0 to 1, or beyond that.
    func colors(_ y: Double, _ u: Double, _ v: Double) -> [Double] {
      let luma = (y - black) / range
      let (red, blue) = (weights[0], weights[2])
      let r = luma + (v - neutral) / chroma * 2 * (1 - red)
      let b = luma + (u - neutral) / chroma * 2 * (1 - blue)
      let g = (luma - red * r - blue * b) / weights[1]
      return [r, g, b]
    }

    func decoded(_ y: Double, _ u: Double, _ v: Double) -> [Double] {
      colors(y, u, v).map { max(0, min($0, 1)) }
    }

    func encoded(_ rgb: [Double]) -> [Double] {
      let luma = zip(rgb, weights).reduce(0) { $0 + $1.0 * $1.1 }
      return [
        luma * range + black,
        (rgb[2] - luma) / (2 * (1 - weights[2])) * chroma + neutral,
        (rgb[0] - luma) / (2 * (1 - weights[0])) * chroma + neutral,
      ]
    }
  }

  private var low: [ReferencePlane] = []
  private var high: [ReferencePlane] = []
  private(set) var alpha: [Double] = []

  func range(of plane: Int, _ x: Int, _ y: Int) -> ClosedRange<Double> {
    // Colours are rounded before they are laid over the others, and then again.
    (low[plane][x, y] - 1.3)...(high[plane][x, y] + 1.3)
  }

  init<S>(
    _ source: SampleView<S>, _ target: SampleView<S>, _ mode: BlendMode, _ opacity: Double,
    _ matrix: ColorMatrix, depth: Int
  ) {
    let (s, t) = (ReferencePicture(source), ReferencePicture(target))
    let codes = Codes(matrix, depth: depth)
    let step = s.step(1)
    let (width, height) = (source.width, source.height)
    let pixels = (0..<width * height).map { place -> Pixel in
      let (x, y) = (place % width, place / width)
      func samples(_ p: ReferencePicture) -> [Double] {
        [p.colors[0][x, y], p.colors[1][x / step, y / step], p.colors[2][x / step, y / step]]
      }
      let (over, under) = (s.alpha[x, y] * opacity, t.alpha[x, y])
      return Pixel(samples(s), samples(t), over, under, mode, codes)
    }
    alpha = pixels.map { $0.share + $0.under - $0.share * $0.under }
    func plane(_ index: Int, _ color: (Pixel) -> Double) -> ReferencePlane {
      let size = step == 2 && index > 0 ? 2 : 1
      let (w, h) = ((width + size - 1) / size, (height + size - 1) / size)
      let whole = ReferencePlane(width: width, height: height, values: alpha)
      let values = (0..<w * h).map { place -> Double in
        let places =
          size == 1
          ? [place] : whole.pixels(under: place % w, place / w).map { $0.y * width + $0.x }
        let own = places.map { pixels[$0] }
        // A chroma sample is laid over as one: its colour is that of its pixels by what is laid over each.
        let count = Double(own.count)
        let sum = own.reduce(0) { $0 + $1.share }
        let (cover, under) = (sum / count, own.reduce(0) { $0 + $1.under } / count)
        let laid = own.reduce(0) { $0 + $1.share * color($1) } / max(sum, 1e-12)
        let total = cover + under - cover * under
        let below = own[0].target[index]
        return total > 0 ? (cover * laid + (1 - cover) * under * below) / total : below
      }
      return ReferencePlane(width: w, height: h, values: values)
    }
    low = (0..<3).map { index in plane(index) { $0.low[index] } }
    high = (0..<3).map { index in plane(index) { $0.high[index] } }
  }

  /// The samples laid over the target at a pixel, to give the blend there.
  private struct Pixel {
    /// The least and greatest of its luma and chroma.
    var low, high: [Double]
    /// Its alpha.
    var share: Double
    /// The target's alpha and samples.
    let under: Double
    let target: [Double]

    init(
      _ cs: [Double], _ cb: [Double], _ over: Double, _ under: Double, _ mode: BlendMode,
      _ codes: Codes
    ) {
      (self.under, target) = (under, cb)
      let (s, b) = (codes.decoded(cs[0], cs[1], cs[2]), codes.decoded(cb[0], cb[1], cb[2]))
      if mode == .add {
        // Laid over the target it gives min(1, αs Cs + αb Cb) with an alpha of min(1, αs + αb).
        let share = over < 1 - under ? over / (1 - under) : over > 0 ? 1 : 0
        self.share = share
        let sum = zip(s, b).map { s, b in
          share < 1 ? (1 - under) * s + under * b : min(1, over * s + under * b)
        }
        (low, high) = (codes.encoded(sum), codes.encoded(sum))
        return
      }
      share = over
      (low, high) = (
        [Double](repeating: .infinity, count: 3), [Double](repeating: -.infinity, count: 3)
      )
      let noise = [-2e-6, 0, 2e-6]
      for ds in noise {
        for db in noise {
          func near(_ rgb: [Double], _ shift: Double) -> [Double] {
            rgb.map { max(0, min($0 + shift, 1)) }
          }
          let mixed = codes.encoded(mode.mix(near(b, db), near(s, ds)))
          for index in 0..<3 {
            let value = (1 - under) * cs[index] + under * mixed[index]
            low[index] = min(low[index], value)
            high[index] = max(high[index], value)
          }
        }
      }
    }
  }
}

extension BlendMode {
  /// B(Cb, Cs) of CSS's compositing, on red, green and blue.
  fileprivate func mix(_ b: [Double], _ s: [Double]) -> [Double] {
    func each(_ f: (Double, Double) -> Double) -> [Double] { zip(b, s).map { f($0, $1) } }
    func screen(_ b: Double, _ s: Double) -> Double { b + s - b * s }
    func hardLight(_ b: Double, _ s: Double) -> Double {
      s <= 0.5 ? b * 2 * s : screen(b, 2 * s - 1)
    }
    func lum(_ c: [Double]) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }
    func sat(_ c: [Double]) -> Double { c.max()! - c.min()! }
    func setLum(_ c: [Double], _ l: Double) -> [Double] {
      let d = l - lum(c)
      let moved = c.map { $0 + d }
      let (light, n, x) = (lum(moved), moved.min()!, moved.max()!)
      var result = moved
      if n < 0 { result = result.map { light + (($0 - light) * light) / (light - n) } }
      if x > 1 { result = result.map { light + (($0 - light) * (1 - light)) / (x - light) } }
      return result
    }
    func setSat(_ c: [Double], _ s: Double) -> [Double] {
      // Noise has no hue.
      guard sat(c) > 1.0 / 4096 else { return [0, 0, 0] }
      return c.map { ($0 - c.min()!) * s / sat(c) }
    }
    switch self {
    case .multiply: return each { $0 * $1 }
    case .screen: return each(screen)
    case .overlay: return each { hardLight($1, $0) }
    case .darken: return each(min)
    case .lighten: return each(max)
    case .colorDodge:
      return each { b, s in b < 1e-5 ? 0 : s > 1 - 1e-5 ? 1 : min(1, b / (1 - s)) }
    case .colorBurn:
      return each { b, s in b > 1 - 1e-5 ? 1 : s < 1e-5 ? 0 : 1 - min(1, (1 - b) / s) }
    case .hardLight: return each(hardLight)
    case .softLight:
      return each { b, s in
        let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
        return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b)
      }
    case .difference: return each { abs($0 - $1) }
    case .exclusion: return each { $0 + $1 - 2 * $0 * $1 }
    case .hue: return setLum(setSat(s, sat(b)), lum(b))
    case .saturation: return setLum(setSat(b, sat(s)), lum(b))
    case .color: return setLum(s, lum(b))
    case .luminosity: return setLum(b, lum(s))
    case .add: preconditionFailure("a sum is not a mix")
    }
  }
}
