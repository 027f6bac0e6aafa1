// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Foundation
import Kernels
import LibAV
import RenderProtocol
import Testing
import Transitions

@testable import Compositor
@testable import MediaIO
@testable import Muxing

/// The precision of all operations on a 10-bit canvas, which preserve more than 8 bits.
///
/// The picture is a ramp from black to white with 877 levels; in 8 bits it would have 220.
@Suite(.enabled(if: hasFFmpeg, "no ffmpeg")) struct DeepCanvasTests {
  private static let size = PixelSize(1024, 64)
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private static func canvas(
    _ matrix: String = "bt709", _ primaries: String = "bt709", _ transfer: String = "bt709"
  ) throws -> CanvasFormat {
    let tags = ColorTags(matrix: matrix, primaries: primaries, transfer: transfer, range: "tv")
    return CanvasFormat(
      size: size, rate: FrameRate(25),
      color: try #require(CanvasColor(tags, size: size, depth: 10)))
  }

  /// The ramp as footage, with `steps`.
  private func ramp(_ steps: [PictureStep] = []) throws -> Layer {
    let path = shop.path("ramp.mkv")
    if !FileManager.default.fileExists(atPath: path) {
      _ = try shop.run(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i",
          "color=gray:s=1024x64:r=25:d=0.2,format=yuv420p10le,geq=lum='64+X*876/1023':cb=512:cr=512",
          "-c:v", "ffv1", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc",
          "bt709", "-color_range", "tv", path,
        ])
    }
    let facts = try probeMedia(ProbeRequest(path: path))
    let video = try #require(facts.video)
    let read = VideoRead(
      file: MediaFile(path: path, digest: Fingerprint(bytes: [UInt8](repeating: 3, count: 32))),
      stream: video.stream, zero: facts.start, map: TimeRemap(start: .zero), origin: .none)
    return Layer(
      content: .picture(Picture(source: .video(read), steps: steps)), placement: .at(x: 0, y: 0))
  }

  private func program(_ layers: [Layer], _ canvas: CanvasFormat) -> RenderProgram {
    RenderProgram(
      canvas: canvas, parts: [LayerInterval(frameCount: 1, background: .black, layers: layers)])
  }

  /// The number of luma levels in the composite of `layers`.
  private func levels(_ layers: [Layer], finish: OutputScaling? = nil) throws -> Int {
    var program = program(layers, try Self.canvas())
    program.finish = finish
    let run = RenderRun(
      context: RenderContext(), canvas: program.canvas, decoderThreads: 1, keepsGoing: false)
    let frame = try #require(try FrameRenderer(program, run: run).next())
    return frame.withView(of: UInt16.self) { view in
      var seen: Set<UInt16> = []
      for y in 0..<view.y.height {
        for x in 0..<view.y.width { seen.insert(view.y.base[y * view.y.stride + x]) }
      }
      return seen.count
    }
  }

  @Test func `a ramp comes through untouched`() throws {
    #expect(try levels([ramp()]) == 877)
  }

  @Test func `every declared transition has a kernel`() {
    #expect(TransitionStyle.all.count == TransitionKernel.all.count)
    for style in TransitionStyle.all {
      let kernel = TransitionKernel(named: style.kernel)
      #expect(kernel?.parameterCount == style.defaults.count, "\(style.name)")
      #expect(kernel?.passesBlack == style.passesBlack, "\(style.name)")
      #expect(kernel?.readsMap == (style.map != nil), "\(style.name)")
    }
  }

  @Test(arguments: TransitionKind.allCases)
  func `a transition keeps more than eight bits`(_ kind: TransitionKind) throws {
    let transition = Transition(
      name: kind.rawValue,
      parameters: kind.parameterCount == 0 ? nil : Array(repeating: 2, count: kind.parameterCount),
      from: [try ramp()], to: [try ramp([.orient(.rotate180)])],
      background: .black, offset: 10, duration: 100)
    #expect(
      try levels([Layer(content: .transition(transition), placement: .at(x: 0, y: 0))]) > 256)
  }

  @Test func `moves, scales, cuts, blurs and fades keep more than eight bits`()
    throws
  {
    let size = Self.size
    var faded = try ramp()
    faded.opacity = .constant(Layer.opaque / 2)
    var turned = try ramp()
    turned.placement = .warped(.constant(Affine(0.99, 0.01, -0.01, 0.99, 3.5, 1.25)))
    var cut = try ramp()
    cut.outline = .constant(
      RoundedBox(x: 10, y: 5, width: 900, height: 50, radii: [8, 8, 8, 8]))
    var blurred = Layer(content: .stack([try ramp()]), placement: .at(x: 0, y: 0))
    blurred.treatment = LayerTreatment(.blur, .constant([3, 0]))
    var group = Layer(content: .stack([try ramp(), faded]), placement: .at(x: 0, y: 0))
    group.opacity = .constant(Layer.opaque * 3 / 4)
    let layers = [
      try ramp([.scale(PixelSize(700, 48))]), try ramp([.blur]),
      try ramp([.crop(PixelRect(x: 101, y: 3, width: 600, height: 40)), .scale(size)]),
      try ramp([.orient(.rotate180)]), faded, turned, cut, blurred, group,
    ]
    for (index, layer) in layers.enumerated() {
      #expect(try levels([layer]) > 256, "layer \(index)")
    }
    for hasBackdrop in [false, true] {
      let finish = OutputScaling(
        size: PixelSize(800, 100), crop: PixelRect(size),
        box: PixelRect(x: 0, y: 26, width: 800, height: 48), background: .black,
        hasBackdrop: hasBackdrop)
      #expect(try levels([ramp()], finish: finish) > 256)
    }
  }

  /// The samples of a picture file rendered from `layers`.
  private func still(
    _ layers: [Layer], _ canvas: CanvasFormat, _ name: String
  ) throws -> [[Int]] {
    let path = shop.path(name)
    _ = try SegmentRenderer().render(
      FrameRequest(
        program: program(layers, canvas), encoder: name.hasSuffix("png") ? "png" : "mjpeg",
        output: path))
    let data = try shop.run(
      "ffmpeg", ["-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb48le", "-"])
    let samples = data.withUnsafeBytes { bytes in
      (0..<bytes.count / 2).map {
        Int(bytes.loadUnaligned(fromByteOffset: 2 * $0, as: UInt16.self))
      }
    }
    return stride(from: 0, to: samples.count, by: 3).map { Array(samples[$0..<$0 + 3]) }
  }

  @Test func `a picture in standard range keeps more than eight bits`() throws {
    let pixels = try still([ramp()], Self.canvas(), "a.png")
    #expect(Set(pixels.map { $0[0] }).count > 800)
    let (first, last) = (pixels[0], pixels[pixels.count - 1])
    #expect(
      first.allSatisfy { $0 < 64 } && last.allSatisfy { $0 > 65535 - 320 }, "\(first) \(last)")
    #expect(try still([ramp()], Self.canvas(), "a.jpg").count == 1024 * 64)
  }

  @Test(arguments: ["a.png", "a.jpg"])
  func `a picture of a canvas in wide gamut or HDR has the colours of sRGB`(
    _ name: String
  ) throws {
    func patch(_ color: Color) -> Layer {
      Layer(
        content: .picture(Picture(source: .color(color, size: Self.size))),
        placement: .at(x: 0, y: 0))
    }
    let wide = try Self.canvas("bt2020nc", "bt2020", "bt2020-10")
    for color in [Color(200, 30, 40), Color(20, 160, 60), Color(255, 255, 255)] {
      let found = try still([patch(color)], wide, name)[5000].map { $0 / 257 }
      let wanted = [color.red, color.green, color.blue].map { Int($0) }
      for (found, wanted) in zip(found, wanted) {
        #expect(abs(found - wanted) <= 5, "\(found) \(wanted)")
      }
    }
    for transfer in ["smpte2084", "arib-std-b67"] {
      let canvas = try Self.canvas("bt2020nc", "bt2020", transfer)
      let red = try still([patch(Color(255, 0, 0))], canvas, name)[5000]
      #expect(red[0] > 100 * 257 && red[1] < red[0] / 4 && red[2] < red[0] / 4, "\(red)")
      let white = try still([patch(.white)], canvas, name)[5000]
      #expect((white.max() ?? 0) - (white.min() ?? 0) < 3 * 257, "\(white)")
    }
  }
}
