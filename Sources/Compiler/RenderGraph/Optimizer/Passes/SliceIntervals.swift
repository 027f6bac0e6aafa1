// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

extension Pass {
  /// Divides the film into intervals in which the same layers are live: a `join` of one `compose` each.
  ///
  ///     %4 = track %2@0 %3@90                       %4 = compose #000000 frames=30 : %2
  ///     %5 = opacity %4 {3: 1, 4: 0}                %5 = cut %3 0..10
  ///             during=90..100                  →   %6 = opacity %5 {0: 1, 1: 0}
  ///     %6 = compose #000000                        %7 = compose #000000 frames=10 : %6
  ///             #ff0000@30..90 frames=120 : %5      …
  ///     %7 = film %6                                %9 = join %4 %8 %7 …
  ///
  /// Borders are the starts and ends of items, of everything that is done `during` something, of
  /// background changes, and the same inside of items. An interval that nothing is live in is a
  /// `compose` of the background.
  public static let sliceIntervals = Pass("slice-intervals", isRequired: true) { graph in
    guard let picture = graph.filmPicture else { return }
    var parts = [picture]
    if case .join = graph[picture].operation { parts = graph[picture].inputs }
    var borders = Borders(graph)
    let isUniform = parts.map { graph.isUniform($0, &borders) }
    if graph[picture].operation == .join, isUniform.allSatisfy({ $0 }) { return }
    graph.replaceFilmPicture { graph in
      var intervals: [NodeID] = []
      for (part, isUniform) in zip(parts, isUniform) {
        if isUniform {
          intervals.append(part)
        } else {
          let sweep = Sweep(part, graph, &borders)
          intervals += sweep.run(&graph)
        }
      }
      return graph.add(.join, intervals, origin: graph[picture].origin)
    }
  }
}

extension RenderGraph {
  /// Returns true if `id` is a compose whose layers are all live in all of its frames, with no
  /// track among them.
  fileprivate func isUniform(_ id: NodeID, _ borders: inout Borders) -> Bool {
    guard case .compose(_, let changes, let frames) = self[id].operation, changes.isEmpty else {
      return false
    }
    return self[id].inputs.allSatisfy { layer in
      guard borders.counts[layer.position] == frames else { return false }
      var base = layer
      while true {
        switch self[base].operation {
        case .step(_, nil), .blend, .motionBlur: base = self[base].inputs[0]
        case .step, .track: return false
        case .video, .nested, .image, .raster, .caption, .script, .graphic, .audio, .read, .still,
          .draw,
          .orient,
          .fit, .place,
          .warp, .mask,
          .transition, .cut, .join, .compose, .group, .listen, .gain, .mix, .film:
          return borders.inside(base).isEmpty
        }
      }
    }
  }
}

/// Walks through the frames of a compose from border to border, and keeps what is live.
private struct Sweep {
  /// Something that is live in some frames: an item of a layer, something done to a layer, or a background.
  private struct Live {
    var during: Range<Int>
    /// The layer's place, bottom first; -1 for backgrounds.
    var layer: Int
    /// 0 for an item; from 1 on what is done to it, innermost first; for backgrounds the place in the list.
    var order: Int
    var id: NodeID
  }

  private let compose: RenderGraph.Node
  private let frames: Int
  private let counts: [Int]
  private var all: [Live] = []
  private var borders: [Int] = []

  init(_ id: NodeID, _ graph: RenderGraph, _ inner: inout Borders) {
    counts = inner.counts
    frames = counts[id.position]
    if case .compose = graph[id].operation {
      compose = graph[id]
    } else {
      compose = .init(
        .compose(background: .black, frames: frames), [id], origin: graph[id].origin)
    }
    for (layer, input) in compose.inputs.enumerated() {
      gather(input, layer, graph, &inner)
    }
    if case .compose(_, let changes, _) = compose.operation {
      for (order, change) in changes.enumerated() {
        all.append(Live(during: change.during, layer: -1, order: order, id: id))
      }
    }
    for live in all { borders += [live.during.lowerBound, live.during.upperBound] }
    borders = [0] + borders.filter { $0 > 0 && $0 < frames }.sorted() + [frames]
  }

