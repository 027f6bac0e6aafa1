// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// The looks of layers, measured in the film.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct LookTests {
  private static let size = (width: 320, height: 180)

  /// One frame in red, green and blue.
  private struct Picture {
    let bytes: [UInt8]

    subscript(x: Int, y: Int) -> [Int] {
      (0..<3).map { Int(bytes[(y * LookTests.size.width + x) * 3 + $0]) }
    }

    /// The sum of a colour over the picture, a whole pixel being 1, and its centre.
    func sight(_ channel: Int) -> (area: Double, x: Double, y: Double) {
      var (sum, x, y) = (0.0, 0.0, 0.0)
      for index in 0..<bytes.count / 3 {
        let weight = Double(bytes[3 * index + channel]) / 255
        sum += weight
        x += weight * (Double(index % LookTests.size.width) + 0.5)
        y += weight * (Double(index / LookTests.size.width) + 0.5)
      }
      return (sum, x / max(sum, 1e-9), y / max(sum, 1e-9))
    }
  }

  /// Frames of a film of two seconds at 25 frames per second.
  private func pictures(_ lines: String, frames: [Int]) async throws -> [Picture] {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    try reel.folder.write(
      #"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="40">"#
        + #"<rect width="100" height="40" fill="blue"/></svg>"#, to: "plate.svg")
    let text = """
      reel: 1
      canvas: {size: 320x180, rate: 25}
      outputs: {film: {file: film.mkv, preset: lossless}}
      \(lines)

      """
    let outcome = try await reel.build(text)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let data = try await tools.frames(
      frames, of: reel.folder / "film.mkv", stream: 0, format: "rgb24")
    let length = Self.size.width * Self.size.height * 3
    try #require(data.count == frames.count * length)
    return frames.indices.map { Picture(bytes: Array(data[$0 * length..<($0 + 1) * length])) }
  }

  /// A blue plate of 100x40 pixels in the middle as a clip, an item, an overlay and a group, with the same keys.
  private static func placements(_ keys: String) -> [String] {
    let group = "group: {all: {fill: blue}}, size: [100px, 40px]"
    let fill = "fill: blue, size: [100px, 40px]"
    return [
      "tracks: {main: [{clip: plate.svg, duration: 2s, size: 100px, \(keys)}]}",
      "tracks: {main: [{\(fill), duration: 2s, \(keys)}]}",
      "tracks: {main: [{gap: 2s}]}\noverlays: {plate: {\(fill), during: 0s..2s, \(keys)}}",
      "tracks: {main: [{\(group), id: plate, duration: 2s, \(keys)}]}",
      "tracks: {main: [{gap: 2s}]}\noverlays: {plate: {\(fill), during: 0s..2s}}\n"
        + "instructions: [{during: 0s..2s, layers: {plate: {\(keys)}}}]",
    ]
  }

  private func isNear(_ a: [Int], _ b: [Int], within most: Int = 4) -> Bool {
    zip(a, b).allSatisfy { abs($0 - $1) <= most }
  }

  @Test func aShadowFallsBesideItsLayer() async throws {
    // Of 100 by 40 pixels, 80 by 30 lie under the plate.
    for lines in Self.placements("shadow: {color: red, offset: [20px, 10px]}") {
      let picture = try await pictures(lines, frames: [10])[0]
      let (red, blue) = (picture.sight(0), picture.sight(2))
      #expect(abs(blue.area - 4000) < 60 && abs(blue.x - 160) < 0.3, "\(blue) in \(lines)")
      #expect(abs(red.area - 1600) < 40, "\(red) in \(lines)")
      // (4000 · 180 − 2400 · 170) / 1600, and the same down.
      #expect(abs(red.x - 195) < 0.6 && abs(red.y - 107.5) < 0.6, "\(red) in \(lines)")
    }
  }

  @Test func aShadowTurnsWithItsLayerAndIsSoft() async throws {
    let keys = "shadow: {color: red, offset: [20px, 0px], blur: 16px}, rotation: 90deg, scale: 100%"
    for lines in Self.placements(keys) {
      let picture = try await pictures(lines, frames: [10])[0]
      // To the right before the turn is downwards after it: below the plate's lower end, at 140.
      let red = picture.sight(0)
      #expect(abs(red.x - 160) < 0.6 && red.y > 110, "\(red) in \(lines)")
      // At the shadow's end, 160, half of it; a deviation of 8 outside, 15.9%.
      #expect(isNear([picture[160, 159][0]], [128], within: 14), "\(picture[160, 159]) in \(lines)")
      #expect(isNear([picture[160, 167][0]], [41], within: 14), "\(picture[160, 167]) in \(lines)")
    }
  }

  @Test func aShadowOfWhatFillsTheCanvasIsSeenWhereThatIsSmaller() async throws {
    let lines =
      "tracks: {main: [{fill: blue, duration: 2s, scale: 50%, shadow: {color: red, offset: [40px, 20px]}}]}"
    let picture = try await pictures(lines, frames: [3])[0]
    // Halved with its layer: 160 by 90 pixels, 20 to the right and 10 down.
    let (red, blue) = (picture.sight(0), picture.sight(2))
    #expect(abs(blue.area - 14400) < 100)
    #expect(abs(red.area - (14400 - 140 * 80)) < 60, "\(red)")
  }

  @Test func aBorderLiesInsideOfItsBox() async throws {
    for lines in Self.placements("border: {color: red, width: 0px -> 10px}, radius: 0px") {
      let pictures = try await pictures(lines, frames: [0, 20, 40])
      for (picture, frame) in zip(pictures, [0.0, 20, 40]) {
        let width = 10 * frame / 50
        let inner = (100 - 2 * width) * (40 - 2 * width)
        let (red, blue) = (picture.sight(0), picture.sight(2))
        #expect(abs(blue.area - inner) < 50, "\(blue) at \(frame) in \(lines)")
        #expect(abs(red.area - (4000 - inner)) < 50, "\(red) at \(frame) in \(lines)")
        #expect(abs(red.area + blue.area - 4000) < 30)
      }
    }
  }

  @Test func aBorderFollowsRoundCornersAndACrop() async throws {
    let keys = "border: {color: red, width: 4px}, radius: 20px, crop: [0%, 0%, 100%, 100%]"
    for lines in Self.placements(keys) {
      let picture = try await pictures(lines, frames: [5])[0]
      let inner = 92.0 * 32 - (4 - Double.pi) * 256
      let outer = 4000 - (4 - Double.pi) * 400
      let (red, blue) = (picture.sight(0), picture.sight(2))
      #expect(abs(blue.area - inner) < 40, "\(blue), \(inner) in \(lines)")
      #expect(abs(red.area - (outer - inner)) < 40, "\(red), \(outer - inner) in \(lines)")
    }
  }

  @Test func coloursAreAdjustedAsInCSS() async throws {
    // sRGB 50 100 200: each by hand, at the start, in the middle and at the end of two seconds.
    func seen(_ adjust: String, _ frame: Int) async throws -> [Int] {
      let color = ##"fill: "#3264c8", size: [100px, 40px]"##
      return try await pictures(
        "tracks: {main: [{\(color), duration: 2s, adjust: {\(adjust)}}]}", frames: [frame])[0][
          160, 90]
    }
    #expect(isNear(try await seen("brightness: 50%", 3), [25, 50, 100]))
    #expect(isNear(try await seen("brightness: 100% -> 50%", 25), [38, 75, 150]))
    #expect(isNear(try await seen("contrast: 2", 3), [0, 73, 255]))
    // 0.213 · 50 + 0.715 · 100 + 0.072 · 200 = 96.55.
    #expect(isNear(try await seen("saturation: 0%", 3), [97, 97, 97]))
    // hue-rotate(180deg) is 2 · grey − colour, about.
    #expect(isNear(try await seen("hue: 180deg", 3), [143, 93, 0], within: 5))
    // 2^0.25 = 1.189; white (0.213 · 1.189 + 0.715 + 0.072 / 1.189) = 1.029.
    #expect(isNear(try await seen("temperature: 50%", 3), [58, 97, 163]))
  }

  @Test func aColourBecomesTransparent() async throws {
    let lines = """
      tracks:
        main: [{fill: red, duration: 2s}]
        over: [{group: {green: {fill: "#00d800"}, white: {fill: white, size: [100px, 40px]}}, size: [320px, 180px], duration: 2s, key: {color: "#00d800", tolerance: 0% -> 40%}}]
      """
    let pictures = try await pictures(lines, frames: [5, 45])
    for picture in pictures { #expect(isNear(picture[160, 90], [255, 255, 255])) }
    #expect(isNear(pictures[1][20, 20], [255, 0, 0]), "\(pictures[1][20, 20])")
    // Brightness alone: white is far from green, black is not near.
    let luma = try await self.pictures(
      "tracks: {main: [{fill: red, duration: 2s}], over: [{fill: white, duration: 2s, key: {color: white, luma: 100%, tolerance: 10%}}]}",
      frames: [5])
    #expect(isNear(luma[0][20, 20], [255, 0, 0]))
  }
}
