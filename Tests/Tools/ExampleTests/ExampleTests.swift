// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// The unchanged examples: they are valid, they build, and they build only once.
@Suite(.serialized, .enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct ExampleTests {
  /// The outputs of each example: its files, and the number of frames of films.
  private static let expected: [String: [(file: String, frames: Int?)]] = [
    "batch": [("out/batch-Rome.mp4", 75)],
    "cards": [("out/cards.mp4", 163)],
    "chart": [("out/chart.mp4", 150)],
    "deliverables": [
      ("out/deliverables.mp4", 175), ("out/deliverables-story.mp4", 175),
      ("out/deliverables-square.mp4", 175),
    ],
    "demo": [("out/demo.mp4", 1200), ("out/demo.jpg", nil)],
    "flying-inset": [("out/flying-inset.mp4", 175)],
    "freeze": [("out/freeze.mp4", 140)],
    "green-screen": [("out/green-screen.mp4", 150)],
    "interview": [("out/interview.mp4", 288)],
    "logo": [("out/logo.mp4", 125)],
    "lower-third": [("out/lower-third.mp4", 175)],
    "outputs": [
      ("out/outputs.mp4", 210), ("out/outputs-small.mp4", 210), ("out/outputs-phone.mp4", 210),
      ("out/outputs.webm", 60), ("out/outputs.mkv", 60), ("out/outputs.jpg", nil),
      ("out/outputs.m4a", nil),
    ],
    "phone": [("out/phone.mp4", 435)],
    "picture-in-picture": [("out/picture-in-picture.mp4", 180)],
    "slideshow": [("out/slideshow.mp4", 300)],
    "slow-motion": [("out/slow-motion.mp4", 247)],
    "smallest": [("smallest.mp4", 420)],
    "title-card": [("out/title-card.mp4", 150)],
    "titles": [("out/titles.mp4", 300)],
  ]

  @Test(arguments: Examples.names)
  func anExampleBuildsAndIsNotBuiltTwice(_ name: String) async throws {
    let tools = try #require(Places.ffmpeg)
    let expected = try #require(ExampleTests.expected[name], "the example is not listed here")
    let reel = try Reel()
    let options = try await Examples.copy(name, into: reel)
    let first = try await reel.run(["build", "--json"] + options, seconds: 600)
    try #require(first.status == 0, "\(first.text)\(first.errors)")
    #expect(first.text.contains("\"event\":\"planned\""))
    for (file, frames) in expected {
      let path = reel.folder / file
      let shown = try await MediaListing(path, with: tools)
      if let frames {
        #expect(shown.frames.count == frames, "\(file)")
      } else {
        #expect(!shown.streams.isEmpty, "\(file)")
      }
    }

    let films = expected.map { reel.folder / $0.file }
    let before = try films.map(ExampleTests.stamp)
    let second = try await reel.run(["build", "--json"] + options)
    #expect(second.status == 0)
    #expect(ExampleTests.performed(second.text) == [], "the second build did something")
    #expect(try films.map(ExampleTests.stamp) == before)
  }

  /// Inode and modification time, which differ for a rewritten file.
  private static func stamp(_ path: String) throws -> String {
    let facts = try FileManager.default.attributesOfItem(atPath: path)
    return "\(facts[.systemFileNumber] ?? 0) \(facts[.modificationDate] ?? 0)"
  }

  /// The lines of `--json` that report more than an up-to-date film.
  private static func performed(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter { line in
      if line.contains("\"event\":\"finished\"") { return !line.contains("\"isWritten\":false") }
      return !line.contains("\"event\":\"done\"") || !line.contains("\"segments\":0,")
        || line.contains("\"isWritten\":true")
    }
  }

  @Test func everyExampleFitsTheSchema() async throws {
    let python = try #require(
      await SchemaCheck.find(), "python3 with yaml and jsonschema is missing")
    for name in Examples.names + [
      "parts/name", "series/intro", "series/one", "series/two", "series/three",
    ] {
      let problems = try await python.problems(of: Places.package + "/Examples/\(name).reel.yaml")
      #expect(problems == "", "\(name)")
    }
  }

  @Test func theSchemaRefusesWhatIsWrong() async throws {
    let python = try #require(
      await SchemaCheck.find(), "python3 with yaml and jsonschema is missing")
    let folder = try TemporaryFolder()
    let wrong = [
      "tracks: {main: [a.mp4]}", "reel: 1\ntracks: {main: [{clip: a.mp4, rnage: 1s..2s}]}",
      "reel: 1\ncanvas: {fit: sideways}\ntracks: {main: [a.mp4]}",
    ]
    for (index, text) in wrong.enumerated() {
      let path = try folder.write(text, to: "wrong\(index).reel.yaml")
      #expect(try await python.problems(of: path) != "", "\(text)")
    }
  }
}
