// SPDX-License-Identifier: Apache-2.0

/// Writes a render graph in the DOT language of Graphviz.
public struct DOTPrinter: Sendable {
  /// A printer.
  public init() {}

  /// The text of `graph`: sources are boxes, pictures ellipses, sounds diamonds.
  public func print(_ graph: RenderGraph) -> String {
    let printer = GraphPrinter(.brief)
    var text = "digraph film {\n  rankdir=LR\n"
    for (index, node) in graph.nodes.enumerated() {
      let shape =
        switch node.operation.output {
        case .source: "box"
        case .picture: "ellipse"
        case .sound: "diamond"
        case .film: "doublecircle"
        }
      let label = GraphPrinter.quote("%\(index) " + printer.describe(node))
      text += "  n\(index) [shape=\(shape) label=\(label)]\n"
      for input in node.inputs { text += "  n\(input.index) -> n\(index)\n" }
    }
    return text + "}\n"
  }
}
