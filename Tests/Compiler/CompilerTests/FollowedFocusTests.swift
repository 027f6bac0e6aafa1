// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import RenderGraph
import RenderProtocol
import Testing
import Timeline

@testable import Driver
@testable import Planning

/// Clips whose focus is left to their pictures: `TestWorld` says what is seen in them.
struct FollowedFocusTests {
  /// A clip with a focus, and the focus that it comes to, as a project writes it.
  private static let clips: [(clip: String, canvas: String, focus: String, followed: String)] = [
    (
      "clip: wide.mp4", "360x640", "{0s: 75% 50%, 3.04s: 25% 50% hold, 6s: 50% 50% hold}", "2 jumps"
    ),
    ("clip: wide.mp4, range: 1s..4s", "360x640", "{0s: 75% 50%, 2.04s: 25% 50% hold}", "1 jump"),
    ("clip: wide.mp4, range: 3.04s..5s", "360x640", "25% 50%", "face"),
    (
      "clip: wide.mp4, range: 1s..5s, speed: 2", "360x640", "{0s: 75% 50%, 1.04s: 25% 50% hold}",
      "1 jump"
    ),
    (
      "clip: wide.mp4, range: 2s..4s, loop: true, until: 5s", "360x640",
      "{0s: 75% 50%, 1.04s: 25% 50% hold, 2s: 75% 50% hold, 3.04s: 25% 50% hold, 4s: 75% 50% hold}",
      "4 jumps"
    ),
    (
      "clip: wide.mp4, range: 1s..5s, reverse: true", "360x640",
      "{0s: 25% 50%, 1.96s: 75% 50% hold}",
      "1 jump"
    ),
    // The upright picture is twice as high as what is shown of it.
    (
      "clip: tall.mov", "400x400", "{0s: 50% 30%, 3.04s: 50% 40% hold}", "1 jump"
    ),
    ("clip: photo-1.jpg, duration: 2s", "360x640", "70% 80%", "face"),
    ("clip: photo-1.jpg, duration: 2s, ken-burns: auto", "360x640", "70% 80%", "face"),
  ]

  private func project(_ clip: String, _ canvas: String) -> TestWorld {
    TestWorld(
      project: """
        reel: 1
        canvas: {size: \(canvas), rate: 25, fit: cover}
        tracks: {main: [{\(clip)}]}

        """)
  }

  @Test(arguments: clips)
  func `it is the focus that says as much`(
    _ clip: (clip: String, canvas: String, focus: String, followed: String)
  ) async throws {
    let auto = project(clip.clip + ", focus: auto", clip.canvas)
    let written = project(clip.clip + ", focus: \(clip.focus)", clip.canvas)
    let graph = try #require(await auto.compilation().graph(at: .final).product)
    let other = try #require(await written.compilation().graph(at: .final).product)
    #expect(GraphPrinter(.brief).print(graph) == GraphPrinter(.brief).print(other))
    let checked = await auto.compilation().check()
    #expect(checked.diagnostics.isEmpty)
    let details = try #require(checked.product).entries[0].details.joined(separator: ", ")
    #expect(details.contains("focus on face"))
    #expect(details.contains(clip.followed), "\(details)")
    // The same can be read where a build is explained.
    let plan = try #require(await auto.compilation().plan().product)
    #expect(plan.focuses.map(\.written) == [clip.focus])
  }

  @Test func `what is shown whole is not looked at`() async throws {
    var world = project("clip: wide.mp4, focus: auto", "1280x720")
    world.isBlind = true
    #expect(await world.compilation().check().diagnostics.isEmpty)
    world = project("clip: wide.mp4, focus: auto, fit: contain", "360x640")
    world.isBlind = true
    let diagnostics = await world.compilation().check().diagnostics
    #expect(diagnostics.map(\.code.name) == ["idle-setting"])
  }

  @Test func `a machine that cannot look says what it needs, where it is asked to`() async throws {
    var world = project("clip: wide.mp4, focus: auto", "360x640")
    world.isBlind = true
    let diagnostics = await world.compilation().check().diagnostics
    let first = try #require(diagnostics.first)
    #expect(diagnostics.count == 1)
    #expect(first.code == .error("cannot-find-faces"))
    let span = try #require(first.span)
    let text = Array(world.project.utf8)[Int(span.start)..<Int(span.end)]
    #expect(String(decoding: text, as: UTF8.self) == "auto")
  }

