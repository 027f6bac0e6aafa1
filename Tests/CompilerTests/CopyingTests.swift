// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Compiler
import Foundation
import Testing

/// What of a film is copied from a source, and why the rest is not.
@Suite struct CopyingTests {
  /// A record with one parameter set of each kind, whose numbers are `number`.
  static func record(number: Int) -> [UInt8] {
    // ue(v) of 0 is 1, of 1 is 010.
    let codes: [UInt8] = [0x80, 0x40]
    return [1, 100, 0, 31, 0xff, 0xe1, 0, 5, 0x67, 100, 0, 31, codes[number]]
      + [1, 0, 2, 0x68, codes[number]]
  }

  /// Footage of 30 frames a second with groups of pictures that begin at `starts` and end after `seconds`.
  static func take(
    _ starts: [Int64], seconds: Int64, record: [UInt8] = record(number: 0),
    obstacles: [Int64: String] = [:], obstacle: String? = nil, orientation: Orientation = .upright
  ) -> MediaFacts {
    var facts = TestWorld.footage(
      PixelSize(1280, 720), FrameRate(30), seconds: seconds, orientation: orientation, keys: starts)
    let groups = zip(starts, starts.dropFirst() + [seconds]).map { start, end in
      PictureGroup(
        start: Time(start), frames: Int(end - start) * 30, obstacle: obstacles[start])
    }
    facts.video?.coding = CodingFacts(
      profile: 100, level: 31, delay: 2, timeBase: Time(1, over: 15360), parameters: record,
      obstacle: obstacle, groups: groups)
    return facts
  }

  private func film(
    _ rest: String, takes: [String: MediaFacts], preset: String = "passthrough",
    file: String = "film.mp4"
  ) async throws -> FilmPlan {
    let world = TestWorld(
      project: "reel: 1\n\(rest)\noutputs: {film: {file: \(file), preset: \(preset)}}\n",
      media: TestWorld.shelf.merging(takes) { $1 })
    let result = await world.compilation().plan()
    let plan = try #require(result.product, "\(result.diagnostics)")
    guard case .film(let film)? = plan.outputs.first?.product else {
      throw CocoaError(.featureUnsupported)
    }
    return film
  }

  /// Stretches of the film of `tracks`, such as `copied 60..<120` or `30..<60 overlay 'a' lies over it`.
  private func stretches(
    _ rest: String, takes: [String: MediaFacts], preset: String = "passthrough",
    file: String = "film.mp4"
  ) async throws -> [String] {
    let film = try await film(rest, takes: takes, preset: preset, file: file)
    return film.segments.map {
      let place = "\($0.firstFrame)..<\($0.firstFrame + $0.frameCount)"
      return $0.isCopied
        ? "copied \(place)" : ([place] + $0.copyObstacles).joined(separator: " ")
    }
  }

