// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Masks, measured in the film.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct MaskFilmTests {
  /// The share of white in each pixel of frames of a film of 320x180 at 25 frames a second, over black.
  private func shares(
    _ lines: String, frames: [Int], depth: Int, isFull: Bool
  ) async throws -> [[Double]] {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    try reel.folder.write(
      #"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">"#
        + #"<rect width="20" height="20" fill="white"/><rect x="20" width="20" height="20"/></svg>"#,
      to: "halves.svg")
    let text = """
      reel: 1
      canvas: {size: 320x180, rate: 25, depth: \(depth)}
      outputs: {film: {file: film.mkv, preset: lossless, copy: \(isFull ? "never" : "when-possible")}}
      \(lines)

      """
    let outcome = try await reel.build(text)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let data = try await tools.frames(
      frames, of: reel.folder / "film.mkv", stream: 0, format: depth > 8 ? "gray10le" : "gray")
    let bytes = depth > 8 ? 2 : 1
    try #require(data.count == frames.count * 320 * 180 * bytes)
    let samples = [UInt8](data)
    return frames.indices.map { frame in
      (0..<320 * 180).map { pixel in
        let place = (frame * 320 * 180 + pixel) * bytes
        let sample = Double(samples[place]) + (bytes > 1 ? 256 * Double(samples[place + 1]) : 0)
        // The filter that makes it grey expands its range.
        return sample / (depth > 8 ? 1023 : 255)
      }
    }
  }

  private static let forms = [(8, false), (8, true), (10, false), (10, true)]

  /// A white plate of 160x80 in the middle through `mask`, wherever layers may stand.
  private static func places(_ mask: String) -> [String] {
    let plate = "fill: white, size: [160px, 80px], mask: {\(mask)}"
    let group = "group: {all: {fill: white}}, size: [160px, 80px], mask: {\(mask)}"
    return [
      "tracks: {main: [{gap: 2s}]}\noverlays: {plate: {\(plate), during: 0s..2s}}",
      "tracks: {main: [{\(plate), duration: 2s}]}",
      "tracks: {main: [{\(group), duration: 2s}]}",
      "tracks: {main: [{gap: 2s}]}\noverlays: {plate: {\(group), during: 0s..2s}}",
    ]
  }

  /// Half axes of 80 and 40 are filled when the mask is as large as the box; the share of white is π/4 of it.
  @Test(arguments: forms)
  func anEllipseGrowsInTheBoxOfItsLayer(form: (Int, Bool)) async throws {
    for lines in Self.places("shape: ellipse, fill: white, size: 0% -> 200%") {
      let shares = try await shares(lines, frames: [0, 12, 25, 49], depth: form.0, isFull: form.1)
      for (share, frame) in zip(shares, [0.0, 12, 25, 49]) {
        let scale = 2 * frame / 50
        // What is beyond the box of 160x80 is cut off.
        var wanted = 0.0
        for y in -400..<400 {
          let v = (Double(y) + 0.5) / 10 / (40 * max(scale, 1e-9))
          if abs(v) < 1 { wanted += min(80, 80 * scale * (1 - v * v).squareRoot()) * 0.2 }
        }
        let area = share.reduce(0, +)
        #expect(
          abs(area - wanted) < max(20, wanted * 0.006),
          "frame \(frame) of \(lines): \(area), not \(wanted)")
        #expect(share[90 * 320 + 160] > (frame == 0 ? -1 : 0.98))
        #expect(abs(share[90 * 320 + 70]) < 0.01)
      }
    }
  }

  @Test(arguments: forms)
  func aMaskIsByAlphaOrLumaAndMayBeInverted(form: (Int, Bool)) async throws {
    // The left half of the picture is white, the right half black.
    for (keys, left, right) in [
      ("image: halves.svg", 1.0, 1.0), ("image: halves.svg, by: luma", 1, 0),
      ("image: halves.svg, by: luma, invert: true", 0, 1),
      ("image: halves.svg, invert: true", 0, 0),
      ("fill: white@50%", 0.5, 0.5), ("fill: \"#808080\", by: luma", 0.502, 0.502),
      ("fill: red, by: luma", 0.2125, 0.2125),
      ("fill: red@50%, by: luma, invert: true", 0.894, 0.894),
    ] {
      let share = try await shares(
        Self.places(keys)[form.0 == 8 ? 0 : 1], frames: [5], depth: form.0, isFull: form.1)[0]
      #expect(abs(share[90 * 320 + 120] - left) < 0.012, "\(keys): \(share[90 * 320 + 120])")
      #expect(abs(share[90 * 320 + 200] - right) < 0.012, "\(keys): \(share[90 * 320 + 200])")
      #expect(abs(share[90 * 320 + 70]) < 0.01)
    }
  }

  /// The mask of half of a plate turns with it, by a quarter.
  @Test func aMaskMovesWithItsLayer() async throws {
    let keys = "fill: white, size: [80px, 80px], duration: 2s, rotation: 90deg"
    let share = try await shares(
      "tracks: {main: [{\(keys), mask: {fill: white, size: [50%, 100%], position: left}}]}",
      frames: [5], depth: 8, isFull: true)[0]
    #expect(share[60 * 320 + 160] > 0.99 && share[120 * 320 + 160] < 0.01)
    #expect(share[60 * 320 + 130] > 0.99 && share[60 * 320 + 190] > 0.99)
  }

  /// Another layer is drawn as a mask alone, with what changes of it.
  @Test func aLayerByNameIsDrawnAsAMaskAlone() async throws {
    let shares = try await shares(
      """
      tracks: {main: [{gap: 2s}]}
      overlays:
        hole: {fill: white, size: [50%, 50%], opacity: 0 -> 1}
        plate: {fill: white, size: [160px, 80px], mask: {layer: hole, invert: true}}
      """, frames: [0, 25], depth: 8, isFull: true)
    #expect(shares[0][90 * 320 + 160] > 0.99)
    #expect(abs(shares[1][90 * 320 + 160] - 0.5) < 0.01)
    for share in shares { #expect(share[90 * 320 + 90] > 0.99 && share[30 * 320 + 160] < 0.01) }
  }

  /// A blur keeps covering what it covered; where its edges are soft, it comes after the mask: the integral of a Gaussian
  /// with a standard deviation of 8.
  @Test func aMaskComesBeforeABlur() async throws {
    let plain = "fill: white, size: [160px, 160px], duration: 2s, blur: 8px"
    let covering = try await shares(
      "tracks: {main: [{\(plain), mask: {fill: white, size: [50%, 100%], position: left}}]}",
      frames: [5], depth: 8, isFull: true)[0]
    #expect(covering[90 * 320 + 157] > 0.99 && covering[90 * 320 + 162] < 0.01)
    let keys = plain + ", blur-edges: soft"
    let share = try await shares(
      "tracks: {main: [{\(keys), mask: {fill: white, size: [50%, 100%], position: left}}]}",
      frames: [5], depth: 8, isFull: true)[0]
    for (offset, wanted) in [(-12, 0.925), (-4, 0.668), (4, 0.287), (12, 0.060)] {
      let found = share[90 * 320 + 160 + offset]
      #expect(abs(found - wanted) < 0.02, "\(offset): \(found)")
    }
  }
}
