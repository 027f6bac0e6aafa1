// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import MediaIO
@testable import Muxing

/// Films whose coded pictures are rotated like those of the copied source.
@Suite(.enabled(if: LinkTools.areThere, "ffmpeg and ffprobe are not installed"))
struct TurnedFilmTests {
  private let shop: Workshop
  private static let coded = PixelSize(160, 96)

  init() throws { shop = try Workshop() }

  /// Footage of 3 s at 25 frames per second with an IDR picture every second.
  private func footage() throws -> MediaFile {
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=3", "-c:v",
        "libx264", "-preset", "veryfast", "-g", "25", "-keyint_min", "25", "-sc_threshold", "0",
        "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc",
        "bt709", "-color_range", "tv", shop.path("take.mp4"),
      ])
    return MediaFile(
      path: shop.path("take.mp4"), digest: Fingerprint(bytes: [UInt8](repeating: 3, count: 32)))
  }

  /// `count` frames of `file` from `start` on, which are shown with `orientation`.
  private func segment(
    _ file: MediaFile, from start: Time, _ count: Int, _ orientation: Orientation, isCopied: Bool,
    _ name: String
  ) throws -> LinkedSegment {
    let read = VideoRead(
      file: file, stream: 0, zero: .zero, map: TimeRemap(start: start), origin: .none)
    let picture = Picture(source: .video(read), steps: isCopied ? [] : [.orient(orientation)])
    let program = RenderProgram(
      canvas: CanvasFormat(
        size: orientation.size(of: TurnedFilmTests.coded), rate: FrameRate(25)),
      parts: [
        LayerInterval(
          frameCount: count, background: .black,
          layers: [Layer(content: .picture(picture), placement: .at(x: 0, y: 0))])
      ], orientation: orientation)
    let encoding = VideoEncoding(
      encoder: "libx264",
      options: [
        EncoderOption("preset", "veryfast"), EncoderOption("qp", "8"),
        EncoderOption("profile", "high"), EncoderOption("x264-params", "open-gop=0:sps-id=1"),
      ])
    let request = SegmentRequest(
      program: program, encoding: isCopied ? .copy : encoding, output: shop.path(name))
    #expect(try SegmentRenderer().render(request).frames == Int64(count))
    return LinkedSegment(path: request.output, source: isCopied ? program.read : nil)
  }

  /// The frames of the file at `path` as output by ffmpeg with `arguments`.
  private func frames(_ path: String, before: [String] = [], _ arguments: [String] = []) throws
    -> [[UInt8]]
  {
    let data = try shop.run(
      "ffmpeg",
      ["-v", "error"] + before + ["-i", path] + arguments
        + ["-fps_mode", "passthrough", "-pix_fmt", "yuv420p", "-f", "rawvideo", "-"])
    let bytes = [UInt8](data)
    let size = TurnedFilmTests.coded.width * TurnedFilmTests.coded.height * 3 / 2
    return stride(from: 0, to: bytes.count - size + 1, by: size).map {
      Array(bytes[$0..<$0 + size])
    }
  }

  /// ffmpeg's filters for an orientation.
  private func filters(_ orientation: Orientation) -> String {
    switch orientation {
    case .upright: "null"
    case .flipHorizontal: "hflip"
    case .rotate180: "hflip,vflip"
    case .flipVertical: "vflip"
    case .transpose: "transpose=cclock_flip"
    case .rotate90: "transpose=clock"
    case .transverse: "transpose=clock_flip"
    case .rotate270: "transpose=cclock"
    }
  }

  @Test(arguments: Orientation.allCases)
  func `copied packets stay, and all is shown upright`(orientation: Orientation) throws {
    let film = orientation.swapsAxes ? "film.mp4" : "film.mov"
    let file = try footage()
    let segments = [
      try segment(file, from: Time(3, over: 5), 10, orientation, isCopied: false, "head"),
      try segment(file, from: Time(1), 25, orientation, isCopied: true, "body"),
      try segment(file, from: Time(2), 5, orientation, isCopied: false, "tail"),
    ]
    let request = LinkRequest(
      segments: segments, sound: nil,
      canvas: CanvasFormat(
        size: orientation.size(of: TurnedFilmTests.coded), rate: FrameRate(25)),
      container: String(film.suffix(3)), fastStart: true, orientation: orientation,
      output: shop.path(film))
    _ = try Linker().link(request)

    let made = try #require(try probeMedia(ProbeRequest(path: request.output)).video)
    #expect(made.orientation == orientation)
    #expect(made.size == TurnedFilmTests.coded)
    let stored = try frames(request.output, before: ["-noautorotate"])
    #expect(stored.count == 40)
    #expect(stored.dropFirst(10).prefix(25) == (try frames(file.path)).dropFirst(25).prefix(25))
    let shown = try frames(request.output)
    let meant = try frames(file.path, ["-vf", filters(orientation)])
    #expect(shown.count == 40)
    for index in [0, 9, 10, 34, 35, 39] {
      #expect(likeness(shown[index], meant[15 + index]) >= 45, "frame \(index)")
    }
  }

  @Test func `packets that turn out not to be copyable are upright, too`() throws {
    let file = try footage()
    let (orientation, start) = (Orientation.rotate90, Time(1, over: 5))
    let read = VideoRead(
      file: file, stream: 0, zero: .zero, map: TimeRemap(start: start), origin: .none)
    let size = orientation.size(of: TurnedFilmTests.coded)
    let program = RenderProgram(
      canvas: CanvasFormat(size: size, rate: FrameRate(25)),
      parts: [
        LayerInterval(
          frameCount: 10, background: .black,
          layers: [
            Layer(
              content: .picture(Picture(source: .video(read))), placement: .at(x: 0, y: 0))
          ])
      ], orientation: orientation)
    let request = SegmentRequest(
      program: program, encoding: .copy,
      otherwise: VideoEncoding(encoder: "libx264", options: [EncoderOption("qp", "8")]),
      output: shop.path("part"))
    #expect(try SegmentRenderer().render(request).notes.count == 1)
    _ = try Linker().link(
      LinkRequest(
        segments: [LinkedSegment(path: request.output, source: program.read)], sound: nil,
        canvas: program.canvas, container: "mp4", fastStart: true, orientation: orientation,
        output: shop.path("film.mp4")))
    let shown = try frames(shop.path("film.mp4"))
    let meant = try frames(file.path, ["-vf", filters(orientation)])
    #expect(shown.count == 10)
    for index in [0, 9] { #expect(likeness(shown[index], meant[5 + index]) >= 45) }
  }

  /// PSNR in dB.
  private func likeness(_ one: [UInt8], _ other: [UInt8]) -> Double {
    let squares = zip(one, other).reduce(0) { sum, pair in
      let difference = Int(pair.0) - Int(pair.1)
      return sum + difference * difference
    }
    guard squares > 0 else { return .infinity }
    return 10 * log10(255 * 255 * Double(one.count) / Double(squares))
  }
}
