// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import MediaIO

/// True if the ffmpeg tool can be run.
let hasFFmpeg: Bool = {
  let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
  return path.split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/ffmpeg")
  }
}()

@Suite(.enabled(if: Footage.isThere, "no real media")) struct CodingMediaTests {
  private func coding(_ name: String) throws -> CodingFacts {
    try #require(try Footage.facts(name).video?.coding)
  }

  @Test(arguments: [
    ("edit/sintel_trailer_720p24_52s.mp4", 9), ("edit/timecode_speech_720p30_42s.mp4", 22),
    ("edit/person_432p10_75s.mp4", 76), ("edit/greenscreen_man_720p30_24s.mp4", 3),
    ("edit/flower_540p2997_5s.mp4", 2), ("variety/bbb_720p60_open_start10.ts", 2),
    ("variety/h264_editlist_empty1s.mp4", 2), ("rotation/emulator_rot0_720p2997.mp4", 5),
  ])
  func `all of most footage can be copied`(_ name: String, _ groups: Int) throws {
    let video = try #require(try Footage.facts(name).video)
    let coding = try #require(video.coding)
    #expect(coding.obstacle == nil)
    #expect(coding.groups.count == groups)
    #expect(coding.groups.allSatisfy { $0.obstacle == nil })
    #expect(coding.groups.map(\.start) == video.keyFrames)
    #expect(coding.groups.reduce(0) { $0 + $1.frames } == video.frameCount)
    #expect(coding.parameters.first == 1)
  }

  @Test func `key frames that are recovery points end no group`() throws {
    let video = try #require(try Footage.facts("edit/bbb_720p24_82s.mp4").video)
    let coding = try #require(video.coding)
    #expect(video.keyFrames.count == 25)
    #expect(coding.groups.count == 16)
    // It was truncated by copying: one of its last frames is missing.
    #expect(
      coding.groups.map(\.obstacle)
        == [String?](repeating: nil, count: 15) + ["its frame rate varies"])
    #expect(Set(coding.groups.map(\.start)).isSubset(of: video.keyFrames))
  }

  @Test(arguments: [
    ("malformed/invalid_nalu.mp4", "damaged packets"),
    // Its times are rounded to a tick: even times are meant.
    ("malformed/empty_video_track.mp4", nil),
  ])
  func `a group that cannot be copied has a reason`(_ name: String, _ obstacle: String?) throws {
    #expect(try coding(name).groups.map(\.obstacle) == [obstacle])
  }

  @Test(arguments: [
    ("rotation/android_rot180_vfr_720p_mono.mp4", "its profile allows slices in any order"),
    ("variety/h264_444_1fps_editlist_iibbibb.mp4", "its profile is none whose packets are copied"),
  ])
  func `a stream that cannot be copied has a reason`(_ name: String, _ obstacle: String) throws {
    let coding = try coding(name)
    #expect(coding.obstacle == obstacle)
    #expect(coding.groups.isEmpty && coding.parameters.isEmpty)
  }

  @Test(arguments: [
    "edit/tears_of_steel_332p24_70s.webm", "images/photo_frog.jpg",
  ])
  func `other codecs are not looked into`(_ name: String) throws {
    let video = try #require(try Footage.facts(name).video)
    #expect(video.coding == nil)
  }
}

