// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// A hundred cuts at odd times, frame by frame and sample by sample.
@Suite(
  .enabled(if: Places.media != nil, "there is no folder of real media; set REEL_MEDIA"),
  .enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct JumpCutTests {
  /// Piece n of the source, in milliseconds: not a whole number of frames, and never adjacent.
  private static func piece(_ index: Int64) -> Range<Int64> {
    let start = 7 + index * 421
    return start..<(start + 251 + index * 37 % 101)
  }

  @Test func everyFrameAndSampleOfAHundredPiecesIsTheRightOne() async throws {
    let media = try #require(Places.media)
    let tools = try #require(Places.ffmpeg)
    let source = media + "/edit/timecode_speech_720p30_42s.mp4"
    let pieces = (0..<100).map { JumpCutTests.piece($0) }

    let reel = try Reel()
    var project = "reel: 1\nassets: {speech: '\(source)'}\ntracks:\n  main:\n"
    for (index, piece) in pieces.enumerated() {
      project +=
        "    - {clip: speech, id: piece\(index), range: \(piece.lowerBound)ms..\(piece.upperBound)ms}\n"
    }
    project += "outputs:\n  film: {file: film.mkv, preset: lossless}\n"
    let outcome = try await reel.build(project, allowing: [media], seconds: 240)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let film = reel.folder / "film.mkv"

    let listing = try await MediaListing(source, with: tools)
    let originals = try await tools.frameDigests(of: source)
    try #require(originals.count == listing.frames.count)
    let shown = try await tools.frameDigests(of: film)

    var expected: [Int] = []
    var starts: [Int] = []
    var total: Int64 = 0
    for piece in pieces {
      // Starts and ends are the exact cumulative sum, rounded half up to a frame.
      let start = JumpCutTests.frame(total)
      total += Int64(piece.count)
      starts.append(start)
      for index in 0..<(JumpCutTests.frame(total) - start) {
        expected.append(
          try #require(
            listing.sourceFrame(at: index, rate: Ratio(30), startingAt: piece.lowerBound)))
      }
    }
    #expect(shown.count == expected.count)
    let wrong = zip(shown, expected).enumerated().filter { $0.element.0 != originals[$0.element.1] }
    #expect(
      wrong.isEmpty,
      """
      \(wrong.count) wrong frames, the first is \(wrong.first?.offset ?? 0), \
      it should be source frame \(wrong.first?.element.1 ?? 0)
      """)

    let own = try await tools.sound(of: film)
    let other = try await tools.sound(of: source)
    #expect(own.count == (shown.count * 48_000 + 29) / 30)
    for (index, piece) in pieces.enumerated() {
      // Joins may be smoothed over a few milliseconds, so the edges are skipped.
      let length = Int(piece.count) * 48 - 4 * 480
      let (from, to) = (starts[index] * 1600 + 480, Int(piece.lowerBound) * 48 + 480)
      let (heard, meant) = (own[from..<(from + length)], other[to..<(to + length)])
      // Near silence, only rounding differences are allowed.
      #expect(
        meant.likeness(to: heard) >= 60 || meant.difference(from: heard) < -95,
        "piece \(index) sounds otherwise")
    }
  }

  /// The frame nearest to a time in milliseconds at 30 frames per second.
  private static func frame(_ milliseconds: Int64) -> Int {
    Int((milliseconds * 30 * 2 + 1000) / 2000)
  }
}
