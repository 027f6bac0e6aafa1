// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

extension Demuxer {
  /// The facts that are determined when a file is opened; decoding packets takes most of the time.
  public enum Depth: Hashable, Sendable {
    /// Everything about the streams.
    case streams
    /// Everything except frame properties such as the pixel format, for callers that decode frames later.
    case packets
    /// Only what a decoder of one stream needs; everything else is already known.
    case packetsOfOne(Int)
    /// The header only: no packet is read in advance.
    case header
  }
}

/// Returns true if the header of an MP4 or QuickTime file has everything that a decoder of `stream`
/// needs.
func isToldByHeader(
  _ stream: Int, of context: UnsafeMutablePointer<AVFormatContext>
) -> Bool {
  guard isMovie(context), (0..<Int(context.pointee.nb_streams)).contains(stream),
    let source = context.pointee.streams[stream]
  else { return false }
  let parameters = source.pointee.codecpar.pointee
  switch parameters.codec_id {
  case AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_AV1: return parameters.extradata_size > 0
  // At low rates HE-AAC may double the sample rate that the header gives.
  case AV_CODEC_ID_AAC: return parameters.extradata_size > 0 && parameters.sample_rate > 24000
  // The decoder uses the rate in the extradata; the header may have any other.
  case AV_CODEC_ID_OPUS: return parameters.extradata_size > 0 && parameters.sample_rate == 48000
  case AV_CODEC_ID_PCM_S16LE, AV_CODEC_ID_PCM_S16BE, AV_CODEC_ID_PCM_S24LE,
    AV_CODEC_ID_PCM_S24BE:
    return parameters.sample_rate > 0 && parameters.ch_layout.nb_channels > 0
  default: return false
  }
}

/// The parameters of a picture stream of which an MP4 or QuickTime header has all but the pixel format.
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
    // Decoding only determines the frame order here; the samples are not used.
    av_dict_set(&options[index], "skip_loop_filter", "all", 0)
    av_dict_set(&options[index], "skip_idct", "all", 0)
    if depth == .packets, isMovie(context),
      let parameters = picturesToldByHeader(context.pointee.streams[index])
    {
      // Setting a format avoids decoding; the caller takes the real one from a frame.
      parameters.pointee.format = AV_PIX_FMT_YUV420P.rawValue
      av_dict_set(&options[index], "skip_frame", "all", 0)
    }
  }
  let code = avformat_find_stream_info(context, options)
  for index in 0..<count { av_dict_free(&options[index]) }
  options.deallocate()
  return code
}
