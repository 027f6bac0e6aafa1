// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

extension Pass {
  /// Removes invisible layers and inaudible sounds.
  ///
  ///     %4 = place %3 upright crop=1280x720+0+0 box=1280x720+0+0       opaque
  ///     %5 = compose #203040 frames=60 : %2 %4     →   %5 = compose #000000 frames=60 : %4
  ///
  /// A layer is hidden if it is clear in all frames, lies beside the canvas, or lies wholly under
  /// something that is opaque in all frames. What is blended hides nothing. A background that is wholly covered becomes black, so
  /// that its colour does not affect keys.
  public static let removeHidden = Pass("remove-hidden") { graph in
    let types = graph.streamTypes()
    let canvas = PixelRect(graph.canvas.size)
    let canvases = graph.canvases()
    for id in graph.ids {
      switch graph[id].operation {
      case .group(let size, let frames):
        _ = graph.removeHidden(of: id, types, frames: frames, on: PixelRect(size))
      case .compose(let background, let changes, let frames):
        // What lies beside the canvas may be moved into sight, except in the film itself.
        let seen = canvases.isFilm(id) ? canvas : .everywhere
        let cover = graph.removeHidden(of: id, types, frames: frames, on: seen)
        if cover.hides(canvas), background.alpha > 0, background != .black || !changes.isEmpty {
          graph[id].operation = .compose(background: .black, frames: frames)
        }
      case .mix(let starts, let samples, let filters):
        let heard = starts.indices.filter { !graph.isEmpty(graph[id].inputs[$0]) }
        guard heard.count < starts.count else { continue }
        graph[id].inputs = heard.map { graph[id].inputs[$0] }
        graph[id].operation = .mix(
          starts: heard.map { starts[$0] }, samples: samples, filters: filters)
      case .video, .nested, .image, .raster, .caption, .script, .graphic, .audio, .read, .still,
        .draw,
        .orient, .fit,
        .place,
        .warp, .step, .blend, .motionBlur, .mask, .transition, .cut, .track, .join, .listen, .gain,
        .film:
        break
      }
    }
  }
}

extension RenderGraph {
  /// Removes layers of `id` that are not seen on `canvas`; returns what the others cover.
  fileprivate mutating func removeHidden(
    of id: NodeID, _ types: [StreamType], frames: Int, on canvas: PixelRect
  ) -> Cover {
    var cover = Cover()
    var seen: [NodeID] = []
    for layer in self[id].inputs.reversed() {
      guard let type = types[layer.position].picture else { continue }
      if isEmpty(layer) || cover.hides(type.bounds.intersection(canvas)) { continue }
      seen.append(layer)
      if let covered = type.covers, type.frames >= frames { cover.add(covered) }
    }
    if seen.count < self[id].inputs.count { self[id].inputs = seen.reversed() }
    return cover
  }

  /// Returns true if `id` is invisible or silent in all its frames or samples.
  fileprivate func isEmpty(_ id: NodeID) -> Bool {
    var id = id
    while true {
      let node = self[id]
      switch node.operation.emptiness {
      case .always: return true
      case .unknown: return false
      case .asInputs:
        guard node.inputs.count == 1 else { return node.inputs.allSatisfy { isEmpty($0) } }
        id = node.inputs[0]
      }
    }
  }
}

/// Rectangles that are covered by opaque layers, seen from above.
private struct Cover {
  /// Enough for every layout that people make; more would only find more to remove.
  private static let limit = 16

  private var rects: [PixelRect] = []

  /// Returns true if all of `rect` is covered.
  func hides(_ rect: PixelRect) -> Bool {
    rect.isEmpty || rects.contains { $0.contains(rect) }
  }

  mutating func add(_ rect: PixelRect) {
    if hides(rect) { return }
    rects.removeAll { rect.contains($0) }
    if rects.count < Cover.limit { rects.append(rect) }
  }
}
