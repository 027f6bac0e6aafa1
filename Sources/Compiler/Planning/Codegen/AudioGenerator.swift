// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import RenderGraph
import RenderProtocol

/// The mixes of films within a film that are played at another speed: each is made once, however often it is.
final class NestedMixes {
  private var known: [ObjectIdentifier: (file: MediaFile, mix: PlayedMix?)?] = [:]

  /// The mix of `film`; nil where nothing is heard in it.
  func mix(
    of film: FilmSource, by make: () -> (file: MediaFile, mix: PlayedMix?)?
  ) -> (file: MediaFile, mix: PlayedMix?)? {
    if let found = known[film.identity] { return found }
    let made = make()
    known[film.identity] = .some(made)
    return made
  }
}

/// Makes the program of the sound half of a graph: every `listen` with all gains above it.
struct AudioGenerator {
  let graph: RenderGraph
  let origin: (Span?, MediaFile?) -> Origin
  let mixes: NestedMixes

  typealias NodeID = RenderGraph.NodeID

  /// A gain and the film sample at which its times start.
  struct PlacedGain {
    var curve: Curve
    var kind: GainKind
    var start: Int64
    var during: Range<Int64>?
  }

  private var sampleRate: Time { Time(Int64(graph.canvas.sampleRate)) }

  /// The sound of the film's samples `samples`.
  func program(_ root: NodeID, samples: Range<Int64>) -> AudioProgram {
    program(clips(of: root), samples: samples)
  }

  /// - Parameter layout: The channels that it is mixed on; nil for the canvas's.
  func program(
    _ clips: [AudioClip], samples: Range<Int64>, on layout: ChannelLayout? = nil
  ) -> AudioProgram {
    let heard = clips.compactMap {
      $0.slice(samples, sampleRate: graph.canvas.sampleRate)
    }
    let order = heard.indices.sorted {
      heard[$0].start == heard[$1].start ? $0 < $1 : heard[$0].start < heard[$1].start
    }
    return AudioProgram(
      sampleRate: graph.canvas.sampleRate, sampleCount: Int64(samples.count),
      clips: order.map { heard[$0] }, layout: layout ?? graph.canvas.layout)
  }

  /// All that is heard of `root`, at its place there.
  private func clips(of root: NodeID) -> [AudioClip] {
    var clips: [AudioClip] = []
    collect(root, at: 0, [], &clips)
    return clips
  }

  /// The clips of `count` samples of a nested film, from `sourceStart` on.
  private func clips(
    of film: FilmSource, from sourceStart: Time, route: ChannelChoice.Route?, count: Int64,
    at start: Int64, _ gains: [PlacedGain]
  ) -> [AudioClip] {
    guard let sound = film.sound else { return [] }
    let first = (sourceStart * sampleRate).rounded
    return generator(of: film).clips(of: sound).compactMap { clip in
      guard
        var heard = clip.slice(
          first..<(first + count), sampleRate: graph.canvas.sampleRate)
      else { return nil }
      heard.start += start
      let placed = gains.reversed().compactMap {
        gain($0, clipStart: heard.start, count: heard.count)
      }
      if placed.contains(.constant(0)) { return nil }
      if let route { heard.gains.append(.routed(route)) }
      heard.gains += placed
      return heard
    }
  }

  private func generator(of film: FilmSource) -> AudioGenerator {
    AudioGenerator(graph: film.graph, origin: origin, mixes: mixes)
  }

  /// All that is heard of `film`, as a source; nil where nothing is.
  private func mix(of film: FilmSource) -> (file: MediaFile, mix: PlayedMix?)? {
    mixes.mix(of: film) {
      let clips = film.sound.map { generator(of: film).clips(of: $0) } ?? []
      let count = clips.reduce(0) { max($0, $1.start + $1.count) }
      guard count > 0 else { return nil }
      let program = generator(of: film).program(clips, samples: 0..<count)
      let mix = PlayedMix(program)
      return (MediaFile(path: film.name, digest: mix.digest), mix)
    }
  }

