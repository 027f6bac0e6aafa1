// SPDX-License-Identifier: Apache-2.0

public import Base
import CFFmpeg
import CFFmpegShims

/// A container's description of a stream of subtitles.
public struct SubtitleStream: Hashable, Sendable {
  /// The content of subtitles.
  public enum Kind: Hashable, Sendable {
    /// Texts that `Decoder.texts(of:)` reads.
    case text
    /// Pictures.
    case pictures
    /// Anything else, such as captions within pictures.
    case other
  }

  /// The stream's index in the file.
  public var index: Int
  /// The kind of its content.
  public var kind: Kind
  /// libavcodec's name of the codec, such as `subrip`.
  public var codec: String
  /// The container's language tag; nil if there is none.
  public var language: String?
  /// Seconds per tick of its timestamps.
  public var timeBase: Time
}

extension Demuxer {
  /// The streams of subtitles, in the order of the file.
  public var subtitles: [SubtitleStream] {
    (0..<Int(pointer.pointee.nb_streams)).compactMap { index in
      guard let stream = pointer.pointee.streams[index] else { return nil }
      let parameters = stream.pointee.codecpar.pointee
      guard parameters.codec_type == AVMEDIA_TYPE_SUBTITLE else { return nil }
      let info = StreamInfo(stream)
      return SubtitleStream(
        index: index, kind: kind(of: parameters.codec_id), codec: info.codec,
        language: info.language, timeBase: info.timeBase)
    }
  }

  private func kind(of codec: AVCodecID) -> SubtitleStream.Kind {
    switch codec {
    case AV_CODEC_ID_SUBRIP, AV_CODEC_ID_MOV_TEXT, AV_CODEC_ID_WEBVTT, AV_CODEC_ID_ASS,
      AV_CODEC_ID_SSA, AV_CODEC_ID_TEXT:
      return .text
    default:
      let properties = avcodec_descriptor_get(codec)?.pointee.props ?? 0
      return properties & AV_CODEC_PROP_BITMAP_SUB != 0 ? .pictures : .other
    }
  }
}

extension Decoder {
  /// The texts in `packet` of a stream of subtitles, each a line of ASS: eight fields before the text.
  public mutating func texts(of packet: borrowing Packet) throws(AVError) -> [String] {
    reel_log_clear()
    var subtitle = AVSubtitle()
    var isFilled: Int32 = 0
    let code = avcodec_decode_subtitle2(pointer, &subtitle, &isFilled, packet.pointer)
    defer { if isFilled != 0 { avsubtitle_free(&subtitle) } }
    try checkData(code, "decode \(name)")
    guard isFilled != 0 else { return [] }
    return (0..<Int(subtitle.num_rects)).compactMap { index in
      guard let area = subtitle.rects[index], area.pointee.type == SUBTITLE_ASS else { return nil }
      return area.pointee.ass.map { String(cString: $0) }
    }
  }
}

extension Packet {
  /// The settings of a cue of WebVTT, such as `line:0`; empty for none.
  public var cueSettings: String {
    var size = 0
    guard let data = av_packet_get_side_data(pointer, AV_PKT_DATA_WEBVTT_SETTINGS, &size) else {
      return ""
    }
    return String(
      decoding: UnsafeRawBufferPointer(start: data, count: min(size, 1000)), as: UTF8.self)
  }

  /// Sets the settings of a cue of WebVTT.
  public func setCueSettings(_ settings: String) throws(AVError) {
    let bytes = Array(settings.utf8)
    guard
      let data = av_packet_new_side_data(pointer, AV_PKT_DATA_WEBVTT_SETTINGS, bytes.count)
    else { throw AVError.noMemory("keep \(bytes.count) bytes beside a packet") }
    data.update(from: bytes, count: bytes.count)
  }
}
