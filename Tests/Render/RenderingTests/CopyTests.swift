// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import LibAV
import RenderProtocol
import TestSupport
import Testing

@testable import MediaIO
@testable import Muxing

/// Packets that are copied from a source into a film, next to encoded ones.
@Suite(.enabled(if: LinkTools.areThere, "ffmpeg and ffprobe are not installed"))
struct CopyTests {
  let shop: Workshop

  init() throws { shop = try Workshop() }

  /// The encoder of footage, and of segments next to it.
  enum Codec: CaseIterable {
    case h264, h264Top, h264Bottom, hevc, hevcOpen, vp9

    var footage: [String] {
      switch self {
      case .h264: ["-c:v", "libx264", "-preset", "veryfast", "-sc_threshold", "0"]
      case .h264Top: Codec.h264.footage + ["-x264-params", "tff=1", "-vf", "setfield=tff"]
      case .h264Bottom: Codec.h264.footage + ["-x264-params", "bff=1", "-vf", "setfield=bff"]
      case .hevc: Codec.x265 + ["open-gop=0:" + Codec.settings]
      case .hevcOpen: Codec.x265 + [Codec.settings]
      // Packets contain hidden frames for later display together with a shown one.
      case .vp9: ["-c:v", "libvpx-vp9", "-cpu-used", "5", "-auto-alt-ref", "1", "-b:v", "200k"]
      }
    }

    private static let x265 = ["-c:v", "libx265", "-preset", "veryfast", "-x265-params"]
    private static let settings = "scenecut=0:log-level=none"

    var tag: String {
      switch self {
      case .h264, .h264Top, .h264Bottom: "avc1"
      case .hevc, .hevcOpen: "hvc1"
      case .vp9: "vp09"
      }
    }

    var encoding: VideoEncoding {
      switch self {
      case .h264:
        VideoEncoding(
          encoder: "libx264",
          options: [
            EncoderOption("preset", "veryfast"), EncoderOption("qp", "10"),
            EncoderOption("profile", "high"),
            EncoderOption("x264-params", "open-gop=0:sps-id=1"),
          ])
      case .h264Top: Codec.interlaced("tff=1", .top)
      case .h264Bottom: Codec.interlaced("bff=1", .bottom)
      case .hevc, .hevcOpen:
        VideoEncoding(
          encoder: "libx265",
          options: [
            EncoderOption("preset", "veryfast"),
            EncoderOption(
              "x265-params", "qp=10:open-gop=0:pools=none:frame-threads=1:info=0:log-level=none"),
          ], setNumber: 1)
      case .vp9:
        VideoEncoding(
          encoder: "libvpx-vp9",
          options: [
            EncoderOption("crf", "8"), EncoderOption("b", "0"), EncoderOption("cpu-used", "5"),
          ])
      }
    }

    private static func interlaced(_ option: String, _ fields: FieldOrder) -> VideoEncoding {
      var encoding = Codec.h264.encoding
      encoding.options[3].value += ":" + option
      encoding.fields = fields
      return encoding
    }
  }

  static let size = PixelSize(160, 96)

  /// Footage of 4 s at 25 frames per second with an IDR picture every second, and a tone.
  func footage(
    _ name: String, codec: Codec = .h264, options: [String] = []
  ) throws -> MediaFile {
    let source = [
      "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=4" + colorMarks(of: options),
      "-f",
      "lavfi", "-i", "sine=frequency=440:sample_rate=44100:duration=4",
    ]
    _ = try shop.run(
      "ffmpeg",
      ["-v", "error", "-y"] + source + [
        "-g", "25", "-keyint_min", "25", "-pix_fmt", "yuv420p", "-c:a", "aac",
      ] + codec.footage + options + [shop.path(name)])
    return MediaFile(
      path: shop.path(name), digest: Fingerprint(bytes: [UInt8](repeating: 3, count: 32)))
  }

  func read(_ file: MediaFile, from start: Time) throws -> VideoRead {
    let facts = try probeMedia(ProbeRequest(path: file.path))
    let video = try #require(facts.video)
    return VideoRead(
      file: file, stream: video.stream, zero: facts.start, map: TimeRemap(start: start),
      origin: .none)
  }

