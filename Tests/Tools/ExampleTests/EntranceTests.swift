// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Entrances and exits of layers, measured in the film: a white plate of 100 × 40 pixels on black,
/// at 25 frames per second.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct EntranceTests {
  private static let size = (width: 320, height: 180)

  /// The plate in one frame: its area, centre, and the angle of its longer axis.
  private struct Sight {
    var area = 0.0
    var x = 0.0
    var y = 0.0
    var angle = 0.0

    init(_ luma: Data, isDeep: Bool) {
      var (xx, yy, xy) = (0.0, 0.0, 0.0)
      let width = EntranceTests.size.width
      let samples = [UInt8](luma)
      for index in 0..<width * EntranceTests.size.height {
        let weight =
          isDeep
          ? (Double(samples[2 * index]) + 256 * Double(samples[2 * index + 1]) - 64) / 876
          : (Double(samples[index]) - 16) / 219
        let (px, py) = (Double(index % width) + 0.5, Double(index / width) + 0.5)
        area += weight
        x += weight * px
        y += weight * py
        xx += weight * px * px
        yy += weight * py * py
        xy += weight * px * py
      }
      guard area > 1 else { return }
      (x, y) = (x / area, y / area)
      angle =
        atan2(2 * (xy / area - x * y), xx / area - x * x - yy / area + y * y) / 2 * 180 / .pi
    }
  }

  private func sights(
    _ lines: String, frames: [Int], isDeep: Bool = false
  ) async throws -> [Sight] {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    try reel.folder.write(
      #"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="40">"#
        + #"<rect width="100" height="40" fill="white"/></svg>"#, to: "plate.svg")
    let text = """
      reel: 1
      canvas: {size: 320x180, rate: 25\(isDeep ? ", depth: 10" : "")}
      outputs: {film: {file: film.mkv, preset: lossless}}
      \(lines)

      """
    let outcome = try await reel.build(text)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let data = try await tools.frames(
      frames, of: reel.folder / "film.mkv", stream: 0, format: isDeep ? "yuv420p10le" : "yuv420p")
    let length = Self.size.width * Self.size.height * 3 / 2 * (isDeep ? 2 : 1)
    try #require(data.count == frames.count * length)
    return frames.indices.map {
      Sight(data[$0 * length..<($0 + 1) * length], isDeep: isDeep)
    }
  }

  /// The plate as a clip, items and overlays of two seconds, with the same keys.
  private static func placements(_ keys: String) -> [String] {
    let fill = "fill: white, size: [100px, 40px]"
    let sized = "group: {all: {fill: white, size: [110%, 110%]}}, size: [100px, 40px]"
    // On a canvas as large as the film's; it moves with its group.
    let whole = "group: {all: {\(fill), \(keys)}}"
    return [
      "tracks: {main: [{clip: plate.svg, duration: 2s, size: 100px, \(keys)}]}",
      "tracks: {main: [{image: plate.svg, duration: 2s, \(keys)}]}",
      "tracks: {main: [{\(fill), duration: 2s, \(keys)}]}",
      "tracks: {main: [{gap: 2s}]}\noverlays: {plate: {\(fill), during: 0s..2s, \(keys)}}",
      "tracks: {main: [{\(sized), duration: 2s, \(keys)}]}",
      "tracks: {main: [{gap: 2s}]}\noverlays: {g: {\(whole)}}",
      "tracks: {main: {size: [100px, 40px], \(keys), clips: [{fill: white, duration: 2s}]}}",
    ]
  }

  /// The look of frames 0 to 10 of an entrance of 400 ms at constant speed, and of those before the
  /// end of an exit.
  private struct Look {
    var name: String
    /// The area, and the centre, at a share of the way.
    var enter: @Sendable (Double) -> (area: Double, x: Double, y: Double)
    var exit: @Sendable (Double) -> (area: Double, x: Double, y: Double)
    var turn = 0.0
  }

  /// A plate that lies at a place of one axis, cut off at the edges of the canvas: how much of it is left, and where.
  private static func cut(_ middle: Double, _ length: Double, _ canvas: Double) -> (Double, Double)
  {
    let (start, end) = (max(0, middle - length / 2), min(canvas, middle + length / 2))
    return (max(0, end - start), (start + end) / 2)
  }

  private static let looks: [Look] = [
    Look(name: "fade", enter: { (4000 * $0, 160, 90) }, exit: { (4000 * (1 - $0), 160, 90) }),
    Look(name: "crossfade", enter: { (4000 * $0, 160, 90) }, exit: { (4000 * (1 - $0), 160, 90) }),
    Look(
      name: "slide-up",
      enter: { share in
        let (h, y) = cut(90 + 110 * (1 - share), 40, 180)
        return (100 * h, 160, y)
      },
      exit: { share in
        let (h, y) = cut(90 - 110 * share, 40, 180)
        return (100 * h, 160, y)
      }),
    Look(
      name: "slide-right",
      enter: { share in
        let (w, x) = cut(160 - 210 * (1 - share), 100, 320)
        return (40 * w, x, 90)
      },
      exit: { share in
        let (w, x) = cut(160 + 210 * share, 100, 320)
        return (40 * w, x, 90)
      }),
    Look(
      name: "pop", enter: { (4000 * $0 * $0, 160, 90) },
      exit: { (4000 * (1 - $0) * (1 - $0), 160, 90) }),
    Look(
      name: "spin", enter: { (4000 * $0 * $0, 160, 90) },
      exit: { (4000 * (1 - $0) * (1 - $0), 160, 90) }, turn: 360),
    Look(
      name: "wipe-left", enter: { (4000 * $0, 210 - 50 * $0, 90) },
      exit: { (4000 * (1 - $0), 110 + 50 * (1 - $0), 90) }),
    Look(
      name: "wipe-right", enter: { (4000 * $0, 110 + 50 * $0, 90) },
      exit: { (4000 * (1 - $0), 210 - 50 * (1 - $0), 90) }),
    Look(
      name: "wipe-up", enter: { (4000 * $0, 160, 110 - 20 * $0) },
      exit: { (4000 * (1 - $0), 160, 70 + 20 * (1 - $0)) }),
    Look(
      name: "wipe-down", enter: { (4000 * $0, 160, 70 + 20 * $0) },
      exit: { (4000 * (1 - $0), 160, 110 - 20 * (1 - $0)) }),
  ]

  @Test(arguments: looks.map(\.name))
  func aLayerComesAndGoes(name: String) async throws {
    let look = try #require(Self.looks.first { $0.name == name })
    let keys =
      "enter: {kind: \(name), duration: 400ms, easing: linear}, "
      + "exit: {kind: \(name), duration: 800ms, easing: ease-in}"
    // CSS's ease-in at a quarter, a half and three quarters, from Python.
    let eased = [(35, 0.0934613), (40, 0.3153568), (45, 0.6218604)]
    for (index, lines) in Self.placements(keys).enumerated() {
      let isDeep = index % 2 == 1
      let sights = try await sights(
        lines, frames: [0, 4, 9, 10, 25, 30] + eased.map(\.0), isDeep: isDeep)
      func check(
        _ sight: Sight, _ wanted: (area: Double, x: Double, y: Double), _ angle: Double?,
        _ what: String
      ) {
        #expect(abs(sight.area - wanted.area) < 25 + wanted.area * 0.01, "\(what): \(sight)")
        guard wanted.area > 200 else { return }
        #expect(
          abs(sight.x - wanted.x) < 0.15 && abs(sight.y - wanted.y) < 0.15,
          "\(what): \(sight), not \(wanted)")
        guard let angle else { return }
        let off = (sight.angle - angle).remainder(dividingBy: 180)
        #expect(abs(off) < 0.7, "\(what): \(sight), not \(angle)")
      }
      for (position, share) in [0, 0.4, 0.9].enumerated() {
        check(
          sights[position], look.enter(share), look.turn == 0 ? nil : -360 * (1 - share),
          "enter at \(share) of \(lines)")
      }
      for position in 3...5 { check(sights[position], (4000, 160, 90), 0, "there: \(lines)") }
      for (position, (_, share)) in eased.enumerated() {
        check(
          sights[6 + position], look.exit(share), look.turn == 0 ? nil : 360 * share,
          "exit at \(share) of \(lines)")
      }
    }
  }

  /// A layer with an entrance is turned, scaled and moved besides.
  @Test func anEntranceAddsToWhatElseMoves() async throws {
    let keys =
      "position: 60px 60px -> 160px 60px, rotation: 90deg, scale: 50%, "
      + "enter: {kind: pop, duration: 1s, easing: linear}, exit: {kind: fade, duration: 1s}"
    for lines in Self.placements(keys) {
      let sights = try await sights(lines, frames: [10, 20, 35])
      for (sight, (frame, area)) in zip(sights, [(10.0, 160.0), (20, 640), (35, 600)]) {
        #expect(abs(sight.area - area) < 8 + area * 0.02, "\(frame) of \(lines): \(sight)")
        #expect(abs(sight.x - 60 - 2 * frame) < 0.2 && abs(sight.y - 60) < 0.2, "\(sight)")
        #expect(abs(abs(sight.angle) - 90) < 1.5, "\(frame) of \(lines): \(sight)")
      }
    }
    // It comes from beyond the edge that its place is near to.
    let low = "position: [160px, 160px], enter: {kind: slide-up, duration: 400ms, easing: linear}"
    for lines in Self.placements(low) {
      let sights = try await sights(lines, frames: [0, 5, 10])
      #expect(sights[0].area < 1, "\(lines): \(sights[0])")
      #expect(abs(sights[1].area - 2000) < 30, "\(lines): \(sights[1])")
      #expect(abs(sights[2].y - 160) < 0.1, "\(lines): \(sights[2])")
    }
  }

  /// Within a transition of its track, a clip comes over its own time, and is not there before.
  @Test(arguments: ["fade", "wipe-left", "crossfade"])
  func anEntranceIsInTheTimeOfItsClip(name: String) async throws {
    let lines = """
      tracks:
        main:
          - {fill: black, duration: 1s}
          - {transition: dissolve, duration: 400ms, length: handles}
          - {fill: white, size: [100px, 40px], duration: 1s, enter: \(name) 400ms}
      """
    let sights = try await sights(lines, frames: [22, 26, 30, 35, 40])
    #expect(sights[0].area < 1, "\(sights[0])")
    #expect(abs(sights[2].area - 2000) < 30, "\(sights[2])")
    #expect(abs(sights[3].area - 4000) < 10 && abs(sights[4].area - 4000) < 10, "\(sights)")
  }

  @Test func aTextIsTyped() async throws {
    func film(_ text: String, _ keys: String) -> String {
      "tracks: {main: [{gap: 2s}]}\noverlays: {t: {text: \(text), during: 0s..2s, "
        + "font: {size: 30px}\(keys)}}"
    }
    // Ten letters in a second, then all; what is there lies where it lies in all of it.
    let typed = try await sights(
      film("HHHHHHHHHH", ", enter: typewriter 1s, exit: typewriter 500ms"),
      frames: [0, 5, 13, 24, 25, 37, 40, 49])
    let whole = try await sights(film("HHHHHHHHHH", ""), frames: [0])[0].area
    for (sight, letters) in zip(typed, [0, 2, 5, 9, 10, 10, 8, 0]) {
      #expect(abs(sight.area - whole * Double(letters) / 10) < whole * 0.02, "\(letters)")
    }
    // What a reader takes for one letter comes at once: nothing of it is seen before.
    let family = "\"☺\u{200d}♥\u{200d}☺e\u{301}\""
    let torn = try await sights(
      film(family, ", enter: typewriter 1s"), frames: [0, 12, 13, 24, 25])
    #expect(torn[0].area == torn[1].area && torn[2].area == torn[3].area, "\(torn)")
    #expect(torn[1].area < torn[2].area && torn[3].area < torn[4].area, "\(torn)")
  }

  @Test func `lines that wrap come and go in the time there is`() async throws {
    func film(_ keys: String) -> String {
      "tracks: {main: [{gap: 1s}]}\noverlays: {t: {text: HHHH HHHH HHHH HHHH HHHH HHHH HHHH HHHH, "
        + "wrap: 10%, during: 0s..1s, font: {family: DejaVu Sans, size: 8px}\(keys)}}"
    }
    let whole = try await sights(film(""), frames: [0])[0].area
    let seen = try await sights(
      film(
        ", enter: {kind: fade, by: line, stagger: 400ms, duration: 200ms}, "
          + "exit: {kind: fade, by: line, duration: 200ms}"), frames: [0, 18, 24])
    #expect(seen[0].area < whole * 0.2 && seen[2].area < whole * 0.2, "\(seen) \(whole)")
    #expect(seen[1].area > whole * 0.9, "\(seen) \(whole)")
  }

  @Test func `backgrounds come with what is in front of them`() async throws {
    func film(_ keys: String) -> String {
      "tracks: {main: [{gap: 2s}]}\noverlays: {t: {text: \"HHHH\\nHHHHHHHH\", during: 0s..2s, "
        + "font: {family: DejaVu Sans, size: 20px}, color: white, \(keys)}}"
    }
    for by in ["line", "text"] {
      let plate = "background: {color: white, by: \(by), padding: 4px}"
      let whole = try await sights(film(plate), frames: [0])[0]
      for parts in ["line", "word"] {
        let seen = try await sights(
          film(plate + ", enter: {kind: fade, by: \(parts), stagger: 400ms, duration: 200ms}"),
          frames: [0, 8, 20, 30])
        // Nothing is there at first, and all at the end.
        #expect(seen[0].area < whole.area * 0.05, "\(by) \(parts) \(seen)")
        #expect(abs(seen[3].area - whole.area) < whole.area * 0.01, "\(by) \(parts) \(seen)")
        if by == "line", parts == "line" {
          // The first line is half as long as the second one.
          #expect((0.25..<0.45).contains(seen[1].area / whole.area), "\(seen)")
        } else {
          #expect(seen[1].area > whole.area * 0.95, "\(by) \(parts) \(seen)")
        }
        let gone = try await sights(
          film(plate + ", exit: {kind: fade, by: \(parts), stagger: 400ms, duration: 200ms}"),
          frames: [20, 49])
        #expect(abs(gone[0].area - whole.area) < whole.area * 0.01, "\(by) \(parts) \(gone)")
        #expect(gone[1].area < whole.area * 0.3, "\(by) \(parts) \(gone)")
      }
    }
    // Where clear backgrounds of lines overlap, they stay as clear while they come.
    let clear = "background: {color: white@50%, by: line, padding: 8px}"
    let still = try await sights(film(clear), frames: [0])[0]
    let there = try await sights(
      film(
        clear
          + ", enter: {kind: fade, by: line, stagger: 40ms, duration: 200ms}, exit: {kind: fade, by: line, stagger: 400ms, duration: 400ms}"
      ),
      frames: [29, 30])
    #expect(
      abs(there[0].area - still.area) < still.area * 0.01
        && abs(there[1].area - still.area) < still.area * 0.02)
  }
}
