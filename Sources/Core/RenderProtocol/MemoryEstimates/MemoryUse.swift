// SPDX-License-Identifier: Apache-2.0

public import Base

/// Estimated memory use of a worker's parts in bytes, measured with FFmpeg 5.1.
///
/// `reel` adds these up to decide how many workers fit; a worker keeps to the limits assumed here.
public enum MemoryUse {
  /// A worker as it starts: its libraries' pages.
  public static let worker: Int64 = 56 << 20
  /// Idle streams and shaped stills that a worker may keep open from one request to the next.
  public static let carried: Int64 = 24 << 20
  /// Of those, stills from files: small ones that are shown time and again, but no photos that fill a canvas.
  public static let carriedPhotos: Int64 = 2 << 20
  /// Of those, stills that are drawn.
  public static let carriedDrawings: Int64 = 6 << 20
  /// The number of idle streams that a worker keeps open for later requests.
  public static let idleSources = 2

  /// A picture of `size` at `bitsPerPixel` bits per pixel.
  public static func picture(_ size: PixelSize, bitsPerPixel: Int = 12) -> Int64 {
    Int64(size.width) * Int64(size.height) * Int64(bitsPerPixel) / 8
  }

  /// An open video stream: the pictures that its decoder refers to, those it holds back, and those
  /// that are shown.
  public static func source(_ size: PixelSize, bitsPerPixel: Int, threads: Int = 1) -> Int64 {
    2 << 20 + Int64(9 + max(1, threads)) * picture(size, bitsPerPixel: bitsPerPixel)
  }

  /// The reverse-playback cache of a stream, with a few frames as whole images.
  public static func backwards(_ size: PixelSize, bitsPerPixel: Int) -> Int64 {
    max(16 << 20, 8 * picture(size, bitsPerPixel: bitsPerPixel))
  }

  /// Stills that a worker keeps while it draws, at most; one of 720p has 1.4 MB.
  public static let stills: Int64 = 48 << 20

  /// Decoding a still: progressive JPEG keeps two bytes for each sample beside the picture, and
  /// shaping it makes another.
  public static func still(_ size: PixelSize, bitsPerPixel: Int) -> Int64 {
    3 * picture(size, bitsPerPixel: bitsPerPixel)
  }

  /// The face detector, and the small images that it searches.
  public static let faces: Int64 = 40 << 20

  /// Layers of one canvas that are kept as they were drawn apart from it, at most.
  public static let apart: Int64 = 32 << 20

  /// A LUT of 65 levels, with the text from which it is read.
  public static let lut: Int64 = 40 << 20

  /// An encoder that is open, and the frames that it looks ahead by.
  public static func encoder(_ encoding: VideoEncoding, _ size: PixelSize) -> Int64 {
    // Samples of 10 bits take two bytes, and 4:4:4 has twice as many as 4:2:0.
    let format = encoding.pixelFormat
    let bytes: Int64 =
      switch encoding.encoder {
      case "libx264", "libx265", "libvpx-vp9", "libsvtav1":
        (format.hasSuffix("10le") ? 2 : 1) * (format.contains("444") ? 2 : 1)
      default: 1
      }
    let pixels = bytes * Int64(size.width) * Int64(size.height)
    switch encoding.encoder {
    case "libx264":
      // Each frame comes with quarter-size copies and a cost for every block; a reference with three planes between samples.
      let held =
        encoding.isLossless ? 21 : 9 + 6 * encoding.references + 37 * encoding.lookAhead / 10
      return 24 << 20 + pixels * held
    case "libx265": return 32 << 20 + pixels * 135
    case "libsvtav1": return 64 << 20 + pixels * 165
    // Alpha is coded by a second encoder.
    case "libvpx-vp9": return (encoding.hasAlpha ? 2 : 1) * (52 << 20 + pixels * 118)
    default: return 24 << 20 + pixels * 120
    }
  }
}

extension VideoEncoding {
  /// The name of x264's own preset.
  private var speed: String { options.last { $0.name == "preset" }?.value ?? "medium" }

  /// Frames that x264 looks ahead by.
  fileprivate var lookAhead: Int64 {
    let speeds: [String: Int64] = [
      "ultrafast": 0, "superfast": 0, "veryfast": 10, "faster": 20, "fast": 30, "slow": 50,
      "slower": 60, "veryslow": 60, "placebo": 60,
    ]
    return max(0, min(number("rc-lookahead") ?? speeds[speed] ?? 40, 250))
  }

  /// Frames that x264 refers to: at least four for a pyramid of B-frames, or one on each side of them.
  fileprivate var references: Int64 {
    let speeds: [String: Int64] = [
      "medium": 3, "slow": 5, "slower": 8, "veryslow": 16, "placebo": 16,
    ]
    let most = number("ref") ?? number("refs") ?? speeds[speed] ?? 2
    let least: Int64 =
      switch setting("b-pyramid") {
      case "none", "0": 2
      case "strict", "1": 3
      default: 4
      }
    return min(max(most, least), 16)
  }

  private func number(_ name: String) -> Int64? { setting(name).flatMap { Int64($0) } }

  /// The value of an x264 option; nil where it is not set.
  ///
  /// Its own parameters are read after libavcodec's options; of each the last one counts.
  private func setting(_ name: String) -> String? {
    let parameters = options.filter { $0.name == "x264-params" }
      .flatMap { $0.value.split(separator: ":") }
    let last = parameters.last { $0.hasPrefix("\(name)=") }
    return last.map { String($0.dropFirst(name.count + 1)) }
      ?? options.last { $0.name == name }?.value
  }

  fileprivate var isLossless: Bool { options.contains(EncoderOption("qp", "0")) }
}
