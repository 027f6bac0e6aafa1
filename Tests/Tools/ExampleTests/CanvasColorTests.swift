// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import TestSupport
import Testing

/// Films in the depth and colour that a project sets for its canvas.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct CanvasColorTests {
  private let tools: FFmpeg
  private let reel: Reel

  init() throws {
    tools = try #require(Places.ffmpeg)
    reel = try Reel()
  }

  private func path(_ name: String) -> String { reel.folder / name }

  /// Generates four seconds of moving footage called `name`, with a key frame every second.
  private func footage(_ name: String, _ options: [String]) async throws {
    _ = try await tools.ffmpeg.data(
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i",
        "testsrc2=s=320x180:r=25:d=4" + colorMarks(of: options),
        "-g", "25", "-keyint_min", "25",
      ] + options + [path(name)])
  }

  private static func tags(_ matrix: String, _ primaries: String, _ transfer: String) -> [String] {
    [
      "-colorspace", matrix, "-color_primaries", primaries, "-color_trc", transfer,
      "-color_range", "tv",
    ]
  }

  private static let hlg = tags("bt2020nc", "bt2020", "arib-std-b67")
  private static let pq = tags("bt2020nc", "bt2020", "smpte2084")

  private func build(_ text: String) async throws {
    let outcome = try await reel.build("reel: 1\n" + text + "\n", seconds: 300)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  /// ffprobe's properties of the pictures in a file: profile, format, range, matrix, transfer, primaries.
  private func said(of name: String) async throws -> [String] {
    let entries = "profile,pix_fmt,color_range,color_space,color_transfer,color_primaries"
    let output = try await tools.ffprobe.data([
      "-v", "error", "-select_streams", "v", "-show_entries", "stream=\(entries)", "-of",
      "default=noprint_wrappers=1:nokey=1", path(name),
    ])
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map { String($0) }
  }

  /// The minimum PSNR of all frames in 10 bits, in dB, for all planes or luma only, and the number of frames.
  private func likeness(
    _ left: String, _ right: String, through filters: String = "null",
    of value: String = "psnr_avg:"
  ) async throws -> (least: Double, frames: Int) {
    let chain =
      "[0:v:0]setpts=N/TB,format=yuv420p10le[a];[1:v:0]setpts=N/TB,\(filters),format=yuv420p10le[b];"
      + "[a][b]psnr=stats_file=-:shortest=1"
    let output = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-i", path(left), "-i", path(right), "-lavfi", chain, "-f", "null",
      "-",
    ])
    let values = String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix(value) }
        .flatMap { Double($0.dropFirst(value.count)) }
    }
    return (values.min() ?? 0, values.count)
  }

  @Test(arguments: [
    ("{color: bt709, depth: 10}", ["bt709", "bt709", "bt709"]),
    ("{color: bt601, depth: 10}", ["smpte170m", "smpte170m", "smpte170m"]),
    ("{color: bt2020}", ["bt2020nc", "bt2020-10", "bt2020"]),
    ("{color: hlg}", ["bt2020nc", "arib-std-b67", "bt2020"]),
    ("{color: pq}", ["bt2020nc", "smpte2084", "bt2020"]),
  ])
  func `films of ten bits are encoded and tagged as the canvas is`(
    _ canvas: String, _ tags: [String]
  ) async throws {
    try await build(
      """
      canvas: {size: 160x96, rate: 25, \(canvas.dropFirst())
      tracks:
        main: [{fill: "#3060a0", duration: 8f}, {transition: circle-open, duration: 4f}, {fill: red, duration: 8f}]
      overlays: {title: {text: Hello, during: 0s..10f, rotation: 0deg -> 30deg}}
      outputs:
        a: a.mp4
        b: {file: b.webm, preset: low}
        c: {file: c.mov, preset: medium, size: 96x160, fit: blur}
        d: {file: d.mkv, preset: lossless}
      """)
    for (name, profile, format) in [
      ("a.mp4", "High 10", "yuv420p10le"), ("b.webm", "Profile 2", "yuv420p10le"),
      ("c.mov", "High 10", "yuv420p10le"), ("d.mkv", "High 4:4:4 Predictive", "yuv444p10le"),
    ] {
      #expect(try await said(of: name) == [profile, format, "tv"] + tags, "\(name)")
    }
    // The encoded films match the composed one.
    #expect(try await likeness("a.mp4", "d.mkv").least > 40)
    #expect(try await likeness("b.webm", "d.mkv").least > 30)
  }

  @Test(arguments: [
    ("hevc", "mp4", "Main 10"), ("h264", "mkv", "High 10"), ("vp9", "webm", "Profile 2"),
  ])
  func `an output in HDR that copies looks like one that does not`(
    _ codec: String, _ container: String, _ profile: String
  ) async throws {
    let options: [String] =
      switch codec {
      case "hevc":
        [
          "-c:v", "libx265", "-preset", "fast", "-x265-params",
          "log-level=none:open-gop=0:scenecut=0:crf=14",
        ] + Self.hlg
      case "h264":
        ["-c:v", "libx264", "-preset", "fast", "-sc_threshold", "0", "-crf", "14"] + Self.pq
      default:
        [
          "-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "12", "-cpu-used", "5", "-auto-alt-ref", "0",
        ] + Self.pq
      }
    try await footage("take.\(container)", ["-pix_fmt", "yuv420p10le"] + options)
    try await build(
      """
      tracks: {main: [{clip: take.\(container), range: 0.2s..3.9s}]}
      overlays: {title: {text: Hello, during: 3.2s..3.3s}}
      outputs:
        copy: {file: copy.\(container), preset: passthrough}
        plain: plain.\(container)
      """)
    let (copy, plain) = (
      try await said(of: "copy.\(container)"), try await said(of: "plain.\(container)")
    )
    #expect(copy.first == profile)
    #expect(copy.dropFirst() == plain.dropFirst())
    #expect(copy.contains(codec == "hevc" ? "arib-std-b67" : "smpte2084"))
    let explained = try await reel.run(["explain", "project.reel.yaml"])
    #expect(explained.text.contains(" s  copied"), "\(explained)")
    let (least, frames) = try await likeness("copy.\(container)", "plain.\(container)")
    #expect(least > 38 && frames == 93, "\(least) dB, \(frames) frames")
  }

  @Test(arguments: [
    // The footage's format and tags, the canvas, and ffmpeg's equivalent filters.
    (
      "yuv420p", tags("bt709", "bt709", "bt709"), "pq",
      "format=yuv420p10le,zscale=min=709:pin=709:tin=709:rin=limited:m=2020_ncl:p=2020:t=smpte2084:r=limited:npl=203"
    ),
    (
      "yuv420p", tags("bt709", "bt709", "bt709"), "bt2020",
      "format=yuv420p10le,zscale=min=709:pin=709:tin=709:rin=limited:m=2020_ncl:p=2020:t=709:r=limited"
    ),
    (
      "yuv420p10le", tags("bt2020nc", "bt2020", "smpte2084"), "pq", "null"
    ),
    (
      "yuv420p", tags("bt709", "bt709", "bt709"), "bt601",
      "colorspace=ispace=bt709:space=smpte170m:irange=tv:range=tv:iprimaries=bt709:primaries=bt709:itrc=bt709:trc=bt709,format=yuv420p"
    ),
  ])
  func `footage of another colour is converted as ffmpeg does`(
    _ format: String, _ tags: [String], _ color: String, _ filters: String
  ) async throws {
    try await footage("take.mkv", ["-pix_fmt", format, "-c:v", "ffv1"] + tags)
    try await build(
      """
      canvas: {color: \(color)}
      tracks: {main: [{clip: take.mkv, range: 0s..8f}]}
      outputs: {film: {file: film.mkv, preset: lossless}}
      """)
    let (least, frames) = try await likeness("film.mkv", "take.mkv", through: filters)
    #expect(least > (filters == "null" ? 1000 : 45) && frames == 8, "\(least) dB, \(frames)")
  }

  @Test(arguments: ["{color: pq}", "{color: hlg}", "{depth: 10}"])
  func `a film of ten bits is the same without optimization`(_ canvas: String) async throws {
    try await footage(
      "take.mkv",
      ["-pix_fmt", "yuv420p10le", "-c:v", "ffv1"] + Self.tags("bt709", "bt709", "bt709"))
    let project = """
      reel: 1
      canvas: {size: 160x96, background: "#402010", \(canvas.dropFirst())
      tracks:
        main:
          - {clip: take.mkv, range: 0s..1s, fade: 200ms}
          - {transition: wipe-left, duration: 400ms}
          - {clip: take.mkv, range: 1s..2s, size: 70%, radius: 10px, scale: 100% -> 120%}
      overlays:
        title: {text: Hello, during: 0s..1s, opacity: 1 -> 0.3}
        badge:
          group: {plate: {fill: red, size: [60px, 30px]}, label: {text: New, font: {size: 14}, blur: 1px}}
          during: 0.2s..1.4s
          rotation: 0deg -> 40deg
          opacity: 0.7
      instructions: [{during: 0.4s..1.2s, background: "#203060", layers: {main: {opacity: 0.8}}}]
      outputs: {film: {file: film.mkv, preset: lossless}}

      """
    let outcome = try await reel.build(project, seconds: 300)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let plain = project.replacingOccurrences(of: "film.mkv", with: "plain.mkv")
    let other = try await reel.build(plain, options: ["-O0"], seconds: 300)
    try #require(other.status == 0, "\(other.errors)")
    let (least, frames) = try await likeness("film.mkv", "plain.mkv")
    #expect(least == .infinity && frames == 40, "\(least) dB, \(frames)")
  }

  @Test func `a crossfade in HDR is the one that ffmpeg makes`() async throws {
    try await footage("a.mkv", ["-pix_fmt", "yuv420p10le", "-c:v", "ffv1"] + Self.pq)
    try await footage(
      "b.mkv", ["-vf", "hflip", "-pix_fmt", "yuv420p10le", "-c:v", "ffv1"] + Self.pq)
    try await build(
      """
      canvas: {color: pq}
      tracks: {main: [{clip: a.mkv, range: 0s..1s}, {transition: fade, duration: 10f}, {clip: b.mkv, range: 0s..1s}]}
      outputs: {film: {file: film.mkv, preset: lossless}}
      """)
    _ = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-i", path("a.mkv"), "-i", path("b.mkv"), "-lavfi",
      "[0]trim=end_frame=25,format=yuv444p10le[a];[1]trim=end_frame=25,format=yuv444p10le[b];"
        + "[a][b]xfade=fade:duration=0.4:offset=0.6,format=yuv420p10le", "-c:v", "ffv1",
      path("own.mkv"),
    ])
    let (least, frames) = try await likeness("film.mkv", "own.mkv", of: "psnr_y:")
    #expect(least > 50 && frames == 40, "\(least) dB, \(frames)")
  }
}
