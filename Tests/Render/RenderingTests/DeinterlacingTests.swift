// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import Compositor
@testable import MediaIO

/// The frames made from interlaced footage, by a bar that moves by six pixels from one field to the
/// next.
struct DeinterlacingTests {
  private static let size = PixelSize(320, 176)
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private func film(_ order: FieldOrder) throws -> MediaFile {
    let path = shop.path("fields.mp4")
    let (scan, number) = order == .top ? ("tff", "1") : ("bff", "0")
    // Since version 8, ffmpeg has the order from its frames alone, and no such option.
    for option in [["-top", number], []] where !FileManager.default.fileExists(atPath: path) {
      _ = try shop.run(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i",
          "nullsrc=s=320x176:r=50:d=1.6,format=yuv420p,"
            + "geq=lum='60+120*between(X-6*mod(N,40),20,59)':cb=128:cr=128,"
            + "interlace=scan=\(scan):lowpass=off,setfield=\(scan)", "-c:v", "libx264", "-qp",
          "0", "-g", "12", "-bf", "2", "-flags", "+ildct+ilme",
        ] + option + [path])
    }
    let facts = try probeMedia(ProbeRequest(path: path))
    #expect(facts.video?.fields == order && facts.video?.rate == FrameRate(25))
    return MediaFile(path: path, digest: Fingerprint(bytes: [UInt8](repeating: 3, count: 32)))
  }

  private func program(
    _ file: MediaFile, _ map: TimeRemap, _ fields: Deinterlacing?, _ between: Interpolation? = nil,
    frames: Int
  ) -> RenderProgram {
    var read = VideoRead(file: file, stream: 0, zero: .zero, map: map, origin: .none)
    (read.fields, read.between) = (fields, between)
    return RenderProgram(
      canvas: CanvasFormat(size: Self.size, rate: FrameRate(25)),
      parts: [
        LayerInterval(
          frameCount: frames, background: .black,
          layers: [
            Layer(content: .picture(.init(source: .video(read))), placement: .at(x: 0, y: 0))
          ])
      ])
  }

  /// The difference of every other row from those around it.
  private func comb(_ frame: [UInt8]) -> Int {
    var sum = 0
    for y in 1..<175 {
      for x in 0..<320 {
        let (above, own, below) = (
          Int(frame[(y - 1) * 320 + x]), Int(frame[y * 320 + x]), Int(frame[(y + 1) * 320 + x])
        )
        sum += max(0, min((own - above) * (own - below), 1 << 16))
      }
    }
    return sum / (174 * 320)
  }

  /// The start of the bar in most rows.
  private func place(_ frame: [UInt8]) -> Int {
    let places = (20..<150).map { y in (0..<320).first { frame[y * 320 + $0] > 120 } ?? -1 }
      .sorted()
    return places[places.count / 2]
  }

  @Test(arguments: FieldOrder.allCases)
  func `one picture of each frame has no comb`(_ order: FieldOrder) throws {
    let file = try film(order)
    let map = TimeRemap(start: .zero)
    let combed = try DrawnFrames(program(file, map, nil, frames: 20)).frames
    let whole = try DrawnFrames(program(file, map, .frames, frames: 20)).frames
    for (index, frame) in whole.enumerated() {
      #expect(comb(combed[index]) > 200)
      #expect(comb(frame) < 20, "frame \(index): \(comb(frame))")
      #expect(abs(place(frame) - (20 + 12 * index % 240)) <= 2)
    }
  }

  @Test(arguments: FieldOrder.allCases)
  func `in slow motion each field is seen`(_ order: FieldOrder) throws {
    let file = try film(order)
    let map = TimeRemap(start: .zero, speed: Time(1, over: 2))
    let frames = try DrawnFrames(program(file, map, .fields, frames: 38)).frames
    for (index, frame) in frames.enumerated() {
      #expect(abs(place(frame) - (20 + 6 * index)) <= 2, "frame \(index): \(place(frame))")
      #expect(comb(frame) < 20)
    }
  }

  @Test(arguments: Deinterlacing.allCases, [Interpolation?.none, .blend, .motion])
  func `every segment makes the frames of the whole, forwards and backwards`(
    _ fields: Deinterlacing, _ between: Interpolation?
  ) throws {
    let file = try film(.top)
    let map = TimeRemap(start: Time(1, over: 10), speed: Time(3, over: 10))
    let whole = try DrawnFrames(program(file, map, fields, between, frames: 24)).frames
    for range in [0..<9, 9..<10, 10..<24] {
      let part = program(
        file, map.slice(range, rate: FrameRate(25)), fields, between, frames: range.count)
      #expect(try DrawnFrames(part).frames == Array(whole[range]), "frames \(range)")
    }
    let back = TimeRemap(start: map.sourceTime(23, rate: FrameRate(25)), speed: Time(-3, over: 10))
    let turned = try DrawnFrames(program(file, back, fields, between, frames: 24)).frames
    #expect(turned == whole.reversed())
  }
}
