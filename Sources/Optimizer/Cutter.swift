// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import RenderIR

/// Cuts pictures by cutting what they are made of.
///
/// Nodes are appended to a graph; those that stand there are not changed. What comes out depends
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

  /// Appends `node` to the graph and tells its index.
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
    node.operation = node.operation.part(0..<frames, rate: graph.canvas.rate) ?? node.operation
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
      switch graph[id].operation {
      case .orient, .fit, .place, .warp, .opacity, .transform:
        wrappers.append((id, range))
        id = graph[id].inputs[0]
      case .cut(let outer):
        range = range.earlier(by: -outer.lowerBound)
        id = graph[id].inputs[0]
      default:
        result = base(id, range, &graph)
        break descent
      }
    }
    guard var result else { return nil }
    for (wrapper, range) in wrappers.reversed() {
      let node = graph[wrapper]
      guard let operation = node.operation.part(range, rate: graph.canvas.rate),
        !operation.isIdentity(graph.canvas.size)
      else { continue }
      result = add(.init(operation, [result], origin: node.origin), to: &graph)
    }
    return result
  }

  private mutating func base(
    _ id: NodeID, _ range: Range<Int>, _ graph: inout RenderGraph
  ) -> NodeID? {
    let node = graph[id]
    switch node.operation {
    case .read, .still:
      guard let operation = node.operation.part(range, rate: graph.canvas.rate) else { return nil }
      return add(.init(operation, node.inputs, origin: node.origin), to: &graph)
    case .transition(let name, let offset, let duration):
      let sides = node.inputs.map { cut($0, range, in: &graph) }
      let moved = Operation.transition(
        name: name, offset: offset + range.lowerBound, duration: duration)
      return add(.init(moved, sides, origin: node.origin), to: &graph)
    case .compose(let background, let changes, _):
      var layers: [NodeID] = []
      for input in node.inputs {
        let live = range.clamped(to: 0..<counts[input.position])
        if !live.isEmpty, let layer = part(input, live, &graph) { layers.append(layer) }
      }
      let operation = Operation.compose(
        background: background, changes: changes, range: range)
      if layers.isEmpty && operation.isClearGroup { return nil }
      return add(.init(operation, layers, origin: node.origin), to: &graph)
    case .track(let starts):
      return items(node, starts, range, &graph)
    case .join: return items(node, starts(of: id, node), range, &graph)
    default:
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

extension Operation {
  /// The same done to frames `range` of the input, or shown by them; nil if it does nothing there.
  fileprivate func part(_ range: Range<Int>, rate: FrameRate) -> Operation? {
    let (offset, duration) = (rate.time(of: range.lowerBound), rate.time(of: range.count))
    switch self {
    case .read(let start, _, let hold):
      let first = start + offset
      let last = first + rate.time(of: range.count - 1)
      let kept = Hold(
        before: hold.before.flatMap { $0 > first ? $0 : nil },
        after: hold.after.flatMap { $0 < last ? $0 : nil })
      return .read(start: first, frames: range.count, hold: kept)
    case .still: return .still(frames: range.count)
    case .warp(let warp):
      return warp.motions.isEmpty ? self : .warp(warp.shifted(by: offset, duration: duration))
    case .opacity(let curve, let during):
      guard let live = Operation.live(during, range) else { return nil }
      return .opacity(curve.shifted(by: offset, duration: duration), during: live.during)
    case .transform(let motion, let during):
      guard let live = Operation.live(during, range) else { return nil }
      return .transform(motion.shifted(by: offset, duration: duration), during: live.during)
    default: return self
    }
  }

  /// What is left of `during` in `range`: nil if nothing, no `during` if it is all of the range.
  private static func live(
    _ during: Range<Int>?, _ range: Range<Int>
  ) -> (during: Range<Int>?, Void)? {
    guard let during else { return (nil, ()) }
    let common = during.clamped(to: range)
    if common.isEmpty { return nil }
    return (common == range ? nil : common.earlier(by: range.lowerBound), ())
  }

  /// Frames `range` of a `compose`.
  static func compose(
    background: Color, changes: [BackgroundChange], range: Range<Int>
  ) -> Operation {
    var background = background
    var kept: [BackgroundChange] = []
    for change in changes {
      let common = change.during.clamped(to: range)
      if common == range {
        background = change.color
        kept = []
      } else if !common.isEmpty {
        kept.append(
          BackgroundChange(during: common.earlier(by: range.lowerBound), color: change.color))
      }
    }
    return .compose(background: background, changes: kept, frames: range.count)
  }
}
