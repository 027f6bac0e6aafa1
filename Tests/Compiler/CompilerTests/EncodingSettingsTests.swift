// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderProtocol
import Testing

@testable import Driver
@testable import Planning

/// The encoding settings of a project.
@Suite struct EncodingSettingsTests {
  private func world(_ output: String, canvas: String = "size: 640x360") -> TestWorld {
    TestWorld(
      project: """
        reel: 1
        canvas: {\(canvas), rate: 25}
        tracks: {main: [{clip: wide.mp4, range: 0s..3s}]}
        outputs: {film: {\(output)}}

        """)
  }

  private func film(_ output: String, canvas: String = "size: 640x360") async throws -> FilmPlan {
    let result = await world(output, canvas: canvas).compilation().plan()
    let product = try #require(result.product?.outputs.first?.product, "\(result.diagnostics)")
    guard case .film(let film) = product else { throw NoFilm() }
    return film
  }

  private struct NoFilm: Error {}

  private func settings(_ output: String, canvas: String = "size: 640x360") async throws -> String {
    let film = try await film(output, canvas: canvas)
    let encoding = try #require(film.segments.first?.encoding)
    return
      ([encoding.encoder, encoding.pixelFormat] + encoding.options.map { "\($0.name)=\($0.value)" })
      .joined(separator: " ")
  }

  @Test(arguments: [
    ("file: a.mp4, video: {options: {refs: 2, aq-mode: none}}", "libx264", "aq-mode"),
    ("file: a.m4a, audio: {options: {aac_coder: fast}}", "aac", "aac_coder"),
  ])
  func `options that an encoder refuses are found before anything is made`(
    _ output: String, _ encoder: String, _ option: String
  ) async throws {
    var world = self.world(output)
    #expect(await world.compilation().check().diagnostics.isEmpty)
    world.refusedOptions = [option]
    let found = await world.compilation().check()
    #expect(found.product == nil)
    #expect(
      found.diagnostics.map(\.message) == [
        "encoder '\(encoder)' refuses option '\(option)' of output 'film'"
      ])
    #expect(found.diagnostics.allSatisfy { $0.notes.map(\.message) == ["bad \(option)"] })
    let span = try #require(found.diagnostics.first?.span)
    let text = found.sources.files[Int(span.file.index)].text
    #expect(String(decoding: text[Int(span.start)..<Int(span.end)], as: UTF8.self) == option)
  }

  @Test func `settings are the encoder's own words`() async throws {
    #expect(
      try await settings(
        "file: a.mp4, video: {crf: 21.5, speed: slow, profile: main, level: 4.1, keyframes: 2s, options: {aq-mode: none, x264-params: {ref: 4}}}"
      )
        == "libx264 yuv420p preset=slow crf=21.5 x264-params=cpu-independent=1:open-gop=0:ref=4"
        + " profile=main level=4.1 g=50 aq-mode=none")
    // What the preset says of the same in the encoder's own settings would count in place of an option.
    #expect(
      try await settings(
        "file: a.mp4, preset: low, video: {options: {rc-lookahead: 60}}"
      )
      .hasSuffix("x264-params=cpu-independent=1:open-gop=0:b-pyramid=none rc-lookahead=60"))
    #expect(
      try await settings("file: a.mov, video: {codec: prores, profile: 4444}")
        == "prores_ks yuv444p10le profile=4444")
    #expect(
      try await settings("file: a.mov, video: dnxhd", canvas: "size: 640x360, depth: 10")
        == "dnxhd yuv422p10le profile=dnxhr_hqx")
    #expect(try await settings("file: a.webm, video: {bitrate: 1M}").contains("b=1000000"))
    #expect(
      try await settings("file: a.mp4, video: {codec: hevc, level: 4.1}").contains(":level-idc=4.1")
    )
    #expect(
      try await settings("file: a.mp4, video: {codec: hevc}, preset: lossless")
        .contains("lossless=1"))
  }

  @Test func `a deep canvas makes deep films`() async throws {
    for video in ["h264", "hevc", "vp9"] {
      let settings = try await settings(
        "file: a.mp4, video: \(video)", canvas: "size: 640x360, depth: 10")
      #expect(settings.contains("yuv420p10le"), "\(settings)")
    }
  }

  @Test func `the order of options makes no difference`() async throws {
    let one = try await film("file: a.mp4, video: {options: {aq-mode: none, refs: 2}}")
    let other = try await film("file: a.mp4, video: {options: {refs: 2, aq-mode: none}}")
    #expect(one.key == other.key)
  }

  static let conflicts: [(output: String, canvas: String, message: String)] = [
    (
      "file: a.mp4, video: {pixel-format: yuv420p}", "size: 640x360, depth: 10",
      "a canvas of 10 bits does not fit into the 8 bits of 'yuv420p'"
    ),
    (
      "file: a.mov, video: mjpeg", "size: 640x360, depth: 10",
      "a canvas of 10 bits does not fit into the 8 bits of 'yuv420p'"
    ),
    (
      "file: a.mp4, video: {profile: high}", "size: 640x360, depth: 10",
      "a canvas of 10 bits does not fit into the 8 bits of 'yuv420p'"
    ),
    (
      "file: a.mp4, video: {profile: high, pixel-format: yuv422p}", "size: 640x360",
      "profile 'high' has no pixel format 'yuv422p'"
    ),
    (
      "file: a.mov, preset: lossless, video: prores", "size: 640x360",
      "ProRes has no mode for the preset 'lossless'"
    ),
    (
      "file: a.mp4, preset: lossless, video: {crf: 20}", "size: 640x360",
      "a film without loss has neither a quality nor a bit rate"
    ),
    (
      "file: a.mp4, preset: lossless, video: {profile: high}", "size: 640x360",
      "a film without loss has a profile of its own"
    ),
    (
      "file: a.mov, video: dnxhd", "size: 128x72", "pictures of 128x72 are too small for DNxHR"
    ),
    (
      "file: a.mov, video: hevc", "size: 640x360, background: clear",
      "the film's background is not opaque, and hevc has no alpha here"
    ),
    (
      "file: a.mov, video: {profile: hq, codec: prores}", "size: 640x360, background: clear",
      "profile 'hq' has no alpha"
    ),
    (
      "file: a.webm, video: {bitrate: 2M}", "size: 640x360, background: clear",
      "a film with alpha has no bit rate: its alpha is coded beside its colours"
    ),
  ]

  @Test(arguments: conflicts)
  func `settings that do not fit together are an error`(
    _ output: String, _ canvas: String, _ message: String
  ) async {
    let result = await world(output, canvas: canvas).compilation().check()
    #expect(result.diagnostics.map(\.message) == [message])
    #expect(result.diagnostics.allSatisfy { $0.code.name == "codec-settings" && $0.hint != nil })
  }

  @Test func `check shows how outputs are encoded`() async throws {
    let outputs = [
      "file: a.mp4": "h264 crf 18 medium yuv420p",
      "file: a.mp4, video: {codec: hevc, bitrate: 2500k, speed: fast}": "hevc 2500k fast yuv420p",
      "file: a.webm, video: {crf: 40}": "vp9 crf 40 speed 2 yuv420p",
      "file: a.mov, video: dnxhd": "dnxhd hq yuv422p",
      "file: a.mov, video: mjpeg": "mjpeg yuv420p",
      "file: a.mkv, preset: lossless": "h264 lossless veryfast yuv420p",
    ]
    for (output, words) in outputs.sorted(by: { $0.key < $1.key }) {
      let result = await world(output).compilation().check()
      #expect(result.product?.particulars.first?.first == words)
    }
  }
}
