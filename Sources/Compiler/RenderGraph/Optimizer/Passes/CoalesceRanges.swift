// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

extension Pass {
  /// Makes one read of neighbours that read on where the one before stopped.
  ///
  ///     %1 = read %0 from=2 frames=60
  ///     %2 = fit %1 contain 1280x720+0+0
  ///     %3 = read %0 from=4 frames=30                  %1 = read %0 from=2 frames=90
  ///     %4 = fit %3 contain 1280x720+0+0           →   %2 = fit %1 contain 1280x720+0+0
  ///     %5 = track %2@0 %4@60                          %3 = track %2@0
  ///
  /// The same for stills of one source, and for sounds in a `mix` that go on in time and in samples.
  public static let coalesceRanges = Pass("coalesce-ranges") { graph in
    let continuation = Continuation(graph: graph, counts: graph.frameCounts())
    let isWanted = graph.ids.contains { id in
      graph[id].inputs.count > 1 && continuation.runs(of: id).count < graph[id].inputs.count
    }
    guard isWanted else { return }
    graph.rebuild { rebuilt, old, node in
      var node = node
      let runs = continuation.runs(of: old)
      guard runs.count < node.inputs.count else { return rebuilt.add(node) }
      let (lasts, firsts) = (runs.map { $0.upperBound - 1 }, runs.map(\.lowerBound))
      let merged = zip(firsts, lasts).map { first, last in
        first == last
          ? node.inputs[first]
          : continuation.longer(old, first...last, as: node.inputs[first], in: &rebuilt)
      }
      if case .track(let starts) = node.operation {
        node.operation = .track(starts: firsts.map { starts[$0] })
      } else if case .mix(let starts, let samples, let filters) = node.operation {
        node.operation = .mix(
          starts: firsts.map { starts[$0] }, samples: samples, filters: filters)
      }
      node.inputs = merged
      return rebuilt.add(node)
    }
  }
}

/// The runs of continuous inputs in a graph.
private struct Continuation {
  let graph: RenderGraph
  let counts: [Int]

  /// The inputs of a track or mix, gathered into runs that continue each other.
  func runs(of id: NodeID) -> [Range<Int>] {
    let node = graph[id]
    var runs: [Range<Int>] = []
    for index in node.inputs.indices {
      if let run = runs.last, continues(node, index) {
        runs[runs.count - 1] = run.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }

  /// Returns true if input `index` continues where the one before it stops.
  private func continues(_ node: RenderGraph.Node, _ index: Int) -> Bool {
    let (first, second) = (node.inputs[index - 1], node.inputs[index])
    if case .track(let starts) = node.operation {
      return starts[index] == starts[index - 1] + counts[first.position]
        && continues(first, second, isPicture: true)
    }
    if case .mix(let starts, _, _) = node.operation, let length = samples(first),
      starts[index] == starts[index - 1] + length
    {
      return continues(first, second, isPicture: false)
    }
    return false
  }

  private func continues(_ first: NodeID, _ second: NodeID, isPicture: Bool) -> Bool {
    var (a, b) = (graph[first], graph[second])
    while true {
      switch (a.operation, b.operation) {
      case (.read(let map, let frames), .read(let next, _)):
        return isPicture && isSameSource(a, b)
          && map.continues(into: next, after: frames, rate: graph.canvas.rate)
      case (.still, .still): return isPicture && isSameSource(a, b)
      case (
        .listen(let remap, let channels, let filters, let samples),
        .listen(let other, let others, let more, _)
      ):
        // At another pace, and after filters, what is heard depends on where it begins.
        return !isPicture && isSameSource(a, b) && remap.isPlain && other.isPlain
          && filters == [] && more == [] && channels == others
          && other.start == remap.start + Time(samples, over: Int64(graph.canvas.sampleRate))
      default: break
      }
      guard a.operation.isTimeless, a.operation == b.operation else { return false }
      (a, b) = (graph[a.inputs[0]], graph[b.inputs[0]])
    }
  }

  private func isSameSource(_ a: RenderGraph.Node, _ b: RenderGraph.Node) -> Bool {
    a.inputs == b.inputs || graph[a.inputs[0]].operation == graph[b.inputs[0]].operation
  }

  /// The length of a sound, if it is a chain over a `listen`.
  private func samples(_ id: NodeID) -> Int64? {
    var id = id
    while case .gain = graph[id].operation { id = graph[id].inputs[0] }
    guard case .listen(_, _, _, let samples) = graph[id].operation else { return nil }
    return samples
  }

  /// The first input of a run, as long as the whole run; `copy` is that input in the new graph.
  func longer(
    _ user: NodeID, _ run: ClosedRange<Int>, as copy: NodeID, in rebuilt: inout RenderGraph
  ) -> NodeID {
    var chain = [copy]
    // All above the frames or samples of a source is timeless, and has one input.
    while rebuilt[chain[chain.count - 1]].operation.isTimeless {
      chain.append(rebuilt[chain[chain.count - 1]].inputs[0])
    }
    let inputs = graph[user].inputs[run]
    let frames = inputs.reduce(0) { $0 + counts[$1.position] }
    let length = inputs.reduce(0) { $0 + (samples($1) ?? 0) }
    var result = NodeID(0)
    for (depth, id) in chain.reversed().enumerated() {
      var node = rebuilt[id]
      switch node.operation {
      case .read(let map, _): node.operation = .read(map, frames: frames)
      case .still: node.operation = .still(frames: frames)
      case .listen(let remap, let channels, let filters, _):
        node.operation = .listen(
          remap, channels: channels, filters: filters, samples: length)
      case .video, .nested, .image, .raster, .caption, .script, .graphic, .audio, .draw, .orient,
        .fit,
        .place, .warp,
        .step,
        .blend, .motionBlur, .mask, .transition, .cut, .track, .join, .compose, .group, .gain, .mix,
        .film:
        break
      }
      if depth > 0 { node.inputs = [result] }
      result = rebuilt.add(node)
    }
    return result
  }
}
