// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Optimizing changes how a film is made, but not the film.
@Suite(.serialized, .enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct OptimizationTests {
  @Test(arguments: Examples.names)
  func optimizedAndPlainFilmsAreTheSame(_ name: String) async throws {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    let options = try await Examples.copy(name, into: reel, change: Examples.small)
    var films: [String] = []
    for level in [["-O0"], []] {
      let outcome = try await reel.run(["build", "--quiet"] + options + level, seconds: 300)
      try #require(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
      let film = reel.folder / "film\(level.count).mkv"
      try FileManager.default.moveItem(atPath: reel.folder / "film.mkv", toPath: film)
      films.append(film)
    }
    let likeness = try await tools.likeness(of: films[0], and: films[1])
    let counts = [
      try await tools.frameDigests(of: films[0]).count,
      try await tools.frameDigests(of: films[1]).count,
    ]
    #expect(counts[0] > 0 && counts[0] == counts[1] && likeness.count == counts[0])
    let worst = likeness.enumerated().min { $0.element < $1.element }
    #expect((worst?.element ?? 0) >= 50, "frame \(worst?.offset ?? 0) differs most")
    guard try await MediaListing(films[0], with: tools, listsFrames: false).audio != nil else {
      return
    }
    let sounds = [try await tools.sound(of: films[0]), try await tools.sound(of: films[1])]
    #expect(sounds[0].count == sounds[1].count)
    #expect(sounds[0].likeness(to: sounds[1]) == .infinity)
  }
}
