// SPDX-License-Identifier: Apache-2.0

import Base
import CFFmpeg

/// Where pictures go into a filter graph: libavfilter's `buffer`, of which the graph is the owner.
///
/// From FFmpeg 7 on, filters take matrix and range from what the source states, and convert frames that say something else; before,
/// each frame spoke for itself. So both are stated, and every frame says the same.
struct BufferSource {
  /// The filter.
  let node: UnsafeMutablePointer<AVFilterContext>
  private let space: AVColorSpace
  private let range: AVColorRange

  /// A source of pictures of `size` in the colours of `color`.
  ///
  /// - Parameters:
  ///   - timeBase: Seconds per tick of their timestamps.
  ///   - rate: Frames per second, for a filter that asks for it.
  init(
    size: PixelSize, format: PixelFormat, timeBase: Time, color: ColorTags, rate: FrameRate? = nil,
    named name: String, in graph: UnsafeMutablePointer<AVFilterGraph>
  ) throws(AVError) {
    let (space, range) = (BufferSource.space(of: color, format), color.raw.3)
    (self.space, self.range) = (space, range)
    var filter = Filter(
      "buffer",
      [
        "width": "\(size.width)", "height": "\(size.height)", "pix_fmt": "\(format)",
        "time_base": "\(timeBase.numerator)/\(timeBase.denominator)", "pixel_aspect": "1/1",
      ])
    if let rate = rate?.perSecond {
      filter.options.append(
        Filter.Setting(name: "frame_rate", value: "\(rate.numerator)/\(rate.denominator)"))
    }
    node = try FilterGraph.make(filter, name, in: graph) { node in
      // Earlier libraries have no such options.
      av_opt_set_int(node, "colorspace", Int64(space.rawValue), AV_OPT_SEARCH_CHILDREN)
      av_opt_set_int(node, "range", Int64(range.rawValue), AV_OPT_SEARCH_CHILDREN)
    }
  }

  /// Sends a picture, which keeps its own reference.
  func push(_ frame: borrowing Frame, _ call: String) throws(AVError) {
    let picture = frame.pointer
    let (ownSpace, ownRange) = (picture.pointee.colorspace, picture.pointee.color_range)
    (picture.pointee.colorspace, picture.pointee.color_range) = (space, range)
    let code = av_buffersrc_add_frame_flags(node, picture, Int32(AV_BUFFERSRC_FLAG_KEEP_REF))
    (picture.pointee.colorspace, picture.pointee.color_range) = (ownSpace, ownRange)
    try check(code, call)
  }

  /// Signals the end of pictures.
  func pushEnd(_ call: String) throws(AVError) {
    try check(av_buffersrc_add_frame_flags(node, nil, 0), call)
  }

  /// The matrix as filter `scale` takes it, which refuses others: that of constant luminance stands for one as near as it knows.
  private static func space(of color: ColorTags, _ format: PixelFormat) -> AVColorSpace {
    if format.isRGB { return AVCOL_SPC_RGB }
    let space = color.raw.0
    return switch space {
    case AVCOL_SPC_BT709, AVCOL_SPC_FCC, AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M,
      AVCOL_SPC_SMPTE240M, AVCOL_SPC_BT2020_NCL:
      space
    case AVCOL_SPC_BT2020_CL: AVCOL_SPC_BT2020_NCL
    default: AVCOL_SPC_UNSPECIFIED
    }
  }
}
