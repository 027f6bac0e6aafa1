// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Testing

@testable import Compositor

/// The frames shown at times between two frames of a source.
struct BetweenFramesTests {
  private static let size = PixelSize(320, 176)
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  /// A file without loss, of frames that `filter` makes, 30 in a second.
  private func film(_ filter: String, _ length: String = "1") throws -> String {
    let path = shop.path("film.mp4")
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "nullsrc=s=320x176:r=30:d=\(length),format=yuv420p,\(filter)", "-c:v", "libx264", "-qp",
        "0", "-g", "12", "-bf", "2", "-fps_mode", "vfr", path,
      ])
    return path
  }

  private func program(
    _ path: String, _ map: TimeRemap, _ between: Interpolation?, frames: Int
  ) -> RenderProgram {
    let file = MediaFile(path: path, digest: Fingerprint(bytes: [UInt8](repeating: 3, count: 32)))
    var read = VideoRead(file: file, stream: 0, zero: .zero, map: map, origin: .none)
    read.between = between
    return RenderProgram(
      canvas: CanvasFormat(size: Self.size, rate: FrameRate(30)),
      parts: [
        LayerInterval(
          frameCount: frames, background: .black,
          layers: [
            Layer(content: .picture(.init(source: .video(read))), placement: .at(x: 0, y: 0))
          ])
      ])
  }

  private static let flicker = "geq=lum='if(mod(N,2),180,60)':cb=128:cr=128"

  @Test(arguments: ["0.25", "-0.25", "0.3", "-0.1"])
  func `two frames are mixed by how near they are`(_ text: String) throws {
    let speed = try #require(Time(decimal: text))
    let path = try film(Self.flicker)
    let map = TimeRemap(start: Time(1, over: 2), speed: speed)
    let frames = try DrawnFrames(program(path, map, .blend, frames: 40)).frames
    for (index, frame) in frames.enumerated() {
      let passed = map.sourceTime(index, rate: FrameRate(30)) * Time(30)
      let share = (passed - Time(passed.floor)).approximate
      let isOdd = passed.floor % 2 != 0
      let wanted = isOdd ? 180 - 120 * share : 60 + 120 * share
      #expect(Set(frame.prefix(320 * 176)).count == 1)
      #expect(abs(Double(frame[0]) - wanted) <= 0.51, "frame \(index): \(frame[0]), not \(wanted)")
    }
  }

  @Test func `a frame that lasts is not mixed until a moment before its end`() throws {
    // The third frame is shown for two seconds.
    let path = try film(Self.flicker + ",setpts='if(gt(N,2),PTS+2/TB,PTS)'")
    let map = TimeRemap(start: .zero, speed: Time(1, over: 2))
    let frames = try DrawnFrames(program(path, map, .blend, frames: 128)).frames
    #expect(frames[4..<108].allSatisfy { $0[0] == 60 })
    #expect(frames[117][0] > 100 && frames[117][0] < 140)
    #expect(frames[1][0] == 120 && frames[2][0] == 180)
  }

  @Test(arguments: Interpolation.allCases, ["0.3", "-0.3"])
  func `every segment makes the frames of the whole`(_ mode: Interpolation, _ text: String) throws {
    let speed = try #require(Time(decimal: text))
    let path = try film("geq=lum='60+120*between(X-3*N,40,90)*between(Y,40,90)':cb=128:cr=128")
    let map = TimeRemap(start: Time(1, over: 2), speed: speed)
    let whole = try DrawnFrames(program(path, map, mode, frames: 24)).frames
    let plain = try DrawnFrames(program(path, map, nil, frames: 24)).frames
    #expect(whole != plain && Set(whole).count > Set(plain).count)
    for range in [0..<7, 7..<8, 8..<19, 19..<24] {
      let part = program(path, map.slice(range, rate: FrameRate(30)), mode, frames: range.count)
      #expect(try DrawnFrames(part).frames == Array(whole[range]), "frames \(range)")
    }
  }

  @Test func `in slow motion a square moves in every frame`() throws {
    let path = try film("geq=lum='60+120*between(X-6*N,20,69)*between(Y,40,89)':cb=128:cr=128")
    let map = TimeRemap(start: .zero, speed: Time(1, over: 4))
    let frames = try DrawnFrames(program(path, map, .motion, frames: 80)).frames
    for (index, frame) in frames.enumerated() {
      let row = frame[64 * 320..<65 * 320]
      let left = (row.firstIndex { $0 > 120 } ?? 0) - row.startIndex
      let right = (row.lastIndex { $0 > 120 } ?? 0) - row.startIndex
      let wanted = 20 + Double(index) * 1.5
      #expect(abs(Double(left) - wanted) <= 1 && abs(Double(right) - wanted - 49) <= 1)
    }
  }
}
