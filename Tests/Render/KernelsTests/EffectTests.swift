// SPDX-License-Identifier: Apache-2.0

import Catalog
import Foundation
import Kernels
import Testing
import Transitions

/// Effects beside their definitions in double precision.
///
/// An effect that is added has a definition in `EffectReferences`, and needs nothing else here.
struct EffectTests {
  /// The kernels that the shared loops draw.
  static let names: [String] = {
    let own = Set(TransitionKind.allCases.map(\.rawValue))
    return TransitionKernel.all.map(\.name).filter { !own.contains($0) }
  }()
  static let duration = 97
  /// True if each effect is drawn in all forms, as long campaigns do.
  static let isThorough = ProcessInfo.processInfo.environment["REEL_ALL_FORMS"] != nil
  /// Primes: neither is even, and no middle of a pixel lies on the edge of a cell.
  static let (width, height) = isThorough ? (137, 53) : (137, 17)

  /// An effect in a form, at some moments.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var form: Form
    var moments: [Int]

    /// Without loss of colour in two moments, and in three in one of the other forms, which take turns.
    static let all: [Case] = names.enumerated().flatMap { index, name in
      if isThorough {
        return Form.all.map { Case(name: name, form: $0, moments: [8, 30, 48, 67, 89]) }
      }
      let plain = Case(name: name, form: Form.all[0], moments: [30, 67])
      // Those of numbers are two lines each.
      if name.hasPrefix("smpte") { return [plain] }
      return [
        plain,
        Case(name: name, form: Form.all[1 + index % 4], moments: [8, 48, 89]),
      ]
    }

