// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics

/// What decides the filters that bring a decoded frame into shape.
struct DecodedForm: Hashable {
  var size: PixelSize
  var format: PixelFormat
  var color: ColorTags
  /// Whether the alpha channel, if there is one, counts.
  var usesAlpha = true
  /// Whether colours are multiplied by alpha, as librsvg gives them.
  var isPremultiplied = false

  init(_ frame: borrowing Frame) {
    size = frame.size
    format = frame.pixelFormat
    color = frame.color
  }

  var hasAlpha: Bool { usesAlpha && format.hasAlpha }
  /// What comes out: 8-bit 4:2:0, with alpha where there is some.
  var output: PixelFormat { hasAlpha ? .yuva420p : .yuv420p }
  var isHDR: Bool { color.transfer == "smpte2084" || color.transfer == "arib-std-b67" }
  var isFullRange: Bool { format.isFullRangeJPEG || color.range == "pc" || format.isRGB }

  /// The matrix as filter `scale` calls it; what the stream does not say follows from its size.
  var matrix: String {
    switch color.matrix {
    case "bt709": return "bt709"
    case "smpte170m", "bt470bg": return "smpte170m"
    case "bt2020nc", "bt2020c": return "bt2020"
    case "smpte240m": return "smpte240m"
    case "fcc": return "fcc"
    default: return size.height >= 720 || size.width >= 1280 ? "bt709" : "smpte170m"
    }
  }

  /// Whether the samples already mean what the canvas's do.
  var isCanvasColor: Bool {
    (format == .yuv420p || format == .yuva420p) && format == output && !isHDR && !isFullRange
      && matrix == "bt709" && !isPremultiplied
  }
}

/// The filters for `steps` on frames of `form`; empty when frames can stay as they are.
///
/// Whatever goes in, yuv420p or yuva420p in BT.709 and limited range comes out.
func pictureFilters(_ steps: [PictureStep], form: DecodedForm) -> [Filter] {
  var filters: [Filter] = []
  var size = form.size
  var isConverted = form.isCanvasColor
  if form.isPremultiplied {
    filters += [Filter("format", ["pix_fmts": "gbrap"]), Filter("unpremultiply", ["inplace": "1"])]
  }
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
      filters += isConverted ? [scale(wanted)] : convert(form, to: wanted)
      isConverted = true
      size = wanted
    case .blur:
      if !isConverted {
        filters += convert(form, to: size)
        isConverted = true
      }
      filters += blur(size)
    }
  }
  if !isConverted { filters += convert(form, to: size) }
  if !filters.isEmpty { filters.append(Filter("format", ["pix_fmts": "\(form.output)"])) }
  return filters
}

private func orient(_ orientation: Orientation) -> [Filter] {
  switch orientation {
  case .upright: []
  case .flipHorizontal: [Filter("hflip")]
  case .rotate180: [Filter("hflip"), Filter("vflip")]
  // By itself that leaves the rows where they are, to be read from the last one up; nobody draws so.
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

private func scale(_ size: PixelSize, flags: String = FilterGraph.scaling) -> Filter {
  Filter("scale", ["w": "\(size.width)", "h": "\(size.height)", "flags": flags])
}

/// Resamples and converts to the canvas's colour in one go.
private func convert(_ form: DecodedForm, to size: PixelSize) -> [Filter] {
  if form.isHDR { return toneMap(form, to: size) }
  var conversion = scale(size)
  func set(_ name: String, _ value: String) {
    conversion.options.append(Filter.Setting(name: name, value: value))
  }
  if !form.format.isRGB { set("in_color_matrix", form.matrix) }
  set("in_range", form.isFullRange ? "full" : "limited")
  set("out_color_matrix", "bt709")
  set("out_range", "limited")
  return [conversion, Filter("format", ["pix_fmts": "\(form.output)"])]
}

/// Brings HDR to BT.709 by way of linear light, after scaling it down.
private func toneMap(_ form: DecodedForm, to size: PixelSize) -> [Filter] {
  let isEven = size.width % 2 == 0 && size.height % 2 == 0
  let matrix = form.color.matrix == "unknown" ? "bt2020nc" : form.color.matrix
  let primaries = form.color.primaries == "unknown" ? "bt2020" : form.color.primaries
  return [
    scale(size), Filter("format", ["pix_fmts": isEven ? "yuv420p10le" : "yuv444p10le"]),
    Filter(
      "zscale",
      [
        "matrixin": matrix, "primariesin": primaries, "transferin": form.color.transfer,
        "rangein": form.isFullRange ? "full" : "limited", "transfer": "linear", "npl": "100",
      ]),
    Filter("format", ["pix_fmts": "gbrpf32le"]),
    Filter("zscale", ["primaries": "bt709"]),
    Filter("tonemap", ["tonemap": "hable", "desat": "0"]),
    Filter("zscale", ["transfer": "bt709", "matrix": "bt709", "range": "limited"]),
    Filter("format", ["pix_fmts": isEven ? "yuv420p" : "yuv444p"]),
  ]
}

/// A strong blur: small, boxes twice, large again; the same bits on every CPU, unlike `gblur`.
private func blur(_ size: PixelSize) -> [Filter] {
  let small = PixelSize(max(8, size.width / 8), max(8, size.height / 8))
  let radius = max(1, min(small.width, small.height) / 16)
  return [
    scale(small, flags: "area+accurate_rnd+full_chroma_int+bitexact"),
    Filter(
      "boxblur",
      [
        "luma_radius": "\(radius)", "luma_power": "2",
        "chroma_radius": "\(max(1, radius / 2))", "chroma_power": "2",
      ]),
    scale(size),
  ]
}
