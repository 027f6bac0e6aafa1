// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import LibAV
import RenderProtocol
import Testing

@testable import Audio
@testable import MediaIO

/// The findings in films that are decoded to their ends.
@Suite struct ExaminingTests {
  /// A grey picture with a white square at `x`.
  private func picture(_ luma: UInt8, square x: Int? = nil) throws -> Frame {
    let frame = try Frame(size: PixelSize(320, 180), format: .yuv420p)
    for plane in 0..<3 {
      let size = plane == 0 ? (320, 180) : (160, 90)
      frame.withPlane(plane) { pixels, stride in
        for y in 0..<size.1 {
          for column in 0..<size.0 {
            let isSquare =
              plane == 0 && x.map { ($0..<$0 + 40).contains(column) && y < 40 } ?? false
            pixels[y * stride + column] = plane > 0 ? 128 : isSquare ? 235 : luma
          }
        }
      }
    }
    return frame
  }

  private func found(_ pictures: [(luma: UInt8, square: Int?)]) throws -> FrameRangeFinder {
    var finder = FrameRangeFinder()
    for picture in pictures {
      finder.add(
        LumaGrid(try self.picture(picture.luma, square: picture.square)), isFullRange: false)
    }
    finder.finish()
    return finder
  }

  @Test func `black and still stretches are found where they are`() throws {
    let moving = (0..<10).map { (luma: UInt8(120), square: Int?(10 * $0)) }
    let finder = try found(
      moving + Array(repeating: (16, nil), count: 5) + moving
        + Array(repeating: (80, 100), count: 4))
    #expect(finder.black.map(\.frames) == [10..<15])
    #expect(finder.still.map(\.frames) == [10..<15, 25..<29])
    // One dark frame is no stretch, nor is a picture that is a little dark.
    #expect(try found(moving + [(16, nil)] + moving).black.isEmpty)
    #expect(try found(Array(repeating: (60, nil), count: 5)).black.isEmpty)
  }

  @Test func `what moves slowly does not stand still`() throws {
    let slow = (0..<40).map { (luma: UInt8(60 + $0), square: Int?.none) }
    #expect(try found(slow).still.isEmpty)
  }

  @Test func `frames that are shown for another time are found`() throws {
    func pace(_ times: [Int64]) -> ExaminedPictures {
      var meter = FrameTimingMeter(timeBase: Time(1, over: 1000))
      for time in times { meter.add(time) }
      var pictures = ExaminedPictures()
      meter.finish(&pictures)
      return pictures
    }
    // 30 frames a second in milliseconds.
    let even = pace((0..<300).map { ($0 * 1000 + 15) / 30 })
    #expect(even.unevenCount == 0 && even.uneven.isEmpty)
    let interval = try #require(even.interval)
    #expect((interval - Time(1, over: 30)).magnitude < Time(1, over: 20_000))
    let hole = pace([0, 40, 80, 160, 200, 240])
    #expect(hole.unevenCount == 1)
    #expect(hole.uneven == [.init(frame: 2, time: Time(2, over: 25), interval: Time(2, over: 25))])
    // As many lengths as there are frames take no more memory than is allowed.
    #expect(pace((0..<5000).map { $0 * $0 }).unevenCount > 4900)
    #expect(pace([]).interval == nil && pace([7]).interval == nil)
  }

  @Test func `a sound that is shifted is found by how much, and where`() throws {
    var state: UInt64 = 88_172_645_463_325_252
    func random() -> Float {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Float(state % 2000) / 1000 - 1
    }
    let rate = 8000
    // Bursts of noise.
    var sound: [Float] = []
    while sound.count < 40 * rate {
      let level: Float = abs(random()) > 0.6 ? 0.5 : 0.01
      for _ in 0..<(rate / 10) { sound.append(level * random()) }
    }
    func shifts(_ film: [Float]) -> [AudioShift] {
      var finder = ShiftFinder(rate: rate)
      for start in stride(from: 0, to: sound.count, by: 4096) {
        let end = min(sound.count, start + 4096)
        finder.add(
          AudioBuffer(channels: [Array(film[start..<end])]),
          AudioBuffer(channels: [Array(sound[start..<end])]))
      }
      return finder.finish()
    }
    let same = shifts(sound)
    #expect(same.count == 3 && same.allSatisfy { $0.shift == .zero && $0.likeness > 0.99 })
    #expect(same.map(\.range.start) == [.zero, Time(15), Time(30)])
    let late = shifts(Array(repeating: 0, count: rate / 10) + sound.dropLast(rate / 10))
    #expect(late.allSatisfy { $0.shift == Time(1, over: 10) && $0.likeness > 0.9 }, "\(late)")
    let early = shifts(sound.dropFirst(rate / 4) + Array(repeating: 0, count: rate / 4))
    #expect(early.dropLast().allSatisfy { $0.shift == -Time(1, over: 4) }, "\(early)")
    #expect(shifts(Array(repeating: 0, count: sound.count)).isEmpty)
  }

