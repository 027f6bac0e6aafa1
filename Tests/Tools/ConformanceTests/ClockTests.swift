// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Footage of several containers, codecs and clocks, whose pictures are their numbers: a film shows each where it belongs.
///
/// `Scripts/soak footage` does the same with every container, and listens to their sounds.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct ClockTests {
  /// A source, and what a film of all of it shows.
  struct Clock: CustomTestStringConvertible, Sendable {
    var name: String
    var file: String
    /// Options of ffmpeg behind its input of numbers, and the one of tones if it has sound.
    var options: String
    var seconds = 2
    var rate = "25"
    var canvas = "25"
    var toneSeconds: Int?
    /// Numbers, in the order of the film; nil for an error.
    var shown: [Int]?
    /// The message that is printed; nil for none.
    var message: String?

    var testDescription: String { name }
  }

  private static let h264 = "-c:v libx264 -preset veryfast -crf 18 -pix_fmt yuv420p -g 12 -bf 3"
  private static let fine = "-fps_mode passthrough -enc_time_base 1/90000"

  private static let leadingSound =
    "-vf settb=1/90000,setpts=N*3600+1350 \(fine) " + h264 + " -bf 0 -c:a libvorbis"
  /// 24 frames in 60 fields.
  private static let pulldown = "-vf settb=1/90000,setpts='floor(N*2.5)*1501.5' \(fine) "

  static let clocks = [
    Clock(
      name: "AVI has no presentation times", file: "clip.avi", options: h264, shown: Array(0..<50)),
    Clock(
      name: "nor does MPEG-4 with B-frames", file: "clip.avi",
      options: "-c:v mpeg4 -q:v 2 -bf 2 -g 12 -vtag XVID", shown: Array(0..<50)),
    Clock(
      name: "packs have the time of one picture of several", file: "clip.vob",
      options: "-c:v mpeg2video -q:v 2 -bf 2 -g 12", shown: Array(0..<50)),
    Clock(
      name: "packs have the time of one picture of many", file: "clip.vob",
      options: h264 + " -c:a mp2", toneSeconds: 2, shown: Array(0..<50)),
    Clock(
      name: "also of HEVC", file: "clip.vob",
      options: "-c:v libx265 -preset ultrafast -pix_fmt yuv420p -c:a mp2 "
        + "-x265-params bframes=3:keyint=12:log-level=none", toneSeconds: 2, shown: Array(0..<50)),
    Clock(
      name: "headers of a picture are in the pack before it", file: "clip.mpg",
      options: "-c:v mpeg2video -q:v 2 -bf 2 -g 15 -c:a mp2", seconds: 6, toneSeconds: 6,
      shown: Array(0..<150)),
    Clock(
      name: "a picture is held", file: "clip.mkv",
      options: "-vf select='lt(n,10)+gt(n,46)' -fps_mode vfr " + h264, seconds: 3,
      shown: Array(0..<10) + Array(repeating: 9, count: 37) + Array(47..<75)),
    Clock(
      name: "times swing", file: "clip.mkv",
      options: "-vf settb=1/90000,setpts='N*3600+if(eq(N,0),0,(mod(N*7,15)-7)*90)' \(fine) "
        + h264, shown: Array(0..<50)),
    Clock(
      name: "24 frames in 60 fields", file: "clip.ts",
      options:
        pulldown + h264,
      rate: "24000/1001", canvas: "24000/1001", shown: Array(0..<48)),
    Clock(
      name: "sound leads", file: "clip.mkv",
      options: leadingSound,
      toneSeconds: 2, shown: Array(0..<50)),
    Clock(
      name: "sound leads in a film of another rate", file: "clip.mkv",
      options: leadingSound,
      canvas: "50", toneSeconds: 2, shown: [0] + (0..<50).flatMap { [$0, $0] }),
    Clock(
      name: "AVI lets time pass between packets", file: "clip.avi",
      options: "-vf select='lt(n,20)+gt(n,46)' -fps_mode vfr " + h264, seconds: 3,
      shown: Array(0..<20) + Array(repeating: 19, count: 27) + Array(47..<75)),
    Clock(
      name: "the last of 24 frames lasts as long as a field", file: "clip.mp4",
      options:
        pulldown + "-c:v libx265 -preset ultrafast "
        + "-x265-params bframes=3:keyint=12:log-level=none -video_track_timescale 90000",
      rate: "24000/1001", canvas: "24000/1001", shown: Array(0..<48)),
    Clock(
      name: "nearly the rate of the film", file: "clip.mp4", options: h264, rate: "30000/1001",
      canvas: "30", shown: Array(0..<60)),
    Clock(
      name: "sound goes on", file: "clip.mp4", options: h264 + " -c:a aac", toneSeconds: 4,
      shown: Array(0..<50) + Array(repeating: 49, count: 50), message: "its last picture"),
    Clock(
      name: "sound goes on for a moment", file: "clip.mp4", options: h264 + " -c:a aac -t 2.3",
      toneSeconds: 3, shown: Array(0..<50)),
    Clock(
      name: "one picture is no animation", file: "clip.gif", options: "-frames:v 1",
      shown: Array(repeating: 0, count: 50)),
    Clock(
      name: "nor is it of an APNG", file: "clip.apng", options: "-frames:v 1",
      shown: Array(repeating: 0, count: 50)),
    Clock(name: "a raw stream", file: "clip.h264", options: h264, message: "raw stream"),
    Clock(
      name: "a film is no photo", file: "clip.mjpeg", options: "-c:v mjpeg -q:v 2",
      message: "raw stream"),
  ]

  /// The number that each frame of the film at `path` shows; -1 for none.
  private func numbers(of path: String, _ ffmpeg: Command) async throws -> [Int] {
    let data = try await ffmpeg.data([
      "-v", "error", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-vf",
      "scale=8:2:flags=area,format=gray", "-f", "rawvideo", "-",
    ])
    return stride(from: 0, to: data.count - 15, by: 16).map { start in
      let samples = data[start..<start + 16].map { Int($0) }
      let isClear = (0..<8).allSatisfy { abs(samples[$0] - samples[$0 + 8]) > 70 }
      return isClear ? (0..<8).reduce(0) { $0 + (samples[$1] > samples[$1 + 8] ? 1 << $1 : 0) } : -1
    }
  }

  private static func source(_ rate: String) -> String {
    "color=black:s=160x96:r=\(rate),geq=lum='if(mod(floor(N/pow(2,floor(X*8/160)))+floor(Y/48),2),"
      + "215,35)':cb=128:cr=128"
  }

  private func arguments(_ clock: Clock, to path: String) -> [String] {
    var arguments = ["-v", "error", "-y"]
    arguments += ["-f", "lavfi", "-t", "\(clock.seconds)", "-i", Self.source(clock.rate)]
    if let seconds = clock.toneSeconds {
      arguments += ["-f", "lavfi", "-i", "sine=1000:r=48000:d=\(seconds)"]
    }
    return arguments + words(clock.options) + [path]
  }

  private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  private func project(_ clips: String, canvas: String) -> String {
    """
    reel: 1
    canvas: {size: 160x96, rate: \(canvas)}
    defaults: {clip: {duration: 2s}}
    tracks: {main: [\(clips)]}
    outputs: {film: {file: film.mkv, preset: highest}}

    """
  }

  @Test(arguments: clocks) func `a film shows the pictures that are meant`(clock: Clock)
    async throws
  {
    let ffmpeg = try #require(Command.named("ffmpeg"))
    let reel = try Reel()
    _ = try await ffmpeg.data(arguments(clock, to: reel.folder / clock.file))
    // The whole, and a stretch that begins in it.
    let second = clock.shown.map { $0.count >= 48 && $0[1] != $0[0] } ?? false
    let clips = clock.file + (second ? ", {clip: \(clock.file), range: 17f..33f}" : "")
    let outcome = try await reel.build(project(clips, canvas: clock.canvas))
    if let message = clock.message {
      // Warnings are not among what a quiet build says.
      let said = try await reel.run(["check", "project.reel.yaml"]).errors
      #expect(said.contains(message) && said.contains(clock.file))
    }
    guard let shown = clock.shown else {
      #expect(outcome.status == 1)
      return
    }
    try #require(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try await numbers(of: reel.folder / "film.mkv", ffmpeg)
        == shown + (second ? Array(shown[17..<33]) : []))
  }

  /// 24 frames a second in 60 fields, as a stream itself says it: every other frame repeats its first field.
  @Test(arguments: ["clip.ts", "clip.mpg", "clip.mkv"])
  func `frames that repeat a field are shown once each`(file: String) async throws {
    let ffmpeg = try #require(Command.named("ffmpeg"))
    let reel = try Reel()
    let path = reel.folder / "fields.m2v"
    let clock = Clock(
      name: "", file: "", options: "-c:v mpeg2video -q:v 2 -g 12 -bf 0", rate: "30000/1001")
    _ = try await ffmpeg.data(arguments(clock, to: path))
    var data = try Data(contentsOf: URL(filePath: path))
    // The extension of each picture header (ISO/IEC 13818-2, 6.2.3.1), which has the flags in its last four bytes.
    var (place, frame) = (0, 0)
    let start = Data([0, 0, 1, 0xB5])
    while let found = data.range(of: start, in: place..<data.endIndex) {
      place = found.upperBound
      // The extension of the sequence header, which has the flag of frames without fields.
      if data[place] >> 4 == 1 { data[place + 1] &= 0xF7 }
      guard data[place] >> 4 == 8 else { continue }
      // The fields go on in turns: a frame of three has the next one begin with the other field.
      let isTopFirst = frame % 4 < 2
      data[place + 3] = data[place + 3] & 0x7D | (isTopFirst ? 0x80 : 0) | (frame % 2 == 1 ? 2 : 0)
      data[place + 4] |= 0x80
      frame += 1
    }
    #expect(frame == 60)
    try data.write(to: URL(filePath: path))
    _ = try await ffmpeg.data([
      "-v", "error", "-y", "-fflags", "+genpts", "-i", path, "-c", "copy", reel.folder / file,
    ])
    let text = project(file, canvas: "24000/1001").replacing("duration: 2s", with: "duration: 3s")
    let outcome = try await reel.build(text)
    try #require(outcome.status == 0, "\(outcome.errors)")
    #expect(try await numbers(of: reel.folder / "film.mkv", ffmpeg) == Array(0..<60))
  }

  @Test(arguments: [
    ("clip.ts", h264 + " -x264-params open-gop=1:b-pyramid=normal"),
    ("clip.ts", "-c:v libx265 -preset ultrafast -x265-params bframes=3:keyint=12:log-level=none"),
    ("clip.ts", "-c:v mpeg4 -q:v 2 -bf 2 -g 12"),
    ("clip.vob", "-c:v mpeg2video -q:v 2 -bf 2 -g 12"),
  ])
  func `a recording that begins anywhere is shown from its first key frame on`(
    file: String, options: String
  ) async throws {
    let ffmpeg = try #require(Command.named("ffmpeg"))
    let reel = try Reel()
    let path = reel.folder / file
    _ = try await ffmpeg.data(
      arguments(Clock(name: "", file: "", options: options, seconds: 3), to: path))
    let whole = try Data(contentsOf: URL(filePath: path))
    try whole.dropFirst(whole.count / 4).write(to: URL(filePath: path))
    let text = project(file, canvas: "25").replacingOccurrences(
      of: "defaults: {clip: {duration: 2s}}\n", with: "")
    let outcome = try await reel.build(text)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let shown = try await numbers(of: reel.folder / "film.mkv", ffmpeg)
    // Program streams tell no times of many pictures: every twelfth is a key frame there.
    let count =
      file.hasSuffix(".vob") ? shown.count : try await picturesFromKey(path)
    #expect(!file.hasSuffix(".vob") || [63, 51].contains(count))
    #expect(shown == Array(75 - count..<75), "\(shown)")
    // Wherever decoding begins, the same is shown.
    for start in [1, 2, 12, 25] where start < count {
      let range = "range: \(start)f.."
      let part = text.replacing("main: [\(file)]", with: "main: [{clip: \(file), \(range)}]")
      try #require(part != text)
      let outcome = try await reel.build(part, options: ["--force"])
      try #require(outcome.status == 0, "\(outcome.errors)")
      let later = try await numbers(of: reel.folder / "film.mkv", ffmpeg)
      #expect(later == Array(shown.dropFirst(start)), "\(start): \(later)")
    }
  }

  /// The number of pictures of a recording that are shown: those from its first key frame on.
  private func picturesFromKey(_ path: String) async throws -> Int {
    let ffprobe = try #require(Command.named("ffprobe"))
    let lines = String(
      decoding: try await ffprobe.data([
        "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts,flags", "-of",
        "csv=p=0", path,
      ]), as: UTF8.self
    ).split(separator: "\n").map { $0.split(separator: ",") }
    // What precedes a key frame on the screen has a time.
    let times = lines.map { Int($0[0]) ?? .max }
    let keys = lines.indices.filter { lines[$0][1].hasPrefix("K") }
    let key = try #require(keys.first)
    return times[key...].count { $0 >= times[key] }
  }

  @Test func `a recording without a key frame is refused, and late pictures of it are said`()
    async throws
  {
    let ffmpeg = try #require(Command.named("ffmpeg"))
    let reel = try Reel()
    let path = reel.folder / "clip.ts"
    for (group, words) in [
      (250, "its h264 has no key frame from which pictures can be decoded"),
      (50, "pictures before its first key frame cannot be decoded, and are not seen"),
    ] {
      let options = "-c:v libx264 -preset ultrafast -qp 10 -g \(group) -sc_threshold 0"
      _ = try await ffmpeg.data(
        arguments(Clock(name: "", file: "", options: options, seconds: 3), to: path))
      let whole = try Data(contentsOf: URL(filePath: path))
      try whole.dropFirst(whole.count / 4).write(to: URL(filePath: path))
      let said = try await checked(project("clip.ts", canvas: "25"), reel)
      #expect(said.contains(words), "\(said)")
    }
  }

  @Test func `recordings put one behind the other that begin earlier are refused`() async throws {
    let ffmpeg = try #require(Command.named("ffmpeg"))
    let reel = try Reel()
    var both = Data()
    for start in [5, 0] {
      let path = reel.folder / "\(start).mkv"
      _ = try await ffmpeg.data(
        arguments(
          Clock(
            name: "", file: "", options: Self.h264 + " -output_ts_offset \(start)"), to: path))
      both += try Data(contentsOf: URL(filePath: path))
    }
    try both.write(to: URL(filePath: reel.folder / "both.mkv"))
    let said = try await checked(project("both.mkv", canvas: "25"), reel)
    #expect(said.contains("its times begin anew after"), "\(said)")
  }

  /// The diagnostics of a project before it is built.
  private func checked(_ project: String, _ reel: Reel) async throws -> String {
    try project.write(toFile: reel.folder / "project.reel.yaml", atomically: true, encoding: .utf8)
    return try await reel.run(["check", "project.reel.yaml"]).errors
  }

  @Test(arguments: [
    "clip.mp4", "clip.flv", "clip.gif", "clip.wmv", "clip.wav", "clip.aiff", "clip.caf", "clip.w64",
  ])
  func `a file behind another one is said`(file: String) async throws {
    let ffmpeg = try #require(Command.named("ffmpeg"))
    let reel = try Reel()
    let path = reel.folder / file
    _ = try await ffmpeg.data([
      "-v", "error", "-y", "-f", "lavfi", "-t", "2", "-i", Self.source("25"), "-f", "lavfi", "-t",
      "2", "-i", "sine=1000:r=48000", path,
    ])
    let data = try Data(contentsOf: URL(filePath: path))
    for (content, isJoined) in [(data, false), (data + data, true)] {
      try content.write(to: URL(filePath: path))
      let text =
        "reel: 1\ntracks: {main: [{clip: \(file)}]}\noutputs: {film: {file: film.mkv}}\n"
      let said = try await checked(text, reel)
      #expect(
        said.contains("another file begins behind it at byte \(data.count)") == isJoined, "\(said)")
    }
  }

  @Test func `pictures that have the time of others are said to be lost`() async throws {
    let ffmpeg = try #require(Command.named("ffmpeg"))
    let reel = try Reel()
    let options =
      "-vf settb=1/1000,setpts='min(N,30)*40+max(N-30,0)/10' -fps_mode passthrough -bf 0"
    _ = try await ffmpeg.data(
      arguments(
        Clock(name: "", file: "", options: "-c:v ffv1 -enc_time_base 1/1000 " + options),
        to: reel.folder / "clip.mkv"))
    let said = try await checked(project("clip.mkv", canvas: "25"), reel)
    #expect(said.contains("of its 50 pictures have the time of another"), "\(said)")
  }

  @Test func `a picture that gets larger stays in its box`() async throws {
    let ffmpeg = try #require(Command.named("ffmpeg"))
    let reel = try Reel()
    var both = Data()
    for (number, filter) in ["null", "scale=320:192:flags=neighbor"].enumerated() {
      let path = reel.folder / "\(number).ts"
      // Without the flag, packets seem to be missing at the joint; with B-frames, decoders drop the last of them.
      let options =
        "-vf \(filter) -c:v mpeg4 -q:v 2 -bf 0 -output_ts_offset \(2 * number) -mpegts_flags "
        + "initial_discontinuity"
      _ = try await ffmpeg.data(
        arguments(Clock(name: "", file: "", options: options), to: path))
      both += try Data(contentsOf: URL(filePath: path))
    }
    try both.write(to: URL(filePath: reel.folder / "both.ts"))
    for size in ["160x96", "320x192", "240x144"] {
      let text = project("both.ts", canvas: "25").replacingOccurrences(of: "160x96", with: size)
      let outcome = try await reel.build(text, options: ["--force"])
      try #require(outcome.status == 0, "\(outcome.errors)")
      #expect(
        try await numbers(of: reel.folder / "film.mkv", ffmpeg)
          == Array(0..<50) + Array(0..<50), "\(size)")
    }
  }

  @Test(arguments: [
    "vob": "-c:v mpeg2video -q:v 2 -bf 2 -g 12 -c:a mp2", "ts": h264 + " -c:a aac",
  ])
  func `times that begin anew go on where they were`(kind: String, options: String) async throws {
    let ffmpeg = try #require(Command.named("ffmpeg"))
    let reel = try Reel()
    let clock = Clock(name: "", file: "", options: options, toneSeconds: 2)
    _ = try await ffmpeg.data(arguments(clock, to: reel.folder / "one.\(kind)"))
    let one = try Data(contentsOf: URL(filePath: reel.folder / "one.\(kind)"))
    try (one + one).write(to: URL(filePath: reel.folder / "two.\(kind)"))
    let clips = "two.\(kind), {clip: two.\(kind), range: 40f..60f}"
    let outcome = try await reel.build(project(clips, canvas: "25"))
    try #require(outcome.status == 0, "\(outcome.errors)")
    let shown = Array(0..<50) + Array(0..<50)
    #expect(
      try await numbers(of: reel.folder / "film.mkv", ffmpeg) == shown + Array(shown[40..<60]))
  }

  @Test(arguments: [25, 50])
  func `a part of another rate goes on behind the last picture`(rate: Int) async throws {
    let ffmpeg = try #require(Command.named("ffmpeg"))
    let reel = try Reel()
    var both = Data()
    for rate in [rate, 75 - rate] {
      let path = reel.folder / "\(rate).ts"
      _ = try await ffmpeg.data(
        arguments(Clock(name: "", file: "", options: Self.h264, rate: "\(rate)"), to: path))
      both += try Data(contentsOf: URL(filePath: path))
    }
    try both.write(to: URL(filePath: reel.folder / "both.ts"))
    let outcome = try await reel.build(project("both.ts", canvas: "50"))
    try #require(outcome.status == 0, "\(outcome.errors)")
    let (slow, fast) = ((0..<100).map { $0 / 2 }, Array(0..<100))
    #expect(
      try await numbers(of: reel.folder / "film.mkv", ffmpeg)
        == (rate == 25 ? slow + fast : fast + slow))
  }

  @Test(arguments: [
    ("ts", h264 + " -c:a aac"), ("vob", "-c:v mpeg2video -q:v 2 -g 12 -c:a ac3"),
    ("flv", h264 + " -c:a aac"), ("avi", "-c:v mpeg4 -c:a libmp3lame"),
    ("mkv", h264 + " -c:a libopus"), ("ogv", "-c:v libtheora -q:v 8 -c:a libvorbis"),
    ("wmv", "-c:v wmv2 -c:a wmav2"), ("mxf", "-c:v mpeg2video -q:v 2 -c:a pcm_s16le"),
    ("mp4", h264 + " -c:a aac -movflags frag_keyframe+empty_moov"),
    ("ogg", "-vn -c:a libvorbis"), ("opus", "-vn -c:a libopus"),
  ])
  func `a file that is cut off within a part of it is said to be`(
    kind: String, options: String
  ) async throws {
    let ffmpeg = try #require(Command.named("ffmpeg"))
    let reel = try Reel()
    let path = reel.folder / "clip.\(kind)"
    _ = try await ffmpeg.data(
      arguments(Clock(name: "", file: "", options: options, toneSeconds: 2), to: path))
    let whole = try Data(contentsOf: URL(filePath: path))
    let text =
      "reel: 1\ntracks: {main: [{clip: clip.\(kind)}]}\noutputs: {film: {file: film.mkv}}\n"
    #expect(try await checked(text, reel).isEmpty)
    for count in [whole.count * 7 / 10 + 1, whole.count * 4 / 5 + 3, whole.count - 7] {
      try whole.prefix(count).write(to: URL(filePath: path))
      let said = try await checked(text, reel)
      // Of a short sound, all packets are in a page or two.
      #expect(
        said.contains("clip.\(kind)") && (said.contains("cut off") || said.contains("end of file")),
        "\(count) of \(whole.count): \(said)")
    }
  }

  @Test(arguments: ["", " -x264-params open-gop=1:b-pyramid=normal"])
  func `a range deep in a program stream begins at its frame`(more: String) async throws {
    let ffmpeg = try #require(Command.named("ffmpeg"))
    let reel = try Reel()
    let clock = Clock(
      name: "", file: "", options: Self.h264 + " -g 60 -c:a mp2" + more, seconds: 30,
      toneSeconds: 30)
    _ = try await ffmpeg.data(arguments(clock, to: reel.folder / "clip.vob"))
    for (start, first) in [("7.2s", 180), ("20.04s", 501), ("29s", 725)] {
      let outcome = try await reel.build(
        """
        reel: 1
        canvas: {size: 160x96, rate: 25}
        tracks: {main: [{clip: clip.vob, range: \(start)..+800ms}]}
        outputs: {film: {file: film.mkv, preset: highest}}

        """)
      try #require(outcome.status == 0, "\(outcome.errors)")
      #expect(
        try await numbers(of: reel.folder / "film.mkv", ffmpeg)
          == (first..<first + 20).map { $0 % 256 }, "\(start)")
    }
  }

  @Test func `a file without the size that AVI has behind a pipe is whole`() async throws {
    let ffmpeg = try #require(Command.named("ffmpeg"))
    let reel = try Reel()
    let clock = Clock(
      name: "", file: "", options: "-c:v mpeg4 -c:a libmp3lame -f avi", seconds: 4, toneSeconds: 4)
    try await ffmpeg.data(arguments(clock, to: "-"))
      .write(to: URL(filePath: reel.folder / "clip.avi"))
    let text = "reel: 1\ntracks: {main: [{clip: clip.avi}]}\noutputs: {film: {file: film.mkv}}\n"
    #expect(try await checked(text, reel).isEmpty)
  }

  @Test(arguments: [("ogg", "libvorbis", 24000), ("opus", "libopus", 48000), ("ogv", "", 0)])
  func `links of Ogg that cannot be read as one are refused`(
    kind: String, codec: String, rate: Int
  ) async throws {
    let ffmpeg = try #require(Command.named("ffmpeg"))
    let reel = try Reel()
    var both = Data()
    for rate in [48000, rate] {
      let path = reel.folder / "\(rate).\(kind)"
      let coding = codec.isEmpty ? "-c:v libtheora" : "-vn -c:a \(codec) -ar \(rate)"
      _ = try await ffmpeg.data(
        arguments(
          Clock(name: "", file: "", options: coding, toneSeconds: codec.isEmpty ? nil : 2), to: path
        ))
      both += try Data(contentsOf: URL(filePath: path))
    }
    try both.write(to: URL(filePath: reel.folder / "both.\(kind)"))
    let said = try await checked(project("both.\(kind)", canvas: "25"), reel)
    #expect(said.contains("both.\(kind)"), "\(said)")
    #expect(said.contains("another recording begins in it at byte") || said.contains("begins anew"))
  }

  @Test func `times of sound alone that begin anew are refused`() async throws {
    let ffmpeg = try #require(Command.named("ffmpeg"))
    let reel = try Reel()
    var both = Data()
    // Pictures go on from 2 s, sound from 1 s.
    for (number, offsets) in [("0", "0"), ("2", "1")].enumerated() {
      let path = reel.folder / "\(number).ts"
      _ = try await ffmpeg.data(
        words("-v error -y -itsoffset \(offsets.0) -f lavfi -t 2 -i") + [Self.source("25")]
          + words("-itsoffset \(offsets.1) -f lavfi -i sine=1000:r=48000:d=2")
          + words("\(Self.h264) -c:a mp2 -mpegts_flags initial_discontinuity \(path)"))
      both += try Data(contentsOf: URL(filePath: path))
    }
    try both.write(to: URL(filePath: reel.folder / "both.ts"))
    let outcome = try await reel.build(project("both.ts", canvas: "25"))
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("the times of its sound begin anew"), "\(outcome.errors)")
  }
}