  @Test func `whole groups between two cuts are copied`() async throws {
    let found = try await stretches(
      "tracks: {main: [{clip: take.mp4, range: 1s..13s}]}",
      takes: ["take.mp4": CopyingTests.take([0, 4, 7, 11], seconds: 15)])
    #expect(
      found == [
        "0..<90 only a part of the group of pictures 0.000 s .. 4.000 s is shown as it is",
        "copied 90..<300",
        "300..<360 only a part of the group of pictures 11.000 s .. 15.000 s is shown as it is",
      ])
  }

  @Test func `all of a source is copied when all of it is shown`() async throws {
    let take = CopyingTests.take([0, 4, 7, 11], seconds: 15)
    let found = try await stretches("tracks: {main: [take.mp4]}", takes: ["take.mp4": take])
    #expect(found == ["copied 0..<450"])
    let all = try await stretches(
      "tracks: {main: [take.mp4]}", takes: ["take.mp4": take], preset: "medium")
    #expect(!all.joined().contains("copied"))
  }

  @Test func `what lies under an overlay is encoded with the rest of its group`() async throws {
    let found = try await stretches(
      """
      tracks: {main: [take.mp4]}
      overlays: {sign: {image: logo.svg, during: 5s..6s}}
      """, takes: ["take.mp4": CopyingTests.take([0, 4, 7, 11], seconds: 15)])
    #expect(found.first == "copied 0..<120")
    #expect(found.last == "copied 210..<450")
    #expect(found.count == 3)
    #expect(found[1].hasPrefix("120..<210"))
    #expect(found[1].contains("overlay 'sign' lies over it"))
  }

  @Test func `a group that cannot be copied is encoded and says why`() async throws {
    let take = CopyingTests.take([0, 4, 7], seconds: 11, obstacles: [4: "open GOP"])
    let found = try await stretches("tracks: {main: [take.mp4]}", takes: ["take.mp4": take])
    #expect(found == ["copied 0..<120", "120..<210 open GOP at 4.000 s", "copied 210..<330"])
  }

  @Test(arguments: [
    ("canvas: {size: 640x360}", "size 1280x720, canvas 640x360"),
    ("canvas: {rate: 25}", "frame rate 30, canvas 25"),
  ])
  func `a canvas of another format is in the way`(canvas: String, reason: String) async throws {
    let found = try await stretches(
      "\(canvas)\ntracks: {main: [take.mp4]}",
      takes: ["take.mp4": CopyingTests.take([0, 4], seconds: 8)])
    #expect(found.allSatisfy { $0.hasSuffix(reason) }, "\(found)")
  }

  @Test func `an obstacle of the whole stream is told`() async throws {
    let take = CopyingTests.take([0, 4], seconds: 8, obstacle: "it is interlaced")
    let found = try await stretches("tracks: {main: [take.mp4]}", takes: ["take.mp4": take])
    #expect(found.allSatisfy { $0.hasSuffix("it is interlaced") }, "\(found)")
  }

  @Test func `takes with the same parameter sets, or of other numbers, are copied into one film`()
    async throws
  {
    let one = CopyingTests.take([0, 4], seconds: 8)
    let other = CopyingTests.take([0, 4], seconds: 8, record: CopyingTests.record(number: 1))
    let found = try await stretches(
      "tracks: {main: [one.mp4, two.mp4, other.mp4]}",
      takes: ["one.mp4": one, "two.mp4": one, "other.mp4": other])
    #expect(found == ["copied 0..<240", "copied 240..<480", "copied 480..<720"])
  }

  @Test func `of takes whose parameter sets clash the one with most to copy is copied`()
    async throws
  {
    let one = CopyingTests.take([0, 4], seconds: 8)
    var record = CopyingTests.record(number: 0)
    record[11] = 30
    let other = CopyingTests.take([0, 4], seconds: 12, record: record)
    let found = try await stretches(
      "tracks: {main: [one.mp4, other.mp4]}", takes: ["one.mp4": one, "other.mp4": other])
    #expect(found.last == "copied 240..<600")
    #expect(
      found.dropLast().allSatisfy {
        $0.hasSuffix("its parameter sets clash with another source's")
      })
  }

  @Test func `turned takes are copied into a film that is coded turned`() async throws {
    let tall = CopyingTests.take([0, 4, 7], seconds: 11, orientation: .rotate90)
    let made = try await film(
      "tracks: {main: [{clip: tall.mp4, range: 1s..}]}", takes: ["tall.mp4": tall])
    #expect(made.segments.map(\.isCopied) == [false, true])
    #expect(made.orientation == .rotate90)
    for segment in made.segments {
      #expect(segment.program.canvas.size == PixelSize(720, 1280))
      #expect(segment.program.codedSize == PixelSize(1280, 720))
      #expect(segment.program.orientation == .rotate90)
    }
    let upright = try await film(
      "tracks: {main: [take.mp4]}", takes: ["take.mp4": CopyingTests.take([0, 4], seconds: 8)])
    #expect(upright.orientation == nil)
  }

  @Test func `a film is turned as most of what could be copied is`() async throws {
    let takes = [
      "one.mp4": CopyingTests.take([0, 4], seconds: 8, orientation: .rotate180),
      "other.mp4": CopyingTests.take([0, 4], seconds: 9),
    ]
    let found = try await stretches("tracks: {main: [one.mp4, other.mp4]}", takes: takes)
    #expect(found.last == "copied 240..<510")
    #expect(
      found.dropLast().allSatisfy { $0.hasSuffix("it is turned otherwise than what is copied") })
    let even = try await film(
      "tracks: {main: [one.mp4, {clip: other.mp4, range: 0s..8s}]}", takes: takes)
    #expect(even.orientation == .rotate180)
  }

  @Test func `a turn that the project asks for is as good as one of the file`() async throws {
    let takes = ["take.mp4": CopyingTests.take([0, 4], seconds: 8, orientation: .rotate90)]
    for (degrees, orientation) in [(0, nil), (180, Orientation.rotate180), (270, .rotate270)] {
      let made = try await film(
        "assets: {a: {file: take.mp4, rotate: \(degrees)}}\ntracks: {main: [a]}", takes: takes)
      #expect(made.segments.map(\.isCopied) == [true])
      #expect(made.orientation == orientation)
    }
  }

  @Test func `what a container cannot say is turned upright`() async throws {
    let tall = CopyingTests.take([0, 4], seconds: 8, orientation: .rotate90)
    let found = try await stretches(
      "tracks: {main: [tall.mp4]}", takes: ["tall.mp4": tall], file: "film.mkv")
    #expect(
      found.allSatisfy {
        $0.hasSuffix("it is turned upright, and the film is neither mp4 nor mov")
      }, "\(found)")
  }

  @Test func `moving a cut changes no key beyond its group`() async throws {
    func keys(_ range: String) async throws -> [Fingerprint] {
      let world = TestWorld(
        project: """
          reel: 1
          tracks: {main: [{clip: take.mp4, range: \(range)}]}
          outputs: {film: {file: film.mp4, preset: passthrough}}

          """,
        media: ["take.mp4": CopyingTests.take([0, 4, 7, 11], seconds: 15)])
      guard case .film(let film)? = await world.compilation().plan().product?.outputs[0].product
      else { return [] }
      return film.segments.map(\.key)
    }
    let (one, other) = (try await keys("1s..13s"), try await keys("2s..13s"))
    #expect(one.count == 3 && one.dropFirst() == other.dropFirst())
    #expect(one[0] != other[0])
  }
}

