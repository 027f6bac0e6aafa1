// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import Compositor

@Suite(.enabled(if: Footage.isThere, "no real media"), .serialized) struct PictureTests {
  private static let flags = "flags=bicubic+accurate_rnd+full_chroma_int+bitexact"
  private static let small = PixelSize(160, 90)

  @Test func `a frame that nothing touches is the decoder's, bit by bit`() throws {
    let shop = try Workshop()
    let name = "edit/bbb_720p25_5s_aac51.mp4"
    let size = PixelSize(1280, 720)
    let drawn = try DrawnFrames(.clip(name, size: size, frames: 6))
    let reference = try shop.reference(name, "trim=end_frame=6", size: size)
    #expect(drawn.frames == reference)
  }

  @Test(arguments: [
    ("edit/flower_540p2997_5s.mp4", "", "smpte170m", "tv"),
    ("variety/h264_422p.mp4", "", "smpte170m", "tv"),
    ("rotation/pixel7_rot180_1080p_fullrange.mp4", "hflip,vflip,", "bt709", "pc"),
    ("rotation/bbb_rotm90_1080p24_aac51.mp4", "transpose=clock,", "bt709", "tv"),
    ("variety/bbb_720p60_open_start10.ts", "", "bt709", "tv"),
    ("variety/vp9_10bit_bt2020_roadtrip.webm", "", "bt2020", "tv"),
  ])
  func `scaled frames equal those of the ffmpeg tool`(
    _ name: String, _ turn: String, _ matrix: String, _ range: String
  ) throws {
    let shop = try Workshop()
    let video = try #require(try Footage.facts(name).video)
    let drawn = try DrawnFrames(
      .clip(
        name, size: Self.small, frames: 20, steps: [.orient(video.orientation), .scale(Self.small)])
    )
    let colors =
      "in_color_matrix=\(matrix):out_color_matrix=\(matrix):in_range=\(range):out_range=tv"
    let change = Workshop.change(
      matrix, "tv", to: "bt709", "tv", isDeep: name.contains("10bit"))
    let reference = try shop.reference(
      name, "trim=end_frame=20,\(turn)scale=160:90:\(colors):\(Self.flags),\(change)",
      size: Self.small)
    #expect(drawn.frames.count == 20)
    #expect(drawn.frames == reference)
  }

  @Test func `colours are converted once, whatever the shape of the output`() throws {
    let canvas = Self.small
    var program = try RenderProgram.clip(
      "edit/flower_540p2997_5s.mp4", size: canvas, frames: 2)
    let plain = try DrawnFrames(program)
    let box = PixelRect(x: 0, y: 36, width: 160, height: 90)
    program.finish = OutputScaling(
      size: PixelSize(160, 160), crop: PixelRect(canvas), box: box, background: .black,
      hasBackdrop: false)
    for (finished, plain) in zip(try DrawnFrames(program).frames, plain.frames) {
      #expect(finished[(36 * 160)..<(126 * 160)] == plain[..<(90 * 160)])
      let (from, count) = (160 * 160 + 18 * 80, 45 * 80)
      #expect(finished[from..<from + count] == plain[(90 * 160)..<(90 * 160 + count)])
    }
  }

  @Test(arguments: [
    "edit/bbb_720p24_82s.mp4", "edit/tears_of_steel_332p24_70s.webm",
    "variety/bbb_720p60_open_start10.ts", "edit/sintel_trailer_720p24_52s.mp4",
  ])
  func `the frame shown at a time does not depend on earlier requests`(_ name: String) throws {
    let video = try #require(try Footage.facts(name).video)
    let rate = try #require(video.rate)
    let middle = video.firstFrame + rate.time(of: 100)
    let wanted = try DrawnFrames(
      .clip(name, size: Self.small, start: video.firstFrame, frames: 110))
    let context = RenderContext()
    // Far forward, backward, and from the beginning again.
    for start in [rate.time(of: 210), middle, video.firstFrame, middle] {
      let drawn = try DrawnFrames(
        .clip(name, size: Self.small, start: start, frames: 4), context: context)
      if start == middle { #expect(drawn.frames == Array(wanted.frames[100..<104])) }
      if start == video.firstFrame { #expect(drawn.frames == Array(wanted.frames[0..<4])) }
    }
  }

  @Test func `before the first frame the first is held, after the last the last`() throws {
    let name = "variety/h264_editlist_empty1s.mp4"
    let drawn = try DrawnFrames(
      .clip(name, size: Self.small, start: Time(0), frames: 31))
    #expect(Set(drawn.frames[0...30]).count == 1)
    let end = try DrawnFrames(
      .clip("edit/flower_540p2997_5s.mp4", size: Self.small, start: Time(4), frames: 60))
    #expect(Set(end.frames[30...]).count == 1)
    #expect(end.frames[20] != end.frames[30])
  }

  @Test func `a slower source repeats frames, a faster one drops them`() throws {
    let name = "edit/flower_540p2997_5s.mp4"
    let plain = try DrawnFrames(.clip(name, size: Self.small, frames: 12))
    let half = FrameRate(15000, over: 1001)
    let dropped = try DrawnFrames(.clip(name, size: Self.small, rate: half, frames: 6))
    #expect(dropped.frames == stride(from: 0, to: 12, by: 2).map { plain.frames[$0] })
    let double = FrameRate(60000, over: 1001)
    let repeated = try DrawnFrames(.clip(name, size: Self.small, rate: double, frames: 12))
    #expect(repeated.frames == (0..<12).map { plain.frames[$0 / 2] })
  }

  @Test func `a clip that breaks fails with its place, or holds the last good frame`() throws {
    let program = try RenderProgram.clip(
      "malformed/invalid_nalu.mp4", size: Self.small, frames: 30)
    let failure = #expect(throws: RenderFailure.self) { try DrawnFrames(program) }
    #expect(failure?.kind == .media)
    #expect(failure?.origin == Origin(5))
    #expect(failure?.frame == 26)
    #expect(failure?.sourceTime == Time(13013, over: 15000))
    #expect(failure?.log.isEmpty == false)
    let kept = try DrawnFrames(program, keepsGoing: true)
    #expect(kept.frames.count == 30)
    #expect(kept.frames[26] == kept.frames[25])
    #expect(kept.notes.map(\.frame) == [26])
  }

  @Test func `sources hidden by an opaque layer are not opened`() throws {
    var program = try RenderProgram.clip(
      "edit/flower_540p2997_5s.mp4", size: Self.small, frames: 3)
    let alone = try DrawnFrames(program)
    let missing = Picture(
      source: .image(
        MediaFile(path: "/nonexistent.png", digest: Footage.file("").digest), Origin(1)))
    program.parts[0].layers.insert(
      Layer(content: .picture(missing), placement: .at(x: 0, y: 0)), at: 0)
    #expect(try DrawnFrames(program).frames == alone.frames)
    program.parts[0].layers[1].opacity = .constant(Layer.opaque - 1)
    let failure = #expect(throws: RenderFailure.self) { try DrawnFrames(program) }
    #expect(failure?.origin == Origin(1))
  }

  @Test func `a stack over a background fades as one picture`() throws {
    let canvas = CanvasFormat(size: PixelSize(16, 16), rate: FrameRate(25))
    func plain(_ color: Color) -> Layer {
      Layer(
        content: .picture(Picture(source: .color(color, size: canvas.size))),
        placement: .at(x: 0, y: 0))
    }
    let stack = Layer(
      content: .stack([plain(.black), plain(.white)]), opacity: .constant(32768),
      placement: .at(x: 0, y: 0))
    let program = RenderProgram(
      canvas: canvas, parts: [LayerInterval(frameCount: 1, background: .black, layers: [stack])])
    let drawn = try DrawnFrames(program)
    // White at one half over black: the black group element below must not darken it further.
    #expect(abs(Int(drawn.frames[0][0]) - (16 + 219 / 2)) <= 1)
  }

  @Test func `a transition goes from one side to the other`() throws {
    let canvas = CanvasFormat(size: PixelSize(16, 16), rate: FrameRate(25))
    func plain(_ color: Color) -> [Layer] {
      [
        Layer(
          content: .picture(Picture(source: .color(color, size: canvas.size))),
          placement: .at(x: 0, y: 0))
      ]
    }
    let transition = Transition(
      name: "fade", from: plain(.black), to: plain(.white), background: .black, offset: 0,
      duration: 4)
    let program = RenderProgram(
      canvas: canvas,
      parts: [
        LayerInterval(
          frameCount: 4, background: .black,
          layers: [Layer(content: .transition(transition), placement: .at(x: 0, y: 0))])
      ])
    let luma = try DrawnFrames(program).frames.map { Int($0[0]) }
    #expect(luma == [16, 71, 126, 180])
    for easing in [Easing.steps(0, .end), .steps(1, .none), .cubicBezier(0, .nan, 1, 1)] {
      var other = transition
      other.easing = easing
      var program = program
      program.parts[0].layers[0].content = .transition(other)
      let failure = #expect(throws: RenderFailure.self) { try DrawnFrames(program) }
      #expect(failure?.kind == .program)
    }
  }

  @Test func `a drawing whose numbers fit no drawing is refused`() throws {
    let canvas = CanvasFormat(size: PixelSize(16, 16), rate: FrameRate(25))
    func drawn(_ values: PerFrame<Graphic.Values>) throws {
      let graphic = Graphic(
        .box(RoundedBox(PixelRect(canvas.size))), fill: .color(.white), size: canvas.size)
      let picture = Picture(source: .drawing(graphic, values, size: canvas.size, .none))
      let layer = Layer(content: .picture(picture), placement: .at(x: 0, y: 0))
      _ = try DrawnFrames(
        RenderProgram(
          canvas: canvas, parts: [LayerInterval(frameCount: 2, background: .black, layers: [layer])]
        ))
    }
    let whole = Graphic.Values(width: 0, trim: [0, 1], radii: nil)
    try drawn(.constant(whole))
    var values = Array(repeating: whole, count: 5)
    values[0].trim = [0]
    values[1].trim = [.nan, 1]
    values[2].radii = [1, 1]
    values[3].width = .infinity
    values[4].time = .nan
    for value in values {
      #expect(throws: RenderFailure.self, "\(value)") { try drawn(.constant(value)) }
    }
    #expect(throws: RenderFailure.self) { try drawn(.perFrame([whole])) }
  }

  @Test func `a premultiplied drawing comes out with straight colours`() throws {
    let shop = try Workshop()
    let path = shop.path("half.svg")
    try """
    <svg xmlns="http://www.w3.org/2000/svg" width="32" height="32">\
    <rect width="32" height="32" fill="#fff" fill-opacity="0.5"/></svg>
    """.write(toFile: path, atomically: true, encoding: .utf8)
    let canvas = CanvasFormat(size: PixelSize(32, 32), rate: FrameRate(25))
    let file = MediaFile(path: path, digest: Footage.file("").digest)
    let picture = Picture(source: .svg(file, size: canvas.size, .none))
    let program = RenderProgram(
      canvas: canvas,
      parts: [
        LayerInterval(
          frameCount: 1, background: .white,
          layers: [Layer(content: .picture(picture), placement: .at(x: 0, y: 0))])
      ])
    #expect(try DrawnFrames(program).frames[0].prefix(1024).allSatisfy { $0 >= 234 })
  }

  @Test(arguments: [(false, 16), (true, 235)])
  func `an output of another shape shows the canvas in its box`(
    _ hasBackdrop: Bool, _ beside: Int
  ) throws {
    let canvas = CanvasFormat(size: PixelSize(64, 32), rate: FrameRate(25))
    let finish = OutputScaling(
      size: PixelSize(32, 64), crop: PixelRect(canvas.size),
      box: PixelRect(x: 0, y: 24, width: 32, height: 16), background: .black,
      hasBackdrop: hasBackdrop)
    let program = RenderProgram(
      canvas: canvas, parts: [LayerInterval(frameCount: 2, background: .white, layers: [])],
      finish: finish)
    let drawn = try DrawnFrames(program)
    #expect(drawn.frames.count == 2)
    #expect(drawn.frames[0].count == 32 * 64 * 3 / 2)
    #expect(Int(drawn.frames[0][4 * 32 + 5]) == beside)
    #expect(drawn.frames[0][30 * 32 + 5] == 235)
  }

  @Test func `high dynamic range is brought into the range of the canvas`() throws {
    let shop = try Workshop()
    let name = "variety/hevc_hdr10_1080p_vfr_sdrcontainer.mp4"
    let drawn = try DrawnFrames(.clip(name, size: Self.small, frames: 1))
    // The tool maps tones before it scales, which differs only at bright edges.
    let mapped = try shop.reference(
      name,
      "trim=end_frame=1,zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,"
        + "tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv,format=yuv420p,scale=160:90",
      size: Self.small)
    let plain = try shop.reference(name, "trim=end_frame=1,scale=160:90", size: Self.small)
    let (near, far) = (distance(drawn.frames[0], mapped[0]), distance(drawn.frames[0], plain[0]))
    #expect(near < 3, "\(near)")
    #expect(far > 9, "\(far)")
  }

  /// The mean difference of two frames' samples.
  private func distance(_ a: [UInt8], _ b: [UInt8]) -> Double {
    Double(zip(a, b).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(a.count)
  }
}
