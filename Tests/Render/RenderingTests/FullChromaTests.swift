// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import Kernels
import LibAV
import RenderProtocol
import TestSupport
import Testing

@testable import Compositor
@testable import MediaIO

/// Canvases in 4:4:4.
@Suite struct FullChromaTests {
  private static let size = PixelSize(48, 32)
  /// Two colours far apart in luma and in both chroma samples.
  private static let (one, other) = (Color(255, 235, 0), Color(40, 0, 200))

  /// A random stack of layers, all of them of the two colours.
  private static func layers(_ random: inout SeededNumbers, depth: Int = 0) -> [Layer] {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in layer(&random, depth) }
  }

  private static func layer(_ random: inout SeededNumbers, _ depth: Int) -> Layer {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func isDrawn(_ share: Int) -> Bool { number(1...share) == 1 }
    let color = isDrawn(2) ? one : other
    var layer: Layer
    switch depth < 2 ? number(0...3) : 0 {
    case 2:
      layer = Layer(
        content: .stack(layers(&random, depth: depth + 1)), placement: .at(x: 0, y: 0))
      if isDrawn(2) {
        layer.treatment = LayerTreatment(.blur, .constant([Double(number(1...30)) / 10, 0]))
      }
    case 3:
      let kinds = [
        "fade", "wipeleft", "slideup", "circleopen", "smoothright", "squeezeh", "zoomin",
      ]
      let transition = Transition(
        name: kinds[number(0...kinds.count - 1)], from: layers(&random, depth: depth + 1),
        to: layers(&random, depth: depth + 1), background: color, offset: number(0...9),
        duration: 10)
      layer = Layer(content: .transition(transition), placement: .at(x: 0, y: 0))
    default:
      let fill = Color(color.red, color.green, color.blue, alpha: isDrawn(3) ? 128 : 255)
      let picture = Picture(source: .color(fill, size: PixelSize(number(1...40), number(1...30))))
      layer = Layer(
        content: .picture(picture), placement: .at(x: number(-9...40), y: number(-9...25)))
    }
    if isDrawn(3) {
      let (scale, angle) = (Double(number(3...20)) / 10, Double(number(0...62)) / 10)
      let (a, b) = (scale * cos(angle), scale * sin(angle))
      layer.placement = .warped(
        .constant(Affine(a, b, -b, a, Double(number(0...96)) / 2, Double(number(0...64)) / 2)))
    }
    if isDrawn(3) { layer.opacity = .constant(number(1...Layer.opaque)) }
    if isDrawn(4) {
      layer.outline = .constant(
        RoundedBox(
          x: Double(number(0...20)), y: Double(number(0...20)), width: Double(number(1...40)),
          height: Double(number(1...30)), radii: [4, 0, 2, 1]))
    }
    return layer
  }

  private func samples<Sample: PictureSample>(_ plane: SamplePlane<Sample>) -> [Int] {
    var samples: [Int] = []
    for y in 0..<plane.height {
      for x in 0..<plane.width { samples.append(Int(plane.base[y * plane.stride + x])) }
    }
    return samples
  }

  /// The planes of the only frame of `program` on a canvas of `color`.
  private func planes(_ layers: [Layer], _ color: CanvasColor) throws -> [[Int]] {
    let program = RenderProgram(
      canvas: CanvasFormat(size: Self.size, rate: FrameRate(25), color: color),
      parts: [LayerInterval(frameCount: 1, background: Self.other, layers: layers)])
    let run = RenderRun(
      context: RenderContext(), canvas: program.canvas, decoderThreads: 1, keepsGoing: false)
    let frame = try #require(try FrameRenderer(program, run: run).next())
    #expect(frame.frame.pixelFormat.description == color.pixelFormat)
    func samples<Sample: PictureSample>(_ sample: Sample.Type) -> [[Int]] {
      frame.withView(of: sample) { view in [view.y, view.u, view.v].map { self.samples($0) } }
    }
    return samples(frame.sample)
  }

  /// Each pixel of such a film is a mix of the two colours, so its luma decides its chroma; in 4:2:0 that is
  /// so only away from edges.
  @Test(arguments: 0..<60 as Range<UInt64>, [8, 10])
  func `luma is that of 4:2:0, and each pixel has a chroma sample of its own`(
    _ seed: UInt64, _ depth: Int
  ) throws {
    var random = SeededNumbers(seed: seed)
    let layers = Self.layers(&random)
    let half = try #require(CanvasColor(CanvasColor.bt709.tags, size: Self.size, depth: depth))
    let small = try planes(layers, half)
    let full = try planes(layers, half.withFullChroma)
    #expect(full[0] == small[0])
    #expect(full[1].count == full[0].count && small[1].count * 4 == full[0].count)
    let plain = try [Self.one, Self.other].map { color in
      let picture = Picture(source: .color(color, size: Self.size))
      let layer = Layer(content: .picture(picture), placement: .at(x: 0, y: 0))
      return try planes([layer], half.withFullChroma).map { $0[0] }
    }
    var worst = 0
    for plane in 1...2 {
      let slope = Double(plain[1][plane] - plain[0][plane]) / Double(plain[1][0] - plain[0][0])
      for (luma, chroma) in zip(full[0], full[plane]) {
        let wanted = Double(plain[0][plane]) + Double(luma - plain[0][0]) * slope
        worst = max(worst, Int(abs(Double(chroma) - wanted)))
      }
    }
    #expect(worst <= 4, "\(layers)")
  }

  @Test func `chroma of 4:2:0 is scaled up from where H.264 has it`() throws {
    let color = CanvasColor.bt709
    let frame = try ImageBuffer(size: PixelSize(32, 16), hasAlpha: false, in: color)
    frame.withView(of: UInt8.self) { view in
      for y in 0..<16 { for x in 0..<32 { view.y.base[y * view.y.stride + x] = 100 } }
      for plane in [view.u, view.v] {
        for y in 0..<8 { for x in 0..<16 { plane.base[y * plane.stride + x] = UInt8(60 + 8 * x) } }
      }
    }
    let shown = try PictureFilter([], color: color.withFullChroma).apply(frame)
    shown.withView(of: UInt8.self) { view in
      #expect(view.chroma == .full)
      // Away from the edges a ramp stays one: chroma sample k lies at pixel 2k.
      for x in 6..<26 { #expect(abs(Int(view.u.base[8 * view.u.stride + x]) - (60 + 4 * x)) <= 1) }
    }
    let same = try PictureFilter([], color: color.withFullChroma).apply(shown)
    #expect(same === shown)
  }

  @Test func `the text of a colour tells the chroma format`() throws {
    for depth in [8, 10] {
      let half = try #require(CanvasColor(CanvasColor.bt709.tags, size: Self.size, depth: depth))
      let text = half.withFullChroma.description
      #expect(text == half.description + "/444")
      #expect(CanvasColor(parsing: Substring(text)) == half.withFullChroma)
      #expect(half.withFullChroma.stated.hasFullChroma)
    }
    for text in ["bt709:bt709/bt709/bt709/tv/444/10", "bt709:bt709/bt709/bt709/tv/422"] {
      #expect(CanvasColor(parsing: Substring(text)) == nil)
    }
  }
}
