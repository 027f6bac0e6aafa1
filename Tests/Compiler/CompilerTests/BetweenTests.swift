// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Testing

@testable import Catalog
@testable import Driver
@testable import Planning
@testable import ProjectModel
@testable import Timeline

/// Transitions between all neighbours of a track.
@Suite struct BetweenTests {
  /// The transitions of a track with `keys` and `clips`, and how long the film is.
  private func film(_ keys: String, _ clips: String) async throws -> ([PlacedTransition], Time) {
    let world = TestWorld(
      project: """
        reel: 1
        canvas: {rate: 25}
        tracks:
          main:
            \(keys)
            clips: [\(clips)]

        """)
    let result = await world.compilation().check()
    let summary = try #require(result.product, "\(result.diagnostics.map(\.message))")
    return (summary.timeline.tracks[0].transitions, summary.duration)
  }

  private static let photos = (1...9).map { "{clip: photo-1.jpg, id: p\($0), duration: 3s}" }

  private func names(_ keys: String, _ clips: [String] = photos) async throws -> [String] {
    try await film(keys, clips.joined(separator: ", ")).0.map(\.name)
  }

  @Test func `one between all`() async throws {
    let (transitions, length) = try await film(
      "between: {transition: wipe-left, duration: 500ms}", Self.photos.joined(separator: ", "))
    #expect(transitions.map(\.name) == Array(repeating: "wipe-left", count: 8))
    #expect(transitions.map(\.index) == Array(0..<8))
    // The time of a transition between two clips is on the grid of frames.
    #expect(transitions.allSatisfy { $0.frames.count == 13 || $0.frames.count == 12 })
    #expect(length == Time(9 * 3 - 4))
  }