  /// A steady tone is as alike some periods further on: it has its place by where it begins, and where another one follows.
  @Test func `a steady tone that is late has its place by its onset and by cuts`() throws {
    let rate = 48_000
    func tone(_ frequency: Double, _ seconds: Range<Int>) -> [Float] {
      (seconds.lowerBound * rate..<seconds.upperBound * rate).map {
        Float(0.3 * sin(2 * .pi * frequency * Double($0) / Double(rate)))
      }
    }
    func match(_ film: [Float], _ plan: [Float]) -> AudioMatch {
      var meter = MatchMeter(rate: rate, channels: 1)
      for start in stride(from: 0, to: plan.count, by: 4096) {
        let part = start..<min(plan.count, start + 4096)
        meter.add(
          AudioBuffer(channels: [Array(film[part])]), AudioBuffer(channels: [Array(plan[part])]))
      }
      return meter.finish()
    }
    let delay = 30 * rate / 1000
    // Noise as of coding, 40 dB below.
    var state: UInt32 = 5
    func coded(_ sound: [Float]) -> [Float] {
      sound.map {
        state = state &* 1_664_525 &+ 1_013_904_223
        return $0 + 0.004 * (Float(state >> 8) / Float(1 << 24) - 0.5)
      }
    }
    for plan in [
      tone(440, 0..<5), tone(110, 0..<5), tone(330, 0..<5), tone(440, 0..<2) + tone(262, 2..<5),
      zip(tone(262, 0..<5), tone(392, 0..<5)).map { $0 + $1 },
    ] {
      let right = match(coded(plan), plan)
      #expect(right.shift == nil && right.shifts.isEmpty, "\(right.shifts)")
      let late = match(
        coded(Array(repeating: 0, count: delay) + plan.dropLast(delay)), plan)
      let shift = try #require(late.shift)
      #expect((shift.shift - Time(3, over: 100)).magnitude <= Time(1, over: 1000), "\(shift)")
      #expect(shift.likeness > shift.likenessInPlace, "\(shift)")
    }
  }

  /// Coding may leave half of a lone click, here and there; what is cut off is alike.
  @Test func `lone clicks that coding changes are not cut off, and cut ones are`() {
    let rate = 48_000
    var state: UInt32 = 9
    func random() -> Float {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(state >> 8) / Float(1 << 24)
    }
    let plan = (0..<rate / 2).map { $0 % 12_000 < 96 ? random() - 0.5 : 0.001 * (random() - 0.5) }
    func crest(_ film: [Float]) -> Int16 {
      var meter = MatchMeter(rate: rate, channels: 1)
      meter.add(AudioBuffer(channels: [film]), AudioBuffer(channels: [plan]))
      return meter.finish().crests.first ?? 0
    }
    let coded = plan.map { abs($0) > 0.35 ? $0 * (random() < 0.55 ? 0.75 : -0.2) : $0 }
    #expect(crest(coded) >= 650)
    #expect(crest(plan.map { max(-0.15, min(0.15, $0)) }) < 650)
  }

  /// Two tones that swell, one on each channel.
  private func channels(_ change: ([Float], [Float]) -> [[Float]]) -> AudioMatch {
    let rate = 8000
    func tone(_ frequency: Double, _ swell: Double) -> [Float] {
      (0..<4 * rate).map {
        let time = Double($0) / Double(rate)
        return Float(0.3 * sin(2 * .pi * frequency * time) * (0.6 + 0.4 * sin(swell * time)))
      }
    }
    let (left, right) = (tone(440, 5), tone(1300, 3))
    var meter = MatchMeter(rate: rate, channels: 2)
    meter.add(
      AudioBuffer(channels: change(left, right)), AudioBuffer(channels: [left, right]))
    return meter.finish()
  }

