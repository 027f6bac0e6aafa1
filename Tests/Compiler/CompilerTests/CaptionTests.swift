// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import RenderProtocol
import Subtitles
import Testing

@testable import Driver
@testable import Planning

/// Captions of outputs, and of the clips that they are cut with.
@Suite struct CaptionTests {
  /// A caption each half second, shown for 400 ms, called by its number.
  private static let talk = (0..<20).map { index in
    let (start, end) = (clock(500 * index + 50), clock(500 * index + 450))
    return "\(index + 1)\n\(start) --> \(end)\n\(index)\n"
  }.joined(separator: "\n")

  private static func clock(_ time: Int) -> String {
    func padded(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: count - String(number).count) + String(number)
    }
    return "00:00:\(padded(time / 1000, 2)),\(padded(time % 1000, 3))"
  }

  private func check(_ text: String) async -> (texts: [String], problems: [String]) {
    var world = TestWorld(project: "reel: 1\n" + text + "\n")
    world.data = [
      "talk.srt": Self.talk, "broken.srt": "1\n00:00:01,000 --> soon\nlost?\n",
      "latin.srt": "1\n00:00:01,000 --> 00:00:02,000\né\n",
    ]
    let result = await world.compilation().plan()
    let texts = (result.product?.outputs ?? []).map { output in
      switch output.product {
      case .text(let text): text.text
      case .film(let film):
        (film.facts?.captions ?? []).flatMap(\.cues).map { "\($0.start) \($0.end) \($0.text)" }
          .joined(separator: "\n")
      case .still: ""
      }
    }
    return (texts, result.diagnostics.map { "\($0.code.name): \($0.message)" })
  }

  /// The captions of the film of `clips`, as `start end text` in milliseconds.
  private func cues(_ clips: String, _ rest: String = "") async -> [String] {
    let (texts, problems) = await check(
      "canvas: {rate: 25}\ntracks: {main: [\(clips)]}\noutputs: {a: {file: a.mkv, captions: clips\(rest)}}"
    )
    #expect(problems.isEmpty, "\(problems)")
    return texts.first?.split(separator: "\n").map(String.init) ?? []
  }

  @Test func `a lecture that is cut in thirty places has its captions cut along`() async {
    // Thirty ranges of 130 ms to 420 ms, from the end of the source to its start.
    var (clips, wanted, now) = ([String](), [String](), 0)
    for index in 0..<30 {
      let (start, length) = (9400 - 311 * index, 130 + 10 * index)
      clips.append("{clip: long.mp4, captions: talk.srt, range: \(start)ms..+\(length)ms}")
      for cue in 0..<20 {
        let from = max(500 * cue + 50, start)
        let end = min(500 * cue + 450, start + length)
        if from < end { wanted.append("\(now + from - start) \(now + end - start) \(cue)") }
      }
      now += length
    }
    #expect(wanted.count >= 30)
    // The film ends with a whole frame.
    #expect(await cues(clips.joined(separator: ", ") + ", {fill: red, duration: 1s}") == wanted)
  }

  @Test func `captions follow the speed, the direction and the place of their clip`() async {
    #expect(
      await cues("{clip: long.mp4, captions: talk.srt, range: 0s..1s, speed: 0.5}")
        == ["100 900 0", "1100 1900 1"])
    #expect(
      await cues("{clip: long.mp4, captions: talk.srt, range: 0s..1s, speed: -1}")
        == ["50 450 1", "550 950 0"])
    #expect(
      await cues("{fill: red, duration: 1s}, {clip: long.mp4, captions: talk.srt, range: 1s..1.3s}")
        == ["1050 1300 2"])
    #expect(
      await cues(
        "{clip: long.mp4, captions: {file: talk.srt, offset: -50ms}, range: 0s..1s}",
        ", range: 200ms..")
        == ["0 200 0", "300 700 1"])
    // From 1 to 2 times the speed: after t of a second the source is at t + t² / 2.
    #expect(
      await cues("{clip: long.mp4, captions: talk.srt, range: 0s..1.5s, speed: 1 -> 2}")
        == ["49 379 0", "450 703 1", "761 975 2"])
  }

  @Test func `in a transition the captions of the next clip count from its middle on`() async {
    #expect(
      await cues(
        "{clip: long.mp4, captions: talk.srt, range: 0s..1s}, {transition: dissolve, duration: 400ms}, "
          + "{clip: long.mp4, captions: talk.srt, range: 5s..6s}")
        == ["50 450 0", "550 800 1", "800 1050 10", "1150 1550 11"])
  }

  @Test func `an asset has captions for all its clips`() async {
    let (texts, problems) = await check(
      """
      canvas: {rate: 25}
      assets: {talk: {file: long.mp4, captions: talk.srt}}
      tracks: {main: [{clip: talk, range: 0s..500ms}, {clip: talk, range: 1s..1.5s}]}
      outputs: {a: {file: a.vtt, captions: clips}, b: {file: b.srt, captions: talk.srt, range: 460ms..600ms}}
      """)
    #expect(problems.isEmpty, "\(problems)")
    #expect(
      texts == [
        "WEBVTT\n\n00:00:00.050 --> 00:00:00.450\n0\n\n00:00:00.550 --> 00:00:00.950\n2\n",
        "1\n00:00:00,070 --> 00:00:00,120\n1\n",
      ])
  }

  /// The captions of the output `a.srt` of `film`, as `start end text` in milliseconds, and what was said of it.
  private func shown(_ film: String, projects: [String: String] = [:]) async -> (
    cues: [String], problems: [String]
  ) {
    var world = TestWorld(
      project:
        "reel: 1\ncanvas: {size: 320x180, rate: 25}\n\(film)\noutputs: {a: {file: a.mkv, captions: clips}}\n"
    )
    world.data = ["talk.srt": Self.talk]
    world.projects = projects
    let result = await world.compilation().plan()
    let track = result.product?.outputs.first?.film?.facts?.captions.first
    return (
      (track?.cues ?? []).map { "\($0.start) \($0.end) \($0.text)" },
      result.diagnostics.map { "\($0.code.name): \($0.message)" }
    )
  }

  @Test func `captions of a text stream are those of a file`() async {
    let stream = "clip: long.mp4, captions: {stream: 0, offset: 50ms}"
    var (cues, problems) = await shown(
      "tracks: {main: [{\(stream), range: 2s..3.5s}, {\(stream), range: 10s..11s, speed: 2}]}")
    #expect(
      problems == []
        && cues == ["150 750 Second 2", "1150 1500 Second 3", "1575 1875 Second 10"])
    (cues, problems) = await shown(
      "assets: {talk: {file: long.mp4, captions: {stream: 1}}}\n"
        + "tracks: {main: [{fill: red, duration: 4s}]}\n"
        + "overlays: {a: {clip: talk, range: 1s..2s, during: 2s.., size: 50%}}")
    #expect(problems == [] && cues == ["2000 2500 Other"])
    (cues, problems) = await shown(
      "tracks: {main: [{clip: inner.reel.yaml}]}",
      projects: [
        "inner.reel.yaml":
          "reel: 1\ncanvas: {size: 320x180, rate: 25}\ntracks: {main: [{\(stream), range: 2s..3s}]}\n"
      ])
    #expect(problems == [] && cues == ["150 750 Second 2"])
  }

  @Test func `streams that outputs could show are named`() async {
    func hints(_ clip: String) async -> [String] {
      var world = TestWorld(
        project:
          "reel: 1\ntracks: {main: [\(clip)]}\noutputs: {a: {file: a.mp4, captions: clips}}\n")
      world.data = ["talk.srt": Self.talk]
      return await world.compilation().check().diagnostics.map { $0.hint ?? "" }
    }
    #expect(
      await hints("long.mp4")
        == ["write captions: {stream: 0} on a clip or an asset for the text stream of its file"])
    #expect(await hints("small.mp4") == ["write captions: talk.srt on a clip or an asset"])
    #expect(await hints("{clip: long.mp4, captions: {stream: 0}}") == [])
  }

  @Test func `a film has no track in which nothing is shown`() async throws {
    var world = TestWorld(
      project:
        "reel: 1\ntracks: {main: [long.mp4]}\noutputs: {a: {file: a.mp4, captions: [clips, talk.srt]}}\n"
    )
    world.data = ["talk.srt": Self.talk]
    let outputs = await world.compilation().plan().product?.outputs ?? []
    let tracks = outputs.map { output -> Int? in
      if case .film(let film) = output.product { film.facts?.captions.count } else { nil }
    }
    #expect(tracks == [1])
  }

  @Test func `captions that are burnt in are used`() async {
    let clip = "{clip: long.mp4, id: talk, captions: talk.srt}"
    #expect(
      await check("tracks: {main: [\(clip)]}\noverlays: {a: {subtitles: {clip: talk}}}").problems
        == [])
  }

  @Test func `clips in groups and overlays have their captions where they are shown`() async {
    let talk = "clip: long.mp4, captions: talk.srt"
    let ground = "tracks: {main: [{fill: red, duration: 6s}]}\n"
    var (cues, problems) = await shown(
      ground + "overlays: {a: {\(talk), range: 1s..2s, during: 2s.., size: 50%}}")
    #expect(problems == [] && cues == ["2050 2450 2", "2550 2950 3"])
    (cues, problems) = await shown(
      ground + "overlays: {a: {group: {b: {\(talk), range: 1s..2s, speed: 2}}, during: 3s..5s}}")
    #expect(problems == [] && cues == ["3025 3225 2", "3275 3475 3"])
    (cues, problems) = await shown(
      "assets: {talk: {file: long.mp4, captions: talk.srt}}\n"
        + "tracks: {main: [{fill: red, duration: 1s}, {group: {b: {clip: talk, range: 0s..500ms}}, duration: 500ms}]}"
    )
    #expect(problems == [] && cues == ["1050 1450 0"])
    // What is played twice at the same time is there once; what a mask plays is not seen.
    (cues, problems) = await shown(
      "tracks: {main: [{\(talk), range: 0s..500ms}]}\noverlays: {a: {\(talk), audio: off, range: 0s..500ms}}"
    )
    #expect(problems == [] && cues == ["50 450 0"])
  }

  @Test func `captions follow the speed of their track`() async {
    let talk = "clip: long.mp4, captions: talk.srt"
    var (cues, problems) = await shown(
      "tracks: {main: [{fill: red, duration: 1s}, {\(talk), range: 1s..2s}]}\n"
        + "instructions: [{layers: {main: {speed: 2}}}]")
    #expect(problems == [] && cues == ["525 725 2", "775 975 3"])
    // So do those of groups of its clips.
    (cues, problems) = await shown(
      "tracks: {main: [{fill: red, duration: 1s}, {group: {b: {\(talk), range: 1s..2s}}, duration: 1s}]}\n"
        + "instructions: [{layers: {main: {speed: 0.5}}}]")
    #expect(problems == [] && cues == ["2100 2900 2", "3100 3900 3"])
  }

  @Test func `a film within the film has its captions where it is shown`() async {
    let (cues, problems) = await shown(
      "tracks: {main: [{fill: red, duration: 1s}, {clip: inner.reel.yaml, range: 500ms.., speed: 2}]}",
      projects: [
        "inner.reel.yaml":
          "reel: 1\ncanvas: {size: 320x180, rate: 25}\ntracks: {main: [{clip: long.mp4, captions: talk.srt, range: 1s..2s}]}\n"
      ])
    #expect(problems == [] && cues == ["1025 1225 3"])
  }

  /// The captions of each interval of a nested project are those of the whole project there.
  @Test(arguments: [
    "tracks: {main: [{clip: long.mp4, captions: talk.srt, range: 5s..10s}, {clip: long.mp4, captions: talk.srt, range: 0s..10s, speed: -1}]}",
    "tracks: {main: [{clip: long.mp4, captions: talk.srt, range: 0s..10s}]}\noverlays: {a: {clip: long.mp4, captions: talk.srt, range: 0s..10s, during: 500ms.., size: 20%}}",
  ])
  func `a range of a film within the film has all captions of its layers`(film: String) async {
    func played(_ start: Int, _ end: Int) async -> [String] {
      let (cues, problems) = await shown(
        "tracks: {main: [{clip: inner.reel.yaml, range: \(start)ms..\(end)ms}]}",
        projects: [
          "inner.reel.yaml": "reel: 1\ncanvas: {size: 320x180, rate: 25}\n\(film)\n"
        ])
      #expect(problems == [])
      return cues
    }
    let all = await played(0, 10_000).map { $0.split(separator: " ").map { Int($0) ?? 0 } }
    #expect(all.count >= 20)
    for (start, end) in [(0, 1000), (3000, 4000), (4200, 5300), (8000, 10_000)] {
      let wanted = all.filter { $0[0] < end && $0[1] > start }.map {
        "\(max($0[0], start) - start) \(min($0[1], end) - start) \($0[2])"
      }
      #expect(await Set(played(start, end)) == Set(wanted), "from \(start) to \(end)")
    }
  }

  @Test func `picture and sound of a take whose cuts differ say it once`() async {
    let sound =
      "sound: {kind: audio, clips: [{clip: long.mp4, captions: talk.srt, range: 1.8s..4s}]}"
    let talk = "clip: long.mp4, captions: talk.srt"
    var (cues, problems) = await shown(
      "tracks: {main: [{fill: red, duration: 500ms}, {\(talk), range: 2.3s..4s, audio: off}], \(sound)}"
    )
    // From 2050 to 2450 ms of the take, of which the picture shows the end alone.
    #expect(
      problems == []
        && cues == ["0 150 3", "250 650 4", "750 1150 5", "1250 1650 6", "1750 2150 7"])
    // What goes on over a cut does so for its caption; elsewhere it is another one.
    (cues, problems) = await shown(
      "tracks: {main: [{\(talk), range: 0s..250ms}, {\(talk), range: 250ms..500ms}, {\(talk), range: 0s..500ms}]}"
    )
    #expect(problems == [] && cues == ["50 450 0", "550 950 0"])
    // Between two parts of it there is nothing.
    (cues, problems) = await shown(
      "tracks: {main: [{\(talk), range: 0s..150ms}, {fill: red, duration: 200ms}, {\(talk), range: 350ms..500ms}]}"
    )
    #expect(problems == [] && cues == ["50 150 0", "350 450 0"])
  }

  @Test func `a warning for each clip whose captions are left out`() async {
    let talk = "clip: long.mp4, captions: talk.srt"
    let (cues, problems) = await shown(
      "tracks: {main: [{\(talk), range: 0s..500ms}, {\(talk), range: 0s..1s, loop: true, until: 3s}]}\n"
        + "overlays: {a: {\(talk), range: 0s..500ms, loop: true}}")
    #expect(cues == ["50 450 0"])
    #expect(
      problems == [
        "captions-of-loop: clip 'long' loops, and its captions are left out",
        "captions-of-loop: clip 'a' loops, and its captions are left out",
      ])
    #expect(
      await check("tracks: {main: [{\(talk), range: 0s..1s}, {\(talk), range: 4s..5s}]}").problems
        == [String](repeating: "unused-captions: no output holds these captions", count: 2))
  }

  @Test func `what cannot be is said`() async {
    let clip = "tracks: {main: [{clip: long.mp4, captions: talk.srt}]}"
    #expect(await check(clip).problems == ["unused-captions: no output holds these captions"])
    #expect(
      await check("tracks: {main: [long.mp4]}\noutputs: {a: {file: a.srt, captions: broken.srt}}")
        .problems == [
          "bad-cue: line 1 of 'broken.srt': there are no cues in it, and nothing is shown",
          "bad-cue: line 2 of 'broken.srt': 'soon' is no time such as 00:01:02,500, and 'lost?' is left out",
          "no-captions: output 'a' shows none of these captions",
        ])
    #expect(
      await check(
        "tracks: {main: [{clip: long.mp4, captions: talk.srt, loop: true, until: 50s}]}\noutputs: {a: {file: a.srt, captions: clips}}"
      ).problems == [
        "captions-of-loop: clip 'long' loops, and its captions are left out",
        "no-captions: output 'a' shows none of these captions",
      ])
    #expect(
      await check("tracks: {main: [long.mp4]}\noutputs: {a: {file: a.mp4, captions: none.srt}}")
        .problems.count == 1)
  }

  @Test func `captions of a file that begin after the film are told`() async {
    func problems(_ length: String, _ rest: String = "") async -> [String] {
      await check(
        "canvas: {rate: 25}\ntracks: {main: [{fill: red, duration: \(length)}]}\n"
          + "outputs: {a: {file: a.mkv, captions: {file: talk.srt\(rest)}}}"
      ).problems
    }
    #expect(await problems("10s") == [])
    // The last one is cut.
    #expect(await problems("9.6s") == [])
    #expect(
      await problems("9.52s") == [
        "beyond-film: one of the 20 captions begins at 9.55 s, the film ends at 9.52 s: it is left out"
      ])
    #expect(
      await problems("4s", ", offset: 1s") == [
        "beyond-film: 14 of the 20 captions begin at 4.05 s and later, the film ends at 4 s:"
          + " they are left out"
      ])
    #expect(
      await check(
        "canvas: {rate: 25}\ntracks: {main: [{fill: red, duration: 4s}]}\n"
          + "outputs: {a: {file: a.mkv, captions: talk.srt, range: 1s..2s}}"
      ).problems == [])
  }

  @Test func `what picture and sound of a take both have is there once`() async {
    let (texts, problems) = await check(
      """
      canvas: {rate: 30000/1001}
      tracks:
        main: [{clip: long.mp4, captions: talk.srt, range: 0s..600ms, audio: off}]
        sound: {kind: audio, clips: [{clip: long.mp4, captions: talk.srt, range: 0s..600ms}]}
      outputs: {a: {file: a.srt, captions: clips}}
      """)
    #expect(problems.isEmpty, "\(problems)")
    #expect(
      texts == [
        "1\n00:00:00,050 --> 00:00:00,450\n0\n\n2\n00:00:00,550 --> 00:00:00,600\n1\n"
      ])
  }

  @Test func `a source is not overwritten, and what a text file lacks is said`() async {
    #expect(
      await check("tracks: {main: [long.mp4]}\noutputs: {a: {file: talk.srt, captions: talk.srt}}")
        .problems == [
          "overwrites-source: output 'talk.srt' would overwrite a file the project reads"
        ])
    #expect(
      await check(
        "tracks: {main: [long.mp4]}\noutputs: {a: {file: a.srt, captions: {file: talk.srt, offset: -1h}}}"
      ).problems == ["no-captions: output 'a' shows none of these captions"])
    #expect(
      await check("tracks: {main: [long.mp4]}\noutputs: {a: {file: a.mp4, captions: clips}}")
        .problems
        == ["no-captions: output 'a' shows none of these captions"])
    let many = (0..<200).map { "\($0)\n00:00:01,000 --> 00:00:02,000\n\($0)\n" }
    var world = TestWorld(
      project:
        "reel: 1\ntracks: {main: [long.mp4]}\noutputs: {a: {file: a.srt, captions: many.srt}}\n")
    world.data = ["many.srt": many.joined(separator: "\n")]
    #expect(
      await world.compilation().plan().diagnostics.map(\.message)
        == ["more than 100 captions are shown at 1 s"])
  }
}
