// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import Foundation
import RenderGraph
import RenderProtocol
import Testing

@testable import Planning

/// Films within films, from the files to the plan.
@Suite struct NestedFilmTests {
  private func world(_ project: String, _ projects: [String: String]) -> TestWorld {
    var world = TestWorld(project: "reel: 1\n" + project + "\n")
    world.projects = projects.mapValues { "reel: 1\n" + $0 + "\n" }
    return world
  }

  private func shown(_ result: CompilationResult<some Sendable>) -> String {
    DiagnosticPrinter(width: 80).render(result.diagnostics, in: result.sources)
  }

  private func plan(_ world: TestWorld) async throws -> OutputPlan {
    let result = await world.compilation().plan()
    return try #require(result.product?.outputs.first, "\(shown(result))")
  }

  private static let card = """
    params: {name: {type: text, default: Nobody}}
    canvas: {size: 640x360, rate: 30, background: clear}
    tracks: {main: [{fill: red, duration: 2s}]}
    overlays: {name: {text: "${name}"}}
    """

  // MARK: What is cut off

  @Test(arguments: [
    ("duration: 3s", true), ("until: 3s", true), ("stretch: 3s", false), ("range: 0s..3s", false),
    ("range: 1s..", false), ("duration: 5s", false),
  ])
  func `a film that is cut off before it goes is told`(_ keys: String, _ isTold: Bool) async throws
  {
    let title = """
      canvas: {size: 640x360, rate: 30}
      tracks: {main: [{fill: red, duration: 5s}]}
      overlays: {name: {text: Ada, exit: slide-down 500ms}, first: {text: Hi, during: 0s..1s, fade: 200ms}}
      """
    let result = await world(
      "canvas: {size: 1280x720, rate: 30}\ntracks: {main: [{clip: title.reel.yaml, \(keys)}]}",
      ["title.reel.yaml": title]
    ).compilation().check()
    #expect(
      result.diagnostics.map(\.message)
        == (isTold
          ? [
            "'title.reel' is cut off at 3 s of its 5 s: 'name' in it would go from 4.5 s on"
          ] : []))
    #expect(result.diagnostics.allSatisfy { $0.code == .warning("cut-exit") })
  }

  // MARK: What is shown

  @Test(arguments: [
    "radius: 27px -> 30px", "crop: 0% 0% 50% 50% -> 50% 50% 50% 50%", "size: 20% -> 60%",
    "ken-burns: auto",
  ])
  func `a film is cut out anew in each frame`(_ keys: String) async throws {
    let plan = try await plan(
      world(
        "canvas: {size: 1280x720, rate: 30}\ntracks: {main: [{clip: card.reel.yaml, \(keys)}]}",
        ["card.reel.yaml": NestedFilmTests.card]))
    let part = try #require(plan.film?.segments.first?.program.parts.first)
    // What is not cut is drawn once, and each frame has its own outline or place of it.
    func changes(_ layers: [Layer]) -> Bool {
      layers.contains { layer in
        if case .perFrame = layer.outline { return true }
        switch layer.placement {
        case .warped(.perFrame), .projected(.perFrame): return true
        case .at, .warped, .projected: break
        }
        if case .stack(let inner) = layer.content { return changes(inner) }
        return false
      }
    }
    #expect(changes(part.layers))
  }

  @Test func `a film of the same rate is drawn as a group of its layers is`() async throws {
    let canvas = "canvas: {size: 1280x720, rate: 30}\n"
    let nested = try await plan(
      world(
        canvas + "tracks: {main: [{clip: card.reel.yaml, with: {name: Ada}, size: 50%}]}",
        ["card.reel.yaml": NestedFilmTests.card]))
    let group = try await plan(
      world(
        canvas
          + """
          tracks:
            main:
              - group: {ground: {group: {fill: {fill: red}}, size: 100%}, name: {text: Ada}}
                duration: 2s
                size: 50%
          """, [:]))
    let (a, b) = (try #require(nested.film), try #require(group.film))
    #expect(a.segments.count == b.segments.count)
    let drawn = try #require(a.segments.first?.program.parts.first?.layers.first)
    #expect(drawn.canvas == PixelSize(640, 360))
    #expect(drawn.pace == nil)
    #expect(a.segments[0].program.pictures.count == 2)
  }

  @Test func `frames of another rate are those that begin at the wanted time or before`()
    async throws
  {
    let project = { (range: String) in
      self.world(
        "canvas: {size: 640x360, rate: 30}\ntracks: {main: [{clip: slow.reel.yaml\(range)}]}",
        ["slow.reel.yaml": "canvas: {size: 640x360, rate: 12}\ntracks: {main: [wide.mp4]}"])
    }
    let whole = try #require((try await plan(project(""))).film)
    let first = try #require(whole.segments.first?.program.parts.first?.layers.first?.pace)
    #expect(first.rate == FrameRate(12))
    for frame in 0..<60 {
      #expect(first.frame(frame, rate: FrameRate(30)) == frame * 12 / 30)
    }
    // From 0.1 s on, in which one frame has begun.
    let part = try #require((try await plan(project(", range: 0.1s..2s"))).film)
    let pace = try #require(part.segments.first?.program.parts.first?.layers.first?.pace)
    let frames = (0..<10).map { pace.frame($0, rate: FrameRate(30)) }
    // 0.1 s, 0.1333 s, 0.1667 s, … are in frames 1, 1, 2, 2, 2, 3, 3, 4, 4, 4 of the film.
    #expect(frames == [0, 0, 1, 1, 1, 2, 2, 3, 3, 3])
  }

  @Test func `a film is played at another speed`() async throws {
    for (speed, frames) in [
      ("2", [0, 2, 4, 6]), ("0.5", [0, 0, 1, 1]),
    ] {
      let film = try #require(
        (try await plan(
          world(
            "canvas: {size: 640x360, rate: 30}\ntracks: {main: [{clip: a.reel.yaml, speed: \(speed)}]}",
            [
              "a.reel.yaml":
                "canvas: {size: 640x360, rate: 30}\ntracks: {main: [{fill: red, duration: 2s, opacity: 0 -> 1}]}"
            ]))).film)
      let layer = try #require(film.segments.first?.program.parts.first?.layers.first)
      let pace = try #require(layer.pace)
      let shown = (0..<4).map { pace.frame($0, rate: FrameRate(30)) }
      #expect(shown.map { $0 - shown[0] } == frames.map { $0 - frames[0] }, "\(speed)")
    }
  }

  @Test func `the last picture of a film is held`() async throws {
    let film = try #require(
      (try await plan(
        world(
          "canvas: {size: 640x360, rate: 30}\ntracks: {main: [a.reel.yaml, {freeze: 1s}]}",
          [
            "a.reel.yaml":
              "canvas: {size: 640x360, rate: 15}\ntracks: {main: [{fill: red, duration: 2s, opacity: 0 -> 1}]}"
          ]))).film)
    let parts = film.segments.flatMap(\.program.parts)
    let last = try #require(parts.last)
    #expect(parts.map(\.frameCount).reduce(0, +) == 90 && last.frameCount == 30)
    // Of all its frames number 29 is shown alone.
    var layer = try #require(last.layers.last)
    while case .stack(let layers) = layer.content { layer = try #require(layers.last) }
    #expect(layer.opacity == .constant(63_351))
  }

  @Test func `a film that does not change is shown without its frames being counted`() async throws
  {
    let still = try #require(
      (try await plan(
        world(
          "canvas: {size: 640x360, rate: 30}\ntracks: {main: [{clip: a.reel.yaml}]}",
          [
            "a.reel.yaml":
              "canvas: {size: 320x180, rate: 12}\ntracks: {main: [{fill: red, duration: 4s}]}"
          ]))).film)
    #expect(still.segments[0].program.parts[0].layers[0].pace == nil)
  }

  @Test func `its sound is mixed as if its clips were heard here`() async throws {
    let nested = try #require(
      (try await plan(
        world(
          """
          canvas: {size: 640x360, rate: 30}
          tracks: {main: [{gap: 1s}, {clip: a.reel.yaml, range: 2s..6s, volume: 50%, fade: 1s}]}
          """,
          [
            "a.reel.yaml": """
            canvas: {size: 640x360, rate: 30}
            tracks: {main: [{gap: 1s}, {clip: wide.mp4, range: 1s.., volume: 40%}]}
            """
          ]))).film?.sound)
    let clip = try #require(nested.program.clips.first)
    #expect(nested.program.clips.count == 1)
    #expect(clip.start == 48_000 && clip.count == 4 * 48_000)
    // Second 2 of the film is second 1 of its clip, which begins at second 1 of its file.
    #expect(clip.sourceStart == Time(2))
    #expect(clip.gains.contains(.constant(0.5)) && clip.gains.contains(.constant(0.4)))
    #expect(clip.gains.count == 4)
  }

  @Test func `a film of sound alone is heard on a track of sound`() async throws {
    let result = await world(
      "tracks: {main: [wide.mp4], music: {kind: audio, clips: [a.reel.yaml]}}",
      ["a.reel.yaml": "tracks: {music: [jingle.wav]}"]
    ).compilation().plan()
    #expect(shown(result) == "")
    #expect(result.product?.outputs[0].film?.sound?.program.clips.count == 2)
  }

  @Test func `a film may be an asset, an overlay, a member and a mask`() async throws {
    let result = await world(
      """
      assets: {card: cards/card.reel.yaml}
      tracks: {main: [wide.mp4, {group: {a: {clip: card}}, duration: 2s}]}
      overlays:
        one: {clip: card, with: {name: Ada}, during: 1s.., size: 20%, enter: fade}
        two: {fill: red, during: 0s..2s, mask: {clip: card}}
      """, ["cards/card.reel.yaml": NestedFilmTests.card]
    ).compilation().plan()
    #expect(shown(result) == "")
    let texts = Set(
      (result.product?.outputs[0].film?.segments ?? []).flatMap(\.program.pictures)
        .compactMap { picture -> Fingerprint? in
          if case .raster(let file, _) = picture.source { file.digest } else { nil }
        })
    #expect(texts.count == 2)
  }

  @Test func `paths start from its own folder, values from the one that gives them`() async throws {
    let result = world(
      "tracks: {main: [{clip: cards/a.reel.yaml, with: {logo: media/logo.svg}}]}",
      [
        "cards/a.reel.yaml": """
        params: {logo: {type: file, default: none.svg}}
        tracks: {main: [{clip: pictures/wide.mp4, range: 0s..1s}, {clip: "${logo}"}]}
        """
      ]
    )
    var project = result
    project.media["cards/pictures/wide.mp4"] = project.media["wide.mp4"]
    project.media["media/logo.svg"] = project.media["logo.svg"]
    let plan = await project.compilation().plan()
    #expect(shown(plan) == "")
  }

  // MARK: What is made again

  @Test func `a change in a component makes only what shows it`() async throws {
    let project = { (name: String, color: String) in
      self.world(
        """
        canvas: {size: 640x360, rate: 30}
        tracks: {main: [{clip: long.mp4, range: 0s..40s}]}
        overlays:
          one: {clip: card.reel.yaml, during: 10s..12s}
          two: {clip: other.reel.yaml, during: 30s..32s}
        """,
        [
          "card.reel.yaml": NestedFilmTests.card.replacingOccurrences(of: "Nobody", with: name),
          "other.reel.yaml": "tracks: {main: [{fill: \(color), duration: 2s}]}",
        ])
    }
    let first = try #require((try await plan(project("Ada", "blue"))).film).segments
    let second = try #require((try await plan(project("Bob", "blue"))).film).segments
    let third = try #require((try await plan(project("Bob", "white"))).film).segments
    let changed = { (a: [PlannedSegment], b: [PlannedSegment]) in
      let known = Set(a.map(\.key))
      return b.filter { !known.contains($0.key) }
    }
    #expect(changed(first, second).reduce(0) { $0 + $1.frameCount } <= 300)
    #expect(!changed(first, second).isEmpty)
    #expect(changed(first, second).allSatisfy { $0.firstFrame < 600 })
    #expect(!changed(second, third).isEmpty)
    #expect(changed(second, third).allSatisfy { $0.firstFrame > 600 })
  }

  @Test func `what is not shown of a film is in no key`() async throws {
    let project = { (second: String) in
      self.world(
        "canvas: {size: 640x360, rate: 30}\ntracks: {main: [{clip: a.reel.yaml, range: 0s..2s}]}",
        [
          "a.reel.yaml": """
          canvas: {size: 640x360, rate: 24}
          tracks: {main: [{clip: wide.mp4, range: 0s..3s}, {clip: \(second), range: 0s..3s}]}
          """
        ])
    }
    let first = try await plan(project("long.mp4"))
    let second = try await plan(project("small.mp4"))
    #expect(first.film?.key == second.film?.key)
  }

  @Test func `one graph is enough for all uses with equal values`() async throws {
    let uses = (0..<100).map { index in
      "  a\(index): {clip: card.reel.yaml, with: {name: \(index % 2 == 0 ? "Ada" : "Bob")}, "
        + "during: \(index)s..+2s}\n"
    }
    let result = await world(
      "canvas: {size: 640x360, rate: 30}\ntracks: {main: [{fill: black, duration: 102s}]}\n"
        + "overlays:\n" + uses.joined(), ["card.reel.yaml": NestedFilmTests.card]
    ).compilation().graph(at: .before("fold-identities"))
    let graph = try #require(result.product, "\(shown(result))")
    let films = graph.nodes.filter { if case .nested = $0.operation { true } else { false } }
    #expect(films.count == 2)
    #expect(graph.violations() == [])
    #expect(try GraphParser().parse(GraphPrinter().print(graph)).nodes.count == graph.nodes.count)
  }

  // MARK: Mistakes

  @Test func `messages show both places`() async {
    let result = await world(
      """
      tracks:
        main:
          - clip: cards/one.reel.yaml
      """,
      [
        "cards/one.reel.yaml": "tracks: {main: [{clip: two.reel.yaml, with: {name: Ada}}]}",
        "cards/two.reel.yaml": """
        params: {name: {type: text}}
        tracks: {main: [{clip: "${name}.mov"}]}
        """,
      ]
    ).compilation().check()
    #expect(
      shown(result) == """
        error[missing-media]: there is no file or asset 'Ada.mov'
         --> cards/two.reel.yaml:3:24
          |
        3 | tracks: {main: [{clip: "${name}.mov"}]}
          |                        ^^^^^^^^^^^^^
        note: name is 'Ada'
         --> cards/one.reel.yaml:2:52
          |
        2 | tracks: {main: [{clip: two.reel.yaml, with: {name: Ada}}]}
          |                                                    ---
        note: 'cards/two.reel.yaml' is used here
         --> cards/one.reel.yaml:2:24
          |
        2 | tracks: {main: [{clip: two.reel.yaml, with: {name: Ada}}]}
          |                        -------------
        note: 'cards/one.reel.yaml' is used here
         --> film.reel.yaml:4:13
          |
        4 |     - clip: cards/one.reel.yaml
          |             -------------------

        """)
  }

  @Test func `a syntax error shows where the film is used, too`() async {
    let result = await world(
      "tracks: {main: [a.reel.yaml]}", ["a.reel.yaml": "tracks: {main: [wide.mp4"]
    ).compilation().check()
    #expect(result.hasErrors)
    #expect(shown(result).contains("--> a.reel.yaml:"))
    #expect(shown(result).contains("note: 'a.reel.yaml' is used here"))
  }

  @Test func `what was said once of a file is not said for other values`() async {
    let result = await world(
      """
      params: {names: [Ada, Bob, Cy]}
      tracks: {main: [{each: "${names}", as: name, item: {clip: a.reel.yaml, with: {name: "${name}"}}}]}
      """,
      ["a.reel.yaml": "params: {name: x}\ntracks: {main: [{text: '${name}', colour: red}]}"]
    ).compilation().check()
    #expect(result.diagnostics.map(\.code.name) == ["unknown-key"])
  }

  @Test func `cycles are printed`() async {
    let result = await world(
      "tracks: {main: [a.reel.yaml]}",
      [
        "a.reel.yaml": "tracks: {main: [wide.mp4, b.reel.yaml]}",
        "b.reel.yaml": "tracks: {main: [{group: {x: {clip: a.reel.yaml}}}]}",
      ]
    ).compilation().check()
    #expect(
      result.diagnostics.map(\.message) == [
        "this film shows itself: a.reel.yaml → b.reel.yaml → a.reel.yaml"
      ])
    #expect(result.sources.place(of: result.diagnostics[0].span)?.file == "b.reel.yaml")
    let own = await world("tracks: {main: [film.reel.yaml]}", [:]).compilation().check()
    #expect(
      own.diagnostics.map(\.message) == [
        "this film shows itself: film.reel.yaml → film.reel.yaml"
      ])
  }

  @Test(arguments: [
    ("{clip: a.reel.yaml, with: {nmae: Ada}}", "unknown-parameter"),
    ("{clip: a.reel.yaml, with: {}}", "missing-parameter"),
    ("a.reel.yaml", "missing-parameter"),
    ("{clip: a.reel.yaml, with: Ada}", "wrong-kind"),
    ("{clip: a.reel.yaml, with: {name: [a]}}", "parameter-value"),
    ("{clip: wide.mp4, with: {name: Ada}}", "no-parameters"),
    ("{image: a.reel.yaml}", "missing-parameter"),
    ("{clip: b.reel.yaml}", "missing-media"),
    ("{clip: ../b.reel.yaml}", "outside-root"),
    ("{text: a, with: {name: Ada}}", "unknown-key"),
    ("{clip: a.reel.yaml, with: {name: Ada}, range: 1s..9s}", "range-beyond-media"),
  ])
  func `mistakes are told`(_ item: String, _ code: String) async {
    let result = await world(
      "tracks: {main: [\(item)]}",
      [
        "a.reel.yaml": "params: {name: {type: text}}\ntracks: {main: [{text: '${name}'}]}",
        "heard.reel.yaml": "tracks: {main: [wide.mp4]}",
      ]
    ).compilation().check()
    #expect(result.diagnostics.map(\.code.name).first == code, "\(shown(result))")
    #expect(result.diagnostics.allSatisfy { $0.span != nil })
  }

  // MARK: Limits

  @Test(arguments: [false, true])
  func `films that grow by powers end in a located error`(areDifferent: Bool) async throws {
    var projects: [String: String] = [:]
    for level in 0..<20 {
      let items = (0..<10).map { item in
        areDifferent
          ? "{clip: \(level + 1).reel.yaml, with: {n: '${n}\(item)'}}"
          : "{clip: \(level + 1).reel.yaml}"
      }
      projects["\(level).reel.yaml"] =
        (areDifferent ? "params: {n: {type: text, default: x}}\n" : "")
        + "tracks: {main: [\(items.joined(separator: ", "))]}"
    }
    projects["20.reel.yaml"] =
      (areDifferent ? "params: {n: {type: text, default: x}}\n" : "")
      + "tracks: {main: [{\(areDifferent ? "text: '${n}'" : "fill: red"), duration: 40ms}]}"
    let start = ContinuousClock.now
    let result = await world("tracks: {main: [0.reel.yaml]}", projects).compilation().check()
    #expect(result.diagnostics.first { $0.severity == .error }?.code.name == "limit")
    #expect(result.diagnostics.filter { $0.severity == .error }.allSatisfy { $0.span != nil })
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test func `films lie within films only so deep`() async {
    var projects: [String: String] = [:]
    for level in 0..<40 {
      projects["\(level).reel.yaml"] = "tracks: {main: [\(level + 1).reel.yaml]}"
    }
    projects["31.reel.yaml"] = "tracks: {main: [wide.mp4]}"
    let whole = await world("tracks: {main: [0.reel.yaml]}", projects).compilation().check()
    #expect(shown(whole) == "")
    projects["31.reel.yaml"] = "tracks: {main: [32.reel.yaml]}"
    let deeper = await world("tracks: {main: [0.reel.yaml]}", projects).compilation().check()
    #expect(deeper.diagnostics.map(\.message) == ["films lie within films at most 32 deep"])
  }
}
