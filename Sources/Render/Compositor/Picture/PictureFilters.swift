// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// The filters that perform `steps` on frames of `form`; empty if frames can remain unchanged.
///
/// The output is always in `color`, its bit depth and its chroma format, with alpha if there is any.
func pictureFilters(
  _ steps: [PictureStep], form: DecodedForm, color: CanvasColor
) -> [Filter] {
  var filters: [Filter] = []
  var size = form.size
  var isConverted = form.hasColor(of: color)
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
