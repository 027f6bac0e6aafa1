// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import Kernels
import RenderProtocol
import Testing

@testable import Compositor
@testable import MediaIO

/// The frames that are shown at another speed, by ffprobe's list of their times.
@Suite(.enabled(if: Footage.isThere, "the media folder is not there"))
struct SpeedTests {
  private static let size = PixelSize(64, 36)

  /// Those of the sample; all that can be decoded where `REEL_ALL_MEDIA` is set, as long campaigns do.
  static let files =
    ProcessInfo.processInfo.environment["REEL_ALL_MEDIA"] == nil ? sample : Footage.withPictures

  /// Files with constant and variable rates, rounded times, edit lists and late starts.
  private static let sample = [
    "edit/flower_540p2997_5s.mp4", "edit/bbb_720p25_5s_aac51.mp4",
    "rotation/android_rot180_vfr_720p_mono.mp4", "variety/h264_editlist_empty1s.mp4",
    "variety/bbb_720p60_open_start10.ts", "variety/h264_1080p50_pcm_sowt.mov",
    "variety/vp9_10bit_bt2020_roadtrip.webm", "variety/h264_fragmented_seekable.mp4",
  ]

  static let speeds = ["0", "0.3", "0.5", "1.5", "2", "4", "8", "37"]

  @Test(arguments: files)
  func `the frame that is shown is the one of the rule`(_ name: String) throws {
    let source = try Listing(name)
    for text in SpeedTests.speeds {
      let speed = try #require(Time(decimal: text))
      try check(source, speed, from: Time(1, over: 7))
    }
  }

  @Test(arguments: files)
  func `backwards the same frames are shown in the opposite order`(_ name: String) throws {
    let source = try Listing(name)
    for text in ["-0.5", "-1", "-2", "-8"] {
      let speed = try #require(Time(decimal: text))
      try check(source, speed, from: min(source.length, Time(3)))
    }
  }

