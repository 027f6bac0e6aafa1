// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// Scales a picture that is already in the canvas's colour.
func scale(
  _ size: PixelSize, _ color: CanvasColor, flags: String = FilterGraph.scaling
) -> Filter {
  var scaling = Filter(
    "scale", ["w": "\(size.width)", "h": "\(size.height)", "flags": flags])
  // By default the filter outputs limited range.
  if color.isFullRange { scaling.set(["in_range": "full", "out_range": "full"]) }
  return scaling
}

/// Scales and converts to the canvas's colour at once.
func convert(_ form: DecodedForm, to size: PixelSize, _ color: CanvasColor) -> [Filter] {
  if !color.hasLight(of: form.color) {
    return color.isWide && (color.tags.isHDR || !form.color.isHDR)
      ? light(form, to: size, color) : toneMap(form, to: size, color)
  }
  var conversion = Filter(
    "scale",
    ["w": "\(size.width)", "h": "\(size.height)", "flags": FilterGraph.scaling])
  if !form.format.isRGB { conversion.set(["in_color_matrix": form.matrix]) }
  conversion.set(["in_range": form.color.isFullRange ? "full" : "limited"])
  conversion.set(form.chromaSiting)
  let finished = Filter("format", ["pix_fmts": "\(form.output)"])
  if form.changesMatrix(to: color), size.width % 2 == 0, size.height % 2 == 0 {
    // Filter `scale` goes from one matrix to another by way of RGB, which takes twice as long and is less exact. It
    // brings full range to another depth by shifts, and limited range exactly.
    let scaled = PixelFormat.drawn(
      isDeep: form.isDeep || form.format.depth > 8, hasAlpha: false,
      hasFullChroma: form.hasFullChroma)
    let isFull = form.color.isFullRange && form.format.depth == scaled.depth
    conversion.set(["out_color_matrix": form.matrix, "out_range": isFull ? "full" : "limited"])
    return [
      conversion, Filter("format", ["pix_fmts": "\(scaled)"]),
      changeMatrix(form, scaled, isFull: isFull, color), finished,
    ]
  }
  conversion.set(["out_color_matrix": color.matrixName, "out_range": color.rangeName])
  if form.hasFullChroma || form.format.isRGB || size.width % 2 == 0
    || form.matrix == color.matrixName
  {
    return [conversion, finished]
  }
  // From one matrix to another by way of RGB, whose pixels the filter takes in pairs to halve chroma: at an odd
  // width the last pair has a pixel of whatever memory holds. So chroma is halved by itself.
  let full = PixelFormat.drawn(isDeep: form.isDeep, hasAlpha: form.hasAlpha, hasFullChroma: true)
  return [
    conversion, Filter("format", ["pix_fmts": "\(full)"]), scale(size, color), finished,
  ]
}

/// Changes the matrix and the range of a picture of `format`, which is scaled, and its depth if that is more than the canvas's.
private func changeMatrix(
  _ form: DecodedForm, _ format: PixelFormat, isFull: Bool, _ color: CanvasColor
) -> Filter {
  let matrix = form.matrix == "bt2020" ? "bt2020nc" : form.matrix
  // Of the same light, whatever it is, the filter changes nothing but these.
  var change = Filter(
    "colorspace",
    [
      "ispace": matrix, "iprimaries": "bt709", "itrc": "bt709", "irange": isFull ? "pc" : "tv",
      "space": color.matrix.rawValue, "primaries": "bt709", "trc": "bt709",
      "range": color.isFullRange ? "pc" : "tv",
    ])
  if format != form.output { change.set(["format": "\(form.output)"]) }
  return change
}

