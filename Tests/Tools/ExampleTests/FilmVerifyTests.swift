// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// `reel verify`: films beside their projects and beside what players accept.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct FilmVerifyTests {
  private struct Report: Decodable {
    struct Finding: Decodable {
      var kind, code, message: String
      var start, end: String?
      var hint: String?
    }
    var output, file: String
    var agrees: Bool
    var findings: [Finding]
    var figures: [String: String]

    var errors: [Finding] { findings.filter { $0.kind == "error" } }
    var codes: Set<String> { Set(errors.map(\.code)) }
  }

  private struct Rules: Decodable {
    struct Rule: Decodable {
      var rule, outcome, found, accepted: String
      var remedy: String?
    }
    var isKept: Bool
    var rules: [Rule]

    var broken: [String] { rules.filter { $0.outcome == "fails" }.map(\.rule) }
  }

  /// Footage that moves with bursts of noise, half of it black and half still; and a film of it with all that projects may
  /// ask for: a still, a gap, a title, a freeze, a fade.
  private static let sources: [(name: String, arguments: [String])] = [
    (
      "take.mkv",
      [
        "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=8", "-f", "lavfi", "-i",
        "anoisesrc=d=8:c=pink:r=48000:seed=7:a=0.4,volume='0.1+0.9*lt(mod(t*2.7\\,1)\\,0.3)':eval=frame,aformat=channel_layouts=stereo",
        "-c:v", "libx264", "-crf", "12", "-preset", "ultrafast", "-c:a", "pcm_s16le",
      ]
    ),
    (
      "dark.mkv",
      [
        "-f", "lavfi", "-i",
        "testsrc2=s=320x180:r=25:d=6,drawbox=enable='between(t,1,2.5)':color=black:t=fill,loop=loop=40:size=1:start=100",
        "-t", "6", "-c:v", "libx264", "-crf", "12", "-preset", "ultrafast",
      ]
    ),
    ("still.png", ["-f", "lavfi", "-i", "testsrc=s=320x180", "-frames:v", "1"]),
  ]

  /// A picture that changes its colour alone, and two steady tones.
  private static let calm: [(name: String, arguments: [String])] = [
    (
      "hue.mkv",
      [
        "-f", "lavfi", "-i",
        "testsrc=s=320x180:r=25:d=1,trim=end_frame=1,loop=74:1,setpts=N/25/TB,hue=h=60*t", "-c:v",
        "libx264", "-crf", "12", "-preset", "ultrafast",
      ]
    ),
    (
      "tones.wav",
      ["-f", "lavfi", "-i", "aevalsrc='0.3*sin(2*PI*261.63*t)+0.3*sin(2*PI*392*t)':d=8:s=48000"]
    ),
  ]

  private static let project = """
    reel: 1
    canvas: {size: 320x180, rate: 25}
    tracks:
      main:
        - {clip: take.mkv, id: take, range: 0s..5s}
        - {clip: still.png, id: still, duration: 1s}
        - {clip: dark.mkv, id: dark, range: 0s..5.5s, fade: {out: 500ms}}
        - gap: 1s
        - {text: The end, duration: 1s, font: {family: DejaVu Sans, size: 40}}
    outputs:
      film: {file: out/film.mp4, preset: medium, video: {speed: veryfast}}

    """

  private func made(
    _ project: String = FilmVerifyTests.project, in reel: Reel
  ) async throws {
    let tools = try #require(Places.ffmpeg)
    for (name, arguments) in Self.sources + Self.calm {
      _ = try await tools.ffmpeg.data(
        ["-nostdin", "-v", "error"] + arguments + [reel.folder / name])
    }
    let outcome = try await reel.build(project, seconds: 300)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private func report(
    _ reel: Reel, _ arguments: [String], status: Int32? = nil
  ) async throws -> Report {
    let outcome = try await reel.run(["verify", "--json", "--quiet"] + arguments, seconds: 300)
    let line = try #require(outcome.text.split(separator: "\n").first, "\(outcome.errors)")
    let report = try JSONDecoder().decode(Report.self, from: Data(line.utf8))
    #expect(outcome.status == (report.agrees ? 0 : 1))
    return report
  }

  @Test func `a film is what its project asks for, and a changed one is not`() async throws {
    let reel = try Reel()
    let tools = try #require(Places.ffmpeg)
    try await made(in: reel)
    let film = reel.folder / "out/film.mp4"

    let own = try await report(reel, ["project.reel.yaml"])
    #expect(own.agrees && own.errors.isEmpty, "\(own)")
    #expect(own.figures["frames"] == "338, as planned", "\(own.figures)")
    // What the footage itself has black or still is said.
    let notes = Set(own.findings.map { "\($0.kind) \($0.code)" })
    #expect(notes == ["note black", "note still"], "\(own.findings)")
    // The film alone finds its project.
    #expect(try await report(reel, ["out/film.mp4"]).output == "film")

    let video = ["-c:v", "libx264", "-crf", "18", "-preset", "ultrafast", "-c:a", "aac"]
    let sound = ["-c:v", "copy", "-c:a", "aac"]
    let changes: [(name: String, arguments: [String], codes: Set<String>)] = [
      ("copy", ["-c", "copy"], []),
      ("dropped", ["-vf", "select='not(eq(n,60))',setpts=N/25/TB"] + video, ["frames"]),
      (
        "hole",
        ["-vf", "select='not(eq(n,60))'", "-fps_mode", "passthrough"] + video, ["frames", "pace"]
      ),
      (
        "repeated",
        ["-vf", "loop=loop=9:size=1:start=50,select='not(between(n,60,68))',setpts=N/25/TB"]
          + video,
        ["still"]
      ),
      (
        "twice",
        ["-vf", "loop=loop=1:size=1:start=50,select='not(eq(n,52))',setpts=N/25/TB"] + video,
        ["repeated"]
      ),
      (
        "shifted", ["-vf", "tpad=start=1:start_mode=clone,trim=end_frame=338"] + video, ["picture"]
      ),
      (
        "black", ["-vf", "drawbox=enable='between(t,2,2.96)':color=black:t=fill"] + video, ["black"]
      ),
      ("late", ["-af", "adelay=100:all=1,atrim=end=13.52"] + sound, ["sync"]),
      (
        "early", ["-af", "atrim=start=0.1,asetpts=PTS-STARTPTS,apad=whole_dur=13.52"] + sound,
        ["sync"]
      ),
      ("louder", ["-af", "volume=2dB"] + sound, ["loudness"]),
      ("silent", ["-af", "volume=enable='between(t,2,3.5)':volume=0"] + sound, ["silence"]),
      ("mute", ["-c:v", "copy", "-an"], ["sound"]),
      ("short", ["-t", "8"] + video, ["frames", "sound-length"]),
      ("small", ["-s", "160x90"] + video, ["size"]),
      ("fast", ["-vf", "setpts=N/30/TB", "-r", "30", "-af", "atempo=1.2"] + video, ["rate"]),
    ]
    for change in changes {
      let path = reel.folder / "\(change.name).mp4"
      _ = try await tools.ffmpeg.data(
        ["-nostdin", "-v", "error", "-y", "-i", film] + change.arguments + [path])
      let found = try await report(reel, ["project.reel.yaml", "--film", "\(change.name).mp4"])
      #expect(found.codes.isSuperset(of: change.codes), "\(change.name): \(found)")
      #expect(found.agrees == change.codes.isEmpty, "\(change.name): \(found)")
    }
    // The places are right.
    let black = try await report(reel, ["project.reel.yaml", "--film", "black.mp4"])
    let place = try #require(black.errors.first { $0.code == "black" })
    #expect(place.start == "2" && place.end == "3", "\(place)")
    #expect(place.message.contains("clip 'take'"))
    let late = try await report(reel, ["project.reel.yaml", "--film", "late.mp4"])
    #expect(
      late.errors.contains { $0.message == "the sound is 100 ms too late beside the pictures" })

    // A film that is cut off, and one that is no film.
    let bytes = try Data(contentsOf: URL(filePath: film))
    try bytes.prefix(bytes.count * 2 / 3).write(to: URL(filePath: reel.folder / "cut.mp4"))
    let cut = try await report(reel, ["project.reel.yaml", "--film", "cut.mp4"])
    #expect(cut.codes.contains("damage"), "\(cut)")
    try Data("no film".utf8).write(to: URL(filePath: reel.folder / "none.mp4"))
    let none = try await report(reel, ["project.reel.yaml", "--film", "none.mp4"])
    #expect(none.codes == ["unreadable"], "\(none)")
  }

  @Test func `right films are not accused, and one fault of any kind is found`() async throws {
    let reel = try Reel()
    let tools = try #require(Places.ffmpeg)
    try await made(
      """
      reel: 1
      canvas: {size: 320x180, rate: 25}
      tracks:
        main:
          - {clip: hue.mkv, id: hue, range: 0s..2s}
          - {freeze: 1s, adjust: {saturation: 1 -> 0}}
          - {clip: take.mkv, range: 0s..2s}
          - {transition: fade-black, duration: 800ms}
          - {clip: still.png, duration: 2s, ken-burns: auto}
          - {fill: navy, duration: 1s, adjust: {hue: 0deg -> 60deg}}
        tones: [{clip: tones.wav, until: main.end, volume: 0.5}]
      outputs:
        film: {file: film.mp4, preset: medium}
        small: {file: small.webm, preset: low, size: 160x90}
        loud: {file: loud.mov, preset: low, loudness: -12 LUFS, peak: -3 dBTP}

      """, in: reel)
    let right = try await reel.run(["verify", "project.reel.yaml", "--quiet"], seconds: 300)
    #expect(right.status == 0, "\(right.text)\n\(right.errors)")

    let video = ["-c:v", "libx264", "-crf", "16", "-preset", "ultrafast", "-c:a", "copy"]
    let sound = ["-c:v", "copy", "-c:a", "aac", "-b:a", "160k"]
    func shown(_ shift: Int, on frame: Int) -> String {
      "setpts=PTS+\(shift)/25/TB[b];[a][b]overlay=enable='eq(n,\(frame))':eof_action=pass"
    }
    let late = "split[a][b];[b]" + shown(1, on: 91)
    let changes: [(name: String, arguments: [String], codes: Set<String>)] = [
      ("same", ["-c", "copy"], []),
      ("coded", ["-vf", "null"] + video, []),
      ("lost", ["-vf", "select='not(eq(n,90))',setpts=N/25/TB"] + video, ["frames"]),
      ("doubled", ["-vf", late] + video, ["repeated"]),
      (
        "exchanged",
        [
          "-vf",
          "split[a][b];[b]" + shown(-1, on: 90) + "[c];[c]split[a][b];[b]" + shown(1, on: 91),
        ]
          + video, ["picture"]
      ),
      ("slow", ["-vf", "split[a][b];[b]" + shown(1, on: 21)] + video, ["repeated"]),
      ("black", ["-vf", "drawbox=enable='eq(n,20)':color=black:t=fill"] + video, ["black"]),
      (
        "garbled",
        [
          "-vf",
          "split[a][b];[b]crop=120:60:0:0[c];[a][c]overlay=100:50:enable='eq(n,95)':eof_action=pass",
        ] + video, ["picture"]
      ),
      (
        "boxed",
        ["-vf", "drawbox=enable='between(n,94,95)':x=100:y=60:w=24:h=24:color=lime:t=fill"] + video,
        ["picture"]
      ),
      ("late", ["-af", "adelay=30:all=1,atrim=end=7.2"] + sound, ["sync"]),
      ("silent", ["-af", "volume=enable='between(t,1,1.3)':volume=0"] + sound, ["silence"]),
      ("clipped", ["-af", "asoftclip=type=hard:threshold=0.15"] + sound, ["clipped"]),
    ]
    for change in changes {
      let path = reel.folder / "\(change.name).mp4"
      _ = try await tools.ffmpeg.data(
        ["-nostdin", "-v", "error", "-y", "-i", reel.folder / "film.mp4"] + change.arguments
          + [path])
      let found = try await report(
        reel, ["project.reel.yaml", "--output", "film", "--film", "\(change.name).mp4"])
      #expect(found.codes.isSuperset(of: change.codes), "\(change.name): \(found)")
      #expect(found.agrees == change.codes.isEmpty, "\(change.name): \(found)")
    }
  }

  /// Constant motion that takes the bits, a dark picture, steady tones, and quiet clicks with pauses between them.
  private static let hard: [(name: String, arguments: [String])] = [
    (
      "life.mkv",
      [
        "-f", "lavfi", "-i",
        "life=s=80x45:r=12:mold=20:ratio=0.3:seed=7:life_color=#ffb050:death_color=#603020:mold_color=#203040,scale=320:180:flags=neighbor",
        "-t", "3", "-c:v", "libx264", "-crf", "14", "-preset", "veryfast", "-pix_fmt", "yuv420p",
      ]
    ),
    (
      "dusk.mkv",
      [
        "-f", "lavfi", "-i",
        "gradients=s=320x180:r=25:d=6:c0=#0a0d12:c1=#1e2a36:speed=0.02:seed=4,fade=in:0:50", "-c:v",
        "libx264", "-crf", "14", "-preset", "veryfast", "-pix_fmt", "yuv420p",
      ]
    ),
    ("low.wav", ["-f", "lavfi", "-i", "sine=f=330:d=8:r=48000"]),
    (
      "clicks.wav",
      ["-f", "lavfi", "-i", "aevalsrc='0.12*lt(mod(t,0.25),0.002)*(random(0)-0.5)':d=8:s=48000"]
    ),
  ]

  @Test func `films of few bits are right, and late tones and missing clicks are found`()
    async throws
  {
    let reel = try Reel()
    let tools = try #require(Places.ffmpeg)
    for (name, arguments) in Self.hard {
      _ = try await tools.ffmpeg.data(
        ["-nostdin", "-v", "error"] + arguments + [reel.folder / name])
    }
    let built = try await reel.build(
      """
      reel: 1
      canvas: {size: 180x320, rate: 50}
      tracks:
        main:
          - {clip: life.mkv, range: 0s..2.2s}
          - {fill: black, duration: 800ms}
          - {transition: distance, duration: 400ms}
          - {clip: dusk.mkv, range: 2s..5s}
        tone: [{clip: low.wav, id: tone, until: main.end, volume: 0.5}]
        clicks: [{clip: clicks.wav, id: ticks, until: main.end}]
      outputs:
        film: {file: film.mp4, preset: medium, max-size: 130kB, change: {ticks: {volume: 0}}}
        clicks: {file: clicks.mp4, preset: medium, change: {tone: {volume: 0}}}

      """, seconds: 300)
    try #require(built.status == 0, "\(built.errors)")
    let right = try await reel.run(["verify", "project.reel.yaml", "--quiet"], seconds: 300)
    #expect(right.status == 0, "\(right.text)\n\(right.errors)")
    let changes = [
      ("film", "late", "adelay=30:all=1", "sync"),
      ("clicks", "silent", "volume=enable='between(t,2.1,3.1)':volume=0", "silence"),
    ]
    for (output, name, filter, code) in changes {
      _ = try await tools.ffmpeg.data(
        [
          "-nostdin", "-v", "error", "-y", "-i", reel.folder / "\(output).mp4", "-c:v", "copy",
          "-af", filter, "-c:a", "aac", "-b:a", "160k", "-shortest", reel.folder / "\(name).mp4",
        ])
      let found = try await report(
        reel, ["project.reel.yaml", "--output", output, "--film", "\(name).mp4"])
      #expect(found.codes.contains(code), "\(name): \(found)")
    }
  }

  @Test func `a channel that is not the planned one is found, and coded stereo is right`()
    async throws
  {
    let reel = try Reel()
    let tools = try #require(Places.ffmpeg)
    _ = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i",
      "aevalsrc='0.3*sin(440*2*PI*t)*(0.6+0.4*sin(5*t))|0.25*sin(1300*2*PI*t)*(0.6+0.4*sin(3*t))':d=6:s=48000",
      reel.folder / "stereo.wav",
    ])
    let built = try await reel.build(
      """
      reel: 1
      tracks: {main: [{clip: stereo.wav}]}
      outputs: {film: {file: film.wav}}

      """)
    try #require(built.status == 0, "\(built.errors)")
    let changes: [(name: String, arguments: [String], code: String?, message: String)] = [
      ("same.wav", ["-c", "copy"], nil, ""),
      ("coded.m4a", ["-c:a", "aac", "-b:a", "96k"], nil, ""),
      (
        "dead.wav", ["-af", "pan=stereo|c0=c0|c1=0*c1"], "silence",
        "its channel 'right' is silent, and the project has sound of "
      ),
      (
        "swapped.wav", ["-af", "pan=stereo|c0=c1|c1=c0"], "sound",
        "its channels 'left' and 'right' are swapped"
      ),
      (
        "inverted.wav", ["-af", "pan=stereo|c0=c0|c1=-1*c1"], "sound",
        "its channel 'right' is inverted"
      ),
      (
        "quieter.wav", ["-af", "pan=stereo|c0=c0|c1=0.5*c1"], "loudness",
        "its channel 'right' is 6.0 dB quieter than the project's"
      ),
    ]
    for change in changes {
      _ = try await tools.ffmpeg.data(
        ["-nostdin", "-v", "error", "-y", "-i", reel.folder / "film.wav"] + change.arguments
          + [reel.folder / change.name])
      let found = try await report(reel, ["project.reel.yaml", "--film", change.name])
      #expect(found.agrees == (change.code == nil), "\(change.name): \(found)")
      #expect(!found.codes.contains("sync"), "\(change.name): \(found)")
      guard let code = change.code else { continue }
      let fault = found.errors.first { $0.code == code && $0.message.contains(change.message) }
      #expect(fault?.start == "0" && fault?.end == "6", "\(change.name): \(found)")
      // A channel less is heard in the loudness, too.
      if code == "silence" { #expect(found.codes.contains("loudness"), "\(found)") }
    }
  }

  @Test func `a film without one of its titles is not the project's`() async throws {
    let reel = try Reel()
    let project = """
      reel: 1
      canvas: {size: 320x180, rate: 25}
      tracks: {main: [{clip: take.mkv, range: 0s..3s, audio: off}]}
      outputs: {film: {file: film.mp4}}

      """
    try await made(project, in: reel)
    for during in ["", ", during: 1s .. 2s"] {
      let titled = project + "overlays: {title: {text: Hello there, font: {size: 40px}\(during)}}\n"
      try titled.write(toFile: reel.folder / "titled.yaml", atomically: true, encoding: .utf8)
      let found = try await report(reel, ["titled.yaml", "--film", "film.mp4"])
      #expect(found.codes.contains("picture"), "\(found)")
    }
  }

  @Test func `a film that has not been built is not there`() async throws {
    let reel = try Reel()
    try reel.folder.write(
      "reel: 1\ntracks: {main: [{fill: navy, duration: 1s}]}\noutputs: {film: {file: out/film.mp4}}\n",
      to: "project.reel.yaml")
    let outcome = try await reel.run(["verify", "project.reel.yaml", "--quiet"])
    #expect(outcome.status == 1)
    #expect(
      outcome.text == """
        out/film.mp4 (output 'film'): is not there
          hint: build the project first: `reel build`

        """, "\(outcome.text)\n\(outcome.errors)")
  }

  @Test func `a stretch and a draft are laid beside what builds with these options make`()
    async throws
  {
    let reel = try Reel()
    let text = """
      reel: 1
      canvas: {size: 320x180, rate: 25}
      tracks: {main: [{fill: {linear: [navy, teal]}, duration: 2s, adjust: {hue: 0deg -> 90deg}}]}
      outputs: {film: {file: film.mp4}}

      """
    for (options, file) in [
      (["--range", "500ms..1s"], "film.500ms-1s.mp4"), (["--draft"], "film.draft.mp4"),
    ] {
      let built = try await reel.build(text, options: options)
      try #require(built.status == 0, "\(built.errors)")
      let found = try await report(reel, ["project.reel.yaml"] + options)
      #expect(found.agrees && found.file == file)
    }
    let unasked = try await reel.run(["verify", "film.draft.mp4"])
    #expect(unasked.status == 1 && unasked.errors.contains("lay it beside one with --draft"))
  }

  @Test func `what is not verified is said`() async throws {
    let reel = try Reel()
    try await made(
      Self.project.replacingOccurrences(of: "\n\n", with: "\n")
        + "  loop: {file: out/loop.gif, rate: 5}\n  alone: {file: out/alone.wav}\n", in: reel)
    let all = try await reel.run(["verify", "project.reel.yaml"], seconds: 300)
    #expect(all.status == 0, "\(all.text)\n\(all.errors)")
    #expect(all.text.contains("out/alone.wav (output 'alone'): agrees with the project"))
    #expect(
      all.errors.contains("out/loop.gif (output 'loop'): an animation is not verified"))
    let loop = try await reel.run(["verify", "project.reel.yaml", "--output", "loop"])
    #expect(loop.status == 1 && loop.errors.contains("there is no film to be verified"))
    let stranger = try await reel.run(["verify", "take.mkv"])
    #expect(stranger.status == 1 && stranger.errors.contains("error[no-project]"))
    try reel.folder.write("#EXTM3U", to: "stream.m3u8")
    let stream = try await reel.run(["verify", "stream.m3u8", "--profile", "web"])
    #expect(stream.status == 1 && stream.errors.contains("a stream of media segments is not"))
    let missing = try await reel.run(["verify", "out/none.mp4"])
    #expect(missing.status == 1 && missing.errors.contains("error[no-film]"))
  }

  @Test func `a proof sheet shows each clip beside its source`() async throws {
    let reel = try Reel()
    try await made(
      Self.project.replacingOccurrences(of: "id: take", with: "id: \"<b>&take\""), in: reel)
    let sheet = reel.folder / "proof.html"
    let first = try await reel.run(
      ["verify", "project.reel.yaml", "--sheet", "proof.html"], seconds: 300)
    #expect(first.status == 0, "\(first.text)\n\(first.errors)")
    let page = try String(contentsOfFile: sheet, encoding: .utf8)
    #expect(page.contains("<h3>&lt;b&gt;&amp;take <span") && !page.contains("<b>&take"))
    // Three clips, three frames of each, in the film and in the source.
    #expect(page.components(separatedBy: "<img ").count == 19)
    #expect(page.contains("first: frame 0, 0:00.000, source 0:00.000, difference "))
    #expect(page.contains("last: frame 124, 0:04.960, source 0:04.960, difference "))
    #expect(page.utf8.count < 1_000_000 && !page.contains("http://") && !page.contains("https://"))
    let again = try await reel.run(
      ["verify", "project.reel.yaml", "--sheet", "proof.html"], seconds: 300)
    #expect(again.status == 0, "\(again.errors)")
    try reel.folder.write("mine", to: "proof.html")
    let other = try await reel.run(
      ["verify", "project.reel.yaml", "--sheet", "proof.html"], seconds: 300)
    #expect(other.status == 1 && other.errors.contains("no proof sheet"))
    #expect(try String(contentsOfFile: sheet, encoding: .utf8) == "mine")
  }

  @Test func `films made for players keep their rules, and others are told what breaks them`()
    async throws
  {
    let reel = try Reel()
    let tools = try #require(Places.ffmpeg)
    let head = Self.project.components(separatedBy: "outputs:")[0]
    let outputs = ["web": "mp4", "social": "mov", "tv": "mkv", "photos": "mp4", "archive": "mkv"]
    try await made(
      head + "outputs:\n"
        + outputs.sorted { $0.key < $1.key }.map {
          "  \($0.key): {file: \($0.key).\($0.value), profile: \($0.key)}\n"
        }.joined(), in: reel)
    func rules(_ file: String, _ profile: String) async throws -> Rules {
      let outcome = try await reel.run(
        ["verify", file, "--profile", profile, "--json"], seconds: 120)
      let line = try #require(outcome.text.split(separator: "\n").first, "\(outcome.errors)")
      let rules = try JSONDecoder().decode(Rules.self, from: Data(line.utf8))
      #expect(outcome.status == (rules.isKept ? 0 : 1))
      return rules
    }
    for (profile, ending) in outputs {
      let kept = try await rules("\(profile).\(ending)", profile)
      #expect(kept.isKept, "\(profile): \(kept.rules.filter { $0.outcome != "holds" })")
      #expect(kept.rules.allSatisfy { $0.outcome == "holds" }, "\(profile): \(kept.rules)")
    }
    let archive = Set(try await rules("archive.mkv", "web").broken)
    #expect(archive.isSuperset(of: ["container", "codec profile", "sound"]), "\(archive)")
    let film = reel.folder / "web.mp4"
    let changes: [(arguments: [String], profile: String, broken: [String])] = [
      (["-c", "copy"], "web", ["index"]),
      (
        ["-c:v", "copy", "-c:a", "aac", "-ac", "6", "-movflags", "+faststart"], "web", ["channels"]
      ),
      (
        [
          "-c:v", "libx264", "-pix_fmt", "yuv444p", "-preset", "ultrafast", "-c:a", "copy",
          "-movflags", "+faststart", "-g", "50",
        ], "web", ["codec profile", "pixels"]
      ),
      (
        [
          "-c:v", "libx264", "-preset", "ultrafast", "-g", "400", "-sc_threshold", "0", "-c:a",
          "copy", "-movflags", "+faststart",
        ], "web", ["key frames"]
      ),
      (
        [
          "-c:v", "libx264", "-preset", "ultrafast", "-profile:v", "high", "-x264-params",
          "level=1.1", "-g", "25", "-c:a", "copy", "-movflags", "+faststart",
        ], "web", ["level"]
      ),
      (
        ["-c:v", "mpeg4", "-c:a", "copy", "-g", "12", "-movflags", "+faststart"], "web",
        ["pictures"]
      ),
      (
        ["-c:v", "copy", "-af", "volume=-12dB", "-c:a", "aac", "-movflags", "+faststart"], "tv",
        ["loudness"]
      ),
      (
        [
          "-vf", "select='not(eq(n,60))'", "-fps_mode", "passthrough", "-c:v", "libx264",
          "-profile:v", "main", "-g", "25", "-c:a", "copy", "-movflags", "+faststart",
        ], "web", ["pace"]
      ),
    ]
    for (number, change) in changes.enumerated() {
      let name = "changed-\(number).mp4"
      _ = try await tools.ffmpeg.data(
        ["-nostdin", "-v", "error", "-y", "-i", film] + change.arguments + [reel.folder / name])
      let found = try await rules(name, change.profile)
      #expect(
        found.broken == change.broken,
        "\(change.arguments): \(found.rules.filter { $0.outcome == "fails" })")
      #expect(found.rules.allSatisfy { ($0.outcome == "holds") == ($0.remedy == nil) })
    }
  }

  @Test(.enabled(if: Places.media != nil, "there is no real media"))
  func `films of real footage agree with their projects`() async throws {
    let media = try #require(Places.media)
    let reel = try Reel()
    let outcome = try await reel.build(
      """
      reel: 1
      canvas: {size: 640x360, rate: 30}
      tracks:
        main:
          - {clip: \(media)/edit/bbb_720p24_82s.mp4, id: bunny, range: 20s..24s}
          - {transition: fade, duration: 500ms}
          - {clip: \(media)/edit/timecode_speech_720p30_42s.mp4, id: talk, range: 3s..7s, speed: 0.5}
          - {clip: \(media)/rotation/bbb_rotm90_1080p24_aac51.mp4, id: turned, range: 0s..1s}
          - freeze: 1s
          - {clip: \(media)/edit/sintel_trailer_720p24_52s.mp4, id: trailer, range: 0s..6s}
          - {clip: \(media)/variety/h264_firstpts10s_sar.mp4, id: late, range: 0s..2s}
        music: [{clip: \(media)/audio/music_vibeace_cover_61s.ogg, until: main.end, volume: -14dB}]
      outputs:
        film: {file: film.mp4, preset: low, loudness: -16 LUFS}
        web: {file: web.webm, preset: low, size: 320x180}

      """, allowing: [media], seconds: 600)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let verified = try await reel.run(
      ["verify", "project.reel.yaml", "--allow", media, "--quiet"], seconds: 600)
    #expect(verified.status == 0, "\(verified.text)\n\(verified.errors)")
  }
}
