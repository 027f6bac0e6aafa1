// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics
import MediaFiles
import SourcePictures

/// The properties of a decoded frame that determine its filters.
struct DecodedForm: Hashable {
  var size: PixelSize
  var format: PixelFormat
  var color: ColorTags
  /// Whether the alpha channel, if there is one, is used.
  var usesAlpha = true
  /// Whether colours are premultiplied by alpha, as in librsvg's output.
  var isPremultiplied = false
  /// Whether the output has 10 bits.
  let isDeep: Bool
  /// Whether the output is 4:4:4.
  let hasFullChroma: Bool

  /// The form of `frame`, to be converted to `canvas`.
  init(_ frame: borrowing Frame, for canvas: CanvasColor) {
    size = frame.size
    format = frame.pixelFormat
    color = frame.color
    (isDeep, hasFullChroma) = (canvas.isDeep, canvas.hasFullChroma)
    if format.isFullRangeJPEG || format.isRGB { color.range = "pc" }
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

  /// Whether filters extend alpha by two bits, which leaves opaque alpha slightly below the maximum.
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

  /// Whether a kernel makes samples of `canvas` of it: pixels that are drawn here, such as texts.
  func isPaintable(on canvas: CanvasColor) -> Bool {
    format == .rgba && hasAlpha && !isPremultiplied && canvas.hasLight(of: color)
  }

  /// Whether the samples already have the colour encoding of `canvas`.
  func hasColor(of canvas: CanvasColor) -> Bool {
    format == output && !isPremultiplied
      && canvas.hasMeaning(of: color, size: size)
  }
}

/// The filters that perform `steps` on frames of `form`; empty if frames can remain unchanged.
///
/// The output is always in `color`, its bit depth and its chroma format, with alpha if there is any.
func pictureFilters(
  _ steps: [PictureStep], form: DecodedForm, color: CanvasColor
) -> [Filter] {
  var filters: [Filter] = []
  var size = form.size
  var isConverted = form.hasColor(of: color)
  if form.isPremultiplied { filters += DecodedForm.unpremultiplication }
  for step in steps {
    switch step {
    case .orient(let orientation):
      filters += orient(orientation)
      size = orientation.size(of: size)
    case .crop(let wanted):
      let rect = clamp(wanted, to: size)
      if rect.size == size { continue }
      filters.append(
        Filter(
          "crop",
          [
            "w": "\(rect.width)", "h": "\(rect.height)", "x": "\(rect.x)", "y": "\(rect.y)",
            "exact": "1",
          ]))
      size = rect.size
    case .scale(let wanted):
      if wanted == size && isConverted { continue }
      filters += isConverted ? [scale(wanted, color)] : convert(form, to: wanted, color)
      isConverted = true
      size = wanted
    case .blur:
      if !isConverted {
        filters += convert(form, to: size, color)
        isConverted = true
      }
      filters += blur(size, color, hasAlpha: form.output.hasAlpha)
    }
  }
  if !isConverted { filters += convert(form, to: size, color) }
  if !filters.isEmpty { filters.append(Filter("format", ["pix_fmts": "\(form.output)"])) }
  return filters
}

extension [PictureStep] {
  /// The steps but scalings that leave a picture of `size` as large as it is: those say how large a photo is, and would be
  /// taken to mix its colours.
  func without(scalingsAt size: PixelSize) -> [PictureStep] {
    var size = size
    return filter { step in
      switch step {
      case .orient(let orientation): size = orientation.size(of: size)
      case .crop(let wanted): size = clamp(wanted, to: size).size
      case .scale(size): return false
      case .scale(let wanted): size = wanted
      case .blur: break
      }
      return true
    }
  }
}

private func orient(_ orientation: Orientation) -> [Filter] {
  switch orientation {
  case .upright: []
  case .flipHorizontal: [Filter("hflip")]
  case .rotate180: [Filter("hflip"), Filter("vflip")]
  // The filter only flips the row order by a negative stride, which kernels do not support; `copy` moves the rows.
  case .flipVertical: [Filter("vflip"), Filter("copy")]
  case .transpose: [Filter("transpose", ["dir": "cclock_flip"])]
  case .rotate90: [Filter("transpose", ["dir": "clock"])]
  case .transverse: [Filter("transpose", ["dir": "clock_flip"])]
  case .rotate270: [Filter("transpose", ["dir": "cclock"])]
  }
}

private func clamp(_ rect: PixelRect, to size: PixelSize) -> PixelRect {
  let x = max(0, min(rect.x, size.width - 1))
  let y = max(0, min(rect.y, size.height - 1))
  return PixelRect(
    x: x, y: y, width: max(1, min(rect.width, size.width - x)),
    height: max(1, min(rect.height, size.height - y)))
}

/// Scales a picture that is already in the canvas's colour.
private func scale(
  _ size: PixelSize, _ color: CanvasColor, flags: String = FilterGraph.scaling
) -> Filter {
  var scaling = Filter(
    "scale", ["w": "\(size.width)", "h": "\(size.height)", "flags": flags])
  // By default the filter outputs limited range.
  if color.isFullRange { scaling.set(["in_range": "full", "out_range": "full"]) }
  return scaling
}

/// Scales and converts to the canvas's colour at once.
private func convert(_ form: DecodedForm, to size: PixelSize, _ color: CanvasColor) -> [Filter] {
  if !color.hasLight(of: form.color) {
    return color.isWide && (color.tags.isHDR || !form.color.isHDR)
      ? light(form, to: size, color) : toneMap(form, to: size, color)
  }
  var conversion = Filter(
    "scale",
    ["w": "\(size.width)", "h": "\(size.height)", "flags": FilterGraph.scaling])
  if !form.format.isRGB { conversion.set(["in_color_matrix": form.matrix]) }
  conversion.set([
    "in_range": form.color.isFullRange ? "full" : "limited"
  ])
  conversion.set(form.chromaSiting)
  conversion.set([
    "out_color_matrix": color.matrixName, "out_range": color.rangeName,
  ])
  let finished = Filter("format", ["pix_fmts": "\(form.output)"])
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

/// A strong blur: downscale, box blur twice, upscale.
///
/// Unlike `gblur`, it is bit-exact on every CPU. A slow gradient has fewer values than pixels: it is blurred in 16 bits, and
/// a fixed pattern decides how these become 8.
private func blur(_ size: PixelSize, _ color: CanvasColor, hasAlpha: Bool) -> [Filter] {
  let small = PixelSize(max(8, size.width / 8), max(8, size.height / 8))
  let radius = max(1, min(small.width, small.height) / 16)
  let smaller = scale(small, color, flags: "area+accurate_rnd+full_chroma_int+bitexact")
  let format = "yuv\(hasAlpha ? "a" : "")\(color.hasFullChroma ? "444" : "420")p16le"
  let finer = color.isDeep ? [] : [Filter("format", ["pix_fmts": format])]
  return [smaller] + finer + [
    Filter(
      "boxblur",
      [
        "luma_radius": "\(radius)", "luma_power": "2",
        "chroma_radius": "\(color.hasFullChroma ? radius : max(1, radius / 2))",
        "chroma_power": "2",
      ]),
    scale(size, color),
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