  func collect(
    _ id: NodeID, at start: Int64, _ gains: [PlacedGain], _ clips: inout [AudioClip]
  ) {
    let node = graph[id]
    switch node.operation {
    case .mix(_, let samples, let filters) where !filters.list.isEmpty:
      clips += buses(of: node, samples, through: filters, at: start, gains)
    case .mix(let starts, _, _):
      for (offset, input) in zip(starts, node.inputs) {
        collect(input, at: start + offset, gains, &clips)
      }
    case .gain(let curve, let kind, let during):
      collect(
        node.inputs[0], at: start,
        gains + [PlacedGain(curve: curve, kind: kind, start: start, during: during)], &clips)
    case .listen(let remap, let channels, let filters, let samples):
      let file: MediaFile
      var (mix, stream, zero): (PlayedMix?, Int, Time) = (nil, 0, .zero)
      var drift: Time?
      switch graph[node.inputs[0]].operation {
      case .nested(let film):
        // On other channels it is mixed before it is mapped to those of the film around it.
        if remap.isPlain, filters == [], film.graph.canvas.layout == graph.canvas.layout {
          clips += self.clips(
            of: film, from: remap.start, route: channels?.route, count: samples, at: start, gains)
          return
        }
        guard let whole = self.mix(of: film) else { return }
        (file, mix) = whole
      case .audio(let audio):
        (file, stream, zero, drift) = (audio.file, audio.stream, audio.zero, audio.drift)
      default: preconditionFailure("samples are listened to of audio")
      }
      // Innermost first, as the project reads: the clip's own gains, then its track's.
      let placed = gains.reversed().compactMap { gain($0, clipStart: start, count: samples) }
      if placed.contains(.constant(0)) { return }
      let routed = channels?.route.map { [Gain.routed($0)] } ?? []
      clips.append(
        AudioClip(
          file: file, mix: mix, stream: stream, channels: channels?.picked, zero: zero,
          drift: drift, sourceStart: remap.isPlain ? remap.start : .zero,
          remap: remap.isPlain ? nil : remap,
          chain: filters.list.isEmpty ? nil : AudioChain(filters.list, after: -filters.tail),
          start: start, count: samples,
          gains: routed + placed,
          origin: origin(node.origin, mix == nil ? file : nil)))
    default:
      preconditionFailure("\(node.operation) is not sound")
    }
  }

  /// A gain in samples from the clip's start; nil where it changes nothing.
  func gain(_ placed: PlacedGain, clipStart: Int64, count: Int64) -> Gain? {
    let shift = placed.start - clipStart
    var acting: Range<Int64>?
    if let during = placed.during {
      let range = ((during.lowerBound + shift)..<(during.upperBound + shift)).clamped(to: 0..<count)
      if range.isEmpty { return nil }
      if range != 0..<count { acting = range }
    }
    // A track has keys for all of its clips.
    let curve = placed.curve.shifted(
      by: Time(-shift) / sampleRate, duration: Time(count) / sampleRate)
    if let value = curve.constantValue {
      if value[0] == placed.kind.identity { return nil }
      if acting == nil, placed.kind == .volume { return .constant(value[0]) }
      let key = GainKey(sample: acting?.lowerBound ?? 0, value: value[0], shape: .eased(.hold))
      return .keys([key], as: placed.kind, during: acting)
    }
    return .keys(keys(curve), as: placed.kind, during: acting)
  }

  private func keys(_ curve: Curve) -> [GainKey] {
    curve.keys.map { key in
      let shape: GainShape =
        switch key.shape {
        case .eased(let easing): .eased(easing)
        case .equalPower: .equalPower
        case .decibels: .decibels
        case .turns: preconditionFailure("a volume that goes through turns")
        }
      return GainKey(
        sample: (key.time * sampleRate).rounded, value: key.value[0], shape: shape)
    }
  }
}

extension ChannelChoice {
  /// The route of two channels; those of a nested film have numbers 1 and 2.
  fileprivate var route: Route? {
    if case .route(let route) = self { route } else { nil }
  }

  /// The channels of a stream.
  fileprivate var picked: [Int]? {
    if case .picked(let channels) = self { channels } else { nil }
  }
}