@Suite(.enabled(if: hasFFmpeg, "no ffmpeg")) struct CodingTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  /// Encodes 150 frames of 64×48 pixels at 30000/1001 frames per second with x264.
  private func encode(
    _ name: String, _ parameters: String = "", filter: String = "null", _ options: [String] = []
  ) throws -> String {
    let path = shop.path(name)
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=30000/1001", "-vf", filter,
        "-frames:v", "150", "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p",
        "-x264-params", "keyint=30:min-keyint=30:scenecut=0:" + parameters,
      ] + options + [path])
    return path
  }

  private func coding(_ path: String) throws -> CodingFacts {
    try #require(try probeMedia(ProbeRequest(path: path)).video?.coding)
  }

  @Test(arguments: ["mp4", "mov", "mkv", "ts", "flv"])
  func `containers make no difference`(_ container: String) throws {
    let film = try encode("film.mp4", "bframes=3")
    let path = shop.path("copy." + container)
    _ = try shop.run("ffmpeg", ["-v", "error", "-i", film, "-c", "copy", path])
    let (facts, plain) = (try coding(path), try coding(film))
    #expect(facts.obstacle == nil)
    #expect(facts.groups.map(\.frames) == [30, 30, 30, 30, 30])
    #expect(facts.groups.allSatisfy { $0.obstacle == nil })
    #expect(facts.parameters == plain.parameters)
    #expect((facts.profile, facts.level, facts.delay) == (plain.profile, plain.level, 2))
    #expect(facts.groups[0].start == .zero)
  }

  @Test func `slices do not make pictures`() throws {
    let facts = try coding(try encode("film.mp4", "slices=4"))
    #expect(facts.groups.map(\.frames) == [30, 30, 30, 30, 30])
    #expect(facts.groups.allSatisfy { $0.obstacle == nil })
  }

  @Test func `an open GOP ends no group`() throws {
    let path = try encode("film.mp4", "open-gop=1:bframes=3")
    let video = try #require(try probeMedia(ProbeRequest(path: path)).video)
    #expect(video.keyFrames.count == 5)
    #expect(video.coding?.groups == [PictureGroup(start: .zero, frames: 150)])
  }

  @Test func `a film that starts in an open GOP cannot be copied there`() throws {
    let film = try encode("film.mp4", "open-gop=1:bframes=3")
    let path = shop.path("rest.mkv")
    _ = try shop.run("ffmpeg", ["-v", "error", "-ss", "2", "-i", film, "-c", "copy", path])
    #expect(try coding(path).groups.map(\.obstacle) == ["open GOP"])
  }

  @Test func `a rate that varies is found group by group`() throws {
    let path = try encode(
      "film.mp4", "bframes=0", filter: "settb=1/90000,setpts=PTS+if(eq(N\\,70)\\,900\\,0)",
      ["-fps_mode", "passthrough", "-enc_time_base", "1/90000"])
    #expect(
      try coding(path).groups.map(\.obstacle) == [nil, nil, "its frame rate varies", nil, nil])
  }

  @Test func `parameter sets that change on the way are found`() throws {
    let first = try encode("first.ts", "bframes=0:ref=1")
    let second = try encode("second.ts", "bframes=0:ref=3", ["-output_ts_offset", "5.005"])
    let path = shop.path("both.ts")
    var both = try Data(contentsOf: URL(fileURLWithPath: first))
    both.append(try Data(contentsOf: URL(fileURLWithPath: second)))
    try both.write(to: URL(fileURLWithPath: path))
    #expect(try coding(first).obstacle == nil)
    #expect(try coding(path).obstacle == "two parameter sets")
  }

  @Test(arguments: [("tff=1", FieldOrder.top), ("bff=1", .bottom), ("fake-interlaced=1", nil)])
  func `it is known which field is shown first`(_ option: String, _ fields: FieldOrder?) throws {
    // The tool sets x264's field order from frames.
    let film = try encode(
      "film.mp4", option + ":bframes=3:slices=2",
      filter: "setfield=\(fields == .top ? "tff" : fields == .bottom ? "bff" : "prog")")
    for container in ["mp4", "mkv", "ts"] {
      let path = shop.path("copy." + container)
      _ = try shop.run("ffmpeg", ["-v", "error", "-i", film, "-c", "copy", path])
      let facts = try coding(path)
      #expect(facts.obstacle == nil && facts.fields == fields)
      #expect(facts.groups.map(\.frames) == [30, 30, 30, 30, 30])
      #expect(facts.groups.allSatisfy { $0.obstacle == nil })
    }
  }

  @Test func `an edit list trims the group that it starts in`() throws {
    let film = try encode("film.mp4", "bframes=3")
    let path = shop.path("trimmed.mp4")
    _ = try shop.run("ffmpeg", ["-v", "error", "-ss", "1.5", "-i", film, "-c", "copy", path])
    let obstacles = try coding(path).groups.map(\.obstacle)
    #expect(obstacles == ["cut by the edit list of its own file", nil, nil, nil])
  }
}
