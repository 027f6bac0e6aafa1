// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import Kernels
import RenderProtocol
import Testing

@testable import Compositor
@testable import MediaIO
@testable import Muxing

/// Canvases of BT.601, of full range, and of unspecified colour.
@Suite struct ColorTests {
  private static func color(_ matrix: String, _ range: String) -> CanvasColor {
    let tags = ColorTags(matrix: matrix, primaries: "bt709", transfer: "bt709", range: range)
    return CanvasColor(tags, size: PixelSize(2, 2)) ?? .bt709
  }

  /// Colours and their samples, rounded from the standards' equations.
  static let samples: [(CanvasColor, Color, [Int])] = [
    (.bt709, Color(255, 255, 255), [235, 128, 128]), (.bt709, Color(255, 0, 0), [63, 102, 240]),
    (.bt709, Color(0, 255, 0), [173, 42, 26]), (.bt709, Color(0, 0, 255), [32, 240, 118]),
    (color("smpte170m", "tv"), Color(255, 255, 255), [235, 128, 128]),
    (color("smpte170m", "tv"), Color(255, 0, 0), [81, 90, 240]),
    (color("bt470bg", "tv"), Color(0, 255, 0), [145, 54, 34]),
    (color("smpte170m", "tv"), Color(0, 0, 255), [41, 240, 110]),
    (color("smpte170m", "pc"), Color(255, 255, 255), [255, 128, 128]),
    (color("smpte170m", "pc"), Color(255, 0, 0), [76, 85, 255]),
    (color("smpte170m", "pc"), Color(0, 255, 0), [150, 44, 21]),
    (color("bt709", "pc"), Color(0, 0, 255), [18, 255, 116]),
    (color("bt709", "pc"), Color(0, 0, 0), [0, 128, 128]),
  ]

