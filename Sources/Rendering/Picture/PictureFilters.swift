// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics

/// What decides the filters that bring a decoded frame into shape.
struct DecodedForm: Hashable {
  var size: PixelSize
  var format: PixelFormat
  var color: ColorFacts
  /// Whether the alpha channel, if there is one, counts.
  var usesAlpha = true
  /// Whether colours are multiplied by alpha, as librsvg gives them.
  var isPremultiplied = false

  /// The form of `frame`, which is to be brought to `canvas`.
  init(_ frame: borrowing Frame, for canvas: CanvasColor) {
    size = frame.size
    format = frame.pixelFormat
    color = ColorFacts(frame.color)
    if format.isFullRangeJPEG || format.isRGB { color.range = "pc" }
    // Filters would take it for a format of another range than the canvas's, and convert it.
    if canvas.isFullRange, format == .yuvj420p { format = .yuv420p }
  }

  var hasAlpha: Bool { usesAlpha && format.hasAlpha }
  /// What comes out: 8-bit 4:2:0, with alpha where there is some.
  var output: PixelFormat { hasAlpha ? .yuva420p : .yuv420p }

  /// The matrix as filter `scale` calls it.
  var matrix: String {
    switch color.matrix(at: size) {
    case let matrix where ["bt709", "smpte170m", "smpte240m", "fcc"].contains(matrix): matrix
    case "bt2020nc": "bt2020"
    default: CanvasColor.Matrix(usualAt: size).rawValue
    }
  }

  /// Whether the samples already mean what those of `canvas` do.
  func hasColor(of canvas: CanvasColor) -> Bool {
    (format == .yuv420p || format == .yuva420p) && format == output && !isPremultiplied
      && canvas.hasMeaning(of: color, size: size)
  }
}

/// The filters for `steps` on frames of `form`; empty when frames can stay as they are.
///
/// Whatever goes in, yuv420p or yuva420p in `color` comes out.
func pictureFilters(
  _ steps: [PictureStep], form: DecodedForm, color: CanvasColor
) -> [Filter] {
  var filters: [Filter] = []
  var size = form.size
  var isConverted = form.hasColor(of: color)
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
      filters += isConverted ? [scale(wanted, color)] : convert(form, to: wanted, color)
      isConverted = true
      size = wanted
    case .blur:
      if !isConverted {
        filters += convert(form, to: size, color)
        isConverted = true
      }
      filters += blur(size, color)
    }
  }
  if !isConverted { filters += convert(form, to: size, color) }
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

/// Resamples what is in the canvas's colour.
private func scale(
  _ size: PixelSize, _ color: CanvasColor, flags: String = FilterGraph.scaling
) -> Filter {
  var scaling = Filter(
    "scale", ["w": "\(size.width)", "h": "\(size.height)", "flags": flags])
  // Left to itself, the filter gives limited range.
  if color.isFullRange { scaling.set(["in_range": "full", "out_range": "full"]) }
  return scaling
}

/// Resamples and converts to the canvas's colour in one go.
private func convert(_ form: DecodedForm, to size: PixelSize, _ color: CanvasColor) -> [Filter] {
  if form.color.isHDR { return toneMap(form, to: size, color) }
  var conversion = Filter(
    "scale",
    ["w": "\(size.width)", "h": "\(size.height)", "flags": FilterGraph.scaling])
  if !form.format.isRGB { conversion.set(["in_color_matrix": form.matrix]) }
  conversion.set([
    "in_range": form.color.isFullRange ? "full" : "limited",
    "out_color_matrix": color.matrix.rawValue, "out_range": color.rangeName,
  ])
  return [conversion, Filter("format", ["pix_fmts": "\(form.output)"])]
}

/// Brings HDR to the canvas's colour by way of linear light, after scaling it down.
private func toneMap(_ form: DecodedForm, to size: PixelSize, _ color: CanvasColor) -> [Filter] {
  let isEven = size.width % 2 == 0 && size.height % 2 == 0
  let matrix = form.color.matrix == "unknown" ? "bt2020nc" : form.color.matrix
  let primaries = form.color.primaries == "unknown" ? "bt2020" : form.color.primaries
  let target = color.tags
  return [
    Filter(
      "scale",
      ["w": "\(size.width)", "h": "\(size.height)", "flags": FilterGraph.scaling]),
    Filter("format", ["pix_fmts": isEven ? "yuv420p10le" : "yuv444p10le"]),
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
      ["primaries": target.primaries == "unknown" ? color.matrix.rawValue : target.primaries]),
    Filter("tonemap", ["tonemap": "hable", "desat": "0"]),
    Filter(
      "zscale",
      [
        "transfer": target.transfer == "unknown" ? "bt709" : target.transfer,
        "matrix": color.matrix.rawValue, "range": color.rangeName,
      ]),
    Filter("format", ["pix_fmts": isEven ? "yuv420p" : "yuv444p"]),
  ]
}

/// A strong blur: small, boxes twice, large again; the same bits on every CPU, unlike `gblur`.
private func blur(_ size: PixelSize, _ color: CanvasColor) -> [Filter] {
  let small = PixelSize(max(8, size.width / 8), max(8, size.height / 8))
  let radius = max(1, min(small.width, small.height) / 16)
  return [
    scale(small, color, flags: "area+accurate_rnd+full_chroma_int+bitexact"),
    Filter(
      "boxblur",
      [
        "luma_radius": "\(radius)", "luma_power": "2",
        "chroma_radius": "\(max(1, radius / 2))", "chroma_power": "2",
      ]),
    scale(size, color),
  ]
}

extension CanvasColor {
  /// The range as filters call it.
  var rangeName: String { isFullRange ? "full" : "limited" }
}

extension Filter {
  /// Sets more options.
  fileprivate mutating func set(_ options: KeyValuePairs<String, String>) {
    self.options += options.map { Setting(name: $0.key, value: $0.value) }
  }
}
