// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import RenderGraph
import RenderProtocol
import Testing

@testable import Driver
@testable import Planning

/// Clips whose speed changes, from the file to the plan.
@Suite struct CurvePlanTests {
  /// The frames of the segments of a film of one clip, in order.
  private func segments(_ clip: String, _ more: String = "") async throws -> [Int] {
    let text = """
      reel: 1
      canvas: {size: 640x360, rate: 30}
      tracks: {main: [{clip: long.mp4, audio: off, \(clip)}]}
      \(more)

      """
    let result = await TestWorld(project: text).compilation().plan()
    let plan = try #require(result.product, "\(result.diagnostics.map(\.message))")
    guard case .film(let film) = try #require(plan.outputs.first).product else { return [] }
    return film.segments.map(\.frameCount)
  }

  @Test(arguments: [
    "range: 0s..20s, speed: -1 -> 0", "range: 0s..10s, speed: -1 -> 0",
    "range: 0s..20s, speed: 1 -> 0", "range: 0s..14s, speed: {0%: -1, 100%: 0 ease-in-out}",
  ])
  func `a clip may come to rest at the end of its range`(_ clip: String) async throws {
    let overlay = "overlays: {name: {text: Rome, during: 5s..}}"
    #expect(try await segments(clip, overlay).allSatisfy { $0 > 0 })
  }

  /// The streams that are read, each with the processing of its frames.
  private func streams(_ items: String, rate: Int) async throws -> Set<VideoStream> {
    let text = """
      reel: 1
      canvas: {size: 640x360, rate: \(rate)}
      tracks: {main: [\(items)]}

      """
    let result = await TestWorld(project: text).compilation().graph(at: .before("fold-identities"))
    let graph = try #require(result.product, "\(result.diagnostics.map(\.message))")
    return Set(
      graph.nodes.compactMap {
        if case .video(let stream) = $0.operation { stream } else { nil }
      })
  }

  @Test(arguments: [
    ("fields.mp4, range: 0s..1s", 25), ("fields.mp4, range: 0s..1s, deinterlace: off", 25),
    ("fields.mp4, range: 0s..1s, speed: 0.5, audio: off", 25),
    ("fields.mp4, range: 0s..1s, audio: off, speed: {0s: 1, 1s: 0, 2s: 1}", 25),
    ("wide.mp4, range: 0.51s..3s, speed: 2, interpolate: blend", 30),
    ("wide.mp4, range: 0s..3s, speed: 0.7, interpolate: motion", 30),
  ])
  func `a freeze makes of frames what the clip before it does`(_ clip: String, _ rate: Int)
    async throws
  {
    let alone = try await streams("{clip: \(clip)}", rate: rate)
    let held = try await streams("{clip: \(clip)}, {freeze: 1s}", rate: rate)
    #expect(alone.count == 1 && held == alone)
    if clip.contains("interpolate") { #expect(alone.first?.between != nil) }
    if clip.contains("speed: {") || clip.contains("0.5,") {
      #expect(alone.first?.fields == .fields)
    }
  }

  @Test(arguments: [
    ("speed: 0.2", ["dropped-sound"]), ("stretch: 300s", ["dropped-sound"]),
    ("speed: -5", ["dropped-sound"]), ("speed: 4", []), ("speed: 0.2, audio: off", []),
    ("speed: 9, pitch: keep", []), ("range: 0s..4s, speed: 1 -> 0", ["dropped-sound"]),
    ("range: 0s..4s, speed: {0s: 1, 2s: 1, 2.2s: 0, 3s: 0, 3.2s: 1}", []),
    ("range: 0s..4s, speed: 1 -> 0, pitch: follow", []),
  ])
  func `sound that is left out is said`(_ speed: String, _ codes: [String]) async {
    let text = "reel: 1\ntracks: {main: [{clip: long.mp4, \(speed)}]}\n"
    let result = await TestWorld(project: text).compilation().check()
    #expect(result.product != nil && result.diagnostics.map(\.code.name) == codes)
  }

  @Test func `a clip that comes to rest on its way is not divided into more than it has frames`()
    async throws
  {
    let found = try await segments(
      "range: 0s..60s, speed: {0s: 1, 2s: 0 ease-out, 3s: 1 ease-in}")
    #expect(found.count < 60 && found.reduce(0, +) > 1700)
  }
}
