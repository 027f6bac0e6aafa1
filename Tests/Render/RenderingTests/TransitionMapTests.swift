// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Foundation
import Kernels
import RenderProtocol
import Testing
import Transitions

@testable import Compositor
@testable import MediaIO
@testable import Muxing

/// Pictures that transitions read, and transitions that are played backwards.
@Suite(.enabled(if: hasFFmpeg, "no ffmpeg")) struct TransitionMapTests {
  private static let size = PixelSize(256, 32)
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private func layer(_ color: Color) -> Layer {
    Layer(
      content: .picture(Picture(source: .color(color, size: Self.size))),
      placement: .at(x: 0, y: 0))
  }

  /// A transition from black to white.
  private func transition(
    _ name: String, _ parameters: [Double] = [], map: TransitionMap? = nil, reversed: Bool? = nil,
    at offset: Int = 50
  ) -> Transition {
    var transition = Transition(
      name: name, parameters: parameters.isEmpty ? nil : parameters, from: [layer(.black)],
      to: [layer(.white)], background: .black, offset: offset, duration: 100)
    transition.map = map
    transition.isReversed = reversed
    return transition
  }

  private func luma(
    _ transition: Transition, color: CanvasColor = .bt709
  ) throws -> [Int] {
    let program = RenderProgram(
      canvas: CanvasFormat(size: Self.size, rate: FrameRate(25), color: color),
      parts: [
        LayerInterval(
          frameCount: 1, background: .black,
          layers: [Layer(content: .transition(transition), placement: .at(x: 0, y: 0))])
      ])
    let run = RenderRun(
      context: RenderContext(), canvas: program.canvas, decoderThreads: 1, keepsGoing: false)
    let frame = try #require(try FrameRenderer(program, run: run).next())
    func row<S: PictureSample>(_ sample: S.Type) -> [Int] {
      frame.withView(of: sample) { view in
        (0..<view.width).map { Int(view.y.base[16 * view.y.stride + $0]) >> (S.depth - 8) }
      }
    }
    return color.isDeep ? row(UInt16.self) : row(UInt8.self)
  }

  /// A ramp from black at the left to white at the right, half as wide as the canvas.
  private func map(_ name: String, _ format: String, _ orientation: Orientation = .upright) throws
    -> TransitionMap
  {
    let path = shop.path(name)
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i",
        "color=gray:s=128x8,format=gray16le,geq=lum='X*65535/127'", "-frames:v", "1", "-pix_fmt",
        format, path,
      ])
    return TransitionMap(
      file: MediaFile(path: path, digest: Fingerprint(of: name)), orientation: orientation)
  }

  @Test(arguments: ["gray", "gray16be", "rgb24", "rgba", "ya8"])
  func `the second picture comes first where a picture is dark`(_ format: String) throws {
    let map = try map("ramp-\(format).png", format)
    for color in [CanvasColor.bt709, try #require(CanvasColor(.bt709, size: Self.size, depth: 10))]
    {
      let row = try luma(transition("luma", [0, 0], map: map), color: color)
      #expect(row.prefix(124).allSatisfy { $0 == 235 } && row.suffix(124).allSatisfy { $0 == 16 })
      let inverted = try luma(transition("luma", [0, 1], map: map), color: color)
      #expect(inverted.prefix(124).allSatisfy { $0 == 16 })
      #expect(inverted.suffix(124).allSatisfy { $0 == 235 })
      let soft = try luma(transition("luma", [1, 0], map: map), color: color)
      #expect(zip(soft, soft.dropFirst()).allSatisfy { $0 >= $1 })
      #expect(Set(soft).count > 150)
    }
  }

  @Test func `a picture is shown upright`() throws {
    let map = try map("turned.png", "gray", .rotate180)
    let row = try luma(transition("luma", [0, 0], map: map))
    #expect(row.prefix(124).allSatisfy { $0 == 16 } && row.suffix(124).allSatisfy { $0 == 235 })
  }

  @Test func `a transition that reads a picture fails without one, and another with one`() throws {
    let map = try map("ramp.png", "gray")
    #expect(throws: RenderFailure.self) { try luma(transition("luma", [0, 0])) }
    #expect(throws: RenderFailure.self) { try luma(transition("fade", map: map)) }
  }

  @Test func `backwards, pictures change their places and the time its way`() throws {
    let forwards = try luma(transition("smpte1", [0], at: 25))
    let backwards = try luma(transition("smpte1", [0], reversed: true, at: 75))
    // What was white is black: a quarter from the left has changed there, and has still to change here.
    #expect(zip(forwards, backwards).allSatisfy { ($0 == 235) == ($1 == 16) })
    #expect(try luma(transition("smpte1", [0], reversed: true, at: 0)).allSatisfy { $0 == 16 })
    #expect(try luma(transition("smpte1", [0], reversed: true, at: 99)).count { $0 == 16 } < 4)
  }
}
