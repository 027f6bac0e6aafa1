// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import LibAV
import RenderProtocol
import Testing

@testable import MediaIO
@testable import Muxing

@Suite struct SegmentTests {
  private func program(_ frames: Int) -> RenderProgram {
    let canvas = CanvasFormat(size: PixelSize(64, 48), rate: FrameRate(25))
    // A moving bar, so that prediction is used.
    let bar = Picture(source: .color(.white, size: PixelSize(8, 48)))
    let path = (0..<frames).map { Affine.translation(Double($0 * 2), 0) }
    return RenderProgram(
      canvas: canvas,
      parts: [
        LayerInterval(
          frameCount: frames, background: Color(20, 40, 200),
          layers: [Layer(content: .picture(bar), placement: .warped(.perFrame(path)))])
      ])
  }

  private static let x264 = VideoEncoding(
    encoder: "libx264",
    options: [
      EncoderOption("preset", "veryfast"), EncoderOption("crf", "20"),
      EncoderOption("x264-params", "cpu-independent=1:open-gop=0"),
    ])

  private func render(_ frames: Int, to path: String) throws -> SegmentFacts {
    try SegmentRenderer().render(
      SegmentRequest(program: program(frames), encoding: Self.x264, output: path))
  }

  @Test(arguments: [1, 2, 3, 30])
  func `a segment of any length has decoding times that lead in`(_ frames: Int) throws {
    let shop = try Workshop()
    let path = shop.path("a.seg")
    let facts = try render(frames, to: path)
    #expect(facts.frames == Int64(frames))
    var reader = try SegmentReader(path: path)
    let delay = Int64(reader.stream.parameters.delay)
    var (decoding, presentation, isFirst) = ([Int64](), [Int64](), true)
    let packet = try Packet()
    while try reader.next(into: packet) {
      let isKey = packet.isKey
      if isFirst { #expect(isKey) }
      isFirst = false
      decoding.append(packet.decoding ?? .min)
      presentation.append(packet.presentation ?? .min)
    }
    #expect(decoding == (0..<Int64(frames)).map { $0 - delay })
    #expect(presentation.sorted() == Array(0..<Int64(frames)))
    #expect(reader.frames == Int64(frames))
    #expect(reader.stream.timeBase == Time(1, over: 25))
    #expect(reader.stream.parameters.color.matrix == "bt709")
  }

  @Test func `the same segment has the same bytes every time`() throws {
    let shop = try Workshop()
    _ = try render(20, to: shop.path("a.seg"))
    _ = try render(20, to: shop.path("b.seg"))
    let a = try Data(contentsOf: URL(fileURLWithPath: shop.path("a.seg")))
    #expect(a == (try Data(contentsOf: URL(fileURLWithPath: shop.path("b.seg")))))
  }

  @Test func `the first difference of two segments is reported`() throws {
    let shop = try Workshop()
    let canvas = CanvasFormat(size: PixelSize(64, 48), rate: FrameRate(25))
    // A codec whose packets do not depend on later frames.
    let encoding = VideoEncoding(encoder: "ffv1", options: [])
    func render(
      _ name: String, _ colors: [(Color, Int)], _ encoding: VideoEncoding
    ) throws -> String {
      let parts = colors.map { LayerInterval(frameCount: $1, background: $0, layers: []) }
      let request = SegmentRequest(
        program: RenderProgram(canvas: canvas, parts: parts), encoding: encoding,
        output: shop.path(name))
      _ = try SegmentRenderer().render(request)
      return request.output
    }
    let a = try render("a", [(.black, 10), (.white, 5)], encoding)
    func difference(_ other: String) throws -> SegmentDifference? {
      try compareSegments(CompareRequest(a, other))
    }
    #expect(try difference(render("b", [(.black, 10), (.white, 5)], encoding)) == nil)
    let later = SegmentDifference(packet: 12, frame: 12)
    #expect(
      try difference(render("c", [(.black, 10), (.white, 2), (.black, 3)], encoding)) == later)
    #expect(try difference(render("d", [(.black, 10), (.white, 2)], encoding)) == later)
    #expect(
      try difference(render("e", [(.black, 10), (.white, 5)], Self.x264)) == SegmentDifference())
    try Data("no segment".utf8).write(to: URL(fileURLWithPath: shop.path("f")))
    #expect(throws: RenderFailure.self) { try difference(shop.path("f")) }
  }

  @Test func `a damaged or cut-off segment is noticed`() throws {
    let shop = try Workshop()
    let path = shop.path("a.seg")
    _ = try render(5, to: path)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    func read(_ data: Data) throws {
      try data.write(to: URL(fileURLWithPath: path))
      var reader = try SegmentReader(path: path)
      let packet = try Packet()
      while try reader.next(into: packet) {}
    }
    try read(whole)
    for offset in [0, 9, 30, whole.count / 2, whole.count - 20, whole.count - 1] {
      var bytes = whole
      bytes[bytes.startIndex + offset] ^= 0x40
      #expect(throws: RenderFailure.self, "byte \(offset)") { try read(bytes) }
    }
    for length in [0, 7, 20, whole.count / 2, whole.count - 1] {
      #expect(throws: RenderFailure.self, "length \(length)") { try read(whole.prefix(length)) }
    }
  }

  @Test func `an encoder or option that does not exist is named`() throws {
    let shop = try Workshop()
    func failure(_ encoding: VideoEncoding) -> RenderFailure? {
      #expect(throws: RenderFailure.self) {
        try SegmentRenderer().render(
          SegmentRequest(program: program(1), encoding: encoding, output: shop.path("a.seg")))
      }
    }
    let missing = failure(VideoEncoding(encoder: "libnothing", options: []))
    #expect(missing?.kind == .encoder)
    #expect(missing?.message.contains("libnothing") == true)
    let wrong = failure(
      VideoEncoding(encoder: "libx264", options: [EncoderOption("crfx", "20")]))
    #expect(wrong?.kind == .encoder)
    #expect(wrong?.message.contains("crfx") == true)
  }

  @Test func `a full disk is the disk's fault`() throws {
    let failure = #expect(throws: RenderFailure.self) {
      try SegmentRenderer().render(
        SegmentRequest(program: program(3), encoding: Self.x264, output: "/dev/full"))
    }
    #expect(failure?.kind == .disk)
  }

  @Test(arguments: ["png", "mjpeg"])
  func `one frame becomes a picture file with its colours`(_ encoder: String) throws {
    let shop = try Workshop()
    let path = shop.path("frame.\(encoder)")
    _ = try SegmentRenderer().render(
      FrameRequest(program: program(1), encoder: encoder, output: path))
    let facts = try probeMedia(ProbeRequest(path: path))
    #expect(facts.isStill)
    #expect(facts.video?.size == PixelSize(64, 48))
    let pixel = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-i", path, "-vf", "crop=1:1:40:20", "-f", "rawvideo", "-pix_fmt", "rgb24",
        "-",
      ])
    for (found, wanted) in zip(pixel, [20, 40, 200]) { #expect(abs(Int(found) - wanted) <= 4) }
  }

  @Test func `an impossible program is refused, not drawn`() throws {
    var program = program(3)
    program.parts[0].layers[0].opacity = .perFrame([Layer.opaque])
    let failure = #expect(throws: RenderFailure.self) { try DrawnFrames(program) }
    #expect(failure?.kind == .program)
  }
}
