// SPDX-License-Identifier: Apache-2.0

public import AV
public import Actions
public import Basics
import Bitstreams
import MediaFiles

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

/// The stream of a segment file: codec parameters and time base.
public struct SegmentStream: Hashable, Sendable, Codable {
  /// Whether it is audio.
  public var isSound: Bool
  /// libavcodec's name of the codec.
  public var codec: String
  /// Codec configuration such as parameter sets, as the encoder gave it.
  public var extradata: [UInt8]
  /// libavcodec's profile and level numbers.
  public var profile, level: Int
  /// Bits per second; 0 when unknown.
  public var bitRate: Int64
  /// Picture size.
  public var size: PixelSize
  /// Name of the pixel or sample format.
  public var format: String
  /// Which field is shown first; nil for progressive pictures.
  public var fields: FieldOrder?
  /// Matrix, primaries, transfer and range, by libavutil's names.
  public var color: ColorFacts
  /// Number of frames that a decoder holds back.
  public var delay: Int
  /// Samples per second of each channel.
  public var sampleRate: Int
  /// Number of channels.
  public var channels: Int
  /// Samples per channel in a packet; 0 if that varies.
  public var frameSize: Int
  /// Encoder delay in samples.
  public var initialPadding: Int
  /// Bits of a coded sample; 0 if not applicable.
  public var bitsPerSample: Int
  /// Seconds per tick of packet times.
  public var timeBase: Time

  /// The stream of an encoder with `parameters`.
  public init(_ parameters: CodecParameters, timeBase: Time) {
    isSound = parameters.isSound
    codec = parameters.codec
    extradata = parameters.extradata
    (profile, level, bitRate) = (parameters.profile, parameters.level, parameters.bitRate)
    (size, format, fields) = (parameters.size, parameters.format, parameters.fields)
    color = ColorFacts(parameters.color)
    (delay, sampleRate, channels) = (parameters.delay, parameters.sampleRate, parameters.channels)
    (frameSize, initialPadding) = (parameters.frameSize, parameters.initialPadding)
    bitsPerSample = parameters.bitsPerSample
    self.timeBase = timeBase
  }

  /// The stream parameters for a muxer.
  public var parameters: CodecParameters {
    var parameters = CodecParameters(isSound: isSound, codec: codec)
    parameters.extradata = h264Record ?? extradata
    (parameters.profile, parameters.level, parameters.bitRate) = (profile, level, bitRate)
    (parameters.size, parameters.format, parameters.fields) = (size, format, fields)
    parameters.color = ColorTags(color)
    (parameters.delay, parameters.sampleRate, parameters.channels) = (delay, sampleRate, channels)
    (parameters.frameSize, parameters.initialPadding) = (frameSize, initialPadding)
    parameters.bitsPerSample = bitsPerSample
    return parameters
  }

  /// The avcC record that replaces an encoder's H.264 byte stream extradata.
  ///
  /// If there is one, the file's packets are stored without start codes.
  var h264Record: [UInt8]? {
    guard codec == "h264", ByteStream.isOne(extradata) else { return nil }
    return AVCRecord(byteStream: extradata)?.bytes
  }

  /// The stream that holds the packets of both in one film; nil if they cannot be combined.
  package func merged(with other: SegmentStream) -> SegmentStream? {
    if self == other { return self }
    var merged = self
    guard codec == other.codec, let mine = record, let theirs = other.record,
      let record = mine.merged(with: theirs)
    else { return nil }
    merged.extradata = record.bytes
    if case .avc(let record) = record {
      (merged.profile, merged.level) = (Int(record.profile), Int(record.level))
    } else {
      (merged.profile, merged.level) = (max(profile, other.profile), max(level, other.level))
    }
    merged.delay = max(delay, other.delay)
    merged.bitRate = 0
    var rest = other
    (rest.extradata, rest.bitRate) = (merged.extradata, 0)
    (rest.profile, rest.level, rest.delay) = (merged.profile, merged.level, merged.delay)
    return rest == merged ? merged : nil
  }

  /// The common number of all parameter sets; nil if they have several or there are none.
  package var parameterNumber: Int? { record?.commonNumber }

  /// The parameter set record, in either form of the encoder's extradata; nil for audio.
  private var record: ParameterRecord? {
    isSound ? nil : ParameterRecord(codec: codec, h264Record ?? extradata)
  }

  /// Whether its values are in a usable range; a damaged file may contain any.
  var isPlausible: Bool {
    let counts = [
      profile, level, size.width, size.height, delay, sampleRate, channels, frameSize,
      initialPadding, bitsPerSample,
    ]
    return timeBase > .zero && delay <= 256 && bitRate.magnitude < 1 << 56
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
