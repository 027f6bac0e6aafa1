// SPDX-License-Identifier: Apache-2.0

import Base
import Driver
import RenderProtocol
import Testing

@testable import Planning

/// Packets copied from sources with non-square pixels.
@Suite struct StretchedCopyTests {
  private let coded = PixelSize(1440, 1080)
  private let shown = PixelSize(1920, 1080)

  private func take(
    _ size: PixelSize = PixelSize(1440, 1080), _ aspect: Time = Time(4, over: 3),
    _ orientation: Orientation = .upright
  ) -> MediaFacts {
    CopyingTests.take(
      [0, 4, 7], seconds: 11, size: size, orientation: orientation, sampleAspect: aspect)
  }

  private func film(_ rest: String, _ takes: [String: MediaFacts]) async throws -> FilmPlan {
    try await CopyingTests().film(rest, takes: takes)
  }

  @Test func `untouched frames next to a cut have the pixels of their source`() async throws {
    let made = try await film(
      "tracks: {main: [{clip: take.mp4, range: 1s..}]}", ["take.mp4": take()])
    #expect(made.segments.map(\.isCopied) == [false, true])
    #expect(made.sampleAspect == Time(4, over: 3))
    for segment in made.segments {
      #expect(segment.program.canvas.size == coded)
      #expect(segment.program.codedSize == coded)
      #expect(segment.program.sampleAspect == Time(4, over: 3))
      #expect(segment.program.read != nil)
    }
  }

  @Test func `overlays on stretched clips are drawn with square pixels`() async throws {
    let made = try await film(
      """
      tracks: {main: [{clip: take.mp4, range: 0s..10s}]}
      overlays: {sign: {image: logo.svg, during: 5s..6s}}
      """, ["take.mp4": take()])
    #expect(made.segments.map(\.isCopied) == [true, false, false, false])
    let sign = try #require(made.segments.dropFirst().first { $0.program.finish != nil }).program
    #expect(sign.canvas.size == shown)
    #expect(sign.finish?.crop == PixelRect(shown))
    #expect(sign.finish?.box == PixelRect(coded))
    #expect(sign.codedSize == coded)
    #expect(made.segments.filter { $0.program.finish != nil }.map(\.frameCount) == [30])
    #expect(made.segments.reduce(0) { $0 + $1.frameCount } == 300)
    #expect(made.segments.allSatisfy { $0.program.sampleAspect == Time(4, over: 3) })
  }

  @Test func `turned ones are stretched as they are coded`() async throws {
    let made = try await film(
      "tracks: {main: [{clip: take.mp4, range: 1s..}]}",
      ["take.mp4": take(coded, Time(4, over: 3), .rotate90)])
    #expect(made.segments.map(\.isCopied) == [false, true])
    #expect(made.orientation == .rotate90)
    // Drawn pictures are rotated upright, and back in the complete frame.
    #expect(made.segments[0].program.pictures.map(\.steps) == [[.orient(.rotate90)]])
    #expect(made.segments[1].program.pictures.map(\.steps) == [[]])
    for segment in made.segments {
      #expect(segment.program.canvas.size == PixelSize(1080, 1440))
      #expect(segment.program.codedSize == coded)
    }
  }

  @Test func `of several shapes the one with most frames is copied`() async throws {
    let takes = ["wide.mp4": take(), "square.mp4": take(shown, Time(1))]
    let found = try await CopyingTests().stretches(
      "tracks: {main: [wide.mp4, {clip: square.mp4, range: 0s..4s}]}", takes: takes)
    #expect(
      found == [
        "copied 0..<330", "330..<450 it is stretched differently from the copied stretches",
      ])
    let other = try await film(
      "tracks: {main: [{clip: wide.mp4, range: 0s..4s}, square.mp4]}", takes)
    #expect(other.segments.map(\.isCopied) == [false, true])
    #expect(other.segments[0].program.codedSize == shown)
    #expect(other.sampleAspect == nil)
  }

  @Test func `on a canvas of the coded size turned clips are not untouched`() async throws {
    let found = try await CopyingTests().stretches(
      "canvas: {size: 1440x1080, rate: 30}\ntracks: {main: [take.mp4]}", takes: ["take.mp4": take()]
    )
    #expect(
      found.allSatisfy { $0.hasSuffix("size 1920x1080 in square pixels, canvas 1440x1080") },
      "\(found)")
  }

  @Test(arguments: [Orientation.upright, .rotate90])
  func `what is laid out otherwise is not untouched`(_ orientation: Orientation) async throws {
    let found = try await CopyingTests().stretches(
      "tracks: {main: [{clip: take.mp4, size: 50%, position: [0%, 0%], anchor: top-left}]}",
      takes: ["take.mp4": take(coded, Time(4, over: 3), orientation)])
    #expect(found.allSatisfy { $0.hasSuffix("it is scaled") }, "\(found)")
  }
}
