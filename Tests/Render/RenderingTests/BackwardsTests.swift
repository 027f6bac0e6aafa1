// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import LibAV
import RenderProtocol
import TestSupport
import Testing

@testable import MediaIO

/// The frames kept of a stream that is played backwards.
struct BackwardsTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  /// Five seconds of 30 frames in groups of 600, with B frames.
  private func film(_ filter: String, group: Int = 600, size: String = "160x96") throws -> String {
    let path = shop.path("film.mp4")
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=\(size):r=30:d=5,\(filter)", "-c:v",
        "libx264", "-preset", "ultrafast", "-g", "\(group)", "-keyint_min", "\(group)",
        "-sc_threshold", "0", "-bf", "2", path,
      ])
    return path
  }

  private func open(_ path: String) throws -> VideoSource {
    try VideoSource(path: path, stream: 0, threads: 1, maximumPixels: 1 << 24)
  }

  /// One that keeps less of its frames than other sources do.
  private func open(_ path: String, keeping capacity: Int) throws -> VideoSource {
    let source = try open(path)
    source.window = ReversePlaybackCache(capacity: capacity)
    return source
  }

  @Test(
    arguments: [("null", 400), ("noise=alls=80:allf=t", 1200)], [600, 40])
  func `frames are those that are decoded, and long groups are decoded in parts`(
    _ content: (filter: String, most: Int), _ group: Int
  ) throws {
    let path = try film(content.filter, group: group)
    let plain = try open(path)
    let source = try open(path, keeping: 20 * 160 * 96 * 3 / 2)
    let step = (Time(1, over: 30) / source.timeBase).rounded
    let all = try (0..<Int64(150)).map { try lumaOf(plain.frame(upTo: $0 * step)) }
    for frame in (0..<150).reversed() {
      let shown = try source.frame(backTo: Int64(frame) * step)
      #expect(shown?.ticks == Int64(frame) * step)
      #expect(try lumaOf(shown) == all[frame])
      #expect(try source.frame(backTo: Int64(frame) * step) === shown)
    }
    // The first pass decodes all of a group, as do later ones up to where they end.
    #expect(source.decodedCount <= content.most)
    // Forwards again, and before the start.
    #expect(try source.frame(upTo: 75 * step)?.ticks == 75 * step)
    #expect(try source.frame(backTo: 74 * step)?.ticks == 74 * step)
    #expect(try source.frame(backTo: -5)?.ticks == 0)
    #expect(try source.frame(backTo: 149 * step)?.ticks == 149 * step)
  }

  @Test func `a picture that stands still takes next to no room`() throws {
    let path = try film("loop=-1:1:0,trim=end=5")
    let source = try open(path, keeping: 8 * 160 * 96 * 3 / 2)
    let step = (Time(1, over: 30) / source.timeBase).rounded
    for frame in (0..<150).reversed() {
      #expect(try source.frame(backTo: Int64(frame) * step)?.ticks == Int64(frame) * step)
    }
    #expect(source.decodedCount <= 151)
  }

  static let formats = [
    "yuv420p", "yuv420p10le", "yuv422p", "yuva444p", "rgba", "rgb24", "gray", "nv12", "gbrp",
  ]

  @Test(arguments: formats, [PixelSize(64, 48), PixelSize(37, 29)])
  func `what is written of a picture makes it again`(_ name: String, _ size: PixelSize) throws {
    let format = try #require(PixelFormat(named: name))
    var numbers = SeededNumbers(seed: 5)
    let later = try Frame(size: size, format: format)
    guard let changes = FrameChanges(of: later) else {
      Issue.record("\(name) has no samples of whole bytes")
      return
    }
    let room = UnsafeMutablePointer<UInt8>.allocate(capacity: changes.bound)
    defer { room.deallocate() }
    let noise = bytes(of: later).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    set(later, noise)
    var counts: [Int] = []
    for reach in [0, 1, 7, 255] {
      let earlier = try Frame(size: size, format: format)
      let wanted = noise.map {
        $0 &+ UInt8(truncatingIfNeeded: Int.random(in: -reach...reach, using: &numbers))
      }
      set(earlier, wanted)
      let count = changes.write(earlier, from: later, to: room)
      #expect(count <= changes.bound)
      counts.append(count)
      let made = try Frame(size: size, format: format)
      changes.read(room, from: later, into: made)
      #expect(bytes(of: made) == wanted, "changes of \(reach)")
    }
    #expect(counts == counts.sorted() && counts[0] * 10 < counts[1] && counts[1] < counts[2])
  }

  /// All samples of a frame.
  private func bytes(of frame: borrowing Frame) -> [UInt8] {
    var bytes: [UInt8] = []
    each(of: frame) { bytes.append($0.pointee) }
    return bytes
  }

  private func set(_ frame: borrowing Frame, _ bytes: [UInt8]) {
    var rest = bytes[...]
    each(of: frame) { $0.pointee = rest.removeFirst() }
  }

  private func each(
    of frame: borrowing Frame, _ body: (UnsafeMutablePointer<UInt8>) -> Void
  ) {
    for place in frame.pixelFormat.places ?? [] {
      let width = (frame.size.width + (1 << place.shift.x) - 1) >> place.shift.x
      let height = (frame.size.height + (1 << place.shift.y) - 1) >> place.shift.y
      frame.withPlane(place.plane) { base, stride in
        for y in 0..<height {
          for x in 0..<width * (place.depth > 8 ? 2 : 1) {
            let offset = place.depth > 8 ? x / 2 * place.step + x % 2 : x * place.step
            body(base + y * stride + offset + place.offset)
          }
        }
      }
    }
  }
}

/// The brightness of a picture of 8 bits.
func lumaOf(_ picture: ImageBuffer?) throws -> [UInt8] {
  let picture = try #require(picture)
  return picture.withView(of: UInt8.self) { view in
    (0..<view.height).flatMap { y in
      (0..<view.width).map { view.y.base[y * view.y.stride + $0] }
    }
  }
}
