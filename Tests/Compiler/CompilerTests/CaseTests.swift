// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Driver
import Foundation
import RenderGraph
import TestSupport
import Testing

@testable import Planning

@Suite("Projects compile to the graphs and sounds beside them")
struct CaseTests {
  @Test("a case", arguments: goldenCases(in: "Cases", withExtension: "yaml"))
  func compiles(_ path: String) async throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    let world = TestWorld(project: text)
    let lowered = await world.compilation().graph(at: .before("fold-identities"))
    let final = await world.compilation().graph(at: .final)
    var golden = DiagnosticPrinter().render(lowered.diagnostics, in: lowered.sources)
    if let graph = lowered.product {
      golden += "lowered\n" + GraphPrinter(.brief).print(graph)
    }
    if let graph = final.product {
      golden += "\noptimized\n" + GraphPrinter(.brief).print(graph)
      #expect(graph.violations().isEmpty)
    }
    if let plan = await world.compilation().plan().product {
      for output in plan.outputs { golden += output.soundText }
    }
    expectGolden(golden, path.replacingOccurrences(of: ".yaml", with: ".txt"))
  }
}