  func request(
    _ read: VideoRead, frames: Int, _ encoding: VideoEncoding, _ name: String,
    color: CanvasColor = .bt709
  ) -> SegmentRequest {
    let layer = Layer(
      content: .picture(Picture(source: .video(read))), placement: .at(x: 0, y: 0))
    let program = RenderProgram(
      canvas: CanvasFormat(size: CopyTests.size, rate: FrameRate(25), color: color),
      parts: [LayerInterval(frameCount: frames, background: .black, layers: [layer])])
    return SegmentRequest(program: program, encoding: encoding, output: shop.path(name))
  }

  func link(_ segments: [LinkedSegment], sound: String? = nil, _ name: String) throws
    -> String
  {
    let request = LinkRequest(
      segments: segments, sound: sound,
      canvas: CanvasFormat(size: CopyTests.size, rate: FrameRate(25)),
      container: name.hasSuffix("mkv") ? "matroska" : "mp4", fastStart: true,
      output: shop.path(name))
    _ = try Linker().link(request)
    return shop.path(name)
  }

  func frames(_ file: String) throws -> [String] {
    // Since version 7, ffmpeg would change the colours of frames that say others than those before.
    let tags = "setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv"
    let data = try shop.run(
      "ffmpeg", ["-v", "error", "-i", file, "-map", "0:v", "-vf", tags, "-f", "framemd5", "-"])
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: ",").last.map(String.init) ?? "" }
  }

  @Test(
    arguments: Codec.allCases,
    [("take.mp4", "film.mkv"), ("take.mkv", "film.mp4"), ("take.ts", "film.mp4")])
  func `copied frames are the source's between encoded ones`(
    codec: Codec, names: (take: String, film: String)
  ) throws {
    let film = names.film
    // MPEG-TS has no VP9.
    if codec == .vp9, names.take.hasSuffix("ts") { return }
    let file = try footage(names.take, codec: codec)
    let video = try #require(try probeMedia(ProbeRequest(path: file.path)).video)
    let groups = try #require(video.coding).groups
    try #require(groups.map(\.obstacle) == [nil, nil, nil, nil])
    // In an open GOP, leading pictures before the second key frame refer to the first GOP.
    let leading = groups[1].leading
    #expect((leading > 0) == (codec == .hevcOpen))
    let rate = FrameRate(25)
    let copied = groups[1].frames + groups[2].frames - leading
    let start = groups[1].start + rate.time(of: leading)
    let encoding = codec.encoding
    let renderer = SegmentRenderer()
    let head = request(try read(file, from: start - Time(2, over: 5)), frames: 10, encoding, "head")
    let body = request(
      try read(file, from: start), frames: copied, .copy(number: nil, fields: encoding.fields),
      "body")
    let tail = request(try read(file, from: groups[3].start), frames: 7, encoding, "tail")
    for request in [head, body, tail] {
      #expect(try renderer.render(request).frames == Int64(request.program.frameCount))
    }
    // The file contains a reference, not the packets.
    let stored = try FileManager.default.attributesOfItem(atPath: body.output)[.size] as? Int
    #expect(try #require(stored) < 2000)
    let made = try link(
      [
        LinkedSegment(path: head.output),
        LinkedSegment(path: body.output, source: body.program.read),
        LinkedSegment(path: tail.output),
      ], film)
    let (shown, meant) = (try frames(made), try frames(file.path))
    let place = groups[0].frames + leading
    #expect(shown.count == copied + 17)
    #expect(shown.dropFirst(10).prefix(copied) == meant.dropFirst(place).prefix(copied))
    #expect(Set(shown).count == copied + 17)
    if film.hasSuffix("mp4") {
      let tag = try shop.run(
        "ffprobe",
        ["-v", "error", "-show_entries", "stream=codec_tag_string", "-of", "csv=p=0", made])
      #expect(
        String(decoding: tag, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
          == codec.tag)
    }
    #expect(
      try compareSegments(CompareRequest(body.output, body.output)) == nil)
  }

  @Test(arguments: [
    ["-bf", "3", "-x264-params", "weightb=1:weightp=2:ref=4:slices=3:b-pyramid=normal"],
    ["-x264-params", "cabac=0:slices=2:ref=3"], ["-profile:v", "baseline"],
    ["-x264-params", "nal-hrd=vbr:vbv-maxrate=400:vbv-bufsize=800"],
    ["-crf", "51"], ["-crf", "1"],
    ["-bf", "3", "-x264-params", "tff=1:ref=4:slices=3:b-pyramid=normal"],
    ["-x264-params", "bff=1:cabac=0:ref=3:constrained-intra=1"],
  ])
  func `parameter sets with another number leave every picture as it was`(
    _ options: [String]
  ) throws {
    let (one, other) = (try footage("one.mp4"), try footage("other.mp4", options: options))
    let first = request(try read(one, from: .zero), frames: 50, .copy, "first")
    for number in [1, 2, 30] {
      let second = request(
        try read(other, from: Time(1)), frames: 50, .copy(number: number), "second-\(number)")
      for request in [first, second] { _ = try SegmentRenderer().render(request) }
      let made = try link(
        [first, second].map { LinkedSegment(path: $0.output, source: $0.program.read) },
        "film.mp4")
      let shown = try frames(made)
      #expect(shown.count == 100)
      #expect(shown.prefix(50) == (try frames(one.path)).prefix(50))
      #expect(shown.dropFirst(50) == (try frames(other.path)).dropFirst(25).prefix(50))
    }
  }

  @Test(arguments: [Codec.hevc, .hevcOpen])
  func `slices of HEVC get another number, and stay otherwise as they were`(_ codec: Codec) throws {
    let one = try footage("one.mp4", codec: .hevc)
    let other = try footage("other.mp4", codec: codec)
    let first = request(try read(one, from: .zero), frames: 50, .copy, "first")
    for number in [1, 7, 14] {
      let second = request(
        try read(other, from: .zero), frames: 100, .copy(number: number), "second-\(number)")
      for request in [first, second] { _ = try SegmentRenderer().render(request) }
      let made = try link(
        [first, second].map { LinkedSegment(path: $0.output, source: $0.program.read) },
        "film.mp4")
      let shown = try frames(made)
      #expect(shown.prefix(50) == (try frames(one.path)).prefix(50))
      #expect(Array(shown.dropFirst(50)) == (try frames(other.path)))
    }
  }

  @Test func `packets that turn out not to be copyable are encoded, with a note`() throws {
    let file = try footage("take.mp4")
    var wrong = request(try read(file, from: Time(1, over: 5)), frames: 20, .copy, "wrong")
    wrong.otherwise = VideoEncoding(
      encoder: "libx264",
      options: [EncoderOption("qp", "10"), EncoderOption("x264-params", "open-gop=0:sps-id=31")])
    var frames = 0
    let facts = try SegmentRenderer().render(wrong) { frames += $0 }
    #expect(facts.frames == 20 && frames == 20)
    #expect(
      facts.notes.map(\.message) == [
        "cannot copy from 'take.mp4': its frames are not at a constant rate"
      ])
    let next = request(try read(file, from: Time(1)), frames: 25, .copy, "next")
    _ = try SegmentRenderer().render(next)
    let made = try link(
      [wrong, next].map { LinkedSegment(path: $0.output, source: $0.program.read) }, "film.mp4")
    #expect(try self.frames(made).count == 45)
    #expect(try self.frames(made).suffix(25) == (try self.frames(file.path))[25..<50])
  }

  @Test func `groups that are shown in part are not copied`() throws {
    let file = try footage("take.mp4")
    for (start, frames) in [
      (Time(1, over: 5), 20), (Time(1), 20), (Time(1), 60), (Time(3), 30), (Time(1), 0),
      (Time(1), -1),
    ] {
      let wrong = request(try read(file, from: start), frames: frames, .copy, "wrong")
      #expect(throws: RenderFailure.self) { try SegmentRenderer().render(wrong) }
    }
  }

  @Test func `a source that changed since is refused when the film is linked`() throws {
    let file = try footage("take.mp4")
    let body = request(try read(file, from: Time(1)), frames: 25, .copy, "body")
    _ = try SegmentRenderer().render(body)
    _ = try footage("take.mp4", options: ["-crf", "40"])
    #expect(throws: RenderFailure.self) {
      try link([LinkedSegment(path: body.output, source: body.program.read)], "film.mp4")
    }
  }

  @Test func `a reference that is damaged is refused`() throws {
    let file = try footage("take.mp4")
    let body = request(try read(file, from: Time(1)), frames: 25, .copy, "body")
    _ = try SegmentRenderer().render(body)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: body.output)))
    for at in whole.count - 42..<whole.count {
      var bytes = whole
      bytes[at] ^= 0x80
      try Data(bytes).write(to: URL(fileURLWithPath: body.output))
      #expect(throws: RenderFailure.self) {
        try link([LinkedSegment(path: body.output, source: body.program.read)], "film.mp4")
      }
    }
  }
}

/// The tools for examining films.
enum LinkTools {
  static let areThere = ["ffmpeg", "ffprobe"].allSatisfy { name in
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }
}
