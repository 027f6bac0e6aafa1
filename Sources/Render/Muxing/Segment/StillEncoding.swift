// SPDX-License-Identifier: Apache-2.0

import Base
import Compositor
import LibAV
import MediaIO
import RenderProtocol

/// `frame`, which is in `color`, as the bytes of a PNG, TIFF or JPEG file.
///
/// Image viewers expect sRGB primaries and transfer, so HDR is tone-mapped and wide gamut is converted. PNG
/// and TIFF keep all bits of 10-bit standard range, with 16 bits per sample.
func encodeStill(
  _ frame: ImageBuffer, color: CanvasColor, encoder name: String
) throws(RenderFailure) -> [UInt8] {
  let isJPEG = name == "mjpeg"
  let isTIFF = name == "tiff"
  guard isJPEG || isTIFF || name == "png" else {
    throw RenderFailure(kind: .encoder, message: "there is no picture encoder called '\(name)'")
  }
  let hasAllBits = color.isDeep && !color.tags.isHDR
  let hasAlpha = frame.frame.pixelFormat.hasAlpha && !color.tags.isHDR
  let order = isTIFF ? "le" : "be"
  let rgb =
    hasAllBits ? (hasAlpha ? "rgba64" : "rgb48") + order : (hasAlpha ? "rgba" : "rgb24")
  let format = PixelFormat(named: isJPEG ? "yuvj420p" : rgb) ?? .yuv420p
  do throws(AVError) {
    let (frame, color) =
      color.tags.isHDR ? try toneMapped(frame, from: color) : (frame, color)
    var filters: [Filter] = []
    if color.isWide { filters.append(narrowing(color)) }
    let matrix = color.isWide ? "bt709" : color.matrix.rawValue
    filters += [
      Filter(
        "scale",
        [
          "flags": FilterGraph.scaling, "in_color_matrix": matrix, "in_range": color.rangeName,
          "out_color_matrix": isJPEG ? "smpte170m" : matrix, "out_range": "full",
        ]), Filter("format", ["pix_fmts": "\(format)"]),
    ]
    let converted = try frame.frame.filtered(by: filters, to: "convert a frame")
    if hasAllBits, hasAlpha { try converted.widenPackedAlpha(isBigEndian: !isTIFF) }
    converted.isKey = false
    let options =
      isJPEG ? jpegOptions(quality: 2) : isTIFF ? [("compression_algo", "deflate")] : []
    return try encodeOne(converted, as: name, options)
  } catch { throw RenderFailure(writing: error) }
}

/// A picture of opaque sRGB, `rgb24`, as the bytes of a PNG or JPEG file.
///
/// - Parameter quality: Of a JPEG, from 2, the best, to 31.
func encodePacked(
  _ picture: borrowing Frame, as encoder: String, quality: Int
) throws(AVError) -> [UInt8] {
  let isJPEG = encoder == "mjpeg"
  picture.timestamp = 0
  guard isJPEG, let format = PixelFormat(named: "yuvj420p") else {
    return try encodeOne(picture, as: encoder, [])
  }
  var graph = try FilterGraph(
    .picture(like: picture, timeBase: Time(1)),
    [
      Filter(
        "scale",
        [
          "flags": FilterGraph.scaling, "out_color_matrix": "smpte170m", "out_range": "full",
        ]), Filter("format", ["pix_fmts": "\(format)"]),
    ])
  try graph.push(picture)
  let converted = try Frame()
  guard try graph.pull(into: converted) == .filled else {
    throw AVError(unreadable: "convert a picture", because: "no frame came out")
  }
  converted.timestamp = 0
  return try encodeOne(converted, as: encoder, jpegOptions(quality: quality))
}

/// 118 is libavutil's unit of quality; 2 is the best useful JPEG quality.
private func jpegOptions(quality: Int) -> [(String, String)] {
  [("flags", "+qscale"), ("global_quality", "\(118 * quality)")]
}

private func encodeOne(
  _ picture: borrowing Frame, as name: String, _ options: [(String, String)]
) throws(AVError) -> [UInt8] {
  var encoder = try Encoder(
    pictures: name, size: picture.size, format: picture.pixelFormat, rate: FrameRate(1),
    isStill: true, options: options)
  try encoder.send(picture)
  try encoder.sendEnd()
  let packet = try Packet()
  guard try encoder.receive(into: packet) == .filled else {
    throw AVError(unreadable: "encode a picture", because: "no packet came out")
  }
  return Array(packet.bytes)
}

/// `frame`, which is in `color`, tone-mapped as in BT.709 films, and the colour that it is in then.
private func toneMapped(
  _ frame: ImageBuffer, from color: CanvasColor
) throws(AVError) -> (ImageBuffer, CanvasColor) {
  let mapped = color.hasFullChroma ? CanvasColor.bt709.withFullChroma : .bt709
  // The source's mastering metadata would make this picture brighter than one with a title over it.
  let input = try frame.frame.reference()
  input.forgetSideData()
  return (try PictureFilter([], color: mapped).apply(ImageBuffer(input)), mapped)
}

/// Converts the wide gamut of `color`, in standard range, to the primaries and the matrix of BT.709.
private func narrowing(_ color: CanvasColor) -> Filter {
  Filter(
    "zscale",
    [
      "matrixin": color.matrix.rawValue, "primariesin": "bt2020", "transferin": "bt709",
      "rangein": color.rangeName, "matrix": "bt709", "primaries": "bt709", "transfer": "bt709",
      "range": color.rangeName,
    ])
}

extension Frame {
  /// Scales alpha to the full range of 16 bits, in 16-bit RGBA whose alpha has 10 bits.
  fileprivate func widenPackedAlpha(isBigEndian: Bool) throws(AVError) {
    try makeWritable()
    withPlane(0) { pixels, stride in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let alpha = pixels + y * stride + 8 * x + 6
          // The highest six bits are repeated in the lowest ones.
          let (high, low) = isBigEndian ? (0, 1) : (1, 0)
          alpha[low] |= alpha[high] >> 2
        }
      }
    }
  }
}
