// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import RenderProtocol
import Testing

@testable import Planning

/// The start of the media segments of a stream.
@Suite struct StreamCutTests {
  private func starts(_ lengths: [Int], most: Int = 60) -> [Int] {
    StreamCuts(lengths: lengths, most: most).starts
  }

  @Test func `short pieces are joined up to the length that is wanted`() {
    #expect(starts([]) == [])
    #expect(starts([70, 40, 50]) == [0, 1, 2])
    #expect(starts([20, 20, 20], most: 60).count <= 3)
    let lengths = (0..<500).map { 5 + $0 * 7919 % 41 }
    let starts = starts(lengths)
    for (first, next) in zip(starts, starts.dropFirst() + [lengths.count]) {
      #expect(next == first + 1 || lengths[first..<next].reduce(0, +) <= 60)
    }
    // Two in a row are too long for one, but where a cut is fixed.
    #expect(starts.count < lengths.reduce(0, +) / 25)
  }

  @Test func `another length moves only cuts nearby`() {
    let lengths = (0..<500).map { 5 + $0 * 7919 % 41 }
    let before = Set(starts(lengths))
    for place in stride(from: 30, to: 470, by: 11) {
      var edited = lengths
      edited[place] += 3
      let moved = before.symmetricDifference(starts(edited)).sorted()
      for index in moved { #expect((place - 20...place + 20).contains(index)) }
    }
  }

  @Test func `a piece more moves only cuts nearby`() {
    let lengths = (0..<500).map { 5 + $0 * 7919 % 41 }
    let before = starts(lengths)
    for place in stride(from: 30, to: 470, by: 11) {
      var edited = lengths
      edited.insert(17, at: place)
      let after = starts(edited)
      #expect(before.filter { $0 < place - 20 } == after.filter { $0 < place - 20 })
      #expect(
        before.filter { $0 > place + 20 } == after.filter { $0 > place + 21 }.map { $0 - 1 })
    }
  }

  @Test func `an output's segments and length are in its plan`() async throws {
    func form(_ keys: String) async throws -> StreamForm {
      let text = """
        reel: 1
        canvas: {size: 640x360, rate: 30}
        tracks: {main: [{clip: long.mp4, range: 0s..40s}]}
        outputs: {a: {file: web/trip.m3u8\(keys)}}

        """
      let result = await TestWorld(project: text).compilation().plan()
      let plan = try #require(result.product, "\(result.diagnostics.map(\.message))")
      guard case .film(let film) = plan.outputs[0].product,
        case .stream(let form)? = film.delivery
      else { throw NoStream() }
      #expect(film.fileNames == ["trip.m3u8", "trip-video.m3u8", "trip-audio.m3u8"])
      return form
    }
    let usual = try await form("")
    #expect(usual.stem == "trip" && usual.length == Time(6))
    let long = try await form(", segment: 20s")
    #expect(long.length == Time(20) && long.starts.count < usual.starts.count)
  }

  private struct NoStream: Error {}
}
