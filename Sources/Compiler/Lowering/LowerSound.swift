// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
package import RenderGraph
import RenderProtocol
package import Timeline

/// The mix of a track, or of the overlays.
package struct AudioLane {
  /// The track's index; nil for the overlays.
  package var track: Int?
  package var node: RenderGraph.NodeID
}

/// The sound alone of a film: its graph, the mix of all of it (nil where nothing is heard), and the mixes that it is made
/// of.
package func lowerSound(
  _ timeline: Timeline
) -> (graph: RenderGraph, mix: RenderGraph.NodeID?, lanes: [AudioLane]) {
  var lowering = TimelineLowering(
    timeline: timeline, frame: LoweringFrame(size: timeline.canvas.size, pixelScale: 1),
    rasters: [:], graph: RenderGraph(canvas: timeline.canvas), films: LoweredFilms())
  let lanes = lowering.soundLanes()
  let mix = lowering.mix(of: lanes)
  return (lowering.graph, mix, lanes)
}

extension TimelineLowering {
  /// The mix of all tracks and overlays; nil where nothing is ever heard.
  mutating func sound() -> RenderGraph.NodeID? { mix(of: soundLanes()) }

  /// The mix of tracks and overlays.
  mutating func mix(of lanes: [AudioLane]) -> RenderGraph.NodeID? {
    // What is to be heard, but has no sound where it is played, is silence.
    guard !lanes.isEmpty || timeline.heardClips.contains(where: { _ in true }) else { return nil }
    return graph.add(
      .mix(starts: Array(repeating: 0, count: lanes.count), samples: timeline.sampleCount),
      lanes.map(\.node), origin: nil)
  }

  /// The mixes of the tracks that are ever heard, each by itself, then that of the overlays.
  mutating func soundLanes() -> [AudioLane] {
    let total = timeline.sampleCount
    var members = soundOfMembers()
    var lanes: [AudioLane] = []
    for (index, track) in timeline.tracks.enumerated() {
      var items = members.removeValue(forKey: index) ?? AudioItems()
      for (position, clip) in track.clips.enumerated() where clip.isHeard {
        append(clip, hearing(clip, track, position), to: &items)
      }
      let cleanup = track.filters?.cleanup ?? AudioCleanup()
      let filters = cleanup.filters(tail: timeline.sample(at: cleanup.tailLength))
      guard let mix = mix(items, through: filters, at: track.span) else { continue }
      var node = changed(
        mix, track.properties, from: track.extent.start, of: .track(index),
        during: 0..<total, from: .zero, borders: soundBorders(of: track), origin: track.span)
      node = ducked(node, as: .track(index), during: TimeRange(.zero, timeline.end))
      let fades = soundFades(
        track.fade, length: track.extent.duration, offset: track.extent.start)
      for curve in fades { node = graph.add(.gain(curve, during: nil), [node], origin: track.span) }
      lanes.append(AudioLane(track: index, node: node))
    }
    if let node = members[nil].flatMap({ mix($0) }) {
      lanes.append(AudioLane(track: nil, node: node))
    }
    return lanes
  }

  /// Sounds at their first samples in the film.
  struct AudioItems {
    var starts: [Int64] = []
    var nodes: [RenderGraph.NodeID] = []
  }

  private mutating func mix(
    _ items: AudioItems, through filters: ClipFilters = [], at span: Span? = nil
  ) -> RenderGraph.NodeID? {
    guard !items.nodes.isEmpty else { return nil }
    let starts = items.starts
    let order = starts.indices.sorted {
      starts[$0] == starts[$1] ? $0 < $1 : starts[$0] < starts[$1]
    }
    let mix = Operation.mix(
      starts: order.map { starts[$0] }, samples: timeline.sampleCount, filters: filters)
    return graph.add(mix, order.map { items.nodes[$0] }, origin: filters.list.isEmpty ? nil : span)
  }

  /// Exact starts and ends of clips with a picture, and the frame times at which their sound starts
  /// and ends: what an instruction does up to a clip's end, be it written as a plain time, it does to
  /// the last of its sound.
  private func soundBorders(of track: PlacedTrack) -> [Time: Time] {
    guard !track.isAudio, timeline.instructions.contains(where: { !$0.layers.isEmpty }) else {
      return [:]
    }
    var borders: [Time: Time] = [:]
    for clip in track.clips where clip.content.hasPicture {
      borders[clip.start] = clip.shown.start
      borders[clip.end] = clip.shown.end
    }
    return borders
  }

