// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import LibAV
import Testing

@testable import Compositor
@testable import MediaIO
@testable import RenderProtocol

/// Every filter of pictures that is allowed, on pictures of every form that layers have.
@Suite struct FilteringTests {
  private static let size = PixelSize(96, 64)
  static let names = EffectCatalogue(FilterCatalogue.loaded()).names.filter {
    EffectRule.named($0) != nil
  }

  /// A form of pictures on a canvas.
  struct Form: Sendable, CustomTestStringConvertible {
    var isDeep: Bool
    var isFull: Bool
    var hasAlpha: Bool

    static let all = [false, true].flatMap { isDeep in
      [false, true].flatMap { isFull in
        [false, true].map { Form(isDeep: isDeep, isFull: isFull, hasAlpha: $0) }
      }
    }

    var format: PixelFormat {
      .drawn(isDeep: isDeep, hasAlpha: hasAlpha, hasFullChroma: isFull)
    }

    var canvas: CanvasFormat {
      var canvas = CanvasFormat(size: FilteringTests.size, rate: FrameRate(25))
      let tags = CanvasColor.bt709.tags
      if isDeep, let deep = CanvasColor(tags, size: FilteringTests.size, depth: 10) {
        canvas.color = deep
      }
      if isFull { canvas.color = canvas.color.withFullChroma }
      return canvas
    }

    var testDescription: String { "\(format)" }
  }

  /// Options without which a filter cannot be made.
  private static let needed: [String: [FilterUse.Setting]] = [
    "colormatrix": [.init(name: "src", value: "bt601"), .init(name: "dst", value: "bt709")],
    "delogo": [
      .init(name: "x", value: "10"), .init(name: "y", value: "10"), .init(name: "w", value: "20"),
      .init(name: "h", value: "20"),
    ],
    "geq": [.init(name: "lum_expr", value: "255-lum(X,Y)")],
  ]

  /// The use of the filter `name` as a project without options has it.
  static func use(_ name: String, at first: Int? = nil) -> FilterUse? {
    guard case .allowed(let traits) = EffectRule.named(name)?.verdict else { return nil }
    var settings = needed[name] ?? []
    for option in traits.options {
      if case .fallback(let value) = option.limit {
        settings.append(FilterUse.Setting(name: option.name, value: value))
      }
    }
    return FilterUse(
      name: name, settings: settings, firstFrame: first, isRenewed: traits.isRenewed)
  }

  /// A picture that looks different for each `index`.
  static func picture(_ index: Int, _ form: Form) throws -> ImageBuffer {
    let frame = try Frame(size: size, format: form.format)
    for plane in 0..<(form.hasAlpha ? 4 : 3) {
      let isHalf = (plane == 1 || plane == 2) && !form.isFull
      let (width, rows) = isHalf ? (size.width / 2, size.height / 2) : (size.width, size.height)
      frame.fill(plane, isDeep: form.isDeep, width, rows) { x, y in
        let noise = (x &* 7919 &+ y &* 104_729 &+ index &* 31) >> 3
        // Alpha has clear, half and opaque parts.
        return plane == 3
          ? [0, 128, 255][(x / 16 + index) % 3]
          : 40 + (x * 3 + y * 2 + plane * 40 + index * 17 + noise % 40) % 170
      }
    }
    return ImageBuffer(frame)
  }

