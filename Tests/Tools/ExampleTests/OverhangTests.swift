// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Testing

/// Parts of layers beside the canvas, which effects bring into sight.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct OverhangTests {
  /// A plate that is larger than the canvas has no edge in sight that a blur could make softer.
  @Test(arguments: [
    "blur: 20px", "adjust: {brightness: 99%}, blur: 20px", "mask: {fill: white}, blur: 20px",
    "adjust: {brightness: 99%}, effects: [gblur: {sigma: 10}]",
    "border: {width: 2px, color: white}, blur: 8px, shadow: {color: white, blur: 12px}",
  ])
  func aBlurSeesWhatLiesBesideTheCanvas(keys: String) async throws {
    for plate in [
      "fill: white, size: [200%, 200%]",
      "group: {all: {fill: white, size: [250%, 250%], position: \"[40%, 50%] -> [60%, 50%]\"}}",
    ] {
      // The mask of a group without a size is as large as the canvas.
      if plate.hasPrefix("group"), keys.hasPrefix("mask") { continue }
      let frame = try await GreyFrame.frame(of: "\(plate), \(keys)")
      let middle = frame[160, 90]
      #expect(middle > 245)
      for (x, y) in [(0, 0), (160, 0), (319, 0), (0, 90), (319, 90), (0, 179), (319, 179)] {
        #expect(abs(frame[x, y] - middle) <= 3, "at \(x), \(y) of \(plate), \(keys)")
      }
    }
  }

  /// Of a mirrored picture whose middle lies on the left edge of the canvas, its left half is seen.
  @Test(arguments: [
    "", "adjust: {brightness: 99%}, ", "mask: {fill: white}, ",
  ])
  func aFilterSeesWhatLiesBesideTheCanvas(keys: String) async throws {
    let frame = try await GreyFrame.frame(
      of: "image: halves.svg, size: 100px, position: [0px, 50%], \(keys)effects: [hflip]",
      files: ["halves.svg": GreyFrame.halves(100, 40)])
    #expect(frame[25, 90] > 245 && frame[60, 90] == 0, "\(keys)")
  }

  /// A shadow falls into sight from beside the canvas.
  @Test(arguments: ["", "mask: {fill: white}, ", "border: {width: 2px, color: white}, "])
  func aShadowFallsOntoTheCanvas(keys: String) async throws {
    let frame = try await GreyFrame.frame(
      of: "fill: white, size: [100px, 100px], position: [-100px, 50%], \(keys)"
        + "shadow: {color: white, offset: [200px, 0px], blur: 0px}")
    #expect(frame[100, 90] > 245 && frame[20, 90] < 10, "\(keys)")
  }

  /// Four plates, each a canvas wide, go by.
  @Test(arguments: ["", ", opacity: 99%", ", motion-blur: 4", ", radius: 0px"])
  func aGroupMovesCanvasesAway(keys: String) async throws {
    let members = (0..<4).map {
      "m\($0): {fill: \"#\(["404040", "808080", "c0c0c0", "ffffff"][$0])\", size: [90%, 90%], "
        + "position: [\($0 * 100 + 50)%, 50%]}"
    }.joined(separator: ", ")
    let frames = try await GreyFrame.frames(
      [0, 25, 50, 70],
      of: """
        tracks: {main: [{gap: 3s}]}
        overlays:
          strip:
            group: {\(members)}
            position: "[50%, 50%] -> [-250%, 50%]"
            during: 0s..3s\(keys.isEmpty ? "" : "\n    " + keys.dropFirst(2))
        """)
    let shades = frames.map { $0[160, 90] }
    #expect(zip(shades, [64, 128, 192, 255]).allSatisfy { abs($0 - $1) < 4 }, "\(keys) \(shades)")
  }
}
