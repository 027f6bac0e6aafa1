// SPDX-License-Identifier: Apache-2.0

import Base
import Driver
import Foundation
import RenderProtocol
import Testing

@testable import Planning

/// The copied parts of a film, and the reasons against copying the others.
@Suite struct CopyingTests {
  /// A record with one parameter set of each kind, whose numbers are `number`.
  static func record(number: Int) -> [UInt8] {
    // ue(v) of 0 is 1, of 1 is 010.
    let codes: [UInt8] = [0x80, 0x40]
    return [1, 100, 0, 31, 0xff, 0xe1, 0, 5, 0x67, 100, 0, 31, codes[number]]
      + [1, 0, 2, 0x68, codes[number]]
  }

  /// Footage at 30 frames per second with groups of pictures that begin at `starts` and end after `seconds`.
  static func take(
    _ starts: [Int64], seconds: Int64, record: [UInt8] = record(number: 0),
    obstacles: [Int64: String] = [:], obstacle: String? = nil, codec: String = "h264",
    leading: Int = 0, size: PixelSize = PixelSize(1280, 720), color: ColorTags? = nil,
    pixels: String = "yuv420p", orientation: Orientation = .upright,
    sampleAspect: Time = Time(1)
  ) -> MediaFacts {
    var facts = TestWorld.footage(
      size, FrameRate(30), seconds: seconds, orientation: orientation, keys: starts)
    if let color { facts.video?.color = color }
    facts.video?.pixels = .test(pixels)
    facts.video?.sampleAspect = sampleAspect
    let groups = zip(starts, starts.dropFirst() + [seconds]).map { start, end in
      PictureGroup(
        start: Time(start), frames: Int(end - start) * 30,
        leading: start == starts[0] ? 0 : leading, obstacle: obstacles[start])
    }
    facts.video?.codec = codec
    facts.video?.coding = CodingFacts(
      profile: 100, level: 31, delay: 2, timeBase: Time(1, over: 15360), parameters: record,
      obstacle: obstacle, groups: groups)
    return facts
  }

  func film(
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

  /// Sections of the film of `tracks`, such as `copied 60..<120` or `30..<60 overlay 'a' lies over it`.
  func stretches(
    _ rest: String, takes: [String: MediaFacts], preset: String = "passthrough",
    file: String = "film.mp4"
  ) async throws -> [String] {
    let film = try await film(rest, takes: takes, preset: preset, file: file)
    return film.segments.map {
      let place = "\($0.firstFrame)..<\($0.firstFrame + $0.frameCount)"
      return $0.isCopied
        ? "copied \(place)" : "\(place) \($0.copyObstacles.map(\.text).joined(separator: "; "))"
    }
  }

  @Test func `whole groups between two cuts are copied`() async throws {
    let found = try await stretches(
      "tracks: {main: [{clip: take.mp4, range: 1s..13s}]}",
      takes: ["take.mp4": CopyingTests.take([0, 4, 7, 11], seconds: 15)])
    #expect(
      found == [
        "0..<90 only a part of the group of pictures from 0.000 s to 4.000 s of its source is shown as it is",
        "copied 90..<300",
        "300..<360 only a part of the group of pictures from 11.000 s to 15.000 s of its source is shown as it is",
      ])
  }

  @Test func `a source that is shown whole is copied whole`() async throws {
    let take = CopyingTests.take([0, 4, 7, 11], seconds: 15)
    let found = try await stretches("tracks: {main: [take.mp4]}", takes: ["take.mp4": take])
    #expect(found == ["copied 0..<450"])
    let all = try await stretches(
      "tracks: {main: [take.mp4]}", takes: ["take.mp4": take], preset: "medium")
    #expect(!all.joined().contains("copied"))
  }

