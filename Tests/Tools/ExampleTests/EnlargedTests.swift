// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Testing

/// Outlines are drawn sharp, however large they are shown.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct EnlargedTests {
  /// The difference of two frames, as a share of the area drawn in the first.
  private func difference(_ a: GreyFrame, _ b: GreyFrame) -> Double {
    let sum = zip(a.samples, b.samples).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / 255 / a.area
  }

  private func middle(_ frame: GreyFrame) -> (x: Double, y: Double) {
    var (x, y) = (0.0, 0.0)
    for (index, sample) in frame.samples.enumerated() {
      x += Double(sample) * Double(index % frame.width)
      y += Double(sample) * Double(index / frame.width)
    }
    return (x / frame.area / 255, y / frame.area / 255)
  }

  @Test func anEnlargedTextIsAsSharpAsALargeOne() async throws {
    let text = "text: HAG, "
    let large = try await GreyFrame.frame(of: text + "font: {family: DejaVu Sans, size: 96px}")
    for keys in [
      "font: {family: DejaVu Sans, size: 12px}, scale: 800%",
      "font: {family: DejaVu Sans, size: 12px}, scale: 800%, opacity: 100%",
      "font: {family: DejaVu Sans, size: 12px}, scale: {0s: 100%, 400ms: 800%}",
    ] {
      let frame = try await GreyFrame.frame(of: text + keys)
      #expect(difference(large, frame) < 0.1, "\(keys)")
    }
    let group = try await GreyFrame.frame(
      of:
        "group: {a: {text: HAG, font: {family: DejaVu Sans, size: 24px}, scale: 200%}}, scale: 200%"
    )
    #expect(difference(large, group) < 0.2)
  }

  @Test func enlargedCaptionsAreAsSharpAsLargeOnes() async throws {
    let files = ["a.srt": "1\n00:00:00,000 --> 00:00:05,000\nHAG\n"]
    func captions(_ size: Int) -> String {
      "subtitles: a.srt, position: center, anchor: center, outline: 0, "
        + "font: {family: DejaVu Sans, size: \(size)px}"
    }
    let large = try await GreyFrame.frame(of: captions(96), files: files)
    for keys in [
      captions(12) + ", scale: 800%", captions(12) + ", scale: {0s: 100%, 400ms: 800%}",
      "group: {a: {\(captions(24)), scale: 200%}}, scale: 200%",
      "group: {a: {\(captions(12))}}, scale: {0s: 100%, 400ms: 800%}",
    ] {
      let frame = try await GreyFrame.frame(of: keys, files: files)
      #expect(difference(large, frame) < 0.2, "\(keys): \(difference(large, frame))")
    }
  }

  @Test func enlargedCaptionsMakeWayForOneAnother() async throws {
    let cues = ["line:50%\nHAG", "line:52%\nOHO"].map { "00:00.000 --> 00:05.000 \($0)\n\n" }
    let files = ["a.vtt": "WEBVTT\n\n" + cues.joined()]
    let texts = "a: {subtitles: a.vtt, outline: 0, font: {family: DejaVu Sans, size: 20px}}"
    let small = try await GreyFrame.frame(of: "group: {\(texts)}", files: files)
    let large = try await GreyFrame.frame(of: "group: {\(texts)}, scale: 200%", files: files)
    #expect(abs(large.area / small.area - 4) < 0.2, "\(large.area), \(small.area)")
  }

  @Test func anEnlargedTextLiesWhereItDid() async throws {
    for anchor in ["top-left", "bottom-right", "center"] {
      let keys = "text: HH, font: {size: 30px}, anchor: \(anchor), outline: {width: 2px}"
      let small = try await GreyFrame.frame(of: keys)
      let shown = try await GreyFrame.frame(
        of: keys + ", scale: {0s: 100%, 800ms: 100%, 960ms: 300%}")
      let (a, b) = (middle(small), middle(shown))
      #expect(abs(a.x - b.x) < 0.5 && abs(a.y - b.y) < 0.5, "\(anchor): \(a), \(b)")
      #expect(abs(small.area - shown.area) < small.area * 0.05, "\(anchor)")
    }
  }

  @Test func anEnlargedMaskHasSmoothEdges() async throws {
    let large = try await GreyFrame.frame(
      of: "fill: white, mask: {text: O, font: {size: 120px}}")
    let grown = try await GreyFrame.frame(
      of: "fill: white, mask: {text: O, font: {size: 10px}, scale: {0s: 100%, 400ms: 1200%}}")
    #expect(difference(large, grown) < 0.1)
  }

  @Test func anEnlargedCounterIsSharp() async throws {
    let counter = "counter: {format: \"%.0f\", value: 84}, "
    let large = try await GreyFrame.frame(of: counter + "font: {size: 96px}")
    let grown = try await GreyFrame.frame(of: counter + "font: {size: 12px}, scale: 800%")
    #expect(difference(large, grown) < 0.1)
  }

  @Test func anEnlargedDrawingIsSharp() async throws {
    let files = [
      "ring.svg": #"<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">"#
        + #"<circle cx="10" cy="10" r="8" fill="none" stroke="white"/></svg>"#
    ]
    let large = try await GreyFrame.frame(of: "image: ring.svg, size: 160px", files: files)
    for keys in ["scale: 800%", "scale: {0s: 100%, 400ms: 800%}"] {
      let frame = try await GreyFrame.frame(of: "image: ring.svg, \(keys)", files: files)
      #expect(difference(large, frame) < 0.1, "\(keys)")
    }
  }
}
