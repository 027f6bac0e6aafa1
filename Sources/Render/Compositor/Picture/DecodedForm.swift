// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// The properties of a decoded frame that determine its filters.
struct DecodedForm: Hashable {
  var size: PixelSize
  var format: PixelFormat
  var color: ColorTags
  /// True if the alpha channel, if there is one, is used.
  var usesAlpha = true
  /// True if the output has 10 bits.
  let isDeep: Bool
  /// True if the output is 4:4:4.
  let hasFullChroma: Bool

  /// The form of `frame`, to be converted to `canvas`.
  init(_ frame: borrowing Frame, for canvas: CanvasColor) {
    size = frame.size
    format = frame.pixelFormat
    color = frame.color
    (isDeep, hasFullChroma) = (canvas.isDeep, canvas.hasFullChroma)
    let isGray = format.isGray && color.range == "unknown"
    if format.isFullRangeJPEG || format.isRGB || isGray { color.range = "pc" }
    // Filters would treat `yuvj420p` as another range than the canvas's, and convert it.
    if canvas.isFullRange, format == .yuvj420p { format = .yuv420p }
  }

  var hasAlpha: Bool { usesAlpha && format.hasAlpha }
  /// The output format: the canvas's, with alpha if the input has alpha.
  var output: PixelFormat {
    .drawn(isDeep: isDeep, hasAlpha: hasAlpha, hasFullChroma: hasFullChroma)
  }

  /// Options of filter `scale` where chroma is scaled up that lies as in H.264: at the left one of two pixels, between
  /// two rows.
  ///
  /// By itself, the filter assumes the siting of JPEG, between both.
  var chromaSiting: KeyValuePairs<String, String> {
    let shift = format.chromaShift
    guard hasFullChroma, !format.isRGB, !format.isFullRangeJPEG, shift.x == 1 else { return [:] }
    return shift.y == 1 ? ["in_h_chr_pos": "0", "in_v_chr_pos": "128"] : ["in_h_chr_pos": "0"]
  }

  /// True if filters extend alpha by two bits, which leaves opaque alpha slightly below the
  /// maximum.
  var widensAlpha: Bool { isDeep && hasAlpha && (format.isRGB || format.depth == 8) }

  /// The matrix by the names of filter `scale`.
  var matrix: String {
    switch color.matrix(at: size) {
    case let matrix where ["bt709", "smpte170m", "smpte240m", "fcc"].contains(matrix): matrix
    case "bt2020nc": "bt2020"
    default: CanvasColor.Matrix(usualAt: size).rawValue
    }
  }

  /// The matrix by the names of filter `zscale`.
  var zscaleMatrix: String {
    if format.isRGB { return "gbr" }
    if color.matrix == "bt2020c" { return color.matrix }
    let isWide = color.isHDR && color.matrix == "unknown" || matrix == "bt2020"
    return isWide ? "bt2020nc" : matrix
  }
  /// Primaries that `zscale` knows by libavutil's names.
  static let primaries = [
    "bt709", "bt470bg", "smpte170m", "smpte240m", "bt2020", "smpte431", "smpte432",
  ]

  /// Returns true if the matrix differs from that of `canvas` and filter `colorspace`, which knows
  /// no alpha, can change it.
  func changesMatrix(to canvas: CanvasColor) -> Bool {
    !format.isRGB && !hasAlpha && matrix != canvas.matrixName
  }

  /// Returns true if a kernel can convert it to samples of `canvas`, as it does pixels drawn here,
  /// such as texts.
  func isPaintable(on canvas: CanvasColor) -> Bool {
    format == .rgba && hasAlpha && canvas.hasLight(of: color)
  }

  /// Returns true if the samples already have the colour encoding of `canvas`.
  func hasColor(of canvas: CanvasColor) -> Bool {
    format == output && canvas.hasMeaning(of: color, size: size)
  }
}
