// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Sections cut from real footage by copying packets, compared frame by frame.
@Suite(
  .enabled(if: Places.media != nil, "there is no folder of real media; set REEL_MEDIA"),
  .enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct CutTests {
  private struct Interval: Decodable {
    var event: String
    var kind: String?
    var count: Int?
    var isCopied: Bool?
    var copyObstacles: [String]?
  }

  /// A file, a cut in milliseconds, and whether any packets can be copied.
  private static let cuts: [(String, Range<Int64>, Bool)] = [
    ("edit/bbb_720p24_82s.mp4", 5_510..<40_020, true),
    ("edit/bbb_720p24_82s.mp4", 0..<12_000, true),
    ("edit/timecode_speech_720p30_42s.mp4", 3_333..<30_007, true),
    ("edit/timecode_speech_720p30_42s.mp4", 11_050..<11_900, false),
  ]

  @Test(arguments: CutTests.cuts)
  func copiedFramesAreTheSourcesOwn(_ name: String, _ cut: Range<Int64>, _ canCopy: Bool)
    async throws
  {
    let media = try #require(Places.media)
    let tools = try #require(Places.ffmpeg)
    let source = media + "/" + name
    let reel = try Reel()
    let project = """
      reel: 1
      tracks: {main: [{clip: '\(source)', range: \(cut.lowerBound)ms..\(cut.upperBound)ms}]}
      outputs: {film: {file: film.mp4, preset: passthrough}}

      """
    let outcome = try await reel.build(project, allowing: [media], seconds: 240)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let told = try await reel.run(
      ["explain", "project.reel.yaml", "--json", "--allow", media])
    let intervals = try told.text.split(separator: "\n")
      .map { try JSONDecoder().decode(Interval.self, from: Data($0.utf8)) }
      .filter { $0.event == "stretch" && $0.kind == "picture" }
    let isCopied = intervals.flatMap {
      Array(repeating: $0.isCopied == true, count: $0.count ?? 0)
    }
    #expect(isCopied.contains(true) == canCopy, "\(intervals)")
    #expect(intervals.allSatisfy { $0.isCopied == true || !($0.copyObstacles ?? []).isEmpty })

    let listing = try await MediaListing(source, with: tools)
    let rate = try #require(Ratio(listing.video?.r_frame_rate))
    let originals = try await tools.frameDigests(of: source)
    let film = reel.folder / "film.mp4"
    let shown = try await tools.frameDigests(of: film)
    #expect(shown.count == isCopied.count)
    var wrong: [Int] = []
    for (index, digest) in shown.enumerated() where index < isCopied.count && isCopied[index] {
      let frame = try #require(
        listing.sourceFrame(at: index, rate: rate, startingAt: cut.lowerBound))
      if originals[frame] != digest { wrong.append(index) }
    }
    #expect(wrong.isEmpty)

    let made = try await MediaListing(film, with: tools)
    let steps = Set(zip(made.frames, made.frames.dropFirst()).map { $1.timestamp - $0.timestamp })
    #expect(steps.count == 1, "frames are not at a constant rate")
    let complaints = try await tools.ffmpeg.outcome(
      ["-nostdin", "-v", "warning", "-i", film, "-f", "null", "-"], seconds: 60)
    #expect(complaints.errors.isEmpty, "\(complaints.errors)")
  }
}
