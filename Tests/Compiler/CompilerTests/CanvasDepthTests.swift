// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import RenderProtocol
import Testing

@testable import Planning

/// Depth and colour of a canvas, as set by the project.
@Suite struct CanvasDepthTests {
  private static let hlg = ColorTags(
    matrix: "bt2020nc", primaries: "bt2020", transfer: "arib-std-b67", range: "tv")

  /// The plan of a project of `rest`, with a 10-bit HLG take in addition to the shelf's media.
  private func plan(_ rest: String) async throws -> (plan: BuildPlan, diagnostics: [Diagnostic]) {
    var take = CopyingTests.take([0, 4], seconds: 8, color: Self.hlg, pixels: "yuv420p10le")
    take.container = ContainerFacts(light: LightFacts(luminance: [50, 10_000_000]))
    let world = TestWorld(
      project: "reel: 1\n\(rest)\n", media: TestWorld.shelf.merging(["take.mp4": take]) { $1 })
    let result = await world.compilation().plan()
    return (try #require(result.product, "\(result.diagnostics)"), result.diagnostics)
  }

  private func films(_ rest: String) async throws -> [FilmPlan] {
    try await plan(rest).plan.outputs.compactMap {
      if case .film(let film) = $0.product { film } else { nil }
    }
  }

  @Test(arguments: [
    ("{depth: 10}", "bt709:bt709/bt709/bt709/tv/10"),
    ("{color: bt709}", "bt709:bt709/bt709/bt709/tv"),
    ("{color: bt709, depth: 10}", "bt709:bt709/bt709/bt709/tv/10"),
    ("{color: bt601, depth: 8}", "smpte170m:smpte170m/smpte170m/smpte170m/tv"),
    ("{color: bt601, depth: 10}", "smpte170m:smpte170m/smpte170m/smpte170m/tv/10"),
    ("{color: bt2020}", "bt2020nc:bt2020nc/bt2020/bt2020-10/tv/10"),
    ("{color: hlg}", "bt2020nc:bt2020nc/bt2020/arib-std-b67/tv/10"),
    ("{color: pq, depth: 10}", "bt2020nc:bt2020nc/bt2020/smpte2084/tv/10"),
  ])
  func `films and pictures are composed and encoded in the depth and colour of the canvas`(
    _ canvas: String, _ color: String
  ) async throws {
    let plan = try await plan(
      """
      canvas: \(canvas)
      tracks: {main: [wide.mp4]}
      outputs: {a: a.mp4, b: {file: b.webm, preset: low}, c: {file: c.mkv, preset: lossless}, d: d.png}
      """
    ).plan
    for output in plan.outputs {
      // A png has a chroma sample for each pixel.
      let color = output.name == "d" ? color + "/444" : color
      #expect("\(output.canvas.color)" == color)
      switch output.product {
      case .film(let film):
        for segment in film.segments {
          #expect("\(segment.program.canvas.color)" == color)
          #expect(
            segment.encoding.pixelFormat == (color.hasSuffix("/10") ? "yuv420p10le" : "yuv420p"))
        }
      case .still(let request, _): #expect("\(request.program.canvas.color)" == color)
      case .text: break
      }
    }
  }