    var testDescription: String { "\(name), \(form.testDescription)" }
  }

  static let matrix = ColorMatrix(red: 0.2126, blue: 0.0722, isFullRange: false)

  struct Form: Sendable, CustomTestStringConvertible {
    var isDeep, hasAlpha: Bool
    var chroma: ChromaFormat

    static let all = [
      Form(isDeep: false, hasAlpha: false, chroma: .full),
      Form(isDeep: true, hasAlpha: false, chroma: .full),
      Form(isDeep: false, hasAlpha: true, chroma: .full),
      Form(isDeep: false, hasAlpha: false, chroma: .half),
      Form(isDeep: true, hasAlpha: true, chroma: .half),
    ]

    var testDescription: String {
      "\(isDeep ? 10 : 8) bits, chroma \(chroma)\(hasAlpha ? ", alpha" : "")"
    }
  }

  @Test func `every effect has a definition and every definition an effect`() {
    #expect(Set(EffectReferences.all.keys) == Set(Self.names))
    #expect(Self.names.count == Set(Self.names).count)
  }

  @Test(arguments: Case.all)
  func `an effect is as it is defined`(one: Case) throws {
    if one.form.isDeep { try check(UInt16.self, one) } else { try check(UInt8.self, one) }
  }

  @Test(arguments: ["edgetransition"])
  func `what neighbours differ by counts in all directions`(name: String) throws {
    try check(UInt8.self, Case(name: name, form: Form.all[0], moments: [48]), noise: 0.4)
  }

  /// Of each way of drawing in blocks, some.
  @Test(arguments: [
    "glitchdisplace", "stereoviewer", "invertedpagecurl", "morph", "coordfromin", "colorphase",
    "undulatingburnout", "edgetransition", "cube", "dreamy", "kaleidoscope", "filmburn",
  ])
  func `an effect goes on from block to block`(name: String) throws {
    for (form, moment) in [(Form.all[0], 30), (Form.all[3], 67)] {
      try check(
        UInt8.self, Case(name: name, form: form, moments: [moment]), size: (269, 53))
    }
  }

  @Test(arguments: [Form.all[2], Form.all[4]])
  func `a blur along a way is as fine where something is clear`(form: Form) throws {
    let one = Case(name: "tangentmotionblur", form: form, moments: [8, 30, 48, 67, 89])
    let size = (width: 137, height: 53)
    if form.isDeep {
      try check(UInt16.self, one, size: size)
    } else {
      try check(UInt8.self, one, size: size)
    }
  }

  @Test func `a twist goes on between the places that are worked out`() throws {
    let one = Case(name: "revolveleft", form: Form.all[0], moments: [34])
    try check(UInt8.self, one, size: (100, 520))
  }

  @Test func `flickering colours may be stronger than numbers of 16 bits tell`() throws {
    let one = Case(name: "dropzoneflicker", form: Form.all[0], moments: [8, 67])
    try check(UInt8.self, one, values: [24, 0.014, 0.72, 3, 6, 0.075, 0])
  }

  private func check<S: PictureSample>(
    _ sample: S.Type, _ one: Case, noise: Double = 0, values: [Double]? = nil,
    size: (width: Int, height: Int) = (width, height)
  ) throws {
    let (name, form) = (one.name, one.form)
    let kernel = try #require(TransitionKernel(named: name))
    let style = try #require(TransitionStyle(kernel: name))
    let definition = try #require(EffectReferences.all[name])
    let ((width, height), values) = (size, values ?? style.defaults)
    let (a, b) = (
      EffectPicture<S>(width, height, form, seed: 1, noise: noise),
      EffectPicture<S>(width, height, form, seed: 2, noise: noise)
    )
    let c = EffectPicture<UInt16>(width, height, Form.all[4], seed: 3)
    let gray = EffectLights(
      width: width, height: height, pixels: c.lights.pixels.map { $0 * $0.w })
    let out = SampleBuffer<S>(
      width: width, height: height, hasAlpha: form.hasAlpha, chroma: form.chroma)
    func draw(_ position: Int) {
      transition(
        kernel, parameters: values.map { Float($0) },
        map: kernel.readsMap ? GrayMap(c.buffer.view, matrix: Self.matrix) : nil,
        from: a.buffer.view,
        to: b.buffer.view, position: position, duration: Self.duration, into: out.view,
        matrix: Self.matrix, scratch: Scratch())
    }
    draw(0)
    #expect(out.view.y.isEqual(to: a.buffer.view.y) && out.view.v.isEqual(to: a.buffer.view.v))
    if let alpha = out.view.a, let first = a.buffer.view.a { #expect(alpha.isEqual(to: first)) }
    for position in one.moments {
      draw(position)
      let frame = ReferenceFrame(
        width: width, height: height, progress: Double(position) / Double(Self.duration),
        values: values, from: a.lights, to: b.lights, map: gray)
      func light(_ index: Int, _ beside: P = P(0, 0)) -> RGB {
        let p = P(
          (Double(index % width) + 0.5) / Double(width),
          1 - (Double(index / width) + 0.5) / Double(height))
        return definition(frame, p + beside)
          .clamped(lowerBound: .zero, upperBound: RGB(repeating: 1))
      }
      let lights = (0..<width * height).map { index in
        let expected = light(index)
        func error(_ light: RGB) -> Double {
          EffectPicture.error(out.view, index % width, index / width, light)
        }
        guard error(expected) > 0.01 else { return expected }
        // On an edge, what is rounded may lie on either side.
        return [P(1, 0), P(-1, 0), P(0, 1), P(0, -1)].map { light(index, $0 * 1e-5) }
          .reduce(expected) { error($1) < error($0) ? $1 : $0 }
      }
      let (luma, chroma) = EffectPicture.errors(
        out.view, EffectLights(width: width, height: height, pixels: lights))
      // What is seen elsewhere has chroma between samples; its definition has that of the pixels.
      let least: Double = form.chroma == .half && name == "glitchdisplace" ? 43 : 45
      #expect(luma >= least, "\(name) at \(position): luma \(luma) dB")
      // A sample of 4:2:0 shows what is seen at its place, not the mean of four pixels, which differs at hard edges.
      let bound: Double = form.chroma == .full ? 45 : 22
      #expect(chroma >= bound, "\(name) at \(position): chroma \(chroma) dB")
    }
  }
}

/// A smooth picture, or one with noise, in samples and as the light that these mean.
struct EffectPicture<S: PictureSample> {
  let buffer: SampleBuffer<S>
  let lights: EffectLights

