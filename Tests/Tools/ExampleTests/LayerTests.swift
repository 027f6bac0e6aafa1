// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// The positions and rotations of layers, measured in the film.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct LayerTests {
  private static let size = (width: 320, height: 180)

  /// Measurements of a white plate of 100x40 pixels on black.
  private struct Sight {
    /// The plate's centre.
    var x, y: Double
    /// The number of pixels that it covers.
    var area: Double
    /// The variance of its columns and rows.
    var spread: (x: Double, y: Double)
    /// The angle of its longer axis, in degrees from the x axis towards the downward y axis; -90...90.
    var angle: Double

    init(_ luma: Data) {
      var (sum, x, y) = (0.0, 0.0, 0.0)
      var (xx, yy, xy) = (0.0, 0.0, 0.0)
      let width = LayerTests.size.width
      for (index, sample) in luma.enumerated() {
        let weight = (Double(sample) - 16) / 219
        let (px, py) = (Double(index % width) + 0.5, Double(index / width) + 0.5)
        sum += weight
        x += weight * px
        y += weight * py
        xx += weight * px * px
        yy += weight * py * py
        xy += weight * px * py
      }
      (area, self.x, self.y) = (sum, x / max(sum, 1e-9), y / max(sum, 1e-9))
      let (a, b) = (xx / sum - self.x * self.x, yy / sum - self.y * self.y)
      spread = (a, b)
      angle = atan2(2 * (xy / sum - self.x * self.y), a - b) / 2 * 180 / .pi
    }
  }

  /// Measured frames of a film at 25 frames per second: a white plate as described by `lines`, two seconds long.
  private func sights(_ lines: String, frames: [Int]) async throws -> [Sight] {
    let (width, height) = Self.size
    return try await pictures(lines, frames: frames).map { Sight($0.prefix(width * height)) }
  }

  /// All samples of frames of the same film, in 4:4:4 or in 4:2:0.
  private func pictures(
    _ lines: String, frames: [Int], isFull: Bool = true
  ) async throws -> [Data] {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    try reel.folder.write(
      #"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="40">"#
        + #"<rect width="100" height="40" fill="white"/></svg>"#, to: "plate.svg")
    let text = """
      reel: 1
      canvas: {size: 320x180, rate: 25}
      outputs: {film: {file: film.mkv, preset: lossless, copy: \(isFull ? "never" : "when-possible")}}
      \(lines)

      """
    let outcome = try await reel.build(text)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let data = try await tools.frames(
      frames, of: reel.folder / "film.mkv", stream: 0,
      format: isFull ? "yuv444p" : "yuv420p")
    let (width, height) = Self.size
    let length = isFull ? width * height * 3 : width * height * 3 / 2
    try #require(data.count == frames.count * length)
    return frames.indices.map { Data(data[$0 * length..<($0 + 1) * length]) }
  }

  /// The plate as a clip, an item and an overlay, an image and a fill, with the same keys.
  ///
  /// - Parameter width: The width in pixels; nil for 100, the natural width of the image.
  private static func placements(_ keys: String, width: Int? = nil) -> [String] {
    let fill = "fill: white, size: [\(width ?? 100)px, \((width ?? 100) * 2 / 5)px]"
    // A member larger than its group's canvas is cut off at the edges.
    let group =
      "group: {all: {fill: white, size: [110%, 110%]}}, size: [\(width ?? 100)px, \((width ?? 100) * 2 / 5)px]"
    let image = width.map { "image: plate.svg, size: \($0)px" } ?? "image: plate.svg"
    return [
      "tracks: {main: [{clip: plate.svg, duration: 2s, size: \(width ?? 100)px, \(keys)}]}",
      "tracks: {main: [{gap: 2s}]}\noverlays: {plate: {\(image), during: 0s..2s, \(keys)}}",
      "tracks: {main: [{\(image), duration: 2s, \(keys)}]}",
      "tracks: {main: [{\(fill), id: plate, duration: 2s, \(keys)}]}",
      "tracks: {main: [{gap: 2s}]}\noverlays: {plate: {\(fill), during: 0s..2s, \(keys)}}",
      "tracks: {main: [{\(group), id: plate, duration: 2s, \(keys)}]}",
      "tracks: {main: [{gap: 2s}]}\noverlays: {plate: {\(group), during: 0s..2s, \(keys)}}",
    ]
  }

  private func expect(
    _ sight: Sight, _ x: Double, _ y: Double, area: Double = 4000, angle: Double = 0,
    _ comment: String
  ) {
    #expect(abs(sight.x - x) < 0.1 && abs(sight.y - y) < 0.1, "\(comment): \(sight)")
    #expect(abs(sight.area / area - 1) < 0.015, "\(comment): \(sight)")
    // That of an axis, so that half a turn is none.
    let turn = (sight.angle - angle).remainder(dividingBy: 180)
    #expect(abs(turn) < 0.5, "\(comment): \(sight)")
  }

  @Test func aTurnIsClockwiseAboutTheCentre() async throws {
    for lines in Self.placements("rotation: 0deg -> 80deg") {
      let sights = try await sights(lines, frames: [0, 10, 25, 49])
      for (sight, frame) in zip(sights, [0.0, 10, 25, 49]) {
        expect(sight, 160, 90, angle: 80 * frame / 50, "frame \(frame) of \(lines)")
      }
    }
  }

  /// A plate of 100 by 40 that turns about an upright axis and is seen from 200 pixels: x = s · cos / w, y = t / w with
  /// w = 1 + s · sin / 200.
  @Test func aTurnInSpaceIsSeenFromADistance() async throws {
    for lines in Self.placements("rotation-y: 0deg -> 90deg, perspective: 200px") {
      let frames = [0, 10, 25, 40]
      for (sight, frame) in zip(try await sights(lines, frames: frames), frames) {
        let angle = 90 * Double(frame) / 50 / 180 * .pi
        let corners = [(-50.0, -20.0), (50, -20), (50, 20), (-50, 20)].map { s, t in
          let w = 1 + s * sin(angle) / 200
          return (x: 160 + s * cos(angle) / w, y: 90 + t / w)
        }
        let (area, x, y) = middle(of: corners)
        expect(sight, x, y, area: area, angle: sight.angle, "frame \(frame) of \(lines)")
      }
    }
  }

  @Test func aBackIsSeenUnlessItIsHidden() async throws {
    for lines in Self.placements("rotation-y: 0deg -> 360deg, backface: hidden") {
      let sights = try await sights(lines, frames: [0, 12, 13, 25, 37, 38, 49])
      #expect(
        sights.map { $0.area > 50 } == [true, true, false, false, false, true, true], "\(lines)")
    }
    let seen = try await sights(
      Self.placements("rotation-y: 0deg -> 360deg")[0], frames: [0, 12, 13, 25, 37, 38, 49])
    #expect(seen.allSatisfy { $0.area > 50 })
  }

  /// 16 numbers of an affine map are its six.
  @Test func aMatrixOfSpaceMayBeFlat() async throws {
    let plate = "tracks: {main: [{clip: plate.svg, duration: 2s, size: 100px, transform: "
    let six = try await pictures(plate + "0.8 0.6 -0.6 0.8 90 -60}]}", frames: [3])
    let all = try await pictures(
      plate + "0.8 0.6 0 0  -0.6 0.8 0 0  0 0 1 0  90 -60 0 1}]}", frames: [3])
    #expect(six == all)
    // x and y divided by 1 + x / 1000 + y / 2000.
    let seen = try await sights(
      plate + "1 0 0 0.001  0 1 0 0.0005  0 0 1 0  0 0 0 1}]}", frames: [3])[0]
    let (area, x, y) = middle(
      of: [(110.0, 70.0), (210, 70), (210, 110), (110, 110)].map { x, y in
        let w = 1 + x / 1000 + y / 2000
        return (x / w, y / w)
      })
    expect(seen, x, y, area: area, angle: seen.angle, "matrix3d")
  }

  /// Element by element, the plate would shrink to 0.94 of its width half-way.
  @Test func aMatrixTurnsWhatItTurns() async throws {
    // 40° about the middle of the canvas.
    let seen = try await sights(
      "tracks: {main: [{clip: plate.svg, duration: 2s, size: 100px, transform: "
        + "1 0 0 1 0 0 -> 0.7660444 0.6427876 -0.6427876 0.7660444 95.283779 -81.790013}]}",
      frames: [0, 25])
    expect(seen[0], 160, 90, "start")
    // 20° about the origin, and half of the way: (160, 90) → (119.569, 139.296) + (47.642, −40.895).
    expect(seen[1], 167.211, 98.401, angle: 20, "half of the way")
  }

  /// The area and the centre of a polygon.
  private func middle(of corners: [(x: Double, y: Double)]) -> (area: Double, x: Double, y: Double)
  {
    var (area, x, y) = (0.0, 0.0, 0.0)
    for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      let cross = a.x * b.y - b.x * a.y
      area += cross / 2
      x += (a.x + b.x) * cross / 6
      y += (a.y + b.y) * cross / 6
    }
    return (area, x / area, y / area)
  }

  @Test func aSkewLeansAboutTheCentre() async throws {
    for lines in Self.placements("skew: 0deg -> 60deg") {
      let sights = try await sights(lines, frames: [0, 10, 25, 40])
      for (sight, frame) in zip(sights, [0.0, 10, 25, 40]) {
        // A plate of 100 by 40 whose columns lean: its height and area stay, its width spreads.
        let lean = tan(60 * frame / 50 / 180 * .pi)
        let (across, down) = (100.0 * 100 / 12, 40.0 * 40 / 12)
        let spread = across + lean * lean * down
        let angle = atan2(2 * lean * down, spread - down) / 2 * 180 / .pi
        expect(sight, 160, 90, angle: angle, "frame \(frame) of \(lines)")
        #expect(abs(sight.spread.x / spread - 1) < 0.03, "frame \(frame) of \(lines): \(sight)")
        #expect(abs(sight.spread.y / down - 1) < 0.03, "frame \(frame) of \(lines): \(sight)")
      }
    }
    // It acts before scale and rotation.
    for lines in Self.placements("skew: [30deg, -10deg], scale: [50%, 100%], rotation: 90deg") {
      let sight = try await sights(lines, frames: [3])[0]
      let (x, y) = (tan(30 / 180 * Double.pi), tan(-10 / 180 * Double.pi))
      #expect(abs(sight.x - 160) < 0.1 && abs(sight.y - 90) < 0.1, "\(lines): \(sight)")
      #expect(abs(sight.area / (2000 * (1 - x * y)) - 1) < 0.015, "\(lines): \(sight)")
      let (across, down) = (100.0 * 100 / 12, 40.0 * 40 / 12)
      #expect(abs(sight.spread.y / ((across + x * x * down) / 4) - 1) < 0.03, "\(lines): \(sight)")
      #expect(abs(sight.spread.x / (down + y * y * across) - 1) < 0.03, "\(lines): \(sight)")
    }
  }

  @Test func aPlaceMovesBetweenPixels() async throws {
    for lines in Self.placements("position: 60px 50px -> 110px 60px") {
      let sights = try await sights(lines, frames: [0, 7, 33])
      for (sight, frame) in zip(sights, [0.0, 7, 33]) {
        expect(sight, 60 + frame, 50 + frame / 5, "frame \(frame) of \(lines)")
      }
    }
  }

  /// Along an S, worked out as in `PathTravelTests`: 50 frames of it from 0.2 s on, then it stays.
  @Test func aPlaceFollowsAPath() async throws {
    let path = "path: M30 30C290 30 30 150 290 150, duration: 1500ms, delay: 200ms"
    let wanted: [(frame: Int, x: Double, y: Double, angle: Double)] = [
      (5, 30, 30, 0), (20, 153.6167, 58.5164, 56.137), (35, 224.8452, 146.412, 7.752),
      (49, 290, 150, 0),
    ]
    for isOriented in [false, true] {
      let keys = "position: {\(path), orient: \(isOriented)}, rotation: 10deg"
      for lines in Self.placements(keys, width: 20) {
        let sights = try await sights(lines, frames: wanted.map(\.frame))
        for (sight, wanted) in zip(sights, wanted) {
          expect(
            sight, wanted.x, wanted.y, area: 160, angle: 10 + (isOriented ? wanted.angle : 0),
            "frame \(wanted.frame) of \(lines)")
        }
      }
    }
    let instructed = Self.placements("rotation: 10deg", width: 20).last ?? ""
    let sights = try await sights(
      instructed
        + "\ninstructions: [{during: 0s..2s, layers: {plate: {position: {\(path), orient: true}}}}]",
      frames: [20])
    expect(sights[0], 153.6167, 58.5164, area: 160, angle: 66.137, "instructed")
  }

  @Test func whatIsScaledKeepsItsAnchor() async throws {
    for lines in Self.placements(
      "position: [40px, 30px], anchor: top-left, scale: {0s: 1, 1s: 2, 2s: [2, 1]}")
    {
      let sights = try await sights(lines, frames: [0, 10, 25])
      for (sight, scale) in zip(sights, [1, 1.4, 2.0]) {
        expect(
          sight, 40 + 50 * scale, 30 + 20 * scale, area: 4000 * scale * scale,
          "\(scale) of \(lines)")
      }
    }
  }

  /// The content of a layer follows its box, about the anchor; the part that a fit cuts off changes
  /// with it.
  @Test func aSizeChanges() async throws {
    let during = "duration: 2s"
    let contents = [
      "tracks: {main: [{clip: plate.svg, \(during), fit: stretch, @}]}",
      "tracks: {main: [{fill: white, \(during), @}]}",
      "tracks: {main: [{shape: rect, fill: white, \(during), @}]}",
      "tracks: {main: [{gap: 2s}]}\noverlays: {plate: {fill: white, during: 0s..2s, @}}",
      "tracks: {main: [{clip: plate.svg, \(during), fit: cover, @}]}",
    ]
    // Twice as high as it is wide at the end: of the picture, which is 100 x 40, the middle is left.
    let keys = "position: [40px, 30px], anchor: top-left, size: 100px 40px -> 60px 120px"
    for lines in contents {
      let sights = try await sights(lines.replacing("@", with: keys), frames: [0, 20, 45])
      for (sight, share) in zip(sights, [0, 0.4, 0.9]) {
        let (width, height) = (100 - 40 * share, 40 + 80 * share)
        #expect(abs(sight.x - 40 - width / 2) < 0.1, "\(share) of \(lines): \(sight)")
        #expect(abs(sight.y - 30 - height / 2) < 0.1, "\(share) of \(lines): \(sight)")
        #expect(abs(sight.area / (width * height) - 1) < 0.015, "\(share) of \(lines): \(sight)")
      }
    }
    // The height follows the width, at its keys and between them; `contain` leaves room.
    let kept = "image: plate.svg, size: 50px -> 150px, rotation: 90deg"
    let inside = "clip: plate.svg, fit: contain, size: 50px 80px -> 150px 80px"
    for text in [kept, inside] {
      let lines = "tracks: {main: [{\(text), \(during)}]}"
      let sight = try await sights(lines, frames: [25])[0]
      expect(sight, 160, 90, angle: text == kept ? 90 : 0, "\(lines)")
    }
    let instructed =
      "tracks: {main: [{fill: white, \(during), id: plate, size: [100px, 40px]}]}\n"
      + "instructions: [{during: 0s..2s, layers: {plate: {size: {0s: [100px, 40px], 2s: [20px, 90px]}}}}]"
    let sight = try await sights(instructed, frames: [25])[0]
    #expect(abs(sight.area / (60 * 65) - 1) < 0.015 && abs(sight.x - 160) < 0.1, "\(sight)")
  }

  /// The point of a layer that is at its position, and about which it turns, wanders over it.
  @Test func anAnchorMoves() async throws {
    for lines in Self.placements(
      "position: [160px, 90px], rotation: 90deg, anchor: left -> 100% 50%", width: 40)
    {
      let sights = try await sights(lines, frames: [0, 20, 45])
      for (sight, share) in zip(sights, [0, 0.4, 0.9]) {
        expect(sight, 160, 110 - 40 * share, area: 640, angle: 90, "\(share) of \(lines)")
      }
    }
    // A group as large as the canvas stays where it is, and turns about the point.
    let lines =
      "tracks: {main: [{gap: 2s}]}\noverlays: {g: {rotation: 180deg, anchor: center -> top-left, "
      + "group: {all: {fill: white, size: [100px, 40px]}}}}"
    let sights = try await sights(lines, frames: [0, 10])
    expect(sights[0], 160, 90, "\(lines)")
    expect(sights[1], 160 - 64, 90 - 36, "\(lines)")
  }

  @Test func anInstructionSetsWhatALayerHas() async throws {
    for lines in Self.placements("position: [60px, 50px], rotation: 30deg, opacity: 0.5") {
      let instructed =
        lines + "\ninstructions:\n  - during: 1s..2s\n    layers:\n"
        + "      plate: {rotation: 0deg, opacity: 1, position: 60px 50px -> 110px 50px}"
      let sights = try await sights(instructed, frames: [0, 24, 25, 40])
      for sight in sights[0..<2] { expect(sight, 60, 50, area: 2000, angle: 30, lines) }
      expect(sights[2], 60, 50, lines)
      expect(sights[3], 90, 50, lines)
    }
  }

  @Test func aGroupMovesAndTurnsAsOne() async throws {
    let keys = """
      rotation: 0deg -> 100deg, position: 160px 90px -> 180px 90px, opacity: 0.5, group: {
      one: {image: plate.svg, position: [110px, 90px]},
      inner: {group: {two: {fill: white, size: [100px, 40px], position: [210px, 90px]}}}}
      """.split(separator: "\n").joined(separator: " ")
    for lines in [
      "tracks: {main: [{gap: 2s}]}\noverlays: {pair: {\(keys)}}",
      "tracks: {main: [{duration: 2s, \(keys)}]}",
    ] {
      let sights = try await sights(lines, frames: [0, 10, 25])
      for (sight, frame) in zip(sights, [0.0, 10, 25]) {
        expect(
          sight, 160 + 20 * frame / 50, 90, area: 4000, angle: 100 * frame / 50,
          "frame \(frame) of \(lines)")
      }
    }
  }

  /// Drawn content provides all frames outside its range that a transition needs.
  @Test(arguments: ["handles", "freeze"])
  func aTransitionJoinsWhatIsDrawn(length: String) async throws {
    let lines = """
      tracks:
        main:
          - {fill: white, size: [100px, 40px], position: [60px, 90px], duration: 1s}
          - {transition: dissolve, duration: 400ms, length: \(length)}
          - {group: {plate: {image: plate.svg, position: [260px, 90px]}}, duration: 1s}
      """
    let sights = try await sights(lines, frames: [19, 25, 30, 49])
    expect(sights[0], 60, 90, "before it")
    #expect(abs(sights[1].x - 160) < 25 && abs(sights[1].area / 4000 - 1) < 0.03, "\(sights[1])")
    expect(sights[2], 260, 90, "after it")
    expect(sights[3], 260, 90, "at the end")
  }

  @Test func aCroppedPictureIsFittedIntoTheBox() async throws {
    for lines in Self.placements("crop: 0% 0% 100% 100% -> 50% 0% 50% 100%") {
      let sights = try await sights(lines, frames: [0, 20, 40])
      for (sight, width) in zip(sights, [100.0, 80, 60]) {
        expect(sight, 160, 90, area: 40 * width, "\(width) of \(lines)")
      }
    }
    // Without an explicit size, content is as large as its cropped part.
    let small =
      "tracks: {main: [{gap: 2s}]}\noverlays: {plate: {image: plate.svg, "
      + "crop: [25%, 50%, 30px, 50%], position: [20px, 30px], anchor: top-left}}"
    expect(try await sights(small, frames: [9])[0], 35, 40, area: 600, small)
  }

  @Test func cornersAreRound() async throws {
    for (radius, radii) in [
      ("8px", [8.0, 8, 8, 8]), ("50%", [20, 20, 20, 20]), ("[0, 12px, 6px]", [0, 12, 6, 12]),
    ] {
      for lines in Self.placements("radius: \(radius)") {
        let sight = try await sights(lines, frames: [3])[0]
        let missing = radii.reduce(0) { $0 + $1 * $1 } * (1 - .pi / 4)
        #expect(abs(sight.area - (4000 - missing)) < 4, "\(lines): \(sight)")
      }
    }
  }

  /// An edge between pixels is covered once, whether the shape ends there or is cut out.
  @Test(arguments: [
    "", ", radius: 8px", ", fill: {linear: [white, white]}", ", radius: 8px, crop: 0 0 100% 100%",
  ])
  func shapesBetweenPixelsHaveTheirArea(_ keys: String) async throws {
    let fill = keys.contains("fill") ? "" : ", fill: white"
    let sight = try await sights(
      "tracks: {main: [{shape: rect\(fill), size: [100.5px, 40.5px], position: [150.1px, 80.3px], duration: 1s\(keys)}]}",
      frames: [3])[0]
    let corners = keys.contains("radius") ? (4 - Double.pi) * 64 : 0
    #expect(abs(sight.area - (100.5 * 40.5 - corners)) < 8, "\(keys): \(sight)")
    #expect(abs(sight.x - 150.1) < 0.05 && abs(sight.y - 80.3) < 0.05, "\(keys): \(sight)")
  }

  @Test func aLineIsDrawnByItsTrim() async throws {
    // A circle of radius 50 and a line of 4: the part of it that is drawn grows evenly.
    let sights = try await sights(
      "tracks: {main: [{shape: ellipse, size: [100px, 100px], duration: 2s, stroke: {color: white, width: 4px, trim: 0% -> 100%}}]}",
      frames: [0, 10, 25, 40])
    for (sight, frame) in zip(sights, [0.0, 10, 25, 40]) {
      #expect(abs(sight.area - frame / 50 * 2 * .pi * 50 * 4) < 6, "frame \(frame): \(sight)")
    }
    // Half of it lies to the right of the centre.
    #expect(abs(sights[2].x - (160 + 100 / Double.pi)) < 0.3, "\(sights[2])")
  }

  @Test func aBlurSpreadsThePictureByItsVariance() async throws {
    for lines in Self.placements("blur: 0px -> 20px, blur-edges: soft") {
      let sights = try await sights(lines, frames: [0, 10, 20, 40])
      for (sight, frame) in zip(sights, [0.0, 10, 20, 40]) {
        let deviation = 20 * frame / 50
        #expect(abs(sight.x - 160) < 0.1 && abs(sight.y - 90) < 0.1, "\(frame) of \(lines)")
        #expect(abs(sight.area / 4000 - 1) < 0.02, "\(frame) of \(lines): \(sight)")
        for (spread, length) in [(sight.spread.x, 100.0), (sight.spread.y, 40)] {
          let expected = length * length / 12 + deviation * deviation
          #expect(abs(spread / expected - 1) < 0.03, "\(frame) of \(lines): \(sight)")
        }
      }
    }
  }

  @Test func whatIsCutOffStaysOffWhenTheLayerTurns() async throws {
    for lines in Self.placements("crop: [0%, 25%, 50%, 50%], rotation: 30deg", width: 80) {
      expect(try await sights(lines, frames: [3])[0], 160, 90, area: 2560, angle: 30, lines)
    }
  }

  @Test func whatStandsStillLiesBetweenPixels() async throws {
    for (x, y) in [("71px", "50px"), ("70.5px", "51.25px"), ("33.3%", "41%"), ("-10.75px", "20px")]
    {
      func pixels(_ text: String, of size: Double) -> Double {
        let number = Double(text.filter { "-.0123456789".contains($0) }) ?? 0
        return text.hasSuffix("%") ? number / 100 * size : number
      }
      let (px, py) = (pixels(x, of: 320), pixels(y, of: 180))
      for lines in Self.placements("position: [\(x), \(y)], anchor: top-left") {
        let sight = try await sights(lines, frames: [10])[0]
        let left = max(0, px)
        expect(
          sight, (left + px + 100) / 2, py + 20, area: (px + 100 - left) * 40, "\(lines)")
      }
    }
  }

  @Test func aGroupWithASizeIsACanvas() async throws {
    func film(_ group: String) -> String {
      "tracks: {main: [{gap: 2s}]}\noverlays: {g: {\(group), anchor: top-left, during: 0s..2s}}"
    }
    // Lengths, places and anchors of its members are of its canvas.
    let quarter = "fill: white, size: [50%, 50%], position: bottom-right"
    expect(
      try await sights(
        film("size: [100px, 40px], position: [200px, 100px], group: {a: {\(quarter)}}"),
        frames: [5])[0], 275, 130, area: 1000, "a quarter")
    let turned = "fill: white, size: [100%, 50%], rotation: 90deg"
    expect(
      try await sights(
        film("size: [100px, 100px], position: [201px, 33px], group: {a: {\(turned)}}"),
        frames: [5])[0], 251, 83, area: 5000, angle: 90, "about the centre of the group")
    // One may be larger than the film's canvas; what lies outside that is not lost.
    let far = "fill: white, size: [100px, 40px], position: [100%, 50%], anchor: right"
    let wide = film("size: [640px, 40px], position: 0px 20px -> -400px 20px, group: {a: {\(far)}}")
    let sights = try await sights(wide, frames: [0, 49])
    #expect(sights[0].area < 1)
    expect(sights[1], 590 - 392, 40, "from outside")
    // A group in a group; one without a size is as large as what it lies on.
    let inner = "size: [50%, 50%], position: [50%, 0px], anchor: top-left"
    let nested = "group: {b: {group: {c: {group: {d: {fill: white}}, \(inner)}}}}"
    expect(
      try await self.sights(
        film("size: [201px, 81px], position: [10px, 10px], \(nested)"), frames: [5])[0],
      160.75, 30.5, area: 100.5 * 41, "nested")
  }

  @Test func aSizeIsNotRounded() async throws {
    for (width, height) in [(99.0, 39.6), (100.5, 40.2), (33.25, 13.3), (101, 40.4)] {
      for lines in [
        "tracks: {main: [{clip: plate.svg, duration: 2s, size: \(width)px}]}",
        "tracks: {main: [{gap: 2s}]}\noverlays: {a: {image: plate.svg, during: 0s..2s, size: \(width)px}}",
        "tracks: {main: [{fill: white, duration: 2s, size: [\(width)px, \(height)px]}]}",
      ] {
        let sight = try await sights(lines, frames: [10])[0]
        expect(sight, 160, 90, area: width * height, "\(lines)")
      }
    }
  }

  @Test func whatStopsDoesNotJump() async throws {
    for place in ["71px 51px", "70.5px 51.25px"] {
      let moving = "position: {0s: 20px 20px, 1s: \(place), 2s: \(place)}"
      let still = "position: [\(place.replacingOccurrences(of: " ", with: ", "))]"
      for (a, b) in zip(Self.placements(moving), Self.placements(still)) {
        let first = try await pictures(a, frames: [25, 45])
        let second = try await pictures(b, frames: [45])
        #expect(first[0] == first[1] && first[1] == second[0], "\(a)")
      }
    }
  }

  /// Every sample is the area-weighted mean of the layers, computed here in double precision.
  @Test(arguments: [false, true])
  func edgesAndChromaFollowTheAreaCovered(_ isFull: Bool) async throws {
    let (width, height) = Self.size
    // Pixels across a chroma sample, and where the planes begin.
    let step = isFull ? 1 : 2
    let starts = [0, width * height, width * height * (step * step + 1) / (step * step)]
    for (x, y, w, h) in [
      (10.0, 20.0, 60.0, 30.0), (11, 20, 60, 30), (10, 21, 61, 31), (10.5, 20.25, 60, 30),
      (11.75, 20.5, 33.3, 17.9),
    ] {
      let lines =
        "tracks: {under: [{fill: \"#204060\", duration: 2s}], main: [{fill: \"#e08020\", "
        + "duration: 2s, size: [\(w)px, \(h)px], position: [\(x)px, \(y)px], "
        + "anchor: top-left}]}"
      let seen = try await pictures(lines, frames: [5], isFull: isFull)[0]
      // The values of both colours, away from edges.
      let under = starts.map { Int(seen[$0]) }
      let (mx, my) = (Int(x + w / 2) / step, Int(y + h / 2) / step)
      let over = [
        Int(seen[step * my * width + step * mx]),
        Int(seen[starts[1] + my * width / step + mx]),
        Int(seen[starts[2] + my * width / step + mx]),
      ]
      func part(_ from: Double, _ length: Double, _ pixel: Int, _ size: Int) -> Double {
        let (a, b) = (Double(pixel * size), Double((pixel + 1) * size))
        return max(0, min(from + length, b) - max(from, a)) / Double(size)
      }
      for (plane, start) in starts.enumerated() {
        let size = plane == 0 ? 1 : step
        var worst = 0.0
        for row in 0..<height / size {
          for column in 0..<width / size {
            let share = part(x, w, column, size) * part(y, h, row, size)
            let wanted = Double(under[plane]) + share * Double(over[plane] - under[plane])
            let sample = seen[start + row * (width / size) + column]
            worst = max(worst, abs(wanted - Double(sample)))
          }
        }
        #expect(worst <= 1, "plane \(plane) at \((x, y, w, h))")
      }
    }
  }
}
