// SPDX-License-Identifier: Apache-2.0

import AV
import Basics
import Testing

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
