// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import RenderProtocol
import Testing

@testable import Catalog
@testable import Driver
@testable import Planning

/// Outputs that are made for players.
@Suite struct ProfileTests {
  private func world(_ output: String, canvas: String) -> TestWorld {
    TestWorld(
      project: """
        reel: 1
        canvas: {\(canvas)}
        tracks: {main: [{clip: wide.mp4, range: 0s..3s}]}
        outputs: {film: {\(output)}}

        """)
  }

  private func film(
    _ output: String, canvas: String = "size: 1280x720, rate: 25"
  ) async throws -> (film: FilmPlan, canvas: CanvasFormat) {
    let result = await world(output, canvas: canvas).compilation().plan()
    let plan = try #require(result.product?.outputs.first, "\(result.diagnostics)")
    guard case .film(let film) = plan.product else { throw NoFilm() }
    return (film, plan.canvas)
  }

  private struct NoFilm: Error {}

  private func settings(
    _ output: String, canvas: String = "size: 1280x720, rate: 25"
  ) async throws -> String {
    let encoding = try #require(
      try await film(output, canvas: canvas).film.segments.first?.encoding)
    return
      ([encoding.encoder, encoding.pixelFormat] + encoding.options.map { "\($0.name)=\($0.value)" })
      .joined(separator: " ")
  }

  private func mistakes(_ output: String, canvas: String) async -> [String] {
    await world(output, canvas: canvas).compilation().check().diagnostics
      .filter { $0.severity == .error }.map { "\($0.code.name): \($0.message)" }
  }

  @Test func `what an output does not say is as its players want it`() async throws {
    let web = try await settings("file: a.mp4, profile: web")
    #expect(web.hasPrefix("libx264 yuv420p preset=medium crf=18"))
    #expect(
      web.hasSuffix(" profile=high level=3.1 g=50 maxrate=17500000 bufsize=17500000"), "\(web)")
    let social = try await settings(
      "file: a.mp4, profile: social", canvas: "size: 1920x1080, rate: 60")
    #expect(social.contains("level=4.2 g=60 maxrate=25000000"), "\(social)")
    #expect(try await settings("file: a.webm, profile: web").contains("libvpx-vp9 yuv420p"))
    let photos = try await settings(
      "file: a.mov, profile: photos, video: hevc", canvas: "size: 640x360, rate: 25, color: hlg")
    #expect(photos.hasPrefix("libx265 yuv420p10le"), "\(photos)")
    let archive = try await settings("file: a.mkv, profile: archive")
    #expect(archive.contains("qp=0"), "\(archive)")
  }

  @Test func `sound in Opus has a constant rate at any number of bits`() async throws {
    for keys in ["", ", profile: web", ", audio: {bitrate: 64k}"] {
      let sound = try #require(try await film("file: a.webm" + keys).film.sound)
      #expect(sound.encoding.options.map(\.name) == ["b", "vbr"], "\(keys)")
      #expect(sound.encoding.options.last?.value == "off")
    }
  }

  @Test func `what an output says counts`() async throws {
    let own = try await settings(
      "file: a.mp4, profile: web, preset: low, video: {profile: main, level: 4, keyframes: 4s}"
    )
    #expect(own.contains("crf=26"))
    #expect(
      own.hasSuffix(" profile=main level=4 g=100 maxrate=20000000 bufsize=20000000"), "\(own)")
  }

  @Test func `sound is as players want it`() async throws {
    let film = try await film("file: a.mp4, profile: tv").film
    let sound = try #require(film.sound)
    #expect(sound.encoding.usualBits == 256_000)
    #expect(sound.encoding.level?.loudness == -23 && sound.encoding.level?.peak == -1)
    let own = try await self.film(
      "file: a.mp4, profile: social, loudness: -16 LUFS, audio: {bitrate: 96k}")
    let quiet = try #require(own.film.sound)
    #expect(quiet.encoding.usualBits == 96_000)
    #expect(quiet.encoding.level?.loudness == -16)
  }

  @Test func `larger films are made smaller`() async throws {
    let canvas = try await film(
      "file: a.mp4, profile: social", canvas: "size: 3840x2160, rate: 25"
    ).canvas
    #expect(canvas.size == PixelSize(1920, 1080))
    #expect(PixelSize(2160, 3840).fitted(in: PixelSize(1920, 1080)) == PixelSize(1080, 1920))
    #expect(PixelSize(4000, 1000).fitted(in: PixelSize(1920, 1080)) == PixelSize(1920, 480))
    #expect(PixelSize(2000, 2000).fitted(in: PixelSize(1920, 1080)) == PixelSize(1080, 1080))
    #expect(PixelSize(640, 360).fitted(in: PixelSize(1920, 1080)) == PixelSize(640, 360))
  }

  static let conflicts: [(output: String, canvas: String, message: String)] = [
    (
      "file: a.mp4, profile: tv", "size: 640x360, rate: 100",
      "profile: profile 'tv' (television sets) does not take a film of 100 frames a second"
    ),
    (
      "file: a.mp4, profile: web", "size: 640x360, rate: 25, color: hlg",
      "profile: profile 'web' (browsers) does not take a canvas in HDR"
    ),
    (
      "file: a.mp4, profile: web", "size: 640x360, rate: 25, depth: 10",
      "profile: profile 'web' (browsers) does not take a canvas of 10 bits"
    ),
    (
      "file: a.mp4, profile: web", "size: 640x360, rate: 25, channels: 5.1",
      "profile: profile 'web' (browsers) does not take sound in 5.1"
    ),
    (
      "file: a.mp4, profile: web, video: {level: 3}", "size: 1920x1080, rate: 25",
      "profile: profile 'web' (browsers) does not take level 3 with 1920x1080 at 25 frames a second"
    ),
    (
      "file: a.mp4, profile: web", "size: 3840x2160, rate: 60",
      "profile: profile 'web' (browsers) does not take 3840x2160 at 60 frames a second"
    ),
  ]

  @Test(arguments: conflicts.indices)
  func `a canvas that players do not take is a mistake`(_ index: Int) async {
    let conflict = ProfileTests.conflicts[index]
    #expect(await mistakes(conflict.output, canvas: conflict.canvas) == [conflict.message])
  }

  @Test func `levels hold what the standard says`() throws {
    let full = PixelSize(1920, 1080)
    #expect(H264Level.usual(for: full, rate: Time(30))?.name == "4")
    #expect(H264Level.usual(for: full, rate: Time(60))?.name == "4.2")
    #expect(H264Level.usual(for: PixelSize(3840, 2160), rate: Time(30))?.name == "5.1")
    #expect(H264Level.usual(for: PixelSize(1280, 720), rate: Time(30))?.name == "3.1")
    #expect(H264Level.usual(for: PixelSize(320, 180), rate: Time(25))?.name == "3")
    let level = try #require(H264Level("4"))
    #expect(level.holds(full, rate: Time(30)) && !level.holds(full, rate: Time(31)))
    #expect(level.references(full) == 4)
    #expect(!level.holds(PixelSize(8192, 16), rate: Time(1)))
    #expect(H264Level("7") == nil && H264Level(number: 42)?.name == "4.2")
  }
}
