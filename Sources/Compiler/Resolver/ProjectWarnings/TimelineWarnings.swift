// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
package import Diagnostics
package import ProjectModel
import RenderProtocol
package import Timeline

extension Timeline {
  /// Reports what of all of the film, and of its layers, is probably not meant, changes nothing, or cannot be; `canvas` is
  /// what the project says of that.
  ///
  /// Tracks that are played at another speed are looked into.
  package func check(_ canvas: CanvasSettings, _ sink: inout DiagnosticSink) {
    var diagnostics: [Diagnostic] = []
    checkOrientation(canvas, parts.flatMap(\.tracks), &diagnostics)
    if showsPictures { warnOfBlackEnd(self, &diagnostics) }
    warnOfIdleInstructions(self, &diagnostics)
    warnOfCutChanges(&diagnostics)
    reportCollisions(&diagnostics)
    checkChannels(&diagnostics)
    checkSizeLimits(&diagnostics)
    warnOfBars(&diagnostics)
    if carriesSound, !sink.hasErrors { warnOfSilence(&diagnostics) }
    for part in parts {
      if showsPictures { warnOfSoundAmongPictures(part, &diagnostics) }
      if showsPictures {
        part.warnOfCoveredLayers(&diagnostics)
        part.warnOfUnseenLayers(&diagnostics)
        part.warnOfLeakyCovers(&diagnostics)
        part.warnOfOutlivedMembers(&diagnostics)
        part.warnOfCutExits(&diagnostics)
      }
      part.warnOfIdleSettings(&diagnostics)
      part.warnOfIdleInterpolation(&diagnostics)
      part.warnOfIdleDeinterlacing(&diagnostics)
      part.warnOfDroppedSound(&diagnostics)
      part.warnOfDoubledSounds(&diagnostics)
      part.checkSoundSettings(&diagnostics)
      part.checkTrackFilters(isWhole: !sink.hasErrors, &diagnostics)
      part.checkChangingBoxes(&diagnostics)
    }
    sink.report(contentsOf: diagnostics)
  }

  /// True if an output shows its video; a nested film has no outputs of its own.
  private var showsPictures: Bool {
    outputs.isEmpty || outputs.contains { !$0.output.format.isSound && !$0.output.format.isText }
  }
}

extension Timeline {
  /// True if an output has its audio.
  private var carriesSound: Bool {
    outputs.isEmpty || outputs.contains { $0.output.format.sound != nil && !$0.output.isSilent }
  }

  /// Reports that nothing is heard though there is sound, unless each clip itself says that it is not.
  private func warnOfSilence(_ diagnostics: inout [Diagnostic]) {
    let audible = AudibleTimes(self)
    var (silent, muted): (PlacedClip?, PlacedClip?)
    for clip in heardClips {
      if audible.isAudible(clip) { return }
      silent = silent ?? clip
    }
    if silent == nil {
      muted = clips.first { $0.clip.playback.isMutedByDefaults && $0.content.audio != nil }
    }
    guard let clip = silent ?? muted else { return }
    diagnostics.append(
      Diagnostic(
        code: .warning("silent-film"),
        message: "nothing is heard in this film"
          + (silent == nil
            ? ": the defaults mute its clips"
            : ": the sound of '\(clip.clip.name)' is silent where it is played"),
        span: clip.clip.span,
        hint: silent == nil
          ? "write audio: on on what is to be heard, or audio: off on the output"
          : "write a volume above 0 where it is played, or audio: off on the output"))
  }
}

/// A song is often longer than the pictures above it, and minutes of black are rarely intended.
private func warnOfBlackEnd(_ timeline: Timeline, _ diagnostics: inout [Diagnostic]) {
  var seen: (end: Time, track: PlacedTrack)?
  for track in timeline.tracks where !track.isAudio {
    for clip in track.clips
    where clip.content.hasPicture && clip.shown.end > seen?.end ?? .zero {
      seen = (clip.shown.end, track)
    }
  }
  guard let seen else { return }
  var end = seen.end
  for overlay in timeline.overlays { end = max(end, overlay.time.end) }
  let clips = timeline.tracks.lazy.filter(\.isAudio).flatMap(\.clips)
  guard let last = clips.max(by: { $0.end < $1.end }), last.end >= end + Time(1) else { return }
  // Sounds of the track, or overlays, may go on.
  let name = seen.track.extent.end == end ? "\(seen.track.name).end" : "\(end.shown)s"
  diagnostics.append(
    Diagnostic(
      code: .warning("nothing-to-see"),
      message: "pictures end at \(end.shown) s, this goes on to \(last.end.shown) s",
      span: last.clip.span,
      hint: "`until: \(name)` ends it with them"))
}

