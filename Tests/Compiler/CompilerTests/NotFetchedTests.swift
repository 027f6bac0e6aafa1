// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import Timeline

@testable import Driver

/// Files in the places of which version control keeps something else.
@Suite struct NotFetchedTests {
  @Test(arguments: [
    "tracks: {main: [{clip: x.mp4}]}", "assets: {a: x.mp4}\ntracks: {main: [a]}",
    "tracks: {main: [small.mp4]}\noverlays: {s: {subtitles: x.srt}}",
    "tracks: {main: [{clip: small.mp4, captions: x.srt}]}",
    "tracks: {main: [{clip: x.png, duration: 1s}]}",
    "tracks: {main: [small.mp4]}\noverlays: {t: {text: A, font: {file: x.ttf}, during: 0s..1s}}",
    "tracks: {main: [{clip: small.mp4, adjust: {lut: x.cube}}]}",
    "tracks: {main: [{clip: x.reel.yaml}]}",
    "tracks: {main: [{each: x.csv, as: row, item: {clip: small.mp4}}]}",
    "tracks: {main: [{each: x.json, as: row, item: {clip: small.mp4}}]}",
    "extends: x.reel.yaml", "beats: x.txt\ntracks: {main: [small.mp4]}",
    "tracks: {main: [small.mp4], music: [{clip: x.wav}]}",
    "tracks: {main: [small.mp4]}\noutputs: {f: {file: f.m4a, metadata: {cover: x.jpg}}}",
  ])
  func `every kind of file is named with what fetches it`(project: String) async throws {
    var world = TestWorld(project: "reel: 1\n\(project)\n")
    let name = try #require(project.split { "{}[],: \n".contains($0) }.first { $0.hasPrefix("x.") })
    world.problems[String(name)] = .notFetched([Placeholder(.lfs, named: "media/\(name)")])
    let result = await world.compilation().plan()
    #expect(result.product == nil)
    let found = try #require(
      result.diagnostics.first { $0.code == .error("not-fetched") },
      "\(result.diagnostics.map(\.message))")
    #expect(
      found.message == "'\(name)' is a pointer of Git LFS, and its content has not been fetched")
    #expect(found.hint == "run `git lfs pull --include media/\(name)`")
    #expect(found.span != nil)
    #expect(result.diagnostics.filter { $0.severity == .error }.count == 1)
  }

  @Test func `files of a pattern are fetched by one command`() async {
    var world = TestWorld(project: "reel: 1\ntracks: {main: ['*.mp4']}\n")
    world.media = ["a.mp4", "b's.mp4", "c.mp4"].reduce(into: [:]) {
      $0[$1] = TestWorld.shelf["small.mp4"]
    }
    for name in ["a.mp4", "b's.mp4"] {
      world.problems[name] = .notFetched([Placeholder(.annex, named: name)])
    }
    let result = await world.compilation().plan()
    #expect(
      result.diagnostics.map(\.message) == [
        "'*.mp4' matches 2 files whose content has not been fetched, each a file of git-annex"
      ])
    #expect(result.diagnostics.first?.hint == "run `git annex get a.mp4 'b'\\''s.mp4'`")
  }
}
