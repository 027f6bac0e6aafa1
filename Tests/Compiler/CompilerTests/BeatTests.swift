// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Testing

@testable import Driver
@testable import Planning
@testable import ProjectModel
@testable import Timeline

/// Durations in beats.
@Suite struct BeatTests {
  private func world(_ text: String, _ data: [String: String] = [:]) -> TestWorld {
    var world = TestWorld(project: "reel: 1\n" + text + "\n")
    world.data = data
    return world
  }

  private func track(_ text: String, _ data: [String: String] = [:]) async throws -> PlacedTrack {
    let result = await world(text, data).compilation().check()
    let summary = try #require(result.product, "\(result.diagnostics.map(\.message))")
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics.map(\.message))")
    return summary.timeline.tracks[0]
  }

  private func problems(_ text: String, _ data: [String: String] = [:]) async -> [String] {
    await world(text, data).compilation().check().diagnostics.map {
      "\($0.code.name): \($0.message)"
    }
  }

  @Test(arguments: [
    ("25", Time(25)), ("30", Time(30)), ("29.97", Time(30_000, over: 1001)),
    ("24000/1001", Time(24_000, over: 1001)),
  ])
  func `each item ends on its beat, however many there are`(_ name: String, _ rate: Time)
    async throws
  {
    let photos = (1...200).map { "{clip: photo-1.jpg, id: p\($0), duration: \($0 % 3 + 1) beats}" }
    let track = try await track(
      """
      canvas: {rate: \(name)}
      beats: {every: 0.37s, from: 370ms}
      tracks: {main: [{fill: red, duration: 370ms}, \(photos.joined(separator: ", "))]}
      """)
    var beat: Int64 = 1
    for (index, clip) in track.clips.dropFirst().enumerated() {
      let first = Int((Time(37 * beat, over: 100) * rate).rounded)
      beat += Int64((index + 1) % 3 + 1)
      let last = Int((Time(37 * beat, over: 100) * rate).rounded)
      #expect(clip.frames == first..<last, "\(index)")
    }
  }

  @Test func `a beat is a moment of the film`() async throws {
    let result = await world(
      """
      canvas: {rate: 25}
      beats: {bpm: 120, from: 200ms}
      tracks:
        main: [{fill: red, duration: 10s}]
        over: [{fill: blue, at: beat 12, duration: 1s}]
      overlays:
        words: {text: Hello, during: beat 4 .. beat 8, opacity: {0s: 0, beat 5: 1, end: 1}}
      """
    ).compilation().check()
    let timeline = try #require(result.product, "\(result.diagnostics.map(\.message))").timeline
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics.map(\.message))")
    // Beat 1 is at 200 ms, and they are half a second apart.
    #expect(
      timeline.tracks[1].clips[0].frames.lowerBound == Int((Time(57, over: 10) * Time(25)).rounded))
    let words = try #require(timeline.overlays.first)
    #expect(
      words.frames == Int(
        (Time(17, over: 10) * Time(25)).rounded)..<Int((Time(37, over: 10) * Time(25)).rounded))
  }

  @Test func `a speed changes on a beat`() async throws {
    let track = try await track(
      """
      canvas: {rate: 25}
      beats: {bpm: 60}
      tracks: {main: [{clip: wide.mp4, range: 0s..4s, speed: {0s: 1, beat 3: 0.5, end: 0.5}}]}
      """)
    // Two seconds from 1 to a half show a second and a half; what is left takes five.
    #expect(track.clips[0].frames == 0..<175)
  }

  @Test(arguments: [
    (
      "at: beat 12", "beats: song.beats.txt",
      "too-few-beats: there is no beat 12, and 'song.beats.txt' has 4"
    ),
    ("at: beat 2", "", "no-beats: the project has no beats"),
    ("at: beat 0", "beats: 0.5s", "out-of-range: the number of a beat is whole, and 1 or more"),
    ("at: beat 1.5", "beats: 0.5s", "out-of-range: the number of a beat is whole, and 1 or more"),
    (
      "range: beat 2..", "beats: 0.5s",
      "misplaced-beats: a time of a source is not counted in beats"
    ),
    (
      "at: beat 2", "beats: {every: 0.5s, from: beat 3}",
      "misplaced-beats: the beats themselves are counted from no beat"
    ),
  ])
  func `a beat that is not there is a mistake`(key: String, beats: String, message: String) async {
    let found = await problems(
      "\(beats)\ntracks: {main: [{clip: wide.mp4, \(key)}]}",
      ["song.beats.txt": "0\n1\n2\n3\n"])
    #expect(found.contains(message), "\(found)")
  }

  @Test func `the middles of transitions are on beats`() async throws {
    let clips = (1...30).map { "{clip: photo-1.jpg, id: p\($0), duration: 2 beats}" }
    let track = try await track(
      """
      canvas: {rate: 25}
      beats: {bpm: 100}
      tracks:
        main:
          between: [{transition: dissolve, duration: 750ms}, {transition: wipe-left, duration: 500ms, length: handles}, {transition: cut, audio: {offset: 0s}}, {transition: slide-up, duration: 333ms}]
          clips: [\(clips.joined(separator: ", "))]
      """)
    #expect(track.transitions.count == 29)
    for transition in track.transitions {
      let beat = Time(6 * Int64(2 * (transition.index + 1)), over: 10)
      #expect((transition.time.start + transition.time.end) / Time(2) == beat)
    }
    #expect(track.clips.last?.end == Time(36))
  }

  @Test func `transitions that are items, and those that a seed draws, are on beats, too`()
    async throws
  {
    let track = try await track(
      """
      beats: 0.5s
      defaults: {clip: {duration: 3 beats}, transition: {duration: 400ms}}
      tracks:
        main:
          between: {random: [dissolve, wipe-left, slide-up], seed: 3}
          clips:
            - photo-1.jpg
            - {transition: cube, duration: 1s}
            - photo-*.jpg
            - {freeze: 1 beat}
            - photo-1.jpg
      """, [:])
    let middles = track.transitions.map { ($0.time.start + $0.time.end) / Time(2) * Time(2) }
    #expect(middles.allSatisfy { $0.denominator == 1 }, "\(middles)")
    #expect(middles.count >= 2)
  }

  @Test func `a file says where beats are`() async throws {
    let labels = "0.3\t0.3\tone\n0.9\t0.9\n1.7\t1.8\tx\n2.2\t2.2\n3.9\t3.9\n4.4\t4.4\n"
    let track = try await track(
      """
      canvas: {rate: 50}
      beats: {file: song.beats.txt, from: 100ms}
      tracks:
        main:
          - {clip: photo-1.jpg, id: a, duration: 1 beat}
          - {clip: long.mp4, id: b, range: 5s..+2 beats}
          - {gap: 1 beat}
          - {clip: wide.mp4, id: c, range: 2s..4s, stretch: 1 beat}
      """, ["song.beats.txt": labels])
    // The nearest beat to the start is the first one.
    #expect(
      track.clips.map { TimeRange($0.start, $0.end) } == [
        TimeRange(.zero, Time(1)), TimeRange(Time(1), Time(23, over: 10)),
        TimeRange(Time(4), Time(45, over: 10)),
      ])
    #expect(track.clips[2].speed == Time(4))
  }

  @Test func `of a source that is played faster it is more`() async throws {
    let track = try await track(
      """
      beats: 0.5s
      tracks: {main: [{clip: long.mp4, range: 5s..+4 beats, speed: 2}, {clip: long.mp4, id: b, at: 10.1s, range: 1s..+2 beats, speed: -0.5}]}
      """)
    #expect(track.clips.map(\.end) == [Time(2), Time(11)])
  }

  @Test func `of a source whose speed changes it is what is played meanwhile`() async throws {
    let track = try await track(
      """
      canvas: {rate: 50}
      beats: 0.5s
      tracks:
        main:
          - {clip: long.mp4, id: a, range: 5s..+4 beats, speed: 1 -> 2}
          - {clip: long.mp4, id: b, range: 1s..+2 beats, speed: {0s: 2, 500ms: 0}}
          - {clip: long.mp4, id: c, range: 2s..+3 beats - 1f, speed: {0%: -1, 100%: -1}}
          - {clip: long.mp4, id: d, range: 2s..+3 beats, speed: {0s: 1, end - 1s: 3}}
      """)
    #expect(track.clips.map(\.end) == [Time(2), Time(3), Time(67, over: 15), Time(6)])
    let played = track.clips.map { clip in
      (clip.curve?.source(at: clip.end - clip.start) ?? .zero) - clip.sourceStart
    }
    #expect(played == [Time(3), Time(1, over: 2), Time(-22, over: 15), Time(61, over: 15)])
  }

  @Test(arguments: [
    "main: [{fill: red, duration: 4 beats}, {transition: dissolve, duration: 1 beat + 1f}, {fill: blue, duration: 4 beats}]",
    "main: {between: {transition: dissolve, duration: 1 beat + 1f}, clips: [{fill: red, duration: 4 beats}, {fill: blue, duration: 4 beats}]}",
  ])
  func `a transition lasts as many beats as it says`(_ main: String) async throws {
    let track = try await track("canvas: {rate: 25}\nbeats: 0.6s\ntracks:\n  \(main)")
    #expect(track.transitions.map(\.time) == [TimeRange(Time(52, over: 25), Time(68, over: 25))])
    #expect(track.clips.last?.end == Time(24, over: 5))
  }

  @Test func `the nearest beat counts, the later one of two`() async throws {
    let track = try await track(
      """
      beats: 1s
      tracks: {main: [{fill: red, duration: 1.4s}, {fill: red, duration: 1 beat}, {fill: red, duration: 1.5s}, {fill: red, duration: 1 beat}]}
      """)
    #expect(track.clips.map(\.end) == [Time(7, over: 5), Time(2), Time(7, over: 2), Time(5)])
  }

  @Test func `what cannot be is said`() async {
    let clip = "{clip: long.mp4, duration: 4 beats}"
    #expect(
      await problems("tracks: {main: [\(clip)]}") == ["no-beats: the project has no beats"])
    #expect(
      await problems(
        "defaults: {clip: {duration: 4 beats}}\ntracks: {main: [photo-*.jpg, photo-1.jpg]}")
        == ["no-beats: the project has no beats"])
    #expect(
      await problems(
        "beats: 0.5s\ntracks: {main: [\(clip)]}\noverlays: {a: {text: A, during: 1s..2 beats}}")
        == ["misplaced-beats: beats are counted from where an item of a track begins"])
    #expect(
      await problems(
        "beats: 0.5s\ntracks: {main: [{clip: long.mp4, range: 1s..+1 beat, stretch: 3s}]}")
        == [
          "misplaced-beats: what is stretched is a range in the source's time, which has no beats"
        ])
    #expect(
      await problems(
        "beats: 0.5s\ntracks: {main: [{clip: long.mp4, range: 1s..+1 beat, speed: {0s: 0, 400ms: 0}}]}"
      )
        == ["endless-speed: 'long' is not played at all at this speed"])
    #expect(
      await problems(
        "beats: song.beats.txt\ntracks: {main: [{fill: red, duration: 1 beat}, {transition: dissolve, duration: 1 beat}, {fill: red, duration: 1 beat}]}",
        ["song.beats.txt": "0\n1\n2\n3\n"])
        == ["misplaced-beats: beats are counted from where an item of a track begins"])
    #expect(
      await problems("beats: 1ms\ntracks: {main: [\(clip)]}")
        == ["beats-too-close: beats are 0.001 s apart, less than a frame"])
    let few = ["song.beats.txt": "0\n1\n2\n3\n"]
    #expect(
      await problems("beats: song.beats.txt\ntracks: {main: [\(clip)]}", few)
        == ["too-few-beats: 4 beats after 0 s is the beat of number 5, and 'song.beats.txt' has 4"])
    #expect(
      await problems(
        "beats: song.beats.txt\ntracks: {main: [\(clip)]}", ["song.beats.txt": "0\n1\nzwei\n"])
        == ["bad-beats: line 3 of 'song.beats.txt': 'zwei' is not a time in seconds"])
    var song = TestWorld(project: "reel: 1\nbeats: song.ogg\ntracks: {main: [wide.mp4]}\n")
    song.data = ["song.ogg": "OggS\0\u{2}"]
    let found = await song.compilation().check().diagnostics
    #expect(found.map(\.message) == ["'song.ogg' is no list of times"])
    #expect(
      found.first?.hint?.hasPrefix("sounds are not analysed: write beats: {bpm: 120") ?? false)
    #expect(
      await problems("beats: other.txt\ntracks: {main: [\(clip)]}")
        == ["missing-media: there is no file or asset 'other.txt'"])
    #expect(
      await problems("beats: 0.5s\ntracks: {main: [long.mp4]}")
        == ["unused-beats: no duration counts these beats"])
  }

  @Test func `a cycle of beats is told`() async {
    let problems = await problems(
      "beats: {every: 0.5s, from: main.end}\ntracks: {main: [{fill: red, duration: 2 beats}]}")
    #expect(problems.count == 1 && problems[0].hasPrefix("anchor-cycle"), "\(problems)")
  }

  @Test(arguments: ["a.end * 1000000 * 1000000 * 1000000 * 1000000", "a.end * 1000000"])
  func `beats after the longest film are refused`(_ at: String) async {
    let problems = await problems(
      """
      beats: 0.5s
      tracks: {main: [{text: a, id: a, duration: 2s}, {text: b, at: \(at), duration: 4 beats}]}
      """)
    #expect(problems == ["limit: a film lasts a million seconds at most"])
  }

  @Test func `beats long after the first one are refused`() async {
    let far = "-a.end * 1000000 * 1000000 * 1000000 * 1000000"
    let problems = await problems(
      """
      beats: {every: 0.5s, from: \(far)}
      tracks: {main: [{text: a, id: a, duration: 2s}, {text: b, duration: 4 beats}]}
      """)
    #expect(problems == ["limit: a film lasts a million seconds at most"])
  }

  @Test(arguments: [
    "main: {clips: [long.mp4, {transition: dissolve, duration: 1s}, wide.mp4]}",
    "main: {between: {transition: dissolve, duration: 1s}, clips: [long.mp4, wide.mp4]}",
  ])
  func `a track that is stretched lasts its beats, whatever its transitions`(_ main: String)
    async throws
  {
    let result = await world(
      "beats: 0.5s\ntracks:\n  \(main)\ninstructions: [{layers: {main: {stretch: 8 beats}}}]"
    ).compilation().check()
    let summary = try #require(result.product, "\(result.diagnostics.map(\.message))")
    #expect(summary.duration == Time(4))
  }

  @Test(arguments: ["4 beats / 2", "2 * 2 beats", "(1s + 2 beats) * 2", "2 beats + 2 beats"])
  func `beats are no numbers to calculate with`(_ duration: String) async {
    let result = await world(
      """
      beats: 0.5s
      tracks: {main: [{fill: red, duration: \(duration)}, {transition: dissolve, duration: 1s}, {fill: blue, duration: 9s}]}
      """
    ).compilation().check()
    #expect(
      result.diagnostics.map(\.message) == [
        "a time counts beats once, and they cannot be subtracted, multiplied or divided"
      ])
    #expect(result.diagnostics.allSatisfy { $0.span != nil && $0.hint != nil })
  }

  @Test func `a time beside beats is one before or after them`() async throws {
    let track = try await track(
      """
      beats: 0.5s
      tracks: {main: [{fill: red, duration: 4 beats - 200ms}, {fill: blue, duration: 200ms + 1 beat}]}
      """)
    #expect(track.clips.map(\.end) == [Time(9, over: 5), Time(27, over: 10)])
  }

  @Test(arguments: ["2s..4 beats", "1 beat..9s", "1 beat..", "1s..1s + 4 beats"])
  func `beats are no times of a source`(_ range: String) async {
    let problems = await problems(
      "beats: 0.5s\ntracks: {main: [{clip: long.mp4, range: \(range)}]}")
    #expect(problems == ["misplaced-beats: a time of a source is not counted in beats"])
  }

  @Test func `hints count one beat`() async {
    let result = await world(
      """
      beats: 0.5s
      tracks: {main: [{clip: long.mp4, duration: 1 beat}]}
      overlays: {a: {text: A, during: 0s..1 beat}}
      """
    ).compilation().check()
    #expect(
      result.diagnostics.map(\.hint) == ["write duration: 1 beat on an item, and seconds here"])
  }
}
