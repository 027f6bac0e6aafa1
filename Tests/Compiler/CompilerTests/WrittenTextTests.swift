// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@testable import Driver
@testable import Planning

/// Texts about a film.
@Suite struct WrittenTextTests {
  /// The texts of the outputs of a film of an opening, a clip of 70 s and an end.
  private func texts(_ outputs: String, _ second: String = "70s") async throws -> [String] {
    let world = TestWorld(
      project: """
        reel: 1
        canvas: {rate: 25}
        tracks:
          main: [{text: "One\\nday", duration: 3s}, {fill: red, id: proof, duration: \(second)}, {fill: blue, id: end, duration: 3s}]
        outputs: {\(outputs)}

        """)
    let result = await world.compilation().plan()
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics.map(\.message))")
    return try #require(result.product).outputs.map { output in
      guard case .text(let text) = output.product else { return "no text" }
      return text.text
    }
  }

  @Test func `a list of chapters has times and titles`() async throws {
    #expect(
      try await texts("a: {file: a.txt, chapters: clips}")
        == ["0:00 One day\n0:03 proof\n1:13 end\n"])
    #expect(
      try await texts("a: {file: a.txt, range: 4s.., chapters: {B: end.start, A: proof.start}}")
        == ["0:00 A\n1:09 B\n"])
    #expect(
      try await texts("a: {file: a.txt, chapters: clips}", "3600.9s")
        == ["0:00:00 One day\n0:00:03 proof\n1:00:03 end\n"])
    // From 3.985 s on, which is seen with the frame at 4 s, where its anchor is.
    for chapters in ["clips", "{One day: 0s, proof: proof.start, end: end.start}"] {
      #expect(
        try await texts("a: {file: a.txt, chapters: \(chapters)}", "985ms")
          == ["0:00 One day\n0:03 proof\n0:04 end\n"])
    }
  }

  @Test(arguments: [
    ("'photo-*.jpg'", "photo-1", "photo-2"), ("both", "photo-1", "photo-2"),
    ("{clip: 'photo-*.jpg', id: week}", "week", "week"), ("one, photo-2.jpg", "one", "photo-2"),
  ])
  func `the clips of a list are called by their files`(
    clips: String, first: String, second: String
  ) async throws {
    var world = TestWorld(
      project: """
        reel: 1
        canvas: {rate: 25}
        assets: {both: [photo-1.jpg, photo-2.jpg], one: photo-1.jpg}
        defaults: {clip: {duration: 2s}}
        tracks: {main: [\(clips)]}
        outputs: {a: {file: a.txt, chapters: clips}}

        """)
    world.media = ["photo-1.jpg", "photo-2.jpg"].reduce(into: [:]) { $0[$1] = TestWorld.shelf[$1] }
    let plan = try #require(await world.compilation().plan().product)
    guard case .text(let text) = try #require(plan.outputs.first).product else {
      Issue.record("no text")
      return
    }
    #expect(text.text == "0:00 \(first)\n0:02 \(second)\n")
    let entries = try #require(await world.compilation().check().product?.entries)
    #expect(entries.map(\.name) == [first, second])
  }
}
