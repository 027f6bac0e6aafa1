// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Foundation
import RenderProtocol
import Testing

@testable import Driver
@testable import Planning

/// Outputs that have a canvas or changes of their own.
@Suite struct VariantTests {
  /// A project, and what the outputs called `other` would be with projects of their own.
  private struct Twin: CustomTestStringConvertible {
    var name: String
    /// The project with `@` where the keys of an output are.
    var project: String
    /// The keys of the output.
    var keys: String
    /// Parts of the project, and what stands in their place in the one that is written by hand.
    var edits: [(String, String)]

    var testDescription: String { name }
  }

  private static let chain = """
    reel: 1
    canvas: {size: 1280x720, rate: 25}
    tracks:
      main: [{clip: wide.mp4, id: one, range: 0s..3s}, {transition: dissolve}, {clip: wide.mp4, id: two, range: 2s..6s}, {transition: wipe-left}, {clip: wide.mp4, id: three, range: 5s..8s}]
    outputs:
      film: {file: film.mp4}
      other: {file: other.mp4@}

    """

  private static let vlog = """
    reel: 1
    canvas: {size: 1280x720, rate: 25, fit: cover}
    assets: {logo: logo.svg}
    defaults: {text: {font: {family: DejaVu Sans, size: 40}}}
    tracks:
      main:
        - {clip: wide.mp4, id: beach, range: 0s..4s}
        - {transition: dissolve, duration: 1s}
        - {clip: long.mp4, id: walk, range: 2s..8s, speed: 2}
        - tall.mov
      inset: {clips: [{clip: small.mp4, id: pip, range: 0s..3s}], size: 30%, position: [80%, 80%]}
      music: song.ogg
    overlays:
      headline: {text: Two days in Rome, position: [50%, 80%], during: 0s..3s, color: white}
      card:
        group:
          sign: {image: logo, position: [10%, 10%], size: 20%}
          words: {text: Harbour, position: center}
        during: 1s..5s
    instructions:
      - {during: 0s..2s, layers: {beach: {scale: 100% -> 120%}}}
    outputs:
      film: film.mp4
      other: {file: other.mp4@}

    """

  private static let gapped = """
    reel: 1
    canvas: {size: 1280x720, rate: 25}
    tracks:
      main: [{gap: 1s}, {clip: wide.mp4, id: one, range: 0s..3s}, {transition: dissolve}, {clip: wide.mp4, id: two, range: 2s..6s}, {transition: wipe-left}, {clip: wide.mp4, id: three, range: 5s..8s}, {gap: 1s}, wide.mp4]
    outputs:
      film: film.mp4
      other: {file: other.mp4@}

    """

