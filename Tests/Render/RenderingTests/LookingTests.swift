// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import RenderProtocol
import Testing

@testable import MediaIO

/// The motion found in pictures that are made for it, and the turning of pictures upright.
@Suite struct LookingTests {
  private let size = PixelSize(640, 360)

  /// A picture whose brightness at each pixel `value` says.
  private func picture(_ value: (_ x: Int, _ y: Int) -> Int) throws -> Frame {
    let frame = try Frame(size: size, format: .yuv420p)
    frame.withPlane(0) { plane, stride in
      for y in 0..<size.height {
        for x in 0..<size.width {
          plane[y * stride + x] = UInt8(clamping: value(x, y))
        }
      }
    }
    return frame
  }

  /// A ground with something at every place, by which its motion is known.
  private func ground(_ x: Int, _ y: Int) -> Int {
    let (column, row) = ((x + 6400) / 40, (y + 3600) / 40)
    return 60 + (column * 37 + row * 71 + column * row * 13) % 90
  }

  private func meter(
    _ count: Int, _ orientation: Orientation = .upright,
    _ value: (_ frame: Int, _ x: Int, _ y: Int) -> Int
  ) throws -> MotionMeter {
    var meter = MotionMeter(TimeRange(.zero, Time(60)), orientation)
    for frame in 0..<count {
      let grid = try #require(LumaGrid(try picture { value(frame, $0, $1) }))
      meter.add(grid, at: Time(Int64(frame), over: 24))
    }
    meter.finish()
    return meter
  }

  /// The place of most of the motion, in parts.
  private func peak(_ parts: [Int]) -> Int? { parts.indices.max { parts[$0] < parts[$1] } }

  @Test func `what moves is found, and a picture that stands has nothing`() throws {
    let still = try meter(14) { _, x, y in ground(x, y) }
    #expect(still.motion(from: .zero) == nil)
    let moving = try meter(14) { frame, x, y in
      abs(x - 480 - 2 * frame) < 30 && abs(y - 100) < 40 ? 230 : ground(x, y)
    }
    let motion = try #require(moving.motion(from: .zero))
    #expect((22...27).contains(try #require(peak(motion.columns))), "\(motion.columns)")
    #expect((5...12).contains(try #require(peak(motion.rows))), "\(motion.rows)")
    #expect(motion.columns[..<16].allSatisfy { $0 == 0 }, "\(motion.columns)")
    #expect(moving.cuts.isEmpty)
  }

  @Test func `a pan moves nothing by itself, but what goes its own way does`() throws {
    // Four blocks in the time between two pictures that are compared.
    let pan = try meter(14) { frame, x, y in ground(x + 13 * frame, y) }
    #expect(pan.motion(from: .zero) == nil, "\(String(describing: pan.motion(from: .zero)))")
    let followed = try meter(14) { frame, x, y in
      abs(x - 160) < 30 && abs(y - 180) < 60 ? 230 : ground(x + 13 * frame, y)
    }
    let motion = try #require(followed.motion(from: .zero))
    #expect((5...10).contains(try #require(peak(motion.columns))), "\(motion.columns)")
    #expect(pan.cuts.isEmpty && followed.cuts.isEmpty)
  }

  @Test func `a light that goes out does not move`() throws {
    let faded = try meter(14) { frame, x, y in ground(x, y) - 3 * frame }
    #expect(faded.motion(from: .zero) == nil)
    #expect(faded.cuts.isEmpty)
  }

  @Test func `a scene begins with its first picture, and a flash is no scene`() throws {
    let cut = try meter(24) { frame, x, y in frame < 10 ? ground(x, y) : 220 - ground(y, x) }
    #expect(cut.cuts == [Time(10, over: 24)])
    #expect(cut.motion(from: .zero) == nil)
    let flash = try meter(24) { frame, x, y in ground(x, y) + (frame == 10 ? 80 : 0) }
    #expect(flash.cuts.isEmpty)
  }

  @Test(arguments: Orientation.allCases)
  func `places are those of the upright picture`(_ orientation: Orientation) throws {
    // Something at the top left of the coded picture.
    let moving = try meter(14, orientation) { frame, x, y in
      abs(x - 80 - 2 * frame) < 20 && abs(y - 60) < 20 ? 230 : ground(x, y)
    }
    let motion = try #require(moving.motion(from: .zero))
    let corner = orientation.affine(for: PixelSize(2, 2)).apply(0.5, 0.5)
    let isLeft = try #require(peak(motion.columns)) < 16
    let isUpper = try #require(peak(motion.rows)) < 16
    #expect(isLeft == (corner.x < 1))
    #expect(isUpper == (corner.y < 1))
    let frame = try picture { x, y in x < 200 && y < 100 ? 200 : 50 }
    let grey = try GreyPicture(frame, longest: 320, sampleAspect: 1, orientation)
    #expect(grey.size == orientation.size(of: PixelSize(320, 180)))
    let (x, y) = (
      corner.x < 1 ? 20 : grey.size.width - 20, corner.y < 1 ? 20 : grey.size.height - 20
    )
    let (bright, dark) = (
      grey.samples[y * grey.size.width + x],
      grey.samples[(grey.size.height - y) * grey.size.width + grey.size.width - x]
    )
    #expect(bright > 180 && dark < 70, "\(bright), \(dark)")
  }

  @Test func `pictures are small and have square pixels`() {
    #expect(GreyPicture.size(of: PixelSize(1920, 1080), 1, longest: 320) == PixelSize(320, 180))
    #expect(GreyPicture.size(of: PixelSize(720, 576), 64.0 / 45, longest: 320).height == 180)
    #expect(GreyPicture.size(of: PixelSize(200, 100), 1, longest: 320) == PixelSize(200, 100))
    #expect(GreyPicture.size(of: PixelSize(9000, 10), 1, longest: 320) == PixelSize(320, 16))
  }
}
