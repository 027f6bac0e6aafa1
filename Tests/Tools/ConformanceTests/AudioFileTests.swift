// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Sounds as whole films of sound alone: cut into many clips, and of all kinds of files and channel layouts.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct AudioFileTests {
  /// The film of sound that a project makes of `items`.
  private func film(
    _ items: [String], in reel: Reel, allowing folders: [String] = []
  ) async throws -> Sound {
    let tools = try #require(Places.ffmpeg)
    let text = "reel: 1\ntracks:\n  main:\n" + items.map { "    - \($0)\n" }.joined()
    let outcome = try await reel.build(
      text + "outputs: {mix: {file: mix.wav}}\n", options: ["--force"], allowing: folders,
      seconds: 240)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try await tools.sound(of: reel.folder / "mix.wav")
  }

  @Test(arguments: [48_000, 44_100, 22_050])
  func `a sine that is cut into a thousand clips and joined is the same sine`(
    rate: Int
  ) async throws {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    _ = try await tools.ffmpeg.data([
      "-v", "error", "-f", "lavfi", "-i",
      "aevalsrc='0.5*sin(2*PI*997*t)|0.5*cos(2*PI*440*t)':d=21:s=\(rate)",
      "-c:a", "pcm_f32le", reel.folder / "sine.wav",
    ])
    // Clips of 17 to 23 ms, at whole microseconds, which are no whole samples.
    func seconds(_ microseconds: Int) -> String {
      let digits = String(microseconds % 1_000_000)
      return "\(microseconds / 1_000_000)."
        + String(repeating: "0", count: 6 - digits.count) + digits + "s"
    }
    var place = 0
    let clips = (0..<1_000).map { index in
      let end = place + 17_000 + index * 7_919 % 6_001
      defer { place = end }
      return "{clip: sine.wav, id: c\(index), range: \(seconds(place))..\(seconds(end))}"
    }
    let whole = try await film(
      ["{clip: sine.wav, range: 0s..\(seconds(place))}"], in: reel)
    let cut = try await film(clips, in: reel)
    #expect(cut.count == whole.count && whole.count > 19 * Sound.rate)
    #expect(level(whole, 0) > -10)
    #expect(cut.difference(from: whole) <= -90, "\(cut.difference(from: whole)) dB")
    let worst = zip(cut.values, whole.values).map { abs($0 - $1) }.max() ?? 1
    #expect(worst <= 3.2e-5, "\(worst)")
  }

  @Test(arguments: [
    ("range: 0s..1s, effects: [{biquad: {b0: 0, b1: 0, b2: 0}}]", true), ("range: 0s..1s", false),
  ])
  func `a film that filters have made silent says so`(clip: String, isSilent: Bool) async throws {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    _ = try await tools.ffmpeg.data([
      "-v", "error", "-f", "lavfi", "-i", "sine=440:d=1", reel.folder / "tone.wav",
    ])
    for name in ["mix.m4a", "mix.wav", "mix.flac"] {
      try """
      reel: 1
      tracks: {main: [{clip: tone.wav, \(clip)}]}
      outputs: {mix: {file: \(name)}}

      """.write(toFile: reel.folder / "project.reel.yaml", atomically: true, encoding: .utf8)
      // Said again by a build that makes nothing.
      for _ in 0..<2 {
        let outcome = try await reel.run(["build", "project.reel.yaml"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("silent throughout") == isSilent, "\(outcome.errors)")
      }
    }
  }

  static let files = [
    "ambience_rain_60s.mp3", "bear_opus.opus", "guitar_mono_23s.mp3",
    "music_hungarian_dance_46s.ogg", "music_letsgofishin_stereo_133s.ogg",
    "music_sunflower_slow_drag_194s.ogg", "music_vibeace_cover_61s.ogg", "opus_51.mka",
    "pcm_f32_51_extensible.wav", "pcm_s16_96k_mono.wav", "sfx_robin_2s.ogg", "speech_16k_aac.m4a",
    "speech_librispeech_f_16k.ogg", "speech_nasa_8k_stereo.mp3",
  ]

  /// The level of a channel in dB.
  private func level(_ sound: Sound, _ channel: Int) -> Double {
    var power = 0.0
    for index in stride(from: channel, to: sound.values.count, by: 2) {
      power += Double(sound.values[index]) * Double(sound.values[index])
    }
    return 10 * log10(power / Double(max(1, sound.count)) + 1e-12)
  }

  /// Compares what a film has of a file with what ffmpeg decodes.
  private func expect(
    _ path: String, named name: String, in reel: Reel, allowing folders: [String] = []
  )
    async throws
  {
    let tools = try #require(Places.ffmpeg)
    let listing = try await MediaListing(path, with: tools, listsFrames: false)
    let decoded = try await tools.sound(of: path, stream: listing.audio)
    let made = try await film(["{clip: \(path)}"], in: reel, allowing: folders)
    // Where a file is shorter than its packets, ffmpeg's tool gives all that is in these.
    let rate = listing.audio?.sample_rate.flatMap { Int($0) } ?? Sound.rate
    let slack = max(Sound.rate / 50, 1024 * Sound.rate / rate)
    #expect(
      abs(made.count - decoded.count) <= slack, "\(name): \(made.count) \(decoded.count)")
    for channel in 0..<2 {
      let levels = (level(made, channel), level(decoded, channel))
      #expect(abs(levels.0 - levels.1) < 0.1, "\(name), channel \(channel): \(levels)")
    }
    let start = min(made.count, decoded.count) / 3
    let lag = made[start..<(start + 12_000)].lag(of: decoded[start..<(start + 12_000)], reach: 96)
    // Matroska rounds the start and the times of packets to milliseconds, each by half of one.
    #expect(abs(lag) <= (name.hasSuffix("mka") ? 72 : 48), "\(name): \(lag)")
  }

  @Test(
    .enabled(if: Places.media != nil, "there is no folder of real media; set REEL_MEDIA"),
    arguments: files)
  func `a file lasts as long as ffmpeg decodes it, and is as loud`(_ name: String) async throws {
    let media = try #require(Places.media)
    try await expect(media + "/audio/" + name, named: name, in: Reel(), allowing: [media])
  }

  @Test(
    .enabled(if: Places.media != nil, "there is no folder of real media; set REEL_MEDIA"))
  func `every file of sound is among those`() throws {
    let media = try #require(Places.media)
    let found = try FileManager.default.contentsOfDirectory(atPath: media + "/audio")
    #expect(Set(found).isSubset(of: Set(AudioFileTests.files)))
  }

  @Test(arguments: [
    "mono", "stereo", "2.1", "3.0", "3.1", "4.0", "quad", "5.0", "5.1", "6.1", "7.1",
  ])
  func `every layout of channels becomes stereo as ffmpeg makes it`(_ layout: String) async throws {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    let counts = [
      "mono": 1, "stereo": 2, "2.1": 3, "3.0": 3, "3.1": 4, "4.0": 4, "quad": 4, "5.0": 5,
      "5.1": 6, "6.1": 7, "7.1": 8,
    ]
    let tones = (0..<(counts[layout] ?? 0)).map { "0.2*sin(2*PI*\(300 + 170 * $0)*t)" }
    for (name, codec) in [("a.wav", "pcm_s16le"), ("a.flac", "flac"), ("a.mka", "libopus")] {
      // These are no layouts of Opus.
      if codec == "libopus", ["2.1", "3.1", "4.0"].contains(layout) { continue }
      _ = try await tools.ffmpeg.data([
        "-v", "error", "-f", "lavfi", "-i",
        "aevalsrc='\(tones.joined(separator: "|"))':c=\(layout):d=2:s=48000", "-c:a", codec,
        reel.folder / name,
      ])
      try await expect(reel.folder / name, named: "\(layout) \(name)", in: reel)
    }
  }
}
