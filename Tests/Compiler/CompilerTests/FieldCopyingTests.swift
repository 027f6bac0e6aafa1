// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import RenderProtocol
import Testing

@testable import Planning

/// The interlaced takes that are copied into one film.
extension CopyingTests {
  private static func take(_ fields: FieldOrder?, seconds: Int64 = 8) -> MediaFacts {
    var take = take([0, 4], seconds: seconds)
    take.video?.coding?.fields = fields
    return take
  }

  @Test(arguments: [(FieldOrder.top, ":tff=1"), (.bottom, ":bff=1")])
  func `what is encoded beside interlaced packets is interlaced alike`(
    _ fields: FieldOrder, _ option: String
  ) async throws {
    let made = try await film(
      "tracks: {main: [{clip: take.mp4, range: 1s..}]}",
      takes: ["take.mp4": CopyingTests.take(fields)])
    #expect(made.segments.map(\.isCopied) == [false, true])
    #expect(made.segments.allSatisfy { $0.encoding.fields == fields })
    let encoding = made.segments[0].encoding
    #expect(encoding.options.contains { $0.value.hasSuffix(":sps-id=31" + option) })
    #expect(made.segments[1].otherwise == encoding)
  }

  @Test func `a film that copies nothing is progressive`() async throws {
    let take = CopyingTests.take(.top)
    for project in [
      "tracks: {main: [{clip: take.mp4, range: 1s..3s}]}",
      "canvas: {size: 640x360}\ntracks: {main: [take.mp4]}",
    ] {
      let made = try await film(project, takes: ["take.mp4": take])
      #expect(made.segments.allSatisfy { !$0.isCopied && $0.encoding.fields == nil })
      let options = made.segments.flatMap(\.encoding.options)
      #expect(!options.contains { $0.value.contains("tff") })
    }
  }

  private static let mixtures: [(FieldOrder?, FieldOrder?, String)] = [
    (.top, nil, "progressive, film interlaced"), (nil, .bottom, "interlaced, film progressive"),
    (.bottom, .top, "top field first, film bottom field first"),
  ]

  @Test(arguments: mixtures)
  func `a film is interlaced as most of what could be copied is`(
    _ most: FieldOrder?, _ least: FieldOrder?, _ reason: String
  ) async throws {
    let takes = [
      "one.mp4": CopyingTests.take(least), "other.mp4": CopyingTests.take(most, seconds: 9),
    ]
    let found = try await stretches("tracks: {main: [one.mp4, other.mp4]}", takes: takes)
    #expect(found.last == "copied 240..<510")
    #expect(!found.dropLast().isEmpty)
    #expect(found.dropLast().allSatisfy { $0.hasSuffix(" " + reason) }, "\(found)")
    let even = try await film(
      "tracks: {main: [one.mp4, {clip: other.mp4, range: 0s..8s}]}", takes: takes)
    #expect(even.segments.allSatisfy { $0.encoding.fields == least })
    #expect(even.segments.first?.isCopied == true)
  }

  @Test func `turns and fields are weighed together`() async throws {
    var turned = CopyingTests.take(.top, seconds: 6)
    turned.video?.orientation = .rotate180
    let takes = [
      "turned.mp4": turned, "one.mp4": CopyingTests.take(.top, seconds: 5),
      "other.mp4": CopyingTests.take(nil, seconds: 7),
    ]
    let made = try await film(
      "tracks: {main: [turned.mp4, one.mp4, other.mp4]}", takes: takes)
    #expect(made.orientation == nil)
    let copied = made.segments.filter(\.isCopied)
    #expect(copied.reduce(0) { $0 + $1.frameCount } == 210)
    #expect(copied.allSatisfy { $0.encoding.fields == nil })
  }

  @Test(
    arguments: [
      ("passthrough", "720x576", false), ("passthrough", "720x480", true),
      ("medium", "720x576", true),
    ])
  func `what is combed is said to be`(_ preset: String, _ size: String, _ isCombed: Bool)
    async throws
  {
    var take = CopyingTests.take([0, 4], seconds: 6, size: PixelSize(720, 576))
    take.video?.coding?.fields = .top
    let world = TestWorld(
      project: """
        reel: 1
        canvas: {size: \(size), rate: 30}
        tracks: {main: [take.mp4, take.mp4]}
        outputs: {film: {file: film.mp4, preset: \(preset)}}

        """, media: ["take.mp4": take])
    let words = await world.compilation().plan().diagnostics.map { $0.message }
    #expect(words.filter { $0.contains("combed") }.count == (isCombed ? 1 : 0), "\(words)")
  }
}