/// Records of parameter sets.
@Suite struct AVCRecordTests {
  private let one: [UInt8] = [
    1, 100, 0, 31, 0xff, 0xe1, 0, 6, 0x67, 100, 0, 31, 0xac, 0xd9, 1, 0, 4, 0x68, 0xeb, 0xe3, 0xcb,
    0xfd, 0xf8, 0xf8, 0,
  ]

  @Test func `a record is written as it was read`() throws {
    #expect(try #require(AVCRecord(one)).bytes == one)
  }

  @Test func `what is cut off is no record`() {
    for count in 0..<21 { #expect(AVCRecord(Array(one[..<count])) == nil) }
    #expect(AVCRecord(one.map { _ in 0xff }) == nil)
  }

  @Test func `sets of other numbers go into one record, others of the same number do not`() throws {
    let record = try #require(AVCRecord(one))
    #expect(record.numbers?.sequences == [0])
    #expect(record.numbers?.pictures == [0])
    var other = record
    // The codes of 1 are 010.
    other.sequences[0][4] = 0x4c
    other.pictures[0][1] = 0x4b
    other.level = 40
    let merged = try #require(record.merged(with: other))
    #expect(merged.sequences.count == 2 && merged.pictures.count == 2)
    #expect(merged.numbers?.sequences == [0, 1])
    #expect(merged.level == 40)
    #expect(merged.merged(with: record) == merged)
    other.sequences[0][4] = 0xad
    #expect(record.merged(with: other) == nil)
  }
}
