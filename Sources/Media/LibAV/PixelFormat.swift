// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// The format of a picture's pixels in memory.
public struct PixelFormat: Hashable, Sendable, CustomStringConvertible {
  let raw: AVPixelFormat

  init(_ raw: AVPixelFormat) { self.raw = raw }

  /// The format that libavutil calls `name`; nil if there is none.
  public init?(named name: String) {
    let format = av_get_pix_fmt(name)
    guard format != AV_PIX_FMT_NONE else { return nil }
    raw = format
  }

  /// 8-bit 4:2:0 in three planes.
  public static let yuv420p = PixelFormat(AV_PIX_FMT_YUV420P)
  /// The same layout with full range implied by the name.
  public static let yuvj420p = PixelFormat(AV_PIX_FMT_YUVJ420P)
  /// 8-bit 4:2:0 with a full-size plane of straight alpha.
  public static let yuva420p = PixelFormat(AV_PIX_FMT_YUVA420P)
  /// 10-bit 4:2:0 in three planes of two bytes per sample.
  public static let yuv420p10 = PixelFormat(AV_PIX_FMT_YUV420P10LE)
  /// 10-bit 4:2:0 with a full-size plane of straight alpha.
  public static let yuva420p10 = PixelFormat(AV_PIX_FMT_YUVA420P10LE)
  /// 8-bit 4:4:4 in three planes.
  public static let yuv444p = PixelFormat(AV_PIX_FMT_YUV444P)
  /// 8-bit 4:4:4 with a plane of straight alpha.
  public static let yuva444p = PixelFormat(AV_PIX_FMT_YUVA444P)
  /// 10-bit 4:4:4 in three planes of two bytes per sample.
  public static let yuv444p10 = PixelFormat(AV_PIX_FMT_YUV444P10LE)
  /// 10-bit 4:4:4 with a plane of straight alpha.
  public static let yuva444p10 = PixelFormat(AV_PIX_FMT_YUVA444P10LE)
  /// 8-bit red, green, blue, alpha in one plane.
  public static let rgba = PixelFormat(AV_PIX_FMT_RGBA)

  /// libavutil's name; `none` for no format.
  public var description: String { av_get_pix_fmt_name(raw).map { String(cString: $0) } ?? "none" }
  private var flags: UInt64 { av_pix_fmt_desc_get(raw).map { $0.pointee.flags } ?? 0 }
  /// True if there is an alpha channel, or a palette that may hold alpha.
  public var hasAlpha: Bool {
    flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 || raw == AV_PIX_FMT_PAL8
  }
  /// The format of the first three planes, if the fourth is alpha of a format that canvases have.
  var withoutAlphaPlane: PixelFormat? {
    switch self {
    case .yuva420p: .yuv420p
    case .yuva444p: .yuv444p
    case .yuva420p10: .yuv420p10
    case .yuva444p10: .yuv444p10
    default: nil
    }
  }
  /// True if it is RGB (including palettes), not YUV or grey.
  public var isRGB: Bool { flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0 || raw == AV_PIX_FMT_PAL8 }
  /// True if there is luma alone, with alpha or without.
  public var isGray: Bool {
    !isRGB && (av_pix_fmt_desc_get(raw).map { $0.pointee.nb_components <= 2 } ?? false)
  }
  /// True if the pixels are in the memory of a device.
  public var isHardware: Bool { flags & UInt64(AV_PIX_FMT_FLAG_HWACCEL) != 0 }
  /// Bits of the first component; 0 when unknown.
  public var depth: Int { av_pix_fmt_desc_get(raw).map { Int($0.pointee.comp.0.depth) } ?? 0 }
  /// Average bits of a pixel in memory; 12 when unknown.
  public var bitsPerPixel: Int {
    guard let description = av_pix_fmt_desc_get(raw) else { return 12 }
    let bits = Int(av_get_padded_bits_per_pixel(description))
    return bits > 0 ? bits : 12
  }
  /// True if the first plane holds only luma, or green, in one byte or two little-endian bytes per
  /// sample.
  public var hasBrightnessPlane: Bool {
    guard let description = av_pix_fmt_desc_get(raw) else { return false }
    let first = description.pointee.comp.0
    let unfit =
      UInt64(AV_PIX_FMT_FLAG_BE) | UInt64(AV_PIX_FMT_FLAG_BITSTREAM)
      | UInt64(AV_PIX_FMT_FLAG_FLOAT) | UInt64(AV_PIX_FMT_FLAG_HWACCEL)
      | UInt64(AV_PIX_FMT_FLAG_PAL)
    let isAlone =
      description.pointee.nb_components == 1 || flags & UInt64(AV_PIX_FMT_FLAG_PLANAR) != 0
    return flags & unfit == 0 && isAlone && (8...16).contains(depth) && first.shift == 0
      && first.step == (depth > 8 ? 2 : 1)
  }
  /// Number of components.
  public var components: Int { av_pix_fmt_desc_get(raw).map { Int($0.pointee.nb_components) } ?? 0 }
  /// The base-2 logarithms of horizontal and vertical chroma subsampling.
  public var chromaShift: (x: Int, y: Int) {
    av_pix_fmt_desc_get(raw).map {
      (Int($0.pointee.log2_chroma_w), Int($0.pointee.log2_chroma_h))
    } ?? (0, 0)
  }
  /// True if it is one of the deprecated `yuvj` formats, which imply full range.
  public var isFullRangeJPEG: Bool {
    raw == AV_PIX_FMT_YUVJ420P || raw == AV_PIX_FMT_YUVJ422P || raw == AV_PIX_FMT_YUVJ444P
      || raw == AV_PIX_FMT_YUVJ440P || raw == AV_PIX_FMT_YUVJ411P
  }
}