  @Test(arguments: names, Form.all)
  func `a filter gives pictures of the canvas's form`(name: String, form: Form) throws {
    let use = try #require(Self.use(name))
    let filtering = Filtering(use, canvas: form.canvas)
    let result = try filtering.treated(try Self.picture(0, form), [], 0, cover: .nothing)
    #expect(result.size == Self.size)
    #expect(result.isDeep == form.isDeep)
    // A filter may make alpha, and loses none.
    #expect(result.hasAlpha || !form.hasAlpha)
    #expect(
      result.frame.pixelFormat
        == .drawn(isDeep: form.isDeep, hasAlpha: result.hasAlpha, hasFullChroma: form.isFull))
  }

  @Test(arguments: names)
  func `a frame does not depend on those before it`(name: String) throws {
    let form = Form(isDeep: false, isFull: false, hasAlpha: false)
    let use = try #require(Self.use(name, at: 0))
    let run = Filtering(use, canvas: form.canvas)
    let inOrder = try (0..<6).map { index in
      try run.treated(try Self.picture(index, form), [], index, cover: .nothing).bytes
    }
    for index in [5, 2, 0, 3] {
      var later = use
      later.firstFrame = index
      let alone = Filtering(later, canvas: form.canvas)
      let result = try alone.treated(try Self.picture(index, form), [], 0, cover: .nothing).bytes
      #expect(result == inOrder[index], "frame \(index)")
    }
  }

  @Test(arguments: names)
  func `every option that takes curves changes the picture at its frame`(name: String) throws {
    let catalogue = EffectCatalogue(FilterCatalogue.loaded())
    guard case .effect(let effect) = catalogue.find(name) else { return }
    let form = Form(isDeep: false, isFull: false, hasAlpha: false)
    for option in effect.filter.options where effect.takesCurves(option) {
      let range = effect.range(of: option)
      let own = option.fallback.flatMap { Double($0) } ?? 0
      let other = [own + 1, own + 0.5, own - 0.5, own - 1].first {
        option.kind == .text || range.contains($0)
      }
      guard let other else { continue }
      var use = try #require(Self.use(name))
      use.changing = [
        FilterUse.Changing(
          name: option.name, isWhole: option.kind == .integer, range: -1e9...1e9)
      ]
      let changing = Filtering(use, canvas: form.canvas)
      // The filter is set to one value, then to another, then back.
      for (index, value) in [own, other, own, other].enumerated() {
        let picture = try Self.picture(index, form)
        let result = try changing.treated(picture, [value], index, cover: .nothing).bytes
        var fixed = use
        fixed.changing = []
        fixed.settings = use.settings(of: value)
        let alone = Filtering(fixed, canvas: form.canvas)
        #expect(
          try alone.treated(picture, [], 0, cover: .nothing).bytes == result,
          "\(option.name) = \(value)")
      }
    }
  }

  @Test func `a curve of a blur blurs more and more`() throws {
    let form = Form(isDeep: false, isFull: false, hasAlpha: false)
    var use = FilterUse(name: "gblur")
    use.changing = [FilterUse.Changing(name: "sigma", isWhole: false, range: 0...1024)]
    let filtering = Filtering(use, canvas: form.canvas)
    let picture = try Self.picture(0, form)
    func roughness(_ bytes: [UInt8]) -> Int {
      (0..<Self.size.width * Self.size.height - 1).reduce(0) {
        $0 + abs(Int(bytes[$1]) - Int(bytes[$1 + 1]))
      }
    }
    let values = try [0.1, 1, 2, 4].map { sigma in
      roughness(try filtering.treated(picture, [sigma], 0, cover: .nothing).bytes)
    }
    #expect(values == values.sorted(by: >) && Set(values).count == 4, "\(values)")
  }

  @Test func `what the time decides is that of the layer`() throws {
    let form = Form(isDeep: false, isFull: false, hasAlpha: false)
    let picture = try Self.picture(0, form)
    func luma(_ expression: String, first: Int, index: Int) throws -> UInt8 {
      let use = FilterUse(
        name: "geq", settings: [FilterUse.Setting(name: "lum_expr", value: expression)],
        firstFrame: first)
      return try Filtering(use, canvas: form.canvas).treated(picture, [], index, cover: .nothing)
        .bytes[0]
    }
    #expect(try luma("N", first: 40, index: 7) == 47)
    #expect(try luma("T*25", first: 40, index: 60) == 100)
    #expect(try luma("N", first: 0, index: 0) == 0)
  }

  @Test func `noise that changes is that of the layer's frame`() throws {
    let form = Form(isDeep: false, isFull: false, hasAlpha: false)
    let picture = try Self.picture(0, form)
    func noise(first: Int?, _ index: Int, _ flags: String = "t+u") throws -> [UInt8] {
      let use = FilterUse(
        name: "noise",
        settings: [
          FilterUse.Setting(name: "all_strength", value: "30"),
          FilterUse.Setting(name: "all_flags", value: flags),
        ], firstFrame: first, isRenewed: true)
      return try Filtering(use, canvas: form.canvas).treated(picture, [], index, cover: .nothing)
        .bytes
    }
    let frames = try (0..<4).map { try noise(first: 0, $0) }
    #expect(Set(frames).count == 4)
    #expect(try noise(first: 2, 1) == frames[3])
    #expect(try noise(first: nil, 0, "u") == noise(first: nil, 7, "u"))
  }

  @Test func `alpha that a filter does not know is kept`() throws {
    for isFull in [false, true] {
      for isDeep in [false, true] {
        let form = Form(isDeep: isDeep, isFull: isFull, hasAlpha: true)
        let picture = try Self.picture(1, form)
        let result = try Filtering(
          FilterUse(name: "vignette", isRenewed: true), canvas: form.canvas
        )
        .treated(picture, [], 0, cover: .nothing)
        #expect(result.alphaBytes == picture.alphaBytes)
        #expect(result.bytes != picture.bytes)
      }
    }
  }

  @Test func `a blur mixes no colour of clear pixels in`() throws {
    for isFull in [false, true] {
      for isDeep in [false, true] {
        let form = Form(isDeep: isDeep, isFull: isFull, hasAlpha: true)
        // White on the left, black under alpha 0 on the right.
        let picture = try Self.picture(0, form)
        let unit = isDeep ? 4 : 1
        for (plane, left, right) in [(0, 235, 16), (1, 128, 128), (2, 128, 128), (3, 255, 0)] {
          let isHalf = (plane == 1 || plane == 2) && !isFull
          let (width, rows) = isHalf ? (48, 32) : (96, 64)
          picture.frame.fill(plane, isDeep: isDeep, width, rows) { x, _ in
            x < width / 2 ? left : right
          }
        }
        let use = FilterUse(
          name: "gblur", settings: [FilterUse.Setting(name: "sigma", value: "4")])
        let result = try Filtering(use, canvas: form.canvas).treated(
          picture, [], 0, cover: .nothing)
        func luma(_ x: Int) -> Int {
          result.frame.withPlane(0) { base, stride in
            let row = UnsafeMutableRawPointer(base + 32 * stride)
            return isDeep
              ? Int(row.assumingMemoryBound(to: UInt16.self)[x]) : Int(base[32 * stride + x])
          } ?? 0
        }
        // Where alpha is between, luma is still that of white.
        for x in 40..<52 {
          #expect(abs(luma(x) - 235 * unit) <= 6 * unit, "\(form.format) at \(x)")
        }
      }
    }
  }

  @Test func `a filter that fails says so with libav's words`() throws {
    let form = Form(isDeep: false, isFull: false, hasAlpha: false)
    let use = FilterUse(
      name: "boxblur", settings: [FilterUse.Setting(name: "luma_radius", value: "w*")])
    do {
      _ = try Filtering(use, canvas: form.canvas).treated(
        try Self.picture(0, form), [], 0, cover: .nothing)
      Issue.record("it does not fail")
    } catch let error as AVError {
      #expect(error.call.contains("boxblur"))
      #expect(error.log.contains { $0.contains("w*") }, "\(error.log)")
    }
  }

  @Test func `a program with a filter that is not allowed is refused`() {
    #expect(FilterUse(name: "gblur").isAllowed)
    #expect(!FilterUse(name: "movie").isAllowed)
    // A filter reads a file where its rule says so, and by no plain option.
    let path = "/tmp/grade.cube"
    let file = MediaFile(path: path, digest: Fingerprint(bytes: [UInt8](repeating: 7, count: 32)))
    #expect(
      FilterUse(name: "lut3d", files: [FilterUse.File(name: "file", file: file)]).isAllowed)
    #expect(
      !FilterUse(name: "lut3d", files: [FilterUse.File(name: "interp", file: file)]).isAllowed)
    #expect(
      !FilterUse(name: "lut3d", settings: [FilterUse.Setting(name: "file", value: path)])
        .isAllowed)
    #expect(!FilterUse(name: "gblur", files: [FilterUse.File(name: "sigma", file: file)]).isAllowed)
    #expect(
      !FilterUse(
        name: "curves", settings: [FilterUse.Setting(name: "plot", value: "/tmp/x")]
      ).isAllowed)
    #expect(
      !FilterUse(
        name: "gblur", settings: [FilterUse.Setting(name: "sigma", value: "a\0b")]
      ).isAllowed)
  }
}

