// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import Testing

@testable import Compositor
@testable import MediaIO
@testable import RenderProtocol

/// The alpha of a layer behind every filter that is allowed.
@Suite struct EffectAlphaTests {
  /// Options with which a filter does more than by default.
  private static let stronger: [String: [FilterUse.Setting]] = [
    "avgblur": [.init(name: "sizeX", value: "3")],
    "dilation": [.init(name: "threshold0", value: "100")],
    "gblur": [.init(name: "sigma", value: "3")],
    "limiter": [.init(name: "max", value: "100")],
    "lutyuv": [.init(name: "c0", value: "negval")],
    "noise": [.init(name: "all_strength", value: "60"), .init(name: "all_flags", value: "t")],
    "negate": [.init(name: "components", value: "y")],
  ]

  /// Filters that draw something opaque, and what.
  private static let opaque = [
    "oscilloscope": "its diagram", "shear": "black where the picture was moved away",
  ]

  private static let forms = FilteringTests.Form.all.filter(\.hasAlpha)

  private func use(_ name: String) throws -> FilterUse {
    var use = try #require(FilteringTests.use(name))
    use.settings += Self.stronger[name] ?? []
    return use
  }

  /// A picture of many colours that is as opaque everywhere, in 255ths.
  private func picture(alpha: Int, _ form: FilteringTests.Form) throws -> ImageBuffer {
    let picture = try FilteringTests.picture(0, form)
    let size = picture.size
    picture.frame.fill(3, isDeep: form.isDeep, size.width, size.height) { _, _ in alpha }
    return picture
  }

  @Test(arguments: FilteringTests.names, forms)
  func `a layer is as opaque behind a filter as before it`(
    name: String, form: FilteringTests.Form
  ) throws {
    if Self.opaque[name] != nil { return }
    for alpha in [0, 128, 255] {
      let picture = try picture(alpha: alpha, form)
      let result = try Filtering(try use(name), canvas: form.canvas).treated(
        picture, [], 0, cover: .nothing)
      let (before, after) = (picture.alphaSamples, result.alphaSamples)
      // What is half opaque goes through 8 bits in some filters, or through red, green and blue.
      // libswscale 8 rounds 10 bits of it on their way there and back; a level of 8 bits is 4 of them.
      let bound = alpha == 128 ? (form.isDeep ? 8 : 2) : form.isDeep && codecVersion > 59 ? 3 : 0
      let most = zip(before, after).map { abs($0 - $1) }.max() ?? .max
      #expect(before.count == after.count && most <= bound, "\(alpha): \(most)")
    }
  }

  @Test(arguments: opaque.keys.sorted(), forms)
  func `a filter that draws something opaque leaves most of a layer`(
    name: String, form: FilteringTests.Form
  ) throws {
    let picture = try picture(alpha: 128, form)
    let result = try Filtering(try use(name), canvas: form.canvas).treated(
      picture, [], 0, cover: .nothing)
    let (before, after) = (picture.alphaSamples, result.alphaSamples)
    let same = zip(before, after).filter { $0 == $1 }.count
    #expect(same > before.count / 2 && zip(before, after).allSatisfy { $1 >= $0 })
  }

  @Test(arguments: ["sobel", "prewitt", "kirsch", "roberts", "scharr", "histeq"], forms)
  func `colours are those that the filter makes of the opaque picture`(
    name: String, form: FilteringTests.Form
  ) throws {
    var whole = form
    whole.hasAlpha = false
    let (picture, opaque) = (
      try FilteringTests.picture(0, form), try FilteringTests.picture(0, whole)
    )
    // Nothing is hidden, which could be given other colours first.
    picture.frame.fill(3, isDeep: form.isDeep, 96, 64) { x, _ in [40, 128, 255][x / 16 % 3] }
    let result = try Filtering(try use(name), canvas: form.canvas).treated(
      picture, [], 0, cover: .nothing)
    let wanted = try Filtering(try use(name), canvas: form.canvas).treated(
      opaque, [], 0, cover: .nothing)
    #expect(result.bytes == wanted.bytes)
    #expect(result.bytes != picture.bytes)
    #expect(result.alphaBytes == picture.alphaBytes)
  }

