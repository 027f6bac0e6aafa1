// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import LibAV
import RenderProtocol
import Testing

@testable import Compositor
@testable import MediaIO

/// Images that move, beside what their format says of them.
@Suite struct AnimationTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private static let size = PixelSize(32, 24)

  /// A picture of a GIF: a rectangle of one level from 0 to 3 with a pattern of others in it.
  private struct Picture {
    var rect: PixelRect
    var level: UInt8
    /// Its disposal: 1 it stays, 2 it is cleared, 3 the picture before it comes back.
    var disposal: UInt8
    /// Hundredths of a second.
    var delay: Int
    /// The level that is clear.
    var clear: UInt8?

    var pixels: [UInt8] {
      (0..<rect.height).flatMap { y in
        (0..<rect.width).map { x in (x + 2 * y) % 5 == 0 ? (level + 1) % 4 : level }
      }
    }
  }

  private static let pictures = [
    Picture(
      rect: PixelRect(x: 0, y: 0, width: 32, height: 24), level: 1, disposal: 1, delay: 10, clear: 2
    ),
    Picture(
      rect: PixelRect(x: 3, y: 5, width: 12, height: 10), level: 3, disposal: 2, delay: 4, clear: 0),
    Picture(
      rect: PixelRect(x: 8, y: 2, width: 20, height: 15), level: 0, disposal: 3, delay: 25, clear: 1
    ),
    Picture(rect: PixelRect(x: 20, y: 12, width: 12, height: 12), level: 2, disposal: 1, delay: 7),
  ]

  /// The levels that are seen after each picture; nil where it is clear.
  private static let shown: [[UInt8?]] = {
    var canvas = [UInt8?](repeating: nil, count: size.width * size.height)
    return pictures.map { picture in
      let before = canvas
      for (index, pixel) in picture.pixels.enumerated() where pixel != picture.clear {
        let (x, y) = (
          picture.rect.x + index % picture.rect.width, picture.rect.y + index / picture.rect.width
        )
        canvas[y * size.width + x] = pixel
      }
      let shown = canvas
      switch picture.disposal {
      case 2:
        for y in picture.rect.y..<picture.rect.y + picture.rect.height {
          for x in picture.rect.x..<picture.rect.x + picture.rect.width {
            canvas[y * size.width + x] = nil
          }
        }
      case 3: canvas = before
      default: break
      }
      return shown
    }
  }()

  /// The file, with codes of three bits that are never longer.
  private static var gif: [UInt8] {
    func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    var bytes = Array("GIF89a".utf8) + word(size.width) + word(size.height) + [0x91, 0, 0]
    for level in 0..<4 { bytes += [UInt8](repeating: UInt8(level * 85), count: 3) }
    bytes += [0x21, 0xff, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    for picture in pictures {
      bytes += [0x21, 0xf9, 4, picture.disposal << 2 | (picture.clear == nil ? 0 : 1)]
      bytes += word(picture.delay) + [picture.clear ?? 0, 0, 0x2c]
      bytes += word(picture.rect.x) + word(picture.rect.y)
      bytes += word(picture.rect.width) + word(picture.rect.height) + [0, 2]
      var (codes, used) = ([UInt8](), 0)
      var pending = 0
      func put(_ code: Int) {
        pending |= code << used
        used += 3
        while used >= 8 {
          codes.append(UInt8(pending & 255))
          pending >>= 8
          used -= 8
        }
      }
      for (index, pixel) in picture.pixels.enumerated() {
        if index % 2 == 0 { put(4) }
        put(Int(pixel))
      }
      put(5)
      if used > 0 { codes.append(UInt8(pending)) }
      for start in stride(from: 0, to: codes.count, by: 255) {
        let block = codes[start..<min(start + 255, codes.count)]
        bytes += [UInt8(block.count)] + block
      }
      bytes.append(0)
    }
    return bytes + [0x3b]
  }

  private func program(_ path: String, _ map: TimeRemap, frames: Int) -> RenderProgram {
    let file = MediaFile(path: path, digest: Fingerprint(bytes: [UInt8](repeating: 3, count: 32)))
    let read = VideoRead(file: file, stream: 0, zero: .zero, map: map, origin: .none)
    return RenderProgram(
      canvas: CanvasFormat(size: Self.size, rate: FrameRate(50)),
      parts: [
        LayerInterval(
          frameCount: frames, background: .black,
          layers: [
            Layer(content: .picture(.init(source: .video(read))), placement: .at(x: 0, y: 0))
          ])
      ])
  }

  @Test func `A GIF has its own times, starts over, and disposes of its pictures`() throws {
    let path = shop.path("moving.gif")
    try Data(Self.gif).write(to: URL(fileURLWithPath: path))
    let facts = try probeMedia(ProbeRequest(path: path))
    let video = try #require(facts.video)
    #expect(facts.isAnimation && !facts.isStill && video.hasAlpha)
    #expect(video.end == Time(46, over: 100) && video.frameCount == 4 && video.size == Self.size)
    let map = TimeRemap(start: .zero, period: video.end)
    let frames = try DrawnFrames(program(path, map, frames: 60)).frames
    #expect(frames.count == 60)
    for (index, frame) in frames.enumerated() {
      let time = index * 2 % 46
      let picture = time < 10 ? 0 : time < 14 ? 1 : time < 39 ? 2 : 3
      let expected = Self.shown[picture].map { level in
        16 + Int((Double(level ?? 0) * 85 * 219 / 255).rounded())
      }
      let worst = zip(frame, expected).map { abs(Int($0) - $1) }.max()
      #expect(worst ?? 99 <= 1, "frame \(index)")
    }
    // What is drawn for itself, from anywhere on, is the same.
    for first in [1, 22, 23, 31, 46] {
      let part = map.slice(first..<60, rate: FrameRate(50))
      #expect(
        try DrawnFrames(program(path, part, frames: 60 - first)).frames == Array(frames[first...]))
    }
    let once = try DrawnFrames(program(path, TimeRemap(start: .zero), frames: 60)).frames
    #expect(Array(once[..<23]) == Array(frames[..<23]))
    #expect(once[23...].allSatisfy { $0 == frames[22] })
  }

  @Test func `What starts over is followed where it would go on`() {
    let map = TimeRemap(start: Time(-1, over: 10), period: Time(46, over: 100))
    #expect(map.start == Time(36, over: 100))
    let rate = FrameRate(50)
    for first in [0, 4, 5, 23, 100] {
      let rest = map.slice(first..<200, rate: rate)
      #expect(rest.start >= .zero && rest.start < Time(46, over: 100))
      for frame in [0, 1, 22, 99] {
        #expect(rest.sourceTime(frame, rate: rate) == map.sourceTime(first + frame, rate: rate))
      }
      if first > 0 { #expect(map.continues(into: rest, after: first, rate: rate)) }
    }
    #expect(map.slice(0..<5, rate: rate) == map.slice(23..<28, rate: rate))
    #expect(!map.continues(into: TimeRemap(start: map.start), after: 23, rate: rate))
  }
}
