// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import RenderProtocol
import Testing

@testable import Planning

/// Plans of animations.
@Suite struct AnimationPlanTests {
  private func plan(
    _ output: String, rate: Int = 25
  ) async throws -> (film: FilmPlan?, form: AnimationForm?, kind: String?, codes: [String]) {
    let text = """
      reel: 1
      canvas: {size: 640x360, rate: \(rate)}
      tracks: {main: [{clip: long.mp4, range: 0s..10s, audio: off}]}
      outputs: {a: {\(output)}}

      """
    let result = await TestWorld(project: text).compilation().plan()
    let codes = result.diagnostics.map(\.code.name)
    let made = result.product?.outputs.first
    guard case .film(let film)? = made?.product, case .animation(let form)? = film.delivery else {
      return (nil, nil, nil, codes)
    }
    return (film, form, made?.kind, codes)
  }

  @Test func `pictures are shown at their times`() async throws {
    let made = try await plan("file: a.gif, rate: 12, size: 320x180")
    let form = try #require(made.form)
    #expect(made.film?.pictureCount == 120 && form.size == PixelSize(320, 180))
    #expect(form.plays == 0 && made.kind == "animation of 120 pictures")
    // A twelfth of a second is 8.33 hundredths.
    #expect(
      (0...4).map { form.tick($0, of: 120, perSecond: 100) } == [0, 8, 17, 25, 33])
    #expect(form.tick(120, of: 120, perSecond: 100) == 1000)
    #expect(made.film?.fileNames == ["a.gif"] && made.film?.targetNames == [])
  }

  @Test func `a GIF has at most fifty pictures a second`() async throws {
    #expect(try await plan("file: a.gif", rate: 60).form?.step == Time(1, over: 30))
    #expect(try await plan("file: a.webp", rate: 60).form?.step == Time(1, over: 60))
    #expect(try await plan("file: a.gif, rate: 60", rate: 60).codes == ["close-pictures"])
  }

  @Test func `an encoder that this machine lacks is an error`() async throws {
    #expect(try await plan("file: a.webp, size: 64x36").codes.isEmpty)
    #expect(try await plan("file: a.avif").codes == ["no-encoder"])
  }
}