  init(
    _ width: Int, _ height: Int, _ form: EffectTests.Form, seed: Double, noise: Double = 0
  ) {
    buffer = SampleBuffer<S>(
      width: width, height: height, hasAlpha: form.hasAlpha, chroma: form.chroma)
    let view = buffer.view
    func wave(_ x: Double, _ y: Double, _ phase: Double) -> Double {
      let (a, b) = (x / Double(width), y / Double(height))
      return 0.5 + 0.2 * sin(7 * a + 3 * seed * b + phase) + 0.15
        * cos(5 * b - seed * 4 * a + phase)
    }
    for y in 0..<height {
      for x in 0..<width {
        // Another number for each pixel.
        let gray = noise * (Double((x * 7919 + y * 104_729) * 31 % 101) / 100 - 0.5)
        func color(_ phase: Double) -> Double {
          noise == 0
            ? wave(Double(x), Double(y), phase)
            : min(max(wave(Double(x), Double(y), phase) + gray, 0), 1)
        }
        let yuv = Self.samples(RGB(color(seed), color(2 + 2 * seed), color(4 + 3 * seed), 1))
        view.y.base[y * view.y.stride + x] = S(yuv.x.rounded())
        let place = (y >> view.chroma.shift) * view.u.stride + x >> view.chroma.shift
        view.u.base[place] = S(yuv.y.rounded())
        view.v.base[place] = S(yuv.z.rounded())
        if let alpha = view.a {
          let cover = min(max(1.6 * wave(Double(y), Double(x), 1 + seed) - 0.3, 0), 1)
          alpha.base[y * alpha.stride + x] = S((cover * Double((1 << S.depth) - 1)).rounded())
        }
      }
    }
    lights = Self.lights(view)
  }

  static var unit: Double { Double(1 << (S.depth - 8)) }

  /// Samples of Y, U and V of a light, and its alpha.
  static func samples(_ light: RGB) -> RGB {
    let gray = 0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z
    return RGB(
      (16 + 219 * gray) * unit, (128 + 224 * (light.z - gray) / 1.8556) * unit,
      (128 + 224 * (light.x - gray) / 1.5748) * unit, light.w)
  }

  static func lights(_ view: SampleView<S>) -> EffectLights {
    let pixels = (0..<view.width * view.height).map { index in
      let (x, y) = (index % view.width, index / view.width)
      let place = (y >> view.chroma.shift) * view.u.stride + x >> view.chroma.shift
      let gray = (Double(view.y.base[y * view.y.stride + x]) / unit - 16) / 219
      let blue = (Double(view.u.base[place]) / unit - 128) / 224 * 1.8556
      let red = (Double(view.v.base[place]) / unit - 128) / 224 * 1.5748
      let alpha = view.a.map {
        Double($0.base[y * $0.stride + x]) / Double((1 << S.depth) - 1)
      }
      return RGB(
        gray + red, gray - (0.2126 * red + 0.0722 * blue) / 0.7152, gray + blue, alpha ?? 1)
    }
    return EffectLights(width: view.width, height: view.height, pixels: pixels)
  }

  /// The distance of luma and alpha of a pixel from a light, of the whole.
  static func error(_ view: SampleView<S>, _ x: Int, _ y: Int, _ light: RGB) -> Double {
    let full = Double((1 << S.depth) - 1)
    let cover = view.a.map { Double($0.base[y * $0.stride + x]) / full } ?? 1
    let luma = Double(view.y.base[y * view.y.stride + x]) / full - samples(light).x / full
    return abs(cover - (view.a == nil ? 1 : light.w)) + abs(luma) * min(cover, light.w)
  }

  /// The distance of a picture from lights, in decibels; colours count as far as they are covered.
  static func errors(_ view: SampleView<S>, _ lights: EffectLights) -> (Double, Double) {
    let full = Double((1 << S.depth) - 1)
    func decibels(_ sum: Double, _ count: Int) -> Double {
      10 * log10(full * full / max(sum / Double(count), 1e-6))
    }
    var (luma, chroma) = (0.0, 0.0)
    for y in 0..<view.height {
      for x in 0..<view.width {
        let expected = samples(lights.texel(x, y))
        var cover = expected.w
        if let alpha = view.a {
          let own = Double(alpha.base[y * alpha.stride + x])
          luma += (own - cover * full) * (own - cover * full)
          cover = min(cover, own / full)
        }
        let error = cover * (Double(view.y.base[y * view.y.stride + x]) - expected.x)
        luma += error * error
      }
    }
    let step = 1 << view.chroma.shift
    for y in 0..<view.u.height {
      for x in 0..<view.u.width {
        var (sum, cover) = (RGB.zero, 0.0)
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] where dx < step && dy < step {
          let light = lights.texel(step * x + dx, step * y + dy)
          sum += samples(light) * light.w
          cover += light.w
        }
        guard cover > 0.05 else { continue }
        let weight = min(cover / Double(step * step), 1)
        let u = Double(view.u.base[y * view.u.stride + x]) - sum.y / cover
        let v = Double(view.v.base[y * view.v.stride + x]) - sum.z / cover
        chroma += weight * weight * (u * u + v * v)
      }
    }
    return (
      decibels(luma, view.width * view.height),
      decibels(chroma, 2 * view.u.width * view.u.height)
    )
  }
}
