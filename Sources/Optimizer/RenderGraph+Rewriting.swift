// SPDX-License-Identifier: Apache-2.0

import Basics
import RenderIR

typealias NodeID = RenderGraph.NodeID

extension RenderGraph.NodeID {
  /// The index as an array index.
  var position: Int { Int(index) }
}

extension RenderGraph {
  /// The indices of all nodes.
  var ids: LazyMapSequence<Range<Int>, NodeID> { nodes.indices.lazy.map { NodeID($0) } }

  /// The picture of the film, if it has one.
  var filmPicture: NodeID? {
    guard let film, let first = self[film].inputs.first else { return nil }
    switch self[first].operation {
    case .listen, .gain, .mix: return nil
    default: return first
    }
  }

  /// Replaces uses of nodes: `replace` is given each node, whose inputs are replaced already, and
  /// may change it, and tells what stands for it from now on (itself, or a node before it).
  mutating func forward(_ replace: (inout RenderGraph, NodeID) -> NodeID) {
    var forwarded: [NodeID] = []
    forwarded.reserveCapacity(nodes.count)
    for position in nodes.indices {
      if nodes[position].inputs.contains(where: { forwarded[$0.position] != $0 }) {
        nodes[position].inputs = nodes[position].inputs.map { forwarded[$0.position] }
      }
      forwarded.append(replace(&self, NodeID(position)))
    }
  }

  /// Gives the film another picture.
  ///
  /// `build` appends nodes and tells the new picture; the film stays the last node.
  mutating func replaceFilmPicture(_ build: (inout RenderGraph) -> NodeID) {
    guard var film = nodes.popLast() else { return }
    film.inputs[0] = build(&self)
    nodes.append(film)
  }

  /// Which nodes the film needs.
  func usedNodes() -> [Bool] {
    var used = Array(repeating: false, count: nodes.count)
    guard let film else { return used }
    used[film.position] = true
    for position in nodes.indices.reversed() where used[position] {
      for input in nodes[position].inputs { used[input.position] = true }
    }
    return used
  }

  /// Rebuilds what the film needs, node by node: `place` is given the new graph and an old node
  /// whose inputs are new ones already, and tells what stands for it in the new graph.
  mutating func rebuild(
    _ place: (inout RenderGraph, NodeID, Node) -> NodeID
  ) {
    let used = usedNodes()
    var rebuilt = RenderGraph(canvas: canvas)
    rebuilt.nodes.reserveCapacity(nodes.count)
    var moved: [NodeID] = []
    moved.reserveCapacity(nodes.count)
    for position in nodes.indices {
      guard used[position] else {
        moved.append(NodeID(-1))
        continue
      }
      var node = nodes[position]
      if node.inputs.contains(where: { moved[$0.position] != $0 }) {
        node.inputs = node.inputs.map { moved[$0.position] }
      }
      moved.append(place(&rebuilt, NodeID(position), node))
    }
    self = rebuilt
  }

  /// Appends `node` and tells its index.
  mutating func add(_ node: Node) -> NodeID {
    nodes.append(node)
    return NodeID(nodes.count - 1)
  }

  /// The source under a chain of cuts, joins and opacities, if there is one; the first of several,
  /// which are all of one size.
  func source(under id: NodeID) -> NodeID? {
    var id = id
    while true {
      switch self[id].operation {
      case .opacity, .cut, .join: id = self[id].inputs[0]
      case .read, .still: return self[id].inputs[0]
      default: return nil
      }
    }
  }

  /// Coded size and sample aspect ratio of a picture source.
  func coded(_ source: NodeID) -> (size: PixelSize, sampleAspect: Time)? {
    switch self[source].operation {
    case .video(let video): (video.size, video.sampleAspect)
    case .image(let image): (image.size, Time(1))
    case .raster(let raster): (raster.size, Time(1))
    case .color(_, let size): (size, Time(1))
    default: nil
    }
  }
}

extension Operation {
  /// Whether it is a `compose` on nothing: a layer of layers.
  var isClearGroup: Bool {
    if case .compose(let background, let changes, _) = self {
      return background.alpha == 0 && changes.isEmpty
    }
    return false
  }

  /// Whether its output is its input, whatever that is, on a canvas of that size.
  func isIdentity(_ canvas: PixelSize) -> Bool {
    switch self {
    case .opacity(let curve, _), .gain(let curve, _): curve.constantValue == [1]
    case .orient(.exact(.upright)): true
    case .transform(let motion, _):
      (motion.scale.map { $0.constantValue == [1, 1] } ?? true)
        && (motion.matrix.map { $0.constantValue == [1, 0, 0, 1, 0, 0] } ?? true)
        && (motion.position.map {
          $0.constantValue == [Double(canvas.width) / 2, Double(canvas.height) / 2]
        } ?? true)
    default: false
    }
  }
}

extension Color {
  /// No colour at all.
  static let clear = Color(0, 0, 0, alpha: 0)
}

extension Range<Int> {
  /// The range that starts `offset` earlier.
  func earlier(by offset: Int) -> Range<Int> { lowerBound - offset..<upperBound - offset }
}
