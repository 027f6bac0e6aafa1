// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import CFFmpegShims

/// Determines how many samples an audio packet decodes to, without decoding it.
///
/// It must be given all packets of a stream from the first on: the length of a Vorbis packet depends on the
/// previous packet.
public struct PacketLength: ~Copyable {
  private enum Rule {
    case vorbis(OpaquePointer)
    case opus
    case flac
    case alac(Int)
    case wavpack
    /// The length of all frames but the last, and of all of them together.
    case tta(Int, total: Int)
    case fixed(Int)
    case bytes
  }

  private let rule: Rule
  private let parameters: UnsafeMutablePointer<AVCodecParameters>
  /// The samples of the packets so far.
  private var counted = 0

  /// The rule for `stream` of `demuxer`; nil if the packet must be decoded.
  public init?(stream: Int, of demuxer: borrowing Demuxer) {
    guard stream >= 0, stream < Int(demuxer.pointer.pointee.nb_streams),
      let source = demuxer.pointer.pointee.streams[stream]?.pointee.codecpar
    else { return nil }
    let rule: Rule
    switch source.pointee.codec_id {
    case AV_CODEC_ID_VORBIS:
      guard
        let parser = av_vorbis_parse_init(source.pointee.extradata, source.pointee.extradata_size)
      else { return nil }
      rule = .vorbis(parser)
    case AV_CODEC_ID_OPUS: rule = .opus
    case AV_CODEC_ID_FLAC: rule = .flac
    case AV_CODEC_ID_ALAC:
      guard let length = PacketLength.alacFrame(source) else { return nil }
      rule = .alac(length)
    case AV_CODEC_ID_WAVPACK: rule = .wavpack
    case AV_CODEC_ID_TTA:
      guard let found = PacketLength.ttaFrame(source) else { return nil }
      rule = found
    // Six blocks of 256 samples (ETSI TS 102 366, 4.1), which libavformat does not always tell.
    case AV_CODEC_ID_AC3: rule = .fixed(1536)
    default:
      if av_get_exact_bits_per_sample(source.pointee.codec_id) > 0 {
        rule = .bytes
      } else if source.pointee.frame_size > 1 {
        rule = .fixed(Int(source.pointee.frame_size))
      } else {
        return nil
      }
    }
    guard let copy = avcodec_parameters_alloc() else {
      PacketLength.free(rule)
      return nil
    }
    parameters = copy
    self.rule = rule
    // Without its parameters a PCM packet has no length; the caller handles that.
    if avcodec_parameters_copy(copy, source) < 0 { copy.pointee.codec_id = AV_CODEC_ID_NONE }
  }

  deinit {
    var parameters: UnsafeMutablePointer<AVCodecParameters>? = parameters
    avcodec_parameters_free(&parameters)
    PacketLength.free(rule)
  }

  private static func free(_ rule: Rule) {
    guard case .vorbis(let parser) = rule else { return }
    var opaque: OpaquePointer? = parser
    av_vorbis_parse_free(&opaque)
  }

  /// The number of audible samples in the next packet of the stream; nil if unknown.
  public mutating func samples(in packet: borrowing Packet) -> Int? {
    let trim = packet.trim
    return decodedSamples(in: packet).map { max(0, $0 - trim.start - trim.end) }
  }

  /// The number of samples that the next packet decodes to, including trimmed ones.
  public mutating func decodedSamples(in packet: borrowing Packet) -> Int? {
    let (data, size) = (packet.pointer.pointee.data, packet.pointer.pointee.size)
    // Such a packet may carry a configuration alone.
    if size == 0 { return 0 }
    guard let data, size > 0 else { return nil }
    let count: Int
    switch rule {
    case .vorbis(let parser): count = Int(av_vorbis_parse_frame(parser, data, size))
    case .opus:
      guard let length = PacketLength.opus(data, Int(size)) else { return nil }
      count = length
    case .flac:
      guard let length = PacketLength.flac(data, Int(size)) else { return nil }
      count = length
    case .alac(let length): count = PacketLength.alac(data, Int(size), usual: length)
    case .wavpack:
      guard let length = PacketLength.wavpack(data, Int(size)) else { return nil }
      count = length
    case .tta(let length, let total): count = min(length, max(0, total - counted))
    case .fixed(let length): count = length
    case .bytes: count = Int(av_get_audio_frame_duration2(parameters, size))
    }
    guard count >= 0, count < 1 << 24 else { return nil }
    counted += count
    return count
  }