  @Test(arguments: samples)
  func `backgrounds, drawings and texts have the samples of the standard`(
    _ canvas: CanvasColor, _ color: Color, _ samples: [Int]
  ) throws {
    let shop = try Workshop()
    let size = PixelSize(16, 16)
    let path = shop.path("plain.svg")
    try """
    <svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">\
    <rect width="16" height="16" fill="\(color)"/></svg>
    """.write(toFile: path, atomically: true, encoding: .utf8)
    let drawing = PictureSource.svg(
      MediaFile(path: path, digest: Footage.file("").digest), size: size, .none)
    let pixels = [[UInt8]](
      repeating: [color.red, color.green, color.blue, 255], count: 256
    ).flatMap { $0 }
    try Data(RasterFile(size: size, pixels: pixels).encoded)
      .write(to: URL(fileURLWithPath: shop.path("text")))
    let text = PictureSource.raster(
      MediaFile(path: shop.path("text"), digest: Footage.file("").digest), .none)
    let context = RenderContext()
    for source in [nil, .color(color, size: size), drawing, text] {
      let layers = source.map {
        [Layer(content: .picture(Picture(source: $0)), placement: .at(x: 0, y: 0))]
      }
      let program = RenderProgram(
        canvas: CanvasFormat(size: size, rate: FrameRate(25), color: canvas),
        parts: [
          LayerInterval(
            frameCount: 1, background: source == nil ? color : .black, layers: layers ?? [])
        ])
      let drawn = try DrawnFrames(program, context: context).frames[0]
      let found = [drawn[100], drawn[256 + 20], drawn[320 + 20]].map { Int($0) }
      for (found, sample) in zip(found, samples) { #expect(abs(found - sample) <= 1) }
    }
  }

  @Test func `a picture that is kept is kept for one colour`() throws {
    let picture = Picture(source: .color(Color(255, 0, 0), size: PixelSize(4, 4)))
    let stills = StillCache()
    let one = try stills.frame(of: picture, in: .bt709).frame
    let other = try stills.frame(of: picture, in: ColorTests.color("smpte170m", "tv")).frame
    #expect(one.samples != other.samples)
    #expect(try stills.frame(of: picture, in: .bt709).frame === one)
  }

  @Test(arguments: ["tv", "pc"])
  func `a fade through black and white stays within the range`(_ range: String) throws {
    let canvas = CanvasFormat(
      size: PixelSize(16, 16), rate: FrameRate(25), color: ColorTests.color("smpte170m", range))
    let extremes = range == "pc" ? [0, 255] : [16, 235]
    for (name, luma) in zip(["fadeblack", "fadewhite"], extremes) {
      let transition = Transition(
        name: name, from: [], to: [], background: Color(128, 128, 128), offset: 4, duration: 20)
      let program = RenderProgram(
        canvas: canvas,
        parts: [
          LayerInterval(
            frameCount: 1, background: .black,
            layers: [Layer(content: .transition(transition), placement: .at(x: 0, y: 0))])
        ])
      // A thirtieth of the grey remains there.
      #expect(abs(Int(try DrawnFrames(program).frames[0][0]) - luma) <= 5)
    }
  }

  @Test(arguments: ["fadeblack", "circlecrop", "rectcrop"])
  func `what goes through black goes through clear where the film's background is clear`(
    _ name: String
  ) throws {
    /// Alpha of the corner between two grey pictures; nil in an opaque picture.
    func alpha(_ background: Color, on own: Color?) throws -> UInt8? {
      let transition = Transition(
        name: name, from: [], to: [], background: own, offset: 4, duration: 20)
      let canvas = CanvasFormat(size: PixelSize(16, 16), rate: FrameRate(25))
      let program = RenderProgram(
        canvas: canvas,
        parts: [
          LayerInterval(
            frameCount: 1, background: background,
            layers: [Layer(content: .transition(transition), placement: .at(x: 0, y: 0))])
        ])
      let run = RenderRun(
        context: RenderContext(), canvas: canvas, decoderThreads: 1, keepsGoing: false)
      let frame = try #require(try FrameRenderer(program, run: run).next())
      return frame.withView(of: UInt8.self) { $0.a?.base[0] }
    }
    let gray = Color(128, 128, 128)
    #expect(try alpha(.black, on: gray) == nil)
    #expect(try alpha(.black, on: .black) == nil)
    // A thirtieth of the grey remains in a fade.
    let clear = try #require(try alpha(Color(0, 0, 0, alpha: 0), on: gray))
    #expect(name == "fadeblack" ? (1...10).contains(clear) : clear == 0)
  }

  @Test(arguments: ["png", "mjpeg"], ["tv", "pc"])
  func `a still has the colours that were asked for`(_ encoder: String, _ range: String) throws {
    let shop = try Workshop()
    for matrix in ["smpte170m", "bt709"] {
      let canvas = CanvasFormat(
        size: PixelSize(16, 16), rate: FrameRate(25), color: ColorTests.color(matrix, range))
      let program = RenderProgram(
        canvas: canvas,
        parts: [LayerInterval(frameCount: 1, background: Color(200, 40, 90), layers: [])])
      let path = shop.path(encoder == "png" ? "a.png" : "a.jpg")
      _ = try SegmentRenderer().render(
        FrameRequest(program: program, encoder: encoder, output: path))
      let rgb = try shop.run(
        "ffmpeg", ["-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
      for (found, wanted) in zip(rgb.prefix(3), [200, 40, 90]) {
        #expect(abs(Int(found) - wanted) <= 3, "\(matrix) \(Array(rgb.prefix(3)))")
      }
    }
  }
}

/// Real footage on canvases of colours other than BT.709.
@Suite(.enabled(if: Footage.isThere, "no real media"), .serialized) struct FootageColorTests {
  private static let flags = "flags=bicubic+accurate_rnd+full_chroma_int+bitexact"
  private static let small = PixelSize(160, 90)

  /// A program of one clip on a canvas in the colour of `model`, or in the clip's own.
  private func clip(
    _ name: String, _ size: PixelSize? = nil, in model: String? = nil
  ) throws -> RenderProgram {
    let own = try #require(try Footage.facts(name).video)
    let video = try #require(try Footage.facts(model ?? name).video)
    var program = try RenderProgram.clip(name, size: size ?? own.size, frames: 5)
    program.canvas.color = try #require(CanvasColor(video.color, size: video.size))
    return program
  }

  @Test(arguments: [
    "edit/flower_540p2997_5s.mp4", "variety/h264_attached_png.mp4",
    "variety/h264_shorter_audio_60fps.mp4", "rotation/pixel7_rot180_1080p_fullrange.mp4",
  ])
  func `frames of the canvas's colour are the decoder's, bit by bit`(_ name: String) throws {
    let shop = try Workshop()
    let program = try clip(name)
    let data = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-noautorotate", "-i", Footage.path(name), "-map", "0:v:0", "-frames:v",
        "5", "-fps_mode", "passthrough", "-f", "rawvideo", "-",
      ])
    #expect(try DrawnFrames(program).frames.flatMap { $0 } == Array(data))
  }

  @Test(arguments: [
    // The clip, the clip whose colour the canvas has, and the filter's names for both.
    ("edit/bbb_720p24_82s.mp4", "edit/flower_540p2997_5s.mp4", "bt709", "tv", "smpte170m", "tv"),
    (
      "edit/bbb_720p24_82s.mp4", "variety/h264_shorter_audio_60fps.mp4", "bt709", "tv",
      "smpte170m", "pc"
    ),
    (
      "variety/h264_shorter_audio_60fps.mp4", "edit/flower_540p2997_5s.mp4", "smpte170m", "pc",
      "smpte170m", "tv"
    ),
    (
      "rotation/pixel7_rot180_1080p_fullrange.mp4", "rotation/pixel7_rot180_1080p_fullrange.mp4",
      "bt709", "pc", "bt709", "pc"
    ),
    (
      "variety/h264_422p.mp4", "variety/h264_attached_png.mp4", "smpte170m", "tv", "smpte170m",
      "tv"
    ),
  ])
  func `other frames are converted as the ffmpeg tool does`(
    _ name: String, _ model: String, _ from: String, _ range: String, _ to: String,
    _ wanted: String
  ) throws {
    let shop = try Workshop()
    let drawn = try DrawnFrames(clip(name, Self.small, in: model))
    let reference = try shop.reference(
      name,
      "trim=end_frame=5,scale=160:90:in_color_matrix=\(from):in_range=\(range)"
        + ":out_color_matrix=\(from):out_range=\(from == to ? wanted : range):\(Self.flags),"
        + Workshop.change(from, range, to: to, wanted),
      size: Self.small)
    #expect(drawn.frames == reference)
  }

  @Test func `high dynamic range is brought to the primaries of the canvas`() throws {
    let shop = try Workshop()
    let name = "variety/hevc_hdr10_1080p_vfr_sdrcontainer.mp4"
    let drawn = try DrawnFrames(clip(name, Self.small, in: "edit/flower_540p2997_5s.mp4"))
    func mapped(_ primaries: String, _ matrix: String) throws -> [UInt8] {
      try shop.reference(
        name,
        "trim=end_frame=1,scale=160:90:\(Self.flags),format=yuv420p10le,"
          + "zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=\(primaries),"
          + "tonemap=hable:desat=0,zscale=t=bt709:m=\(matrix):r=tv,format=yuv420p",
        size: Self.small)[0]
    }
    func distance(_ other: [UInt8]) -> Double {
      Double(zip(drawn.frames[0], other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) })
        / Double(other.count)
    }
    #expect(try distance(mapped("smpte170m", "smpte170m")) < 0.1)
    #expect(try distance(mapped("bt709", "bt709")) > 0.5)
  }

  @Test func `an output of another shape is in the canvas's colour too`() throws {
    var program = try clip("edit/bbb_720p24_82s.mp4", Self.small, in: "edit/flower_540p2997_5s.mp4")
    let plain = try DrawnFrames(program).frames
    program.finish = OutputScaling(
      size: PixelSize(160, 160), crop: PixelRect(Self.small),
      box: PixelRect(x: 0, y: 36, width: 160, height: 90), background: .black, hasBackdrop: false)
    for (finished, plain) in zip(try DrawnFrames(program).frames, plain) {
      #expect(finished[(36 * 160)..<(126 * 160)] == plain[..<(90 * 160)])
    }
  }
}
