// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Diagnostics
import ProjectModel
import Properties
import RenderIR

extension Lowering {
  /// A track's pictures: clips, transitions, and what the instructions do to the whole of it.
  mutating func pictures(of track: PlacedTrack, index: Int) -> RenderGraph.NodeID? {
    var starts: [Int] = []
    var items: [RenderGraph.NodeID] = []
    var lastCount = 0
    func append(_ frames: Range<Int>, _ node: RenderGraph.NodeID) {
      starts.append(frames.lowerBound)
      lastCount = frames.count
      items.append(node)
    }
    var transitions = track.transitions[...]
    var incoming: PlacedTransition?
    var left: RenderGraph.NodeID?
    for (position, clip) in track.clips.enumerated() {
      var outgoing: PlacedTransition?
      if let first = transitions.first, first.index == position {
        // A transition to something that draws nothing is heard only.
        if draws(track.clips[position + 1]) { outgoing = first }
        transitions = transitions.dropFirst()
      }
      defer { incoming = outgoing }
      guard draws(clip), let node = picture(of: clip) else {
        left = nil
        continue
      }
      let drawn = clip.drawn
      func part(_ frames: Range<Int>) -> RenderGraph.NodeID {
        let local = (frames.lowerBound - drawn.lowerBound)..<(frames.upperBound - drawn.lowerBound)
        return local == 0..<drawn.count
          ? node : graph.add(.cut(local), [node], origin: clip.clip.span)
      }
      var own = drawn
      if let incoming, let previous = left, !incoming.frames.isEmpty {
        let right = part(incoming.frames)
        append(
          incoming.frames,
          graph.add(
            .transition(
              name: incoming.style.rawValue, offset: 0, duration: incoming.frames.count),
            [previous, right], origin: incoming.span))
        own = incoming.frames.upperBound..<max(own.upperBound, incoming.frames.upperBound)
      }
      left = nil
      if let outgoing, !outgoing.frames.isEmpty {
        left = part(outgoing.frames)
        own = own.lowerBound..<max(own.lowerBound, outgoing.frames.lowerBound)
      }
      if !own.isEmpty { append(own, part(own)) }
    }
    guard !items.isEmpty else { return nil }
    let node = graph.add(.track(starts: starts), items, origin: nil)
    let end = (starts.last ?? 0) + lastCount
    return instructed(node, frames: end, index: index)
  }

  private func draws(_ clip: PlacedClip) -> Bool {
    clip.media.facts.video != nil && !clip.drawn.isEmpty
  }

  /// Instructions on the track `index`, applied to its frames.
  private mutating func instructed(
    _ track: RenderGraph.NodeID, frames length: Int, index: Int
  ) -> RenderGraph.NodeID {
    var node = track
    for placed in timeline.instructions {
      for (layer, written) in zip(placed.layers, placed.instruction.layers)
      where layer.track == index {
        let during = placed.frames.clamped(to: 0..<length)
        guard !during.isEmpty else { continue }
        let start = placed.time.start
        let span = written.track.span
        node = drawn(node, layer.properties, from: start, during: during, origin: span)
      }
    }
    return node
  }

  /// `node` after all steps of drawing that `properties` ask for; their keys count from film time (or layer time)
  /// `start`.
  private mutating func drawn(
    _ node: RenderGraph.NodeID, _ properties: PropertyKeys, from start: Time,
    during: Range<Int>? = nil, origin: Span?
  ) -> RenderGraph.NodeID {
    var node = node
    let curves = properties.mapValues { curve($0, from: start) }
    for step in LayerStep.steps(curves) where step.stage.isSeen {
      node = graph.add(.step(step, during: during), [node], origin: origin)
    }
    return node
  }

  /// A curve through `keys`, which count from film time (or layer time) `start`.
  func curve(_ keys: [ResolvedKey], from start: Time) -> Curve {
    Curve(keys.map { Curve.Key(start + $0.time, frame.numbers($0.value), .eased($0.easing)) })
  }

  // MARK: Clips

  /// All drawn frames of a clip, upright, in its box, with its own opacity and fades.
  private mutating func picture(of clip: PlacedClip) -> RenderGraph.NodeID? {
    let span = clip.clip.span
    guard let source = source(clip.media, origin: span) else { return nil }
    var node = frames(of: clip, source: source)
    if let m = clip.media.matrix {
      node = graph.add(.orient(.linear(m[0], m[1], m[2], m[3])), [node], origin: span)
    } else if clip.media.orientation != .upright {
      node = graph.add(.orient(.exact(clip.media.orientation)), [node], origin: span)
    }
    let fit = clip.clip.fit ?? timeline.fit
    node = fitted(node, fit, box: frame.box(of: clip), frames: clip.drawn.count, origin: span)
    let values = clip.clip.properties.mapValues {
      [ResolvedKey(time: .zero, value: $0, easing: .linear)]
    }
    node = drawn(node, values, from: .zero, origin: span)
    return faded(
      node, clip.fade, length: rate.time(of: clip.frames.count),
      offset: rate.time(of: clip.lead.frames), origin: span)
  }

