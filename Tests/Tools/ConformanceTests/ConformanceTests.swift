// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Every file of the media folder as a project of one clip, compared with an independent rendering.
@Suite(
  .serialized,
  .enabled(if: Places.media != nil, "there is no folder of real media; set REEL_MEDIA"),
  .enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct ConformanceTests {
  @Test(arguments: Expectation.all)
  func aClipIsWhatFFmpegMakesOfTheFile(_ expectation: Expectation) async throws {
    let media = try #require(Places.media)
    let tools = try #require(Places.ffmpeg)
    let result = try await ClipRun(expectation, media: media, tools: tools).result().description
    if Places.updatesGoldens, !expectation.allows(result) {
      var line = expectation
      line.result = result
      try line.record()
      Issue.record("recorded \(expectation.path): \(result)")
    } else {
      #expect(
        expectation.allows(result), "\(result), not \(expectation.result): \(expectation.reason)")
    }
  }

  @Test func everyFileIsExpectedToBecomeSomething() throws {
    let media = try #require(Places.media)
    let known = Expectation.all.map(\.path)
    for folder in ["rotation", "variety", "audio", "images", "malformed"] {
      for name in try FileManager.default.contentsOfDirectory(atPath: "\(media)/\(folder)").sorted()
      {
        #expect(known.contains("\(folder)/\(name)"), "Expected.txt has no line for it")
      }
    }
  }
}