  @Test func `each output follows in its own frame, and a default holds for all clips`()
    async throws
  {
    let world = TestWorld(
      project: """
        reel: 1
        canvas: {size: 1280x720, rate: 25, fit: cover}
        defaults: {clip: {focus: auto}}
        tracks:
          main:
            - {clip: wide.mp4, range: 0s..2s}
            - {clip: wide.mp4, range: 0s..2s, focus: left}
        overlays:
          inset: {clip: wide.mp4, audio: off, during: 0s..1s, size: [100px, 300px]}
        outputs:
          film: film.mp4
          story: {file: story.mp4, canvas: '9:16'}
          square: {file: square.mp4, canvas: '1:1', change: {inset: {focus: right}}}

        """)
    let result = await world.compilation().plan()
    #expect(result.diagnostics.isEmpty)
    let plan = try #require(result.product)
    #expect(
      plan.focuses.map { "\($0.output) \($0.name): \($0.written)" } == [
        "film inset: 75% 50%", "story wide: 75% 50%", "story inset: 75% 50%",
        "square wide: 71.9% 50%",
      ])
  }

  @Test func `a picture that is held stays where it is`() async throws {
    let held = project("clip: wide.mp4, range: 1s..4s, focus: auto}, {freeze: 1s", "360x640")
    let written = project(
      "clip: wide.mp4, range: 1s..4s, focus: {0s: 75% 50%, 2.04s: 25% 50% hold}}, {freeze: 1s",
      "360x640")
    let graph = try #require(await held.compilation().graph(at: .final).product)
    let other = try #require(await written.compilation().graph(at: .final).product)
    #expect(GraphPrinter(.brief).print(graph) == GraphPrinter(.brief).print(other))
  }

  /// Clips that are not looked at, and what is said of them at the word `auto`.
  private static let unseen: [(clip: String, reason: String)] = [
    ("clip: card.reel.yaml", "'card.reel.yaml' is a film within the film"),
    ("clip: logo.svg, duration: 1s", "'logo.svg' is a drawing"),
    ("clip: spinner.gif", "'spinner.gif' is an animation"),
    ("clip: tilted.mp4", "'tilted.mp4' is turned by less than a right angle"),
    ("clip: endless.mp4, speed: 50", "'endless.mp4' is shown for more than a day of its time"),
  ]

  @Test(arguments: unseen)
  func `what cannot be looked at is said, and that its middle is kept`(
    _ clip: (clip: String, reason: String)
  ) async throws {
    var world = project(clip.clip + ", focus: auto", "360x640")
    world.projects["card.reel.yaml"] = "reel: 1\ntracks: {main: [wide.mp4]}\n"
    let diagnostics = await world.compilation().check().diagnostics
      .filter { $0.code.name == "unseen-focus" }
    let first = try #require(diagnostics.first)
    #expect(diagnostics.count == 1 && first.severity == .warning)
    #expect(first.message == clip.reason + ", and not looked at: its middle stays in sight")
    let span = try #require(first.span)
    let text = Array(world.project.utf8)[Int(span.start)..<Int(span.end)]
    #expect(String(decoding: text, as: UTF8.self) == "auto")
  }

  @Test func `a default is for those that can be looked at`() async throws {
    func check(_ clips: String) async -> [String] {
      let world = TestWorld(
        project: """
          reel: 1
          canvas: {size: 360x640, rate: 25, fit: cover}
          defaults: {clip: {focus: auto}}
          tracks: {main: [\(clips)]}

          """)
      return await world.compilation().check().diagnostics.map(\.code.name)
    }
    #expect(await check("wide.mp4, spinner.gif").isEmpty)
    #expect(await check("{clip: logo.svg, duration: 1s}, spinner.gif") == ["unseen-focus"])
  }

  @Test func `of a long file only what is shown is asked`() async throws {
    let world = project("clip: endless.mp4, range: 80000s..80090s, focus: auto", "360x640")
    #expect(await world.compilation().check().diagnostics.isEmpty)
  }

  @Test func `what is within a film or a track that is played is told in its time`() async throws {
    var world = TestWorld(
      project: """
        reel: 1
        canvas: {size: 640x360, rate: 25}
        tracks:
          main:
            - {gap: 10s}
            - {clip: card.reel.yaml, range: 2s..4s}
            - {clip: card.reel.yaml, range: 1s..2s}
          fast: [{clip: wide.mp4, fit: cover, focus: auto, size: [90px, 160px]}]
        instructions:
          - {layers: {fast: {speed: 2}}}
        outputs:
          film: film.mp4
          story: {file: story.mp4, canvas: '9:16'}

        """)
    world.projects["card.reel.yaml"] = """
      reel: 1
      canvas: {size: 360x640, rate: 25, fit: cover}
      tracks: {main: [{clip: small.mp4, range: 2s..8s, focus: auto}]}

      """
    let result = await world.compilation().plan()
    let plan = try #require(result.product)
    #expect(
      plan.focuses.map { "\($0.output) \($0.within ?? "-") \($0.name): \($0.written)" } == [
        "film card.reel.yaml small: {0s: 75% 50%, 1.04s: 25% 50% hold, 4s: 50% 50% hold}",
        "film fast wide: {0s: 75% 50%, 3.04s: 25% 50% hold, 6s: 50% 50% hold}",
      ])
    func shown(_ start: Int64, _ end: Int64) -> [String] {
      plan.focuses.filter { $0.isShown(in: TimeRange(Time(start), Time(end))) }.map(\.name)
    }
    #expect(shown(0, 4) == ["wide"])
    #expect(shown(6, 9).isEmpty)
    #expect(shown(12, 13) == ["small"])
  }
}