  /// The length of a FLAC frame, as its header says (RFC 9639, section 9.1).
  private static func flac(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int? {
    guard size > 6, data[0] == 0xFF, data[1] & 0xFC == 0xF8 else { return nil }
    let code = Int(data[2] >> 4)
    switch code {
    case 1: return 192
    case 2...5: return 576 << (code - 2)
    case 8...15: return 256 << (code - 8)
    case 6, 7:
      // Behind the number of the frame, which is coded as a character of UTF-8 is.
      let place = 4 + max(1, (~data[4]).leadingZeroBitCount)
      guard place + code - 6 < size else { return nil }
      return (code == 6 ? Int(data[place]) : Int(data[place]) << 8 | Int(data[place + 1])) + 1
    default: return nil
    }
  }

  /// The usual length of a frame of ALAC, which its configuration has behind a head of 12 bytes.
  private static func alacFrame(_ parameters: UnsafeMutablePointer<AVCodecParameters>) -> Int? {
    guard let data = parameters.pointee.extradata, parameters.pointee.extradata_size >= 36 else {
      return nil
    }
    let length = (12..<16).reduce(0) { $0 << 8 | Int(data[$1]) }
    return length > 0 && length < 1 << 24 ? length : nil
  }

  /// The length of a frame of ALAC: the first of its elements says it where it is shorter than usual.
  private static func alac(_ data: UnsafePointer<UInt8>, _ size: Int, usual: Int) -> Int {
    guard size > 6, data[2] & 0x10 != 0 else { return usual }
    return (2...6).reduce(0) { $0 << 8 | Int(data[$1]) } >> 1 & 0xFFFF_FFFF
  }

  /// The length of a block of WavPack, as its header says it (WavPack 4 and 5 file format, "block_samples").
  private static func wavpack(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int? {
    guard size >= 32, UnsafeBufferPointer(start: data, count: 4).elementsEqual("wvpk".utf8) else {
      return nil
    }
    return number(at: 20, of: data)
  }

  /// The rule of a TTA stream: its frames last 256/245 s, and its configuration has the samples of all of them, or 0 where these
  /// were not known (True Audio format, "frame structure").
  private static func ttaFrame(_ parameters: UnsafeMutablePointer<AVCodecParameters>) -> Rule? {
    guard let data = parameters.pointee.extradata, parameters.pointee.extradata_size >= 18 else {
      return nil
    }
    let (rate, total) = (number(at: 10, of: data), number(at: 14, of: data))
    guard rate > 0, rate < 1 << 24, total > 0 else { return nil }
    return .tta(rate * 256 / 245, total: total)
  }

  /// The 32 bits at `offset`, the least significant byte first.
  private static func number(at offset: Int, of data: UnsafePointer<UInt8>) -> Int {
    let raw = UnsafeRawPointer(data)
    return Int(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  /// The length of an Opus packet at 48 kHz, from its first bytes (RFC 6716, section 3.1).
  private static func opus(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int? {
    let configuration = Int(data[0] >> 3)
    let frame =
      switch configuration {
      case 0..<12: [480, 960, 1920, 2880][configuration & 3]
      case 12..<16: [480, 960][configuration & 1]
      default: [120, 240, 480, 960][configuration & 3]
      }
    switch data[0] & 3 {
    case 0: return frame
    case 1, 2: return 2 * frame
    default: return size > 1 ? Int(data[1] & 63) * frame : nil
    }
  }
}
