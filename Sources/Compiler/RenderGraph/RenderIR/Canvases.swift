// SPDX-License-Identifier: Apache-2.0

package import Base
import RenderProtocol

/// The canvas on which each node of a graph is drawn, which only its users decide.
package struct Canvases {
  /// The size of the canvas of each node; nil where it is drawn on several.
  private var sizes: [PixelSize?]
  /// The nodes that are the film's picture or a part of its time.
  private var isFilm: [Bool]

  /// The canvases in `graph`, whose inputs lie before their users.
  init(_ graph: RenderGraph) {
    let count = graph.nodes.count
    sizes = Array(repeating: nil, count: count)
    isFilm = Array(repeating: false, count: count)
    var isUsed = Array(repeating: false, count: count)
    for (index, node) in graph.nodes.enumerated().reversed() {
      // What nothing uses is drawn on the film's canvas, if at all.
      if !isUsed[index] { sizes[index] = graph.canvas.size }
      var (inner, passesFilm) = (sizes[index], false)
      switch node.operation {
      case .film: passesFilm = true
      case .join, .cut: passesFilm = isFilm[index]
      case .group(let size, _): inner = size
      case .video, .nested, .image, .raster, .caption, .script, .graphic, .audio, .read, .still,
        .draw,
        .orient, .fit,
        .place,
        .warp, .step, .blend, .motionBlur, .mask, .transition, .track, .compose, .listen, .gain,
        .mix:
        break
      }
      for input in node.inputs where graph.nodes.indices.contains(Int(input.index)) {
        let place = Int(input.index)
        if isUsed[place], sizes[place] != inner { sizes[place] = nil }
        isFilm[place] = passesFilm && (isFilm[place] || !isUsed[place])
        if !isUsed[place] { (sizes[place], isUsed[place]) = (inner, true) }
      }
    }
  }

  /// The canvas of `node`; nil where it is drawn on several.
  package subscript(node: RenderGraph.NodeID) -> PixelSize? { sizes[Int(node.index)] }

  /// Returns true if `node` is used only as the film's picture, or as an interval of it.
  package func isFilm(_ node: RenderGraph.NodeID) -> Bool { isFilm[Int(node.index)] }
}

extension RenderGraph {
  /// The canvas of each node.
  package func canvases() -> Canvases { Canvases(self) }
}
