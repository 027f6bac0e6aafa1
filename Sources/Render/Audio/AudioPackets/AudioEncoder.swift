// SPDX-License-Identifier: Apache-2.0

import Base
package import LibAV
package import MediaIO
package import RenderProtocol

/// Encodes samples block by block.
package struct AudioEncoder: ~Copyable {
  /// The stream of the packets.
  package let stream: SegmentStream
  /// Number of samples encoded.
  package private(set) var sent: Int64 = 0
  private var encoder: Encoder
  private let packet: Packet
  private let rate: Int
  private let format: SampleFormat
  private let bits: Int
  private let frameSize: Int
  /// The factor by which samples are multiplied.
  private let gain: Double
  private var pending: AudioBuffer
  /// Packets to come that are not of the sound.
  private var unused: Int

  /// A consumer of packets.
  package typealias Taker = (borrowing Packet) throws(RenderFailure) -> Void

  /// An encoder of `count` samples.
  package init(_ encoding: AudioEncoding, rate: Int, count: Int64) throws(RenderFailure) {
    var encoder = try AudioEncoder.open(encoding, rate)
    let stream = try AudioEncoder.stream(of: encoder, count: count)
    let unused = try AudioEncoder.settle(&encoder, encoding)
    packet = try Packet.empty()
    pending = AudioBuffer(channels: encoding.layout.count)
    self.stream = stream
    self.rate = rate
    format = encoder.sampleFormat
    bits = encoder.significantBits
    frameSize = encoder.frameSize > 0 ? encoder.frameSize : AudioBuffer.blockSize
    gain = encoding.compensation(rate: rate)
    self.unused = unused
    self.encoder = encoder
  }

  /// The encoder with the requested sample format, else with the most precise one: float if supported, else 16 bits.
  private static func open(
    _ encoding: AudioEncoding, _ rate: Int
  ) throws(RenderFailure) -> Encoder {
    let options = encoding.options.map { ($0.name, $0.value) }
    do throws(AVError) {
      for wanted in encoding.sampleFormat.map({ [$0] }) ?? ["fltp", "flt", "s16", "s16p"] {
        guard let format = SampleFormat(named: wanted) else { continue }
        let encoder = try Encoder(
          sound: encoding.encoder, rate: rate, channels: encoding.layout.count, preferring: format,
          options: options)
        if encoder.sampleFormat == format { return encoder }
      }
      if encoding.sampleFormat == nil {
        return try Encoder(
          sound: encoding.encoder, rate: rate, channels: encoding.layout.count,
          preferring: .floatPlanar, options: options)
      }
    } catch { throw RenderFailure(writing: error) }
    throw RenderFailure(
      kind: .encoder,
      message:
        "encoder \(encoding.encoder) does not take \(encoding.sampleFormat ?? "this") samples")
  }

  /// Brings libavcodec's AAC encoder into the state that it would come to in the course of a sound, and stay in.
  ///
  /// At a constant quality its packets depend on few before them, but for one thing: a band that it once cannot code with as
  /// few bits as it wants is coded more coarsely from there on. Encoders that began apart would not come to the same packets
  /// for minutes. Noise at the worst quality of all does that to all bands at once.
  ///
  /// - Returns: Number of packets to come that are not of the sound.
  private static func settle(
    _ encoder: inout Encoder, _ encoding: AudioEncoding
  ) throws(RenderFailure) -> Int {
    guard encoding.encoder == "aac", let quality = encoder.quality else { return 0 }
    var unused = 0
    var seed: UInt32 = 1
    let levels: [Float] = [0.5, 0.5, 0.5, 0, 0, 0]
    do throws(AVError) {
      let packet = try Packet()
      encoder.quality = 1
      for (index, level) in levels.enumerated() {
        var noise: [Float] = []
        for _ in 0..<encoder.frameSize {
          seed = seed &* 1_664_525 &+ 1_013_904_223
          noise.append((Float(seed >> 8) / Float(1 << 23) - 1) * level)
        }
        let samples = AudioBuffer(channels: Array(repeating: noise, count: encoding.layout.count))
        let frame = try Frame(
          samples: samples.count, channels: encoding.layout.count, rate: encoder.rate,
          format: encoder.sampleFormat)
        samples.copyFirst(samples.count, to: frame, bits: encoder.significantBits)
        frame.timestamp = Int64((index - levels.count) * samples.count)
        try encoder.send(frame)
        unused += 1
        while try encoder.receive(into: packet) == .filled { unused -= 1 }
      }
      encoder.quality = quality
    } catch { throw RenderFailure(writing: error) }
    return unused
  }

  private static func stream(
    of encoder: borrowing Encoder, count: Int64
  ) throws(RenderFailure) -> SegmentStream {
    do throws(AVError) {
      var parameters = try encoder.parameters()
      if parameters.codec == "flac" { setLength(of: &parameters.extradata, to: count) }
      return SegmentStream(parameters, timeBase: encoder.timeBase)
    } catch { throw RenderFailure(writing: error) }
  }

  /// Writes the number of samples into FLAC's stream information, which otherwise has it only at the end.
  private static func setLength(of info: inout [UInt8], to count: Int64) {
    guard info.count == 34, count < 1 << 36 else { return }
    info[13] = info[13] & 0xf0 | UInt8(count >> 32 & 15)
    for index in 0..<4 { info[14 + index] = UInt8(truncatingIfNeeded: count >> (24 - 8 * index)) }
  }

  /// Encodes more samples and passes finished packets to `taker`.
  package mutating func write(_ samples: AudioBuffer, to taker: Taker) throws(RenderFailure) {
    var samples = samples
    if gain != 1 { samples.multiply(by: gain) }
    pending.append(samples)
    while pending.count >= frameSize { try send(frameSize, to: taker) }
  }

  /// Encodes the remaining samples.
  package mutating func finish(to taker: Taker) throws(RenderFailure) {
    if pending.count > 0 { try send(pending.count, to: taker) }
    do { try encoder.sendEnd() } catch { throw RenderFailure(writing: error) }
    try drain(to: taker)
  }

  private mutating func send(_ count: Int, to taker: Taker) throws(RenderFailure) {
    do throws(AVError) {
      let frame = try Frame(
        samples: count, channels: pending.channels.count, rate: rate, format: format)
      pending.copyFirst(count, to: frame, bits: bits)
      frame.timestamp = sent
      try encoder.send(frame)
    } catch { throw RenderFailure(writing: error) }
    pending.removeFirst(count)
    sent += Int64(count)
    try drain(to: taker)
  }

  private mutating func drain(to taker: Taker) throws(RenderFailure) {
    while true {
      do {
        guard try encoder.receive(into: packet) == .filled else { return }
      } catch { throw RenderFailure(writing: error) }
      if unused > 0 { unused -= 1 } else { try taker(packet) }
    }
  }
}
