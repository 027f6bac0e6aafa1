// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Layers in blend modes, measured in the film.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct BlendFilmTests {
  /// Red, green and blue of `#4090d0` in each mode over `#c04020`, worked out in Python from the formulas of CSS.
  private static let wanted: [(mode: String, rgb: [Double])] = [
    ("multiply", [48.2, 36.1, 26.1]),
    ("screen", [207.8, 171.9, 213.9]),
    ("overlay", [160.6, 72.3, 52.2]),
    ("darken", [64.0, 64.0, 32.0]),
    ("lighten", [192.0, 144.0, 208.0]),
    ("color-dodge", [255.0, 147.0, 173.6]),
    ("color-burn", [4.0, 0.0, 0.0]),
    ("hard-light", [96.4, 88.7, 172.8]),
    ("soft-light", [168.4, 72.2, 67.3]),
    ("difference", [128.0, 80.0, 176.0]),
    ("exclusion", [159.6, 135.7, 187.8]),
    ("hue", [28.8, 117.7, 188.8]),
    ("saturation", [182.7, 67.5, 38.7]),
    ("color", [35.8, 115.8, 179.8]),
    ("luminosity", [220.2, 92.2, 60.2]),
    ("add", [255.0, 208.0, 240.0]),
    ("normal", [64, 144, 208]),
  ]

  /// Formats in which films are looked at: 8 and 10 bits, 4:4:4 and 4:2:0.
  private enum Form: CaseIterable {
    case usual, deep, full, deepAndFull

    var isDeep: Bool { self == .deep || self == .deepAndFull }
    var isFull: Bool { self == .full || self == .deepAndFull }
    /// By how much colours may differ, of 255: samples are rounded before they are blended, and after it, and a dodge and
    /// a burn divide by less than 1.
    var tolerance: Double { isDeep ? 1.5 : 5 }
  }

  /// One frame of a film of 320x180 at 25 frames a second.
  private struct Look {
    let planes: [[Double]]
    let form: Form

    /// Red, green and blue at a pixel, of 255.
    func rgb(_ x: Int, _ y: Int) -> [Double] {
      let unit = form.isDeep ? 4.0 : 1
      let place = form.isFull ? y * 320 + x : y / 2 * 160 + x / 2
      let luma = (planes[0][y * 320 + x] / unit - 16) / 219
      let (u, v) = ((planes[1][place] / unit - 128) / 224, (planes[2][place] / unit - 128) / 224)
      let (r, b) = (luma + 1.5748 * v, luma + 1.8556 * u)
      return [r, (luma - 0.2126 * r - 0.0722 * b) / 0.7152, b].map { $0 * 255 }
    }
  }

  /// Frames of a film of `lines`.
  private func looks(_ lines: String, frames: [Int], _ form: Form) async throws -> [Look] {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    let text = """
      reel: 1
      canvas: {size: 320x180, rate: 25, background: "#c04020", depth: \(form.isDeep ? 10 : 8)}
      outputs: {film: {file: film.mkv, preset: lossless, copy: \(form.isFull ? "never" : "when-possible")}}
      \(lines)

      """
    let outcome = try await reel.build(text)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let data = try await tools.frames(
      frames, of: reel.folder / "film.mkv", stream: 0,
      format: (form.isFull ? "yuv444p" : "yuv420p") + (form.isDeep ? "10le" : ""))
    let bytes = form.isDeep ? 2 : 1
    let chroma = form.isFull ? 320 * 180 : 160 * 90
    let length = (320 * 180 + 2 * chroma) * bytes
    try #require(data.count == frames.count * length)
    return frames.indices.map { index in
      let own = [UInt8](data[index * length..<(index + 1) * length])
      let samples = (0..<length / bytes).map { place in
        form.isDeep ? Double(own[2 * place]) + 256 * Double(own[2 * place + 1]) : Double(own[place])
      }
      let luma = 320 * 180
      return Look(
        planes: [
          Array(samples[..<luma]), Array(samples[luma..<luma + chroma]),
          Array(samples[(luma + chroma)...]),
        ], form: form)
    }
  }

  private func expect(
    _ look: Look, _ x: Int, _ y: Int, _ wanted: [Double], _ comment: String
  ) {
    let found = look.rgb(x, y)
    let error = zip(found, wanted).map { abs($0 - $1) }.max() ?? 0
    #expect(error <= look.form.tolerance, "\(comment) at \(x),\(y): \(found), not \(wanted)")
  }

  /// A plate of 100x60 in the middle, in a mode, wherever layers may stand.
  private static func places(_ mode: String) -> [String] {
    let plate = "fill: \"#4090d0\", size: [100px, 60px]"
    let whole = "all: {fill: \"#4090d0\", size: [100%, 100%]}"
    return [
      "tracks: {main: [{gap: 1s}]}\noverlays: {plate: {\(plate), during: 0s..1s, blend: \(mode)}}",
      "tracks: {main: [{\(plate), duration: 1s, blend: \(mode)}]}",
      "tracks: {main: {blend: \(mode), clips: [{\(plate), duration: 1s}]}}",
      "tracks: {main: {blend: add, clips: [{\(plate), duration: 1s, blend: \(mode)}]}}",
      "tracks: {main: [{group: {\(whole)}, size: [100px, 60px], duration: 1s, blend: \(mode)}]}",
      "tracks: {main: [{gap: 1s}]}\noverlays: {plate: {group: {one: {\(plate)}}, during: 0s..1s, blend: \(mode)}}",
      // A plate in a group is blended with what else is in the group alone.
      "tracks: {main: [{gap: 1s}]}\noverlays: {two: {group: {below: {fill: \"#c04020\"},"
        + " plate: {\(plate), blend: \(mode)}}, during: 0s..1s}}",
    ]
  }

  /// Plates of 24x24 side by side, each in a mode of its own.
  @Test func aLayerInAModeHasTheColoursThatCSSGives() async throws {
    func place(_ index: Int) -> (x: Int, y: Int) { (20 + index % 8 * 40, 30 + index / 8 * 60) }
    let plates = Self.wanted.enumerated().map { index, wanted in
      let (x, y) = place(index)
      return "  p\(index): {fill: \"#4090d0\", size: [24px, 24px], position: [\(x)px, \(y)px],"
        + " during: 0s..1s, blend: \(wanted.mode)}"
    }
    let lines = "tracks: {main: [{gap: 1s}]}\noverlays:\n" + plates.joined(separator: "\n")
    for form in Form.allCases {
      let look = try await looks(lines, frames: [10], form)[0]
      for (index, (mode, rgb)) in Self.wanted.enumerated() {
        let (x, y) = place(index)
        for (dx, dy) in [(0, 0), (-11, -11), (11, 11)] {
          expect(look, x + dx, y + dy, rgb, "\(mode) in \(form)")
        }
        expect(look, x - 14, y, [192, 64, 32], "beside \(mode) in \(form)")
      }
    }
  }

  @Test func aLayerMayBeBlendedWhereverItStands() async throws {
    for (mode, rgb) in Self.wanted where ["multiply", "hue", "normal"].contains(mode) {
      for lines in Self.places(mode) {
        let look = try await looks(lines, frames: [10], mode == "hue" ? .deepAndFull : .usual)[0]
        let comment = "\(mode) of \(lines)"
        for (x, y) in [(160, 90), (112, 62)] { expect(look, x, y, rgb, comment) }
        for (x, y) in [(106, 90), (160, 124)] { expect(look, x, y, [192, 64, 32], comment) }
      }
    }
  }

  /// Half of the way from what lies under it: CSS's formula with an alpha of a half.
  @Test func anOpacityActsOnWhatIsBlended() async throws {
    let keys = "fill: \"#4090d0\", size: [100px, 60px], blend: multiply, opacity: 50%"
    for form in Form.allCases {
      for lines in [
        "tracks: {main: [{\(keys), duration: 1s}]}",
        "tracks: {main: [{\(keys), duration: 1s, rotation: 0.001deg}]}",
        "tracks: {main: [{\(keys), duration: 1s, radius: 4px}]}",
        "tracks: {main: [{\(keys.dropLast(14)), duration: 1s}]}\n"
          + "instructions: [{during: 0s..1s, layers: {main: {opacity: 50%, scale: 1.1}}}]",
      ] {
        let look = try await looks(lines, frames: [3], form)[0]
        expect(look, 160, 90, [120.1, 50.1, 29.1], "\(form) of \(lines)")
        expect(look, 90, 90, [192, 64, 32], "\(form) of \(lines)")
      }
    }
  }

  /// Between a clip in one mode and one in another the mode changes half-way; between two in one mode it stays.
  @Test func aTransitionIsInTheModesOfItsClips() async throws {
    func lines(_ first: String, _ second: String) -> String {
      """
      tracks:
        main:
          - {fill: "#4090d0", duration: 2s, blend: \(first)}
          - {transition: dissolve, duration: 1s}
          - {fill: "#4090d0", duration: 2s, blend: \(second)}
      """
    }
    let table = Dictionary(uniqueKeysWithValues: Self.wanted.map { ($0.mode, $0.rgb) })
    for (first, second) in [("screen", "screen"), ("screen", "multiply"), ("normal", "difference")]
    {
      let frames = [10, 30, 36, 39, 45, 60]
      let looks = try await looks(lines(first, second), frames: frames, .full)
      for (frame, look) in zip(frames, looks) {
        let mode = frame < 38 ? first : second
        expect(look, 30, 30, table[mode] ?? [], "\(first), \(second), frame \(frame)")
      }
    }
  }

  /// Groups see nothing of what lies under them: the lowest of their layers stays as it is.
  @Test func aGroupIsIsolated() async throws {
    let look = try await looks(
      """
      tracks: {main: [{gap: 1s}]}
      overlays:
        card:
          group:
            one: {fill: "#4090d0", size: [100px, 60px], blend: multiply}
            two: {fill: "#4090d0", size: [40px, 40px], blend: screen}
          during: 0s..1s
      """, frames: [5], .full)[0]
    expect(look, 120, 70, [64, 144, 208], "the lowest of a group")
    expect(look, 160, 90, [111.9, 206.7, 246.3], "the second of a group")
  }

  /// The mode, mask and back that an instruction sets for a layer hold in its frames alone,
  /// whatever the layer is.
  @Test func anInstructionSetsHowALayerIsSeen() async throws {
    let plate = "fill: \"#4090d0\", size: [100px, 60px]"
    let layers = [
      "tracks: {main: [{\(plate), id: it, duration: 1s}]}",
      "tracks: {it: [{\(plate), duration: 1s}]}",
      "tracks: {it: {size: 100%, clips: [{\(plate), duration: 1s}]}}",
      "tracks: {main: [{gap: 1s}]}\noverlays: {it: {\(plate), during: 0s..1s}}",
      "tracks: {main: [{gap: 1s}]}\noverlays: {it: {group: {one: {\(plate)}}, during: 0s..1s}}",
      "tracks: {main: [{gap: 1s}]}\noverlays: {two: {group: {below: {fill: \"#c04020\"},"
        + " it: {\(plate)}}, during: 0s..1s}}",
    ]
    let below = [192.0, 64, 32]
    let own = [64.0, 144, 208]
    // What is seen in the middle and at (115, 65), near the edge of the plate.
    let uses: [(keys: String, middle: [Double], edge: [Double])] = [
      ("blend: multiply", [48.2, 36.1, 26.1], [48.2, 36.1, 26.1]),
      ("mask: {fill: white, size: 10%}", own, below),
      ("mask: {fill: white, size: 10%, invert: true}", below, own),
      ("rotation-y: 180deg, backface: hidden", below, below),
    ]
    for lines in layers {
      for (keys, middle, edge) in uses {
        let instruction = "instructions: [{during: 400ms..800ms, layers: {it: {\(keys)}}}]"
        let frames = [9, 10, 19, 20]
        let looks = try await looks("\(lines)\n\(instruction)", frames: frames, .full)
        for (frame, look) in zip(frames, looks) {
          let isMeant = (10..<20).contains(frame)
          let comment = "frame \(frame) of \(lines) with \(keys)"
          expect(look, 160, 90, isMeant ? middle : own, comment)
          expect(look, 115, 65, isMeant ? edge : own, comment)
        }
      }
    }
  }
}
