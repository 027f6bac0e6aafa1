// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import LibAV
import RenderProtocol
import Testing

@testable import Audio
@testable import MediaIO
@testable import Muxing

/// Copied packets are decoded and compared with their source.
extension CopyTests {
  @Test(arguments: Codec.allCases, [nil, 1, 7])
  func `copied packets show what their source does`(codec: Codec, number: Int?) throws {
    if codec == .vp9, number != nil { return }
    let file = try footage("take.mp4", codec: codec)
    let groups = try #require(try probeMedia(ProbeRequest(path: file.path)).video?.coding).groups
    // The first group of a section omits pictures that refer to the previous group.
    let leading = groups[1].leading
    let read = try read(file, from: groups[1].start + FrameRate(25).time(of: leading))
    let frames = groups[1].frames + groups[2].frames - leading
    var compared = 0
    let fault = try SegmentRenderer().check(
      request(read, frames: frames, .copy(number: number), "body")
    ) { compared += $0 }
    #expect(fault == nil)
    #expect(compared == frames)
  }

  /// Changes the later part of packet `index` of a stream.
  private func damage(_ file: MediaFile, _ stream: String, packet index: Int) throws {
    let listing = String(
      decoding: try shop.run(
        "ffprobe",
        [
          "-v", "error", "-select_streams", stream, "-show_entries", "packet=size,pos", "-of",
          "csv=p=0", file.path,
        ]), as: UTF8.self)
    let places = listing.split(separator: "\n").map {
      $0.split(separator: ",").compactMap { Int($0) }
    }
    let (size, at) = (places[index][0], places[index][1])
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.path)))
    for place in at + size / 3..<at + size { bytes[place] = 0xff }
    try Data(bytes).write(to: URL(fileURLWithPath: file.path))
  }

  @Test func `a damaged packet is found, and at which frame`() throws {
    let file = try footage("take.mp4", options: ["-bf", "0"])
    try damage(file, "v", packet: 40)
    let copy = request(try read(file, from: Time(1)), frames: 50, .copy, "body")
    // Copied packets are not decoded when the segment is made.
    #expect(try SegmentRenderer().render(copy).notes.isEmpty)
    let fault = try #require(try SegmentRenderer().check(copy))
    #expect(fault.kind == .damaged && fault.frame == 15)
    #expect(fault.sourceTime == Time(8, over: 5))
    let before = request(try read(file, from: .zero), frames: 25, .copy, "before")
    #expect(try SegmentRenderer().check(before) == nil)
  }

  @Test func `a frame that refers to a damaged one behind it counts as damaged`() throws {
    let file = try footage("take.mp4", options: ["-bf", "3", "-x264-params", "b-adapt=0"])
    // Decoded third, shown sixth.
    try damage(file, "v", packet: 30)
    let fault = try #require(
      try SegmentRenderer().check(
        request(try read(file, from: Time(1)), frames: 50, .copy, "body")))
    #expect(fault.kind == .damaged)
    #expect(fault.frame.map { (1...8).contains($0) } == true, "\(fault)")
  }

  @Test func `damaged sound is found`() throws {
    let file = try footage("take.mp4")
    let facts = try #require(try probeMedia(ProbeRequest(path: file.path)).audio)
    let clip = AudioClip(
      file: file, stream: facts.stream, zero: .zero, sourceStart: Time(1), start: 0,
      count: 96_000, gains: [], origin: .none)
    let source = AudioCopy.Source(
      file: file, stream: facts.stream, sample: 42 * 1024, origin: .none)
    let copy = CopyAudioRequest(
      copy: AudioCopy(
        sampleRate: 44_100, packetSamples: 1024, start: 0, sampleCount: 80 * 1024,
        intervals: [.copied(source, packets: 80)]),
      otherwise: AudioProgram(sampleRate: 48_000, sampleCount: 96_000, clips: [clip]),
      encoding: AudioEncoding(encoder: "aac"), output: shop.path("sound"))
    #expect(try AudioRenderer().check(copy) == nil)
    try damage(file, "a", packet: 60)
    let fault = try #require(try AudioRenderer().check(copy))
    #expect(fault.kind == .damaged)
    let time = try #require(fault.sourceTime)
    #expect(time > Time(1) && time < Time(3))
  }

  @Test func `pictures are the same when all samples are`() throws {
    let one = try Frame(size: PixelSize(6, 4), format: .yuv420p)
    let other = try Frame(size: PixelSize(6, 4), format: .yuvj420p)
    for plane in 0..<3 {
      for row in 0..<(plane == 0 ? 4 : 2) {
        for byte in 0..<6 {
          one.withPlane(plane) { $0[row * $1 + byte] = UInt8(byte) }
          other.withPlane(plane) { $0[row * $1 + byte] = UInt8(byte) }
        }
      }
    }
    var found = [one.hasSamples(of: other)]
    for plane in 0..<3 {
      let last = plane == 0 ? 3 * other.stride(0) + 5 : other.stride(plane) + 2
      // Bytes after the end of a row are no samples.
      for place in [last, last + 1] {
        other.withPlane(plane) { base, _ in base[place] ^= 1 }
        found.append(one.hasSamples(of: other))
        other.withPlane(plane) { base, _ in base[place] ^= 1 }
      }
    }
    #expect(found == [true, false, true, false, true, false, true])
    let smaller = one.hasSamples(of: try Frame(size: PixelSize(4, 4), format: .yuv420p))
    let isRGB = one.hasSamples(of: try Frame(size: PixelSize(6, 4), format: .rgba))
    #expect(!smaller && !isRGB)
  }
}
