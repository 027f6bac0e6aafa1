// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import LibAV
import RenderProtocol
import TestSupport
import Testing

@testable import Compositor
@testable import MediaIO
@testable import Muxing

/// Frames that are drawn on while a decoder refers to them.
struct InPlaceDrawingTests {
  private let shop: Workshop
  private static let size = PixelSize(160, 96)

  init() throws { shop = try Workshop() }

  /// Two seconds of 30 frames, encoded with frames that refer to others.
  private func film(_ encoder: [String], _ name: String) throws -> VideoRead {
    let path = shop.path(name)
    _ = try shop.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=\(Self.size):r=30:d=2", "-c:v"] + encoder
        + ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", path])
    return VideoRead(
      file: MediaFile(path: path, digest: Fingerprint(bytes: [UInt8](repeating: 1, count: 32))),
      stream: 0, zero: .zero, map: TimeRemap(start: .zero), origin: Origin(5))
  }

  private func layer(_ patch: PixelSize, x: Int, y: Int) -> Layer {
    let opacities: [Int] = (0..<30).map { (frame: Int) -> Int in
      frame % 7 == 0 ? 0 : 2000 * frame + 1
    }
    return Layer(
      content: .picture(Picture(source: .color(.white, size: patch))),
      opacity: .perFrame(opacities), placement: .at(x: x, y: y))
  }

  /// Two parts of a film below `layers`.
  private func program(
    _ read: VideoRead, below layers: [Layer], depth: Int = 8, rate: Int64 = 30
  ) throws -> RenderProgram {
    let parts = (0..<2).map { index in
      var read = read
      read.map = TimeRemap(start: read.map.start + Time(Int64(index) * 30, over: rate))
      let film = Layer(
        content: .picture(Picture(source: .video(read))), placement: .at(x: 0, y: 0))
      return LayerInterval(frameCount: 30, background: .black, layers: [film] + layers)
    }
    let color = try #require(CanvasColor(CanvasColor.bt709.tags, size: Self.size, depth: depth))
    return RenderProgram(
      canvas: CanvasFormat(size: Self.size, rate: FrameRate(rate), color: color), parts: parts)
  }

  /// The frames of `program`, and how many of them were lent.
  private func drawn(
    _ program: RenderProgram, lends: Bool
  ) throws -> (frames: [[[Int]]], lent: Int) {
    let run = RenderRun(
      context: RenderContext(), canvas: program.canvas, decoderThreads: 1, keepsGoing: false)
    run.lends = lends
    let pictures = try FrameRenderer(program, run: run)
    var (frames, lent): ([[[Int]]], Int) = ([], 0)
    while let frame = try pictures.next() {
      frames.append(frame.planes)
      if run.loan.isOpen { lent += 1 }
    }
    return (frames, lent)
  }

  @Test(arguments: [
    ["libx264", "-bf", "2", "-g", "20"], ["libx264", "-pix_fmt", "yuv420p10", "-bf", "2"],
    ["libx265", "-x265-params", "log-level=none:keyint=20"], ["mpeg4", "-bf", "2", "-g", "20"],
    ["mpeg2video", "-bf", "2", "-g", "20"], ["libvpx-vp9"],
  ])
  func `frames after one that was lent are as if it had not been`(_ encoder: [String]) throws {
    let isWeb = encoder[0].hasPrefix("libvpx")
    let read = try film(encoder, isWeb ? "film.webm" : "film.mp4")
    let depth = encoder.contains("yuv420p10") ? 10 : 8
    // One reaches beyond the edge, and one begins between two samples of chroma.
    let patches = [
      layer(PixelSize(40, 20), x: 140, y: 85), layer(PixelSize(20, 30), x: 31, y: 17),
    ]
    for rate: Int64 in [30, 50, 20] {
      let program = try program(read, below: patches, depth: depth, rate: rate)
      let plain = try drawn(program, lends: false)
      let lent = try drawn(program, lends: true)
      // The decoder of MPEG-4 in libavcodec 61 keeps no frame that it has put out.
      #expect(plain.lent == 0 && (lent.lent >= 8 || encoder[0] == "mpeg4" && codecVersion > 59))
      #expect(plain.frames.count == 60 && plain.frames == lent.frames)
    }
  }

  @Test func `a frame of which much is drawn on is copied`() throws {
    let read = try film(["libx264", "-bf", "2"], "film.mp4")
    let program = try program(read, below: [layer(PixelSize(80, 50), x: 20, y: 20)])
    #expect(try drawn(program, lends: true).lent == 0)
  }

  @Test func `a film may be lent below a part of itself`() throws {
    let read = try film(["libx264", "-bf", "2"], "film.mp4")
    let inset = Layer(
      content: .picture(
        Picture(
          source: .video(read), steps: [.crop(PixelRect(x: 40, y: 20, width: 16, height: 16))])),
      placement: .at(x: 10, y: 10))
    let program = try program(read, below: [inset])
    let plain = try drawn(program, lends: false)
    let lent = try drawn(program, lends: true)
    #expect(lent.lent > 0 && lent.frames == plain.frames)
  }

  @Test(arguments: [[], [EncoderOption("bf", "3"), EncoderOption("g", "12")]])
  func `what is encoded of lent frames is what is encoded of copies`(
    _ options: [EncoderOption]
  ) throws {
    let read = try film(["libx264", "-bf", "2", "-g", "20"], "film.mp4")
    let program = try program(read, below: [layer(PixelSize(40, 20), x: 20, y: 20)])
    let encoding = VideoEncoding(
      encoder: "libx264", options: [EncoderOption("crf", "12")] + options)
    let alone = SegmentRequest(program: program, encoding: encoding, output: shop.path("a.seg"))
    _ = try SegmentRenderer().render(alone)
    // Frames of which two films are made are not lent.
    var both = SegmentRequest(program: program, encoding: encoding, output: shop.path("b.seg"))
    both.others = [OtherSegment(finish: nil, encoding: encoding, output: shop.path("c.seg"))]
    _ = try SegmentRenderer().render(both)
    let files = try ["a.seg", "b.seg", "c.seg"].map {
      try Data(contentsOf: URL(fileURLWithPath: shop.path($0)))
    }
    #expect(files[0].count > 10_000)
    #expect(files[0] == files[1] && files[1] == files[2])
  }

  @Test func `a frame is put back where drawing ends early`() throws {
    let read = try film(["libx264", "-bf", "2", "-g", "60"], "film.mp4")
    let patch = layer(PixelSize(40, 20), x: 20, y: 20)
    let context = RenderContext()
    for first in stride(from: 0, to: 50, by: 5) {
      var rest = read
      rest.map = TimeRemap(start: Time(Int64(first), over: 30))
      let program = try program(rest, below: [patch])
      let plain = try drawn(program, lends: false).frames
      let run = RenderRun(
        context: context, canvas: program.canvas, decoderThreads: 1, keepsGoing: false)
      run.lends = true
      // The next run goes on with the same decoder.
      let pictures = try FrameRenderer(program, run: run)
      for frame in 0..<5 { #expect(try pictures.next()?.planes == plain[frame]) }
    }
  }
}
