// SPDX-License-Identifier: Apache-2.0

import Base
import RenderGraph
import RenderProtocol
import Testing

@testable import Driver
@testable import Planning

@Suite struct CanvasTests {
  /// The canvas of a film of `clips`.
  private func format(
    _ clips: String, outputs: String, canvas: String, only: [String]? = nil
  ) async throws -> CanvasFormat {
    let world = TestWorld(
      project: """
        reel: 1
        canvas: \(canvas)
        tracks: {main: [\(clips)]}
        outputs: \(outputs)
        """)
    var options = CompilationOptions()
    options.only = only
    return try #require(await world.compilation(options).graph(at: .final).product).canvas
  }

  private static let copying = "{a: {file: a.mp4, preset: passthrough}}"

  /// Size and rate of the canvas of a film of `clips`.
  private func canvas(
    _ clips: String, outputs: String = copying, canvas: String = "{}", only: [String]? = nil
  ) async throws -> String {
    let found = try await format(clips, outputs: outputs, canvas: canvas, only: only)
    return "\(found.size) \(found.rate)"
  }

  /// The colour of the canvas of a film of `clips`.
  private func color(
    _ clips: String, outputs: String = copying, canvas: String = "{}"
  ) async throws -> String {
    "\(try await format(clips, outputs: outputs, canvas: canvas).color)"
  }

  @Test func `a film that copies has the size and the rate of its first footage`() async throws {
    #expect(try await canvas("coded.mp4, wide.mp4") == "800x600 90000/3013")
    #expect(try await canvas("photo-1.jpg, coded.mp4") == "800x600 90000/3013")
    #expect(try await canvas("small.mp4, wide.mp4") == "640x480 24")
    let copy = "{a: {file: a.mkv, preset: low, copy: when-possible}}"
    #expect(try await canvas("coded.mp4, wide.mp4", outputs: copy) == "800x600 90000/3013")
  }

  @Test func `a film that is encoded has a usual canvas`() async throws {
    let outputs = "{a: a.mp4, b: {file: b.mp4, copy: never}}"
    #expect(try await canvas("coded.mp4, wide.mp4", outputs: outputs) == "1280x720 30000/1001")
  }

  @Test func `footage whose rate varies gives its size, upright, not its rate`() async throws {
    #expect(try await canvas("uneven.mp4, wide.mp4") == "600x800 30000/1001")
  }

  @Test func `canvas settings of the project take precedence`() async throws {
    #expect(try await canvas("coded.mp4", canvas: "{rate: 25}") == "800x600 25")
    #expect(try await canvas("coded.mp4", canvas: "{size: 640x360}") == "640x360 90000/3013")
  }

  @Test func `a film has one canvas whichever outputs are wanted`() async throws {
    let outputs = "{a: {file: a.mp4, preset: passthrough}, b: b.mp4}"
    for only in [nil, ["a"], ["b"]] {
      #expect(
        try await canvas("coded.mp4, wide.mp4", outputs: outputs, only: only)
          == "800x600 90000/3013")
    }
  }

  @Test(arguments: [
    ("dated.mp4, coded.mp4", "smpte170m:smpte170m/smpte170m/smpte170m/tv"),
    ("coded.mp4, dated.mp4", "bt709:bt709/bt709/bt709/tv"),
    ("silent.mp4, coded.mp4", "smpte170m:unknown/unknown/unknown/unknown"),
    // None of it can be copied.
    ("small.mp4, dated.mp4", "bt709:bt709/bt709/bt709/tv"),
  ])
  func `a film that copies has the colour of its first footage`(
    _ clips: String, _ color: String
  ) async throws {
    #expect(try await self.color(clips) == color)
    let outputs = "{a: a.mp4}"
    #expect(try await self.color(clips, outputs: outputs) == "\(CanvasColor.bt709)")
  }

  @Test func `footage of another size than the canvas does not give it its colour`() async throws {
    #expect(try await color("dated.mp4", canvas: "{size: 640x480}") == "\(CanvasColor.bt709)")
    #expect(try await color("dated.mp4", canvas: "{size: 800x600}").hasPrefix("smpte170m"))
  }

  @Test func `a film is tagged with its colour unless it holds packets without tags`()
    async throws
  {
    let world = TestWorld(
      project: """
        reel: 1
        tracks: {main: [silent.mp4]}
        outputs:
          copy: {file: copy.mp4, preset: passthrough}
          large: {file: large.mp4, preset: passthrough, size: 1280x960}
          phone: {file: phone.mp4, preset: passthrough, size: 480x640}
          other: other.mp4

        """)
    let plan = try #require(await world.compilation().plan().product)
    let said = plan.outputs.map { output in
      guard case .film(let film) = output.product else { return "" }
      let colors = Set(film.segments.map(\.program.canvas.color) + [output.canvas.color])
      return colors.map { "\($0)" }.joined(separator: " ")
    }
    let stated = "smpte170m:smpte170m/unknown/unknown/tv"
    #expect(said == ["smpte170m:unknown/unknown/unknown/unknown", stated, stated, stated])
  }

  @Test func `a turned picture that has no usual shape is no canvas`() async throws {
    #expect(try await canvas("tilted.mp4") == "1456x1344 30")
  }
}
