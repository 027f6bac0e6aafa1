// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Testing

@testable import Driver
@testable import Planning

/// Patterns that also match the outputs of the project's builds.
@Suite struct PatternTests {
  private func keys(_ plan: BuildPlan?) -> [Fingerprint]? {
    plan?.outputs.compactMap { output in
      guard case .film(let film) = output.product else { return nil }
      return film.key
    }
  }

  @Test(
    arguments: [("film.mp4", nil), ("wide.mp4", "wide.mp4")],
    [
      "'*.mp4'",
      "{each: '*.mp4', as: shot, item: {clip: '${shot.file}', volume: '${shot.number}'}}",
    ])
  func `an output is none of the clips that a pattern finds`(
    output: (made: String, file: String?), item: String
  ) async throws {
    let (made, file) = output
    var world = TestWorld(project: "reel: 1\ntracks: {main: [\(item)]}\n")
    world.media = ["long.mp4", "small.mp4"].reduce(into: [:]) { $0[$1] = TestWorld.shelf[$1] }
    var options = CompilationOptions()
    options.outputFile = file
    let clean = await world.compilation(options).plan()
    let plan = try #require(clean.product, "\(clean.diagnostics.map(\.message))")
    world.media[made] = TestWorld.shelf["wide.mp4"]
    let again = await world.compilation(options).plan()
    #expect(keys(again.product) == keys(plan))
  }

  @Test(arguments: ["'*.mp4'", "{each: '*.mp4', as: shot, item: {clip: '${shot.file}'}}"])
  func `a file of a stream is none of the clips that a pattern finds`(item: String) async throws {
    var world = TestWorld(
      project: "reel: 1\ntracks: {main: [\(item)]}\noutputs: {web: {file: film.m3u8}}\n")
    world.media = ["film-video.mp4", "small.mp4"].reduce(into: [:]) {
      $0[$1] = TestWorld.shelf["small.mp4"]
    }
    let clean = await world.compilation().plan()
    let plan = try #require(clean.product, "\(clean.diagnostics.map(\.message))")
    world.media["film-video-init-0123456789ab.mp4"] = TestWorld.shelf["wide.mp4"]
    let again = await world.compilation().plan()
    #expect(keys(again.product) == keys(plan), "\(again.diagnostics.map(\.message))")
  }

  @Test(arguments: ["{film: wide.mp4}", "{film: {file: wide.mp4, preset: low}}"])
  func `an output has no row in a pattern`(outputs: String) async throws {
    var world = TestWorld(
      project:
        "reel: 1\noutputs: \(outputs)\n"
        + "tracks: {main: [{each: '*.mp4', as: shot, item: {clip: '${shot.file}'}}]}\n")
    world.media = ["long.mp4", "small.mp4"].reduce(into: [:]) { $0[$1] = TestWorld.shelf[$1] }
    let clean = await world.compilation().plan()
    let plan = try #require(clean.product, "\(clean.diagnostics.map(\.message))")
    world.media["wide.mp4"] = TestWorld.shelf["wide.mp4"]
    let again = await world.compilation().plan()
    #expect(keys(again.product) == keys(plan))
  }

  @Test(arguments: ["'*.mp4'", "{each: '*.mp4', as: shot, item: {clip: '${shot.file}'}}"])
  func `files of a pattern whose names are no UTF-8 are named`(item: String) async throws {
    var world = TestWorld(project: "reel: 1\ntracks: {main: [\(item)]}\n")
    world.media = ["small.mp4": try #require(TestWorld.shelf["small.mp4"])]
    world.misnamed = [#"caf\xE9.mp4"#, #"caf\xE9.mov"#]
    let some = await world.compilation().plan()
    #expect(some.product != nil)
    #expect(
      some.diagnostics.map(\.message) == [
        #"'*.mp4' leaves out 'caf\xE9.mp4', whose name is not UTF-8"#
      ])
    #expect(some.diagnostics[0].code == .warning("name-not-utf8"))
    #expect(some.diagnostics[0].span != nil)
    world.media = [:]
    let none = await world.compilation().plan()
    #expect(
      none.diagnostics.map(\.message) == [
        #"no file matches '*.mp4' but 'caf\xE9.mp4', whose name is not UTF-8"#
      ])
  }

  @Test func `a pattern that finds the output alone finds nothing`() async {
    var world = TestWorld(project: "reel: 1\ntracks: {main: ['fil*.mp4']}\n")
    world.media["film.mp4"] = TestWorld.shelf["wide.mp4"]
    let result = await world.compilation().plan()
    #expect(result.diagnostics.map(\.message) == ["no file matches 'fil*.mp4'"])
  }
}
