// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import LibAV
import RenderProtocol
import Testing

@testable import Compositor
@testable import MediaIO

/// Photos are probed by their headers, and these say what decoding would.
@Suite struct MiniatureTests {
  private static let limit = 100_000_000

  /// The properties of a picture, beside its pixels.
  private struct Found: Equatable {
    var size: PixelSize
    var format: PixelFormat
    var color: ColorTags
    var turn: [Int32]?
  }

  /// Compares what the sample of a file and the whole of it say; the sample is of the headers alone.
  private func compare(_ path: String) throws {
    let kind = try #require(try ImageKind(head: try fileHead(path, count: 1 << 16)), "\(path)")
    var (size, damage) = (PixelSize(0, 0), [String]())
    let sample = try StillDecoder.sample(
      kind, path: path, maximumPixels: Self.limit, size: &size, damage: &damage)
    let found = Found(
      size: size, format: sample.pixelFormat, color: sample.color, turn: sample.displayMatrix)
    var log: [String] = []
    let whole = try StillDecoder.decode(
      kind, path: path, maximumPixels: Self.limit, damage: &log)
    #expect(
      found
        == Found(
          size: whole.size, format: whole.pixelFormat, color: whole.color, turn: whole.displayMatrix
        ), "\(path)")
    #expect(damage.isEmpty == log.isEmpty, "\(path): \(damage) \(log)")
    #expect(sample.size.width <= 16, "\(path): \(sample.size)")
  }

  @Test(.enabled(if: Footage.isThere, "no real media"))
  func `real photos are probed by their headers`() throws {
    let folder = Footage.path("images")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0.hasSuffix(".jpg") || $0.hasSuffix(".png")
    }
    #expect(names.count > 10)
    for name in names { try compare(folder + "/" + name) }
  }

  @Test func `photos of all formats are probed by their headers`() throws {
    let shop = try Workshop()
    for (name, formats) in [
      ("jpg", ["yuvj420p", "yuvj422p", "yuvj444p"]),
      ("png", ["gray", "gray16be", "ya8", "ya16be", "rgb24", "rgba", "rgb48be", "rgba64be"]),
      ("png", ["pal8", "monob"]),
    ] {
      for format in formats {
        let path = shop.path("\(format).\(name)")
        _ = try shop.run(
          "ffmpeg",
          [
            "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=327x211", "-frames:v", "1", "-pix_fmt",
            format, path,
          ])
        try compare(path)
      }
    }
  }

  @Test(arguments: ["still.jpg", "still.png"])
  func `a photo that is cut off is decoded to be probed`(name: String) throws {
    let shop = try Workshop()
    let path = shop.path(name)
    _ = try shop.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1", path])
    try compare(path)
    #expect(try probeMedia(ProbeRequest(path: path)).warnings.isEmpty)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    for count in [whole.count - 200, whole.count / 2] {
      try Data(whole.prefix(count)).write(to: URL(fileURLWithPath: path))
      let isNoticed: Bool
      do { isNoticed = try !probeMedia(ProbeRequest(path: path)).warnings.isEmpty } catch {
        isNoticed = true
      }
      #expect(isNoticed, "\(count) of \(whole.count) bytes")
    }
    // What follows the picture is no part of it.
    try Data(whole + Array("photo 1".utf8)).write(to: URL(fileURLWithPath: path))
    try compare(path)
  }

  @Test func `photos are decoded once, before anything is drawn`() throws {
    let shop = try Workshop()
    let path = shop.path("still.jpg")
    _ = try shop.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=640x480", "-frames:v", "1", path])
    let file = MediaFile(path: path, digest: Fingerprint(bytes: [UInt8](repeating: 9, count: 32)))
    func picture(_ size: PixelSize, of file: MediaFile) -> Picture {
      Picture(source: .image(file, Origin(3)), steps: [.scale(size)])
    }
    let small = [PixelSize(160, 96), PixelSize(320, 180)].map { picture($0, of: file) }
    let lost = picture(
      PixelSize(160, 96),
      of: MediaFile(
        path: shop.path("lost.jpg"), digest: Fingerprint(bytes: [UInt8](repeating: 8, count: 32))))
    let huge = picture(PixelSize(8000, 6000), of: file)
    let stills = StillCache()
    stills.prepare(small + [lost] + small + [huge], in: .bt709)
    // What is too large to be kept is not decoded.
    #expect(stills.byteCount < 1 << 20)
    try FileManager.default.removeItem(atPath: path)
    for picture in small { #expect(try stills.frame(of: picture, in: .bt709).damage.isEmpty) }
    // What cannot be decoded fails where it is drawn.
    #expect(throws: RenderFailure.self) { try stills.frame(of: lost, in: .bt709) }
    #expect(throws: RenderFailure.self) { try stills.frame(of: huge, in: .bt709) }
  }

  @Test func `a file with too few data for its picture has no miniature`() throws {
    let shop = try Workshop()
    for name in ["still.png", "still.jpg"] {
      let path = shop.path(name)
      _ = try shop.run(
        "ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", "color=gray:s=64x64", "-frames:v", "1", path])
      var file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let kind: ImageKind = name.hasSuffix("png") ? .png : .jpeg
      #expect(Miniature(kind, of: file) != nil)
      // The same data for a picture of 9000x9000.
      let place: Int
      switch kind {
      case .png:
        place = 16
        file.replaceSubrange(place..<(place + 8), with: [0, 0, 0x23, 0x28, 0, 0, 0x23, 0x28])
      default:
        place = try #require(
          file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
        file.replaceSubrange((place + 5)..<(place + 9), with: [0x23, 0x28, 0x23, 0x28])
      }
      #expect(Miniature(kind, of: file) == nil)
      if kind == .png {
        file.replaceSubrange(16..<24, with: [0x05, 0x5D, 0x4A, 0x80, 0, 0, 0, 1])
        #expect(Miniature(kind, of: file) == nil)
      }
    }
  }

  @Test func `photos are freed when they are not shown any more`() throws {
    let shop = try Workshop()
    let size = PixelSize(1280, 720)
    let files = try (0..<3).map { number in
      let path = shop.path("photo \(number).jpg")
      _ = try shop.run(
        "ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=640x480", "-frames:v", "1", path])
      return MediaFile(
        path: path, digest: Fingerprint(bytes: [UInt8](repeating: UInt8(number), count: 32)))
    }
    func part(_ shown: Int...) -> LayerInterval {
      let layers = shown.map { number in
        Layer(
          content: .picture(
            Picture(source: .image(files[number], Origin(number)), steps: [.scale(size)])),
          opacity: .constant(Layer.opaque / 2), placement: .at(x: 0, y: 0))
      }
      return LayerInterval(frameCount: 1, background: .black, layers: layers)
    }
    let canvas = CanvasFormat(size: size, rate: FrameRate(25))
    let context = RenderContext()
    func bytes(_ parts: [LayerInterval]) throws -> [Int64] {
      let program = RenderProgram(canvas: canvas, parts: parts)
      context.prepare(for: program)
      let run = RenderRun(
        context: context, canvas: canvas, decoderThreads: 1, keepsGoing: false)
      let pictures = try FrameRenderer(program, run: run)
      context.decodePhotos(of: program)
      var bytes: [Int64] = []
      while try pictures.next() != nil { bytes.append(context.stills.byteCount) }
      return bytes
    }
    let one = try bytes([part(0)])[0]
    #expect(one > 1_300_000)
    // The first is shown in two parts, and all are decoded before the first of these.
    #expect(try bytes([part(0), part(0, 1), part(1, 2)]) == [3 * one, 3 * one, 2 * one])
    // The next program goes on with what the last part showed. Of what it does not show, 2 MB are kept.
    #expect(try bytes([part(2)]) == [one + one])
    #expect(try bytes([part(0), part(0)]) == [2 * one, 2 * one])
  }
}
