// SPDX-License-Identifier: Apache-2.0

import Base
import RenderGraph
import RenderProtocol

extension AudioGenerator {
  /// The mix of a node after its filters: a mix as a source for each interval in which something of it is heard.
  ///
  /// In pauses filters ring on until they no longer know what they heard. After a longer one they begin anew, so that
  /// nothing depends on what lies before it; after the last interval they ring on for their tail.
  func buses(
    of node: RenderGraph.Node, _ samples: Int64, through filters: ClipFilters, at start: Int64,
    _ gains: [PlacedGain]
  ) -> [AudioClip] {
    guard case .mix(let starts, _, _) = node.operation else { return [] }
    var clips: [AudioClip] = []
    for (offset, input) in zip(starts, node.inputs) { collect(input, at: offset, [], &clips) }
    let rate = Int64(graph.canvas.sampleRate)
    let chain = AudioChain(filters.list)
    var buses: [AudioClip] = []
    func add(_ heard: Range<Int64>, ringing: Int64) {
      let count = min(samples, heard.upperBound + ringing) - heard.lowerBound
      let placed = gains.reversed().compactMap {
        gain($0, clipStart: start + heard.lowerBound, count: count)
      }
      if count <= 0 || placed.contains(.constant(0)) { return }
      // What is heard on one channel is filtered as it is mixed, on two.
      let mix = PlayedMix(
        program(
          clips, samples: heard.clamped(to: 0..<samples), on: graph.canvas.layout.mixed))
      buses.append(
        AudioClip(
          file: MediaFile(path: AudioClip.busName, digest: mix.digest), mix: mix, stream: 0,
          zero: .zero, sourceStart: .zero,
          chain: AudioChain(filters.list, after: mix.program.sampleCount - count),
          start: start + heard.lowerBound, count: count, gains: placed,
          origin: origin(node.origin, nil)))
    }
    for stretch in clips.stretches(within: chain.memory * rate) {
      add(stretch.heard, ringing: stretch.isLast ? filters.tail : chain.memory * rate)
    }
    return buses
  }
}

extension AudioClip {
  /// The placeholder for the path of a file if clips are mixed before they go through filters.
  static let busName = "mix"

  /// True if it is the mix of a track that goes through filters: its audio lies at the places of
  /// its clips.
  var isBus: Bool { mix != nil && chain != nil && remap == nil }
}

extension [AudioClip] {
  /// The ranges in which they are heard, in samples, ascending, without pauses of up to `pause`.
  fileprivate func stretches(within pause: Int64) -> [(heard: Range<Int64>, isLast: Bool)] {
    var found: [Range<Int64>] = []
    for clip in sorted(by: { $0.start < $1.start }) where clip.count > 0 {
      let end = clip.start + clip.count
      if let last = found.last, clip.start - last.upperBound <= pause {
        found[found.count - 1] = last.lowerBound..<Swift.max(last.upperBound, end)
      } else {
        found.append(clip.start..<end)
      }
    }
    return found.enumerated().map { ($1, $0 == found.count - 1) }
  }
}
