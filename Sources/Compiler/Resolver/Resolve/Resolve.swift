// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
package import Diagnostics
package import ProjectModel
import RenderProtocol
package import Timeline

/// Works every time of `project` out and checks it against its media.
///
/// The timeline is good for lowering only when nothing was reported as an error.
///
/// - Parameters:
///   - films: The films within the film, by the number that media have.
///   - origins: Where programs point to in them; gets those of this film.
///   - stem: The name of the default film of a project without outputs; nil for a nested film,
///     which has no outputs.
package func resolve(
  _ project: ProjectDocument, _ media: MediaTable, films: [NestedFilm] = [],
  origins: inout OriginTable, stem: String?, reporting sink: inout DiagnosticSink
) -> Timeline {
  let canvas = CanvasFormat.choose(project, media)
  var layout = TimelineLayout(project, media, canvas, isWhole: !sink.hasErrors)
  layout.origins = origins
  layout.playTracks(among: films)
  var timeline = layout.timeline()
  if timeline.end == .zero, layout.diagnostics.isEmpty, !sink.hasErrors {
    layout.diagnostics.append(
      .simple("empty-film", "the film has no length", at: project.span, hint: "add a clip"))
  }
  if layout.diagnostics.isEmpty, !sink.hasErrors {
    layout.warnOfUnusedStillDuration()
    layout.warnOfUnusedBeats()
  }
  // Outputs depend on what is seen and heard, which is unknown where media are missing.
  let isWhole = !sink.hasErrors && layout.diagnostics.allSatisfy { $0.severity == .warning }
  if isWhole, let stem {
    timeline.outputs = layout.outputs(of: timeline, stem: stem)
    layout.warnOfUnusedCaptions()
  }
  timeline.channels = project.canvas.channels
  timeline.origins = layout.origins
  origins = layout.origins
  sink.report(contentsOf: layout.diagnostics)
  return timeline
}

extension TimelineLayout {
  /// Warns where nothing can last as long as `defaults: {clip: {duration}}` says.
  mutating func warnOfUnusedStillDuration() {
    let written = project.stillDuration.span
    // A default of a file that the project extends is for others, too.
    let isOwn = written.file.index == project.span.file.index
    guard isOwn, written.count > 0, !usesStillDuration else { return }
    diagnostics.append(.unusedStillDuration(at: written))
  }

  /// Warns where nothing counts the beats of the project.
  mutating func warnOfUnusedBeats() {
    guard let beats = project.beats, !usesBeats else { return }
    diagnostics.append(
      Diagnostic(
        code: .warning("unused-beats"), message: "no duration counts these beats", span: beats.span,
        hint: "write duration: 4 beats on an item, or in 'defaults' of clips"))
  }
}

extension Timeline {
  /// Eleven days; longer films are taken for mistakes.
  static let longest = Time(1_000_000)
  /// More than an hour of a single frame; each takes some kilobytes of memory to be planned.
  static let mostTurns = 150_000
  /// The points of curves of speed in all turns of all loops: each is written into the program, and takes some hundred bytes.
  static let mostPoints = 400_000
}

/// A laid-out track with its clips in film order; clips that overlap without a transition are reported.
func finish(_ track: Track, _ cursor: TrackCursor, _ diagnostics: inout [Diagnostic])
  -> PlacedTrack
{
  let placed = cursor.placed
  var isAscending = true
  for index in placed.indices.dropFirst() where placed[index].start < placed[index - 1].start {
    isAscending = false
    break
  }
  var clips = placed
  var transitions = cursor.transitions
  if !isAscending {
    let order = placed.indices.sorted {
      placed[$0].start == placed[$1].start ? $0 < $1 : placed[$0].start < placed[$1].start
    }
    var moved = [Int](repeating: 0, count: placed.count)
    for (position, index) in order.enumerated() { moved[index] = position }
    clips = order.map { placed[$0] }
    // A clip that was placed between the two of a transition overlaps at least one of them.
    transitions.removeAll { moved[$0.index + 1] != moved[$0.index] + 1 }
    for index in transitions.indices { transitions[index].index = moved[transitions[index].index] }
    transitions.sort { $0.index < $1.index }
  }
  var joined = transitions[...]
  for index in clips.indices.dropLast() {
    let (clip, next) = (clips[index], clips[index + 1])
    if let first = joined.first, first.index == index {
      joined = joined.dropFirst()
      continue
    }
    // What is seen lies on frames, as anchors do.
    let areSeen = !cursor.isAudio && clip.content.hasPicture && next.content.hasPicture
    let overlap =
      areSeen ? next.frames.lowerBound < clip.frames.upperBound : next.start < clip.end
    if overlap {
      diagnostics.append(.overlap(next, clip, at: next.clip.at?.span ?? next.clip.span))
    }
  }
  return PlacedTrack(
    name: track.name.value, span: track.name.span, isAudio: cursor.isAudio, settings: track.layer,
    extent: cursor.extent ?? TimeRange(.zero, .zero),
    drawnEnd: clips.reduce(0) { $1.content.hasPicture ? max($0, $1.drawn.upperBound) : $0 },
    clips: clips, transitions: transitions)
}

