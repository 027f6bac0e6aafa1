// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import Testing

@testable import Planning

/// Anchors of what is in a film within the film.
@Suite struct NestedAnchorTests {
  private func check(_ project: String) async -> CompilationResult<ProjectSummary> {
    var world = TestWorld(
      project: "reel: 1\ncanvas: {size: 640x360, rate: 30}\n" + project + "\n")
    world.projects = [
      "card.reel.yaml": """
      reel: 1
      canvas: {size: 640x360, rate: 30}
      tracks: {main: [{fill: red, duration: 4s, id: ground}]}
      overlays: {headline: {text: Ada, during: 1s..2s}, last: {text: Bob, during: 3s..4s}}

      """,
      "deep.reel.yaml": """
      reel: 1
      canvas: {size: 640x360, rate: 30}
      tracks: {main: [{gap: 1s}, {clip: card.reel.yaml, id: inner}]}

      """,
    ]
    return await world.compilation().check()
  }

  /// The time of the film's overlay `o`, which lasts as long as `name`, in half seconds.
  private func halves(_ item: String, _ name: String, _ rest: String = "") async throws -> [Time] {
    let result = await check(
      """
      tracks:
        main: [{gap: 1s}, {\(item), id: card}]
      overlays:
        inset: {clip: card.reel.yaml, during: 2s.., size: 20%}
        o: {text: x, during: \(name).start .. \(name).end}
      \(rest)
      """)
    let summary = try #require(result.product, "\(result.diagnostics.map(\.message))")
    let time = try #require(summary.entries.first { $0.name == "o" }?.time)
    return [time.start * Time(2), time.end * Time(2)]
  }

  @Test(arguments: [
    ("clip: card.reel.yaml", "card.headline", [4, 6]),
    ("clip: card.reel.yaml", "card.ground", [2, 10]),
    ("clip: card.reel.yaml", "inset.headline", [6, 8]),
    ("clip: card.reel.yaml, speed: 2", "card.headline", [3, 4]),
    ("clip: card.reel.yaml, speed: -1", "card.headline", [6, 8]),
    ("clip: card.reel.yaml, range: 1.5s..4s", "card.headline", [2, 3]),
    ("clip: deep.reel.yaml", "card.inner.headline", [6, 8]),
    ("clip: deep.reel.yaml, speed: -2", "card.inner.last", [2, 3]),
  ])
  func `they are where it is seen`(_ item: String, _ name: String, _ halves: [Int64]) async throws {
    #expect(try await self.halves(item, name) == halves.map { Time($0) })
  }

  @Test func `they are found on a track that is played at another speed`() async throws {
    let found = try await halves(
      "clip: card.reel.yaml", "card.headline", "instructions: [{layers: {main: {speed: 2}}}]")
    #expect(found == [Time(2), Time(3)])
  }

  @Test(arguments: [
    ("card.headlin.end", "unknown-anchor", "did you mean 'card.headline'?"),
    ("crad.headline.end", "unknown-anchor", ""),
    ("part.headline.end", "unseen-anchor", "play more of it, or name something else"),
  ])
  func `mistakes have a place`(_ anchor: String, _ code: String, _ hint: String) async {
    let result = await check(
      """
      tracks:
        main: [{clip: card.reel.yaml, id: card}, {clip: card.reel.yaml, id: part, range: 2s..4s}]
      overlays: {o: {text: x, during: 0s .. \(anchor)}}
      """)
    let errors = result.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.code.name) == [code])
    #expect(hint.isEmpty || errors.first?.hint == hint, "\(errors.map(\.hint))")
    #expect(errors.allSatisfy { $0.span != nil })
  }

  // MARK: What is left out

  @Test func `a track of which every item is left out is empty`() async {
    let result = await check(
      """
      params: {shown: false}
      tracks:
        main: [wide.mp4]
        extra: [{text: a, when: "${shown}"}]
        more: {clips: [{each: [], as: name, item: {text: "${name}"}}]}
      """)
    #expect(result.diagnostics.map(\.message) == [])
    #expect(result.product?.clipCount == 1)
    let empty = await check("tracks: {main: [wide.mp4], extra: []}")
    #expect(empty.diagnostics.map(\.code.name) == ["empty-track"])
  }

  @Test func `a row that lacks what others have is shown`() async {
    let result = await check(
      """
      tracks:
        main:
          - {each: [{tint: red}, {tnt: blue}], as: row, item: {fill: "${row.tint}", duration: 1s}}
      """)
    #expect(
      result.diagnostics.map(\.message) == ["this row has no 'tint', which others have"])
    #expect(result.diagnostics.first?.hint == "add 'tint' to it")
    #expect(result.sources.place(of: result.diagnostics[0].span)?.start.line == 5)
  }
}
