// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Films within films that are played at another speed.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct NestedSpeedTests {
  private let films = NestedFilmTests()

  private static let canvas = "canvas: {size: 320x180, rate: 25}\n"

  /// The number of each frame of a film of `count` frames that is shown at a speed.
  private func shown(_ speed: String, of count: Int) -> [Int] {
    switch speed {
    case "2": Array(stride(from: 0, to: count, by: 2))
    case "0.5": (0..<2 * count).map { $0 / 2 }
    case "-1": (0..<count).reversed()
    default: Array(stride(from: count - 2, through: 0, by: -2))
    }
  }

  @Test(arguments: ["2", "0.5", "-1", "-2"])
  func framesAreThoseOfTheFilmWrittenHere(_ speed: String) async throws {
    let here = try await films.film(NestedFilmTests.content).dropLast()
    let nested = try await films.film(
      "tracks: {main: [{clip: inner.reel.yaml, speed: \(speed), audio: off}]}",
      ["inner.reel.yaml": Self.canvas + NestedFilmTests.content]
    ).dropLast()
    #expect(here.count == 90)
    #expect(Array(nested) == shown(speed, of: here.count).map { here[$0] })
  }

  /// The layers and transitions around a nested project see its frames, whichever way it is played.
  @Test func layersAndTransitionsAroundABackwardFilmAreThoseOfFootage() async throws {
    func project(_ clip: String) -> String {
      """
      tracks:
        main:
          - {clip: ramp.mkv, range: 0s..1s, audio: off}
          - {transition: fade, duration: 400ms}
          - {clip: \(clip), speed: -1, range: 0.4s..3.4s, rotation: 0deg -> 20deg, size: 80%, audio: off}
          - {transition: wipe-left, duration: 400ms}
          - {clip: ramp.mkv, range: 0s..1s, audio: off}
      overlays:
        inset: {clip: \(clip), reverse: true, during: 1s..3s, size: 30%, position: [80%, 20%], opacity: 0 -> 1, audio: off}
      """
    }
    let nested = try await films.film(
      project("inner.reel.yaml"),
      ["inner.reel.yaml": Self.canvas + "tracks: {main: [ramp.mkv]}"])
    #expect(nested.count > 100)
    #expect(nested == (try await films.film(project("ramp.mkv"))))
  }

  @Test(arguments: ["2", "0.5", "-1", "-2"])
  func aTrackIsItsFilmPlayedAtThatSpeed(_ speed: String) async throws {
    let track = """
      tracks:
        main:
          - {clip: ramp.mkv, range: 1s..3s, crop: [0, 0, 50%, 50%]}
          - {transition: wipe-left, duration: 400ms}
          - {clip: ramp.mkv, id: second, range: 0s..2s, volume: 50%}
      """
    let here = try await films.film(track)
    let nested = try await films.film(
      "tracks: {main: [{clip: inner.reel.yaml, speed: \(speed)}]}",
      ["inner.reel.yaml": Self.canvas + track])
    let played = try await films.film(
      track + "\ninstructions: [{layers: {main: {speed: \(speed)}}}]")
    #expect(here.count == 91)
    #expect(Array(played.dropLast()) == shown(speed, of: 90).map { here[$0] })
    // Its sound, too, is that of the film.
    #expect(played == nested)
  }

  /// A tone with clicks, four seconds long.
  private func tone(in reel: Reel) async throws {
    let tools = try #require(Places.ffmpeg)
    _ = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i",
      "aevalsrc='0.4*sin(2*PI*1000*t)+if(lt(mod(t,0.5),0.002),0.5,0)':s=48000:d=4",
      "-c:a", "pcm_s16le", reel.folder / "tone.wav",
    ])
  }

  @Test(arguments: ["2", "0.5", "-1", "-2"], ["", ", pitch: follow"])
  func soundIsThatOfTheFileItIsMadeOf(_ speed: String, _ pitch: String) async throws {
    var digests: [String] = []
    for clip in ["tone.wav", "inner.reel.yaml", "deep.reel.yaml"] {
      let reel = try Reel()
      try await tone(in: reel)
      try reel.folder.write("reel: 1\ntracks: {main: [tone.wav]}\n", to: "inner.reel.yaml")
      try reel.folder.write("reel: 1\ntracks: {main: [inner.reel.yaml]}\n", to: "deep.reel.yaml")
      let outcome = try await reel.build(
        """
        reel: 1
        outputs: {film: {file: film.wav}}
        tracks: {main: [{clip: \(clip), speed: \(speed), range: 0.25s..3.75s\(pitch)}]}

        """)
      try #require(outcome.status == 0, "\(outcome.errors)")
      digests.append(
        try #require(try await NestedFilmTests.digests(of: reel.folder / "film.wav").last))
    }
    #expect(Set(digests).count == 1)
  }

  /// A change of what is heard in it makes the sound again, and nothing else does.
  @Test func aFilmAtAnotherSpeedIsMadeAgainWhereItsSoundChanges() async throws {
    let reel = try Reel()
    try await tone(in: reel)
    func inner(_ volume: String) -> String {
      "reel: 1\ntracks: {main: [{clip: tone.wav, volume: \(volume)}]}\n"
    }
    try reel.folder.write(inner("50%"), to: "inner.reel.yaml")
    let project = """
      reel: 1
      outputs: {film: {file: film.wav}}
      tracks: {main: [{clip: inner.reel.yaml, speed: 2}]}

      """
    try #require(try await reel.build(project).status == 0)
    let same = try await reel.run(["explain", "project.reel.yaml"])
    #expect(same.text.contains("nothing") || same.text.contains("up to date"), "\(same.text)")
    let making = try await reel.run(["explain", "project.reel.yaml", "0s..1s"])
    #expect(making.status == 0)
    #expect(making.text.contains("mixed of 1 clip"), "\(making.text)")
    try reel.folder.write(inner("25%"), to: "inner.reel.yaml")
    let told = try await reel.run(["explain", "project.reel.yaml"])
    #expect(told.text.contains("what is heard of clip 'inner.reel' changed"), "\(told.text)")
    try #require(try await reel.run(["build", "project.reel.yaml"]).status == 0)
    let changed = try await NestedFilmTests.digests(of: reel.folder / "film.wav").last
    let clean = try Reel()
    try await tone(in: clean)
    try clean.folder.write(inner("25%"), to: "inner.reel.yaml")
    try #require(try await clean.build(project).status == 0)
    #expect(changed == (try await NestedFilmTests.digests(of: clean.folder / "film.wav").last))
  }

  /// Causes are said where the user wrote them: values of a film, clips of a fast track, the pitch.
  @Test func reasonsAreLinesOfTheProject() async throws {
    let reel = try Reel()
    try await tone(in: reel)
    try reel.folder.write(
      """
      reel: 1
      canvas: {size: 320x180}
      params: {name: {type: text}}
      tracks: {main: [{text: "${name}", duration: 2s}]}

      """, to: "card.reel.yaml")
    func project(name: String = "Ada", range: String = "0s..3s", pitch: String = "") -> String {
      """
      reel: 1
      canvas: {size: 320x180}
      outputs: {film: {file: film.mkv, preset: low}}
      tracks:
        main:
          - {clip: card.reel.yaml, with: {name: \(name)}}
        heard:
          - {clip: tone.wav, range: \(range)}
      instructions:
        - layers: {heard: {speed: 2\(pitch)}}

      """
    }
    try #require(try await reel.build(project()).status == 0)
    func reasons(_ text: String) async throws -> String {
      try reel.folder.write(text, to: "project.reel.yaml")
      return try await reel.run(["explain", "project.reel.yaml"]).text
    }
    #expect(
      try await reasons(project(name: "Grace")).contains(
        "with.name of clip 'card.reel' changed: Grace was Ada (project.reel.yaml:6)"))
    #expect(
      try await reasons(project(range: "0s..2s")).contains(
        "range of clip 'tone' changed: 0s..2s was 0s..3s (project.reel.yaml:8)"))
    let pitched = try await reasons(project(pitch: ", pitch: follow"))
    #expect(pitched.contains("pitch of 'heard' in instruction 1 is new: follow"), "\(pitched)")
    #expect(!pitched.contains("processor"), "\(pitched)")
    let entries = try await reel.run(["check", "-v", "project.reel.yaml"]).text
    #expect(entries.contains("tone.wav 0..3 s"), "\(entries)")
    #expect(entries.contains("at 2x, pitch follow") && entries.contains("with name: Ada"))
  }
}
