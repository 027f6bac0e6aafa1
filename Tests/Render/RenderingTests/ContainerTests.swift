// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import Audio
@testable import MediaIO
@testable import Muxing

/// Container metadata: written into films, and read from sources.
@Suite struct ContainerTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private static let rate = FrameRate(30000, over: 1001)

  private static func chapter(_ title: String, _ start: Time, _ end: Time) -> Chapter {
    Chapter(title: title, time: TimeRange(start, end))
  }

  private static let facts = ContainerFacts(
    creation: Time(1_620_045_296), pictureLanguage: "fra", soundLanguage: "eng",
    timecode: Timecode(parsing: "00:59:58;10"),
    chapters: [
      chapter("Opening", .zero, Time(1)), chapter("Über Äpfel", Time(1), Time(5, over: 2)),
      chapter("", Time(5, over: 2), Time(3)),
    ])

  /// A film of three seconds with the metadata `facts`.
  private func film(_ facts: ContainerFacts?, _ name: String) throws -> String {
    let picture = Picture(source: .color(.black, size: PixelSize(64, 48)))
    let program = RenderProgram(
      canvas: CanvasFormat(size: PixelSize(64, 48), rate: ContainerTests.rate),
      parts: [
        LayerInterval(
          frameCount: 90, background: .black,
          layers: [Layer(content: .picture(picture), placement: .at(x: 0, y: 0))])
      ])
    _ = try SegmentRenderer().render(
      SegmentRequest(
        program: program,
        encoding: VideoEncoding(
          encoder: "libx264", options: [EncoderOption("preset", "veryfast")]),
        output: shop.path("pictures")))
    _ = try AudioRenderer().encode(
      EncodeRequest(
        sampleRate: 48000, intervals: [.silence(144_144)],
        encoding: AudioEncoding(encoder: "aac"), output: shop.path("sound")))
    let container = name.hasSuffix("mkv") ? "matroska" : String(name.suffix(3))
    _ = try Linker().link(
      LinkRequest(
        segments: [LinkedSegment(path: shop.path("pictures"))], sound: shop.path("sound"),
        canvas: program.canvas, container: container, fastStart: true, facts: facts,
        output: shop.path(name)))
    return shop.path(name)
  }

  private func found(_ file: String) throws -> ContainerFacts? {
    try probeMedia(ProbeRequest(path: file)).container
  }

  @Test(arguments: ["film.mp4", "film.mov", "film.mkv"])
  func `a film carries the metadata it is given`(name: String) throws {
    let probed = try probeMedia(
      ProbeRequest(path: try film(ContainerTests.facts, name)))
    // If sound begins before the pictures, so does source time.
    let first = try #require(probed.video?.firstFrame)
    let told = probed.container
    #expect(told?.creation == ContainerTests.facts.creation)
    #expect(told?.pictureLanguage == "fra")
    #expect(told?.soundLanguage == "eng")
    #expect(told?.timecode == ContainerTests.facts.timecode)
    #expect(told?.chapters.map(\.title) == ["Opening", "Über Äpfel", ""])
    #expect(
      told?.chapters.map(\.time.start)
        == ContainerTests.facts.chapters.map { $0.time.start + first })
  }

  @Test(arguments: [("film.mov", "ger"), ("film.mp4", "deu"), ("film.mkv", "deu")])
  func `a language has the name that the container knows`(film: String, name: String) throws {
    let facts = ContainerFacts(pictureLanguage: "deu", soundLanguage: "deu")
    let told = try found(try self.film(facts, film))
    #expect(told?.pictureLanguage == name && told?.soundLanguage == name)
  }

  @Test func `a film without metadata carries none`() throws {
    #expect(try found(try film(nil, "film.mp4")) == nil)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: try film(ContainerTests.facts, "a.mp4")))
    #expect(bytes.range(of: Data("Lavf".utf8)) == nil)
    #expect(
      bytes == (try Data(contentsOf: URL(fileURLWithPath: try film(ContainerTests.facts, "b.mp4"))))
    )
  }

  @Test(arguments: ["film.mp4", "film.mkv"])
  func `chapters are many and titles long within bounds`(name: String) throws {
    let title = String(repeating: "ü", count: 300)
    let chapters = (0..<1500).map { index in
      ContainerTests.chapter(
        title, Time(Int64(index), over: 500), Time(Int64(index + 1), over: 500))
    }
    let told = try found(try film(ContainerFacts(chapters: chapters), name))
    #expect(told?.chapters.count == Chapter.maximumCount)
    #expect(told?.chapters.allSatisfy { $0.title == String(repeating: "ü", count: 127) } == true)
  }

  @Test func `a title that is no text is none`() throws {
    let path = try film(ContainerTests.facts, "film.mp4")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    while let place = bytes.range(of: Data("Opening".utf8)) {
      bytes.replaceSubrange(place, with: Data([0xc0, 0xff, 0x80, 0xc0, 0xff, 0xc1, 0xf8]))
    }
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(try found(path)?.chapters.map(\.title) == ["", "Über Äpfel", ""])
  }

  @Test func `dates are told as calendars have them`() throws {
    let formatter = ISO8601DateFormatter()
    for second in [
      -2_082_844_800, -1, 0, 951_782_399, 951_782_400, 951_868_800, 1_078_012_800, 1_620_045_296,
      4_107_542_399, 4_107_542_400, 253_402_300_799,
    ] {
      let date = Date(timeIntervalSince1970: Double(second))
      #expect(Time(Int64(second)).date == formatter.string(from: date))
    }
    #expect(Time(3, over: 2).date == "1970-01-01T00:00:01.500000Z")
    #expect(Time(-1, over: 2).date == "1969-12-31T23:59:59.500000Z")
  }

  @Test(
    .enabled(if: LinkTools.areThere, "ffmpeg and ffprobe are not installed"),
    arguments: ["take.mp4", "take.mov", "take.mkv"])
  func `files written by other tools are read`(name: String) throws {
    let list = """
      ;FFMETADATA1
      creation_time=2021-05-03T12:34:56Z
      [CHAPTER]
      TIMEBASE=1/1000
      START=0
      END=1500
      title=One
      [CHAPTER]
      TIMEBASE=1/1000
      START=1500
      END=3000
      title=Two

      """
    try list.write(toFile: shop.path("chapters.txt"), atomically: true, encoding: .utf8)
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=3", "-f",
        "lavfi", "-i", "sine=duration=3", "-i", shop.path("chapters.txt"), "-map", "0", "-map", "1",
        "-map_metadata", "2", "-map_chapters", "2", "-c:v", "libx264", "-c:a", "aac",
        "-metadata:s:v", "language=ita", "-metadata:s:a", "language=und", "-timecode",
        "10:00:00:24", shop.path(name),
      ])
    let facts = try found(shop.path(name))
    #expect(facts?.creation == Time(1_620_045_296))
    #expect(facts?.pictureLanguage == "ita")
    #expect(facts?.soundLanguage == nil)
    #expect(facts?.timecode?.description == "10:00:00:24")
    // In Matroska the sound leads by the delay of AAC, and source time 0 is that of the first picture.
    let isUntold = try name.hasSuffix("mkv") && !shop.tellsPadding(shop.path(name))
    let lead = isUntold ? Time(23, over: 1000) : .zero
    #expect(
      facts?.chapters == [
        ContainerTests.chapter("One", .zero, Time(3, over: 2) - lead),
        ContainerTests.chapter("Two", Time(3, over: 2) - lead, Time(3) - lead),
      ])
  }

  @Test(
    .enabled(if: LinkTools.areThere, "ffmpeg and ffprobe are not installed"),
    arguments: [
      ("take.mxf", ["-c:v", "mpeg2video", "-timecode", "10:00:00:24"], "10:00:00:24"),
      (
        "take.dv",
        ["-s", "720x576", "-c:v", "dvvideo", "-pix_fmt", "yuv420p", "-timecode", "10:00:00:24"],
        "10:00:00:24"
      ),
      ("take.mpg", ["-c:v", "mpeg2video", "-gop_timecode", "10:00:00:24"], "10:00:00:24"),
      ("take.ts", ["-c:v", "mpeg2video", "-gop_timecode", "10:00:00:24"], "10:00:00:24"),
      ("plain.mpg", ["-c:v", "mpeg2video"], nil),
    ])
  func `timecodes stand where each container has them`(
    name: String, options: [String], code: String?
  ) throws {
    _ = try shop.run(
      "ffmpeg",
      ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=720x576:rate=25:duration=1"]
        + options + [shop.path(name)])
    #expect(try found(shop.path(name))?.timecode?.description == code)
  }
}
