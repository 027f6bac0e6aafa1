// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import LibAV
import RenderProtocol
import TestSupport
import Testing

@testable import Compositor
@testable import MediaIO

/// Decoded frames that are drawn on, as nothing else needs them.
struct GivenUpFrameTests {
  private let shop: Workshop
  private static let size = PixelSize(160, 96)

  init() throws { shop = try Workshop() }

  /// Two seconds of 30 frames, half of them B frames that no other frame refers to.
  private func film() throws -> String {
    let path = shop.path("film.mp4")
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=\(Self.size):r=30:d=2", "-c:v", "libx264",
        "-preset", "ultrafast", "-g", "60", "-sc_threshold", "0", "-bf", "3", "-b_strategy", "0",
        path,
      ])
    return path
  }

  private func open(_ path: String) throws -> VideoSource {
    try VideoSource(path: path, stream: 0, threads: 1, maximumPixels: 1 << 24)
  }

  @Test func `a frame that was given up is decoded anew where it is asked for again`() throws {
    let path = try film()
    let plain = try open(path)
    let step = (Time(1, over: 30) / plain.timeBase).rounded
    let all = try (0..<Int64(60)).map { try lumaOf(plain.frame(upTo: $0 * step)) }
    let source = try open(path)
    func giveUp(_ frame: Int64) throws {
      #expect(try lumaOf(source.frame(upTo: frame * step)) == all[Int(frame)])
      // It is shown again at a time before the next frame.
      #expect(try !source.giveUp(before: frame * step + step - 1))
      #expect(try source.giveUp(before: frame * step + step))
      #expect(source.current?.frame.isEmpty == true)
    }
    try giveUp(10)
    #expect(try lumaOf(source.frame(upTo: 11 * step)) == all[11])
    try giveUp(11)
    #expect(try lumaOf(source.frame(upTo: 11 * step + 1)) == all[11])
    try giveUp(12)
    #expect(try lumaOf(source.frame(upTo: 5 * step)) == all[5])
    try giveUp(13)
    #expect(try lumaOf(source.frame(backTo: 13 * step)) == all[13])
    source.forgetBackwards()
    try giveUp(14)
    let around = try #require(try source.neighbours(upTo: 15 * step))
    #expect(try lumaOf(around.before) == all[14])
    #expect(try lumaOf(around.current) == all[15])
    #expect(try lumaOf(around.after) == all[16])
    // The frames around it are kept.
    #expect(try !source.giveUp(before: 16 * step))
  }

  @Test func `the last frame is not given up`() throws {
    let source = try open(try film())
    let step = (Time(1, over: 30) / source.timeBase).rounded
    _ = try source.frame(upTo: 59 * step)
    #expect(try !source.giveUp(before: 90 * step))
  }

  private func read(_ path: String) -> VideoRead {
    VideoRead(
      file: MediaFile(path: path, digest: Fingerprint(bytes: [UInt8](repeating: 1, count: 32))),
      stream: 0, zero: .zero, map: TimeRemap(start: .zero), origin: Origin(5))
  }

  /// `path` on a canvas of `rate`, below a white patch up to frame `patched`.
  private func program(
    _ path: String, rate: Int64, frames: Int, steps: [PictureStep] = [], patched: Int
  ) -> RenderProgram {
    let patch = Layer(
      content: .picture(Picture(source: .color(.white, size: PixelSize(32, 16)))),
      opacity: .perFrame((0..<frames).map { $0 < patched ? Layer.opaque : 0 }),
      placement: .at(x: 40, y: 24))
    let film = Layer(
      content: .picture(Picture(source: .video(read(path)), steps: steps)),
      placement: .at(x: 0, y: 0))
    let part = LayerInterval(frameCount: frames, background: .black, layers: [film, patch])
    return RenderProgram(
      canvas: CanvasFormat(size: Self.size, rate: FrameRate(rate)), parts: [part])
  }

  private func drawn(
    _ path: String, rate: Int64, frames: Int, steps: [PictureStep] = [], patched: Int
  ) throws -> DrawnFrames {
    try DrawnFrames(program(path, rate: rate, frames: frames, steps: steps, patched: patched))
  }

  /// The difference of two frames, as a rectangle of luma; nil for none.
  private func difference(_ a: [UInt8], _ b: [UInt8]) -> PixelRect? {
    let width = Self.size.width
    var area: PixelRect?
    for index in 0..<width * Self.size.height where a[index] != b[index] {
      let pixel = PixelRect(x: index % width, y: index / width, width: 1, height: 1)
      area = area?.union(pixel) ?? pixel
    }
    return area
  }

  @Test(
    arguments: [30, 60, 20],
    [[], [PictureStep.scale(size)], [.scale(PixelSize(320, 192)), .scale(size)]])
  func `what is drawn on one frame is seen in no other`(_ rate: Int64, _ steps: [PictureStep])
    throws
  {
    let path = try film()
    let count = Int(rate) * 2
    let plain = try drawn(path, rate: rate, frames: count, steps: steps, patched: 0)
    let patched = try drawn(path, rate: rate, frames: count, steps: steps, patched: count / 2)
    #expect(plain.frames.count == count && patched.frames.count == count)
    let whole = PixelRect(x: 40, y: 24, width: 32, height: 16)
    for frame in 0..<count {
      let area = difference(plain.frames[frame], patched.frames[frame])
      #expect(area.map { whole.union($0) == whole } ?? true, "frame \(frame)")
      #expect((area != nil) == (frame < count / 2), "frame \(frame)")
    }
  }

  /// The frames from 20 on of `path`, of which the patch is seen up to frame 30, where its stream cannot begin anew then.
  ///
  /// - Parameter count: The number of streams that are open already.
  private func failing(_ path: String, open count: Int) throws -> [[UInt8]] {
    let program = program(path, rate: 30, frames: 40, patched: 30)
    let read = read(path)
    let run = RenderRun(
      context: RenderContext(), canvas: program.canvas, decoderThreads: 1, keepsGoing: true)
    let sources = try (0..<count).map { _ in
      try run.context.sources.take(read, threads: 1, start: .zero)
    }
    for source in sources { run.context.sources.release(source) }
    let pictures = try FrameRenderer(program, run: run)
    for _ in 0..<20 { _ = try pictures.next() }
    let used = try #require(sources.first { $0.current != nil })
    #expect(used.current?.frame.isEmpty == true)
    used.isSuspect = true
    try Data("not a film any more".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    var frames: [[UInt8]] = []
    while let frame = try pictures.next() { frames.append(frame.samples) }
    #expect(run.notes.count == 1)
    return frames
  }

  @Test func `a stream that fails is held as it was before anything was drawn on it`() throws {
    let path = try film()
    let plain = try drawn(path, rate: 30, frames: 40, patched: 0).frames
    let frames = try failing(path, open: 2)
    #expect(frames.count == 20)
    for (index, frame) in frames.enumerated() {
      #expect((frame == plain[19]) == (index >= 10), "frame \(index + 20)")
    }
  }

  @Test func `nothing is held where the stream cannot be read again`() throws {
    let last = try #require(try failing(try film(), open: 1).last)
    #expect(last.prefix(Self.size.width * Self.size.height).allSatisfy { $0 == 16 })
  }
}
