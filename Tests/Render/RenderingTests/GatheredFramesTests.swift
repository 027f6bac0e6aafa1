// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import RenderProtocol
import TestSupport
import Testing

@testable import MediaIO

/// Frames that are decoded in one pass, and taken from a file from then on.
struct GatheredFramesTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private func film(_ options: [String], _ name: String = "film.mp4") throws -> String {
    let path = shop.path(name)
    _ = try shop.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x96:r=30:d=5"] + options + [path])
    return path
  }

  private func open(_ path: String) throws -> VideoSource {
    try VideoSource(path: path, stream: 0, threads: 1, maximumPixels: 1 << 24)
  }

  private func gather(
    _ path: String, _ stretches: [(Int64, Int64)], mostBytes: Int64 = 1 << 30
  ) throws -> (path: String, facts: SegmentFacts) {
    let output = shop.path("frames-\(stretches[0].0)-\(mostBytes)")
    let request = GatherRequest(
      MediaFile(at: path), stream: 0,
      stretches: stretches.map { TimeRange(Time($0, over: 30), Time($1, over: 30)) },
      output: output, decoderThreads: 1, mostBytes: mostBytes)
    var gatherer = try FrameGatherer(request)
    return (output, try gatherer.gather { _ in })
  }

  static let codings: [[String]] = [
    ["-c:v", "libx264", "-preset", "ultrafast", "-g", "600", "-sc_threshold", "0", "-bf", "2"],
    ["-c:v", "libx264", "-preset", "ultrafast", "-g", "600", "-pix_fmt", "yuv444p10le"],
    ["-c:v", "mpeg4", "-g", "300", "-color_range", "tv"],
    ["-c:v", "libx264", "-preset", "medium", "-g", "600", "-vf", "noise=alls=60:allf=t"],
  ]

  @Test(arguments: codings)
  func `frames are those that are decoded, in any order`(coding: [String]) throws {
    let path = try film(coding)
    let (plain, source) = (try open(path), try open(path))
    let step = (Time(1, over: 30) / plain.timeBase).rounded
    let (frames, facts) = try gather(path, [(20, 60), (90, 110), (140, 149)])
    #expect(facts.frames == 41 + 21 + 10)
    source.take(gathered: frames)
    let kept = Array(20...60) + Array(90...110) + Array(140...149)
    var decoded: [Int64: ImageBuffer] = [:]
    for frame in kept.map(Int64.init) {
      decoded[frame] = try plain.frame(upTo: frame * step)
    }
    let before = source.decodedCount
    var random = SeededNumbers(seed: 7)
    for frame in kept.shuffled(using: &random).map(Int64.init) + [55, 56, 57, 57, 56, 20, 149] {
      let expected = try #require(decoded[frame])
      let shown = try #require(try source.frame(upTo: frame * step + step / 2))
      #expect(shown.ticks == expected.ticks)
      let isSame = shown.frame.hasSamples(of: expected.frame)
      #expect(isSame)
      #expect(shown.frame.color == expected.frame.color)
      #expect(shown.frame.timestamp == expected.frame.timestamp)
      #expect(shown.frame.duration == expected.frame.duration)
      #expect(shown.frame.pictureType == expected.frame.pictureType)
      #expect(shown.frame.isKey == expected.frame.isKey)
      #expect(shown.frame.sampleAspect == expected.frame.sampleAspect)
      #expect(source.takeBreak(upTo: frame * step) == nil)
      #expect(!source.lends)
      #expect(try !source.giveUp(before: 1 << 40))
      #expect(try source.frame(upTo: frame * step) === shown)
    }
    // The frame by which the others are described takes a picture or two; B frames some more.
    #expect(source.decodedCount - before <= 4)
    // What was not gathered is decoded.
    for frame in [10, 70, 61, 119, 25].map(Int64.init) {
      let expected = try #require(try plain.frame(upTo: frame * step))
      let shown = try #require(try source.frame(upTo: frame * step))
      let isSame = shown.frame.hasSamples(of: expected.frame)
      #expect(shown.ticks == expected.ticks && isSame)
    }
  }

  @Test func `what has no room is decoded`() throws {
    let path = try film(Self.codings[0])
    let (frames, facts) = try gather(path, [(0, 100)], mostBytes: 200_000)
    #expect((1..<100).contains(facts.frames) && facts.bytes < 220_000)
    let (plain, source) = (try open(path), try open(path))
    source.take(gathered: frames)
    let step = (Time(1, over: 30) / plain.timeBase).rounded
    for frame in Int64(0)...100 {
      let expected = try #require(try plain.frame(upTo: frame * step))
      let shown = try #require(try source.frame(upTo: frame * step))
      let isSame = shown.frame.hasSamples(of: expected.frame)
      #expect(shown.ticks == expected.ticks && isSame)
    }
  }

  @Test func `of a stream that is damaged nothing is gathered`() throws {
    let path = try film(Self.codings[0])
    try shop.damage(path, packet: 40)
    #expect(throws: RenderFailure.self) { try gather(path, [(20, 60)]) }
    // Before that all is well.
    #expect(try gather(path, [(5, 9)]).facts.frames == 5)
  }

  @Test func `a file of something else is no file of frames`() throws {
    let path = try film(Self.codings[0])
    let source = try open(path)
    for file in [path, shop.path("nothing")] {
      source.take(gathered: file)
      #expect(try source.frame(upTo: 0)?.ticks == 0)
    }
  }
}