/// Scales HDR down, then converts it to the canvas's colour through linear light.
private func toneMap(_ form: DecodedForm, to size: PixelSize, _ color: CanvasColor) -> [Filter] {
  let isHalf = !form.hasFullChroma && size.width % 2 == 0 && size.height % 2 == 0
  let matrix = form.color.matrix == "unknown" ? "bt2020nc" : form.color.matrix
  let primaries = form.color.primaries == "unknown" ? "bt2020" : form.color.primaries
  let target = color.tags
  return [
    Filter(
      "scale",
      ["w": "\(size.width)", "h": "\(size.height)", "flags": FilterGraph.scaling]),
    Filter("format", ["pix_fmts": isHalf ? "yuv420p10le" : "yuv444p10le"]),
    Filter(
      "zscale",
      [
        "matrixin": matrix, "primariesin": primaries, "transferin": form.color.transfer,
        "rangein": form.color.isFullRange ? "full" : "limited", "transfer": "linear",
        "npl": "100",
      ]),
    Filter("format", ["pix_fmts": "gbrpf32le"]),
    Filter(
      "zscale",
      ["primaries": target.primaries == "unknown" ? color.matrixName : target.primaries]),
    Filter("tonemap", ["tonemap": "hable", "desat": "0"]),
    Filter(
      "zscale",
      [
        "transfer": target.transfer == "unknown" ? "bt709" : target.transfer,
        "matrix": color.matrix.rawValue, "range": color.rangeName,
      ]),
    Filter("format", ["pix_fmts": (isHalf ? "yuv420p" : "yuv444p") + (form.isDeep ? "10le" : "")]),
  ]
}

/// Converts pictures to the transfer and primaries of a wide-gamut canvas, preserving their appearance.
///
/// Standard-range white gets 203 cd/m², as BT.2408 specifies next to HDR; HDR keeps its luminance. zimg applies
/// the HLG system gamma to red, green and blue separately. As elsewhere, all standard-range transfer curves are
/// treated as BT.709's.
private func light(_ form: DecodedForm, to size: PixelSize, _ color: CanvasColor) -> [Filter] {
  let isHalf = !form.hasFullChroma && size.width % 2 == 0 && size.height % 2 == 0
  let (alpha, planes) = (form.hasAlpha ? "a" : "", isHalf ? "420p10le" : "444p10le")
  let (isHDR, isRGB) = (form.color.isHDR, form.format.isRGB)
  let usual = isHDR || form.color.isWide ? "bt2020" : "bt709"
  let isSaid = DecodedForm.primaries.contains(form.color.primaries)
  return [
    Filter(
      "scale",
      ["w": "\(size.width)", "h": "\(size.height)", "flags": FilterGraph.scaling]),
    Filter(
      "format", ["pix_fmts": isRGB ? (form.hasAlpha ? "gbrap" : "gbrp") : "yuv\(alpha)\(planes)"]),
    Filter(
      "zscale",
      [
        "matrixin": form.zscaleMatrix,
        "primariesin": isSaid ? form.color.primaries : usual,
        "transferin": isHDR ? form.color.transfer : "bt709",
        "rangein": isRGB || form.color.isFullRange ? "full" : "limited",
        "matrix": "gbr", "primaries": "bt2020", "transfer": "linear", "npl": "203",
      ]),
    Filter("format", ["pix_fmts": "gbr\(alpha)pf32le"]),
  ] + (color.tags.transfer == "arib-std-b67" ? [.systemGamma] : []) + [
    Filter(
      "zscale",
      [
        "matrixin": "gbr", "primariesin": "bt2020", "transferin": "linear", "rangein": "full",
        "matrix": color.matrix.rawValue, "primaries": "bt2020",
        "transfer": color.tags.isHDR ? color.tags.transfer : "bt709", "range": color.rangeName,
        "npl": "203",
      ]),
    Filter("format", ["pix_fmts": "yuv\(alpha)\(planes)"]),
  ]
}

extension CanvasColor {
  /// The range by the names of filters.
  package var rangeName: String { isFullRange ? "full" : "limited" }
  /// The matrix by the names of filter `scale`; libavutil uses the same names for the primaries.
  package var matrixName: String { matrix == .bt2020 ? "bt2020" : matrix.rawValue }
}

extension Filter {
  /// A marker, not a filter of libavfilter: at this place a kernel prepares linear light for HLG.
  static let systemGamma = Filter("systemgamma")

  /// Sets more options.
  fileprivate mutating func set(_ options: KeyValuePairs<String, String>) {
    self.options += options.map { Setting(name: $0.key, value: $0.value) }
  }
}
