// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// Packets that are copied from a source.
final class SourceAudioRun: AudioRun {
  /// The stream of the packets.
  let source: SourceStream
  private let place: AudioCopy.Source
  private let rate: Time
  private let packetSamples: Int64
  /// The film's number of the packet at `place`.
  private let first: Int64
  /// The number of the next expected packet.
  private var due: Int64
  private var isAhead = false

  /// The packets from the one at `place` on, which has number `first` in the film, and the one before it if it exists.
  init(_ place: AudioCopy.Source, first: Int64, of copy: AudioCopy) throws(RenderFailure) {
    let source = try SourceStream(
      place.stream, of: place.file, origin: place.origin, subject: "the sound of ")
    guard source.parameters.sampleRate == copy.sampleRate,
      CopyableAudioCodec(named: source.parameters.codec) != nil
    else { throw source.strange("its packets are not understood") }
    (self.source, self.place, self.first) = (source, place, first)
    rate = Time(Int64(copy.sampleRate))
    packetSamples = copy.packetSamples
    due = first
    try find()
  }

  /// The number of the last packet read, by its time.
  private var number: Int64? {
    guard let distance else { return nil }
    let number = (distance / Time(packetSamples)).rounded
    return number.magnitude < 1 << 48 ? first + number : nil
  }

  /// The distance in samples from the first packet, as exact as the packet's time.
  private var distance: Time? {
    source.packet.presentation.map {
      Time((Time(ticks: $0, base: source.timeBase) * rate).rounded) - Time(place.sample)
    }
  }

  /// Number of packets in it.
  private var count: Int64 {
    guard packetSamples == 1 else { return 1 }
    let bits = source.parameters.channels * source.parameters.codedBits
    return bits > 0 ? Int64(source.packet.bytes.count * 8 / bits) : 0
  }

  /// Reads up to the packet before the first.
  private func find() throws(RenderFailure) {
    let sample = Time(place.sample) - Time(packetSamples)
    let ticks = (sample / rate / source.timeBase).floor
    // If seeking is impossible or makes times inexact, the stream is read from the start.
    if source.isIndexed, source.seek(to: ticks), try skip(), due <= first { return }
    try source.rewind()
    guard try skip(), due <= first else { throw source.strange("there is no sound at its start") }
  }

  private func skip() throws(RenderFailure) -> Bool {
    while try source.read() {
      guard let number, number + count >= first else { continue }
      due = number
      isAhead = true
      return true
    }
    return false
  }

  func next() throws(RenderFailure) -> AudioPacket? {
    if !isAhead {
      guard try source.read() else { return nil }
    }
    isAhead = false
    let count = count
    guard count > 0, isDue, !source.packet.isDamaged else {
      throw source.strange("its packets do not follow each other")
    }
    defer { due += count }
    return AudioPacket(number: due, count: count, bytes: Array(source.packet.bytes))
  }

  /// True if the last packet read is the expected one.
  private var isDue: Bool {
    guard let distance else { return false }
    let late = distance - Time((due - first) * packetSamples)
    // Packet times are exact to a millisecond, and so is the position of the first packet.
    let doubt = packetSamples == 1 ? Time.zero : rate / Time(500) + Time(1)
    return late <= doubt && -late <= doubt
  }
}
