// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// `reel cache` with the stores of real builds.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct CacheTests {
  private struct Amount: Decodable {
    var count: Int
    var bytes: Int64
  }

  private struct Report: Decodable {
    struct Row: Decodable {
      var kind: String
      var needed, unneeded, broken: Amount
    }
    var total: Amount
    var kinds: [Row]?
    var removed: [Row]?
    var left: Amount?
  }

  private func report(_ reel: Reel, _ options: [String] = []) async throws -> Report {
    let outcome = try await reel.run(["cache", "titles.reel.yaml", "--json"] + options)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Report.self, from: outcome.output)
  }

  @Test func aCacheIsEmptiedAndFilledAgain() async throws {
    let reel = try Reel()
    let options = try await Examples.copy("titles", into: reel, change: Examples.small)
    func build() async throws {
      let outcome = try await reel.run(["build", "--quiet"] + options, seconds: 300)
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(try await report(reel).total.count == 0)
    try await build()
    let film = try Data(contentsOf: URL(filePath: reel.folder / "film.mkv"))
    let full = try await report(reel)
    let kinds = try #require(full.kinds)
    for kind in ["segments", "sounds", "texts", "films"] {
      let row = try #require(kinds.first { $0.kind == kind }, "no \(kind)")
      #expect(row.needed.count > 0 && row.unneeded.count == 0 && row.broken.count == 0, "\(kind)")
    }

    // The film exists, so its files are not removed by age.
    let old = try await report(reel, ["--gc", "--older", "0s"])
    #expect(old.removed?.allSatisfy { $0.kind == "facts" } == true)
    let dry = try await report(reel, ["--gc", "--max-size", "0", "--dry-run"])
    #expect(dry.left?.count == 0)
    #expect(try await report(reel).total.count == dry.total.count)
    let all = try await report(reel, ["--gc", "--max-size", "0"])
    #expect(all.left?.bytes == 0)
    #expect(try await report(reel).total.count == 0)

    // The rebuilt film has the same bytes, so it keeps its time.
    let before = try FileManager.default.attributesOfItem(atPath: reel.folder / "film.mkv")
    try await build()
    let after = try FileManager.default.attributesOfItem(atPath: reel.folder / "film.mkv")
    #expect(try Data(contentsOf: URL(filePath: reel.folder / "film.mkv")) == film)
    #expect(before[.modificationDate] as? Date == after[.modificationDate] as? Date)
    #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)

    // Without the film nothing is needed.
    try FileManager.default.removeItem(atPath: reel.folder / "film.mkv")
    let left = try await report(reel)
    #expect(left.kinds?.allSatisfy { $0.needed.count == 0 } == true)
  }
}