  /// An interval of film time in which a clip is heard, and what is done to it.
  struct Hearing {
    var time: TimeRange
    /// The source's times from `time.start` on.
    var map: TimeRemap
    /// In seconds from `time.start`.
    var curves: [Curve] = []
    /// The groups it is a part of, innermost first, each with its properties, which count from a
    /// time of the film.
    var groups: [(target: LayerTarget, properties: PropertyKeys, start: Time)] = []

    /// The same with the source so much later.
    func shifted(by shift: Time) -> Hearing {
      guard shift != .zero else { return self }
      var result = self
      result.map = map.earlier(by: shift)
      return result
    }

    /// The source time at which it is at its end.
    var sourceEnd: Time { map.sourceTime(after: time.duration) }
  }

  mutating func append(_ clip: PlacedClip, _ hearing: Hearing, to items: inout AudioItems) {
    guard let media = clip.content.media, clip.content.audio != nil, !hearing.time.isEmpty else {
      return
    }
    for sound in media.heard { append(clip, sound, of: media, hearing, to: &items) }
  }

  private mutating func append(
    _ clip: PlacedClip, _ sound: HeardStream, of media: ResolvedMedia, _ hearing: Hearing,
    to items: inout AudioItems
  ) {
    let audio = sound.facts
    guard let source = audioSource(media, audio, origin: clip.clip.span) else { return }
    let own = (target: clip.target, properties: clip.properties, start: clip.shown.start)
    let channels = clip.clip.playback.sound.channels.flatMap { $0.value.heard(of: media) }
    let shift = clip.clip.playback.sound.sync?.value ?? .zero
    let isMono = audio.channels == 1 || channels?.isMono == true
    let followsPitch = !clip.isPlain && clip.clip.playback.pitch == .follow
    for unshifted in turns(clip, hearing) {
      let turn = unshifted.shifted(by: shift)
      // What lies wholly outside the stream is silence anyway.
      if max(turn.map.start, turn.sourceEnd) <= audio.firstSample
        || min(turn.map.start, turn.sourceEnd) >= audio.end
      {
        continue
      }
      let start = timeline.sample(at: turn.time.start)
      let heard = timeline.sample(at: turn.time.end)
      guard heard > start else { continue }
      let filters = clip.clip.playback.sound.cleanup.filters(
        tail: timeline.sample(at: turn.time.end + clip.clip.playback.sound.cleanup.tailLength)
          - heard)
      let end = heard + filters.tail
      let remap = AudioRemap(
        turn.map, isHeardAtAnySpeed: clip.clip.playback.pitch != nil, followsPitch: followsPitch)
      var node = graph.add(
        .listen(
          remap, channels: channels, filters: filters, samples: end - start),
        [source],
        origin: clip.clip.span)
      if let factor = sound.factor(beside: clip.loudness) {
        node = graph.add(.gain(.constant(factor), during: nil), [node], origin: clip.clip.span)
      }
      for layer in [own] + hearing.groups {
        node = changed(
          node, layer.properties, from: layer.start, of: layer.target, during: start..<end,
          from: turn.time.start, isMono: isMono && layer.target == clip.target,
          origin: clip.clip.span)
      }
      node = ducked(node, as: clip.target, during: turn.time)
      for curve in turn.curves {
        node = graph.add(.gain(curve, during: nil), [node], origin: clip.clip.span)
      }
      items.starts.append(start)
      items.nodes.append(node)
    }
  }

  /// A sound in the film's `samples` with what a layer and instructions ask for: pan, balance and volume.
  ///
  /// An instruction sets a property: in its samples the layer's own does not count.
  ///
  /// - Parameters:
  ///   - own: The layer's properties; their keys count from the film time `ownStart`.
  ///   - target: The target by which instructions address the layer.
  ///   - start: The film time of the sound's first sample.
  ///   - borders: Times of instructions that stand for others.
  ///   - isMono: True if both sides of it are the same.
  private mutating func changed(
    _ sound: RenderGraph.NodeID, _ own: PropertyKeys, from ownStart: Time,
    of target: LayerTarget, during samples: Range<Int64>, from start: Time,
    borders: [Time: Time] = [:], isMono: Bool = false, origin: Span?
  ) -> RenderGraph.NodeID {
    var node = sound
    for property in Property.heard {
      guard let kind = GainKind(property, isMono: isMono) else { continue }
      let constant = own[property].map { heard($0, of: property, from: ownStart - start) }
      var uses: [(samples: Range<Int64>, curve: Curve, span: Span)] = []
      for (time, _, layer) in instructions[target] ?? [] {
        guard let keys = layer.properties[property] else { continue }
        let first = borders[time.start] ?? time.start
        let last = max(first, borders[time.end] ?? time.end)
        let inside = (timeline.sample(at: first)..<timeline.sample(at: last)).clamped(to: samples)
        guard !inside.isEmpty else { continue }
        uses.append((inside, heard(keys, of: property, from: first - start), layer.span))
      }
      for range in uses.map(\.samples).intervals(in: samples) {
        let use = uses.last { $0.samples.overlaps(range) }
        guard let curve = use?.curve ?? constant else { continue }
        let local =
          (range.lowerBound - samples.lowerBound)..<(range.upperBound - samples.lowerBound)
        node = graph.add(
          .gain(curve, as: kind, during: range == samples ? nil : local), [node],
          origin: use?.span ?? origin)
      }
    }
    return node
  }