extension TimelineLayout {
  mutating func overlays(end: Time, over tracks: [PlacedTrack]) -> [PlacedOverlay] {
    var result: [PlacedOverlay] = []
    for (index, overlay) in project.overlays.enumerated() where isHere(.overlay(index)) {
      guard let wanted = time(ofOverlay: index, at: nil) else { continue }
      let instructed = overlay.instructed.flatMap { self.time(ofInstruction: $0) }
      // What is wrong with the range of an instruction is said of that.
      let time =
        instructed != nil && overlay.during == nil
        ? inFilm(wanted, to: end)
        : clip(wanted, to: end, "overlay '\(overlay.name.value)'", overlay.during?.span)
      let frames = frames(of: time)
      // Its end is that in the film, if anything of it is left there.
      let shown = time.isEmpty ? wanted : TimeRange(wanted.start, time.end)
      checkBounds(of: overlay.layer, overlay.content, in: overlay.group, at: overlay.span)
      checkArea(ofMask: overlay)
      let content: PlacedContent
      let played = footage(ofOverlay: index)
      if let played {
        content = played.content
      } else {
        let found = contents(overlay.content, overlay.playback, of: overlay.noun)
        guard let first = found.first else { continue }
        if case .subtitles(let subtitles) = overlay.content {
          content = .subtitles(
            subtitles.clip.map { self.subtitles(subtitles, of: $0, on: tracks, in: frames) }
              ?? self.subtitles(subtitles, wanted: wanted, in: frames))
        } else {
          content = first
        }
      }
      let firstFrame = canvas.rate.time(of: frames).start
      var placed = PlacedOverlay(
        index: index, overlay: overlay, time: time, frames: frames, content: content,
        properties: keys(
          overlay.layer.properties, over: shown, of: wanted, from: firstFrame),
        effects: effects(overlay.layer.effects, over: shown, of: wanted, from: firstFrame),
        fade: arrival(of: overlay.layer, content, in: wanted.duration),
        origin: origins.add(
          span: overlay.span, name: overlay.name.value, asset: content.media?.shownPath ?? "",
          kind: .overlay))
      placed.instructed = instructed.map { self.frames(of: inFilm($0, to: end)) }
      placed.footage = played.map { placed.clip(playing: $0, at: canvas.rate) }
      result.append(placed)
    }
    return result
  }

  mutating func instructions(end: Time) -> [PlacedInstruction] {
    checkCounts(of: project.instructions)
    var result: [PlacedInstruction] = []
    for instruction in project.instructions {
      checkParts(of: instruction)
      guard let wanted = time(ofInstruction: instruction.during) else { continue }
      let time = clip(wanted, to: end, "the instruction", instruction.during.span)
      for layer in instruction.layers {
        checkMotions(layer.properties)
        checkMotions(layer.effects)
      }
      checkMotions(instruction.effects)
      let shown = time.isEmpty ? wanted : TimeRange(wanted.start, time.end)
      let layers = instruction.layers.map { layer in
        PlacedInstruction.LayerCurves(
          target: layer.target, properties: keys(layer.properties, over: shown, of: wanted),
          effects: layer.effects.map { effects($0, over: shown, of: wanted) },
          backface: layer.backface,
          blend: layer.blend, span: layer.name.span)
      }
      let frames = canvas.rate.frame(nearest: time.start)..<canvas.rate.frame(nearest: time.end)
      result.append(
        PlacedInstruction(
          instruction: instruction, time: TimeRange(wanted.start, time.end), frames: frames,
          layers: layers, effects: instruction.effects.map { effects($0, over: shown, of: wanted) })
      )
    }
    return result
  }

  /// The durations of a fade of a layer that lasts `length`.
  mutating func fade(_ fade: Fade?, in length: Time) -> ResolvedFade {
    guard let fade else { return .none }
    var result = ResolvedFade.none
    result.curve = fade.curve
    if let time = fade.fadeIn { result.fadeIn = evaluate(time) ?? .zero }
    if let time = fade.fadeOut { result.fadeOut = evaluate(time) ?? .zero }
    if result.fadeIn < .zero || result.fadeOut < .zero
      || result.fadeIn + result.fadeOut > length
    {
      let isBoth = result.fadeIn > .zero && result.fadeOut > .zero
      diagnostics.append(
        .outlasts(
          .error("fade-too-long"),
          isBoth
            ? "fade-in and fade-out take \(result.fadeIn.shown) s and \(result.fadeOut.shown) s"
            : "the fade takes \((result.fadeIn + result.fadeOut).shown) s", length, at: fade.span,
          hint: isBoth
            ? "write shorter ones, or one alone: fade: {in: 500ms}" : "write a shorter fade"))
    }
    return result
  }

  private mutating func clip(_ range: TimeRange, to end: Time, _ what: String, _ span: Span?)
    -> TimeRange
  {
    if range.start < .zero {
      diagnostics.append(
        .simple(
          "negative-time", "\(what) starts at \(range.start.shown) s, before the film",
          at: span ?? project.span))
    }
    let isLate = canvas.rate.frame(nearest: range.end) > canvas.rate.frames(covering: end)
    if end > .zero, isLate || range.start >= end, let span {
      let isOutside = range.start >= end
      diagnostics.append(
        Diagnostic(
          code: .warning("beyond-film"),
          message: isOutside
            ? "\(what) starts at \(range.start.shown) s, the film ends at \(end.shown) s: nothing of it is left"
            : "\(what) lasts until \(range.end.shown) s, the film ends at \(end.shown) s",
          span: span,
          hint: isOutside
            ? "write an earlier time, or let the film last longer"
            : "write \(range.start.shown)s.. for all that is left: its end, also in curves, is that of the film"
        ))
    }
    return inFilm(range, to: end)
  }

  private func inFilm(_ range: TimeRange, to end: Time) -> TimeRange {
    TimeRange(max(range.start, .zero), max(range.start, min(range.end, end)))
  }
}