  @Test(arguments: ["250", "12", "1"])
  func `at a high speed frames that nobody sees are not decoded, and those shown are the same`(
    _ group: String
  ) throws {
    let shop = try Workshop()
    let path = shop.path("fast.mp4")
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=30:d=10", "-c:v", "libx264",
        "-preset", "ultrafast", "-g", group, "-keyint_min", group, "-sc_threshold", "0", "-bf", "3",
        path,
      ])
    func open() throws -> VideoSource {
      try VideoSource(path: path, stream: 0, threads: 1, maximumPixels: 1 << 24)
    }
    let (fast, plain) = (try open(), try open())
    let step = (Time(1, over: 30) / fast.timeBase).rounded
    var all: [[UInt8]] = []
    for frame in 0..<Int64(300) { all.append(try lumaOf(plain.frame(upTo: frame * step))) }
    let (count, everything) = (fast.decodedCount, plain.decodedCount)
    #expect(count == 0 && everything == 300)
    for frame in stride(from: Int64(3), to: 300, by: 9) {
      let shown = try fast.frame(upTo: frame * step)
      #expect(shown?.ticks == frame * step)
      #expect(try lumaOf(shown) == all[Int(frame)])
    }
    #expect(fast.decodedCount < (group == "1" ? 150 : 250))
  }

  /// A speed that changes: keys over three seconds, at shares of them.
  struct Speeds: CustomTestStringConvertible {
    var testDescription: String
    var keys: [(share: Double, speed: Double, easing: Easing)]
  }

  static let curves = [
    Speeds(testDescription: "ramp", keys: [(0, 1, .linear), (1, 0.25, .linear)]),
    Speeds(testDescription: "eased", keys: [(0, 0.5, .easeInOut), (1, 2, .linear)]),
    Speeds(
      testDescription: "hold", keys: [(0, 1, .hold), (0.25, 0, .hold), (0.5, 1.5, .linear)]),
    Speeds(
      testDescription: "keyframes",
      keys: [(0, 2, .easeOut), (0.4, 0.3, .linear), (0.6, 0.3, .easeIn), (1, 1, .linear)]),
    Speeds(testDescription: "backwards", keys: [(0, -0.5, .easeIn), (1, -2, .linear)]),
    Speeds(testDescription: "to a stop", keys: [(0, 1, .easeOut), (1, 0, .linear)]),
  ]

  static let curvedFiles = [
    "edit/flower_540p2997_5s.mp4", "rotation/android_rot180_vfr_720p_mono.mp4",
    "variety/h264_editlist_empty1s.mp4", "variety/vp9_10bit_bt2020_roadtrip.webm",
  ]

  @Test(arguments: curvedFiles)
  func `at a speed that changes, source time is its integral`(_ name: String) throws {
    let source = try Listing(name)
    for speeds in Self.curves {
      var builder = SpeedCurveBuilder()
      let keys = speeds.keys.map {
        SpeedCurve.Key(
          Time(Int64(($0.share * 3000).rounded()), over: 1000),
          speed: Time(Int64(($0.speed * 100).rounded()), over: 100), easing: $0.easing)
      }
      let isBackwards = speeds.keys[0].speed < 0
      let start = isBackwards ? min(source.length, Time(4)) : Time(1, over: 7)
      let made = builder.curve(keys, from: start)
      let curve = try #require(made)
      let rate = FrameRate(30)
      let map = TimeRemap(curve.from(isBackwards ? rate.frameDuration : .zero))
      // The integral, by narrow strips; backwards a frame shows what comes before its time.
      let times = integral(of: speeds.keys, every: 1.0 / 30).map { start.approximate + $0 }
      var doubtful = 0
      let drawn = try draw(source, map, frames: 90)
      for (frame, samples) in drawn.enumerated() {
        let time = times[isBackwards ? frame + 1 : frame]
        let near = [-1e-4, 1e-4].map {
          source.index(at: Time(Int64((time + $0) * 1e9), over: 1_000_000_000))
        }
        guard near[0] == near[1] else {
          // Too near to a frame's start to be told by a sum.
          doubtful += 1
          continue
        }
        #expect(
          source.shows(near[0], in: samples),
          "frame \(frame) of \(source.name), \(speeds.testDescription), is not number \(near[0])")
      }
      #expect(doubtful < 9, "\(speeds.testDescription): \(doubtful)")
    }
  }

  /// The source times after each `step` of 3.1 seconds.
  private func integral(
    of keys: [(share: Double, speed: Double, easing: Easing)], every step: Double
  ) -> [Double] {
    let strips = 2000
    var (sum, sums) = (0.0, [0.0])
    for index in 0..<93 {
      for strip in 0..<strips {
        let time = (Double(index) + (Double(strip) + 0.5) / Double(strips)) * step
        let next = keys.firstIndex { $0.share * 3 > time } ?? keys.count
        var speed = keys[max(0, next - 1)].speed
        if next > 0, next < keys.count {
          let (a, b) = (keys[next - 1], keys[next])
          speed +=
            (b.speed - a.speed) * a.easing.value(at: (time / 3 - a.share) / (b.share - a.share))
        }
        sum += speed * step / Double(strips)
      }
      sums.append(sum)
    }
    return sums
  }

  private func check(_ source: Listing, _ speed: Time, from start: Time) throws {
    let length = min(source.length, Time(8))
    let count =
      speed == .zero
      ? 5 : min(90, max(2, FrameRate(30).frames(covering: length / speed.magnitude)))
    let map = TimeRemap(start: start, speed: speed)
    let drawn = try draw(source, map, frames: count)
    #expect(drawn.count == count)
    for (frame, samples) in drawn.enumerated() {
      let wanted = source.index(at: map.sourceTime(frame, rate: FrameRate(30)))
      let isShown = source.shows(wanted, in: samples)
      #expect(
        isShown,
        "frame \(frame) of \(source.name) at \(speed) is not number \(wanted)")
    }
  }

  /// The frames that `map` shows of a file.
  private func draw(_ source: Listing, _ map: TimeRemap, frames count: Int) throws -> [[UInt8]] {
    var program = try RenderProgram.clip(
      source.name, size: Self.size, rate: FrameRate(30), start: map.start, frames: count)
    guard case .picture(var picture) = program.parts[0].layers[0].content,
      case .video(var read) = picture.source
    else { return [] }
    read.map = map
    picture.source = .video(read)
    program.parts[0].layers[0].content = .picture(picture)
    return try DrawnFrames(program).frames
  }

  /// The frames of a file, as the ffmpeg tools see them.
  private struct Listing {
    let name: String
    let length: Time
    private let times: [Time]
    private let tolerance: Time
    private let frames: [[UInt8]]

    init(_ name: String) throws {
      self.name = name
      let facts = try Footage.facts(name)
      let video = try #require(facts.video)
      length = video.end
      let shop = try Workshop()
      let data = try shop.run(
        "ffprobe",
        [
          "-v", "error", "-select_streams", "v:0", "-show_entries",
          "stream=time_base:frame=best_effort_timestamp", "-of", "csv=p=0", Footage.path(name),
        ])
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
      var base = Time(1)
      var ticks: [Int64] = []
      for line in lines {
        let words = line.split(separator: ",")
        let parts = words[0].split(separator: "/").compactMap { Int64($0) }
        if parts.count == 2 { base = Time(parts[0], over: parts[1]) }
        if words[0].contains("/") { continue }
        ticks += words.prefix(1).compactMap { Int64($0) }
      }
      times = ticks.map { Time(ticks: $0, base: base) - facts.start }
      tolerance = TimeRemap.tolerance(timeBase: base)
      frames = try shop.reference(
        name, "scale=64:36:flags=bicubic+accurate_rnd", size: SpeedTests.size)
      #expect(frames.count == times.count && times == times.sorted())
    }

    /// The frame that is shown at `time`: the last that has begun.
    func index(at time: Time) -> Int { (times.lastIndex { $0 <= time + tolerance }) ?? 0 }

    /// Returns true if `samples` are frame `index` rather than one near it.
    func shows(_ index: Int, in samples: [UInt8]) -> Bool {
      let near = max(0, index - 3)...min(frames.count - 1, index + 3)
      let own = distance(frames[index], samples)
      return near.allSatisfy { other in
        let others = distance(frames[other], samples)
        // Of two that differ by less than noise neither can be known.
        return own <= others || distance(frames[index], frames[other]) <= 2 * others
      }
    }

    private func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
      zip(a, b).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    }
  }
}
