// SPDX-License-Identifier: Apache-2.0

import Base

extension Pass {
  /// Makes one track of tracks that lie next to each other in a `compose` and never show anything at the same time.
  ///
  ///     %4 = track %2@0
  ///     %5 = track %3@90         where %2 ends before 90
  ///     %6 = compose #000000 frames=300 : %4 %5   →   %5 = track %2@0 %3@90
  ///                                                   %6 = compose #000000 frames=300 : %5
  public static let mergeTracks = Pass("merge-tracks") { graph in
    guard graph.ids.contains(where: graph.hasTracksSideBySide) else { return }
    var uses = Array(repeating: 0, count: graph.nodes.count)
    for node in graph.nodes { for input in node.inputs { uses[input.position] += 1 } }
    let counts = graph.frameCounts()
    for id in graph.ids {
      guard case .compose = graph[id].operation else { continue }
      let layers = graph[id].inputs
      let isMergeable = layers.map { layer in
        if case .track = graph[layer].operation { uses[layer.position] == 1 } else { false }
      }
      guard zip(isMergeable, isMergeable.dropFirst()).contains(where: { $0 && $1 }) else {
        continue
      }
      var merging = TrackMerging(
        graph, layers.indices.filter { isMergeable[$0] }.map { layers[$0] }, counts)
      var kept: [NodeID] = []
      for (layer, isMergeable) in zip(layers, isMergeable) {
        if !isMergeable || !merging.accepts(layer) {
          kept += merging.finish(&graph)
        }
        if isMergeable { merging.take(layer) } else { kept.append(layer) }
      }
      kept += merging.finish(&graph)
      graph[id].inputs = kept
    }
  }
}

extension RenderGraph {
  /// Returns true if `id` is a compose with two tracks next to each other.
  fileprivate func hasTracksSideBySide(_ id: NodeID) -> Bool {
    guard case .compose = self[id].operation else { return false }
    func isTrack(_ layer: NodeID) -> Bool {
      if case .track = self[layer].operation { true } else { false }
    }
    let layers = self[id].inputs
    return zip(layers, layers.dropFirst()).contains { isTrack($0) && isTrack($1) }
  }
}

/// Tracks that are being gathered as long as they do not overlap.
///
/// Overlaps of an item with those gathered follow from counts: one starts inside it, or more have
/// started than ended where it starts. Two Fenwick trees over the borders give these in O(log n).
private struct TrackMerging {
  private struct Item {
    var id: NodeID
    var start: Int
    /// Start and end as places in the sorted list of all borders.
    var places: Range<Int>
  }

  private let borders: [Int]
  private var items: [NodeID: [Item]] = [:]
  private var started: FenwickTree
  private var ended: FenwickTree
  private var gathered: [NodeID] = []

  init(_ graph: RenderGraph, _ tracks: [NodeID], _ counts: [Int]) {
    var all: [Int] = []
    for track in tracks {
      guard case .track(let starts) = graph[track].operation else { continue }
      for (start, id) in zip(starts, graph[track].inputs) {
        all += [start, start + counts[id.position]]
      }
    }
    all.sort()
    borders = all.reduce(into: []) { unique, border in
      if unique.last != border { unique.append(border) }
    }
    started = FenwickTree(count: borders.count)
    ended = FenwickTree(count: borders.count)
    for track in tracks {
      guard case .track(let starts) = graph[track].operation else { continue }
      items[track] = zip(starts, graph[track].inputs).map { start, id in
        Item(id: id, start: start, places: place(start)..<place(start + counts[id.position]))
      }
    }
  }

  private func place(_ border: Int) -> Int {
    borders.partitioningIndex { $0 >= border }
  }

  func accepts(_ track: NodeID) -> Bool {
    items[track, default: []].allSatisfy { item in
      let startedHere = started.sum(through: item.places.lowerBound)
      return startedHere == ended.sum(through: item.places.lowerBound)
        && started.sum(through: item.places.upperBound - 1) == startedHere
    }
  }

  mutating func take(_ track: NodeID) {
    gathered.append(track)
    count(track, 1)
  }

  private mutating func count(_ track: NodeID, _ amount: Int) {
    for item in items[track, default: []] {
      started.add(amount, at: item.places.lowerBound)
      ended.add(amount, at: item.places.upperBound)
    }
  }

  /// Makes one track of those gathered: the last of them in the graph, which comes after all items.
  mutating func finish(_ graph: inout RenderGraph) -> [NodeID] {
    defer { gathered = [] }
    guard gathered.count > 1, let last = gathered.max() else {
      for track in gathered { count(track, -1) }
      return gathered
    }
    for track in gathered { count(track, -1) }
    let merged = gathered.flatMap { items[$0, default: []] }.sorted { $0.start < $1.start }
    graph[last].operation = .track(starts: merged.map(\.start))
    graph[last].inputs = merged.map(\.id)
    return [last]
  }
}

/// Counts at places, and their sums from the first place on, in O(log n).
private struct FenwickTree {
  private var sums: [Int]

  init(count: Int) { sums = Array(repeating: 0, count: count + 1) }

  mutating func add(_ amount: Int, at place: Int) {
    var index = place + 1
    while index < sums.count {
      sums[index] += amount
      index += index & -index
    }
  }

  func sum(through place: Int) -> Int {
    var index = place + 1
    var total = 0
    while index > 0 {
      total += sums[index]
      index -= index & -index
    }
    return total
  }
}
