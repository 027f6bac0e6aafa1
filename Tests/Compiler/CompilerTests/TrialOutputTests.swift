// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import RenderProtocol
import Testing

@testable import Driver
@testable import Planning

/// Stretches and drafts of films that a command asks for.
@Suite struct TrialOutputTests {
  private func plan(
    _ outputs: String, range: String? = nil, isDraft: Bool = false, file: String? = nil
  ) async -> CompilationResult<BuildPlan> {
    var options = CompilationOptions()
    (options.range, options.isDraft, options.outputFile) = (range, isDraft, file)
    let world = TestWorld(
      project: """
        reel: 1
        canvas: {size: 1280x720, rate: 30}
        tracks: {main: [{clip: wide.mp4, id: a}, {clip: long.mp4, id: b}]}
        \(outputs)

        """)
    return await world.compilation(options).plan()
  }

  private let several =
    "outputs: {film: out/f.mp4, sound: s.wav, poster: p.png, web: {file: w.mp4, size: 640x360}}"

  @Test func `a stretch of each film and sound has a file of its own`() async throws {
    let result = await plan(several, range: "1s..3s")
    let outputs = try #require(result.product, "\(result.diagnostics.map(\.message))").outputs
    #expect(outputs.map(\.displayPath) == ["out/f.1s-3s.mp4", "s.1s-3s.wav", "w.1s-3s.mp4"])
    #expect(outputs.allSatisfy { $0.frames == 30..<90 })
  }

  @Test func `anchors name a stretch`() async throws {
    let result = await plan("", range: "b.start - 1s .. +2s")
    let outputs = try #require(result.product, "\(result.diagnostics.map(\.message))").outputs
    #expect(outputs.map(\.displayPath) == ["film.b.start-1s-_2s.mp4"])
    #expect(outputs[0].frames == 270..<330)
  }

  @Test func `pieces of a stretch are those of the film`() async throws {
    let whole = try #require(await plan("outputs: {f: f.mp4}").product?.outputs.first?.film)
    let part = try #require(
      await plan("outputs: {f: f.mp4}", range: "0s..20s").product?.outputs.first?.film)
    let keys = Set(whole.segments.map(\.key))
    #expect(part.segments.dropLast().allSatisfy { keys.contains($0.key) })
    #expect(part.segments.count > 2)
  }

  @Test func `a draft is half as large and quick`() async throws {
    let result = await plan(several, isDraft: true)
    let outputs = try #require(result.product, "\(result.diagnostics.map(\.message))").outputs
    #expect(outputs.map(\.displayPath) == ["out/f.draft.mp4", "w.draft.mp4"])
    let films = outputs.compactMap(\.film)
    let sizes = films.compactMap { $0.segments.first?.program.outputSize }
    #expect(sizes.map { "\($0)" } == ["640x360", "320x180"])
    #expect(
      films.allSatisfy { film in
        film.segments.allSatisfy { $0.encoding.options.contains { $0.value == "veryfast" } }
      })
  }

  @Test func `a draft of a stretch may have a name that the command gives`() async throws {
    let result = await plan("", range: "2s..", isDraft: true, file: "/film/look.mp4")
    let outputs = try #require(result.product, "\(result.diagnostics.map(\.message))").outputs
    #expect(outputs.map(\.path) == ["/film/look.mp4"])
    #expect(outputs[0].frames.lowerBound == 60)
  }

  @Test(arguments: [
    ("outputs: {p: p.png}", "1s..2s", "no output is a film, of which a stretch can be made"),
    ("", "3", "'3' is not a range"), ("", "1s..c.end", "nothing is named 'c'"),
  ])
  func `what cannot be made is said`(outputs: String, range: String, message: String) async {
    let result = await plan(outputs, range: range)
    #expect(result.product == nil)
    #expect(
      result.diagnostics.map(\.message).contains(message), "\(result.diagnostics.map(\.message))")
  }
}
