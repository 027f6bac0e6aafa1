// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import MediaIO
@testable import Muxing

/// Films with non-square pixels, like those of the packets copied into them.
@Suite struct StretchedFilmTests {
  private let shop: Workshop
  private let size = PixelSize(320, 240)

  init() throws { shop = try Workshop() }

  private func footage(_ options: [String] = [], _ name: String = "take.mp4") throws -> String {
    let path = shop.path(name)
    _ = try shop.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25", "-frames:v", "75"]
        + ["-vf", "setsar=4/3", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "25"] + options + [
          path
        ])
    return path
  }

  private func video(_ path: String) throws -> VideoFacts {
    try #require(try probeMedia(ProbeRequest(path: path)).video)
  }

  @Test func `copied and encoded frames say the same of their pixels`() throws {
    let file = MediaFile(
      path: try footage(), digest: Fingerprint(bytes: [UInt8](repeating: 7, count: 32)))
    let encoding = VideoEncoding(
      encoder: "libx264",
      options: [EncoderOption("qp", "8"), EncoderOption("x264-params", "sps-id=1")])
    func segment(_ start: Time, _ count: Int, _ encoding: VideoEncoding, _ name: String) throws
      -> LinkedSegment
    {
      let read = VideoRead(
        file: file, stream: 0, zero: .zero, map: TimeRemap(start: start), origin: .none)
      let layer = Layer(
        content: .picture(Picture(source: .video(read))), placement: .at(x: 0, y: 0))
      let program = RenderProgram(
        canvas: CanvasFormat(size: size, rate: FrameRate(25)),
        parts: [LayerInterval(frameCount: count, background: .black, layers: [layer])],
        sampleAspect: Time(4, over: 3))
      let request = SegmentRequest(program: program, encoding: encoding, output: shop.path(name))
      #expect(try SegmentRenderer().render(request).notes.isEmpty)
      return LinkedSegment(path: request.output, source: encoding.isCopy ? program.read : nil)
    }
    for name in ["film.mp4", "film.mkv"] {
      let request = LinkRequest(
        segments: [
          try segment(Time(3, over: 5), 10, encoding, "head"),
          try segment(Time(1), 25, .copy, "body"),
        ], sound: nil, canvas: CanvasFormat(size: size, rate: FrameRate(25)),
        container: name.hasSuffix("mkv") ? "matroska" : "mp4", fastStart: true,
        sampleAspect: Time(4, over: 3), output: shop.path(name))
      _ = try Linker().link(request)
      let made = try video(request.output)
      #expect(made.size == size)
      // Matroska stores the display size in whole pixels instead.
      #expect(made.sizeOnScreen == 427)
      let aspects = try shop.run(
        "ffprobe",
        [
          "-v", "error", "-show_entries", "frame=sample_aspect_ratio", "-of", "csv=p=0",
          request.output,
        ])
      let words = String(decoding: aspects, as: UTF8.self).split { ",\n".contains($0) }
      #expect(words.count == 35)
      #expect(Set(words) == ["4:3"])
    }
  }

  @Test func `a container that says otherwise than its pictures is not copied from`() throws {
    #expect(try video(try footage()).coding?.obstacle == nil)
    let path = shop.path("other.mp4")
    _ = try shop.run(
      "ffmpeg", ["-v", "error", "-i", try footage(), "-c", "copy", "-aspect", "4:3", path])
    let found = try video(path)
    #expect(found.sampleAspect == Time(1))
    #expect(found.coding?.obstacle == "its pixels have another shape than its container says")
  }
}

extension VideoFacts {
  fileprivate var sizeOnScreen: Int64 { (Time(Int64(size.width)) * sampleAspect).rounded }
}
