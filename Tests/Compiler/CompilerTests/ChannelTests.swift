// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import RenderProtocol
import Testing

@testable import Planning

/// The channels of the canvas, from the project to the plan.
@Suite struct ChannelTests {
  private func world(_ project: String, _ projects: [String: String] = [:]) -> TestWorld {
    var world = TestWorld(
      project: "reel: 1\n" + project + "\n",
      media: TestWorld.shelf.merging([
        "five.mp4": AudioCopyTests.take(channels: 6), "two.mp4": AudioCopyTests.take(),
        "one.mp4": AudioCopyTests.take(channels: 1),
      ]) { $1 })
    world.projects = projects.mapValues { "reel: 1\n" + $0 + "\n" }
    return world
  }

  private func films(
    _ project: String, _ projects: [String: String] = [:]
  ) async throws -> [FilmPlan] {
    let result = await world(project, projects).compilation().plan()
    let plan = try #require(
      result.product,
      "\(DiagnosticPrinter(width: 80).render(result.diagnostics, in: result.sources))")
    return plan.outputs.compactMap(\.film)
  }

  private func errors(_ project: String) async -> [String] {
    let result = await world(project).compilation().check()
    return result.diagnostics.map { diagnostic in
      let span = diagnostic.span.map {
        String(decoding: result.sources[$0.file].text[Int($0.start)..<Int($0.end)], as: UTF8.self)
      }
      return "\(diagnostic.code.name) \(span ?? ""): \(diagnostic.message)"
    }
  }

  @Test func `a film is mixed and encoded on the channels of its canvas`() async throws {
    let films = try await films(
      """
      canvas: {size: 1280x720, channels: 5.1}
      tracks: {main: [wide.mp4]}
      outputs:
        a: a.mp4
        b: {file: b.m4a, canvas: {channels: stereo}}
        c: {file: c.flac, canvas: {channels: 7.1}}
        d: {file: d.wav, canvas: {channels: mono}}
        e: {file: e.mp4, canvas: {channels: stereo}, audio: {bitrate: 96k}}
      """)
    let sounds = try films.map { try #require($0.sound) }
    #expect(sounds.map(\.program.layout) == [.surround, .stereo, .wideSurround, .mono, .stereo])
    #expect(sounds.map(\.encoding.layout) == sounds.map(\.program.layout))
    let bits = [512_000, 256_000, nil, nil, 96_000]
    #expect(sounds.map(\.encoding.usualBits) == bits)
    #expect(sounds.map(\.encoding.isOfConstantQuality) == bits.map { $0 != nil })
    for sound in sounds {
      #expect(sound.chunks.allSatisfy { $0.program.layout == sound.program.layout })
    }
    // Pictures are the same, whatever is heard.
    #expect(films[0].segments.map(\.key) == films[4].segments.map(\.key))
    #expect(films[0].key != films[4].key)
  }

  @Test func `stereo that is written is the stereo that is usual`() async throws {
    let main = "tracks: {main: [wide.mp4], music: [song.ogg]}"
    let usual = try await films(main)
    #expect(try await films(main + "\ncanvas: {channels: stereo}").map(\.key) == usual.map(\.key))
    #expect(try await films(main + "\ncanvas: {channels: mono}").map(\.key) != usual.map(\.key))
  }

  @Test(arguments: [
    ("five.mp4", "5.1", true), ("five.mp4", "stereo", false), ("two.mp4", "stereo", true),
    ("two.mp4", "5.1", false), ("one.mp4", "mono", true), ("one.mp4", "stereo", false),
    ("five.mp4", nil, true), ("one.mp4", nil, true),
  ])
  func `a sound is copied where the canvas asks for no other channels`(
    file: String, channels: String?, isCopied: Bool
  ) async throws {
    let canvas = channels.map { "canvas: {channels: \($0)}\n" } ?? ""
    let films = try await films(
      canvas + "tracks: {main: [\(file)]}\noutputs: {a: {file: a.mp4, preset: passthrough}}")
    let sound = try #require(films.first?.sound)
    #expect((sound.copy != nil) == isCopied, "\(sound.copyObstacle ?? "")")
    if !isCopied { #expect(sound.copyObstacle?.hasPrefix("it has ") == true) }
  }

  @Test func `what is encoded beside a copied sound has its channels`() async throws {
    let films = try await films(
      """
      canvas: {channels: 5.1}
      tracks: {main: [five.mp4, {clip: five.mp4, range: 0s..2s, volume: 50%}]}
      outputs: {a: {file: a.mp4, preset: passthrough}}
      """)
    let copy = try #require(films.first?.sound?.copy)
    #expect(copy.encoding?.layout == .surround && copy.mix?.layout == .surround)
    #expect(copy.intervals.count == 2)
  }

  @Test func `a film within a film has the channels around it, unless it asks for others`()
    async throws
  {
    func clips(_ canvas: String) async throws -> [AudioClip] {
      let films = try await films(
        "canvas: {channels: 5.1}\ntracks: {main: [card.reel.yaml]}",
        ["card.reel.yaml": canvas + "tracks: {main: [song.ogg]}"])
      return try #require(films.first?.sound).program.clips
    }
    let inner = try await clips("")
    #expect(inner.count == 1 && inner[0].mix == nil)
    #expect(try await clips("canvas: {channels: 5.1}\n") == inner)
    let mapped = try await clips("canvas: {channels: stereo}\n")
    #expect(mapped.count == 1 && mapped[0].mix?.program.layout == .stereo)
  }

  @Test(arguments: ["", "canvas: {channels: stereo}\n", "canvas: {channels: 5.1}\n"])
  func `the loudness of a clip in a nested film is measured on the channels that it is heard on`(
    canvas: String
  ) async throws {
    let films = try await films(
      """
      tracks: {main: [card.reel.yaml]}
      outputs: {a: a.mp4, b: {file: b.m4a, canvas: {channels: 5.1}}}
      """, ["card.reel.yaml": canvas + "tracks: {main: [{clip: song.ogg, loudness: -20}]}"])
    let gains: [[Double]] = try films.map { film in
      let clip = try #require(film.sound?.program.clips.first)
      return (clip.mix?.program.clips.first ?? clip).gains.map {
        guard case .constant(let factor) = $0 else { return 0 }
        return (factor * 10_000).rounded()
      }
    }
    // It is 3 dB softer in surround here.
    let raised = 14_125.0
    let wanted: [[Double]] =
      canvas.isEmpty ? [[], [raised]] : canvas.contains("5.1") ? [[raised], [raised]] : [[], []]
    #expect(gains == wanted)
  }

  @Test(arguments: ["left", "right", "mid"])
  func `the only channel of a sound is heard wherever it is`(route: String) async throws {
    func clips(_ keys: String) async throws -> [AudioClip] {
      let films = try await films(
        "canvas: {channels: 5.1}\ntracks: {main: [{clip: one.mp4\(keys)}]}")
      return try #require(films.first?.sound).program.clips
    }
    #expect(try await clips(", channels: \(route)") == clips(""))
    #expect(try await clips(", channels: side") != clips(""))
  }

  @Test(arguments: ["wide.reel.yaml, card.reel.yaml", "card.reel.yaml, wide.reel.yaml"])
  func `a film that is shown on several layouts is mixed on each`(order: String) async throws {
    let films = try await films(
      "tracks: {main: [\(order)]}",
      [
        "wide.reel.yaml": "canvas: {channels: 5.1}\ntracks: {main: [card.reel.yaml]}",
        "card.reel.yaml": "tracks: {main: [song.ogg]}",
      ])
    let clips = try #require(films.first?.sound).program.clips
    #expect(clips.count == 2 && clips.count { $0.mix == nil } == 1)
    #expect(clips.compactMap(\.mix?.program.layout) == [.surround])
  }

  @Test func `what has no such channels is refused where it is written`() async {
    let found = await errors(
      "canvas: {channels: 5.1}\ntracks: {main: [song.ogg]}\noutputs: {a: a.mp3, b: b.wav}")
    #expect(found == ["channel-codec a.mp3: MP3 has no sound of 5.1"])
    let aac = await errors(
      "canvas: {channels: 7.1}\ntracks: {main: [song.ogg]}\noutputs: {a: a.m4a, b: b.flac}")
    #expect(aac == ["channel-codec a.m4a: AAC has no sound of 7.1"])
    let other = await errors(
      """
      tracks: {main: [song.ogg]}
      outputs: {b: {file: b.m4a, audio: {codec: alac}, canvas: {channels: 7.1}}}
      """)
    #expect(other.first?.hasPrefix("channel-codec alac: ALAC has no sound of 7.1") == true)
    #expect(
      await errors("canvas: {channels: mono}\ntracks: {a: [song.ogg]}\noutputs: {a: a.mp3}") == [])
    #expect(
      await errors(
        "canvas: {channels: 5.1}\ntracks: {a: [{clip: five.mp4, channels: [1, 2, 3, 4, 5, 6]}]}"
      )
      .contains { $0.hasPrefix("channel-count") } == false)
    #expect(
      await errors("tracks: {a: [{clip: five.mp4, channels: [1, 2, 3, 4, 5, 6]}]}")
        .contains { $0.hasPrefix("channel-count [1, 2, 3, 4, 5, 6]") })
  }

  @Test(arguments: [
    ("mono", "opus", "320k", "Opus of mono has 12k to 256k bits a second"),
    ("mono", "aac", "320k", "AAC of mono has 32k to 288k bits a second"),
    ("stereo", "opus", "600k", "Opus of stereo has 12k to 510k bits a second"),
    ("5.1", "opus", "1536k", nil), ("5.1", "aac", "1M", nil), ("mono", "aac", "96k", nil),
  ])
  func `a bit rate that an encoder has not for the channels is refused where it is written`(
    channels: String, codec: String, bitrate: String, message: String?
  ) async {
    let found = await errors(
      "canvas: {channels: \(channels)}\ntracks: {a: [wide.mp4]}\n"
        + "outputs: {a: {file: a.mp4, audio: {codec: \(codec), bitrate: \(bitrate)}}}")
    #expect(found == (message.map { ["channel-bitrate \(bitrate): \($0)"] } ?? []))
  }

  @Test(arguments: ["file: a.png, at: 1s", "file: a.mp4, audio: off"])
  func `channels of an output without sound are told to change nothing`(output: String) async {
    let found = await errors(
      "tracks: {a: [wide.mp4]}\noutputs: {a: {\(output), canvas: {channels: 5.1}}}")
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("idle-setting 5.1: 'channels' changes nothing") == true)
    let project = await errors(
      "canvas: {channels: 5.1}\ntracks: {a: [wide.mp4]}\noutputs: {a: {\(output)}}")
    #expect(project == [])
  }
}
