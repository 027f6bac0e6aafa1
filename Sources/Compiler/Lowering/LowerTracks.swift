// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderGraph
import RenderProtocol
import Timeline

/// Tracks, and how layers are combined with what lies under them.
extension TimelineLowering {
  /// A track's pictures: clips and transitions, and what is done to the whole of it.
  mutating func pictures(ofTrack index: Int) -> RenderGraph.NodeID? {
    let layer = timeline.layer(ofTrack: index)
    guard let node = content(of: layer) else { return nil }
    // A track of a size is combined as a whole, any other clip by clip.
    let track = timeline.tracks[index]
    if track.settings.size == nil { return node }
    let modes = modes(of: [(layer.target, track.settings.blend)], in: layer.frames)
    if modes.allSatisfy({ $0.mode == nil }) { return node }
    var items = Placed()
    add(node, in: layer.frames, modes, origin: track.span, to: &items)
    return graph.add(.track(starts: items.starts), items.nodes, origin: track.span)
  }

  /// Pictures that are placed on the film's frames.
  struct Placed {
    var starts: [Int] = []
    var nodes: [RenderGraph.NodeID] = []
  }

  /// Adds `node`, which is drawn in `frames` of the film, in the modes of all of them.
  mutating func add(
    _ node: RenderGraph.NodeID, in frames: Range<Int>,
    _ modes: [(frames: Range<Int>, mode: BlendMode?)], origin: Span?, to items: inout Placed
  ) {
    for (range, mode) in modes {
      let part =
        range == frames
        ? node : graph.add(.cut(range.earlier(by: frames.lowerBound)), [node], origin: origin)
      items.starts.append(range.lowerBound)
      items.nodes.append(blended(part, mode, origin: origin))
    }
  }

  /// The blend modes of a layer in `frames` of the film.
  ///
  /// - Parameter layers: Itself and, if it sets none, the layers that set it instead; with the
  ///   project's own modes there. An instruction for one overrides that.
  func modes(
    of layers: [(target: LayerTarget, own: Blending?)], in frames: Range<Int>
  ) -> [(frames: Range<Int>, mode: BlendMode?)] {
    let uses = layers.map { layer -> ArraySlice<(frames: Range<Int>, blending: Blending)> in
      guard let all = blends[layer.target] else { return [] }
      let first = all.partitioningIndex { $0.frames.upperBound > frames.lowerBound }
      return all[first...].prefix { $0.frames.lowerBound < frames.upperBound }
    }
    let borders = uses.joined().map { $0.frames.clamped(to: frames) }.filter { !$0.isEmpty }
    var result: [(frames: Range<Int>, mode: BlendMode?)] = []
    for range in borders.intervals(in: frames) {
      var blending: Blending?
      for (layer, uses) in zip(layers, uses) where blending == nil {
        blending = uses.first { $0.frames.overlaps(range) }?.blending ?? layer.own
      }
      if let last = result.last, last.mode == blending?.mode {
        result[result.count - 1].frames = last.frames.lowerBound..<range.upperBound
      } else {
        result.append((range, blending?.mode))
      }
    }
    return result
  }

  /// The clips and transitions of a track, from the film's start on.
  mutating func sequence(of index: Int) -> RenderGraph.NodeID? {
    let track = timeline.tracks[index]
    var items = Placed()
    /// The blend modes of a clip in `frames` of the film.
    func modes(_ clip: PlacedClip, in frames: Range<Int>) -> [(
      frames: Range<Int>, mode: BlendMode?
    )] {
      let own = (clip.target, clip.clip.layer.blend)
      let whole = (LayerTarget.track(index), track.settings.blend)
      return self.modes(of: track.settings.size == nil ? [own, whole] : [own], in: frames)
    }
    var transitions = track.transitions[...]
    var incoming: PlacedTransition?
    var left: (node: RenderGraph.NodeID, clip: PlacedClip)?
    for (position, clip) in track.clips.enumerated() {
      var outgoing: PlacedTransition?
      if let first = transitions.first, first.index == position {
        // A transition to something that draws nothing is heard only.
        if draws(track.clips[position + 1]) { outgoing = first }
        transitions = transitions.dropFirst()
      }
      defer { incoming = outgoing }
      guard draws(clip), let node = content(of: timeline.layer(clip)) else {
        left = nil
        continue
      }
      let drawn = clip.drawn
      func part(_ frames: Range<Int>) -> RenderGraph.NodeID {
        let local = frames.earlier(by: drawn.lowerBound)
        return local == 0..<drawn.count
          ? node : graph.add(.cut(local), [node], origin: clip.clip.span)
      }
      var own = drawn
      if let incoming, let style = incoming.style, let previous = left,
        !incoming.frames.isEmpty
      {
        let right = part(incoming.frames)
        let use = use(of: style, incoming.settings, incoming.easing)
        let transition = graph.add(
          .transition(use, offset: 0, duration: incoming.frames.count),
          [previous.node, right], origin: incoming.span)
        // Half-way the mode changes.
        let (frames, middle) = (incoming.frames, incoming.frames.middle)
        var both = modes(previous.clip, in: frames.lowerBound..<middle)
        for half in modes(clip, in: middle..<frames.upperBound) {
          if let last = both.last, last.mode == half.mode {
            both[both.count - 1].frames = last.frames.lowerBound..<half.frames.upperBound
          } else {
            both.append(half)
          }
        }
        add(transition, in: frames, both, origin: incoming.span, to: &items)
        own = frames.upperBound..<max(own.upperBound, frames.upperBound)
      }
      left = nil
      if let outgoing, !outgoing.frames.isEmpty {
        left = (part(outgoing.frames), clip)
        own = own.lowerBound..<max(own.lowerBound, outgoing.frames.lowerBound)
      }
      if !own.isEmpty {
        add(part(own), in: own, modes(clip, in: own), origin: clip.clip.span, to: &items)
      }
    }
    guard !items.nodes.isEmpty else { return nil }
    return graph.add(.track(starts: items.starts), items.nodes, origin: nil)
  }

  /// `node` combined in a mode with what lies under it.
  private mutating func blended(
    _ node: RenderGraph.NodeID, _ mode: BlendMode?, origin: Span?
  ) -> RenderGraph.NodeID {
    guard let mode else { return node }
    return graph.add(.blend(mode), [node], origin: origin)
  }

  private func draws(_ clip: PlacedClip) -> Bool {
    clip.content.hasPicture && !clip.drawn.isEmpty
  }
}

extension Range<Int> {
  /// The frame that starts half-way, half up.
  fileprivate var middle: Int { lowerBound + (count + 1) / 2 }
}

extension TimelineLowering {
  /// A transition of a kind, as `settings` say.
  func use(
    of style: TransitionStyle, _ settings: TransitionSettings, _ easing: Easing
  ) -> TransitionUse {
    var use = TransitionUse(style.kernel, settings.numbers)
    use.easing = easing
    use.map = settings.map.flatMap { timeline.maps[$0 - 1] }
    use.isReversed = settings.isReversed
    return use
  }
}
