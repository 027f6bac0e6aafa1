// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// A quickly rendered project of a few segments and a sound, in its own folder.
struct SmallFilm {
  let reel: Reel

  /// The standard project of this kind, with an additional picture if `extra`.
  init(extra: Bool = false) throws {
    reel = try Reel()
    for (name, color) in [("red", "#c02020"), ("green", "#20a040"), ("blue", "#2040c0")] {
      try reel.folder.write(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="64" height="48">
          <rect width="64" height="48" fill="\(color)"/><circle cx="20" cy="24" r="12" fill="#fff"/>
        </svg>
        """, to: "\(name).svg")
    }
    try SmallFilm.tone.write(to: URL(filePath: reel.folder / "tone.wav"))
    try reel.folder.write(
      """
      reel: 1
      canvas: {size: 64x48, rate: 30}
      tracks:
        main: [red.svg, green.svg, blue.svg\(extra ? ", red.svg, green.svg" : "")]
        music:
          - {clip: tone.wav, loop: true, until: main.end}
      outputs:
        film: {file: film.mp4}
      """, to: "film.reel.yaml")
  }

  /// The result of a build.
  struct Build {
    var status: Int32
    var text: String
    var errors: String
    var film: Data?
    var seconds: Double

    /// The names of all events.
    var events: [String] { lines.compactMap { $0["event"] as? String } }
    /// Number of pieces rendered.
    var stored: Int { events.count { $0 == "stored" } }
    /// The shared store's statistics in the last line; nil if no store was used.
    subscript(name: String) -> Int? {
      (lines.last { $0["event"] as? String == "done" }?["store"] as? [String: Any])?[name] as? Int
    }

    private var lines: [[String: Any]] {
      text.split(separator: "\n").compactMap {
        (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
      }
    }
  }

  /// Builds it, from scratch unless `.reel` is kept.
  func build(_ options: [String] = [], keeping: Bool = false) async throws -> Build {
    let film = reel.folder / "film.mp4"
    try? FileManager.default.removeItem(atPath: film)
    if !keeping { try? FileManager.default.removeItem(atPath: reel.folder / ".reel") }
    let outcome = try await reel.run(["build", "film.reel.yaml", "--json"] + options)
    try #require(!outcome.isTimedOut, "\(outcome.text)\(outcome.errors)")
    return Build(
      status: outcome.status, text: outcome.text, errors: outcome.errors,
      film: try? Data(contentsOf: URL(filePath: film)),
      seconds: outcome.time / .seconds(1))
  }

  /// The number of damaged and leftover files in the store.
  func broken() async throws -> Int {
    let outcome = try await reel.run(["cache", "film.reel.yaml", "--json"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    struct Report: Decodable {
      struct Row: Decodable {
        struct Amount: Decodable { var count: Int }
        var broken: Amount
      }
      var kinds: [Row]
    }
    let report = try JSONDecoder().decode(Report.self, from: outcome.output)
    return report.kinds.reduce(0) { $0 + $1.broken.count }
  }

  /// A second of a tone: a WAV file of 16 bits, 48 kHz, one channel.
  private static let tone: Data = {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let samples = (0..<48_000).flatMap { number(($0 % 200 < 100 ? 1 : -1) * 4000, 2) }
    var bytes = Array("RIFF".utf8) + number(36 + samples.count, 4) + Array("WAVEfmt ".utf8)
    bytes += number(16, 4) + number(1, 2) + number(1, 2) + number(48_000, 4) + number(96_000, 4)
    bytes += number(2, 2) + number(16, 2) + Array("data".utf8) + number(samples.count, 4) + samples
    return Data(bytes)
  }()
}
