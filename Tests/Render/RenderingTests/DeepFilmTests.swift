// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import Kernels
import LibAV
import RenderProtocol
import Testing

@testable import Compositor
@testable import MediaIO
@testable import Muxing

/// Films of 10 bits: copied packets, and drawn and encoded frames next to them.
extension CopyTests {
  /// The encoder of 10-bit footage, and of segments next to it.
  struct Deep: CustomTestStringConvertible {
    var codec: Codec
    var options: [String]
    var color: ColorTags
    var film: String
    var testDescription: String { "\(codec) in \(color.transfer)" }

    init(_ codec: Codec, _ options: [String], _ color: [String], _ film: String) {
      (self.codec, self.film) = (codec, film)
      self.color = ColorTags(
        matrix: color[0], primaries: color[1], transfer: color[2], range: "tv")
      self.options =
        options + [
          "-pix_fmt", "yuv420p10le", "-colorspace", color[0], "-color_primaries", color[1],
          "-color_trc", color[2], "-color_range", "tv",
        ]
    }

    var encoding: VideoEncoding {
      var encoding = codec.encoding
      encoding.pixelFormat = "yuv420p10le"
      encoding.options.removeAll { $0.name == "profile" }
      return encoding
    }

    static let wide = ["bt2020nc", "bt2020"]
    static let all = [
      Deep(.h264, [], ["bt709", "bt709", "bt709"], "film.mov"),
      Deep(.h264, [], wide + ["arib-std-b67"], "film.mp4"),
      Deep(.hevc, [], wide + ["arib-std-b67"], "film.mp4"),
      Deep(.hevcOpen, [], wide + ["smpte2084"], "film.mkv"),
      Deep(.vp9, ["-profile:v", "2"], wide + ["smpte2084"], "film.mp4"),
    ]
  }

  /// The luma of all frames of `file`.
  private func lumas(_ file: String) throws -> [[UInt16]] {
    let data = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-i", file, "-map", "0:v", "-f", "rawvideo", "-pix_fmt", "gray10le",
        "-vf", "extractplanes=y", "-",
      ])
    let count = CopyTests.size.width * CopyTests.size.height
    return data.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count / 2, by: count).map { start in
        (start..<start + count).map { bytes.loadUnaligned(fromByteOffset: 2 * $0, as: UInt16.self) }
      }
    }
  }

  /// The PSNR of 10-bit samples, in dB.
  private func likeness(_ a: [UInt16], _ b: [UInt16]) -> Double {
    let sum = zip(a, b).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
    return sum == 0 ? .infinity : 10 * log10(1023 * 1023 * Double(a.count) / sum)
  }

  @Test(arguments: Deep.all)
  func `a film of ten bits is its source's, copied and encoded`(_ deep: Deep) throws {
    let file = try footage("take.mp4", codec: deep.codec, options: deep.options)
    let video = try #require(try probeMedia(ProbeRequest(path: file.path)).video)
    let coding = try #require(video.coding)
    try #require(coding.obstacle == nil && video.pixels.name == "yuv420p10le")
    let canvas = try #require(CanvasColor(video.color, size: video.size, depth: 10))
    let (first, leading) = (coding.groups[1], coding.groups[1].leading)
    let start = first.start + FrameRate(25).time(of: leading)
    let copied = first.frames + coding.groups[2].frames - leading
    let head = request(
      try read(file, from: start - Time(2, over: 5)), frames: 10, deep.encoding, "head",
      color: canvas)
    let body = request(
      try read(file, from: start), frames: copied, .copy, "body", color: canvas)
    let tail = request(
      try read(file, from: coding.groups[3].start), frames: 7, deep.encoding, "tail",
      color: canvas)
    for request in [head, body, tail] { _ = try SegmentRenderer().render(request) }
    let made = try link(
      [
        LinkedSegment(path: head.output),
        LinkedSegment(path: body.output, source: body.program.read),
        LinkedSegment(path: tail.output),
      ], deep.film)
    let place = coding.groups[0].frames + leading
    #expect(
      try frames(made).dropFirst(10).prefix(copied)
        == (try frames(file.path)).dropFirst(place).prefix(copied))
    let (shown, meant) = (try lumas(made), try lumas(file.path))
    #expect(shown.count == copied + 17)
    for (index, frame) in shown.enumerated() {
      #expect(likeness(frame, meant[place - 10 + index]) > 45)
    }
    let film = try #require(try probeMedia(ProbeRequest(path: made)).video)
    #expect(film.pixels.name == "yuv420p10le")
    #expect(film.color == deep.color)
  }

  @Test func `the grading of a film is found and reported`() throws {
    let display = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"
    let options = [
      "-pix_fmt", "yuv420p10le", "-colorspace", "bt2020nc", "-color_primaries", "bt2020",
      "-color_trc", "smpte2084", "-color_range", "tv", "-x265-params",
      "log-level=none:master-display=\(display):max-cll=1000,400",
    ]
    let file = try footage("take.mp4", codec: .hevc, options: options)
    let light = LightFacts(
      primaries: [34000, 16000, 13250, 34500, 7500, 3000, 15635, 16450],
      luminance: [50, 10_000_000], content: [1000, 400])
    #expect(try probeMedia(ProbeRequest(path: file.path)).container?.light == light)
    let body = request(
      try read(file, from: .zero), frames: 100, .copy, "body",
      color: try #require(
        CanvasColor(
          ColorTags(matrix: "bt2020nc", primaries: "bt2020", transfer: "smpte2084", range: "tv"),
          size: CopyTests.size, depth: 10)))
    _ = try SegmentRenderer().render(body)
    for (container, name) in [("mp4", "a.mp4"), ("mov", "a.mov"), ("matroska", "a.mkv")] {
      _ = try Linker().link(
        LinkRequest(
          segments: [LinkedSegment(path: body.output, source: body.program.read)], sound: nil,
          canvas: body.program.canvas, container: container, fastStart: true,
          facts: ContainerFacts(light: light), output: shop.path(name)))
      let said = try shop.run(
        "ffprobe",
        ["-v", "error", "-show_entries", "stream_side_data", "-of", "json", shop.path(name)])
      let text = String(decoding: said, as: UTF8.self)
      for word in ["Mastering display", "Content light level", "\"max_content\": 1000"] {
        #expect(text.contains(word), "\(name): \(text)")
      }
    }
  }
}

