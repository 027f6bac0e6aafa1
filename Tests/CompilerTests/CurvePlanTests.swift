// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Diagnostics
import Testing

@testable import Compiler
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

  @Test func `a clip that comes to rest on its way is not divided into more than it has frames`()
    async throws
  {
    let found = try await segments(
      "range: 0s..60s, speed: {0s: 1, 2s: 0 ease-out, 3s: 1 ease-in}")
    #expect(found.count < 60 && found.reduce(0, +) > 1700)
  }
}