  private static let twins: [Twin] = [
    Twin(
      name: "a size", project: vlog, keys: ", canvas: 720x1280",
      edits: [("size: 1280x720", "size: 720x1280")]),
    Twin(
      name: "a ratio", project: vlog, keys: ", canvas: '4:5'",
      edits: [("size: 1280x720", "size: 720x900")]),
    Twin(
      name: "keys of a canvas", project: vlog,
      keys: ", canvas: {size: '1:1', rate: 30, fit: blur, background: navy}",
      edits: [
        (
          "{size: 1280x720, rate: 25, fit: cover}",
          "{size: 720x720, rate: 30, fit: blur, background: navy}"
        )
      ]),
    Twin(
      name: "a canvas and a size", project: vlog, keys: ", canvas: 720x1280, size: 360x640",
      edits: [("size: 1280x720", "size: 720x1280"), ("other.mp4", "other.mp4, size: 360x640")]),
    Twin(
      name: "changes of overlays and members", project: vlog,
      keys:
        ", change: {headline: {position: top, font: {size: 60}}, words: {text: Port}, sign: {opacity: 50%}}",
      edits: [
        (
          "position: [50%, 80%], during: 0s..3s, color: white",
          "position: top, font: {size: 60}, during: 0s..3s, color: white"
        ),
        ("text: Harbour", "text: Port"), ("size: 20%}", "size: 20%, opacity: 50%}"),
      ]),
    Twin(
      name: "changes of tracks and clips", project: vlog,
      keys:
        ", canvas: '9:16', change: {inset: {size: 60%, position: bottom}, music: {volume: 50%}, walk: {stretch: 4s}, beach: {focus: 20% 50%}, tall: {fit: contain}}",
      edits: [
        ("size: 1280x720", "size: 720x1280"),
        ("size: 30%, position: [80%, 80%]", "size: 60%, position: bottom"),
        ("music: song.ogg", "music: {clips: song.ogg, volume: 50%}"),
        ("range: 2s..8s, speed: 2", "range: 2s..8s, stretch: 4s"),
        ("range: 0s..4s}\n", "range: 0s..4s, focus: 20% 50%}\n"),
        ("- tall.mov", "- {clip: tall.mov, fit: contain}"),
      ]),
    Twin(
      name: "things that are left out", project: vlog,
      keys: ", change: {card: {when: false}, inset: {when: off}}",
      edits: [
        (
          "  inset: {clips: [{clip: small.mp4, id: pip, range: 0s..3s}], size: 30%, position: [80%, 80%]}\n",
          ""
        ),
        (
          """
            card:
              group:
                sign: {image: logo, position: [10%, 10%], size: 20%}
                words: {text: Harbour, position: center}
              during: 1s..5s

          """, ""
        ), ("assets: {logo: logo.svg}\n", ""),
      ]),
    Twin(
      name: "a clip that is left out with its transition", project: chain,
      keys: ", change: {one: {when: false}}",
      edits: [("{clip: wide.mp4, id: one, range: 0s..3s}, {transition: dissolve}, ", "")]),
    Twin(
      name: "a clip between two transitions that is left out", project: chain,
      keys: ", change: {two: {when: false}}",
      edits: [(" {clip: wide.mp4, id: two, range: 2s..6s}, {transition: wipe-left},", "")]),
    Twin(
      name: "clips at the end that are left out", project: chain,
      keys: ", change: {two: {when: false}, three: {when: false}}",
      edits: [
        (
          ", {transition: dissolve}, {clip: wide.mp4, id: two, range: 2s..6s}, {transition: wipe-left},"
            + " {clip: wide.mp4, id: three, range: 5s..8s}", ""
        )
      ]),
    Twin(
      name: "a clip after a gap that is left out", project: gapped,
      keys: ", change: {one: {when: false}}",
      edits: [("{clip: wide.mp4, id: one, range: 0s..3s}, {transition: dissolve}, ", "")]),
    Twin(
      name: "a clip before a gap that is left out", project: gapped,
      keys: ", change: {three: {when: false}}",
      edits: [("{transition: wipe-left}, {clip: wide.mp4, id: three, range: 5s..8s}, ", "")]),
    Twin(
      name: "a canvas that follows the media",
      project: """
        reel: 1
        params: {place: {default: top}}
        tracks: {main: [{clip: wide.mp4, ken-burns: auto, id: a}, photo-1.jpg]}
        overlays:
          each-one: {each: [One, Two], as: word, item: {text: "${word}", font: {family: DejaVu Sans}}}
        outputs: {film: film.mp4, other: {file: other.mp4@}}

        """,
      keys: ", canvas: '9:16', change: {a: {fit: cover}, each-one-2: {position: '${place}'}}",
      edits: [
        ("tracks:", "canvas: {size: 720x1280}\ntracks:"), ("ken-burns: auto", "fit: cover"),
        (
          "each-one: {each: [One, Two], as: word, item: {text: \"${word}\", font: {family: DejaVu Sans}}}",
          """
          each-one-1: {text: One, font: {family: DejaVu Sans}}
            each-one-2: {text: Two, font: {family: DejaVu Sans}, position: "${place}"}
          """
        ),
      ]),
  ]

