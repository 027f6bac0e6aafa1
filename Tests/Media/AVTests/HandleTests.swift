// SPDX-License-Identifier: Apache-2.0

import Base
import CLinux
import Testing

@testable import LibAV

@Suite struct HandleTests {
  @Test func `an unknown filter is named in the error`() throws {
    let error = #expect(throws: AVError.self) {
      _ = try FilterGraph(.none, [Filter("nosuchfilter")])
    }
    #expect(error?.kind == .unsupported)
    #expect(error?.call == "find filter 'nosuchfilter'")
  }

  @Test func `an option that libav refuses is named with libav's words`() throws {
    let error = #expect(throws: AVError.self) {
      _ = try FilterGraph(.none, [Filter("color", ["color": "nosuchcolor"])])
    }
    #expect(error?.call == "set 'color' of filter 'color'")
    #expect(error?.log.contains { $0.contains("nosuchcolor") } == true)
  }

  @Test func `the same request fails in the same words twice`() throws {
    var words: Set<String> = []
    for _ in 0..<2 {
      do { _ = try Demuxer(path: "/nonexistent/clip.mp4") } catch { words.insert("\(error)") }
    }
    #expect(words == ["open 'clip.mp4': No such file or directory"])
  }

  @Test func `the formats of an encoder are asked for up to the end of their list`() throws {
    let video = try #require(EncoderDescription("libx264", common: []))
    #expect(video.pixelFormats.contains("yuv420p"))
    let sound = try #require(EncoderDescription("pcm_s16le", common: []))
    #expect(sound.pixelFormats.isEmpty)
    for count in 0...2 {
      var asked: [Int32] = []
      let formats = supportedFormats {
        asked.append($0)
        // Whoever goes on asking is caught here.
        precondition(asked.count < 100)
        return $0 < count ? $0 + 7 : -1
      }
      #expect(formats == (0..<Int32(count)).map { $0 + 7 })
      #expect(asked == Array(0...Int32(count)))
    }
  }

  @Test func `a filter chain gives the pictures it was asked for`() throws {
    var graph = try FilterGraph(
      .none, [Filter("color", ["color": "red", "size": "64x48", "duration": "1", "rate": "5"])])
    let frame = try Frame()
    var count = 0
    while try graph.pull(into: frame) == .filled {
      #expect(frame.size == PixelSize(64, 48))
      count += 1
    }
    #expect(count == 5)
  }

  @Test func `sharing a frame and writing to it leaves the other as it was`() throws {
    let frame = try Frame(size: PixelSize(16, 16), format: .yuv420p)
    frame.withPlane(0) { base, _ in base[0] = 1 }
    let other = try frame.reference()
    try other.makeWritable()
    other.withPlane(0) { base, _ in base[0] = 2 }
    #expect(frame.withPlane(0) { base, _ in base[0] } == 1)
    #expect(other.withPlane(0) { base, _ in base[0] } == 2)
  }

  /// The packets of two seconds of pictures by `libx264`.
  private func packets(_ size: PixelSize) throws -> [[UInt8]] {
    var graph = try FilterGraph(
      .none,
      [
        Filter("testsrc2", ["size": "\(size)", "duration": "2", "rate": "30"]),
        Filter("format", ["pix_fmts": "yuv420p"]),
      ])
    var encoder = try Encoder(
      pictures: "libx264", size: size, format: .yuv420p, rate: FrameRate(30),
      options: [("crf", "12")])
    let frame = try Frame()
    var (packets, number): ([[UInt8]], Int64) = ([], 0)
    func drain(_ encoder: inout Encoder) throws {
      let packet = try Packet()
      while try encoder.receive(into: packet) == .filled { packets.append(Array(packet.bytes)) }
    }
    while try graph.pull(into: frame) == .filled {
      frame.timestamp = number
      number += 1
      try encoder.send(frame)
      try drain(&encoder)
    }
    try encoder.sendEnd()
    try drain(&encoder)
    return packets
  }

  @Test func `packets do not depend on what was in memory before`() throws {
    let size = PixelSize(176, 144)
    let fill: Int32 = -6  // M_PERTURB
    defer { mallopt(fill, 0) }
    let clean = try packets(size)
    #expect(clean.count == 60)
    for byte: Int32 in [1, 85, 170] {
      mallopt(fill, byte)
      #expect(try packets(size) == clean, "\(byte)")
    }
  }

  /// The output of `filter` for samples of full range and tags that say so.
  @Test(arguments: ["tv", "pc"])
  func `filters convert nothing that is as they want it, whatever the tags`(range: String) throws {
    let size = PixelSize(64, 32)
    let frame = try Frame(size: size, format: .yuv420p)
    for plane in 0..<3 {
      frame.withPlane(plane) { base, stride in
        for y in 0..<(plane == 0 ? 32 : 16) {
          for x in 0..<(plane == 0 ? 64 : 32) {
            base[y * stride + x] = UInt8((x * 7 + y * 3) & 255)
          }
        }
      }
    }
    frame.timestamp = 0
    for matrix in ["bt709", "smpte170m", "bt2020nc", "bt2020c", "unknown", "ycgco"] {
      var tags = ColorTags.bt709
      (tags.matrix, tags.range) = (matrix, range)
      frame.color = tags
      var graph = try FilterGraph(
        .picture(like: frame, timeBase: Time(1)),
        [
          Filter(
            "scale",
            [
              "flags": FilterGraph.scaling, "in_range": range == "pc" ? "full" : "limited",
              "out_range": range == "pc" ? "full" : "limited",
            ]), Filter("format", ["pix_fmts": "yuv444p"]),
          Filter("format", ["pix_fmts": "yuv444p"]),
        ])
      try graph.push(frame)
      #expect(frame.color == tags)
      let result = try Frame()
      #expect(try graph.pull(into: result) == .filled)
      let isSame = result.withPlane(0) { base, stride in
        frame.withPlane(0) { own, ownStride in
          (0..<32).allSatisfy { y in
            (0..<64).allSatisfy { base[y * stride + $0] == own[y * ownStride + $0] }
          }
        }
      }
      #expect(isSame == true, "\(matrix)")
    }
  }

  @Test func `a lossless film is decoded unchanged`() throws {
    var graph = try FilterGraph(
      .none,
      [
        Filter("testsrc2", ["size": "64x48", "duration": "1", "rate": "4"]),
        Filter("format", ["pix_fmts": "yuv420p"]),
      ])
    var encoder = try Encoder(
      pictures: "ffv1", size: PixelSize(64, 48), format: .yuv420p, rate: FrameRate(4), options: [])
    let parameters = try encoder.parameters()
    #expect(parameters.codec == "ffv1")
    var decoder = try Decoder(parameters, isStrict: true)
    let frame = try Frame()
    let decoded = try Frame()
    let packet = try Packet()
    var count = 0
    // An intra-only codec without delay outputs each frame before the next one is sent.
    while try graph.pull(into: frame) == .filled {
      frame.timestamp = Int64(count)
      try encoder.send(frame)
      try #require(try encoder.receive(into: packet) == .filled)
      try decoder.send(packet)
      try #require(try decoder.receive(into: decoded) == .filled)
      let isUnchanged = decoded.hasSamples(of: frame)
      #expect(isUnchanged)
      count += 1
    }
    #expect(count == 4)
  }
}
