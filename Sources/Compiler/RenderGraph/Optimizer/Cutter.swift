// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

/// Cuts pictures by cutting their inputs.
///
/// Nodes are appended to a graph; existing nodes are not changed. The result depends
/// on relative times only: no `cut`, `during` or `track` is left where the range lies within one
/// item and on one side of every border.
struct Cutter {
  /// Frames of every node of the graph, in step with it.
  private var counts: [Int]
  /// The frames at which inputs of joins start.
  ///
  /// A loop is a join of many turns, and is cut at every one.
  private var joinStarts: [NodeID: [Int]] = [:]

  /// A cutter for `graph`.
  init(_ graph: RenderGraph) { counts = graph.frameCounts() }

  /// Appends `node` to the graph and returns its index.
  mutating func add(_ node: RenderGraph.Node, to graph: inout RenderGraph) -> NodeID {
    counts.append(RenderGraph.frameCount(of: node, given: counts))
    return graph.add(node)
  }

  /// Frames `range` of `id`; a clear picture where there is nothing.
  mutating func cut(_ id: NodeID, _ range: Range<Int>, in graph: inout RenderGraph) -> NodeID {
    if let result = part(id, range, &graph) { return result }
    return add(
      .init(.compose(background: .clear, frames: range.count), [], origin: graph[id].origin),
      to: &graph)
  }

  /// `node` without what has no effect in its own frames: keys, holds, a `during` that is everything.
  func trimmed(_ node: RenderGraph.Node, _ graph: RenderGraph) -> RenderGraph.Node {
    var node = node
    let frames = RenderGraph.frameCount(of: node, given: counts)
    switch node.operation.flow {
    case .made, .framewise:
      node.operation = node.operation.slice(0..<frames, rate: graph.canvas.rate) ?? node.operation
    case .none, .window, .placed, .joined, .layered: break
    }
    return node
  }

  /// Frames `range` of `id`, nil if nothing is to be seen.
  private mutating func part(
    _ id: NodeID, _ range: Range<Int>, _ graph: inout RenderGraph
  ) -> NodeID? {
    var (id, range) = (id, range)
    var wrappers: [(NodeID, Range<Int>)] = []
    var result: NodeID?
    descent: while true {
      if range == 0..<counts[id.position] {
        result = id
        break
      }
      switch graph[id].operation.flow {
      case .framewise(let during?) where !during.overlaps(range):
        // What acts only in other frames is nothing here.
        id = graph[id].inputs[0]
      case .framewise where graph[id].inputs.count == 1:
        wrappers.append((id, range))
        id = graph[id].inputs[0]
      case .window(let outer):
        range = range.earlier(by: -outer.lowerBound)
        id = graph[id].inputs[0]
      case .none, .made, .framewise, .placed, .joined, .layered:
        result = base(id, range, &graph)
        break descent
      }
    }
    guard var result else { return nil }
    for (wrapper, range) in wrappers.reversed() {
      let node = graph[wrapper]
      guard let operation = node.operation.slice(range, rate: graph.canvas.rate),
        !operation.isIdentity(on: graph.canvas.size)
      else { continue }
      result = add(.init(operation, [result], origin: node.origin), to: &graph)
    }
    return result
  }

  private mutating func base(
    _ id: NodeID, _ range: Range<Int>, _ graph: inout RenderGraph
  ) -> NodeID? {
    let node = graph[id]
    let sliced = node.operation.slice(range, rate: graph.canvas.rate)
    switch node.operation.flow {
    case .made:
      guard let operation = sliced else { return nil }
      return add(.init(operation, node.inputs, origin: node.origin), to: &graph)
    case .framewise:
      guard let operation = sliced else { return nil }
      let inputs = node.inputs.map { cut($0, range, in: &graph) }
      return add(.init(operation, inputs, origin: node.origin), to: &graph)
    case .layered:
      guard let operation = sliced else { return nil }
      var layers: [NodeID] = []
      for input in node.inputs {
        let live = range.clamped(to: 0..<counts[input.position])
        if !live.isEmpty, let layer = part(input, live, &graph) { layers.append(layer) }
      }
      if layers.isEmpty && operation.isClearGroup { return nil }
      return add(.init(operation, layers, origin: node.origin), to: &graph)
    case .placed(let starts): return items(node, starts, range, &graph)
    case .joined: return items(node, starts(of: id, node), range, &graph)
    case .none, .window:
      preconditionFailure("a cut of something without frames")
    }
  }

  private mutating func starts(of id: NodeID, _ join: RenderGraph.Node) -> [Int] {
    if let known = joinStarts[id] { return known }
    var starts: [Int] = []
    starts.reserveCapacity(join.inputs.count)
    var start = 0
    for input in join.inputs {
      starts.append(start)
      start += counts[input.position]
    }
    joinStarts[id] = starts
    return starts
  }

  /// The part of a track or join whose inputs start at `starts`.
  private mutating func items(
    _ node: RenderGraph.Node, _ starts: [Int], _ range: Range<Int>, _ graph: inout RenderGraph
  ) -> NodeID? {
    let reached = starts.indices.partitioningIndex {
      starts[$0] + counts[node.inputs[$0].position] > range.lowerBound
    }
    let isJoin = node.operation == .join
    var parts: [(start: Int, id: NodeID)] = []
    for (start, item) in zip(starts[reached...], node.inputs[reached...]) {
      if start >= range.upperBound { break }
      let live = range.clamped(to: start..<start + counts[item.position])
      if live.isEmpty { continue }
      let inner = live.earlier(by: start)
      if let id = isJoin ? cut(item, inner, in: &graph) : part(item, inner, &graph) {
        parts.append((live.lowerBound - range.lowerBound, id))
      }
    }
    guard let first = parts.first else { return nil }
    if parts.count == 1, counts[first.id.position] == range.count { return first.id }
    let operation = isJoin ? Operation.join : .track(starts: parts.map(\.start))
    return add(.init(operation, parts.map(\.id), origin: node.origin), to: &graph)
  }
}
