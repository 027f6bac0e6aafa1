// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

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
    return self[first].operation.output == .picture ? first : nil
  }

  /// Replaces uses of nodes: `replace` is given each node after its inputs have been replaced, may change it, and
  /// returns the node to use from now on (itself, or a node before it).
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
  /// `build` appends nodes and returns the new picture; the film stays the last node.
  mutating func replaceFilmPicture(_ build: (inout RenderGraph) -> NodeID) {
    guard var film = nodes.popLast() else { return }
    film.inputs[0] = build(&self)
    nodes.append(film)
  }

  /// The nodes that the film needs.
  func usedNodes() -> [Bool] {
    var used = Array(repeating: false, count: nodes.count)
    guard let film else { return used }
    used[film.position] = true
    for position in nodes.indices.reversed() where used[position] {
      for input in nodes[position].inputs { used[input.position] = true }
    }
    return used
  }

  /// Rebuilds the nodes that the film needs, one by one: `place` is given the new graph and an old node whose inputs
  /// already are new ones, and returns its replacement in the new graph.
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

  /// Appends `node` and returns its index.
  mutating func add(_ node: Node) -> NodeID {
    nodes.append(node)
    return NodeID(nodes.count - 1)
  }

  /// The source under a chain of operations that move no pixel, if there is one; the first of several,
  /// which are all of one size.
  func source(under id: NodeID) -> NodeID? {
    var id = id
    while self[id].operation.isPixelwise { id = self[id].inputs[0] }
    // Layers on a canvas of their own are fitted as footage is.
    if case .group = self[id].operation { return id }
    guard case .made = self[id].operation.flow else { return nil }
    return self[id].inputs[0]
  }

  /// Coded size and sample aspect ratio of a picture source.
  func coded(_ source: NodeID) -> (size: PixelSize, sampleAspect: Time)? {
    switch self[source].operation {
    case .video(let video): (video.size, video.sampleAspect)
    case .nested(let film): (film.size, Time(1))
    case .image(let image): (image.size, Time(1))
    case .raster(let raster): (raster.size, Time(1))
    case .caption(let caption): (caption.canvas, Time(1))
    case .script(let script): (script.canvas, Time(1))
    case .graphic(_, let size), .group(let size, _): (size, Time(1))
    case .audio, .read, .still, .draw, .orient, .fit, .place, .warp, .step, .blend, .motionBlur,
      .mask, .transition, .cut, .track, .join, .compose, .listen, .gain, .mix, .film:
      nil
    }
  }
}

extension Color {
  /// No colour at all.
  static let clear = Color(0, 0, 0, alpha: 0)
}
