// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import RenderProtocol
import Testing

@testable import Compositor
@testable import MediaIO

/// Pictures of another matrix against the formula in double precision.
@Suite struct MatrixTests {
  /// A colour encoding: what red and blue count of luma, and the samples of black, white and the most chroma.
  struct Coding: Sendable, CustomTestStringConvertible {
    var matrix: String
    var isFull = false
    var depth = 8

    var shares: (red: Double, blue: Double) {
      switch matrix {
      case "smpte170m", "bt470bg": (0.299, 0.114)
      case "bt709": (0.2126, 0.0722)
      case "bt2020nc": (0.2627, 0.0593)
      case "smpte240m": (0.212, 0.087)
      default: preconditionFailure("an unknown matrix")
      }
    }
    var format: PixelFormat { depth == 8 ? isFull ? .yuvj420p : .yuv420p : .yuv420p10 }
    var tags: ColorTags {
      ColorTags(
        matrix: matrix, primaries: "unknown", transfer: "unknown", range: isFull ? "pc" : "tv")
    }
    var testDescription: String { "\(matrix) \(isFull ? "full" : "limited") \(depth)" }

    private var unit: Double { depth == 8 ? 1 : 4 }
    private var black: Double { isFull ? 0 : 16 * unit }
    private var most: Double { depth == 8 ? 255 : 1023 }
    private var luma: Double { isFull ? most : 219 * unit }
    private var chroma: Double { isFull ? most : 224 * unit }

    func rgb(_ y: Int, _ u: Int, _ v: Int) -> (Double, Double, Double) {
      let (kr, kb) = shares
      let gray = (Double(y) - black) / luma
      let (cb, cr) = ((Double(u) - 128 * unit) / chroma, (Double(v) - 128 * unit) / chroma)
      let (red, blue) = (gray + 2 * (1 - kr) * cr, gray + 2 * (1 - kb) * cb)
      return (red, (gray - kr * red - kb * blue) / (1 - kr - kb), blue)
    }

    func samples(_ rgb: (Double, Double, Double)) -> [Double] {
      let (kr, kb) = shares
      let gray = kr * rgb.0 + (1 - kr - kb) * rgb.1 + kb * rgb.2
      return [
        black + luma * gray, 128 * unit + chroma * (rgb.2 - gray) / (2 * (1 - kb)),
        128 * unit + chroma * (rgb.0 - gray) / (2 * (1 - kr)),
      ]
    }
  }

  private static let size = PixelSize(48, 32)

  /// A sample of the picture: chroma in some steps, and luma that is another one at each pixel.
  private func sample(_ plane: Int, _ x: Int, _ y: Int, _ coding: Coding) -> Int {
    let eight =
      switch plane {
      case 0: 60 + (x * 3 + y * 2) % 120
      case 1: 92 + 9 * (x / 3)
      default: 164 - 9 * (y / 2)
      }
    return eight << (coding.depth - 8)
  }

  private func picture(_ coding: Coding) throws -> Frame {
    let frame = try Frame(size: Self.size, format: coding.format)
    for plane in 0..<3 {
      let (width, height) = plane == 0 ? (48, 32) : (24, 16)
      frame.withPlane(plane) { base, stride in
        for y in 0..<height {
          for x in 0..<width {
            let (row, value) = (base + y * stride, sample(plane, x, y, coding))
            if coding.depth == 8 {
              row[x] = UInt8(value)
            } else {
              (row[2 * x], row[2 * x + 1]) = (UInt8(value & 255), UInt8(value >> 8))
            }
          }
        }
      }
    }
    frame.color = coding.tags
    return frame
  }

  @Test(arguments: [
    (Coding(matrix: "smpte170m", isFull: true), Coding(matrix: "bt709")),
    (Coding(matrix: "bt470bg"), Coding(matrix: "bt709")),
    (Coding(matrix: "smpte240m"), Coding(matrix: "bt709")),
    (Coding(matrix: "bt2020nc"), Coding(matrix: "bt709")),
    (Coding(matrix: "bt709"), Coding(matrix: "smpte170m")),
    (Coding(matrix: "bt709", isFull: true), Coding(matrix: "smpte170m", isFull: true)),
    (Coding(matrix: "bt709"), Coding(matrix: "smpte170m", isFull: true)),
    (
      Coding(matrix: "bt709", isFull: true),
      Coding(matrix: "smpte170m", isFull: true, depth: 10)
    ),
    (Coding(matrix: "smpte170m", isFull: true), Coding(matrix: "bt709", depth: 10)),
    (Coding(matrix: "smpte170m"), Coding(matrix: "bt709", depth: 10)),
    (Coding(matrix: "smpte170m", depth: 10), Coding(matrix: "bt709", depth: 10)),
    (Coding(matrix: "smpte170m", isFull: true, depth: 10), Coding(matrix: "bt709", depth: 10)),
    (Coding(matrix: "smpte170m", isFull: true, depth: 10), Coding(matrix: "bt709")),
  ])
  func `samples are those of the same red, green and blue`(_ from: Coding, _ to: Coding) throws {
    let color = try #require(CanvasColor(to.tags, size: Self.size, depth: to.depth))
    let source = ImageBuffer(try picture(from))
    let filter = PictureFilter([], color: color)
    #expect(filter.filters(for: source)[0].filters.contains { $0.name == "colorspace" })
    let output = try filter.apply(source).planes
    // More bits are made before, which rounds once more; of a full range, libswscale 10 makes 1020 of 255, not 1023.
    let most = from.depth < to.depth ? from.isFull && codecVersion > 61 ? 3 : 1.6 : 0.75
    for y in 0..<32 {
      for x in 0..<48 {
        let half = y / 2 * 24 + x / 2
        let (u, v) = (sample(1, x / 2, y / 2, from), sample(2, x / 2, y / 2, from))
        let wanted = to.samples(from.rgb(sample(0, x, y, from), u, v))
        #expect(abs(Double(output[0][y * 48 + x]) - wanted[0]) <= most, "luma at \(x), \(y)")
        guard x % 2 == 0, y % 2 == 0 else { continue }
        #expect(abs(Double(output[1][half]) - wanted[1]) <= most, "Cb at \(x), \(y)")
        #expect(abs(Double(output[2][half]) - wanted[2]) <= most, "Cr at \(x), \(y)")
      }
    }
  }

  /// Of a file such as a TIFF, which does not say its range; below 720 lines its matrix would be another than the canvas's.
  @Test(arguments: [PixelSize(48, 32), PixelSize(1280, 720)])
  func `grey without a range is as full as RGB`(_ size: PixelSize) throws {
    let gray = try #require(PixelFormat(named: "gray"))
    for (sample, luma) in [(UInt8(0), 16), (128, 126), (255, 235)] {
      let frame = try Frame(size: size, format: gray)
      frame.withPlane(0) { base, stride in
        for y in 0..<size.height {
          (base + y * stride).update(repeating: sample, count: size.width)
        }
      }
      frame.color = ColorTags(
        matrix: "unknown", primaries: "unknown", transfer: "unknown", range: "unknown")
      let output = try PictureFilter([], color: .bt709).apply(ImageBuffer(frame))
      #expect(output.planes[0].allSatisfy { $0 == luma }, "\(output.planes[0][0])")
      #expect(output.planes[1].allSatisfy { $0 == 128 })
    }
  }
}
