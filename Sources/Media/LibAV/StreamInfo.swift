// SPDX-License-Identifier: Apache-2.0

public import Base
import CFFmpeg
import CFFmpegShims

/// A container's description of one of its streams, unverified until packets confirm it.
public struct StreamInfo: Hashable, Sendable {
  /// The kind of data in a stream.
  public enum Kind: Hashable, Sendable {
    /// Pictures.
    case video
    /// Sound.
    case audio
    /// Subtitles, data or anything else.
    case other
  }

  /// The stream's index in the file.
  public var index: Int
  /// The kind of data.
  public var kind: Kind
  /// libavcodec's name of the codec, such as `h264`; the container's tag if the codec is unknown.
  public var codec: String
  /// Seconds per tick of its timestamps.
  public var timeBase: Time
  /// The average frame rate, if known.
  public var rate: FrameRate?
  /// The coded size.
  public var size: PixelSize
  /// Sample aspect ratio, width over height; nil when unknown.
  public var sampleAspect: Time?
  /// The pixel format, as far as known.
  public var pixelFormat: PixelFormat
  /// The colour tags.
  public var color: ColorTags
  /// The display matrix (3 × 3, row by row), if there is one.
  public var displayMatrix: [Int32]?
  /// HDR metadata, if specified.
  public var light: LightTags?
  /// Samples per second.
  public var sampleRate: Int
  /// Number of channels.
  public var channels: Int
  /// True if it is the cover picture of an audio file.
  public var isAttachedPicture: Bool
  /// True if the container marks it as the default stream.
  public var isDefault: Bool
  /// True if the container says that alpha is stored in side data (WebM).
  public var hasSeparateAlpha: Bool
  /// The container's language tag; nil if there is none.
  public var language: String?
  /// The title that the container gives it; nil for none, and for the names that cameras and tools give all handlers.
  public var title: String?
  /// The container's timecode of the first frame; nil if there is none.
  public var timecode: String?
  /// The container's recording time, in seconds since 1970-01-01.
  public var creation: Time?
  /// The duration that the container gives, in ticks; nil if it gives none.
  public var claimedDuration: Int64?
  /// The first timestamp that the container gives, in ticks; nil if it gives none.
  public var claimedStart: Int64?
  /// The number of frames that the container gives; 0 if it gives none.
  public var claimedFrames: Int

  init(_ stream: UnsafeMutablePointer<AVStream>) {
    let parameters = stream.pointee.codecpar.pointee
    index = Int(stream.pointee.index)
    kind =
      switch parameters.codec_type {
      case AVMEDIA_TYPE_VIDEO: .video
      case AVMEDIA_TYPE_AUDIO: .audio
      default: .other
      }
    codec =
      parameters.codec_id == AV_CODEC_ID_NONE
      ? fourCharacters(parameters.codec_tag)
      : String(cString: avcodec_get_name(parameters.codec_id))
    let base = stream.pointee.time_base
    timeBase = base.num > 0 && base.den > 0 ? Time(base) : Time(1, over: 90000)
    let average = stream.pointee.avg_frame_rate
    rate =
      average.num > 0 && average.den > 0
      ? FrameRate(Int64(average.num), over: Int64(average.den)) : nil
    size = PixelSize(Int(parameters.width), Int(parameters.height))
    let aspects = [stream.pointee.sample_aspect_ratio, parameters.sample_aspect_ratio]
    sampleAspect = aspects.first { $0.num > 0 && $0.den > 0 }.map { Time($0) }
    pixelFormat = PixelFormat(
      AVPixelFormat(parameters.codec_type == AVMEDIA_TYPE_VIDEO ? parameters.format : -1))
    color = ColorTags(
      parameters.color_space, parameters.color_primaries, parameters.color_trc,
      parameters.color_range)
    displayMatrix = reel_stream_display_matrix(stream).map { matrix in (0..<9).map { matrix[$0] } }
    light = LightTags { reel_stream_light(stream, $0) }
    sampleRate = Int(parameters.sample_rate)
    channels = Int(parameters.ch_layout.nb_channels)
    let disposition = stream.pointee.disposition
    isAttachedPicture =
      disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS) != 0
    isDefault = disposition & AV_DISPOSITION_DEFAULT != 0
    hasSeparateAlpha = tag("alpha_mode", in: stream.pointee.metadata) == "1"
    language = tag("language", in: stream.pointee.metadata)
    title = titleOfStream(in: stream.pointee.metadata)
    timecode = tag("timecode", in: stream.pointee.metadata)
    creation = creationTime(in: stream.pointee.metadata)
    claimedDuration = sane(stream.pointee.duration)
    claimedStart = sane(stream.pointee.start_time)
    claimedFrames = Int(stream.pointee.nb_frames)
  }
}

/// The title of a stream, or in an MP4 file the name of its handler unless that is one of a kind of
/// streams.
private func titleOfStream(in tags: OpaquePointer?) -> String? {
  let handler = tag("handler_name", in: tags).flatMap { name in
    let usual = ["handler", "core media", "apple", "gpac", "mainconcept"]
    return usual.contains { name.lowercased().contains($0) } ? nil : name
  }
  return tag("title", in: tags) ?? handler
}

/// A timestamp; nil if it is absent or so large that sums would overflow.
func sane(_ ticks: Int64) -> Int64? { ticks.magnitude < 1 << 60 ? ticks : nil }

/// A container's four-character codec tag as text; `none` when there is none.
private func fourCharacters(_ tag: UInt32) -> String {
  let bytes = (0..<4).map { UInt8(truncatingIfNeeded: tag >> (8 * $0)) }
  guard bytes.allSatisfy({ (33...126).contains($0) }) else { return "none" }
  return String(decoding: bytes, as: UTF8.self)
}