  /// A sound of `time` as it is lowered while others are heard.
  private mutating func ducked(
    _ sound: RenderGraph.NodeID, as layer: LayerTarget, during time: TimeRange
  ) -> RenderGraph.NodeID {
    guard let placed = timeline.ducks[layer] else { return sound }
    let keys = placed.keys(in: time).map { Curve.Key($0.time - time.start, [$0.factor]) }
    guard !keys.isEmpty else { return sound }
    return graph.add(.gain(Curve(keys), during: nil), [sound], origin: placed.duck.span)
  }

  /// The time at which a clip is heard: with its picture where it has one, and over its transitions.
  func hearing(_ clip: PlacedClip, _ track: PlacedTrack, _ position: Int) -> Hearing {
    let hasPicture = !track.isAudio && clip.content.hasPicture
    var time = clip.shown
    var fadesIn: AudioChange?
    var fadesOut: AudioChange?
    let incoming = position > 0 ? track.transition(after: position - 1) : nil
    let outgoing = track.transition(after: position)
    func stretch(_ transition: PlacedTransition) -> TimeRange {
      hasPicture ? rate.time(of: transition.frames) : transition.time
    }
    func crossfade(_ range: TimeRange) -> AudioChange {
      AudioChange(time: range, curve: .equalPower)
    }
    func isCut(_ other: PlacedClip) -> Bool {
      clip.clip.playback.audio == .cut || other.clip.playback.audio == .cut
    }
    if let sound = incoming?.sound {
      time.start = snapped(sound.time.start, clip)
      fadesIn = sound
    } else if let incoming {
      let range = stretch(incoming)
      let middle = (range.start + range.end) / Time(2)
      if isCut(track.clips[position - 1]) {
        time.start = incoming.policy == .overlap ? middle : time.start
      } else if incoming.policy == .freeze {
        fadesIn = crossfade(TimeRange(time.start, max(time.start, range.end)))
      } else {
        time.start = min(time.start, range.start)
        fadesIn = crossfade(range)
      }
    }
    if let sound = outgoing?.sound {
      time.end = snapped(sound.time.end, clip)
      fadesOut = sound
    } else if let outgoing {
      let range = stretch(outgoing)
      let middle = (range.start + range.end) / Time(2)
      if isCut(track.clips[position + 1]) {
        time.end = outgoing.policy == .overlap ? middle : time.end
      } else if outgoing.policy == .freeze {
        fadesOut = crossfade(TimeRange(min(time.end, range.start), time.end))
      } else {
        time.end = max(time.end, range.end)
        fadesOut = crossfade(range)
      }
    }
    let own = clip.shown.start
    var result = Hearing(
      time: time, map: clip.map.from(time.start - own))
    if let change = fadesIn, !change.time.isEmpty {
      let ends = (change.time.start - time.start, change.time.end - time.start)
      result.curves.append(Curve([.init(ends.0, [0], change.shape), .init(ends.1, [1])]))
    }
    if let change = fadesOut, !change.time.isEmpty {
      let ends = (change.time.start - time.start, change.time.end - time.start)
      result.curves.append(Curve([.init(ends.0, [1], change.shape), .init(ends.1, [0])]))
    }
    // Where the sound begins or ends apart from the picture, it fades there.
    let faded = TimeRange(
      incoming?.sound == nil ? own : time.start,
      outgoing?.sound == nil ? clip.shown.end : time.end)
    result.curves += soundFades(clip.fade, length: faded.duration, offset: faded.start - time.start)
    return result
  }

  /// `time` at the nearest of the samples that are counted from the start of `clip`, so that its sound stays where it is
  /// to the sample, wherever it begins.
  private func snapped(_ time: Time, _ clip: PlacedClip) -> Time {
    let rate = Time(Int64(timeline.canvas.sampleRate))
    return clip.shown.start + Time(((time - clip.shown.start) * rate).rounded) / rate
  }
}

extension AudioChange {
  /// The shape of gain curves in it.
  fileprivate var shape: Curve.Shape {
    switch curve {
    case .equalPower: .equalPower
    case .linear, .cut: .eased(.linear)
    }
  }
}
