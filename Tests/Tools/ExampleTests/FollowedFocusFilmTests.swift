// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// A focus that follows a face in real footage, in frames that the middle of the picture would lose it in.
@Suite(.enabled(if: Places.media != nil, "there is no folder of real media; set REEL_MEDIA"))
struct FollowedFocusFilmTests {
  /// A line of `reel explain --json`.
  private struct Line: Decodable {
    var event: String
    var output: String?
    var focus: String?
  }

  /// Keyframes of a focus: times in seconds, and places across as shares.
  private func keys(_ focus: String) -> [(time: Double, x: Double)] {
    focus.split { "{},".contains($0) }.compactMap { entry in
      let parts = entry.split(separator: ":")
      let places = (parts.last ?? "").split(separator: " ")
      guard let x = places.first.flatMap({ Double($0.dropLast()) }) else { return nil }
      let time = parts.count > 1 ? Double(parts[0].split(separator: " ")[0].dropLast()) : 0
      return time.map { ($0, x / 100) }
    }
  }

  @Test func `a face is kept in sight where it is not in the middle`() async throws {
    let media = try #require(Places.media)
    let reel = try Reel()
    // A man works on the right of a machine, then comes to the left: seen from 20 s on at 20% to 36% of the width.
    let name = "tears_of_steel_332p24_70s.webm"
    let project = """
      reel: 1
      canvas: {size: 320x180, rate: 24, fit: cover}
      tracks: {main: [{clip: "\(media)/edit/\(name)", id: man, range: 13s..24s, focus: auto}]}
      outputs:
        story: {file: story.mp4, canvas: "9:16"}
        square: {file: square.mp4, canvas: "1:1"}

      """
    try reel.folder.write(project, to: "project.reel.yaml")
    let explain = ["explain", "project.reel.yaml", "--json", "--allow", media]
    let outcome = try await reel.run(explain, seconds: 300)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let lines = try outcome.text.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }.filter { $0.event == "focus" }
    #expect(lines.map(\.output) == ["story", "square"])
    for line in lines {
      let keys = keys(try #require(line.focus))
      // In the middle of the scene he is at the right of it, from 20 s on at the left.
      let last = try #require(keys.last { $0.time <= 8.5 })
      #expect(abs(last.x - 0.28) < 0.1, "\(line.focus ?? "")")
      #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.time < $1.time })
    }
    // What is known of the file is not looked for again, which would take longer.
    let again = try await reel.run(explain, seconds: 20)
    #expect(again.text == outcome.text)
  }
}