  @Test func `those of a list take turns`() async throws {
    #expect(
      try await names("between: [wipe-left, {transition: dissolve, duration: 2s}, slide-up]")
        == [
          "wipe-left", "dissolve", "slide-up", "wipe-left", "dissolve", "slide-up", "wipe-left",
          "dissolve",
        ])
    #expect(
      try await names("between: {transition: [wipe-left, dissolve]}", Array(Self.photos.prefix(4)))
        == ["wipe-left", "dissolve", "wipe-left"])
  }

  @Test func `a file that comes in among others changes little of what is drawn`() {
    let kinds = ["dissolve", "wipe-left", "slide-up", "circle-open", "smooth-right", "fade-black"]
    let span = Span(file: FileID(index: 0), start: 0, end: 0)
    let choices = kinds.compactMap { TransitionStyle(named: $0) }.map {
      TransitionItem(
        style: $0, settings: TransitionSettings([]),
        duration: TimeExpression(.time(Time(1)), at: span), length: .overlap, easing: .linear,
        nameSpan: span, span: span)
    }
    var changed: [Int] = []
    for seed in 0..<200 {
      let between = BetweenTransitions(choices, seed: UInt64(seed))
      func drawn(_ files: [Int]) -> [[Int]: String] {
        var last: String?
        var result: [[Int]: String] = [:]
        for (turn, pair) in zip(files, files.dropFirst()).enumerated() {
          let next = between.transition(
            from: "\(pair.0).jpg", to: "\(pair.1).jpg", turn: turn, times: 0, last: last)
          #expect(next.kind != last)
          last = next.kind
          result[[pair.0, pair.1]] = next.kind
        }
        return result
      }
      let (with, without) = (drawn(Array(0..<60)), drawn((0..<60).filter { $0 != 30 }))
      changed.append(without.count { with[$0.key] != $0.value } - 1)
    }
    #expect(changed.allSatisfy { $0 <= 2 })
    #expect(changed.count { $0 > 0 } <= 20, "\(changed)")
  }

  @Test func `a transition of an item takes the turn of its place`() async throws {
    var clips = Array(Self.photos.prefix(6))
    clips.insert("{transition: circle-open}", at: 2)
    #expect(
      try await names("between: [wipe-left, dissolve, slide-up]", clips)
        == ["wipe-left", "circle-open", "slide-up", "wipe-left", "dissolve"])
  }

  @Test func `items that say how they follow each other stay as they are`() async throws {
    let clips = [
      "wide.mp4", "{transition: circle-open}", "long.mp4", "{gap: 1s}", "wide.mp4", "long.mp4",
      "{freeze: 2s}", "wide.mp4", "{clip: long.mp4, at: 900s}",
    ]
    let transitions = try await film("between: slide-up", clips.joined(separator: ", ")).0
    #expect(transitions.map(\.name) == ["circle-open", "slide-up", "slide-up"])
    #expect(transitions.map(\.index) == [0, 2, 4])
  }

  /// The members of a pattern are neighbours, too.
  @Test func `between the files of a pattern`() async throws {
    let (transitions, length) = try await film("between: dissolve", "photo-*.jpg")
    #expect(transitions.count == 2)
    #expect(length == Time(13))
  }

  @Test(arguments: [
    (
      "3.5s", ["the transition takes 3.5 s, clip 'a' has 3 s"],
      "make the transition 3 s at most, or the clip longer"
    ),
    (
      "2s", ["the transitions into and out of clip 'a' overlap"],
      "a clip has room for two of 1.5 s: write duration: 1.5s, or less"
    ),
  ])
  func `one that is too long for all is reported once`(
    duration: String, messages: [String], hint: String
  ) async {
    let clips = Array(repeating: "{id: a, fill: red, duration: 3s}", count: 9)
    let ids = clips.indices.map {
      clips[$0].replacing("id: a", with: $0 < 2 ? "id: a\($0)" : "id: b\($0)")
    }
    let world = TestWorld(
      project: "reel: 1\ncanvas: {size: 320x180}\ntracks: {main: {between: {transition: dissolve, "
        + "duration: \(duration)}, clips: [\(ids.joined(separator: ", "))]}}\n")
    let found = await world.compilation().plan().diagnostics
    #expect(
      found.map { $0.message.replacing("a0", with: "a").replacing("a1", with: "a") } == messages)
    #expect(found.first?.hint == hint)
  }

  @Test func `what is drawn for groups depends on the first files that they show`() async throws {
    func groups(_ files: [String]) -> [String] {
      files.map {
        "{group: {words: {text: a}, picture: {clip: \($0), range: 0s..2s}}, duration: 2s}"
      }
    }
    let files = ["wide.mp4", "long.mp4", "small.mp4", "silent.mp4", "mute.mp4", "uneven.mp4"]
    let all = try await names("between: {random: all}", groups(files))
    let more = try await names(
      "between: {random: all}", groups(Array(files[..<2]) + ["dated.mp4"] + Array(files[2...])))
    #expect(Set(all).count > 2 && more.count == all.count + 1)
    #expect(more[0] == all[0] && Array(more[3...]) == Array(all[2...]))
  }

  @Test func `what is drawn depends on the two files and the seed alone`() async throws {
    func files(_ numbers: [Int]) -> [String] {
      numbers.map { "{text: words \($0), duration: 3s}" }
    }
    let all = try await names("between: {random: all}", files(Array(1...40)))
    #expect(Set(all).count > 15)
    #expect(all == (try await names("between: {random: all, seed: 0}", files(Array(1...40)))))
    #expect(all != (try await names("between: {random: all, seed: 1}", files(Array(1...40)))))
    let more = try await names(
      "between: {random: all}", files(Array(1...20) + [99] + Array(21...40)))
    #expect(more.count == all.count + 1)
    #expect(Array(more[..<19]) == Array(all[..<19]) && Array(more[21...]) == Array(all[20...]))
    // A kind that is new takes its share, and changes no other pair.
    let six = "wipe-left, slide-up, dissolve, circle-open, radial, pixelize"
    let before = try await names("between: {random: [\(six)]}", files(Array(1...40)))
    let after = try await names("between: {random: [heart, \(six)]}", files(Array(1...40)))
    #expect(zip(before, after).allSatisfy { $0 == $1 || $1 == "heart" })
    #expect((1...15).contains(after.count { $0 == "heart" }))
    // However a path is written, and not the same for all cuts of one file.
    let takes = ["wide.mp4", "./wide.mp4", "wide.mp4", "wide.mp4", "wide.mp4", "wide.mp4"]
    let drawn = try await names("between: {random: all}", takes)
    #expect(Set(drawn).count > 2)
    #expect(
      drawn
        == (try await names("between: {random: all}", takes.map { $0.replacing("./", with: "") })))
    let few = try await names("between: {random: [wipe-left, slide-up]}", files(Array(1...40)))
    #expect(Set(few) == ["wipe-left", "slide-up"])
  }

  @Test func `of several kinds of one name each has its share`() async throws {
    let texts = (1...40).map { "{text: words \($0), duration: 3s}" }.joined(separator: ", ")
    let drawn = try await film(
      "between: {random: [{luma: photo-1.jpg}, {luma: photo-2.jpg}]}", texts
    ).0.map(\.settings.map)
    #expect((1...2).allSatisfy { map in drawn.count { $0 == map } >= 10 }, "\(drawn)")
  }

  @Test func `no kind is drawn twice in a row, and none that has a number`() async throws {
    let files = (1...400).map { "{text: words \($0), duration: 3s}" }
    for kinds in ["all", "[wipe-left, slide-up]", "[dissolve, cube, heart]", "[cube, cube, heart]"]
    {
      let drawn = try await names("between: {random: \(kinds)}", files)
      #expect(drawn.count == 399)
      #expect(zip(drawn, drawn.dropFirst()).allSatisfy { $0 != $1 }, "\(kinds)")
      #expect(!drawn.contains { $0.hasPrefix("smpte-") })
    }
    #expect(Set(try await names("between: {random: [cube]}", files)) == ["cube"])
    // One that is written counts, too; a wipe that is asked for has its number.
    let mixed = try await names(
      "between: {random: [wipe-left, smpte-21]}",
      ["wide.mp4", "{transition: smpte-21}", "long.mp4", "small.mp4"])
    #expect(mixed == ["smpte-21", "wipe-left"])
  }

  @Test func `of all kinds none comes back within eleven`() async throws {
    for seed in 0..<8 {
      let files = (1...120).map { "{text: words \($0), duration: 3s}" }
      let drawn = try await names("between: {random: all, seed: \(seed)}", files)
      for place in drawn.indices {
        let next = drawn[(place + 1)...].prefix(10)
        #expect(!next.contains(drawn[place]), "\(drawn[place]) in \(next), seed \(seed)")
      }
    }
  }

  /// Of forty photos, each of which is put in anywhere, few change what is drawn for others.
  @Test func `a photo that comes in among all kinds changes hardly any other pair`() async throws {
    var changed = 0
    for place in 1..<40 {
      func files(_ numbers: [Int]) -> [String] {
        numbers.map { "{text: words \($0), duration: 3s}" }
      }
      let before = try await names("between: {random: all}", files(Array(1...40)))
      let after = try await names(
        "between: {random: all}", files(Array(1...place) + [99] + Array((place + 1)...40)))
      let kept = Array(after[..<(place - 1)]) + Array(after[(place + 1)...])
      let own = Array(before[..<(place - 1)]) + Array(before[place...])
      changed += zip(kept, own).count { $0 != $1 }
    }
    #expect(changed < 20, "\(changed)")
  }

  @Test func `pictures of transitions are drawn as kinds are`() async throws {
    let world = TestWorld(
      project: "reel: 1\ncanvas: {size: 320x180}\ntracks: {main: {between: {random: "
        + "[{luma: photo-1.jpg}, {luma: photo-2.jpg}]}, clips: ["
        + (1...6).map { "{text: words \($0), duration: 3s}" }.joined(separator: ", ") + "]}}\n")
    let timeline = try #require(await world.compilation().check().product?.timeline)
    let maps = timeline.tracks[0].transitions.map(\.settings.map)
    #expect(maps.count == 5 && zip(maps, maps.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test(arguments: [
    ("between: {transition: dissolve, random: all}", "exclusive-keys"),
    ("between: {transition: [wipe-left, pinwheel], with: {speed: 3}}", "exclusive-keys"),
    ("between: {seed: 3}", "missing-key"), ("between: []", "bad-value"),
    ("between: {random: []}", "bad-value"), ("between: none", "unknown-value"),
    ("between: disolve", "unknown-value"),
    ("between: {duration: 4s}", "transition-too-long"),
  ])
  func `mistakes are reported`(_ keys: String, _ code: String) async throws {
    let world = TestWorld(
      project:
        "reel: 1\ntracks:\n  main:\n    \(keys)\n    clips: [{clip: photo-1.jpg, duration: 3s}, wide.mp4]\n"
    )
    let result = await world.compilation().check()
    let errors = result.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.code.name) == [code], "\(errors.map(\.message))")
    #expect(
      errors.allSatisfy { $0.span != nil && ($0.hint != nil || code == "transition-too-long") })
  }

  @Test func `a fit beside a pan by default is for footage`() async {
    func problems(_ clips: String) async -> [String] {
      let world = TestWorld(
        project:
          "reel: 1\ncanvas: {size: 320x180}\ndefaults: {clip: {ken-burns: auto, fit: blur}}\n"
          + "tracks: {main: [\(clips)]}\n")
      return await world.compilation().check().diagnostics.map { "\($0.code.name): \($0.message)" }
    }
    #expect(await problems("photo-1.jpg, wide.mp4") == [])
    #expect(await problems("{clip: photo-1.jpg, ken-burns: off}, photo-2.jpg") == [])
    #expect(
      await problems("photo-1.jpg, {text: Rome}") == [
        "idle-setting: 'fit' changes nothing: all clips are photos, and 'ken-burns' moves over these"
      ])
  }

  /// Photos get the pan that is usual for clips, where they have no part or fit of their own.
  @Test func `a pan by default is for photos`() async throws {
    let world = TestWorld(
      project: """
        reel: 1
        defaults: {clip: {duration: 3s, ken-burns: auto}}
        tracks: {main: [photo-1.jpg, wide.mp4, {clip: photo-1.jpg, fit: blur}, {text: words}, {clip: wide.mp4, ken-burns: auto}, {clip: photo-1.jpg, ken-burns: off}]}
        overlays: {inset: {clip: photo-1.jpg, during: 0s..1s}}

        """)
    let result = await world.compilation().check()
    let timeline = try #require(result.product?.timeline, "\(result.diagnostics.map(\.message))")
    let pans = timeline.tracks[0].clips.map { $0.clip.layer.kenBurns != nil }
    #expect(pans == [true, false, false, false, true, false])
    #expect(timeline.overlays[0].overlay.layer.kenBurns == nil)
  }

  @Test func `a gap of nothing is a plain cut`() async throws {
    let clips = ["{clip: photo-1.jpg, duration: 3s}", "{gap: 0s}", "wide.mp4", "long.mp4"]
    let transitions = try await film("between: dissolve", clips.joined(separator: ", ")).0
    #expect(transitions.map(\.index) == [1])
  }

  /// An anchor lies on the frames of what it names, and what is placed there does not overlap it.
  @Test(arguments: ["3.013s", "2.993s", "3s"])
  func `a clip may begin where another one ends`(_ length: String) async throws {
    let (_, end) = try await film(
      "opacity: 50%",
      "{clip: wide.mp4, id: a, duration: \(length)}, {clip: long.mp4, duration: 2s, at: a.end}")
    #expect(end == Time(5))
  }

  @Test(arguments: [
    ("between: cut", nil), ("between: [cut]", nil), ("between: {transition: cut}", nil),
    ("between: {transition: [cut, cut]}", nil), ("between: {random: [cut, cut]}", nil),
    ("between: {transition: cut, audio: {duration: 500ms}}", Time(1, over: 2)),
    ("between: {transition: [cut, cut], audio: {duration: 500ms}}", Time(1, over: 2)),
    ("between: {transition: dissolve}", Time(1)),
  ])
  func `a plain cut takes no sound from the defaults`(_ between: String, _ length: Time?)
    async throws
  {
    let world = TestWorld(
      project: """
        reel: 1
        canvas: {rate: 25}
        defaults: {transition: {audio: {duration: 1s}}}
        tracks:
          main:
            \(between)
            clips: [{clip: wide.mp4, range: 1s..4s}, {clip: small.mp4, range: 2s..5s}]

        """)
    let result = await world.compilation().check()
    let summary = try #require(result.product, "\(result.diagnostics.map(\.message))")
    #expect(summary.timeline.tracks[0].transitions.first?.sound?.time.duration == length)
  }

  @Test func `a map that is no picture is told once`() async {
    let world = TestWorld(
      project: """
        reel: 1
        tracks:
          main:
            between: {transition: luma, with: {map: small.mp4}}
            clips: [\(Self.photos.joined(separator: ", "))]

        """)
    let result = await world.compilation().check()
    #expect(result.diagnostics.map(\.code.name) == ["not-an-image"])
  }

  @Test func `a picture stands beside its kind as in an item`() async throws {
    func transitions(_ between: String) async throws -> [PlacedTransition] {
      let world = TestWorld(
        project:
          "reel: 1\ntracks: {main: {between: \(between), clips: [photo-1.jpg, photo-2.jpg, photo-1.jpg]}}\n"
      )
      let result = await world.compilation().check()
      #expect(result.diagnostics.isEmpty, "\(result.diagnostics.map(\.message))")
      return try #require(result.product).timeline.tracks[0].transitions
    }
    let written = try await transitions(
      "{transition: [{luma: photo-1.jpg, softness: 0.2}, heart], duration: 2s}")
    let apart = try await transitions(
      "[{transition: luma, with: {map: photo-1.jpg, softness: 0.2}, duration: 2s}, {transition: heart, duration: 2s}]"
    )
    #expect(written.map(\.style) == apart.map(\.style))
    #expect(written.map(\.settings) == apart.map(\.settings))
    #expect(written.first?.settings.map != nil)
  }
}
