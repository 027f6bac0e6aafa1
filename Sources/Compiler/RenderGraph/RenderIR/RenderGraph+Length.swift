// SPDX-License-Identifier: Apache-2.0

extension RenderGraph {
  /// The number of frames of every node, 0 for what has none; cheaper than `streamTypes()`.
  package func frameCounts() -> [Int] {
    var counts: [Int] = []
    counts.reserveCapacity(nodes.count)
    for node in nodes { counts.append(RenderGraph.frameCount(of: node, given: counts)) }
    return counts
  }

  /// The number of frames of `node`, given those of the nodes before it.
  package static func frameCount(of node: Node, given counts: [Int]) -> Int {
    switch node.operation.flow {
    case .none: 0
    case .made(let frames), .layered(let frames, _): frames
    case .framewise: counts[Int(node.inputs[0].index)]
    case .window(let range): range.count
    case .placed(let starts):
      node.inputs.last.map { (starts.last ?? 0) + counts[Int($0.index)] } ?? 0
    case .joined: node.inputs.reduce(0) { $0 + counts[Int($1.index)] }
    }
  }
}