  /// The keys of all that an output is made of.
  private static func keys(_ output: OutputPlan) -> [String] {
    switch output.product {
    case .film(let film):
      return film.segments.map { "\($0.firstFrame) \($0.key.hex)" }
        + [film.sound.map { $0.key.hex } ?? "silent", film.key.hex]
    case .still(_, let key): return [key.hex]
    case .text(let text): return [text.key.hex]
    }
  }

  @Test(arguments: twins)
  private func `an output is what a project with its frame and changes makes`(
    _ twin: Twin
  ) async throws {
    let written = twin.project.replacingOccurrences(of: "@", with: twin.keys)
    var own = twin.project.replacingOccurrences(of: "@", with: "")
    for (part, other) in twin.edits {
      try #require(own.components(separatedBy: part).count == 2, "'\(part)' once")
      own = own.replacingOccurrences(of: part, with: other)
    }
    let plan = await TestWorld(project: written).compilation().plan()
    let alone = await TestWorld(project: own).compilation().plan()
    let outputs = try #require(plan.product, "\(plan.diagnostics)").outputs
    let others = try #require(alone.product, "\(alone.diagnostics)").outputs
    #expect(Self.keys(outputs[1]) == Self.keys(others[1]))
    #expect(Self.keys(outputs[1]) != Self.keys(outputs[0]))
    #expect(outputs[1].canvas == others[1].canvas)
    // The film of the project is not another one.
    let plain = twin.project.replacingOccurrences(of: "@", with: "")
    let unchanged = try #require(await TestWorld(project: plain).compilation().plan().product)
    #expect(Self.keys(outputs[0]) == Self.keys(unchanged.outputs[0]))
    #expect(outputs[0].name == "film" && outputs[1].name == "other")
  }

  @Test(arguments: [UInt64(1), 2, 8])
  private func `a random film in another frame is what a project with that frame makes`(
    _ seed: UInt64
  ) async throws {
    let edits = RandomEdits(seed: seed)
    let (canvas, outputs) = ("{size: 320x180, rate: 25}", "outputs: {film: {file: film.mp4}}")
    let changed = "{size: 180x320, rate: 25, fit: cover, background: navy}"
    var world = edits.world
    let text = world.project
    let start = try #require(text.range(of: "id: ")).upperBound
    let id = text[start...].prefix { $0 != "," }
    world.project = text.replacingOccurrences(
      of: outputs,
      with: "outputs: {film: {file: film.mp4}, other: {file: other.mp4,"
        + " canvas: {size: '9:16', fit: cover, background: navy},"
        + " change: {\(id): {opacity: 50%, focus: left}}}}")
    let plan = await world.compilation().plan()
    let pair = try #require(plan.product).outputs
    world.project = text.replacingOccurrences(of: canvas, with: changed)
      .replacingOccurrences(of: "id: \(id), ", with: "id: \(id), opacity: 50%, focus: left, ")
      .replacingOccurrences(of: outputs, with: "outputs: {other: other.mp4}")
    let own = try #require(await world.compilation().plan().product).outputs
    #expect(Self.keys(pair[1]) == Self.keys(own[0]))
    world.project = text
    let plain = try #require(await world.compilation().plan().product).outputs
    #expect(Self.keys(pair[0]) == Self.keys(plain[0]))
    #expect(Self.keys(pair[0]) != Self.keys(pair[1]))
  }

  @Test(
    arguments: [
      ("story: {file: b.mp4, change: {logo: {opacity: 0.5}}}", []),
      ("story: {file: b.mp4, change: {title: {when: false}}}", []),
      (
        "story: {file: b.mp4, change: {logo: {when: true}}}",
        ["unknown-name: 'logo' is left out by its own 'when'"]
      ),
      (
        "story: {file: b.mp4, range: logo.start ..}",
        ["unknown-anchor: 'logo' is left out by a 'when'"]
      ),
      (
        "story: {file: b.mp4, change: {lgo: {opacity: 0.5}}}",
        [
          "unknown-name: there is no layer named 'lgo'"
        ]
      ),
    ] as [(String, [String])])
  func `what a condition leaves out is no unknown name`(_ output: String, _ expected: [String])
    async
  {
    let world = TestWorld(
      project: """
        reel: 1
        canvas: {size: 1280x720, rate: 25}
        params: {branded: false}
        assets: {brand: logo.svg}
        tracks: {main: [{clip: wide.mp4, range: 0s..3s}]}
        overlays:
          logo: {image: brand, size: 20%, when: "${branded}"}
          title: {fill: red, size: 20%}
        instructions:
          - {during: 0s..2s, layers: {logo: {opacity: 0 -> 1}, title: {opacity: 0 -> 1}}}
        outputs:
          film: a.mp4
          \(output)

        """)
    let messages = await world.compilation().check().diagnostics.map {
      "\($0.code.name): \($0.message)"
    }
    #expect(messages == expected)
  }

