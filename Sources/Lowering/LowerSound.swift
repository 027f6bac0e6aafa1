// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Diagnostics
import ProjectModel
import Properties
import RenderIR
import TimelineModel

extension TimelineLowering {
  /// The mix of all tracks; nil where nothing is ever heard.
  mutating func sound() -> RenderGraph.NodeID? {
    let total = timeline.sampleCount
    var tracks: [RenderGraph.NodeID] = []
    for (index, track) in timeline.tracks.enumerated() {
      var starts: [Int64] = []
      var items: [RenderGraph.NodeID] = []
      for (position, clip) in track.clips.enumerated() {
        append(clip, track, position, &starts, &items)
      }
      guard !items.isEmpty else { continue }
      let order = starts.indices.sorted {
        starts[$0] == starts[$1] ? $0 < $1 : starts[$0] < starts[$1]
      }
      var node = graph.add(
        .mix(starts: order.map { starts[$0] }, samples: total), order.map { items[$0] },
        origin: nil)
      let borders = soundBorders(of: track)
      for (time, _, layer) in instructions[.track(index)] ?? [] {
        guard let keys = layer.properties[.volume] else { continue }
        let start = borders[time.start] ?? time.start
        let end = max(start, borders[time.end] ?? time.end)
        let during = timeline.sample(at: start)..<timeline.sample(at: end)
        let inside = during.clamped(to: 0..<total)
        guard !inside.isEmpty else { continue }
        node = graph.add(
          .gain(volume(keys, from: start), during: inside), [node], origin: layer.span)
      }
      tracks.append(node)
    }
    guard !tracks.isEmpty else { return nil }
    return graph.add(
      .mix(starts: Array(repeating: 0, count: tracks.count), samples: total), tracks, origin: nil)
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

  /// A stretch of film time in which a clip is heard, and what is done to it.
  private struct Hearing {
    var time: TimeRange
    var sourceStart: Time
    /// In seconds from `time.start`.
    var curves: [Curve] = []
  }

  private mutating func append(
    _ clip: PlacedClip, _ track: PlacedTrack, _ position: Int, _ starts: inout [Int64],
    _ items: inout [RenderGraph.NodeID]
  ) {
    guard clip.clip.audio != .off, let media = clip.content.media,
      let audio = clip.content.audio, let source = audioSource(media, origin: clip.clip.span)
    else { return }
    let hearing = hearing(clip, track, position)
    guard !hearing.time.isEmpty else { return }
    for turn in turns(clip, hearing) {
      // What lies wholly outside the stream is silence anyway.
      let sourceEnd = turn.sourceStart + turn.time.duration
      if sourceEnd <= audio.firstSample || turn.sourceStart >= audio.end { continue }
      let start = timeline.sample(at: turn.time.start)
      let end = timeline.sample(at: turn.time.end)
      guard end > start else { continue }
      var node = graph.add(
        .listen(start: turn.sourceStart, samples: end - start), [source], origin: clip.clip.span)
      node = volume(node, of: clip, during: start..<end, from: turn.time.start)
      for curve in turn.curves {
        node = graph.add(.gain(curve, during: nil), [node], origin: clip.clip.span)
      }
      starts.append(start)
      items.append(node)
    }
  }

  /// The sound of `clip` in the film's `samples` at the volume that it and instructions ask for.
  ///
  /// An instruction sets the volume: in its samples the clip's own does not count. `start` is the film time of the
  /// node's first sample.
  private mutating func volume(
    _ sound: RenderGraph.NodeID, of clip: PlacedClip, during samples: Range<Int64>, from start: Time
  ) -> RenderGraph.NodeID {
    let own = clip.properties[.volume].map { volume($0, from: clip.shown.start - start) }
    var uses: [(samples: Range<Int64>, curve: Curve, span: Span)] = []
    for (time, _, layer) in instructions[clip.target] ?? [] {
      guard let keys = layer.properties[.volume] else { continue }
      let during = timeline.sample(at: time.start)..<timeline.sample(at: time.end)
      let inside = during.clamped(to: samples)
      guard !inside.isEmpty else { continue }
      uses.append((inside, volume(keys, from: time.start - start), layer.span))
    }
    var node = sound
    for range in uses.map(\.samples).intervals(in: samples) {
      let use = uses.last { $0.samples.overlaps(range) }
      guard let curve = use?.curve ?? own else { continue }
      let local = (range.lowerBound - samples.lowerBound)..<(range.upperBound - samples.lowerBound)
      node = graph.add(
        .gain(curve, during: range == samples ? nil : local), [node],
        origin: use?.span ?? clip.clip.span)
    }
    return node
  }

  /// When a clip is heard: with its picture where it has one, and over its transitions.
  private func hearing(_ clip: PlacedClip, _ track: PlacedTrack, _ position: Int) -> Hearing {
    let hasPicture = !track.isAudio && clip.content.hasPicture
    var time = clip.shown
    var fadesIn: TimeRange?
    var fadesOut: TimeRange?
    let incoming = position > 0 ? track.transition(after: position - 1) : nil
    let outgoing = track.transition(after: position)
    func stretch(_ transition: PlacedTransition) -> TimeRange {
      hasPicture ? rate.time(of: transition.frames) : transition.time
    }
    func isCut(_ other: PlacedClip) -> Bool {
      clip.clip.audio == .cut || other.clip.audio == .cut
    }
    if let incoming {
      let range = stretch(incoming)
      let middle = (range.start + range.end) / Time(2)
      if isCut(track.clips[position - 1]) {
        time.start = incoming.policy == .overlap ? middle : time.start
      } else if incoming.policy == .freeze {
        fadesIn = TimeRange(time.start, max(time.start, range.end))
      } else {
        time.start = min(time.start, range.start)
        fadesIn = range
      }
    }
    if let outgoing {
      let range = stretch(outgoing)
      let middle = (range.start + range.end) / Time(2)
      if isCut(track.clips[position + 1]) {
        time.end = outgoing.policy == .overlap ? middle : time.end
      } else if outgoing.policy == .freeze {
        fadesOut = TimeRange(min(time.end, range.start), time.end)
      } else {
        time.end = max(time.end, range.end)
        fadesOut = range
      }
    }
    let own = clip.shown.start
    var result = Hearing(time: time, sourceStart: clip.sourceStart + (time.start - own))
    if let range = fadesIn, !range.isEmpty {
      result.curves.append(
        Curve([
          .init(range.start - time.start, [0], .equalPower), .init(range.end - time.start, [1]),
        ]))
    }
    if let range = fadesOut, !range.isEmpty {
      result.curves.append(
        Curve([
          .init(range.start - time.start, [1], .equalPower), .init(range.end - time.start, [0]),
        ]))
    }
    result.curves += fades(clip.fade, length: clip.shown.duration, offset: own - time.start)
    return result
  }

  /// A loop is heard turn by turn, each placed at its exact time.
  private func turns(_ clip: PlacedClip, _ hearing: Hearing) -> [Hearing] {
    guard let loop = clip.loop else { return [hearing] }
    var result: [Hearing] = []
    var start = hearing.time.start
    // Where in the loop the hearing starts; a handle reaches back into the turn before.
    var phase = hearing.sourceStart - loop.start
    phase = phase - loop.duration * Time((phase / loop.duration).floor)
    while start < hearing.time.end {
      let end = min(hearing.time.end, start + loop.duration - phase)
      let offset = start - hearing.time.start
      result.append(
        Hearing(
          time: TimeRange(start, end), sourceStart: loop.start + phase,
          curves: hearing.curves.map { $0.shifted(by: offset, duration: end - start) }))
      start = end
      phase = .zero
    }
    return result
  }
}
