// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Driver
import RenderProtocol
import Testing

@testable import Planning

/// Plans with a file for each picture.
@Suite struct PictureFileTests {
  private func plan(_ output: String) async throws -> (film: FilmPlan?, codes: [String]) {
    let text = """
      reel: 1
      canvas: {size: 640x360, rate: 30}
      tracks: {main: [{clip: long.mp4, range: 0s..20s, audio: off}]}
      outputs: {a: {\(output)}}

      """
    let result = await TestWorld(project: text).compilation().plan()
    guard case .film(let film)? = result.product?.outputs.first?.product else {
      return (nil, result.diagnostics.map(\.code.name))
    }
    return (film, result.diagnostics.map(\.code.name))
  }

  @Test func `each piece has the frames that are kept`() async throws {
    let all = try #require(try await plan("file: 'f/%05d.png'").film)
    #expect(all.fileNames.count == 600 && all.fileNames.last == "00600.png")
    let few = try #require(try await plan("file: 'f/%d.png', every: 2s, start-number: 0").film)
    #expect(few.fileNames == (0..<10).map { "\($0).png" })
    #expect(few.segments.map(\.filmFrames).reduce(0, +) <= 600)
    #expect(few.segments.allSatisfy { $0.program.parts.allSatisfy { $0.frameCount == 1 } })
    let rated = try #require(try await plan("file: 'f/%d.png', rate: 7").film)
    #expect(rated.fileNames.count == 140)
  }

  @Test func `numbers that do not fit are errors`() async throws {
    #expect(try await plan("file: 'f/%02d.png'").codes == ["many-pictures"])
    #expect(try await plan("file: 'f/%03d.png', start-number: 500").codes == ["many-pictures"])
    #expect(try await plan("file: 'f/%03d.png', rate: 60").codes == ["close-pictures"])
  }
}
