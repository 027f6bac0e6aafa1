// SPDX-License-Identifier: Apache-2.0

public import Base
import Bitstreams
public import LibAV
package import RenderProtocol

// A segment file holds the coded packets of one section of pictures or of all audio, with the stream parameters
// that a muxer needs. It does not contain its position in a film.
//
//   magic "reelseg\n", version (u32), length of the header (u32), header: the stream as JSON
//   packets:  'P' (u8), flags (u32, 1 = key, 2 = with an addition), size (u32), pts, dts, duration (i64 each),
//             samples to drop at its start and at its end (u32 each),
//             size of the addition (u32, only with one), bytes, bytes of the addition
//             or, where packets are copied from a source, 'C' (u8), bytes of all packets (i64), and a
//             checksum of their bytes and places (u64)
//   trailer:  'E' (u8), number of packets (u64), frames or samples (i64), checksum (u64)
//
// All numbers are little-endian. The checksum covers everything between magic and checksum. H.264 and HEVC are
// stored with lengths in front of their NAL units, not with start codes (`ByteStream`).

/// The stream of a segment file.
public struct SegmentStream: Hashable, Sendable, Codable {
  /// The codec's parameters, with the extradata that the encoder gave.
  public var parameters: CodecParameters
  /// Seconds per tick of packet times.
  public var timeBase: Time

  /// The stream of an encoder with `parameters`.
  public init(_ parameters: CodecParameters, timeBase: Time) {
    (self.parameters, self.timeBase) = (parameters, timeBase)
  }

  /// The parameters for a muxer or a decoder, which expect lengths in front of NAL units.
  public var stored: CodecParameters {
    var stored = parameters
    if let h264Record { stored.extradata = h264Record }
    return stored
  }

  /// The avcC record that replaces an encoder's H.264 byte stream extradata.
  ///
  /// If there is one, the file's packets are stored without start codes.
  var h264Record: [UInt8]? {
    guard parameters.codec == "h264", ByteStream.isOne(parameters.extradata) else { return nil }
    return AVCRecord(byteStream: parameters.extradata)?.bytes
  }

  /// The stream that holds the packets of both in one film; nil if they cannot be combined.
  package func merged(with other: SegmentStream) -> SegmentStream? {
    if self == other { return self }
    guard parameters.codec == other.parameters.codec, let mine = record, let theirs = other.record,
      let record = mine.merged(with: theirs)
    else { return nil }
    var (merged, rest) = (parameters, other.parameters)
    merged.extradata = record.bytes
    if case .avc(let record) = record {
      (merged.profile, merged.level) = (Int(record.profile), Int(record.level))
    } else {
      (merged.profile, merged.level) = (
        max(merged.profile, rest.profile), max(merged.level, rest.level)
      )
    }
    merged.delay = max(merged.delay, rest.delay)
    merged.bitRate = 0
    (rest.extradata, rest.bitRate) = (merged.extradata, 0)
    (rest.profile, rest.level, rest.delay) = (merged.profile, merged.level, merged.delay)
    guard rest == merged, timeBase == other.timeBase else { return nil }
    return SegmentStream(merged, timeBase: timeBase)
  }

  /// The common number of all parameter sets; nil if they have several or there are none.
  package var parameterNumber: Int? { record?.commonNumber }

  /// The parameter set record, in either form of the encoder's extradata; nil for audio.
  private var record: ParameterRecord? {
    parameters.isSound
      ? nil : ParameterRecord(codec: parameters.codec, h264Record ?? parameters.extradata)
  }

  /// True if its values are in a usable range; a damaged file may contain any.
  var isPlausible: Bool {
    let p = parameters
    let counts = [
      p.profile, p.level, p.size.width, p.size.height, p.delay, p.sampleRate, p.channels,
      p.frameSize, p.initialPadding, p.bitsPerSample,
    ]
    return timeBase > .zero && p.delay <= 256 && p.bitRate.magnitude < 1 << 56
      && counts.allSatisfy { (-1000..<1 << 31).contains($0) }
  }
}

/// Constants of the segment file format.
enum SegmentFormat {
  static let magic = SegmentMarks.magic
  static let version = SegmentMarks.version
  /// Flags of a packet: decoding can start there; it has an addition.
  static let keyFlag: UInt32 = 1
  static let additionFlag: UInt32 = 2
  static let packetMark = UInt8(ascii: "P")
  static let copyMark = UInt8(ascii: "C")
  static let copyBytes = 17
  static let endMark = SegmentMarks.endMark
  static let packetHeaderBytes = 41
  static let trailerBytes = SegmentMarks.trailerBytes
  static let checksumBytes = 8
  /// Maximum size of a header or packet.
  static let maximumBytes = 1 << 28
  /// Maximum of a time or count, so that sums cannot overflow.
  static let maximumTicks: Int64 = 1 << 56
}

/// The trailer of a segment file: the numbers of packets and of frames or samples.
package struct SegmentTrailer {
  /// The number of packets.
  package let packets: Int64
  /// Number of frames, or of samples for audio.
  package let frames: Int64
  /// Size of the whole file in bytes.
  package let fileSize: Int64

  /// Reads the end of the file of `window`; the reader verifies the checksum.
  package init(endOf window: borrowing SegmentWindow) throws(RenderFailure) {
    let bytes = try window.last(SegmentFormat.trailerBytes)
    let (mark, packets, frames) = bytes.withUnsafeBytes {
      ($0[0], $0.number(1, Int64.self), $0.number(9, Int64.self))
    }
    guard mark == SegmentFormat.endMark, (0...Int64(window.size)).contains(packets),
      (0..<SegmentFormat.maximumTicks).contains(frames)
    else { throw .damagedSegment(window.path) }
    (self.packets, self.frames, fileSize) = (packets, frames, Int64(window.size))
  }
}
