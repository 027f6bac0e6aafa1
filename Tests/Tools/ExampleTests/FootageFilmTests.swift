// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Footage in overlays and groups, and tracks as layers, measured in the film.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct FootageFilmTests {
  /// Four seconds whose luma rises by one in each frame, from 40 on, with a tone of half the full scale.
  private static func footage(in reel: Reel) async throws {
    let tools = try #require(Places.ffmpeg)
    _ = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i",
      "color=black:s=320x180:r=25:d=4,format=yuv420p,geq=lum='40+N':cb=128:cr=128",
      "-f", "lavfi", "-i", "aevalsrc='0.5*sin(2*PI*1000*t)|0.5*sin(2*PI*1000*t)':s=48000:d=4",
      "-c:v", "libx264", "-qp", "0", "-preset", "ultrafast", "-c:a", "pcm_s16le",
      reel.folder / "ramp.mkv",
    ])
    _ = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=white:s=320x180", "-frames:v", "1",
      reel.folder / "white.png",
    ])
  }

  /// A film of 320x180 at 25 frames a second: the luma in the middle and in a corner of frames, and the level of its
  /// sound in stretches of 100 ms around the starts of these frames.
  private func film(
    _ lines: String, frames: [Int], isHeard: Bool = true
  ) async throws -> [(middle: Int, corner: Int, level: Double)] {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    try await Self.footage(in: reel)
    let outcome = try await reel.build(
      """
      reel: 1
      canvas: {size: 320x180, rate: 25}
      outputs: {film: {file: film.mkv, preset: lossless, copy: when-possible}}
      \(lines)

      """)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let film = reel.folder / "film.mkv"
    let pictures = [UInt8](try await tools.frames(frames, of: film, stream: 0))
    let size = 320 * 180 * 3 / 2
    try #require(pictures.count == frames.count * size)
    var values: [Float] = []
    if isHeard {
      let samples = try await tools.ffmpeg.data([
        "-nostdin", "-v", "error", "-i", film, "-map", "0:a:0", "-af", "pan=mono|c0=c0", "-f",
        "f32le",
        "-",
      ])
      values = samples.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
    return frames.enumerated().map { index, frame in
      let picture = index * size
      let start = min(max(0, frame * 1920 - 2400), max(0, values.count - 4800))
      let part = values[start..<min(values.count, start + 4800)]
      let power = part.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(1, part.count))
      return (
        Int(pictures[picture + 90 * 320 + 160]), Int(pictures[picture + 2 * 320 + 2]),
        (2 * power).squareRoot()
      )
    }
  }

  private func expect(
    _ found: (middle: Int, corner: Int, level: Double), _ middle: Int, _ corner: Int,
    _ level: Double,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(abs(found.middle - middle) <= 1, sourceLocation: location)
    #expect(abs(found.corner - corner) <= 1, sourceLocation: location)
    #expect(abs(found.level - level) < 0.01, sourceLocation: location)
  }

  @Test func anOverlayPlaysItsRangeWithItsSound() async throws {
    let found = try await film(
      """
      tracks: {main: [{gap: 4s}]}
      overlays:
        inset: {clip: ramp.mkv, range: 1s..2s, during: 500ms.., size: 50%, volume: 50%}
      """, frames: [5, 13, 25, 37, 45])
    expect(found[0], 16, 16, 0)
    // Frame 13 is the first after 500 ms; frame k shows the source's frame 25 + k - 13.
    #expect(found[1].middle == 65)
    expect(found[2], 77, 16, 0.25)
    #expect(found[3].middle == 89)
    expect(found[4], 16, 16, 0)
  }

  @Test func aLoopFillsItsTime() async throws {
    let found = try await film(
      """
      tracks: {main: [{gap: 4s}]}
      overlays:
        inset: {clip: ramp.mkv, range: 0s..1s, loop: true, during: 0s..3s, audio: off}
      """, frames: [10, 35, 60, 80], isHeard: false)
    expect(found[0], 50, 50, 0)
    expect(found[1], 50, 50, 0)
    expect(found[2], 50, 50, 0)
    expect(found[3], 16, 16, 0)
  }

  /// Half of the volume of each group remains, and a group that fades takes the sound along.
  @Test func soundGoesThroughTheGroupsAround() async throws {
    let found = try await film(
      """
      tracks:
        main:
          - group:
              inner: {group: {film: {clip: ramp.mkv}}, volume: 50%}
            duration: 4s
            volume: 50%
            fade: {out: 2s}
      instructions: [{during: 1s..1.5s, layers: {film: {volume: 0}}}]
      """, frames: [12, 31, 75])
    expect(found[0], 52, 52, 0.125)
    expect(found[1], 71, 71, 0)
    // Half of it is left half-way through the fade.
    expect(found[2], 16 + (115 - 16) / 2, 16 + (115 - 16) / 2, 0.0625)
  }

  @Test func aMemberHoldsItsLastFrameInATransition() async throws {
    let found = try await film(
      """
      tracks:
        main:
          - {group: {film: {clip: ramp.mkv, range: 0s..1s}}, duration: 1s}
          - {transition: wipe-left, duration: 1s, length: freeze}
          - {fill: white, duration: 2s}
      """, frames: [24, 31, 60])
    // Its last frame has a luma of 64; what is in the corner is wiped last.
    #expect(found[0].corner == 64 && found[1].corner == 64)
    #expect(found[2].corner == 235)
  }

  @Test func aTrackIsALayer() async throws {
    let found = try await film(
      """
      tracks:
        main: [{gap: 4s}]
        strip:
          size: 50%
          position: top-left
          opacity: 50%
          volume: {0s: 100%, 2s: 0%}
          clips: [{clip: ramp.mkv, range: 0s..2s, at: 1s}, {clip: ramp.mkv, range: 0s..1s, fit: cover}]
      """, frames: [20, 50, 80])
    expect(found[0], 16, 16, 0)
    // Keyframes count from its first clip; the middle of the film is outside of its box.
    expect(found[1], 16, 16 + (65 - 16) / 2, 0.25)
    expect(found[2], 16, 16 + (45 - 16) / 2, 0)
  }

  /// Each photo of a list is masked by what the footage shows meanwhile, not by its start again.
  @Test func footageMasksAList() async throws {
    let found = try await film(
      """
      assets: {photos: [white.png, white.png]}
      tracks:
        main: [{clip: photos, duration: 2s, mask: {clip: ramp.mkv, by: luma}}]
      """, frames: [25, 75, 99], isHeard: false)
    expect(found[0], 65, 65, 0)
    expect(found[1], 115, 115, 0)
    expect(found[2], 139, 139, 0)
  }

  /// A transition with `audio: cut` ends the sound of a group in its middle, as it does that of a clip.
  @Test func aCutOfSoundCutsMembers() async throws {
    let found = try await film(
      """
      tracks:
        main:
          - {group: {film: {clip: ramp.mkv, range: 0s..2s}}, duration: 2s}
          - {transition: dissolve, duration: 1s, length: overlap}
          - {clip: ramp.mkv, range: 0s..2s, audio: cut, volume: 0%}
      """, frames: [20, 33, 42])
    // Both are seen from 1 s to 2 s; the sound changes at 1.5 s.
    #expect(abs(found[0].level - 0.5) < 0.01)
    #expect(abs(found[1].level - 0.5) < 0.01)
    #expect(found[2].level < 0.01)
  }

  @Test func footageMasksInSilence() async throws {
    let found = try await film(
      """
      tracks:
        main: [{fill: white, duration: 4s, mask: {clip: ramp.mkv, by: luma}}]
      """, frames: [25, 75], isHeard: false)
    // White as far as the luma of the footage says: (65 - 16) / 219 of it.
    expect(found[0], 65, 65, 0)
    expect(found[1], 115, 115, 0)
  }
}
