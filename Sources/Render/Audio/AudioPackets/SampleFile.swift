// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
package import RenderProtocol

// Mixed sound is stored as interleaved 32-bit float in a segment file: the codec is `pcm_f32le`, with one packet per
// block of the mix. Float preserves a mix that exceeds full scale until a later gain reduces it, and passes the
// exact mix to the encoder. The segment reader detects damaged and truncated files.
//
// The mix is preceded by its lead, whose length is the stream's `initialPadding`, and followed by its trail.

/// Writes mixed samples into a file, block by block.
package struct SampleWriter: ~Copyable {
  private var writer: SegmentWriter
  private var written: Int64 = 0

  /// A new file at `path` with `rate` samples per second of `channels` channels, which starts with a lead of `lead`
  /// samples.
  package init(path: String, rate: Int, channels: Int, lead: Int) throws(RenderFailure) {
    writer = try SegmentWriter(
      path: path, stream: .samples(rate: rate, channels: channels, lead: lead))
  }

  /// Appends the lead.
  package mutating func write(lead: AudioBuffer) throws(RenderFailure) {
    guard lead.count > 0 else { return }
    let block = AudioBlock(channels: lead.channels.count, capacity: lead.count)
    lead.copy(from: 0, count: lead.count, to: block.memory)
    try write(block.memory, count: lead.count)
  }

  /// Appends `count` samples.
  package mutating func write(_ memory: ChannelMemory, count: Int) throws(RenderFailure) {
    let packet = try SampleWriter.packet(memory, count: count)
    packet.isKey = true
    packet.presentation = written
    packet.decoding = written
    packet.duration = Int64(count)
    try writer.write(packet)
    written += Int64(count)
  }

  private static func packet(
    _ memory: ChannelMemory, count: Int
  ) throws(RenderFailure) -> Packet {
    let channels = memory.channels
    let samples = [UInt32](unsafeUninitializedCapacity: channels * count) { buffer, done in
      for channel in 0..<channels {
        let source = memory[channel]
        for n in 0..<count {
          buffer[channels &* n &+ channel] = source[n].bitPattern.littleEndian
        }
      }
      done = channels * count
    }
    do throws(AVError) {
      let packet = try Packet(size: 4 * channels * count)
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
  package let lead: AudioBuffer
  /// The continuation after the mix, known at its end.
  package private(set) var trail: AudioBuffer
  private var reader: SegmentReader
  private let path: String
  private let channels: Int
  private var rest: Int64

  /// Opens the sample file at `path`, with a mix of `count` samples of `channels` channels.
  package init(path: String, rate: Int, channels: Int, count: Int64) throws(RenderFailure) {
    var reader = try SegmentReader(path: path)
    var lead = AudioBuffer(channels: channels)
    let trail = lead
    var stream = reader.stream
    let leadCount = stream.parameters.initialPadding
    stream.parameters.initialPadding = 0
    guard stream == .samples(rate: rate, channels: channels, lead: 0) else {
      throw SampleReader.failure("it holds something else", path)
    }
    if leadCount > 0 { lead = try SampleReader.block(&reader, channels, path) ?? lead }
    guard lead.count == leadCount else { throw SampleReader.failure("it is damaged", path) }
    self.lead = lead
    self.trail = trail
    self.reader = reader
    self.channels = channels
    self.path = path
    rest = count
  }

  /// The next block of the mix; nil at the end, once the file has been verified.
  package mutating func read() throws(RenderFailure) -> AudioBuffer? {
    guard rest > 0 else {
      trail = try SampleReader.block(&reader, channels, path) ?? trail
      guard try SampleReader.block(&reader, channels, path) == nil else {
        throw SampleReader.failure("it is too long", path)
      }
      return nil
    }
    guard let block = try SampleReader.block(&reader, channels, path), block.count <= rest else {
      throw SampleReader.failure("its length is wrong", path)
    }
    rest -= Int64(block.count)
    return block
  }

  private static func block(
    _ reader: inout SegmentReader, _ channels: Int, _ path: String
  ) throws(RenderFailure) -> AudioBuffer? {
    let packet = try Packet.empty()
    guard try reader.next(into: packet) else { return nil }
    let bytes = packet.bytes
    let step = 4 * channels
    let count = bytes.count / step
    guard bytes.count == step * count, (1...AudioBuffer.blockSize).contains(count) else {
      throw failure("it is damaged", path)
    }
    func channel(_ offset: Int) -> [Float] {
      [Float](unsafeUninitializedCapacity: count) { buffer, done in
        for n in 0..<count {
          let bits = bytes.loadUnaligned(fromByteOffset: step &* n &+ offset, as: UInt32.self)
          buffer[n] = Float(bitPattern: UInt32(littleEndian: bits))
        }
        done = count
      }
    }
    return AudioBuffer(channels: (0..<channels).map { channel(4 * $0) })
  }

  private static func failure(_ reason: String, _ path: String) -> RenderFailure {
    RenderFailure(
      kind: .disk, message: "cannot read a file of samples: \(reason)", log: [path])
  }
}

extension SegmentStream {
  /// The stream of mixed, unencoded samples.
  fileprivate static func samples(rate: Int, channels: Int, lead: Int) -> SegmentStream {
    var parameters = CodecParameters(isSound: true, codec: "pcm_f32le")
    parameters.format = "flt"
    parameters.sampleRate = rate
    parameters.channels = channels
    parameters.bitsPerSample = 32
    parameters.initialPadding = lead
    return SegmentStream(parameters, timeBase: Time(1, over: Int64(rate)))
  }
}
