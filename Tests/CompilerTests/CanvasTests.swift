// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Compiler
import RenderIR
import Testing

@Suite struct CanvasTests {
  /// The canvas of a film of `clips`, as the graph prints it.
  private func canvas(
    _ clips: String, outputs: String = "{a: {file: a.mp4, preset: passthrough}}",
    canvas: String = "{}", only: [String]? = nil
  ) async throws -> String {
    let world = TestWorld(
      project: """
        reel: 1
        canvas: \(canvas)
        tracks: {main: [\(clips)]}
        outputs: \(outputs)
        """)
    var options = CompilationOptions()
    options.only = only
    let graph = try #require(await world.compilation(options).graph(at: .final).product)
    return "\(graph.canvas.size) \(graph.canvas.rate)"
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

  @Test func `what the project says of its canvas holds`() async throws {
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

  @Test func `a turned picture that has no usual shape is no canvas`() async throws {
    #expect(try await canvas("tilted.mp4") == "1456x1344 30")
  }
}