  private mutating func fitted(
    _ node: RenderGraph.NodeID, _ fit: FitMode, box: PixelRect, frames: Int, origin: Span?
  ) -> RenderGraph.NodeID {
    switch fit {
    case .contain: return graph.add(.fit(.contain, box: box), [node], origin: origin)
    case .cover: return graph.add(.fit(.cover, box: box), [node], origin: origin)
    case .stretch: return graph.add(.fit(.stretch, box: box), [node], origin: origin)
    case .none: return graph.add(.fit(.none, box: box), [node], origin: origin)
    case .blur:
      let backdrop = graph.add(.fit(.backdrop, box: box), [node], origin: origin)
      let picture = graph.add(.fit(.contain, box: box), [node], origin: origin)
      return graph.add(
        .compose(background: Color(0, 0, 0, alpha: 0), frames: frames), [backdrop, picture],
        origin: origin)
    }
  }

  /// The source's frames that a clip draws: one read, or one per turn of a loop.
  private mutating func frames(of clip: PlacedClip, source: RenderGraph.NodeID)
    -> RenderGraph.NodeID
  {
    let span = clip.clip.span
    let count = clip.drawn.count
    if clip.media.isTimeless { return graph.add(.still(frames: count), [source], origin: span) }
    let lead = rate.time(of: clip.lead.frames)
    guard let loop = clip.loop else {
      let start = clip.media.facts.video?.frameStart(at: clip.sourceStart, rate) ?? clip.sourceStart
      let lastOwn = start + rate.time(of: max(0, clip.frames.count - 1))
      let map = TimeMap(
        start: start - lead, holdBefore: clip.lead.isHeld ? start : nil,
        holdAfter: clip.tail.isHeld ? lastOwn : nil)
      return graph.add(.read(map, frames: count), [source], origin: span)
    }
    var turns: [RenderGraph.NodeID] = []
    var first = 0
    while first < count {
      let time = rate.time(of: first) - lead
      let turn = (time / loop.duration).floor
      let end = loop.duration * Time(turn + 1) + lead
      let last = min(count, max(first + 1, rate.frames(covering: end)))
      turns.append(
        graph.add(
          .read(
            TimeMap(start: loop.start + time - loop.duration * Time(turn)), frames: last - first),
          [source], origin: span))
      first = last
    }
    return turns.count == 1 ? turns[0] : graph.add(.join, turns, origin: span)
  }

  /// Opacity or gain curves of a fade; `offset` is where the clip itself starts in the layer.
  func fades(_ fade: ResolvedFade, length: Time, offset: Time) -> [Curve] {
    var curves: [Curve] = []
    if fade.fadeIn > .zero {
      curves.append(Curve([.init(offset, [0]), .init(offset + fade.fadeIn, [1])]))
    }
    if fade.fadeOut > .zero {
      let end = offset + length
      curves.append(Curve([.init(end - fade.fadeOut, [1]), .init(end, [0])]))
    }
    return curves
  }

  /// `node` as it comes and goes by `fade`.
  private mutating func faded(
    _ node: RenderGraph.NodeID, _ fade: ResolvedFade, length: Time, offset: Time = .zero,
    origin: Span?
  ) -> RenderGraph.NodeID {
    fades(fade, length: length, offset: offset).reduce(node) { node, curve in
      graph.add(.step(LayerStep(.opacity, curve), during: nil), [node], origin: origin)
    }
  }

  // MARK: Overlays

  mutating func picture(of placed: PlacedOverlay) -> RenderGraph.NodeID? {
    let overlay = placed.overlay
    let span = overlay.span
    guard !placed.frames.isEmpty else { return nil }
    let count = placed.frames.count
    // What moves is drawn in the middle of the canvas and moved from there.
    var properties = placed.properties
    let keys = properties[.position] ?? []
    let isMoving = keys.count > 1
    let centre = PropertyValue([.share(0.5), .share(0.5)])
    let position = isMoving ? centre : keys.first?.value ?? centre
    if !isMoving { properties[.position] = nil }
    let raster = rasters[placed.index]
    guard let place = frame.box(of: placed, raster: raster?.facts, at: position) else { return nil }
    let source: RenderGraph.NodeID
    switch overlay.content {
    case .text(let text):
      guard let raster else { return nil }
      let label = String(text.text.value.prefix(40))
      source = graph.add(
        .raster(RasterSource(file: raster.file, size: raster.facts.size, label: label)),
        origin: span)
    case .image:
      guard let media = placed.media, let image = self.source(media, origin: span) else {
        return nil
      }
      source = image
    }
    var node = graph.add(.still(frames: count), [source], origin: span)
    if let media = placed.media, media.orientation != .upright {
      node = graph.add(.orient(.exact(media.orientation)), [node], origin: span)
    }
    node = graph.add(.fit(.contain, box: place), [node], origin: span)
    node = drawn(node, properties, from: .zero, origin: span)
    node = faded(node, placed.fade, length: rate.time(of: count), origin: span)
    return graph.add(.track(starts: [placed.frames.lowerBound]), [node], origin: span)
  }
}
