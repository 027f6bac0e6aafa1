// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import FilmTesting
import RenderProtocol
import Testing
import Timeline

/// The examples of `docs/reference/diagnostics.md`, which is printed from a table of `reel`: each gives
/// the diagnostic that its heading names, and no other.
@Suite struct DiagnosticExampleTests {
  private static let page = "docs/reference/diagnostics.md"

  /// The projects of the page, with the codes that they are about.
  private static let examples: [Documentation.Block] =
    ((try? Documentation.blocks(of: page)) ?? []).filter { $0.language == "yaml" }

  @Test(arguments: examples.map(\.heading))
  func `an example gives the diagnostic of its heading`(code: String) async throws {
    let example = try #require(Self.examples.first { $0.heading == code })
    #expect(example.detail == "mistake")
    var world = TestWorld(project: example.text)
    world.data.merge(Self.data) { $1 }
    world.projects = Self.projects
    world.media.merge(Self.media) { $1 }
    world.alphabets = ["Roman": "abc", "Greek": "abcαβγ"]
    Self.conditions[code]?(&world)
    let result = await world.compilation().plan()
    let found = Set(result.diagnostics.map(\.code.name))
    #expect(
      found == [code],
      "\(DiagnosticPrinter().render(result.diagnostics, in: result.sources))")
    let severity = result.hasErrors ? "Error" : "Warning"
    let page = try Documentation.text(of: Self.page)
    #expect(page.contains("### \(code)\n\n\(severity). "))
  }

  /// Codes whose cause is no project: a command line, a file of another kind, a machine.
  private static let otherCauses: Set<String> = [
    "anchor-depth", "bad-argument", "broken-media", "cannot-measure", "cannot-render",
    "cannot-watch", "damaged-copy", "damaged-entry", "data-file", "depfile", "depfile-name",
    "different-copy", "disk-failed", "effect-failed", "encoder-failed", "incomplete-key",
    "limit-passed", "line-break", "machine", "media-over-limit", "media-probe-failed",
    "more-errors", "more-warnings", "much-memory", "new-project", "no-film", "no-fonts",
    "no-renderer", "no-sheet", "not-verified", "output-exists", "output-file",
    "placed-after-transition", "project-file", "proof-sheet", "render-failed", "renderer-died",
    "renderer-unusable", "shared-output", "store-failed", "store-folder", "too-many-captions",
    "too-many-chapters", "unknown-output", "unknown-pass", "unstable-bytes", "unsupported-media",
    "unused-value", "wrong-row", "yaml-encoding", "yaml-too-large",
  ]

  @Test func `every other diagnostic has a cause that no project is`() throws {
    let headings = try Documentation.prose(of: Self.page).map(\.line)
      .filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
    let others = Set(headings).subtracting(Self.examples.map(\.heading))
    #expect(others == Self.otherCauses)
  }

  /// Files beside the projects.
  private static let data = [
    "song.beats.txt": "0.5\n1\n1.5\n", "notes.txt": "no time\n",
    "shots.csv": "file,length\nwide.mp4,2s\nsmall.mp4\n",
    "talk.srt": "1\n00:00:01,000 --> 00:00:02,000\nGood morning.\n",
    "twice.srt":
      "1\n00:00:01,000 --> 00:00:02,000\nGood\n\n2\n00:00:03,000 --> 00:00:02,000\nbad\n",
    "talk.ass": script("Good morning"), "snow.ass": script("☃"),
  ]

  private static func script(_ text: String) -> String {
    """
    [Script Info]
    PlayResX: 640
    PlayResY: 360
    [V4+ Styles]
    Format: Name, Fontname, Fontsize
    Style: Default,DejaVu Sans,20
    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
    Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,\(text)

    """
  }

  /// Media beside the projects, with six channels and in HDR.
  private static let media: [String: MediaFacts] = {
    var concert = TestWorld.footage(PixelSize(1280, 720), FrameRate(30), seconds: 10)
    concert.audio?.channels = 6
    var hdr = TestWorld.footage(PixelSize(1280, 720), FrameRate(30), seconds: 10)
    hdr.video?.color = ColorTags(
      matrix: "bt2020nc", primaries: "bt2020", transfer: "arib-std-b67", range: "tv")
    return ["concert.mp4": concert, "hdr.mov": hdr]
  }()

  /// Project files beside the projects.
  private static let projects = [
    "brand.reel.yaml": "reel: 1\nparams: {title: Rome}\n",
    "intro.reel.yaml":
      "reel: 1\ntracks: {main: [{clip: wide.mp4, id: early, range: 0s..4s}, {fill: navy, id: late, duration: 2s}]}\n",
    "title.reel.yaml":
      "reel: 1\nparams: {title: {type: text}}\ntracks: {main: [{text: '${title}', duration: 2s}]}\n",
    "card.reel.yaml":
      "reel: 1\ncanvas: {size: 1280x720, rate: 30}\ntracks: {main: [{fill: navy, duration: 5s, fade: {out: 1s}}]}\n",
  ]

  /// Machines and files on which a project is a mistake.
  private static let conditions: [String: @Sendable (inout TestWorld) -> Void] = [
    "cannot-find-faces": { $0.isBlind = true },
    "name-not-utf8": { $0.misnamed = ["photo-\\xe4.jpg"] },
    "not-fetched": {
      $0.problems["wide.mp4"] = .notFetched([Placeholder(.lfs, named: "wide.mp4")])
    },
  ]
}
