// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

extension PlacedClip {
  /// The loudness that it is brought to: its own, else that of its track; nil for none.
  func loudnessTarget(in project: ProjectDocument) -> Located<Double>? {
    if let own = clip.playback.sound.loudness { return own }
    guard case .clip(let track, _) = target, project.tracks[track].playback == nil else {
      return nil
    }
    return project.tracks[track].normal
  }

  /// All of its source after its filters as a mix by itself, at the rate at which levels are measured; nil for a film within the film.
  ///
  /// - Parameter layout: The channels that it is measured on.
  func levelProgram(on layout: ChannelLayout = .stereo) -> AudioProgram? {
    guard let media = content.media, media.film == nil, let audio = content.audio,
      audio.end > .zero
    else { return nil }
    let rate = 48_000
    let count = (audio.end * Time(Int64(rate))).ceiling
    var layout = layout
    var (channels, gains): ([Int]?, [Gain]) = (nil, [])
    switch clip.playback.sound.channels.flatMap({ $0.value.heard(of: media) }) {
    case nil: break
    case .picked(let numbers):
      channels = numbers
      // As many as a layout has are heard on that alone.
      layout = ChannelLayout.allCases.first { $0.count == numbers.count && $0.isSurround } ?? layout
    case .route(let route): gains = [.routed(route)]
    }
    let filters = clip.playback.sound.cleanup.filters
    let clips = media.heard.map { sound in
      let volume = sound.factor(beside: nil).map { [Gain.constant($0)] } ?? []
      return AudioClip(
        file: media.file, stream: sound.facts.stream, channels: channels, zero: media.facts.start,
        drift: sound.facts.drift, sourceStart: .zero,
        chain: filters.isEmpty ? nil : AudioChain(filters), start: 0,
        count: count, gains: gains + volume, origin: .none)
    }
    return AudioProgram(
      sampleRate: rate, sampleCount: count, clips: clips, layout: layout)
  }

  /// The program whose loudness is measured, and the range of it that counts; nil for a nested
  /// film.
  ///
  /// It consists of the source, which is measured once for all clips of it, and the range that is
  /// played; but if that is shorter than a loudness window, of the range alone. The effect of
  /// filters on audio at another speed depends on playback, so that such a clip is measured as it
  /// is heard.
  func loudnessProgram(
    on layout: ChannelLayout
  ) -> (program: AudioProgram, heard: TimeRange)? {
    guard var program = levelProgram(on: layout) else { return nil }
    let sound = clip.playback.sound
    if isPlain || isFrozen || loop != nil || sound.cleanup.isIdle {
      let played = self.played
      guard played.duration < Time(2, over: 5), played.duration > .zero else {
        return (program, played)
      }
      let rate = Time(Int64(program.sampleRate))
      let first = (played.start * rate).rounded
      program = program.slice(first..<max(first + 1, (played.end * rate).rounded))
      return (program, TimeRange(.zero, played.duration))
    }
    let shift = sound.sync?.value ?? .zero
    let followsPitch = clip.playback.pitch == .follow
    let remap = AudioRemap(
      map.earlier(by: shift), isHeardAtAnySpeed: clip.playback.pitch != nil,
      followsPitch: followsPitch)
    program.sampleCount = max(1, (shown.duration * Time(Int64(program.sampleRate))).ceiling)
    for index in program.clips.indices {
      program.clips[index].remap = remap
      program.clips[index].count = program.sampleCount
    }
    return (program, TimeRange(.zero, shown.duration))
  }

  /// The interval of the source that is played of it, in source time.
  private var played: TimeRange {
    let shift = clip.playback.sound.sync?.value ?? .zero
    let ends =
      loop.map { [$0.start, $0.end] }
      ?? [sourceTime(after: .zero), sourceTime(after: shown.duration)]
    return TimeRange(
      max(.zero, min(ends[0], ends[1]) - shift), max(.zero, max(ends[0], ends[1]) - shift))
  }

  /// The factor that brings it to the loudness `target`, of which `heard` of what was measured counts; nil where that cannot be, which is reported.
  func factor(
    reaching target: Located<Double>, levels: AudioLevels?, in heard: TimeRange,
    reporting sink: inout DiagnosticSink
  ) -> Double? {
    if content.media?.film != nil {
      sink.report(.loudnessOfFilm(self, target))
      return nil
    }
    guard let levels else { return nil }
    guard let measured = levels.loudness(in: heard) else {
      sink.report(.tooQuietForLoudness(self, target))
      return nil
    }
    var gain = target.value - measured
    if let limit = clip.playback.sound.peak, let peak = levels.peak(in: heard),
      peak + gain > limit.value
    {
      sink.report(.peakBeforeLoudness(self, target, short: peak + gain - limit.value))
      gain = limit.value - peak
    }
    return Portable.pow(10, gain / 20)
  }
}
