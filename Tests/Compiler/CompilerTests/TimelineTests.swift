// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import RenderGraph
import RenderProtocol
import Testing

@testable import Driver
@testable import Planning
@testable import Timeline

/// Positions in the film whose exact times are not on the frame grid.
@Suite struct TimelineTests {
  private func plan(_ project: String) async throws -> BuildPlan {
    let result = await TestWorld(project: "reel: 1\n" + project).compilation().plan()
    return try #require(result.product, "\(result.diagnostics.map(\.message))")
  }

  private func film(_ project: String, output: Int = 0) async throws -> FilmPlan {
    guard case .film(let film) = try await plan(project).outputs[output].product else {
      throw CancellationError()
    }
    return film
  }

  private func graph(_ project: String) async throws -> RenderGraph {
    let world = TestWorld(project: "reel: 1\n" + project)
    let result = await world.compilation().graph(at: .before("fold-identities"))
    return try #require(result.product, "\(result.diagnostics.map(\.message))")
  }

  private func operations(_ project: String) async throws -> [Operation] {
    try await graph(project).nodes.map(\.operation)
  }

  @Test func `a clip is turned as its asset would be, whatever that or its file says`() async throws
  {
    let clips = [
      "tall.mov", "{clip: tall.mov, id: b, rotate: 0}", "{clip: a, id: c}",
      "{clip: a, id: d, rotate: 270}", "{clip: wide.mp4, rotate: 90, streams: {audio: 0}}",
    ]
    let world = TestWorld(
      project: """
        reel: 1
        assets: {a: {file: tall.mov, rotate: 180}}
        tracks: {main: [\(clips.joined(separator: ", "))]}
        overlays: {e: {clip: tall.mov, rotate: 180}}

        """)
    let result = await world.compilation().check()
    let timeline = try #require(result.product, "\(result.diagnostics.map(\.message))").timeline
    #expect(
      timeline.tracks[0].clips.map(\.content.media?.orientation)
        == [.rotate90, .upright, .rotate180, .rotate270, .rotate90])
    #expect(
      timeline.overlays.map { $0.footage?.content.media?.orientation } == [.rotate180])
    var other = TestWorld(project: "reel: 1\ntracks: {main: [{clip: b.reel.yaml, rotate: 90}]}\n")
    other.projects["b.reel.yaml"] = "reel: 1\ntracks: {main: [wide.mp4]}\n"
    #expect(await other.compilation().check().diagnostics.map(\.code.name) == ["turned-film"])
  }

  @Test func `the table of the film says what is done to layers`() async throws {
    let world = TestWorld(
      project: """
        reel: 1
        tracks:
          main:
            - {clip: wide.mp4, range: 0s..2s, ken-burns: auto, effects: [vignette]}
        overlays:
          mark: {image: photo-1.jpg, during: 0s..1s, size: 10%, rotation: 0deg -> 90deg, blend: screen, motion-blur: 8}

        """)
    let summary = try #require(await world.compilation().check().product)
    #expect(
      summary.entries.map(\.details) == [
        ["wide.mp4 0..2 s (0f..60f)", "sound", "ken-burns auto", "effects vignette"],
        ["photo-1.jpg", "rotation 0deg -> 90deg", "blend screen", "motion-blur 8"],
      ])
  }

  @Test func `the table of the film says when the sound of transitions changes`() async throws {
    let world = TestWorld(
      project: """
        reel: 1
        canvas: {rate: 25}
        tracks:
          main:
            - {clip: wide.mp4, range: 0s..2s}
            - {transition: dissolve, audio: {curve: linear, offset: 200ms, duration: 400ms}}
            - {clip: long.mp4, range: 1s..5s}
            - {transition: cut, audio: {offset: -500ms}}
            - {clip: small.mp4, range: 1s..3s}

        """)
    let summary = try #require(await world.compilation().check().product)
    let transitions = summary.entries.filter { $0.kind == .transition }
    #expect(transitions.map(\.name) == ["dissolve", "cut"])
    #expect(
      transitions.map(\.details) == [
        ["overlap", "sound linear 1.5..1.9 s"], ["sound cut at 4.5 s"],
      ])
  }

  @Test(arguments: [
    ("-1s", Time.zero, Time(2, over: 1000)), ("2s", Time(2998, over: 1000), Time(3)),
  ])
  func `a cut of sound at the edge of a clip stays within it`(
    _ offset: String, _ start: Time, _ end: Time
  ) async throws {
    let world = TestWorld(
      project: """
        reel: 1
        canvas: {rate: 25}
        tracks:
          main:
            - {clip: wide.mp4, range: 0s..1s}
            - {transition: cut, audio: {offset: \(offset)}}
            - {clip: wide.mp4, range: 1s..3s}

        """)
    let result = await world.compilation().check()
    let summary = try #require(result.product, "\(result.diagnostics.map(\.message))")
    let change = try #require(summary.timeline.tracks[0].transitions.first?.sound)
    #expect(change.time == TimeRange(start, end))
    let graph = await world.compilation().graph(at: .final)
    #expect(graph.product?.violations().isEmpty == true, "\(graph.diagnostics.map(\.message))")
  }

  @Test(arguments: [
    (
      "{clip: wide.mp4, range: 0s..2s}",
      "{group: {a: {clip: small.mp4, range: 1s..3s}}, duration: 2s}", "-500ms",
      "the sound of group 'b' is wanted 0.5 s before it begins"
    ),
    (
      "{group: {a: {group: {c: {clip: small.mp4, range: 1s..3s}}}}, duration: 2s}",
      "{clip: wide.mp4, range: 1s..3s}", "500ms",
      "the sound of group 'b' is wanted 0.5 s after it ends"
    ),
    (
      "{clip: wide.mp4, range: 0s..2s}",
      "{group: {a: {clip: small.mp4, range: 1s..3s}}, duration: 2s}", "500ms", nil
    ),
    (
      "{clip: wide.mp4, range: 0s..2s}",
      "{group: {a: {clip: small.mp4, range: 1s..3s, audio: off}}, duration: 2s}", "-500ms", nil
    ),
    ("{clip: wide.mp4, range: 0s..2s}", "{group: {a: {text: A}}, duration: 2s}", "-500ms", nil),
  ])
  func `the sound of a group is not heard beyond it`(
    _ before: String, _ after: String, _ offset: String, _ message: String?
  ) async {
    func named(_ item: String) -> String {
      item.hasPrefix("{group") ? "{id: b, " + item.dropFirst() : item
    }
    let world = TestWorld(
      project: """
        reel: 1
        canvas: {rate: 25}
        tracks:
          main:
            - \(named(before))
            - {transition: cut, audio: {offset: \(offset)}}
            - \(named(after))

        """)
    let result = await world.compilation().check()
    #expect(result.diagnostics.map(\.message) == (message.map { [$0] } ?? []))
    #expect(result.diagnostics.allSatisfy { $0.span != nil && $0.hint != nil })
  }

  @Test(arguments: [("navy", "film.mp4"), ("clear", "film.mov"), ("red@50%", "film.mov")])
  func `a project that names no output makes one that holds its alpha`(
    _ background: String, _ file: String
  ) async throws {
    let plan = try await plan(
      "canvas: {size: 640x360, background: \(background)}\ntracks: {main: [{text: Ada, duration: 1s}]}"
    )
    #expect(plan.outputs.map(\.displayPath) == [file])
  }

  // MARK: Anchors of pictures

  @Test(arguments: [
    "music: [{clip: song.ogg, until: main.end}]", "music: [{clip: song.ogg, until: wide.end}]",
    "music: [{clip: song.ogg, loop: true, until: main.end}]",
  ])
  func `sound that ends with the pictures adds no frame`(_ music: String) async throws {
    for (range, frames) in [("0s..1.01s", 30), ("0s..1.02s", 31), ("0s..1.00001s", 30)] {
      let film = try await film(
        """
        canvas: {rate: 30}
        tracks:
          main: [{clip: wide.mp4, range: \(range)}]
          \(music)
        """)
      #expect(film.segments.reduce(0) { $0 + $1.frameCount } == frames)
      #expect(film.sound?.sampleCount == Int64(frames) * 1600)
    }
  }

  @Test func `an overlay's end is where it is seen last`() async throws {
    let film = try await film(
      """
      canvas: {rate: 30, size: 640x360}
      tracks: {music: {kind: audio, clips: [{clip: song.ogg, until: title.end}]}}
      overlays: {title: {text: One, during: 0s..1.01s}}
      """)
    #expect(film.segments.reduce(0) { $0 + $1.frameCount } == 30)
  }

  @Test(arguments: ["0s..", "0s .. main.end", "0s .. music.end"])
  func `an output to the end of the film has its last frame`(_ range: String) async throws {
    for music in ["until: main.end", "range: 0s..1.01s", "range: 0s..1.03s"] {
      let project = """
        canvas: {rate: 30}
        tracks:
          main: [{clip: wide.mp4, range: 0s..1.01s}]
          music: [{clip: song.ogg, \(music)}]
        outputs: {whole: whole.mp4, part: {file: part.mp4, range: "\(range)"}}
        """
      let (whole, part) = (try await film(project), try await film(project, output: 1))
      let isShort = range.hasSuffix("main.end")
      #expect(
        part.segments.map(\.frameCount) == (isShort ? [30] : whole.segments.map(\.frameCount)))
    }
  }

  @Test func `a layer that starts at the end of a clip starts with the first frame after it`()
    async throws
  {
    let starts = try await operations(
      """
      canvas: {rate: 30}
      tracks:
        main: [{clip: wide.mp4, id: a, range: 0s..1.01s}]
        second: [{clip: small.mp4, at: a.end, range: 0s..1s}]
        music: [{clip: song.ogg, at: a.end, range: 0s..1s}]
      """
    ).compactMap { operation -> Int64? in
      switch operation {
      case .track(let starts): starts.last.map { Int64($0) * 1600 }
      case .mix(let starts, _, _): starts.last == 0 ? nil : starts.last
      default: nil
      }
    }
    #expect(starts == [0, 48000, 48000, 48000])
  }

  @Test func `rounding does not add up along a track`() async throws {
    let clips = Array(repeating: "{clip: wide.mp4, range: 0s..1.01s}", count: 100)
    let film = try await film(
      "canvas: {rate: 30}\ntracks: {main: [\(clips.joined(separator: ", "))]}")
    #expect(film.segments.reduce(0) { $0 + $1.frameCount } == 3030)
  }

  @Test(arguments: ["k.start .. k.end", "3.5s .. 7.5s"])
  func `a ramp over a clip of odd times is a curve in order`(_ during: String) async throws {
    let film = try await film(
      """
      canvas: {size: 320x180, rate: 25}
      tracks:
        main:
          - {clip: wide.mp4, range: 0s..+4.5s}
          - {transition: dissolve}
          - {clip: small.mp4, id: k, range: 0s..+4s}
      instructions:
        - {during: \(during), layers: {main: {volume: 1 -> 0}}}
      """)
    let clips = try #require(film.sound).program.clips
    #expect(clips.count == 2)
    for gain in clips.flatMap(\.gains) {
      guard case .keys(let keys, _, _) = gain else { continue }
      #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.sample <= $1.sample }, "\(keys)")
    }
    // It begins with the second clip, at frame 88, and ends with the last sample.
    #expect(
      clips[0].gains.last
        == .keys(
          [
            GainKey(sample: 88 * 1920, value: 1, shape: .eased(.linear)),
            GainKey(sample: 188 * 1920, value: 0, shape: .eased(.hold)),
          ], during: 88 * 1920..<clips[0].count))
  }

  // MARK: Keyframes

  /// The times of all keys of curves in `project`.
  private func keyTimes(_ project: String) async throws -> [Time] {
    for operation in try await operations(project) {
      switch operation {
      case .gain(let curve, .volume, _): return curve.keys.map(\.time)
      case .step(let step, _): return try #require(step.curves.entries.first).value.keys.map(\.time)
      default: break
      }
    }
    return []
  }

  @Test(arguments: ["opacity", "volume", "scale"])
  func `a keyframe that names an anchor is that moment of the film`(_ key: String) async throws {
    let times = try await keyTimes(
      """
      canvas: {rate: 30}
      tracks:
        main: [{clip: wide.mp4, id: a, range: 0s..2s}, {clip: small.mp4, id: b, range: 0s..4s}]
      instructions:
        - during: 1s .. 6s
          layers:
            main:
              \(key): {0s: 1, b.start: 0.5, b.start + 1s: 0.6, b.end - b.start: 0.8, b.end - 0.5s: 0.9}
      """)
    #expect(times == [Time(1), Time(2), Time(3), Time(5), Time(11, over: 2)])
  }

  @Test func `an overlay's keyframe is that frame of the film`() async throws {
    // The overlay is visible from frame 15 on, which is at 0.5 s.
    for start in ["0.49s", "0.5s", "0.51s"] {
      let times = try await keyTimes(
        """
        canvas: {rate: 30, size: 640x360}
        tracks:
          music: [{clip: song.ogg, id: a, range: 0s..1s}, {clip: song.ogg, id: b, range: 0s..4s}]
        overlays:
          title: {text: One, during: \(start)..4s, opacity: {0s: 0, b.start: 1 hold, b.start + 1s: 0.5}}
        """)
      #expect(times == [Time(0), Time(1, over: 2), Time(3, over: 2)])
    }
  }

  @Test func `a time outside the range is an error`() async throws {
    let world = TestWorld(
      project: """
        reel: 1
        tracks:
          main: [{clip: wide.mp4, id: a, range: 0s..2s}, {clip: small.mp4, id: b, range: 0s..4s}]
        instructions:
          - {during: b.start .. b.end, layers: {main: {opacity: {a.start: 0, b.end: 1}}}}
        """)
    let found = await world.compilation().check().diagnostics
    #expect(found.map(\.code.name) == ["keyframe-outside"])
  }

  // MARK: Sound only

  @Test(arguments: ["wav", "flac", "m4a", "mp4"])
  func `a film of sound alone ends with its last sample`(_ suffix: String) async throws {
    let film = try await film(
      """
      tracks: {music: [{clip: song.ogg, range: 0s..2.741s}]}
      outputs: {a: a.\(suffix)}
      """)
    #expect(film.sound?.sampleCount == 131_568)
    #expect(film.sound?.program.clips.map(\.count) == [131_568])
  }

  @Test func `a sound output ends with the last sample, a film with its last frame`() async throws {
    let project = """
      canvas: {rate: 30}
      tracks:
        main: [{clip: wide.mp4, range: 0s..1.01s}]
        music: [{clip: song.ogg, range: 0s..2.741s}]
      outputs:
        film: film.mp4
        sound: sound.wav
        part: {file: part.wav, range: 0.5004s..1.0004s}
      """
    #expect(try await film(project).sound?.sampleCount == 83 * 1600)
    #expect(try await film(project, output: 1).sound?.sampleCount == 131_568)
    let part = try #require(try await film(project, output: 2).sound)
    #expect(part.firstSample == 24_019)
    #expect(part.sampleCount == 24_000)
  }

  @Test(arguments: [(5000, true), (5001, false)])
  func `different texts of a project are bounded`(_ count: Int, _ isAccepted: Bool) async throws {
    let texts = (0..<count).map { "  t\($0): {text: Number \($0), during: 0s..1s}\n" }.joined()
    // A text that was drawn before adds no cost.
    let world = TestWorld(
      project: "reel: 1\ntracks: {main: [wide.mp4]}\noverlays:\n  again: {text: Number 0}\n" + texts
    )
    let found = await world.compilation().check().diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.code.name) == (isAccepted ? [] : ["limit"]))
    #expect(found.allSatisfy { $0.span != nil })
  }

  // MARK: Loops

  @Test(arguments: [(150_000, true), (150_001, false)])
  func `the turns of all loops of a project are bounded`(_ frames: Int, _ isAccepted: Bool)
    async throws
  {
    let world = TestWorld(
      project: """
        reel: 1
        canvas: {rate: 30}
        tracks:
          main: [{clip: wide.mp4, range: 0s..1f, loop: true, until: 100000f}]
          music: [{clip: song.ogg, range: 0s..1s, loop: true, until: \((frames - 100_000) * 30)f}]
        """)
    let found = await world.compilation().check().diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.code.name) == (isAccepted ? [] : ["limit"]))
    #expect(found.allSatisfy { $0.message.hasSuffix("50001 times after 100000 others") })
  }
}
