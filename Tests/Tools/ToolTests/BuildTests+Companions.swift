// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Diagnostics
import Driver
import RenderProtocol
import Testing

@testable import Builder
@testable import Planning
@testable import reel

/// Outputs that show the same composed frames.
extension BuildTests {
  /// A film of segments of 1, 2, 3 … frames, whose encoders are `encoders`.
  private func film(_ name: String, _ encoders: [String], size: PixelSize? = nil) -> OutputPlan {
    var output = output(name, encoders, sound: nil)
    guard case .film(var film) = output.product else { return output }
    for index in film.segments.indices {
      var segment = film.segments[index]
      segment.program.parts[0].frameCount = index + 1
      segment.program.finish = size.map {
        OutputScaling(
          size: $0, crop: PixelRect(Self.canvas.size), box: PixelRect($0), background: .black,
          hasBackdrop: false)
      }
      film.segments[index] = PlannedSegment(
        key: Fingerprint(of: "\(name) \(index) \(encoders[index])"), program: segment.program,
        encoding: segment.encoding, firstFrame: index * (index + 1) / 2)
    }
    output.product = .film(film)
    return output
  }

  private static let small = PixelSize(32, 18)

  @Test func `segments of the same frames are rendered in one pass`() async throws {
    let (large, small) = (
      film("film", ["a", "b", "c", "d"]), film("small", ["e", "f", "g", "h"], size: Self.small)
    )
    let result = try await build([large, small])
    #expect(result.status == .done && result.amount.frames == 20)
    #expect(
      try playground.asked()
        == ["also e", "also f", "also g", "also h", "link", "link"]
        + ["a", "b", "c", "d"].map { "segment \($0)" })
    #expect(playground.text("film.mp4") == "segment a 1\nsegment b 2\nsegment c 3\nsegment d 4\n")
    #expect(playground.text("small.mp4") == "segment e 1\nsegment f 2\nsegment g 3\nsegment h 4\n")
    #expect(try await build([large, small]).amount.frames == 0)
  }

  @Test func `a segment whose frames are there in another shape is rendered by itself`()
    async throws
  {
    let large = film("film", ["a", "b", "c", "d"])
    _ = try await build([large])
    _ = try playground.asked()
    _ = try await build([large, film("small", ["e", "f", "g", "h"], size: Self.small)])
    #expect(try playground.asked() == ["link"] + ["e", "f", "g", "h"].map { "segment \($0)" })
  }

  @Test func `few segments are left to all renderers`() async throws {
    _ = try await build([film("film", ["a", "b"]), film("small", ["e", "f"], size: Self.small)])
    #expect(
      try playground.asked() == ["link", "link"] + ["a", "b", "e", "f"].map { "segment \($0)" })
  }

  @Test func `what breaks in one pass is made by itself, and says which output it is`() async throws
  {
    let result = try await build(
      [
        film("film", ["a", "b", "c", "d"]),
        film("small", ["e", "broken", "g", "h"], size: Self.small),
      ], keepsGoing: true)
    #expect(result.outputs.map(\.name) == ["film"])
    #expect(result.failures.map(\.output) == ["small"])
    #expect(playground.text("film.mp4") == "segment a 1\nsegment b 2\nsegment c 3\nsegment d 4\n")
  }

  @Test func `what breaks takes no other output with it`() async throws {
    let result = try await build(
      [
        film("film", ["a", "broken", "c", "d"]),
        film("small", ["e", "f", "g", "h"], size: Self.small),
      ], keepsGoing: true)
    #expect(result.outputs.map(\.name) == ["small"])
    #expect(result.failures.map(\.output) == ["film"])
    #expect(playground.text("small.mp4") == "segment e 1\nsegment f 2\nsegment g 3\nsegment h 4\n")
  }

  @Test func `a batch makes what two builds share once`() async throws {
    let batch = BuildBatch()
    let held = Fingerprint(of: "held")
    #expect(await batch.beginBeside(held))
    #expect(await !batch.beginBeside(held))
    await batch.end(held, isMade: false)
    // What broke for one is tried by the next.
    #expect(await batch.begin(held))
    await batch.end(held, isMade: true)
    #expect(await !batch.begin(held))
    #expect(await !batch.beginBeside(held))
  }
}
