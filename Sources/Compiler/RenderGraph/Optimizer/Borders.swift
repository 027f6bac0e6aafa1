// SPDX-License-Identifier: Apache-2.0

/// The frames at which what a node shows may change its make-up: where items start and end, and so on.
///
/// They are worked out when asked for: a track of the whole film, which is walked through anyway, is
/// never asked.
struct Borders {
  private let graph: RenderGraph
  /// The number of frames of every node.
  let counts: [Int]
  private var known: [[Int]?]

  init(_ graph: RenderGraph) {
    self.graph = graph
    counts = graph.frameCounts()
    known = Array(repeating: nil, count: graph.nodes.count)
  }

  /// The borders of `id`, neither 0 nor its length among them; in no order.
  mutating func inside(_ id: NodeID) -> [Int] {
    if let borders = known[id.position] { return borders }
    // Steps on one another may be thousands; only what is asked for is kept, not each of them.
    var below = id
    var own: [Int] = []
    while case .step(_, let during) = graph[below].operation {
      if let during { own += [during.lowerBound, during.upperBound] }
      below = graph[below].inputs[0]
    }
    let count = counts[id.position]
    let borders =
      below == id ? borders(graph[id], count) : proper(own, count) + inside(below)
    known[id.position] = borders
    return borders
  }

  private mutating func borders(_ node: RenderGraph.Node, _ count: Int) -> [Int] {
    switch node.operation.flow {
    case .none, .made: return []
    case .framewise(let during):
      var all = node.inputs.count == 1 ? inside(node.inputs[0]) : []
      if node.inputs.count > 1 { for input in node.inputs { all += inside(input) } }
      guard let during else { return all }
      return proper([during.lowerBound, during.upperBound], count) + all
    case .window(let range):
      let all = inside(node.inputs[0])
      return all.isEmpty ? all : proper(all.map { $0 - range.lowerBound }, count)
    case .layered(_, let changes):
      var all = changes.flatMap { [$0.lowerBound, $0.upperBound] }
      for input in node.inputs {
        all.append(counts[input.position])
        all += inside(input)
      }
      return proper(all, count)
    case .placed(let starts): return placed(node, starts, count)
    case .joined:
      var starts: [Int] = []
      var start = 0
      for input in node.inputs {
        starts.append(start)
        start += counts[input.position]
      }
      return placed(node, starts, count)
    }
  }

  private mutating func placed(
    _ node: RenderGraph.Node, _ starts: [Int], _ count: Int
  ) -> [Int] {
    var all: [Int] = []
    all.reserveCapacity(2 * starts.count)
    for (start, item) in zip(starts, node.inputs) {
      all.append(start)
      all.append(start + counts[item.position])
      for border in inside(item) { all.append(start + border) }
    }
    return proper(all, count)
  }

  private func proper(_ borders: [Int], _ count: Int) -> [Int] {
    borders.filter { $0 > 0 && $0 < count }
  }
}
