// SPDX-License-Identifier: Apache-2.0

/// Runs passes over a graph.
public enum PassManager {
  /// The graph after all `passes`, in their order.
  ///
  /// - Parameters:
  ///   - verifies: True if the graph is verified before the first pass and after each; a broken
  ///     rule is our mistake and stops the process, naming the pass.
  ///   - observe: Called after every pass with the graph before and after it. Dumps, timings and
  ///     statistics are observers.
  public static func run(
    _ graph: RenderGraph, _ passes: [Pass] = Pass.standard, verifies: Bool,
    observe: ((_ pass: Pass, _ before: RenderGraph, _ after: RenderGraph) -> Void)? = nil
  ) -> RenderGraph {
    var films: [ObjectIdentifier: FilmSource] = [:]
    return run(graph, passes, verifies: verifies, &films, observe: observe)
  }

  /// - Parameter films: Films within films after all passes, by what they were before.
  private static func run(
    _ graph: RenderGraph, _ passes: [Pass], verifies: Bool,
    _ films: inout [ObjectIdentifier: FilmSource],
    observe: ((_ pass: Pass, _ before: RenderGraph, _ after: RenderGraph) -> Void)?
  ) -> RenderGraph {
    var graph = graph
    if verifies { verify(graph, after: "lowering") }
    for id in graph.ids {
      guard case .nested(let film) = graph[id].operation else { continue }
      let known = films[film.identity]
      let optimized =
        known ?? film.with(run(film.graph, passes, verifies: verifies, &films, observe: nil))
      films[film.identity] = optimized
      graph[id].operation = .nested(optimized)
    }
    for pass in passes {
      let before = observe == nil ? nil : graph
      pass.rewrite(&graph)
      if verifies { verify(graph, after: pass.name) }
      if let before { observe?(pass, before, graph) }
    }
    return graph
  }

  private static func verify(_ graph: RenderGraph, after name: String) {
    let violations = graph.violations()
    precondition(
      violations.isEmpty,
      """
      the render graph is broken after \(name):
      \(violations.joined(separator: "\n"))
      \(GraphPrinter().print(graph))
      """)
  }
}
