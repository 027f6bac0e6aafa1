// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

extension Demuxer {
  /// What is found out of a file when it is opened: decoding packets takes longer than all else of that.
  public enum Depth: Hashable, Sendable {
    /// All that there is to say of its streams.
    case streams
    /// All but what a frame tells, such as the format of pixels: what is known of one that is decoded later counts.
    case packets
    /// What a decoder of one stream is told: all else has been found out before.
    case packetsOfOne(Int)
    /// The header alone: no packet is read before the first one is asked for.
    case header
  }
}

/// Whether the header of a movie has all that a decoder of `stream` is told.
func isToldByHeader(
  _ stream: Int, of context: UnsafeMutablePointer<AVFormatContext>
) -> Bool {
  guard isMovie(context), (0..<Int(context.pointee.nb_streams)).contains(stream),
    let source = context.pointee.streams[stream]
  else { return false }
  let parameters = source.pointee.codecpar.pointee
  switch parameters.codec_id {
  case AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_AV1: return parameters.extradata_size > 0
  // At low rates there may be twice as many samples as it says.
  case AV_CODEC_ID_AAC: return parameters.extradata_size > 0 && parameters.sample_rate > 24000
  // What a decoder goes by stands elsewhere, and headers may say anything.
  case AV_CODEC_ID_OPUS: return parameters.extradata_size > 0 && parameters.sample_rate == 48000
  case AV_CODEC_ID_PCM_S16LE, AV_CODEC_ID_PCM_S16BE, AV_CODEC_ID_PCM_S24LE,
    AV_CODEC_ID_PCM_S24BE:
    return parameters.sample_rate > 0 && parameters.ch_layout.nb_channels > 0
  default: return false
  }
}

/// What is said of the pictures of `stream`, where all but their format stands in the header of a movie.
private func picturesToldByHeader(
  _ stream: UnsafeMutablePointer<AVStream>?
) -> UnsafeMutablePointer<AVCodecParameters>? {
  guard let parameters = stream?.pointee.codecpar, parameters.pointee.extradata_size > 0,
    [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC].contains(parameters.pointee.codec_id)
  else { return nil }
  return parameters
}

private func isMovie(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
  String(cString: context.pointee.iformat.pointee.name).hasPrefix("mov,")
}

/// `avformat_find_stream_info` with a bound on the pictures it may decode on the way.
func findStreams(
  _ context: UnsafeMutablePointer<AVFormatContext>, _ depth: Demuxer.Depth, maximumPixels: Int
) -> Int32 {
  let count = Int(context.pointee.nb_streams)
  guard count > 0 else { return avformat_find_stream_info(context, nil) }
  let options = UnsafeMutablePointer<OpaquePointer?>.allocate(capacity: count)
  options.initialize(repeating: nil, count: count)
  for index in 0..<count {
    av_dict_set(&options[index], "max_pixels", String(maximumPixels), 0)
    av_dict_set(&options[index], "threads", "1", 0)
    // What is decoded here tells in which order frames come; nobody looks at them.
    av_dict_set(&options[index], "skip_loop_filter", "all", 0)
    av_dict_set(&options[index], "skip_idct", "all", 0)
    if depth == .packets, isMovie(context),
      let parameters = picturesToldByHeader(context.pointee.streams[index])
    {
      // For that alone they would be decoded; whoever asks learns it of a frame.
      parameters.pointee.format = AV_PIX_FMT_YUV420P.rawValue
      av_dict_set(&options[index], "skip_frame", "all", 0)
    }
  }
  let code = avformat_find_stream_info(context, options)
  for index in 0..<count { av_dict_free(&options[index]) }
  options.deallocate()
  return code
}