  @Test func `each channel is compared with its own and with the others`() {
    func all(_ values: [Int16], _ accepted: ClosedRange<Int16>) -> Bool {
      values.count == 16 && values.allSatisfy { accepted.contains($0) }
    }
    let same = channels { [$0, $1] }.channels
    #expect(same.count == 2)
    for channel in same {
      #expect(channel.own == channel.planned && all(channel.likeness, 999...1000), "\(channel)")
      #expect(all(channel.otherLikeness, -100...100), "\(channel)")
    }
    let dead = channels { [$0, $1.map { _ in 0 }] }.channels
    #expect(dead[0] == same[0])
    #expect(dead[1].planned == same[1].planned && all(dead[1].likeness, 0...0))
    #expect(zip(dead[1].own, dead[1].planned).allSatisfy { $0 < $1 - 2500 })
    let inverted = channels { [$0, $1.map { -$0 }] }.channels
    #expect(all(inverted[0].likeness, 999...1000) && all(inverted[1].likeness, -1000 ... -999))
    let swapped = channels { [$1, $0] }.channels
    for (index, channel) in swapped.enumerated() {
      #expect(all(channel.likeness, -100...100) && all(channel.otherLikeness, 999...1000))
      #expect(channel.other.allSatisfy { Int($0) == 1 - index })
    }
    let quieter = channels { [$0, $1.map { $0 / 2 }] }.channels
    #expect(all(quieter[1].likeness, 999...1000))
    #expect(zip(quieter[1].own, quieter[1].planned).allSatisfy { abs($1 - $0 - 602) < 5 })
  }

  private func boxes(_ bytes: [UInt8]) throws -> MovieBoxes? {
    let path = NSTemporaryDirectory() + "reel-boxes-\(UUID().uuidString)"
    try Data(bytes).write(to: URL(filePath: path))
    let file = open(path, O_RDONLY)
    unlink(path)
    defer { close(file) }
    return MovieBoxScan.boxes(of: file, size: Int64(bytes.count))
  }

  private func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let size = UInt32(body.count + 8)
    return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array(name.utf8)
      + body
  }

  /// A file with one track of pictures that begins with a pause of a second.
  private var movie: [UInt8] {
    func number(_ value: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
    let edits =
      number(0) + number(2) + number(1000) + number(-1) + [0, 1, 0, 0] + number(5000) + number(1024)
      + [0, 1, 0, 0]
    let header = box("mvhd", [UInt8](repeating: 0, count: 12) + number(1000))
    let media =
      box("mdhd", [UInt8](repeating: 0, count: 12) + number(12_800))
      + box("hdlr", [UInt8](repeating: 0, count: 8) + Array("vide".utf8))
      + box(
        "minf", box("stbl", box("stsd", number(0) + number(1) + number(16) + Array("avc1".utf8))))
    let track = box("trak", box("edts", box("elst", edits)) + box("mdia", media))
    return box("ftyp", Array("isom".utf8)) + box("moov", header + track)
      + box("mdat", [UInt8](repeating: 7, count: 100))
  }

  @Test func `boxes say what players differ in`() throws {
    let found = try #require(try boxes(movie))
    #expect(found.brand == "isom" && found.isIndexFirst == true && !found.isFragmented)
    let track = try #require(found.tracks.first)
    #expect(track.handler == "vide" && track.tag == "avc1")
    #expect(
      track.edits == [
        .init(duration: Time(1), start: nil, isPlain: true),
        .init(duration: Time(5), start: Time(1024, over: 12_800), isPlain: true),
      ])
    #expect(try boxes(Array("no boxes at all".utf8)) == nil)
  }

  @Test func `boxes with any bytes are read without harm`() throws {
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    let whole = movie
    for _ in 0..<400 {
      var bytes = whole
      for _ in 0..<8 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[8 + Int(state >> 33) % (bytes.count - 8)] = UInt8(truncatingIfNeeded: state >> 17)
      }
      let found = try boxes(Array(bytes.prefix(whole.count - Int(state >> 60))))
      #expect((found?.tracks.count ?? 0) <= 64)
    }
  }
}
