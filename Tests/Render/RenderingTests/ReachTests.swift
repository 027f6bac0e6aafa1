// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import LibAV
import RenderProtocol
import Testing

@testable import Compositor
@testable import MediaIO

/// Every frame of a file must be found, after any earlier requests.
@Suite(.enabled(if: Footage.isThere, "no real media"))
struct ReachTests {
  /// A frame's time and a checksum of its samples.
  private struct Shown: Hashable {
    var ticks: Int64
    var sum: UInt64

    init(_ frame: ImageBuffer) {
      var checksum = Checksum()
      frame.frame.withPlane(0) { base, step in
        // Some rows are sufficient to distinguish frames.
        for row in stride(from: 0, to: frame.size.height, by: 16) {
          checksum.update(
            UnsafeRawBufferPointer(start: base + row * step, count: frame.size.width))
        }
      }
      (ticks, sum) = (frame.ticks, checksum.value)
    }
  }

  /// All files if REEL_THOROUGH is set, which takes minutes; else difficult ones: low rates, open starts, edit
  /// lists, and irregular times.
  static let files: [String] = {
    if ProcessInfo.processInfo.environment["REEL_THOROUGH"] == nil {
      return [
        "variety/h264_444_1fps_editlist_iibbibb.mp4", "variety/bbb_720p60_open_start10.ts",
        "variety/h264_editlist_empty1s.mp4", "rotation/android_rot180_vfr_720p_mono.mp4",
        "edit/person_432p10_75s.mp4",
      ]
    }
    return ["edit", "rotation", "variety"].flatMap { folder in
      let names = try? FileManager.default.contentsOfDirectory(atPath: Footage.path(folder))
      // Audio files, and files that are refused as damaged, have no frames.
      return (names ?? []).sorted().map { folder + "/" + $0 }
        .filter { (try? Footage.facts($0))?.video != nil }
    }
  }()

  @Test(arguments: files)
  func `every frame is found from wherever decoding starts`(name: String) throws {
    let facts = try Footage.facts(name)
    let video = try #require(facts.video)
    func open() throws -> VideoSource {
      try VideoSource(
        path: Footage.path(name), stream: video.stream, threads: 1, maximumPixels: 10_000_000)
    }
    let linear = try open()
    // The first and the last three seconds; all frames of short files; for long files, two runs.
    let edge = Time(3)
    let isLong = video.frameCount > 400
    var near: [Shown] = []
    var (limit, count) = (Int64.min, 0)
    while let frame = try linear.frame(upTo: limit) {
      let time = linear.time(frame.ticks) - facts.start
      count += 1
      let isFirst = time < video.firstFrame + edge
      if video.frameCount <= 40 || isFirst || time > video.end - edge { near.append(Shown(frame)) }
      guard let following = linear.after else { break }
      limit = following.ticks
      if isLong, !isFirst, time < video.end - Time(10) {
        limit = ((video.end - Time(8) + facts.start) / linear.timeBase).floor
      }
    }
    if !isLong { #expect(count == video.frameCount) }
    let step = max(1, near.count / 5)
    for start in near.indices where start % step == 0 || start >= near.count - 3 {
      let source = try open()
      var wrong: [Int64] = []
      // A few frames forward, then back, and the last.
      let way =
        near[start..<min(near.count, start + 4)] + [near[max(0, start - 2)], near[near.count - 1]]
      for expected in way {
        let shown = Shown(try #require(try source.frame(upTo: expected.ticks)))
        if shown != expected { wrong += [expected.ticks, shown.ticks] }
      }
      #expect(wrong.isEmpty, "from \(near[start].ticks), wanted and shown: \(wrong)")
    }
  }
}
