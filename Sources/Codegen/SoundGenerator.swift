// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Diagnostics
import Pacing
import RenderIR

/// Makes the program of the sound half of a graph: every `listen` with all gains above it.
struct SoundGenerator {
  let graph: RenderGraph
  let origin: (Span?, MediaFile?) -> Origin

  typealias NodeID = RenderGraph.NodeID

  /// A gain and the film sample at which its times start.
  private struct PlacedGain {
    var curve: Curve
    var start: Int64
    var during: Range<Int64>?
  }

  private var sampleRate: Time { Time(Int64(graph.canvas.sampleRate)) }

  /// The sound of the film's samples `samples`.
  func program(_ root: NodeID, samples: Range<Int64>) -> SoundProgram {
    let clips = clips(of: root)
    let heard = clips.compactMap {
      $0.slice(samples, sampleRate: graph.canvas.sampleRate)
    }
    let order = heard.indices.sorted {
      heard[$0].start == heard[$1].start ? $0 < $1 : heard[$0].start < heard[$1].start
    }
    return SoundProgram(
      sampleRate: graph.canvas.sampleRate, sampleCount: Int64(samples.count),
      clips: order.map { heard[$0] })
  }

  /// All that is heard of `root`, at its place there.
  private func clips(of root: NodeID) -> [SoundClip] {
    var clips: [SoundClip] = []
    collect(root, at: 0, [], &clips)
    return clips
  }

  /// What is heard of `samples` samples of a film within the film, from `sourceStart` on.
  private func clips(
    of film: FilmSource, from sourceStart: Time, count: Int64, at start: Int64,
    _ gains: [PlacedGain]
  ) -> [SoundClip] {
    guard let sound = film.sound else { return [] }
    let first = (sourceStart * sampleRate).rounded
    return SoundGenerator(graph: film.graph, origin: origin).clips(of: sound).compactMap { clip in
      guard
        var heard = clip.slice(
          first..<(first + count), sampleRate: graph.canvas.sampleRate)
      else { return nil }
      heard.start += start
      let placed = gains.reversed().compactMap {
        gain($0, clipStart: heard.start, count: heard.count)
      }
      if placed.contains(.constant(0)) { return nil }
      heard.gains += placed
      return heard
    }
  }

  private func collect(
    _ id: NodeID, at start: Int64, _ gains: [PlacedGain], _ clips: inout [SoundClip]
  ) {
    let node = graph[id]
    switch node.operation {
    case .mix(let starts, _):
      for (offset, input) in zip(starts, node.inputs) {
        collect(input, at: start + offset, gains, &clips)
      }
    case .gain(let curve, let during):
      collect(
        node.inputs[0], at: start,
        gains + [PlacedGain(curve: curve, start: start, during: during)], &clips)
    case .listen(let sourceStart, let pace, let samples):
      if case .nested(let film) = graph[node.inputs[0]].operation {
        clips += self.clips(of: film, from: sourceStart, count: samples, at: start, gains)
        return
      }
      guard case .audio(let audio) = graph[node.inputs[0]].operation else {
        preconditionFailure("samples are listened to of audio")
      }
      // Innermost first, as the project reads: the clip's own gains, then its track's.
      let placed = gains.reversed().compactMap { gain($0, clipStart: start, count: samples) }
      if placed.contains(.constant(0)) { return }
      let tempo =
        pace == .plain
        ? nil
        : SoundTempo(speed: pace.speed, followsPitch: pace.followsPitch, start: sourceStart)
      clips.append(
        SoundClip(
          file: audio.file, stream: audio.stream, zero: audio.zero,
          sourceStart: tempo == nil ? sourceStart : .zero, tempo: tempo, start: start,
          count: samples, gains: placed, origin: origin(node.origin, audio.file)))
    default:
      preconditionFailure("\(node.operation) is not sound")
    }
  }

  /// A gain in samples from the clip's start; nil where it changes nothing.
  private func gain(_ placed: PlacedGain, clipStart: Int64, count: Int64) -> Gain? {
    let shift = placed.start - clipStart
    var acting: Range<Int64>?
    if let during = placed.during {
      let range = ((during.lowerBound + shift)..<(during.upperBound + shift)).clamped(to: 0..<count)
      if range.isEmpty { return nil }
      if range != 0..<count { acting = range }
    }
    if let value = placed.curve.constantValue {
      if value[0] == 1 { return nil }
      guard let acting else { return .constant(value[0]) }
      let key = GainKey(sample: acting.lowerBound, value: value[0], shape: .eased(.hold))
      return .keys([key], during: acting)
    }
    return .keys(keys(placed.curve, shift: shift), during: acting)
  }

  private func keys(_ curve: Curve, shift: Int64) -> [GainKey] {
    curve.keys.map { key in
      let shape: GainShape =
        switch key.shape {
        case .eased(let easing): .eased(easing)
        case .equalPower: .equalPower
        case .turns: preconditionFailure("a volume that goes through turns")
        }
      return GainKey(
        sample: (key.time * sampleRate).rounded + shift, value: key.value[0], shape: shape)
    }
  }
}
