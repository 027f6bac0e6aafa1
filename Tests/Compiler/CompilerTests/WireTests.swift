// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Foundation
import RenderProtocol
import Testing

@testable import Driver
@testable import Planning
@testable import Timeline

/// Whatever passes the check of a project can be read by the worker that is to draw it.
@Suite struct WireTests {
  private func programs(_ text: String) async throws -> [RenderProgram] {
    let result = await TestWorld(project: text).compilation().plan()
    let plan = try #require(result.product, "\(result.diagnostics.map(\.message))")
    return plan.outputs.flatMap { $0.film?.segments.map(\.program) ?? [] }
  }

  @Test(arguments: [
    // Twice as many pixels as the project says.
    "{shape: arrow, points: [[0px, 0px], [60000px, 0px]]",
    "{shape: line, points: [[-65536px, 65536px], [65536px, -65536px]], position: [65536px, 65536px]",
    "{shape: polygon, points: [[0%, 0%], [5000%, 0%], [0%, 5000%]]",
    "{shape: path, path: M-100000 0L100000 0",
    "{shape: path, path: M100000 100000M0 0C1e-5 0 0 1e-5 1e-5 1e-5M-100000 0, size: [16384px, 16384px]",
    "{shape: path, path: M0 0C0 100000 0 -100000 1e-3 0, size: [16384px, 16384px]",
    "{shape: path, path: M100000 100000ZM0 0L1 1, size: [16384px, 1px]",
    "{shape: star, size: [16384px, 16384px]",
  ])
  func `shapes in the largest enlargement can be sent`(shape: String) async throws {
    for (canvas, size) in [("16x16", "8192x8192"), ("1280x720", "3840x2160")] {
      let programs = try await programs(
        """
        reel: 1
        canvas: {size: \(canvas), rate: 30}
        tracks: {main: [\(shape), stroke: {color: white, width: 2px}, duration: 1s}]}
        outputs: {film: {file: film.mp4, size: \(size)}}
        """)
      #expect(!programs.isEmpty)
      for program in programs {
        let bytes = try JSONEncoder().encode(program)
        #expect(try JSONDecoder().decode(RenderProgram.self, from: bytes) == program)
      }
    }
  }

  @Test func `drawings and groups say where they come from`() async throws {
    let text = """
      reel: 1
      canvas: {size: 1280x720, rate: 30}
      tracks: {main: [{clip: wide.mp4, range: 0s..1s}]}
      overlays:
        dot: {shape: ellipse, fill: red, size: 10%}
        line: {shape: line, stroke: {color: red, width: 1px -> 9px}}
        both: {size: 50%, group: {plate: {fill: red}, dot: {shape: star, fill: gold}}}
      outputs: {film: {file: film.mp4}}
      """
    let plan = try #require(await TestWorld(project: text).compilation().plan().product)
    let programs = try #require(plan.outputs[0].film).segments.map(\.program)
    func names(_ layers: [Layer]) -> [String] {
      layers.flatMap { layer -> [String] in
        let own = layer.origin.map { [plan.origins[$0.index].name] } ?? []
        switch layer.content {
        case .picture(let picture): return own + [plan.origins[picture.source.origin.index].name]
        case .stack(let layers): return own + names(layers)
        case .transition: return own
        }
      }
    }
    let found = try #require(programs.first?.parts.first).layers
    #expect(names(found) == ["wide", "dot", "line", "both", "plate", "dot"])
  }
}
