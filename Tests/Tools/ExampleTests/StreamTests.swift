// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Files with several streams, of which some are seen and heard.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct StreamTests {
  private static let tones = [400.0, 1000, 2500]

  /// A file with two pictures, black and white, and three tones, of which the second is marked as default.
  private func source(in reel: Reel) async throws {
    let tools = try #require(Places.ffmpeg)
    var arguments = ["-v", "error"]
    for color in ["black", "white"] {
      arguments += ["-f", "lavfi", "-i", "color=\(color):s=64x48:r=25:d=8"]
    }
    for (index, tone) in StreamTests.tones.enumerated() {
      let level = [0.4, 0.04, 0.2][index]
      let sound = "\(level)*sin(2*PI*\(tone)*t)"
      arguments += ["-f", "lavfi", "-i", "aevalsrc='\(sound)|\(sound)':d=8:s=48000"]
    }
    for stream in 0..<5 { arguments += ["-map", "\(stream)"] }
    arguments += [
      "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "192k",
      "-metadata:s:a:0", "language=ger", "-metadata:s:a:1", "language=eng",
      "-metadata:s:a:2", "title=Commentary", "-disposition:a", "0", "-disposition:a:1", "default",
      reel.folder / "tongues.mkv",
    ]
    _ = try await tools.ffmpeg.data(arguments)
  }

  /// The level of each tone in the middle of each second of a file, in dB.
  private func levels(_ path: String) async throws -> [[Double]] {
    let tools = try #require(Places.ffmpeg)
    let data = try await tools.ffmpeg.data([
      "-v", "error", "-i", path, "-af", "pan=mono|c0=c0", "-f", "f32le", "-",
    ])
    let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    return stride(from: 0, to: samples.count - 47_999, by: 48_000).map { start in
      StreamTests.tones.map { tone in
        var (a, b) = (0.0, 0.0)
        for n in (start + 12_000)..<(start + 36_000) {
          let phase = 2 * Double.pi * tone * Double(n) / 48_000
          a += Double(samples[n]) * cos(phase)
          b += Double(samples[n]) * sin(phase)
        }
        return 20 * log10((a * a + b * b).squareRoot() / 12_000 + 1e-9)
      }
    }
  }

  @Test func `the streams that are asked for are heard, at their levels`() async throws {
    let reel = try Reel()
    try await source(in: reel)
    try reel.folder.write(
      """
      reel: 1
      tracks:
        main:
          - {clip: tongues.mkv, range: 0s..1s}
          - {clip: tongues.mkv, range: 1s..2s, streams: {audio: 0, video: 1}}
          - {clip: tongues.mkv, range: 2s..3s, streams: {audio: {title: Commentary}}}
          - {clip: tongues.mkv, range: 3s..4s, streams: {audio: [{language: de}, {stream: 2, volume: -6dB}]}}
          - {clip: tongues.mkv, range: 4s..5s, streams: {audio: {language: en}}, loudness: -20 LUFS}
          - {clip: tongues.mkv, range: 5s..6s, streams: {audio: 0}, loudness: -20 LUFS}
          - {group: {a: {clip: tongues.mkv, range: 0s..1s, streams: {audio: 2}}}, duration: 1s}
      outputs: {film: {file: film.mov, audio: {codec: pcm}}}
      """, to: "a.reel.yaml")
    let outcome = try await reel.run(["build", "a.reel.yaml"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let levels = try await levels(reel.folder / "film.mov")
    let own = [0.4, 0.04, 0.2].map { 20 * log10($0) }
    // Of two channels of a sine, -20 LUFS is a peak of -20 dB apart from the weighting of its frequency.
    let wanted: [[Double?]] = [
      [nil, own[1], nil], [own[0], nil, nil], [nil, nil, own[2]], [own[0], nil, own[2] - 6],
      [nil, -20, nil], [-19.3, nil, nil], [nil, nil, own[2]],
    ]
    #expect(levels.count == 7)
    for (second, (found, wanted)) in zip(levels, wanted).enumerated() {
      for (level, wanted) in zip(found, wanted) {
        let isRight = wanted.map { abs(level - $0) < (second == 4 || second == 5 ? 1 : 0.2) }
        #expect(isRight ?? (level < -60), "second \(second): \(found)")
      }
    }
    let tools = try #require(Places.ffmpeg)
    let pictures = try await tools.ffmpeg.data([
      "-v", "error", "-i", reel.folder / "film.mov", "-vf", "fps=1,scale=1:1,format=gray", "-f",
      "rawvideo", "-",
    ])
    #expect(pictures.count == 7 && pictures[1] > 200 && pictures[0] < 40 && pictures[2] < 40)
    let probed = try await reel.run(["probe", "tongues.mkv"])
    let text = String(decoding: probed.output, as: UTF8.self)
    #expect(text.contains("audio 2") && text.contains("title 'Commentary'"), "\(text)")
  }

  @Test func `packets are copied of the stream that is chosen`() async throws {
    let reel = try Reel()
    try await source(in: reel)
    for (name, stream) in [("usual", 1), ("chosen", 0)] {
      try reel.folder.write(
        """
        reel: 1
        tracks: {main: [{clip: tongues.mkv, streams: {audio: \(stream)}}]}
        outputs: {film: {file: \(name).mp4, copy: when-possible}}
        """, to: "\(name).reel.yaml")
      let outcome = try await reel.run(["build", "\(name).reel.yaml"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      let levels = try await levels(reel.folder / "\(name).mp4")
      let own = [0.4, 0.04, 0.2].map { 20 * log10($0) }
      for found in levels {
        for tone in StreamTests.tones.indices {
          let isRight = tone == stream ? abs(found[tone] - own[tone]) < 0.2 : found[tone] < -60
          #expect(isRight, "\(name): \(found)")
        }
      }
    }
  }
}
