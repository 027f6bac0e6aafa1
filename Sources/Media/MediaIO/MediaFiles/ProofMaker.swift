// SPDX-License-Identifier: Apache-2.0

package import Base
import FoundationEssentials
package import LibAV
package import RenderProtocol

/// Makes small copies of frames to look at.
package enum ProofMaker {
  /// The widths that copies may have, in pixels.
  package static let widths = 16...1024

  /// A copy of `frame`, whose colours are those of `color` where its own tags do not say.
  ///
  /// It is `width` pixels wide within ``widths``, or as high where the frame is higher than wide.
  package static func proof(
    of frame: borrowing Frame, number: Int, color: ColorTags, width: Int
  ) throws(AVError) -> ProofPicture {
    let width = min(max(width, widths.lowerBound), widths.upperBound)
    let size = frame.size
    let (long, short) = (max(size.width, size.height), max(1, min(size.width, size.height)))
    let other = max(2, width * short / long / 2 * 2)
    let isWide = size.width >= size.height
    let small = try scaled(
      frame, isWide ? PixelSize(width, other) : PixelSize(other, width), color, "yuvj420p",
      flags: "area")
    return ProofPicture(frame: number, jpeg: try jpeg(small))
  }

  private static func scaled(
    _ frame: borrowing Frame, _ size: PixelSize, _ color: ColorTags, _ format: String,
    flags: String
  ) throws(AVError) -> Frame {
    let filters = filters(for: frame, size, color, format, flags: flags)
    return try frame.filtered(by: filters, to: "make a small picture")
  }

  /// The filters that turn frames like `frame` into pictures of `size` in `format`.
  static func filters(
    for frame: borrowing Frame, _ size: PixelSize, _ color: ColorTags, _ format: String,
    flags: String
  ) -> [Filter] {
    let tags = frame.color.completed(by: color)
    let matrices = ["bt709", "smpte170m", "bt470bg", "bt2020nc", "fcc", "smpte240m"]
    let matrix = matrices.contains(tags.matrix) ? tags.matrix : "bt709"
    let isFull = tags.isFullRange || frame.pixelFormat.isFullRangeJPEG
    let own: [Filter.Setting] =
      frame.pixelFormat.isRGB
      ? []
      : [
        Filter.Setting(name: "in_color_matrix", value: matrix == "bt2020nc" ? "bt2020" : matrix),
        Filter.Setting(name: "in_range", value: isFull ? "full" : "limited"),
      ]
    var scale = Filter(
      "scale",
      [
        "w": "\(size.width)", "h": "\(size.height)", "flags": flags + "+accurate_rnd+bitexact",
        "out_range": "full",
      ])
    scale.options += own
    if !format.hasPrefix("rgb") {
      scale.options.append(Filter.Setting(name: "out_color_matrix", value: "smpte170m"))
    }
    return [scale, Filter("format", ["pix_fmts": format])]
  }

  private static func jpeg(_ picture: borrowing Frame) throws(AVError) -> String {
    var encoder = try Encoder(
      pictures: "mjpeg", size: picture.size, format: picture.pixelFormat, rate: FrameRate(1),
      isStill: true, options: [("flags", "+qscale"), ("global_quality", "\(118 * 4)")])
    try encoder.send(picture)
    try encoder.sendEnd()
    let packet = try Packet()
    guard try encoder.receive(into: packet) == .filled else {
      throw AVError(unreadable: "encode a picture", because: "no packet came out")
    }
    return Data(packet.bytes).base64EncodedString()
  }
}