/// Layers over a film in HDR.
@Suite struct LightTests {
  private static func canvas(_ transfer: String) throws -> CanvasColor {
    let tags = ColorTags(
      matrix: "bt2020nc", primaries: "bt2020", transfer: transfer, range: "tv")
    return try #require(CanvasColor(tags, size: PixelSize(64, 48), depth: 10))
  }

  private func frame(
    of layers: [Layer], _ transfer: String
  ) throws -> (y: Int, u: Int, v: Int) {
    let canvas = CanvasFormat(
      size: PixelSize(64, 48), rate: FrameRate(25), color: try LightTests.canvas(transfer))
    let program = RenderProgram(
      canvas: canvas, parts: [LayerInterval(frameCount: 1, background: .black, layers: layers)])
    let run = RenderRun(
      context: RenderContext(), canvas: canvas, decoderThreads: 1, keepsGoing: false)
    let frame = try #require(try FrameRenderer(program, run: run).next())
    func middle(_ plane: DeepPlane) -> Int {
      Int(plane.base[plane.height / 2 * plane.stride + plane.width / 2])
    }
    return frame.withView(of: UInt16.self) { (middle($0.y), middle($0.u), middle($0.v)) }
  }

  private func patch(_ color: Color, opacity: Int = Layer.opaque) -> Layer {
    Layer(
      content: .picture(Picture(source: .color(color, size: PixelSize(32, 24)))),
      opacity: .constant(opacity), placement: .at(x: 16, y: 12))
  }

  /// In BT.2408, graphics white is 58 % of PQ and 75 % of HLG.
  @Test(arguments: [("smpte2084", 573), ("arib-std-b67", 721)])
  func `white has the light of graphics`(_ transfer: String, _ luma: Int) throws {
    #expect(try frame(of: [patch(.white)], transfer) == (luma, 512, 512))
    #expect(try frame(of: [], transfer) == (64, 512, 512))
    let half = try frame(of: [patch(.white, opacity: Layer.opaque / 2)], transfer)
    #expect(abs(half.y - (64 + luma) / 2) <= 1)
  }

  /// Computed with the equations of BT.2100.
  @Test(arguments: [("smpte2084", 392, 438, 608), ("arib-std-b67", 392, 395, 715)])
  func `red is the red of BT 709`(_ transfer: String, _ y: Int, _ u: Int, _ v: Int) throws {
    let red = try frame(of: [patch(Color(255, 0, 0))], transfer)
    #expect(abs(red.y - y) <= 1 && abs(red.u - u) <= 1 && abs(red.v - v) <= 1, "\(red)")
  }

  @Test func `a drawing has the colour of a patch`() throws {
    let shop = try Workshop()
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='32' height='24'>"
    let path = shop.path("patch.svg")
    func draw(_ color: String) throws {
      try Data((svg + "<rect width='32' height='24' fill='\(color)'/></svg>").utf8)
        .write(to: URL(filePath: path))
    }
    let file = MediaFile(
      path: path, digest: Fingerprint(bytes: [UInt8](repeating: 9, count: 32)))
    let drawing = Layer(
      content: .picture(
        Picture(source: .svg(file, size: PixelSize(32, 24), .none))),
      placement: .at(x: 16, y: 12))
    // Opaque drawings remain opaque with ten bits.
    try draw("white")
    #expect(try frame(of: [drawing], "arib-std-b67") == (721, 512, 512))
    try draw("#3060a0")
    for transfer in ["smpte2084", "arib-std-b67"] {
      let drawn = try frame(of: [drawing], transfer)
      let plain = try frame(of: [patch(Color(0x30, 0x60, 0xa0))], transfer)
      #expect(abs(drawn.y - plain.y) <= 1)
      #expect(abs(drawn.u - plain.u) <= 1 && abs(drawn.v - plain.v) <= 1)
    }
  }

  @Test func `pictures moved by fractions of a pixel keep ten bits`() throws {
    var moved = patch(.white)
    moved.placement = .warped(.constant(Affine(1.5, 0, 0, 1.5, 8.5, 6.25)))
    #expect(try frame(of: [moved], "smpte2084") == (573, 512, 512))
  }

  @Test(arguments: [("fadewhite", 573), ("wipeleft", 573), ("fadeblack", 64), ("circleopen", 573)])
  func `a transition in HDR goes by the white of graphics`(_ name: String, _ luma: Int) throws {
    func plain(_ color: Color) -> [Layer] {
      [
        Layer(
          content: .picture(Picture(source: .color(color, size: PixelSize(64, 48)))),
          placement: .at(x: 0, y: 0))
      ]
    }
    let color: Color = name == "fadeblack" ? .black : .white
    let transition = Transition(
      name: name, from: plain(color), to: plain(color),
      background: .black, offset: 50, duration: 100)
    let layer = Layer(content: .transition(transition), placement: .at(x: 0, y: 0))
    let found = try frame(of: [layer], "smpte2084")
    #expect(abs(found.y - luma) <= 1 && found.u == 512, "\(found)")
  }
}
