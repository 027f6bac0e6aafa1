// SPDX-License-Identifier: Apache-2.0

import Foundation
import RenderGraph
import TestSupport
import Testing

@Suite struct PassTests {
  /// `Cases/PASS/NAME.graph`: a graph, a line `----`, and the same graph after the pass.
  static let cases: [String] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Cases").path
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".graph") }.sorted()
  }()

  @Test(arguments: cases)
  func aPassRewritesItsCase(name: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Cases").appendingPathComponent(name)
    let text = try String(contentsOf: file, encoding: .utf8)
    let input = text.components(separatedBy: "----\n")[0]
    let graph = try GraphParser().parse(input)
    #expect(graph.violations() == [])
    let pass = try #require(Pass.standard.first { name.hasPrefix($0.name + "/") })
    let output = PassManager.run(graph, [pass], verifies: false)
    #expect(output.violations() == [])
    #expect(PassManager.run(output, [pass], verifies: false) == output, "idempotent")
    expectGolden(input + "----\n" + GraphPrinter().print(output), "Cases/" + name)
  }

  @Test func everyPassHasCases() {
    for pass in Pass.standard {
      #expect(PassTests.cases.contains { $0.hasPrefix(pass.name + "/") }, "\(pass.name)")
    }
  }

  /// The code generator or the picture depends on them: one resampling differs from two.
  @Test func theRequiredPassesAreThoseThatProgramsRelyOn() {
    #expect(
      Pass.required.map(\.name) == [
        "resolve-orientation", "slice-intervals", "fold-cuts", "flatten-groups",
        "fold-transforms", "remove-unused",
      ])
  }

  @Test func anObserverSeesEveryPassWithBothGraphs() throws {
    let graph = RandomFilm.graph(seed: 5)
    var last = graph
    var names: [String] = []
    let final = PassManager.run(graph, Pass.standard, verifies: true) { pass, before, after in
      #expect(before == last)
      last = after
      names.append(pass.name)
    }
    #expect(final == last)
    #expect(names == Pass.standard.map(\.name))
  }
}