  @Test(arguments: ["8", "10"])
  func `what holds all chroma is composed in 4:4:4`(_ depth: String) async throws {
    /// Pixel formats of the encodings of each output, or the encoder of a still, with a mark for 4:4:4.
    func forms(_ background: String, _ rest: String, _ outputs: String) async throws -> [String] {
      let plan = try await plan(
        "canvas: {background: \(background), depth: \(depth)}\n\(rest)\noutputs: {\(outputs)}"
      ).plan
      return plan.outputs.map { output in
        let mark = output.canvas.color.hasFullChroma ? " full" : ""
        switch output.product {
        case .film(let film):
          #expect(film.segments.allSatisfy { $0.program.canvas.color == output.canvas.color })
          return (film.segments.first?.encoding.pixelFormat ?? "") + mark
        case .still(let request, _):
          #expect(request.program.canvas.color == output.canvas.color)
          return request.encoder + mark
        case .text: return ""
        }
      }
    }
    let bits = depth == "10" ? "10le" : ""
    let outputs =
      "a: {file: a.mkv, preset: lossless}, b: b.mp4, c: c.png, d: d.jpg, e: {file: e.mp4, preset: lossless, copy: when-possible}"
    let half = "yuv420p\(bits)"
    // Lossless footage keeps its samples.
    let footage = "tracks: {main: [wide.mp4]}"
    #expect(
      try await forms("black", footage, outputs) == [half, half, "png full", "mjpeg", half])
    for more in ["[wide.mp4, {fill: red, duration: 1s}]", "[wide.mp4, {text: Hello}]"] {
      #expect(
        try await forms("black", "tracks: {main: \(more)}", outputs)
          == ["yuv444p\(bits) full", half, "png full", "mjpeg", half])
    }
    #expect(
      try await forms("clear", footage, "a: a.mov, b: {file: b.mov, preset: passthrough}")
        == ["yuva444p10le full", "yuva444p10le full"])
    if depth == "8" {
      #expect(try await forms("clear", footage, "a: a.webm, b: b.png") == ["yuva420p", "png full"])
    }
  }

  @Test func `an output that copies has the depth and the colour of one that does not`()
    async throws
  {
    let outputs = "outputs: {a: {file: a.mp4, preset: passthrough}, b: {file: b.mp4, preset: low}}"
    for canvas in ["{}", "{color: hlg}", "{depth: 10}"] {
      let films = try await films("canvas: \(canvas)\ntracks: {main: [take.mp4]}\n\(outputs)")
      #expect(films.map { $0.segments.contains(where: \.isCopied) } == [true, false])
      for segment in films.flatMap(\.segments) {
        #expect(segment.program.canvas.color.tags == Self.hlg)
        #expect(segment.program.canvas.color.depth == 10)
      }
      #expect(films[0].facts?.light == films[1].facts?.light)
      #expect(films[1].facts?.light?.luminance == [50, 10_000_000])
    }
  }

  @Test func `formats without alpha are refused if the background is not opaque`() async throws {
    func message(_ canvas: String, _ output: String, _ rest: String = "") async -> String? {
      let text = """
        reel: 1
        canvas: \(canvas)
        tracks: {main: [wide.mp4]}
        \(rest)
        outputs: {film: \(output)}

        """
      let found = await TestWorld(project: text).compilation().plan().diagnostics
      guard let error = found.first(where: { $0.severity == .error }) else { return nil }
      #expect(error.code.name == "no-alpha" && error.hint?.contains("ProRes 4444") == true)
      let place = error.span.map { Array(text.utf8)[Int($0.start)..<Int($0.end)] } ?? []
      return String(decoding: place, as: UTF8.self) + " " + error.message
    }
    let reason = "the film's background is not opaque, but"
    let clear = "{background: clear}"
    #expect(await message(clear, "a.mp4") == "a.mp4 \(reason) mp4 holds no alpha here")
    #expect(await message("{background: red@50%}", "a.mkv") != nil)
    #expect(
      await message("{background: clear, depth: 10}", "a.webm")
        == "a.webm \(reason) VP9 has alpha with 8 bits alone")
    #expect(await message(clear, "{file: a.jpg}") != nil)
    #expect(await message(clear, "{file: a.mov, preset: lossless}") != nil)
    #expect(await message("{background: clear, color: hlg}", "{file: a.png}") != nil)
    let change = "instructions: [{during: 1s..2s, background: clear}]"
    #expect(await message("{}", "a.mp4", change) != nil)
    for output in ["a.mov", "a.webm", "a.png", "a.wav"] {
      #expect(await message(clear, output) == nil)
    }
    #expect(await message("{background: red}", "a.mp4") == nil)
  }

  @Test func `a film of a clear background is encoded with alpha`() async throws {
    let films = try await films(
      "canvas: {background: clear, depth: 10}\ntracks: {main: [{fill: red, size: 50%}]}\n"
        + "outputs: {a: a.mov, b: {file: b.mov, preset: passthrough}}")
    for segment in films.flatMap(\.segments) {
      #expect(segment.encoding.encoder == "prores_ks")
      #expect(segment.encoding.pixelFormat == "yuva444p10le")
      #expect(segment.program.parts.allSatisfy { $0.background.alpha == 0 })
    }
    let web = try await self.films(
      "canvas: {background: clear}\ntracks: {main: [wide.mp4]}\n"
        + "outputs: {a: a.webm, b: {file: b.webm, preset: passthrough}}")
    for segment in web.flatMap(\.segments) {
      #expect(segment.encoding.encoder == "libvpx-vp9" && !segment.isCopied)
      #expect(segment.encoding.pixelFormat == "yuva420p")
    }
  }

  @Test func `the canvas's own settings are not taken from copied clips`() async throws {
    for (canvas, reason) in [
      ("{depth: 8}", "pixel format yuv420p10le, canvas yuv420p"),
      ("{color: pq}", "colour transfer arib-std-b67, canvas smpte2084"),
    ] {
      let films = try await films(
        "canvas: \(canvas)\ntracks: {main: [take.mp4]}\n"
          + "outputs: {a: {file: a.mp4, preset: passthrough}}")
      let obstacles = films[0].segments.flatMap(\.copyObstacles).map(\.text)
      #expect(Set(obstacles) == [reason])
    }
  }

  @Test func `a film that is tone-mapped can be kept in HDR`() async throws {
    func notes(_ canvas: String, _ file: String = "film.mp4") async throws -> [String] {
      try await plan("canvas: \(canvas)\ntracks: {main: [take.mp4]}\noutputs: {a: \(file)}")
        .diagnostics.map { $0.message + ($0.hint.map { " | " + $0 } ?? "") }
    }
    let note = "'take.mp4': its HDR colours are tone-mapped to"
    #expect(try await notes("{}") == ["\(note) BT.709 | `canvas: {color: hlg}` keeps them"])
    #expect(
      try await notes("{color: bt601}") == ["\(note) BT.601 | `canvas: {color: hlg}` keeps them"])
    #expect(try await notes("{color: pq}") == [])
    #expect(try await notes("{color: hlg}") == [])
    // A still picture has standard range.
    #expect(try await notes("{color: hlg}", "a.png") == ["\(note) BT.709"])
  }
}