extension FilterUse {
  /// The settings where its one option that changes is `value`.
  fileprivate func settings(of value: Double) -> [Setting] { settings([value]) }
}

extension ImageBuffer {
  /// The bytes of the planes of colour, row by row without padding.
  var bytes: [UInt8] { bytes(of: 0..<3) }

  /// The bytes of alpha.
  var alphaBytes: [UInt8] { bytes(of: 3..<4) }

  /// The samples of alpha.
  var alphaSamples: [Int] {
    let bytes = alphaBytes
    guard isDeep else { return bytes.map { Int($0) } }
    return stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
  }

  private func bytes(of planes: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    let (width, depth) = (size.width, isDeep ? 2 : 1)
    for plane in planes {
      let shift = plane == 1 || plane == 2 ? frame.pixelFormat.chromaShift : (0, 0)
      frame.withPlane(plane) { base, stride in
        for y in 0..<size.height >> shift.1 {
          bytes += UnsafeBufferPointer(start: base + y * stride, count: (width >> shift.0) * depth)
        }
      }
    }
    return bytes
  }
}

extension Frame {
  /// Sets the samples of a plane, given as values of 8 bits.
  func fill(
    _ plane: Int, isDeep: Bool, _ width: Int, _ rows: Int, _ value: (Int, Int) -> Int
  ) {
    withPlane(plane) { base, stride in
      for y in 0..<rows {
        for x in 0..<width {
          let sample = value(x, y)
          if isDeep {
            let deep = UInt16(plane == 3 ? sample * 1023 / 255 : sample * 4)
            UnsafeMutableRawPointer(base + y * stride).assumingMemoryBound(to: UInt16.self)[x] =
              deep
          } else {
            base[y * stride + x] = UInt8(sample)
          }
        }
      }
    }
  }
}
