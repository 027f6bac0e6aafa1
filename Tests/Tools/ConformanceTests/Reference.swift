// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation

/// ffmpeg's rendering of the same file by the rules of the language, as an independent reference.
struct Reference {
  let tools: FFmpeg
  let path: String
  let listing: MediaListing

  init(_ path: String, tools: FFmpeg) async throws {
    self.path = path
    self.tools = tools
    listing = try await MediaListing(path, with: tools)
  }

  /// The frames that a clip starting at `start` milliseconds shows as its frames `indices`, as consecutive raw
  /// pictures of `width` by `height`.
  func frames(
    _ indices: [Int], rate: Ratio, start: Int64, width: Int, height: Int, format: String
  ) async throws -> Data {
    guard let video = listing.video else { return Data() }
    let wanted = indices.compactMap {
      listing.sourceFrame(at: $0, rate: rate, startingAt: start)
    }
    let pictures = try await tools.frames(
      wanted, of: path, stream: video.index,
      through: Reference.filters(video, width: width, height: height, format), format: format)
    let order = Set(wanted).sorted()
    let size = pictures.count / max(1, order.count)
    var result = Data()
    for index in wanted {
      guard let place = order.firstIndex(of: index), (place + 1) * size <= pictures.count else {
        continue
      }
      result += pictures[(place * size)..<((place + 1) * size)]
    }
    return result
  }

  /// A still image over black, scaled to `width` by `height` after rotating it upright.
  static func still(
    _ path: String, _ stream: MediaListing.Stream, orientation: Int, tools: FFmpeg, width: Int,
    height: Int, input: [String] = [], format: String
  ) async throws -> Data {
    var chain = turns(orientation)
    if path.hasSuffix(".svg") { chain += ["format=gbrap", "unpremultiply=inplace=1"] }
    // JPEG has no alpha, whatever names the four channels of CMYK have.
    var stream = stream
    if path.hasSuffix(".jpg") { stream.pix_fmt = stream.pix_fmt?.replacing("yuva", with: "yuv") }
    chain.append(scale(stream, width: width, height: height, format))
    let digits = format.dropFirst(3)
    chain.append(path.hasSuffix(".jpg") ? "format=\(format)" : "format=yuva\(digits)")
    return try await tools.ffmpeg.data(
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i",
        "color=black:size=\(width)x\(height),format=\(format)", "-noautorotate",
      ] + input + [
        "-i", path, "-filter_complex",
        "[1:v:0]\(chain.joined(separator: ","))[p];[0:v:0][p]overlay=format=yuv\(digits.dropLast()),format=\(format)",
        "-frames:v", "1", "-f", "rawvideo", "-",
      ])
  }

  /// EXIF's eight orientations.
  private static func turns(_ orientation: Int) -> [String] {
    switch orientation {
    case 2: ["hflip"]
    case 3: ["hflip", "vflip"]
    case 4: ["vflip"]
    case 5: ["transpose=cclock_flip"]
    case 6: ["transpose=clock"]
    case 7: ["transpose=clock_flip"]
    case 8: ["transpose=cclock"]
    default: []
    }
  }

  private static func filters(
    _ stream: MediaListing.Stream, width: Int, height: Int, _ format: String
  ) -> [String] {
    if ["smpte2084", "arib-std-b67"].contains(stream.color_transfer) {
      return [
        "zscale=transfer=linear:npl=100", "format=gbrpf32le", "zscale=primaries=bt709",
        "tonemap=hable:desat=0", "zscale=transfer=bt709:matrix=bt709:range=limited",
        "format=yuv420p",
      ]
    }
    return [scale(stream, width: width, height: height, format)]
  }

  private static func scale(
    _ stream: MediaListing.Stream, width: Int, height: Int, _ format: String
  ) -> String {
    let isFull = stream.color_range == "pc" || stream.pix_fmt?.hasPrefix("yuvj") == true
    let matrix =
      switch stream.color_space {
      case "bt709": "bt709"
      case "smpte170m", "bt470bg": "smpte170m"
      case "bt2020nc", "bt2020c": "bt2020"
      default:
        (stream.height ?? 0) >= 720 || (stream.width ?? 0) >= 1280 ? "bt709" : "smpte170m"
      }
    let isRGB = ["rgb", "bgr", "gbr", "argb", "abgr", "pal8", "gray"].contains {
      stream.pix_fmt?.hasPrefix($0) == true
    }
    // Where samples are opaque and pixels come in pairs, another filter changes the matrix.
    let isChanged =
      matrix != "bt709" && !isRGB && stream.pix_fmt?.hasPrefix("yuva") != true
      && width % 2 == 0 && height % 2 == 0
    let isDeep = stream.pix_fmt?.contains("p1") == true
    let range = isChanged && isFull ? "pc" : "tv"
    func name(_ matrix: String) -> String { matrix == "bt2020" ? "bt2020nc" : matrix }
    return "scale=\(width):\(height):flags=bicubic+accurate_rnd+full_chroma_int+bitexact"
      + (isRGB ? "" : ":in_color_matrix=\(matrix):in_range=\(isFull ? "pc" : "tv")")
      // Chroma of 4:2:2 lies at the left one of two pixels, that of JPEG between them.
      + (format == "yuv444p" && stream.pix_fmt?.hasPrefix("yuv422p") == true
        ? ":in_h_chr_pos=0" : "")
      + ":out_color_matrix=\(isChanged ? matrix : "bt709"):out_range=\(range)"
      + (isChanged
        ? ",format=\(format)\(isDeep ? "10" : ""),colorspace=format=\(format):ispace=\(name(matrix)):irange=\(range):space=bt709:range=tv"
          + ":iprimaries=bt709:primaries=bt709:itrc=bt709:trc=bt709"
        : "")
  }
}
