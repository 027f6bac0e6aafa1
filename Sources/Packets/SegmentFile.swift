// SPDX-License-Identifier: Apache-2.0

public import AV
public import Actions
public import Basics
import Bitstreams
import MediaFiles

// A segment file holds the coded packets of one stretch of picture or of the whole sound, with
// what a muxer must know about them. Nothing in it says where in a film it lies.
//
//   magic "reelseg\n", version (u32), length of the header (u32), header: the stream as JSON
//   packets:  'P' (u8), flags (u32, 1 = key), size (u32), pts, dts, duration (i64 each),
//             samples to drop at its start and at its end (u32 each), bytes
//             or, where packets are copied from a source, 'C' (u8), bytes of all packets (i64), and a
//             checksum of their bytes and places (u64)
//   trailer:  'E' (u8), number of packets (u64), frames or samples (i64), checksum (u64)
//
// All numbers are little-endian. The checksum covers everything between magic and checksum. H.264 is
// held with lengths in front of its NAL units, not with start codes (`ByteStream`), and so is HEVC.

/// What the packets of a segment file are: the codec's parameters and the clock.
public struct SegmentStream: Hashable, Sendable, Codable {
  /// Whether it is sound.
  public var isSound: Bool
  /// libavcodec's name of the codec.
  public var codec: String
  /// Parameter sets and the like, as the encoder gave them.
  public var extradata: [UInt8]
  /// libavcodec's numbers of profile and level.
  public var profile, level: Int
  /// Bits per second; 0 when unknown.
  public var bitRate: Int64
  /// Size of the pictures.
  public var size: PixelSize
  /// Name of the pixel or sample format.
  public var format: String
  /// Which field is shown first; nil where pictures are progressive.
  public var fields: FieldOrder?
  /// Matrix, primaries, transfer and range, by libavutil's names.
  public var color: ColorFacts
  /// Frames that a decoder holds back.
  public var delay: Int
  /// Samples per second of each channel.
  public var sampleRate: Int
  /// Number of channels.
  public var channels: Int
  /// Samples in a packet; 0 when that varies.
  public var frameSize: Int
  /// Samples that the encoder put in front.
  public var initialPadding: Int
  /// Bits of a coded sample, where that makes sense.
  public var bitsPerSample: Int
  /// Seconds per tick of the packets' times.
  public var timeBase: Time

  /// The stream of an encoder.
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

  /// What a muxer must be told.
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

  /// What a muxer is told instead of the parameter sets of H.264 that the encoder gave as a byte
  /// stream; then the packets of the file are held without start codes.
  var h264Record: [UInt8]? {
    guard codec == "h264", ByteStream.isOne(extradata) else { return nil }
    return AVCRecord(byteStream: extradata)?.bytes
  }

  /// What the packets of both are in one film; nil where they cannot stand in one.
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

  /// The number that all parameter sets have; nil where they have several or none.
  package var parameterNumber: Int? { record?.commonNumber }

  /// What is said once for all packets, however the encoder gave it; nil for sound.
  private var record: ParameterRecord? {
    isSound ? nil : ParameterRecord(codec: codec, h264Record ?? extradata)
  }

  /// Whether it can be worked with; what a damaged file says may be beyond all reckoning.
  var isPlausible: Bool {
    let counts = [
      profile, level, size.width, size.height, delay, sampleRate, channels, frameSize,
      initialPadding, bitsPerSample,
    ]
    return timeBase > .zero && delay <= 256 && bitRate.magnitude < 1 << 56
      && counts.allSatisfy { (-1000..<1 << 31).contains($0) }
  }
}

/// Fixed numbers of the segment file format.
enum SegmentFormat {
  static let magic = SegmentMarks.magic
  static let version = SegmentMarks.version
  static let packetMark = UInt8(ascii: "P")
  static let copyMark = UInt8(ascii: "C")
  static let copyBytes = 17
  static let endMark = SegmentMarks.endMark
  static let packetHeaderBytes = 41
  static let trailerBytes = SegmentMarks.trailerBytes
  static let checksumBytes = 8
  /// No header or packet is larger than this.
  static let maximumBytes = 1 << 28
  /// No time or count is larger than this, so that sums of them are numbers.
  static let maximumTicks: Int64 = 1 << 56
}

/// The last bytes of a segment file: how many packets and frames (or samples) there are.
package struct SegmentTrailer {
  /// The number of packets.
  package let packets: Int64
  /// Frames, or samples of the sound.
  package let frames: Int64
  /// Size of the whole file in bytes.
  package let fileSize: Int64

  /// Reads the end of the file that `window` is on; the checksum is the reader's business.
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