  @Test func `frames under an overlay are encoded with the rest of their group`() async throws {
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

  @Test func `a fade encodes the groups that it touches`() async throws {
    let found = try await stretches(
      "tracks: {main: [{clip: take.mp4, fade: {in: 200ms, out: 500ms}}]}",
      takes: ["take.mp4": CopyingTests.take([0, 4, 7, 11], seconds: 15)])
    #expect(found.count == 3)
    #expect(found.first?.hasPrefix("0..<120 its opacity is less than 100%, as in a fade") == true)
    #expect(found[1] == "copied 120..<330")
    #expect(found.last?.hasPrefix("330..<450") == true)
  }

  @Test func `a group that cannot be copied is encoded, with a reason`() async throws {
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

  /// A take of standard definition with the tags `color`: matrix, primaries, transfer and range.
  private static func dated(_ color: String) -> MediaFacts {
    let tags = color.split(separator: " ").map { String($0) }
    return take(
      [0, 4], seconds: 6, size: PixelSize(720, 576),
      color: ColorTags(matrix: tags[0], primaries: tags[1], transfer: tags[2], range: tags[3]),
      pixels: tags[3] == "pc" ? "yuvj420p" : "yuv420p")
  }

  @Test(arguments: [
    "smpte170m smpte170m smpte170m tv", "bt470bg bt470bg bt470bg tv",
    "unknown unknown unknown unknown", "bt709 bt709 bt709 tv", "smpte170m bt709 bt709 pc",
    "unknown bt470bg bt709 pc",
  ])
  func `what comes first is copied whatever its colour`(_ color: String) async throws {
    let take = CopyingTests.dated(color)
    let found = try await stretches("tracks: {main: [take.mp4]}", takes: ["take.mp4": take])
    #expect(found == ["copied 0..<180"])
  }

  @Test(arguments: [
    ("bt709 bt709 bt709 tv", "colour bt709, canvas smpte170m"),
    ("smpte170m bt709 smpte170m pc", "colour range pc, canvas tv"),
    ("smpte170m bt2020 smpte170m tv", "colour primaries bt2020, canvas smpte170m"),
    ("bt470bg bt470bg bt470bg tv", "colour transfer bt470bg, canvas smpte170m"),
    ("unknown unknown smpte2084 tv", "colour transfer smpte2084, canvas smpte170m"),
    ("bt470bg bt470bg bt709 tv", nil), ("unknown unknown unknown unknown", nil),
  ])
  func `of takes of several colours those of the first's are copied`(
    _ color: String, _ obstacle: String?
  ) async throws {
    let takes = [
      "one.mp4": CopyingTests.dated("smpte170m smpte170m smpte170m tv"),
      "other.mp4": CopyingTests.dated(color),
    ]
    let found = try await stretches(
      "tracks: {main: [one.mp4, other.mp4, one.mp4]}", takes: takes)
    #expect(found.first == "copied 0..<180")
    #expect(found.last == "copied 360..<540")
    let between = obstacle.map { "180..<360 \($0)" } ?? "copied 180..<360"
    #expect(found.dropFirst().dropLast() == [between], "\(found)")
  }

  @Test func `a colour that follows from the size is explained by it`() async throws {
    let takes = [
      "one.mp4": CopyingTests.dated("bt709 bt709 bt709 tv"),
      "other.mp4": CopyingTests.dated("unknown unknown unknown unknown"),
    ]
    let found = try await stretches("tracks: {main: [one.mp4, other.mp4]}", takes: takes)
    #expect(found.last == "180..<360 colour smpte170m by its size, canvas bt709")
  }

  @Test func `an obstacle of the whole stream is reported`() async throws {
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

  @Test func `clashing parameter sets get numbers of their own`() async throws {
    func record(level: UInt8) -> [UInt8] {
      var record = CopyingTests.record(number: 0)
      record[11] = level
      return record
    }
    func take(_ level: UInt8) -> MediaFacts {
      CopyingTests.take([0, 4], seconds: 8, record: record(level: level))
    }
    let names = (1...32).map { "take\($0).mp4" }
    let takes = Dictionary(
      uniqueKeysWithValues: names.enumerated().map { ($1, take(UInt8(10 + $0))) })
    let world = TestWorld(
      project: """
        reel: 1
        tracks: {main: [\(names.joined(separator: ", ")), take1.mp4]}
        outputs: {film: {file: film.mp4, preset: passthrough}}

        """, media: TestWorld.shelf.merging(takes) { $1 })
    let result = await world.compilation().plan()
    guard case .film(let film)? = result.product?.outputs[0].product else {
      Issue.record("\(result.diagnostics)")
      return
    }
    let copied = film.segments.filter(\.isCopied)
    // The first keeps its number, again at the end; the highest number belongs to encoded segments.
    #expect(copied.map(\.encoding.copyNumber) == [nil] + (1...29).map { $0 } + [nil])
    let rest = film.segments.filter { !$0.isCopied }
    #expect(!rest.isEmpty)
    for segment in rest {
      #expect(
        segment.copyObstacles.map(\.text) == [
          "there are too many sources with parameter sets of their own"
        ])
      #expect(segment.encoding.options.contains { $0.value.hasSuffix(":sps-id=31") })
    }
    #expect(copied.allSatisfy { $0.otherwise == rest[0].encoding })
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
      found.dropLast().allSatisfy {
        $0.hasSuffix("it is turned differently from the copied stretches")
      })
    let even = try await film(
      "tracks: {main: [one.mp4, {clip: other.mp4, range: 0s..8s}]}", takes: takes)
    #expect(even.orientation == .rotate180)
  }

  @Test func `a turn in the project copies as well as one in the file`() async throws {
    let takes = ["take.mp4": CopyingTests.take([0, 4], seconds: 8, orientation: .rotate90)]
    for (degrees, orientation) in [(0, nil), (180, Orientation.rotate180), (270, .rotate270)] {
      let made = try await film(
        "assets: {a: {file: take.mp4, rotate: \(degrees)}}\ntracks: {main: [a]}", takes: takes)
      #expect(made.segments.map(\.isCopied) == [true])
      #expect(made.orientation == orientation)
    }
  }

  @Test func `clips are turned upright if the container cannot store a rotation`() async throws {
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

  // MARK: Other codecs

  /// HEVC footage, in which all groups except the first begin with `leading` frames that refer to the previous group.
  static func hevc(
    _ starts: [Int64], seconds: Int64, leading: Int = 0, number: Int = 0
  ) -> MediaFacts {
    take(
      starts, seconds: seconds, record: HEVCRecordTests.record(number: number).bytes, codec: "hevc",
      leading: leading)
  }

  @Test func `the codec follows what is copied`() async throws {
    let take = CopyingTests.hevc([0, 4, 7, 11], seconds: 15)
    let found = try await stretches("tracks: {main: [take.mp4]}", takes: ["take.mp4": take])
    #expect(found == ["copied 0..<450"])
    let both = try await stretches(
      "tracks: {main: [take.mp4, old.mp4]}",
      takes: ["take.mp4": take, "old.mp4": CopyingTests.take([0, 4], seconds: 8)])
    #expect(both.first == "copied 0..<450")
    #expect(both.dropFirst().allSatisfy { $0.hasSuffix("codec h264, output hevc") }, "\(both)")
    let asked = try await stretches(
      "tracks: {main: [take.mp4]}", takes: ["take.mp4": take],
      preset: "medium, copy: when-possible")
    #expect(asked.allSatisfy { $0.hasSuffix("codec hevc, output h264") }, "\(asked)")
  }

  @Test func `frames that refer to packets that are not copied are encoded`() async throws {
    let take = CopyingTests.hevc([0, 4, 7, 11], seconds: 15, leading: 3)
    let all = try await stretches("tracks: {main: [take.mp4]}", takes: ["take.mp4": take])
    #expect(all == ["copied 0..<450"])
    let cut = try await stretches(
      "tracks: {main: [{clip: take.mp4, range: 1s..11s}]}", takes: ["take.mp4": take])
    #expect(
      cut == [
        "0..<93 only a part of the group of pictures from 0.000 s to 4.000 s of its source is shown as it is; "
          + "open GOP at 4.000 s", "copied 93..<300",
      ])
    let within = try await stretches(
      "tracks: {main: [{clip: take.mp4, range: 4.05s..11s}]}", takes: ["take.mp4": take])
    #expect(within == ["0..<2 open GOP at 4.000 s", "copied 2..<209"])
  }

  @Test func `parameter sets of what is encoded have the highest number`() async throws {
    let world = TestWorld(
      project: """
        reel: 1
        tracks: {main: [{clip: take.mp4, range: 1s..13s}]}
        outputs: {film: {file: film.mp4, preset: passthrough}}

        """,
      media: ["take.mp4": CopyingTests.hevc([0, 4, 7, 11], seconds: 15, number: 1)])
    let film = try #require(await world.compilation().plan().product?.outputs[0].film)
    #expect(film.segments.map(\.encoding.encoder) == ["libx265", "copy", "libx265"])
    #expect(film.segments[0].encoding.setNumber == 15)
  }

  @Test func `AV1 is copied in whole films only`() async throws {
    let take = CopyingTests.take([0, 4, 7], seconds: 11, record: [0x81], codec: "av1")
    let all = try await stretches("tracks: {main: [take.mp4]}", takes: ["take.mp4": take])
    #expect(all == ["copied 0..<330"])
    let cut = try await stretches(
      "tracks: {main: [{clip: take.mp4, range: 1s..11s}]}", takes: ["take.mp4": take])
    #expect(
      cut.allSatisfy {
        $0.hasSuffix(
          "of codec av1 only whole films are copied; not all of this one can be: only a part of"
            + " the group of pictures from 0.000 s to 4.000 s of its source is shown as it is")
      }, "\(cut)")
    var wide = take
    wide.video?.pixels = .test("yuv422p")
    let none = try await stretches("tracks: {main: [take.mp4]}", takes: ["take.mp4": wide])
    #expect(none.allSatisfy { $0.contains("yuv422p, canvas yuv420p") }, "\(none)")
    let asked = try await stretches(
      "tracks: {main: [take.mp4]}", takes: ["take.mp4": take],
      preset: "medium, copy: when-possible")
    #expect(asked.allSatisfy { $0.hasSuffix("codec av1, output h264") }, "\(asked)")
  }

  @Test func `VP9 is copied beside what is encoded`() async throws {
    let take = CopyingTests.take([0, 4, 7], seconds: 11, record: [], codec: "vp9")
    let found = try await stretches(
      "tracks: {main: [{clip: take.mp4, range: 1s..11s}]}", takes: ["take.mp4": take])
    #expect(found.last == "copied 90..<300")
    #expect(found.count == 2)
    var clear = take
    clear.video?.hasAlpha = true
    let none = try await stretches("tracks: {main: [take.mp4]}", takes: ["take.mp4": clear])
    #expect(none.allSatisfy { $0.hasSuffix("0 it is transparent") }, "\(none)")
  }
}