/// An instruction while nothing is shown of the layer that it names does nothing.
private func warnOfIdleInstructions(_ timeline: Timeline, _ diagnostics: inout [Diagnostic]) {
  var times: [LayerTarget: [TimeRange]] = [:]
  for clip in timeline.tracks.lazy.flatMap(\.clips) {
    times[clip.target, default: []].append(clip.shown)
  }
  for overlay in timeline.overlays {
    times[.overlay(overlay.index), default: []].append(
      timeline.canvas.rate.time(of: overlay.frames))
  }
  for placed in timeline.instructions {
    for (layer, written) in zip(placed.layers, placed.instruction.layers) {
      guard let shown = times[layer.target], let first = shown.first,
        !shown.contains(where: { $0.start < placed.time.end && placed.time.start < $0.end })
      else { continue }
      diagnostics.append(
        Diagnostic(
          code: .warning("beyond-layer"),
          message: "'\(written.name.value)' is shown from \(first.start.shown) s to"
            + " \(shown[shown.count - 1].end.shown) s, outside of the instruction's"
            + " \(placed.time.start.shown) s to \(placed.time.end.shown) s",
          span: layer.span,
          hint: "write during: \(written.name.value).start .. \(written.name.value).end"))
    }
  }
}

/// A song on the track of the pictures keeps them waiting until it has ended.
private func warnOfSoundAmongPictures(_ timeline: Timeline, _ diagnostics: inout [Diagnostic]) {
  for track in timeline.tracks where !track.isAudio {
    for clip in track.clips {
      guard let media = clip.content.media, media.facts.video == nil else { continue }
      diagnostics.append(
        Diagnostic(
          code: .warning("sound-among-pictures"),
          message: "'\(media.shownPath)' has no picture: track '\(track.name)' shows nothing"
            + " for \((clip.end - clip.start).shown) s",
          span: clip.clip.content.media?.span ?? clip.clip.span,
          hint: "put it on a track of its own, which is heard along with this one"))
    }
  }
}

private func checkOrientation(
  _ canvas: CanvasSettings, _ tracks: [PlacedTrack], _ diagnostics: inout [Diagnostic]
) {
  guard canvas.orientation.value == .strict else { return }
  var first: (clip: PlacedClip, isPortrait: Bool)?
  for clip in tracks.lazy.filter({ !$0.isAudio }).flatMap(\.clips) {
    guard case .clip(let media) = clip.content, let size = media.uprightSize,
      size.width != size.height
    else { continue }
    let isPortrait = size.height > size.width
    guard let known = first else {
      first = (clip, isPortrait)
      continue
    }
    if known.isPortrait != isPortrait {
      diagnostics.append(
        Diagnostic(
          code: .error("mixed-orientation"),
          message: "clip '\(clip.clip.name)' is \(isPortrait ? "portrait" : "landscape"),"
            + " clip '\(known.clip.clip.name)' is not",
          span: clip.clip.span,
          notes: [
            .init(message: "asked for here", span: canvas.orientation.span),
            .init(message: "the other clip", span: known.clip.clip.span),
          ]))
      return
    }
  }
}