  private mutating func gather(
    _ input: NodeID, _ layer: Int, _ graph: RenderGraph, _ inner: inout Borders
  ) {
    func add(_ item: NodeID, at start: Int) {
      let during = start..<start + counts[item.position]
      all.append(Live(during: during, layer: layer, order: 0, id: item))
      for border in inner.inside(item) { borders.append(start + border) }
    }
    var base = input
    var steps: [Live] = []
    let whole = (0..<counts[input.position]).clamped(to: 0..<frames)
    descent: while true {
      switch graph[base].operation {
      case .step(_, let during):
        let live = (during ?? whole).clamped(to: whole)
        steps.append(Live(during: live, layer: layer, order: 0, id: base))
        base = graph[base].inputs[0]
      case .blend, .motionBlur:
        steps.append(Live(during: whole, layer: layer, order: 0, id: base))
        base = graph[base].inputs[0]
      case .track(let starts):
        for (start, item) in zip(starts, graph[base].inputs) where start < frames {
          add(item, at: start)
        }
        break descent
      case .video, .nested, .image, .raster, .caption, .script, .graphic, .audio, .read, .still,
        .draw,
        .orient, .fit,
        .place,
        .warp, .mask,
        .transition, .cut, .join, .compose, .group, .listen, .gain, .mix, .film:
        add(base, at: 0)
        break descent
      }
    }
    for (depth, step) in steps.reversed().enumerated() {
      var step = step
      step.order = depth + 1
      all.append(step)
    }
  }

  /// Appends the composes of all intervals.
  func run(_ graph: inout RenderGraph) -> [NodeID] {
    let starts = all.indices.sorted { all[$0].during.lowerBound < all[$1].during.lowerBound }
    let ends = all.indices.sorted { all[$0].during.upperBound < all[$1].during.upperBound }
    var (nextStart, nextEnd) = (0, 0)
    var live: [Int] = []  // by layer, then order
    var intervals: [NodeID] = []
    for (first, last) in zip(borders, borders.dropFirst()) where first < last {
      while nextEnd < ends.count, all[ends[nextEnd]].during.upperBound <= first {
        let index = place(ends[nextEnd], in: live)
        if index < live.count, live[index] == ends[nextEnd] { live.remove(at: index) }
        nextEnd += 1
      }
      while nextStart < starts.count, all[starts[nextStart]].during.lowerBound <= first {
        let item = starts[nextStart]
        if all[item].during.upperBound > first { live.insert(item, at: place(item, in: live)) }
        nextStart += 1
      }
      intervals.append(interval(first..<last, live, &graph))
    }
    return intervals
  }

  private func place(_ item: Int, in live: [Int]) -> Int {
    let key = (all[item].layer, all[item].order)
    return live.partitioningIndex { (all[$0].layer, all[$0].order) >= key }
  }

  private func interval(
    _ range: Range<Int>, _ live: [Int], _ graph: inout RenderGraph
  ) -> NodeID {
    guard case .compose(var background, let changes, _) = compose.operation else {
      preconditionFailure("a sweep over something that composes nothing")
    }
    var layers: [NodeID] = []
    var layer = -1
    for index in live {
      let item = all[index]
      if item.layer < 0 {
        background = changes[item.order].color
      } else if item.order == 0 {
        layer = item.layer
        layers.append(graph.cut(item.id, range.earlier(by: item.during.lowerBound), counts))
      } else if item.layer == layer, let body = layers.last {
        layers[layers.count - 1] = graph.repeatStep(item.id, on: body, range)
      }
    }
    let operation = Operation.compose(background: background, frames: range.count)
    return graph.add(operation, layers, origin: compose.origin)
  }
}

extension RenderGraph {
  /// Frames `range` of `id`: a cut, or the whole.
  fileprivate mutating func cut(_ id: NodeID, _ range: Range<Int>, _ counts: [Int]) -> NodeID {
    if range == 0..<counts[id.position] { return id }
    return add(.cut(range), [id], origin: self[id].origin)
  }

  /// The step `step` in its frames `range`, applied to `body`.
  fileprivate mutating func repeatStep(
    _ step: NodeID, on body: NodeID, _ range: Range<Int>
  ) -> NodeID {
    let node = self[step]
    guard let operation = node.operation.slice(range, rate: canvas.rate),
      !operation.isIdentity(on: canvas.size)
    else { return body }
    return add(operation, [body], origin: node.origin)
  }
}