  @Test func `there are at most so many frames`() async {
    func compiled(_ count: Int) async -> [String] {
      let outputs = (0..<count).map { "  o\($0): {file: o\($0).mp4, canvas: \(64 + 2 * $0)x64}\n" }
      let world = TestWorld(
        project: "reel: 1\ntracks: {main: [{clip: wide.mp4, range: 0s..1s}]}\noutputs:\n"
          + outputs.joined())
      return await world.compilation().check().diagnostics.map(\.code.name)
    }
    #expect(await compiled(64) == [])
    #expect(await compiled(65) == ["limit"])
  }

  @Test func `sound that is the same is made once`() async throws {
    let project = Self.vlog.replacingOccurrences(of: "@", with: ", canvas: 720x1280")
    let plan = try #require(await TestWorld(project: project).compilation().plan().product)
    let sounds = plan.outputs.map { output -> String? in
      if case .film(let film) = output.product { film.sound?.key.hex } else { nil }
    }
    #expect(sounds[0] != nil && sounds[0] == sounds[1])
  }

  @Test func `an output with the canvas of the project is the film itself`() async throws {
    let project = Self.vlog.replacingOccurrences(
      of: "@", with: ", canvas: {size: 1280x720, fit: cover}, change: {}")
    let compiled = await TestWorld(project: project).compilation().check()
    let summary = try #require(compiled.product)
    #expect(summary.others.isEmpty)
    let plan = try #require(await TestWorld(project: project).compilation().plan().product)
    #expect(Self.keys(plan.outputs[0]) == Self.keys(plan.outputs[1]))
  }

  @Test func `changing a key of one output changes the pieces of that one alone`() async throws {
    let first = Self.vlog.replacingOccurrences(
      of: "@",
      with:
        ", canvas: 720x1280, change: {headline: {color: gold}}}\n  third: {file: third.mp4, canvas: '1:1'"
    )
    let second = first.replacingOccurrences(of: "gold", with: "tomato")
    let before = try #require(await TestWorld(project: first).compilation().plan().product)
    let after = try #require(await TestWorld(project: second).compilation().plan().product)
    #expect(before.outputs.count == 3)
    for index in [0, 2] {
      #expect(Self.keys(before.outputs[index]) == Self.keys(after.outputs[index]))
    }
    let (old, new) = (Self.keys(before.outputs[1]), Self.keys(after.outputs[1]))
    #expect(old.count == new.count)
    // The headline is gone after three seconds; the last key is that of the whole film, the one before it of its sound.
    let changed = zip(old, new).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
    #expect(changed.contains(0) && changed.contains(old.count - 1))
    #expect(!changed.contains(old.count - 2))
    #expect(changed.count < old.count - 1)
  }

  @Test func `one frame and one graph are those of the output that is asked for`() async throws {
    let project = Self.vlog.replacingOccurrences(of: "@", with: ", canvas: 720x1280")
    let compilation = TestWorld(project: project).compilation(
      CompilationOptions(only: ["other"]))
    let frame = try #require(await compilation.frame(at: "1s").product)
    #expect(frame.program.canvas.size.width == 720)
    let graph = try #require(await compilation.graph(at: .final).product)
    let plain = try #require(
      await TestWorld(project: project).compilation().graph(at: .final).product)
    #expect(graph != plain)
  }
}