extension Timeline {
  /// Two instructions may not move the same thing at the same time.
  fileprivate func reportCollisions(_ diagnostics: inout [Diagnostic]) {
    struct Use {
      /// The number of the layer or track whose property is set, in the order of first use.
      var owner: Int
      var name: String
      var property: String
      var time: TimeRange
      var span: Span
    }
    var uses: [Use] = []
    var owners: [LayerTarget: Int] = [:]
    for item in instructions {
      if item.instruction.background != nil {
        uses.append(
          Use(
            owner: -1, name: "", property: "background", time: item.time,
            span: item.instruction.span))
      }
      if let effects = item.instruction.effects {
        uses.append(
          Use(owner: -1, name: "", property: "effects", time: item.time, span: effects.span))
      }
      for (layer, written) in zip(item.layers, item.instruction.layers) {
        let owner = owners[layer.target] ?? owners.count
        owners[layer.target] = owner
        let others = [
          ("effects", layer.effects != nil), ("backface", layer.backface != nil),
          ("blend", layer.blend != nil), ("mask", written.hasMask),
        ]
        for property in layer.properties.entries.map(\.property.name)
          + others.filter(\.1).map(\.0)
        {
          uses.append(
            Use(
              owner: owner, name: " of '\(written.name.value)'", property: property,
              time: item.time, span: layer.span))
        }
      }
    }
    uses.sort { ($0.owner, $0.property, $0.time.start) < ($1.owner, $1.property, $1.time.start) }
    for index in uses.indices.dropFirst() {
      let (a, b) = (uses[index - 1], uses[index])
      guard a.owner == b.owner, a.property == b.property, b.time.start < a.time.end else {
        continue
      }
      diagnostics.append(
        Diagnostic(
          code: .error("instructions-collide"),
          message: "two instructions set the \(b.property)\(b.name) at \(b.time.start.shown) s",
          span: b.span, notes: [.init(message: "the other one", span: a.span)]))
    }
  }
}

extension Timeline {
  /// The clips of tracks and of overlays.
  var played: [PlacedClip] { tracks.flatMap(\.clips) + overlays.compactMap(\.footage) }

  /// Reports where `interpolate` changes nothing, as no clip with that key shows anything between two frames.
  func warnOfIdleInterpolation(_ diagnostics: inout [Diagnostic]) {
    let clips = played.filter {
      !$0.isFrozen && $0.clip.playback.interpolation?.value != InterpolationMode.none
    }
    warnOfIdle("interpolate", clips, at: \.clip.playback.interpolation?.span, &diagnostics) {
      $0.whyNothingIsBetween(at: canvas.rate)
    }
  }

  /// Reports where `deinterlace` changes nothing, as no clip with that key is interlaced.
  func warnOfIdleDeinterlacing(_ diagnostics: inout [Diagnostic]) {
    let clips = played.filter { $0.clip.playback.deinterlacing?.value != .off }
    warnOfIdle("deinterlace", clips, at: \.clip.playback.deinterlacing?.span, &diagnostics) {
      $0.whyNothingIsDeinterlaced
    }
  }

  /// Reports where `key`, which is written at `place`, changes nothing in all `clips` that share it, as members of a list do,
  /// and those that a default is for.
  ///
  /// - Parameter reason: Why it changes nothing; nil where it does.
  private func warnOfIdle(
    _ key: String, _ clips: [PlacedClip], at place: (PlacedClip) -> Span?,
    _ diagnostics: inout [Diagnostic], because reason: (PlacedClip) -> String?
  ) {
    var reasons: [(span: Span, reason: String?)] = []
    var places: [Span: Int] = [:]
    for clip in clips {
      guard let span = place(clip) else { continue }
      let reason = reason(clip)
      if let known = places[span] {
        if reason == nil { reasons[known].reason = nil }
      } else {
        places[span] = reasons.count
        reasons.append((span, reason))
      }
    }
    for case (let span, let reason?) in reasons {
      diagnostics.append(
        Diagnostic(
          code: .warning("idle-setting"), message: "'\(key)' changes nothing: \(reason)",
          span: span, hint: "remove it"))
    }
  }

  /// Reports sound that is left out as it is played too fast or too slowly, where nothing is said of that.
  func warnOfDroppedSound(_ diagnostics: inout [Diagnostic]) {
    var seen: Set<Span> = []
    for clip in played
    where !clip.isFrozen && clip.content.audio != nil && clip.clip.playback.audio != .off {
      guard let silent = SilentSpeeds(of: clip) else { continue }
      let span = clip.clip.playback.speed?.span ?? clip.clip.span
      guard seen.insert(span).inserted else { continue }
      diagnostics.append(
        Diagnostic(
          code: .warning("dropped-sound"),
          message: "the sound of '\(clip.clip.name)' is left out \(silent.words)",
          span: span,
          hint: "write audio: off, or pitch: keep or pitch: follow to hear it"))
    }
  }
}
