// SPDX-License-Identifier: Apache-2.0

import AV
package import Actions
import Basics
import MediaFiles
import Packets

// Mixed sound is stored as 32-bit float stereo in a segment file: the codec is `pcm_f32le`, with one packet per
// block of the mix. Float preserves a mix that exceeds full scale until a later gain reduces it, and passes the
// exact mix to the encoder. The segment reader detects damaged and truncated files.
//
// The mix is preceded by its lead, whose length is the stream's `initialPadding`, and followed by its trail.

/// Writes mixed samples into a file, block by block.
package struct SampleWriter: ~Copyable {
  private var writer: SegmentWriter
  private var written: Int64 = 0

  /// A new file at `path` with `rate` samples per second, which starts with a lead of `lead` samples.
  package init(path: String, rate: Int, lead: Int) throws(RenderFailure) {
    writer = try SegmentWriter(path: path, stream: .samples(rate: rate, lead: lead))
  }

  /// Appends the lead.
  package mutating func write(lead: StereoSamples) throws(RenderFailure) {
    guard lead.count > 0 else { return }
    try write(lead.left, lead.right, count: lead.count)
  }

  /// Appends `count` samples.
  package mutating func write(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int
  ) throws(RenderFailure) {
    let packet = try SampleWriter.packet(left, right, count: count)
    packet.isKey = true
    packet.presentation = written
    packet.decoding = written
    packet.duration = Int64(count)
    try writer.write(packet)
    written += Int64(count)
  }

  private static func packet(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int
  ) throws(RenderFailure) -> Packet {
    let samples = [UInt32](unsafeUninitializedCapacity: 2 * count) { buffer, done in
      for n in 0..<count {
        buffer[2 &* n] = left[n].bitPattern.littleEndian
        buffer[2 &* n &+ 1] = right[n].bitPattern.littleEndian
      }
      done = 2 * count
    }
    do throws(AVError) {
      let packet = try Packet(size: 8 * count)
      samples.withUnsafeBytes { packet.fill(from: $0) }
      return packet
    } catch { throw RenderFailure(writing: error) }
  }

  /// Completes the file of a mix of `count` samples.
  package mutating func finish(count: Int64) throws(RenderFailure) -> SegmentFacts {
    SegmentFacts(frames: count, bytes: try writer.finish(frames: count))
  }
}

/// Reads the file of a `SampleWriter`, block by block.
package struct SampleReader: ~Copyable {
  /// The start of the clips that were already playing before the mix.
  package let lead: StereoSamples
  /// The continuation after the mix, known at its end.
  package private(set) var trail = StereoSamples()
  private var reader: SegmentReader
  private let path: String
  private var rest: Int64

  /// Opens the sample file at `path`, with a mix of `count` samples.
  package init(path: String, rate: Int, count: Int64) throws(RenderFailure) {
    var reader = try SegmentReader(path: path)
    var lead = StereoSamples()
    var stream = reader.stream
    let leadCount = stream.parameters.initialPadding
    stream.parameters.initialPadding = 0
    guard stream == .samples(rate: rate, lead: 0) else {
      throw SampleReader.failure("it holds something else", path)
    }
    if leadCount > 0 { lead = try SampleReader.block(&reader, path) ?? lead }
    guard lead.count == leadCount else { throw SampleReader.failure("it is damaged", path) }
    self.lead = lead
    self.reader = reader
    self.path = path
    rest = count
  }

  /// The next block of the mix; nil at the end, once the file has been verified.
  package mutating func read() throws(RenderFailure) -> StereoSamples? {
    guard rest > 0 else {
      trail = try SampleReader.block(&reader, path) ?? trail
      guard try SampleReader.block(&reader, path) == nil else {
        throw SampleReader.failure("it is too long", path)
      }
      return nil
    }
    guard let block = try SampleReader.block(&reader, path), block.count <= rest else {
      throw SampleReader.failure("its length is wrong", path)
    }
    rest -= Int64(block.count)
    return block
  }

  private static func block(
    _ reader: inout SegmentReader, _ path: String
  ) throws(RenderFailure) -> StereoSamples? {
    let packet = try Packet.empty()
    guard try reader.next(into: packet) else { return nil }
    let bytes = packet.bytes
    let count = bytes.count / 8
    guard bytes.count == 8 * count, (1...StereoSamples.blockSize).contains(count) else {
      throw failure("it is damaged", path)
    }
    func channel(_ offset: Int) -> [Float] {
      [Float](unsafeUninitializedCapacity: count) { buffer, done in
        for n in 0..<count {
          let bits = bytes.loadUnaligned(fromByteOffset: 8 &* n &+ offset, as: UInt32.self)
          buffer[n] = Float(bitPattern: UInt32(littleEndian: bits))
        }
        done = count
      }
    }
    return StereoSamples(left: channel(0), right: channel(4))
  }

  private static func failure(_ reason: String, _ path: String) -> RenderFailure {
    RenderFailure(
      kind: .disk, message: "cannot read a file of samples: \(reason)", log: [path])
  }
}

extension SegmentStream {
  /// The stream of mixed, unencoded samples.
  fileprivate static func samples(rate: Int, lead: Int) -> SegmentStream {
    var parameters = CodecParameters(isSound: true, codec: "pcm_f32le")
    parameters.format = "flt"
    parameters.sampleRate = rate
    parameters.channels = 2
    parameters.bitsPerSample = 32
    parameters.initialPadding = lead
    return SegmentStream(parameters, timeBase: Time(1, over: Int64(rate)))
  }
}
