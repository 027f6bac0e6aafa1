// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// `reel explain` with a range of film time.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct ExplainTests {
  @Test func aRangeTellsMoreOfWhatLiesInIt() async throws {
    let reel = try Reel()
    let options = try await Examples.copy("titles", into: reel, change: { _ in Examples.plain() })
    let file = options[0]
    let whole = try await reel.run(["explain"] + options)
    try #require(whole.status == 0, "\(whole.errors)")
    #expect(!whole.text.contains("key "))
    let part = try await reel.run(["explain", file, "1s..2s"] + options.dropFirst())
    try #require(part.status == 0, "\(part.errors)")
    #expect(part.text.contains("key "), "\(part.text)")
    // A clip with its source range and its line.
    #expect(
      part.text.contains(/clip '.+' 'media\/.+' \d+\.\d{3} s \.\. \d+\.\d{3} s \(.+:\d+\)/),
      "\(part.text)")
    let json = try await reel.run(["explain", file, "1s..2s", "--json"] + options.dropFirst())
    #expect(json.status == 0)
    #expect(json.text.split(separator: "\n").allSatisfy { $0.contains(#""contents":["#) })
  }

  @Test(arguments: ["nonsense", "3s", "5s..2s", "900s..", "nobody.start..", "", "..", "[1, 2]"])
  func whatIsNoRangeIsBadUsage(range: String) async throws {
    let reel = try Reel()
    let options = try await Examples.copy("titles", into: reel, change: { _ in Examples.plain() })
    let outcome = try await reel.run(["explain", options[0], range] + options.dropFirst())
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.errors.contains("error["), "\(outcome.errors)")
    #expect(outcome.text.isEmpty)
  }

  @Test func aWrongProjectIsNotBadUsage() async throws {
    let reel = try Reel()
    try reel.folder.write("reel: 1\ntracks:\n  main: [nowhere.mov]\n", to: "wrong.reel.yaml")
    #expect(try await reel.run(["explain", "wrong.reel.yaml", "nonsense"]).status == 1)
  }
}
