// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import Kernels
import LibAV
import RenderProtocol
import Testing

@testable import Compositor
@testable import MediaIO

/// Pictures whose clear pixels hide other colours than the ones that are seen, over what has the colour that is seen: nothing may
/// be seen of them.
@Suite(.enabled(if: hasFFmpeg, "no ffmpeg")) struct HiddenColorTests {
  private static let size = PixelSize(320, 240)
  private static let source = PixelSize(120, 90)
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  /// The way of a picture to the canvas.
  enum Way: String, CaseIterable, Sendable {
    case whole, odd, smaller, larger, mapSmaller, mapLarger, turned, projected

    /// The size in which it is asked of a filter, in shares of its own; nil for its own.
    var scale: Double? {
      switch self {
      case .smaller: 0.37
      case .larger: 1.8
      case .whole, .odd, .mapSmaller, .mapLarger, .turned, .projected: nil
      }
    }

    var placement: Placement {
      switch self {
      case .whole, .smaller, .larger: .at(x: 60, y: 40)
      case .odd: .at(x: 61, y: 41)
      case .mapSmaller: .warped(.constant(Affine(0.37, 0, 0, 0.37, 60.3, 40.7)))
      case .mapLarger: .warped(.constant(Affine(1.8, 0, 0, 1.8, 30.3, 20.7)))
      case .turned:
        .warped(
          .constant(
            Affine.translation(-60, -45).then(
              Affine(0.8660254, 0.5, -0.5, 0.8660254, 160, 120))))
      case .projected:
        .projected(
          .constant(
            SpaceMatrix(.translation(-60, -45)).then(.rotationY(degrees: 40))
              .then(.perspective(nearness: 1 / 300.0)).then(SpaceMatrix(.translation(160, 120)))
              .plane))
      }
    }
  }

  /// A canvas.
  struct Form: Sendable, CustomTestStringConvertible {
    var depth: Int
    var isFull: Bool
    var matrix = "bt709"

    static let all = [8, 10].flatMap { depth in
      [false, true].map { Form(depth: depth, isFull: $0) }
    }

    func canvas() throws -> CanvasFormat {
      let tags = ColorTags(
        matrix: matrix, primaries: "bt709", transfer: "bt709", range: "tv")
      let color = try #require(
        CanvasColor(tags, size: HiddenColorTests.size, depth: depth))
      return CanvasFormat(
        size: HiddenColorTests.size, rate: FrameRate(25),
        color: isFull ? color.withFullChroma : color)
    }

    var testDescription: String { "\(depth) bits, \(isFull ? "4:4:4" : "4:2:0")" }
  }

  /// The visible colour of a file, and the hidden one.
  struct Hiding: Sendable, CustomTestStringConvertible {
    var seen: Color
    var hidden: Color
    var testDescription: String { "\(hidden) under \(seen)" }

    static let all = [
      Hiding(seen: Color(255, 0, 0), hidden: Color(0, 255, 0)),
      Hiding(seen: Color(255, 255, 255), hidden: Color(0, 0, 0)),
      Hiding(seen: Color(20, 40, 220), hidden: Color(255, 255, 0)),
    ]
  }

  /// A disc with soft edges, in `format`, made by ffmpeg.
  private func file(
    _ name: String, _ hiding: Hiding, _ format: String, _ options: [String]
  ) throws -> MediaFile {
    let path = shop.path(name)
    let alpha = "clip((36.3-hypot(X-57.2,Y-44.6))*255,0,255)"
    // Made in the depth that it has, and without a conversion that would mix colours.
    let isDeep = format == "rgba64be"
    let unit = isDeep ? 257 : 1
    func channel(_ seen: UInt8, _ hidden: UInt8) -> String {
      "'if(gt(\(alpha),0),\(Int(seen) * unit),\(Int(hidden) * unit))'"
    }
    let (seen, hidden) = (hiding.seen, hiding.hidden)
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i",
        "color=gray:s=\(Self.source.width)x\(Self.source.height):r=25:d=0.04"
          + ",format=\(isDeep ? "gbrap16le" : "rgba")"
          + ",geq=r=\(channel(seen.red, hidden.red)):g=\(channel(seen.green, hidden.green))"
          + ":b=\(channel(seen.blue, hidden.blue)):a='\(alpha)*\(unit)'"
          + ",scale=out_color_matrix=bt709:flags=accurate_rnd+full_chroma_int,format=\(format)",
      ] + options + [path])
    return MediaFile(path: path, digest: Fingerprint(bytes: [UInt8](repeating: 9, count: 32)))
  }

  /// The greatest difference of any sample from the canvas's ground, which has the colour that is seen, in steps of 8 bits.
  private func fringe(
    _ source: PictureSource, _ hiding: Hiding, _ way: Way, _ form: Form, ground: Color? = nil
  ) throws -> Double {
    let canvas = try form.canvas()
    var steps: [PictureStep] = []
    if let scale = way.scale {
      steps = [
        .scale(
          PixelSize(
            Int(Double(Self.source.width) * scale), Int(Double(Self.source.height) * scale)))
      ]
    }
    let layer = Layer(
      content: .picture(Picture(source: source, steps: steps)), placement: way.placement)
    let program = RenderProgram(
      canvas: canvas,
      parts: [LayerInterval(frameCount: 1, background: ground ?? hiding.seen, layers: [layer])])
    let run = RenderRun(
      context: RenderContext(), canvas: canvas, decoderThreads: 1, keepsGoing: false)
    let frame = try #require(try FrameRenderer(program, run: run).next())
    func most<Sample: PictureSample>(_: Sample.Type) -> Double {
      let color = SampleColor<Sample>(hiding.seen, in: canvas.color)
      return frame.withView(of: Sample.self) { view in
        var most = 0
        for (plane, sample) in [(view.y, color.y), (view.u, color.u), (view.v, color.v)] {
          for y in 0..<plane.height {
            for x in 0..<plane.width {
              most = max(most, abs(Int(plane.base[y * plane.stride + x]) - Int(sample)))
            }
          }
        }
        return Double(most) / Double(1 << (Sample.depth - 8))
      }
    }
    return most(frame.sample)
  }

  @Test(arguments: Hiding.all, Form.all)
  func `nothing is seen of what a still hides`(hiding: Hiding, form: Form) throws {
    let file = try file("still.png", hiding, "rgba", [])
    for way in Way.allCases {
      let fringe = try fringe(.image(file, .none), hiding, way, form)
      #expect(fringe <= 2, "\(way): \(fringe)")
    }
    // The disc is there.
    #expect(
      try fringe(.image(file, .none), hiding, .whole, form, ground: Color(0, 120, 120)) > 40)
  }

  @Test(arguments: [("rgba64be", "deep.png"), ("ya8", "gray.png"), ("rgba", "still.tiff")])
  func `nothing is seen of what stills of other kinds hide`(
    format: String, name: String
  ) throws {
    let hiding = Hiding.all[format == "ya8" ? 1 : 0]
    let file = try file(name, hiding, format, [])
    for way in Way.allCases {
      let fringe = try fringe(.image(file, .none), hiding, way, Form(depth: 8, isFull: false))
      #expect(fringe <= 2, "\(way): \(fringe)")
    }
  }

  @Test(
    arguments: [
      ("rgba", ["-c:v", "png"]), ("argb", ["-c:v", "qtrle"]), ("yuva444p", ["-c:v", "ffv1"]),
      ("yuva444p10le", ["-c:v", "ffv1"]),
    ], Form.all)
  func `nothing is seen of what footage hides`(
    kind: (format: String, options: [String]), form: Form
  ) throws {
    let hiding = Hiding.all[0]
    let tags =
      [
        "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range",
        kind.format.hasPrefix("yuv") ? "tv" : "pc",
      ] + (kind.format.hasPrefix("yuv") ? ["-colorspace", "bt709"] : [])
    let file = try file(
      kind.options[1] == "ffv1" ? "clip.mkv" : "clip.mov", hiding, kind.format,
      kind.options + ["-pix_fmt", kind.format == "rgba" ? "rgba" : kind.format] + tags)
    let facts = try probeMedia(ProbeRequest(path: file.path))
    let video = try #require(facts.video)
    let read = VideoRead(
      file: file, stream: video.stream, zero: facts.start, map: TimeRemap(start: .zero),
      origin: .none)
    for way in Way.allCases {
      let fringe = try fringe(.video(read), hiding, way, form)
      #expect(fringe <= 2, "\(way): \(fringe)")
    }
  }

  @Test func `a picture without alpha, or in the canvas's form, goes through nothing`() throws {
    for format in [PixelFormat.yuv420p, .yuva420p] {
      let frame = try Frame(size: Self.source, format: format)
      frame.color = CanvasColor.bt709.tags
      let shared = ImageBuffer(frame)
      #expect(try PictureFilter([], color: .bt709).apply(shared) === shared)
    }
  }
}
