// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// The redaction by a layer, measured in the film: the contrast of a fine pattern that shines
/// through, row by row.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct RedactionTests {
  private static let size = (width: 320, height: 180)

  /// A layer that hides a part of the picture beneath it, as an overlay or a group of them.
  struct Hiding: Sendable, CustomTestStringConvertible {
    var name: String
    /// The overlays, in which CONTENT is what hides, or a white plate as large; BLUR is empty for that.
    var lines: String
    /// The content that is blurred.
    var content = "clip: src.mkv, crop: [25%, 30%, 40%, 30%]"
    /// The key that hides it.
    var blur = "blur: 8px"
    var canvas = "{size: 320x180, rate: 25}"
    /// The format of the film.
    var format = "yuv420p"
    /// The most that is left of the pattern in a row.
    var most = 0.05

    var testDescription: String { name }
  }

  private static let box = "size: [128px, 54px], anchor: top-left, position: [80px, 54px]"

  static let cases: [Hiding] = [
    Hiding(name: "a crop", lines: "hide: {CONTENT, \(box), BLUR}"),
    Hiding(name: "a crop in 10 bits", lines: "hide: {CONTENT, \(box), BLUR}")
      .with { $0.canvas = "{size: 320x180, rate: 25, depth: 10}" },
    Hiding(name: "a crop in 4:4:4", lines: "hide: {CONTENT, \(box), BLUR}")
      .with { $0.format = "yuv444p" },
    Hiding(name: "blocks", lines: "hide: {CONTENT, \(box), BLUR}")
      .with { $0.blur = "pixelate: 12px" },
    Hiding(name: "round corners", lines: "hide: {CONTENT, \(box), radius: 20px, BLUR}"),
    Hiding(
      name: "a mask",
      lines: "hide: {CONTENT, \(box), mask: {shape: ellipse, fill: white}, BLUR}"),
    Hiding(
      name: "blocks through a mask",
      lines: "hide: {CONTENT, \(box), mask: {shape: ellipse, fill: white}, BLUR}"
    ).with {
      // Blocks are as bright as what they hide on average, and a row of the ellipse has few of them.
      ($0.blur, $0.most) = ("pixelate: 12px", 0.1)
    },
    Hiding(
      name: "a picture with alpha that is opaque", lines: "hide: {CONTENT, \(box), BLUR}",
      content: "image: src.png, fit: cover, crop: [25%, 30%, 40%, 30%]"),
    Hiding(
      name: "within a group", lines: "all: {group: {hide: {CONTENT, \(box), BLUR}}}"),
    Hiding(
      name: "a group", lines: "all: {group: {hide: {CONTENT, \(box)}}, BLUR}"),
    Hiding(
      name: "a group with a text that lies elsewhere",
      lines:
        "all: {group: {hide: {CONTENT, \(box)}, label: {text: X, color: black, position: [10%, 10%]}}, BLUR}"
    ),
    Hiding(
      name: "moving",
      lines:
        "hide: {CONTENT, size: [128px, 54px], anchor: top-left, position: {0s: [80px, 54px], 1s: [83px, 55px]}, BLUR}"
    ),
    Hiding(
      name: "turned and larger",
      lines: "hide: {CONTENT, \(box), rotation: 12deg, scale: 120%, BLUR}"),
    Hiding(
      name: "a pane", lines: "hide: {CONTENT, \(box), BLUR}", content: "fill: white@0%",
      blur: "backdrop: {blur: 8px}"),
    Hiding(
      name: "an ellipse of blocks", lines: "hide: {CONTENT, \(box), BLUR}",
      content: "shape: ellipse, fill: white@0%", blur: "backdrop: {pixelate: 12px}"),
    Hiding(
      name: "a pane that turns", lines: "hide: {CONTENT, \(box), rotation: 10deg -> 20deg, BLUR}",
      content: "fill: white@0%", blur: "backdrop: {blur: 8px, brightness: 90%}"),
  ]

  private func frames(_ hiding: Hiding, _ lines: String?, base: String) async throws -> [[Double]] {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    // A pattern of single pixels, which no mean keeps.
    for (name, format, count) in [("src.mkv", "yuv420p", "25"), ("src.png", "rgba", "1")] {
      _ = try await tools.ffmpeg.data([
        "-v", "error", "-f", "lavfi", "-i",
        "nullsrc=s=320x180:r=25,geq=lum='60+130*gt(random(1)\\,0.5)':cb=128:cr=128",
        "-frames:v", count, "-pix_fmt", format, "-c:v", name.hasSuffix("png") ? "png" : "ffv1",
        reel.folder / name,
      ])
    }
    let text = """
      reel: 1
      canvas: \(hiding.canvas)
      tracks: {main: [\(base)]}
      \(lines.map { "overlays: {\($0)}" } ?? "")
      outputs: {film: {file: film.mkv, preset: lossless, copy: \(hiding.format == "yuv444p" ? "never" : "when-possible")}}

      """
    let outcome = try await reel.build(text)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let data = try await tools.frames(
      [0, 20], of: reel.folder / "film.mkv", stream: 0, format: "gray")
    let count = Self.size.width * Self.size.height
    try #require(data.count == 2 * count)
    return (0..<2).map { frame in
      data[frame * count..<(frame + 1) * count].map { Double($0) }
    }
  }

  @Test(arguments: cases)
  func nothingShinesThrough(_ hiding: Hiding) async throws {
    func lines(_ content: String, _ blur: String) -> String {
      hiding.lines.replacingOccurrences(of: "CONTENT", with: content)
        .replacingOccurrences(of: ", BLUR", with: blur.isEmpty ? "" : ", \(blur)")
    }
    let clip = "{clip: src.mkv}"
    let hidden = try await frames(hiding, lines(hiding.content, hiding.blur), base: clip)
    let open = try await frames(hiding, nil, base: clip)
    // Where it covers: as a white plate on black.
    let plate =
      hiding.content.hasPrefix("shape: ellipse") ? "shape: ellipse, fill: white" : "fill: white"
    let covered = try await frames(
      hiding, lines(plate, ""), base: "{fill: black, duration: 1s}")
    let (width, height) = Self.size
    for frame in 0..<2 {
      var rows = 0
      for y in 1..<height - 1 {
        let seen = (1..<width - 1).map { y * width + $0 }.filter { covered[frame][$0] > 233 }
        guard seen.count >= 16 else { continue }
        rows += 1
        func apart(_ picture: [Double]) -> [Double] {
          let mean = seen.reduce(0) { $0 + picture[$1] } / Double(seen.count)
          return seen.map { picture[$0] - mean }
        }
        let (pattern, found) = (apart(open[frame]), apart(hidden[frame]))
        let share =
          zip(pattern, found).reduce(0) { $0 + $1.0 * $1.1 }
          / pattern.reduce(0) { $0 + $1 * $1 }
        #expect(abs(share) < hiding.most, "row \(y) of frame \(frame): \(share)")
      }
      #expect(rows > 30)
    }
  }
}

extension RedactionTests.Hiding {
  /// The same with a change.
  fileprivate func with(_ change: (inout Self) -> Void) -> Self {
    var result = self
    change(&result)
    return result
  }
}