  @Test(arguments: forms)
  func `alpha is filtered where a project asks for it`(form: FilteringTests.Form) throws {
    let picture = try FilteringTests.picture(0, form)
    func alpha(_ planes: String) throws -> [UInt8] {
      var use = try use("sobel")
      use.settings = [FilterUse.Setting(name: "planes", value: planes)]
      return try Filtering(use, canvas: form.canvas).treated(picture, [], 0, cover: .nothing)
        .alphaBytes
    }
    #expect(try alpha("7") == picture.alphaBytes)
    #expect(try alpha("15") != picture.alphaBytes)
  }

  /// Filters that work in red, green and blue get chroma for each pixel, and are given colours that change nothing.
  @Test(arguments: ["curves", "colorbalance", "exposure", "lutrgb", "vibrance"], [false, true])
  func `nothing hidden is mixed into what is seen`(name: String, isDeep: Bool) throws {
    let form = FilteringTests.Form(isDeep: isDeep, isFull: false, hasAlpha: true)
    // Red in a square of odd edges, and what a clear canvas hides beside it.
    let picture = try picture(alpha: 0, form)
    func isSeen(_ x: Int, _ y: Int) -> Bool { (21..<58).contains(x) && (13..<40).contains(y) }
    for (plane, red, clear) in [(0, 63, 16), (1, 102, 128), (2, 240, 128), (3, 255, 0)] {
      let size = plane == 1 || plane == 2 ? 2 : 1
      picture.frame.fill(plane, isDeep: isDeep, 96 / size, 64 / size) { x, y in
        let isAny = (0..<size).contains { dx in
          (0..<size).contains { dy in isSeen(x * size + dx, y * size + dy) }
        }
        return isAny ? red : clear
      }
    }
    let result = try Filtering(try use(name), canvas: form.canvas).treated(
      picture, [], 0, cover: .nothing)
    let step = isDeep ? 4 : 1
    for (plane, red) in [(0, 63), (1, 102), (2, 240)] {
      let size = plane > 0 ? 2 : 1
      result.frame.withPlane(plane) { base, stride in
        for y in (13 / size)..<(40 / size) {
          for x in (21 / size)..<(58 / size) {
            let row = UnsafeMutableRawPointer(base + y * stride)
            let sample =
              isDeep ? Int(row.assumingMemoryBound(to: UInt16.self)[x]) : Int(base[y * stride + x])
            #expect(abs(sample - red * step) <= 2 * step, "plane \(plane) at \(x), \(y)")
          }
        }
      }
    }
  }

  @Test(arguments: ["chromakey", "colorkey", "hsvkey", "lumakey"], forms)
  func `a key takes from a layer's alpha and adds nothing to it`(
    name: String, form: FilteringTests.Form
  ) throws {
    // Green on the left, grey on the right, half opaque.
    let picture = try picture(alpha: 128, form)
    for (plane, green, grey) in [(0, 145, 126), (1, 54, 128), (2, 34, 128)] {
      let isHalf = plane > 0 && !form.isFull
      let (width, rows) = isHalf ? (48, 32) : (96, 64)
      picture.frame.fill(plane, isDeep: form.isDeep, width, rows) { x, _ in
        x < width / 2 ? green : grey
      }
    }
    let settings: [FilterUse.Setting] =
      switch name {
      case "hsvkey":
        [
          .init(name: "hue", value: "-120"), .init(name: "sat", value: "0.6"),
          .init(name: "val", value: "0.6"), .init(name: "similarity", value: "0.3"),
        ]
      case "lumakey":
        [.init(name: "threshold", value: "0.568"), .init(name: "tolerance", value: "0.02")]
      default:
        [.init(name: "color", value: "0x00b300"), .init(name: "similarity", value: "0.2")]
      }
    let use = FilterUse(name: name, settings: settings)
    let result = try Filtering(use, canvas: form.canvas).treated(picture, [], 0, cover: .nothing)
    let (before, after) = (picture.alphaSamples, result.alphaSamples)
    let width = picture.size.width
    // The middle of both halves, of which no sample of chroma is mixed.
    for x in [10, 30] { #expect(after[32 * width + x] == 0) }
    for x in [60, 90] {
      #expect(abs(after[32 * width + x] - before[32 * width + x]) <= (form.isDeep ? 4 : 1))
    }
  }
}
