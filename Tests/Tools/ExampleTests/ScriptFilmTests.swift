// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Files of ASS and SSA as they are seen in films, beside ffmpeg's `ass` filter.
///
/// ffmpeg's `subtitles` filter draws the same but for one thing: it shapes letters without ligatures and kerning, which
/// no player does.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct ScriptFilmTests {
  private static func file(
    _ lines: [String], size: (Int, Int) = (640, 360), scaled: String = "yes", font: Int = 28,
    info: String = ""
  ) -> String {
    func style(_ name: String, _ family: String, _ size: Int, _ rest: String) -> String {
      "Style: \(name),\(family),\(size),\(rest)"
    }
    return """
      [Script Info]
      ScriptType: v4.00+
      PlayResX: \(size.0)
      PlayResY: \(size.1)
      ScaledBorderAndShadow: \(scaled)
      \(info)
      [V4+ Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
      \(style("Default", "DejaVu Sans", font, "&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,2,1,2,20,20,20,1"))
      \(style("Top", "DejaVu Serif", font, "&H0000FFFF,&H000000FF,&H00400000,&H80000000,-1,0,0,0,100,100,1,0,1,1.5,2,8,20,20,20,1"))
      \(style("Box", "DejaVu Sans Mono", font * 4 / 5, "&H00FFFFFF,&H000000FF,&H00202020,&H60000000,0,0,0,0,100,100,0,0,3,4,0,7,60,60,40,1"))
      \(style("Mid", "DejaVu Sans", font * 6 / 5, "&H0000A5FF,&H00FFFFFF,&H00000000,&H00000000,-1,0,0,0,100,100,0,0,1,2,0,5,20,20,20,1"))
      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
      \(lines.map { "Dialogue: \($0)" }.joined(separator: "\n"))

      """
  }

  private static let all = "0:00:00.00,0:00:02.00"

  /// The drawn features of the format, by name.
  static let files: [String: String] = [
    "move.ass": file([
      "0,\(all),Default,,0,0,0,,{\\move(50,300,590,60)\\fad(300,400)}Moving text",
      "0,0:00:00.50,0:00:01.50,Default,,0,0,0,,{\\pos(320,100)\\frz30\\fscx150\\c&H00FF00&}Green",
      "1,0:00:00.20,0:00:02.00,Top,,0,0,0,,{\\org(320,180)\\t(\\frz360)}Rotating",
    ]),
    "karaoke.ass": file([
      "0,\(all),Mid,,0,0,0,,{\\k40}Ka{\\k40}ra{\\kf60}o{\\ko60}ke",
      "0,\(all),Top,,0,0,0,,{\\K50}swe{\\kf100}eping",
    ]),
    "transform.ass": file([
      "0,\(all),Mid,,0,0,0,,{\\t(0,1000,\\fscx200\\fscy200\\1c&HFF00FF&)\\t(1000,2000,\\frx180)}Growing",
      "0,\(all),Default,,0,0,0,,{\\blur3\\bord4\\3c&H0000FF&}blurred {\\blur0\\be5}edges {\\shad6\\4a&H40&}shadow",
    ]),
    "clip.ass": file([
      "0,\(all),Mid,,0,0,0,,{\\clip(200,100,440,190)}Clipped words here",
      "0,\(all),Default,,0,0,0,,{\\iclip(m 300 200 l 340 200 340 360 300 360)}Inverse clip of a line",
      "0,\(all),Top,,0,0,0,,{\\clip(0,0,100,360)\\t(\\clip(0,0,640,360))}A wipe of a text at the top",
    ]),
    "drawing.ass": file([
      "0,\(all),Default,,0,0,0,,{\\pos(100,100)\\p1\\c&H00C0FF&}m 0 0 l 100 0 100 50 0 50{\\p0}",
      "0,\(all),Default,,0,0,0,,{\\an7\\pos(300,120)\\p2\\1a&H80&\\c&HFF8000&}m 0 0 b 200 0 200 200 0 200{\\p0} after",
      "1,0:00:00.40,0:00:01.60,Box,,0,0,0,,Boxed {\\i1}italic{\\i0} words\\Nand a second line of them",
    ]),
    // The third text stays above when the second one has gone.
    "margins.ass": file(
      [
        "0,\(all),Default,,0,0,0,,A text that is long enough to be wrapped into two lines, as smart wrapping does it",
        "0,0:00:00.30,0:00:01.20,Default,,200,10,0,,Another above",
        "0,0:00:00.60,0:00:02.00,Default,,0,0,0,,A third one",
        "0,\(all),Box,,0,0,0,,{\\an9}right {\\fs40}big{\\r} small {\\rTop}style{\\u1} under{\\u0}{\\s1}struck",
        "0,\(all),Default,,0,0,0,,{\\an4\\q2}left",
      ], font: 24),
    "scaled.ass": file(
      [
        "0,\(all),Default,,0,0,0,,Borders that do not scale",
        "0,\(all),Top,,0,0,0,,{\\fax0.3}sheared{\\fax0} {\\fry40}perspective",
      ], size: (1920, 1080), scaled: "no", font: 90),
    "banner.ass": file(
      [
        "0,0:00:00.00,0:00:02.00,Default,,0,0,0,Banner;5;0;50,A banner that scrolls over all of the picture",
        "0,0:00:00.00,0:00:02.00,Top,,0,0,0,Scroll up;50;250;20,Scrolling\\Nup\\Nin lines",
      ], size: (384, 288), font: 18),
    "old.ssa": """
    [Script Info]
    ScriptType: v4.00
    PlayResX: 320
    PlayResY: 240

    [V4 Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, TertiaryColour, BackColour, Bold, Italic, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, AlphaLevel, Encoding
    Style: Default,DejaVu Sans,20,65535,255,0,0,-1,0,1,2,1,2,10,10,10,0,0
    Style: Up,DejaVu Serif,16,16777215,255,0,0,0,-1,1,1,0,6,10,10,10,0,0

    [Events]
    Format: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
    Dialogue: Marked=0,\(all),Default,,0000,0000,0000,,An old file\\nof SSA
    Dialogue: Marked=0,0:00:00.50,0:00:01.50,*Up,,0000,0000,0000,,{\\a6}At the top

    """,
    // No fonts and no fields but those that are needed.
    "short.ass": """
    [Script Info]
    [V4+ Styles]
    Style: Default,DejaVu Sans,20,&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,2,1,2,20,20,20,1
    [Events]
    Format: Start, End, Style, Text
    Dialogue: \(all),Default,Hello, world

    """,
  ]

  /// The least PSNR of the frames of a film with `text` over ffmpeg's rendering of the same.
  private func likeness(
    _ name: String, _ text: String, for ffmpegText: String? = nil, color: String = "#404040",
    size: String = "640x360", seconds: Int = 2
  ) async throws -> (least: Double, frames: Int) {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    try reel.folder.write(text, to: name)
    try reel.folder.write(ffmpegText ?? text, to: "other-" + name)
    let outcome = try await reel.build(
      """
      reel: 1
      canvas: {size: \(size), rate: 25}
      tracks: {main: [{fill: "\(color)", duration: \(seconds)s}]}
      overlays: {a: {subtitles: \(name)}}
      outputs: {film: {file: film.mkv, preset: lossless}}

      """)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let wanted = reel.folder / "wanted.mkv"
    _ = try await tools.ffmpeg.data(
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i",
        "color=\(color):s=\(size):r=25:d=\(seconds),format=yuv420p,ass=\(reel.folder / "other-")\(name)",
        "-c:v", "libx264", "-qp", "0", "-preset", "ultrafast", wanted,
      ], seconds: 120)
    let likeness = try await tools.likeness(of: reel.folder / "film.mkv", and: wanted)
    return (likeness.min() ?? 0, likeness.count)
  }

  @Test(arguments: files.keys.sorted())
  func theyLookAsInPlayers(name: String) async throws {
    let (least, frames) = try await likeness(name, Self.files[name] ?? "")
    #expect(frames == 50 && least >= 40, "\(name): \(least) dB")
  }

  @Test(
    .enabled(if: Places.media != nil, "REEL_MEDIA is not there"),
    arguments: ["typical.ass", "emoji_mixed.ass"])
  func filesOfOthersLookAsInPlayers(name: String) async throws {
    let path = try #require(Places.media) + "/subtitles/" + name
    let text = try String(contentsOfFile: path, encoding: .utf8)
    // libass reads no time with a colon before the hundredths, which Reel and players do.
    let other = text.replacing("04:56", with: "04.56").replacing("08:90", with: "08.90")
    let (least, frames) = try await likeness(name, text, for: other, seconds: 5)
    #expect(frames == 125 && least >= 40, "\(name): \(least) dB")
  }

  /// The matrix of ffmpeg's filter is that of files that name none.
  @Test func coloursAreThoseOfTheMatrixOfTheFile() async throws {
    let lines = [
      "0,\(Self.all),Mid,,0,0,0,,{\\p1\\c&H0000FF&\\bord0}m 0 0 l 200 0 200 200 0 200{\\p0}"
    ]
    // On a canvas of BT.709 the samples of red are those of BT.601.
    #expect(
      try await likeness("a.ass", Self.file(lines), color: "black", size: "1280x720").least >= 45)
    let own = try await likeness(
      "a.ass", Self.file(lines, info: "YCbCr Matrix: None"), color: "black", size: "1280x720")
    #expect(own.least < 40)
  }

  private func frames(
    _ numbers: [Int], _ keys: String, _ lines: [String], rest: String = ""
  ) async throws -> [GreyFrame] {
    try await GreyFrame.frames(
      numbers, of: "tracks: {main: [{fill: '#404040', duration: 2s}]}\noverlays: {a: {\(keys)}}",
      files: ["rome.ass": Self.file(lines) + rest])
  }

  @Test func opacityAndGroupsHoldForThem() async throws {
    let lines = [
      "0,\(Self.all),Mid,,0,0,0,,{\\p1\\bord0\\c&HFFFFFF&}m 0 0 l 200 0 200 200 0 200{\\p0}"
    ]
    let whole = try await frames([10], "subtitles: rome.ass", lines)[0]
    let half = try await frames([10], "subtitles: rome.ass, opacity: 50%", lines)[0]
    let plain = try await frames([10], "fill: '#404040'", lines)[0]
    let (seen, halved) = (whole.area - plain.area, half.area - plain.area)
    #expect(seen > 5000 && abs(halved / seen - 0.5) < 0.02)
    let small = try await frames(
      [10], "group: {a: {subtitles: rome.ass}}, size: 50%, position: top-left", lines)[0]
    #expect(abs((small.area - plain.area) / seen - 0.25) < 0.02)
    #expect(small.samples[(320 * 90)...].allSatisfy { $0 == plain.samples[0] })
  }

  @Test func fontsOfTheFileWriteIt() async throws {
    // A font of the machine under another name of the same length, which only the file has.
    let path = try await Command("/usr/bin/fc-match").data(
      ["-f", "%{file}", "DejaVu Sans Mono"], seconds: 10)
    var font = try Data(contentsOf: URL(filePath: String(decoding: path, as: UTF8.self)))
    for encoding in [String.Encoding.utf16BigEndian, .ascii] {
      let (old, new) = (
        "DejaVu Sans Mono".data(using: encoding)!, "Reeler Sans Mono".data(using: encoding)!
      )
      while let range = font.range(of: old) { font.replaceSubrange(range, with: new) }
      let (short, other) = (
        "DejaVuSansMono".data(using: encoding)!, "ReelerSansMono".data(using: encoding)!
      )
      while let range = font.range(of: short) { font.replaceSubrange(range, with: other) }
    }
    var letters = ""
    let bytes = [UInt8](font)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = Array(bytes[start..<min(start + 3, bytes.count)])
      let value = (0..<3).reduce(UInt32(0)) { $0 << 8 | ($1 < part.count ? UInt32(part[$1]) : 0) }
      for place in 0...part.count {
        letters.unicodeScalars.append(Unicode.Scalar(UInt8(33 + (value >> (18 - 6 * place) & 63))))
      }
      if start / 3 % 20 == 19 { letters += "\n" }
    }
    func line(_ family: String) -> [String] {
      ["0,\(Self.all),Mid,,0,0,0,,{\\b0\\fn\(family)}illiw WMW"]
    }
    let fonts = "\n[Fonts]\nfontname: reeler_0.ttf\n\(letters)\n"
    let own = try await frames([10], "subtitles: rome.ass", line("Reeler Sans Mono"), rest: fonts)
    let wanted = try await frames([10], "subtitles: rome.ass", line("DejaVu Sans Mono"))
    let other = try await frames([10], "subtitles: rome.ass", line("Reeler Sans Mono"))
    let (isSame, isOther) = (
      own[0].samples == wanted[0].samples, other[0].samples != wanted[0].samples
    )
    #expect(isSame && isOther)
  }

  /// Where many texts overlap, what is seen does not depend on where a film begins.
  @Test func aPartOfAFilmLooksAsInAllOfIt() async throws {
    let tools = try #require(Places.ffmpeg)
    func clock(_ time: Int) -> String { "0:00:\(time / 10).\(time % 10)0" }
    // At each time three of them, one above the other; a chain is cut at 40 s.
    let lines = (0..<230).map {
      "0,\(clock(2 * $0)),\(clock(2 * $0 + 5)),Default,,0,0,0,,Line \($0)"
    }
    let reel = try Reel()
    try reel.folder.write(Self.file(lines), to: "rome.ass")
    let outcome = try await reel.build(
      """
      reel: 1
      canvas: {size: 320x180, rate: 5}
      tracks: {main: [{fill: navy, duration: 46s}]}
      overlays: {a: {subtitles: rome.ass}}
      outputs:
        all: {file: all.mkv, preset: lossless}
        part: {file: part.mkv, preset: lossless, range: 40.6s..}

      """)
    try #require(outcome.status == 0, "\(outcome.errors)")
    func pictures(_ name: String) async throws -> Data {
      try await tools.ffmpeg.data(
        [
          "-nostdin", "-v", "error", "-i", reel.folder / name, "-f", "rawvideo", "-pix_fmt", "gray",
          "-",
        ], seconds: 60)
    }
    let (all, part) = (try await pictures("all.mkv"), try await pictures("part.mkv"))
    #expect(part.count == 27 * 320 * 180)
    #expect(all.suffix(part.count) == part)
  }

  /// After a change of one text only what shows it is rendered, and the film is that of a clean build.
  @Test func aChangedTextIsRenderedAlone() async throws {
    func lines(_ changed: String) -> [String] {
      (0..<20).map {
        "0,0:00:\(10 + $0).00,0:00:\(10 + $0).70,Default,,0,0,0,,\($0 == 10 ? changed : "Line \($0)")"
      }
    }
    let project = """
      reel: 1
      canvas: {size: 160x90, rate: 10}
      tracks: {main: [{fill: navy, duration: 40s}]}
      overlays: {a: {subtitles: rome.ass}}

      """
    let reel = try Reel()
    try reel.folder.write(Self.file(lines("Line 10")), to: "rome.ass")
    let first = try await reel.build(project)
    try #require(first.status == 0, "\(first.errors)")
    try reel.folder.write(Self.file(lines("Another")), to: "rome.ass")
    let again = try await reel.run(["build", "project.reel.yaml", "--json"])
    try #require(again.status == 0, "\(again.errors)")
    let rendered = again.text.split(separator: "\n").filter { $0.contains("\"stored\"") }
    let clean = try Reel()
    try clean.folder.write(Self.file(lines("Another")), to: "rome.ass")
    let whole = try await clean.build(project)
    try #require(whole.status == 0, "\(whole.errors)")
    let film = try Data(contentsOf: URL(filePath: reel.folder / "project.mp4"))
    #expect(film == (try Data(contentsOf: URL(filePath: clean.folder / "project.mp4"))))
    #expect((1...2).contains(rendered.count), "\(again.text)")
  }

  /// Enormous values are drawn or refused, and nothing hangs.
  @Test(arguments: [
    "{\\fs500\\blur100\\bord50\\shad50}WWWWWWWW", "{\\fscx100000\\fscy100000}x",
    "{\\p1}m 0 0 l 99999999 0 99999999 99999999", "{\\frx89.9\\fry89.9\\org(9999999,9999999)}x",
    "{\\t(0,1,\\fs99999)}x", "{\\pos(99999999,99999999)}x", "{\\fsp99999}many words",
    "{\\bord99999}x", "{\\shad99999\\blur1000}x", "{\\clip(30,m 0 0 l 9 9)}x", "{\\k99999999}x",
    "{\\fad(99999999,9999999)\\alpha&HZZ&}x", "{\\p100}m 0 0 b 1 1 1 1{\\p0}x", "{\\fs0}x{\\fs-9}y",
  ])
  func whatIsEnormousIsBounded(text: String) async throws {
    let reel = try Reel()
    try reel.folder.write(Self.file(["0,\(Self.all),Default,,0,0,0,,\(text)"]), to: "rome.ass")
    let outcome = try await reel.build(
      """
      reel: 1
      canvas: {size: 320x180, rate: 5}
      tracks: {main: [{fill: navy, duration: 1s}]}
      overlays: {a: {subtitles: rome.ass}}

      """, seconds: 60)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func `a font that is not there is said with those that write its texts`() async throws {
    let reel = try Reel()
    // Where DejaVu Serif, or another one, stands for Times New Roman, it has no letters of Arabic.
    let file = Self.file([
      "0,\(Self.all),Default,,0,0,0,,{\\fnTimes New Roman}\u{645}\u{631}\u{62d}\u{628}\u{627}"
    ])
    try reel.folder.write(file, to: "a.ass")
    try reel.folder.write(
      "reel: 1\ntracks: {main: [{fill: navy, duration: 2s}]}\noverlays: {a: {subtitles: a.ass}}\n",
      to: "film.reel.yaml")
    let check = try await reel.run(["check", "film.reel.yaml", "-v"])
    let words = check.errors + check.text
    if words.contains("asks for 'Times New Roman'") {
      #expect(
        !words.contains("'DejaVu Serif' is used") && !words.contains("'Liberation Serif' is used"),
        "\(words)")
    }
    #expect(words.contains("a.ass, 1 text"), "\(words)")
  }

  /// Texts that make way for each other, for longer than a segment and than what is rendered at once.
  private static let crowd = file(
    (0..<24).map { index in
      let (start, end) = (index, index + 3)
      func clock(_ second: Int) -> String {
        "0:00:\(second < 10 ? "0" : "")\(second).\(index % 2 == 0 ? "00" : "40")"
      }
      return
        "0,\(clock(start)),\(clock(end)),\(index % 5 == 4 ? "Top" : "Default"),,0,0,0,,Text \(index)\(index % 3 == 0 ? "\\Nof two lines" : "")"
    })

  @Test func `parts of a long film of texts that make way are those of the whole`() async throws {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    try reel.folder.write(Self.crowd, to: "crowd.ass")
    try reel.folder.write(
      """
      reel: 1
      canvas: {size: 640x360, rate: 10}
      tracks: {main: [{fill: navy, duration: 27s}]}
      overlays: {a: {subtitles: crowd.ass}}
      outputs:
        film: {file: film.mkv, preset: lossless}
        part: {file: part.mkv, preset: lossless, range: 11.3s..14s}
        end: {file: end.mkv, preset: lossless, range: 20.7s..23s}

      """, to: "film.reel.yaml")
    let build = try await reel.run(["build", "film.reel.yaml", "--quiet"])
    try #require(build.status == 0, "\(build.errors)")
    func frames(_ name: String) async throws -> [Data] {
      let data = try await tools.ffmpeg.data([
        "-v", "error", "-i", reel.folder / name, "-f", "rawvideo", "-pix_fmt", "yuv420p", "-",
      ])
      let size = 640 * 360 * 3 / 2
      return stride(from: 0, to: data.count, by: size).map { data[$0..<min($0 + size, data.count)] }
    }
    let whole = try await frames("film.mkv")
    try #require(whole.count == 270)
    for (name, start, count) in [("part.mkv", 113, 27), ("end.mkv", 207, 23)] {
      let part = try await frames(name)
      try #require(part.count == count)
      for (index, frame) in part.enumerated() {
        #expect(frame == whole[start + index], "\(name) \(index)")
      }
    }
    // There are three texts at most times, and they move.
    #expect(Set(whole).count > 30)
    // As ffmpeg draws it, which draws all from the start.
    let drawn = try await tools.ffmpeg.data([
      "-v", "error", "-f", "lavfi", "-i", "color=navy:s=640x360:r=10:d=27", "-vf",
      "ass=\(reel.folder / "crowd.ass")", "-f", "rawvideo", "-pix_fmt", "gray", "-",
    ])
    let size = 640 * 360
    for frame in stride(from: 5, to: 265, by: 13) {
      let (own, other) = (whole[frame].prefix(size), drawn[frame * size..<(frame + 1) * size])
      let differing = zip(own, other).count { abs(Int($0) - Int($1)) > 60 }
      #expect(differing < 200, "\(frame): \(differing)")
    }
  }

  @Test func `two texts in fonts that lack their letters are drawn as one by one`() async throws {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    // Two styles whose fonts have none of the letters, at the same time and one after the other.
    let files = [
      "both.ass": Self.file([
        "0,0:00:00.00,0:00:01.50,Box,,0,0,0,,{\\pos(320,80)}\u{2d30}\u{2d31}\u{2d32}",
        "0,0:00:00.50,0:00:02.00,Top,,0,0,0,,{\\pos(320,250)}\u{10D0}\u{10D1}\u{10D2}",
      ]),
      "one.ass": Self.file([
        "0,0:00:00.00,0:00:01.50,Box,,0,0,0,,{\\pos(320,80)}\u{2d30}\u{2d31}\u{2d32}"
      ]),
      "two.ass": Self.file([
        "0,0:00:00.50,0:00:02.00,Top,,0,0,0,,{\\pos(320,250)}\u{10D0}\u{10D1}\u{10D2}"
      ]),
    ]
    for (name, text) in files { try reel.folder.write(text, to: name) }
    try reel.folder.write(
      """
      reel: 1
      canvas: {size: 640x360, rate: 10}
      tracks: {main: [{fill: navy, duration: 2s}]}
      overlays: {a: {subtitles: both.ass}}
      outputs: {film: {file: both.mkv, preset: lossless}}

      """, to: "both.reel.yaml")
    try reel.folder.write(
      """
      reel: 1
      canvas: {size: 640x360, rate: 10}
      tracks: {main: [{fill: navy, duration: 2s}]}
      overlays: {a: {subtitles: one.ass}, b: {subtitles: two.ass}}
      outputs: {film: {file: apart.mkv, preset: lossless}}

      """, to: "apart.reel.yaml")
    var films: [Data] = []
    for name in ["both", "apart"] {
      let build = try await reel.run(["build", "\(name).reel.yaml", "--quiet"])
      try #require(build.status == 0, "\(build.errors)")
      films.append(
        try await tools.ffmpeg.data([
          "-v", "error", "-i", reel.folder / "\(name).mkv", "-f", "rawvideo", "-pix_fmt", "gray",
          "-",
        ]))
    }
    #expect(films[0].count == 640 * 360 * 20 && films[0] == films[1])
    // Something is drawn of each.
    let frame = films[0][(640 * 360 * 10)..<(640 * 360 * 11)]
    let half = frame.startIndex + 640 * 180
    #expect(Set(frame[..<half]).count > 10 && Set(frame[half...]).count > 10)
  }
}
