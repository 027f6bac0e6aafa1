// SPDX-License-Identifier: Apache-2.0

import Base
package import Diagnostics
package import ProjectModel
package import RenderProtocol
package import Timeline

/// The parts of a film that depend on the loudness of its sources: ducked audio, and clips brought
/// to a loudness.
package struct LoudnessAnalysis {
  /// The sources that have to be measured, each once, as programs of their own.
  package private(set) var programs: [AudioProgram] = []
  /// The path of each of them as the project writes it, and where it is asked for first.
  package private(set) var uses: [(path: String, span: Span)] = []
  private var indices: [AudioProgram: Int] = [:]
  private let ducks: [(target: LayerTarget, duck: Duck, under: [LayerTarget])]
  /// The audible clips of the layers that are ducked, and of those that duck them.
  private let heard: HeardClips

  /// Finds out what is asked for in `project`, which has been laid out as `timeline`.
  package init(
    _ project: ProjectDocument, _ timeline: Timeline, reporting sink: inout DiagnosticSink
  ) {
    var ducks: [(target: LayerTarget, duck: Duck, under: [LayerTarget])] = []
    let owners = project.ducks
    let layers = owners.isEmpty ? [] : project.soundLayers
    for (target, duck) in owners {
      let under = project.layers(under: duck, of: target, among: layers, reporting: &sink)
      if under.count == duck.under.count { ducks.append((target, duck, under)) }
    }
    let heard = HeardClips(timeline, of: Set(ducks.flatMap { [$0.target] + $0.under }))
    // Where a file could not be read, there may be sound that is not known.
    let isWhole = !sink.hasErrors
    for (target, duck, _) in ducks where isWhole && heard[target].isEmpty {
      sink.report(.idleSound("duck", at: duck.span))
    }
    ducks.removeAll { heard[$0.target].isEmpty }
    (self.ducks, self.heard) = (ducks, heard)
    for (_, duck, under) in ducks where duck.source == .sound {
      for layer in under {
        for clip in heard[layer] { want(clip, in: timeline, for: duck.span) }
      }
    }
    var idle: Set<Span> = []
    for clip in timeline.heardClips {
      if let target = clip.loudnessTarget(in: project) {
        want(clip.loudnessProgram(on: timeline.canvas.layout)?.program, of: clip, for: target.span)
      } else if let peak = clip.clip.playback.sound.peak, idle.insert(peak.span).inserted {
        sink.report(.peakWithoutLoudness(peak))
      }
    }
    for track in project.tracks {
      guard track.playback != nil else { continue }
      let written = track.items.lazy.compactMap { item -> Located<Double>? in
        if case .clip(let clip) = item { clip.playback.sound.loudness } else { nil }
      }
      if let target = track.normal ?? written.first {
        sink.report(.loudnessInFastTrack(target, track.name.value))
      }
    }
  }

  /// True if no part of the film depends on levels.
  package var isEmpty: Bool { ducks.isEmpty && programs.isEmpty }

  /// Words are found in stereo, whatever the film is heard on.
  private mutating func want(_ clip: PlacedClip, in timeline: Timeline, for span: Span) {
    if let film = timeline.film(clip.content) {
      for clip in film.timeline.heardClips { want(clip, in: film.timeline, for: span) }
      return
    }
    want(clip.levelProgram(), of: clip, for: span)
  }

  private mutating func want(_ program: AudioProgram?, of clip: PlacedClip, for span: Span) {
    guard let program, let media = clip.content.media, indices[program] == nil else { return }
    indices[program] = programs.count
    programs.append(program)
    uses.append((media.shownPath, span))
  }

  /// Sets in `timeline` what follows from `levels`, which are those of `programs`; nil for those that could not be measured.
  package func apply(
    _ levels: [AudioLevels?], to timeline: inout Timeline, of project: ProjectDocument,
    reporting sink: inout DiagnosticSink
  ) {
    func found(_ program: AudioProgram?) -> AudioLevels? {
      program.flatMap { indices[$0] }.flatMap { levels[$0] }
    }
    let sources = AudibleSources { found($0.levelProgram()) }
    let layout = timeline.canvas.layout
    let audible = AudibleTimes(timeline)
    for (target, duck, under) in ducks {
      var stretches: [TimeRange] = []
      let listener = Listener(duck, sources)
      for (name, layer) in zip(duck.under, under) {
        let clips = heard[layer]
        let all = clips.flatMap { listener.stretches(of: $0, in: timeline, audible) }
        if all.isEmpty {
          let hasSound = clips.contains { !audible.stretches(of: $0).isEmpty }
          sink.report(.nothingToDuckUnder(name, hasSound: hasSound, duck))
        }
        stretches += all
      }
      timeline.ducks[target] = PlacedDuck(duck, under: stretches)
    }
    timeline.changeHeardClips { clip in
      guard let target = clip.loudnessTarget(in: project) else { return }
      let measured = clip.loudnessProgram(on: layout)
      clip.loudness = clip.factor(
        reaching: target, levels: found(measured?.program),
        in: measured?.heard ?? TimeRange(.zero, .zero), reporting: &sink)
    }
  }
}

extension ProjectDocument {
  /// The sounds that are lowered under others, in the order of the tracks, then of the overlays.
  fileprivate var ducks: [(LayerTarget, Duck)] {
    var ducks: [(LayerTarget, Duck)] = []
    for (index, track) in tracks.enumerated() {
      if let duck = track.duck { ducks.append((.track(index), duck)) }
      for (item, content) in track.items.enumerated() {
        guard case .clip(let clip) = content, let duck = clip.playback.sound.duck else { continue }
        ducks.append((.clip(track: index, item: item), duck))
      }
    }
    for (index, overlay) in overlays.enumerated() {
      if let duck = overlay.playback.sound.duck { ducks.append((.overlay(index), duck)) }
    }
    return ducks
  }
}
