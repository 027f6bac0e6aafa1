// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import TestSupport
import Testing

@testable import Compositor
@testable import MediaIO

/// Where a container skips data, exactly the missing pictures are reported as damaged.
@Suite(.enabled(if: hasFFmpeg, "no ffmpeg")) struct HoleTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  static let videos: [(name: String, options: [String])] = [
    ("mjpeg.mkv", ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"]),
    ("reordered.mkv", ["-c:v", "libx264", "-bf", "3"]),
  ]

  /// 100 frames at 25 frames per second, of which those from 2 s up to 2.96 s are erased.
  private func film(_ index: Int) throws -> String {
    let (name, options) = Self.videos[index]
    let path = shop.path(name)
    let input = ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=4"]
    _ = try shop.run("ffmpeg", input + ["-g", "25", "-threads", "1"] + options + [path])
    try shop.erase(path, packets: 50..<74)
    return path
  }

  private func failure(_ body: () throws -> Void) -> RenderFailure? {
    do { try body() } catch { return error as? RenderFailure }
    return nil
  }

  @Test(arguments: videos.indices, [1, 4])
  func `a section that ends in a hole is damaged from the last frame before it`(
    index: Int, threads: Int
  ) throws {
    let path = try film(index)
    let before = try pictureProgram(path, from: .zero, frames: 50)
    #expect(try drawAll(before, threads: threads).notes.isEmpty)
    let within = try pictureProgram(path, from: .zero, frames: 52)
    let failure = failure { _ = try drawAll(within, threads: threads) }
    #expect(
      failure?.kind == .media && failure?.sourceTime == Time(2), "\(String(describing: failure))")
    let kept = try drawAll(within, threads: threads, keepsGoing: true)
    #expect(kept.count == 52 && kept.notes.count == 1)
    let inside = try pictureProgram(path, from: Time(11, over: 5), frames: 5)
    #expect(self.failure { _ = try drawAll(inside, threads: threads) }?.kind == .media)
  }

  @Test func `a section that begins after a hole is whole`() throws {
    let after = try pictureProgram(try film(0), from: Time(31, over: 10), frames: 10)
    #expect(try drawAll(after, threads: 1).notes.isEmpty)
  }

  @Test func `damage of the first frame alone is an error`() throws {
    let path = shop.path("first.avi")
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=2", "-c:v", "mjpeg",
        "-pix_fmt", "yuvj420p", path,
      ])
    try shop.damage(path, packet: 0)
    let failure = failure {
      _ = try drawAll(try pictureProgram(path, from: .zero, frames: 20), threads: 1)
    }
    #expect(failure?.sourceTime == .zero)
  }

  // MARK: - Sound

  /// Twelve seconds of noise.
  private func sound(_ name: String) throws -> String {
    let path = shop.path(name)
    let noise = "anoisesrc=r=48000:d=12:a=0.3:seed=4"
    let codec =
      name.hasPrefix("pcm")
      ? ["-c:a", "pcm_s16le"]
      : name.hasPrefix("flac") ? ["-c:a", "flac", "-frame_size", "4608"] : []
    _ = try shop.run(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", noise, "-ac", "2"] + codec + [path])
    return path
  }

  /// Mixes sections of the sound at `path`, in seconds, one after the other.
  private func mix(_ path: String, _ stretches: [ClosedRange<Time>]) throws -> RenderFailure? {
    var clips: [AudioClip] = []
    var count: Int64 = 0
    for stretch in stretches {
      let length = ((stretch.upperBound - stretch.lowerBound) * Time(48000)).rounded
      clips.append(try clip(path, from: stretch.lowerBound, at: count, count: length))
      count += length
    }
    let program = AudioProgram(sampleRate: 48000, sampleCount: count, clips: clips)
    return failure { _ = try shop.mix(program) }
  }

  @Test(arguments: ["opus.ogg", "vorbis.ogg", "flac.flac", "mp3.mp3", "aac.aac"])
  func `damage before or after what is heard does not matter`(name: String) throws {
    let path = try sound(name)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    // At about 8 s.
    for index in bytes.count * 2 / 3..<bytes.count * 2 / 3 + 2000 { bytes[index] = 0 }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(try mix(path, [.zero...Time(1)]) == nil)
    #expect(try mix(path, [.zero...Time(2), Time(10)...Time(11)]) == nil)
    #expect(try mix(path, [.zero...Time(9)]) != nil)
  }

  /// Checks that the section from 4 s to 7 s, and it only, is reported as missing from the sound at `path`.
  private func expectHole(_ path: String) throws {
    #expect(try mix(path, [.zero...Time(3)]) == nil)
    // Reading continues with a cluster, at about 10 s.
    #expect(try mix(path, [Time(21, over: 2)...Time(23, over: 2)]) == nil)
    for stretch in [.zero...Time(10), Time(3)...Time(5), Time(5)...Time(6), Time(6)...Time(8)] {
      let failure = try mix(path, [stretch])
      #expect(failure?.kind == .media, "\(stretch)")
      let time = try #require(failure?.sourceTime)
      #expect(Time(39, over: 10)...Time(41, over: 10) ~= time, "\(stretch): \(time)")
    }
  }

  @Test func `sound that a container skips is damaged from the end of the packet before it`() throws
  {
    let path = try sound("pcm.mkv")
    // A packet has 1024 samples.
    try shop.erase(path, packets: 188..<328)
    try expectHole(path)
  }

  @Test(arguments: ["pcm.mkv", "pcm.nut"])
  func `a pause that a recorder made is silence`(name: String) throws {
    let path = shop.path(name)
    let noise = "anoisesrc=r=48000:d=12:a=0.3:seed=4"
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", noise, "-ac", "2", "-af",
        "aselect=not(between(t\\,4\\,7))", "-c:a", "pcm_s16le", path,
      ])
    for stretch in [.zero...Time(10), Time(5)...Time(6), Time(6)...Time(8)] {
      #expect(try mix(path, [stretch]) == nil, "\(stretch)")
    }
  }

  /// Matroska rounds timestamps, so frames are placed by those around them; here those come after what is heard.
  @Test func `packets that fail are reported although no sound follows in the section`() throws {
    let path = try sound("flac.mka")
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    // FLAC packets have checksums; of the first three seconds every second one fails, and the last three.
    let packets = Array(0..<28).filter { $0 % 2 == 0 || $0 > 24 }
    for packet in packets { try shop.damage(path, packet: packet) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) != whole)
    for stretch in [.zero...Time(1), .zero...Time(2), Time(1)...Time(5, over: 2)] {
      #expect(try mix(path, [stretch])?.kind == .media, "\(stretch)")
    }
    #expect(try mix(path, [Time(5)...Time(7)]) == nil)
  }
}
