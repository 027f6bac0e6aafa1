// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Foundation
import Kernels
import Pacing
import Testing

@testable import Drawing
@testable import SourcePictures

/// Which frames are shown at another speed, by ffprobe's list of their times.
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

  @Test func `of a long group of pictures the last frames are kept, and the others decoded again`()
    throws
  {
    let shop = try Workshop()
    let path = shop.path("long.mp4")
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=1280x720:r=30:d=10", "-c:v", "libx264",
        "-preset", "ultrafast", "-g", "600", "-keyint_min", "600", "-sc_threshold", "0", "-bf", "2",
        path,
      ])
    let source = try VideoSource(path: path, stream: 0, threads: 1, maximumPixels: 1 << 24)
    let step = (Time(1, over: 30) / source.timeBase).rounded
    for frame in (0..<300).reversed() {
      let shown = try source.frame(backTo: Int64(frame) * step)
      #expect(shown?.ticks == Int64(frame) * step)
      #expect((source.window?.frames.count ?? 0) <= 18)
    }
    // Forwards again, and before the start.
    #expect(try source.frame(upTo: 150 * step)?.ticks == 150 * step)
    #expect(try source.frame(backTo: -5)?.ticks == 0)
    #expect(try source.frame(backTo: 299 * step)?.ticks == 299 * step)
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
    for frame in 0..<Int64(300) { all.append(try luma(plain.frame(upTo: frame * step))) }
    let (count, everything) = (fast.decodedCount, plain.decodedCount)
    #expect(count == 0 && everything == 300)
    for frame in stride(from: Int64(3), to: 300, by: 9) {
      let shown = try fast.frame(upTo: frame * step)
      #expect(shown?.ticks == frame * step)
      #expect(try luma(shown) == all[Int(frame)])
    }
    #expect(fast.decodedCount < (group == "1" ? 150 : 250))
  }

  private func luma(_ picture: SharedFrame?) throws -> [UInt8] {
    let picture = try #require(picture)
    return picture.withView(of: UInt8.self) { view in
      (0..<view.height).flatMap { y in (0..<view.width).map { view.y.base[y * view.y.stride + $0] }
      }
    }
  }

  private func check(_ source: Listing, _ speed: Time, from start: Time) throws {
    let length = min(source.length, Time(8))
    let count =
      speed == .zero
      ? 5 : min(90, max(2, FrameRate(30).frames(covering: length / speed.magnitude)))
    var program = try PictureProgram.clip(
      source.name, size: Self.size, rate: FrameRate(30), start: start, frames: count)
    let map = TimeMap(start: start, speed: speed)
    guard case .picture(var picture) = program.parts[0].layers[0].content,
      case .video(var read) = picture.source
    else { return }
    read.map = map
    picture.source = .video(read)
    program.parts[0].layers[0].content = .picture(picture)
    let drawn = try DrawnFrames(program).frames
    #expect(drawn.count == count)
    for (frame, samples) in drawn.enumerated() {
      let wanted = source.index(at: map.sourceTime(frame, rate: FrameRate(30)))
      let isShown = source.shows(wanted, in: samples)
      #expect(
        isShown,
        "frame \(frame) of \(source.name) at \(speed) is not number \(wanted)")
    }
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
      tolerance = TimeMap.tolerance(timeBase: base)
      frames = try shop.reference(
        name, "scale=64:36:flags=bicubic+accurate_rnd", size: SpeedTests.size)
      #expect(frames.count == times.count && times == times.sorted())
    }

    /// The frame that is shown at `time`: the last that has begun.
    func index(at time: Time) -> Int { (times.lastIndex { $0 <= time + tolerance }) ?? 0 }

    /// Whether `samples` are frame `index` rather than one near it.
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
