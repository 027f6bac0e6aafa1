// SPDX-License-Identifier: Apache-2.0

public import Base
import Catalog
import ProjectModel
import RenderProtocol
import Resolver
import Timeline

/// One thing of the film at its place in time, for people.
public struct TimelineEntry: Hashable, Sendable {
  /// A kind of entry.
  public enum Kind: String, Sendable {
    /// A clip with pictures.
    case clip
    /// A clip of which only the sound counts.
    case sound
    /// A transition between two clips.
    case transition
    /// An image or a text over all tracks.
    case overlay
    /// An instruction that changes a track, or the background.
    case instruction
  }

  /// The kind of entry.
  public var kind: Kind
  /// The name of its track; `overlays` or `instructions` for entries without a track.
  public var lane: String
  /// The name of the entry in the project.
  public var name: String
  /// The time at which it is seen or heard.
  public var time: TimeRange
  /// Its source and its settings; a few short parts.
  public var details: [String]
  /// True if its audio is in the mix.
  public var isHeard: Bool

  /// An entry.
  public init(
    kind: Kind, lane: String, name: String, time: TimeRange, details: [String] = [],
    isHeard: Bool = false
  ) {
    self.kind = kind
    self.lane = lane
    self.name = name
    self.time = time
    self.details = details
    self.isHeard = isHeard
  }
}

extension Timeline {
  /// Everything that is seen or heard: track by track in order of time, then overlays and
  /// instructions.
  var entries: [TimelineEntry] {
    tracks.flatMap { entries(of: $0) } + overlays.map { entry(of: $0) }
      + instructions.flatMap { entries(of: $0) }
  }

  private func entries(of track: PlacedTrack) -> [TimelineEntry] {
    track.clips.enumerated().flatMap { index, clip in
      var entries = [entry(of: clip, on: track)]
      if let played = film(clip.content), played.isTrack {
        entries += members(of: clip, playing: played, on: track)
      }
      if let transition = track.transition(after: index) {
        entries.append(entry(of: transition, on: track))
      }
      return entries
    }
  }

  private func entry(of transition: PlacedTransition, on track: PlacedTrack) -> TimelineEntry {
    var details = transition.style == nil ? [] : [transition.policy.rawValue]
    if let sound = transition.sound {
      let (start, end) = (sound.time.start, sound.time.end)
      details.append(
        sound.curve == .cut
          ? "sound cut at \(((start + end) / Time(2)).shown) s"
          : "sound \(sound.curve.rawValue) \(start.shown)..\(end.shown) s")
    }
    return TimelineEntry(
      kind: .transition, lane: track.name, name: transition.name,
      time: track.isAudio ? transition.time : canvas.rate.time(of: transition.frames),
      details: details)
  }

  /// The clips of a track that is played at another speed, at their places in the film.
  private func members(
    of placed: PlacedClip, playing film: NestedFilm, on track: PlacedTrack
  ) -> [TimelineEntry] {
    film.timeline.entries.filter { $0.lane == track.name }.compactMap { entry in
      guard let time = PlayedFilm(placed, film).time(of: entry.time, at: canvas.rate) else {
        return nil
      }
      var entry = entry
      entry.time = time
      return entry
    }.sorted { ($0.time.start, $0.time.end) < ($1.time.start, $1.time.end) }
  }

  private func entry(of placed: PlacedClip, on track: PlacedTrack) -> TimelineEntry {
    let clip = placed.clip
    let isSeen = !track.isAudio && placed.content.hasPicture
    var (details, isHeard) = words(of: placed, isSeen: isSeen)
    if isSeen {
      if placed.content.video != nil, !clip.layer.isWholeCanvas { details.append("in a box") }
      var properties = placed.properties
      properties[.volume] = nil
      details += focusWords(of: &properties, placed.target, placed.shown)
      details += words(of: properties.moving) + words(of: clip.layer, placed.effects)
    } else {
      if !track.isAudio { details.append("no picture") }
      var heard = PropertyKeys()
      for property in [Property.pan, .balance] { heard[property] = placed.properties[property] }
      details += words(of: heard)
    }
    details += words(of: placed.fade)
    return TimelineEntry(
      kind: isSeen ? .clip : .sound, lane: track.name, name: placed.title,
      time: placed.shown, details: details, isHeard: isHeard)
  }

  /// The played range, volume and fitting of a clip; and true if it is heard.
  private func words(of placed: PlacedClip, isSeen: Bool) -> ([String], isHeard: Bool) {
    let volume = placed.properties[.volume]
    let isSilent = volume?.allSatisfy { $0.value.number == 0 } ?? false
    let isHeard = placed.isHeard && !isSilent
    var source = words(of: placed.content)
    if placed.isFrozen {
      source += " held"
      if !placed.content.isTimeless {
        source += " at \(placed.sourceStart.shown) s"
        source += frames(of: placed.content, from: placed.sourceStart, to: nil)
      }
    } else if let loop = placed.loop {
      source += " \(loop.start.shown)..\(loop.end.shown) s"
      source += frames(of: placed.content, from: loop.start, to: loop.end) + " again and again"
      if let seam = placed.seam { source += ", crossfading for \(seam.shown) s" }
    } else if !placed.content.isTimeless {
      let end = placed.sourceTime(after: placed.end - placed.start)
      source += " \(placed.sourceStart.shown)..\(end.shown) s"
      source += frames(of: placed.content, from: placed.sourceStart, to: end)
    }
    if case .curve(let curve) = placed.clip.playback.speed, !placed.isFrozen {
      source += " at \(joined(curve.values.compactMap(\.number).map { $0.shortest }))x"
    } else if !placed.isFrozen, placed.speed != Time(1) {
      source += " at \(placed.speed.shown)x"
    }
    var details = [source]
    if isHeard {
      let levels = volume.map { shown($0.compactMap(\.value.number), of: .volume) } ?? "100%"
      let words = levels == "100%" ? "" : " at \(levels)"
      if isSeen || !words.isEmpty { details.append("sound\(words)") }
      details += levelWords(of: placed)
    } else if placed.content.audio != nil {
      details.append("sound off")
    }
    if isSeen, let fit = placed.clip.playback.fit, fit != .contain {
      details.append("fit \(fit.rawValue)")
    }
    return (details + words(of: placed.clip.playback, of: placed), isHeard)
  }

  /// An interval of a source, or a moment, as the source counts it, such as ` (60f..90f, 10:00:02:00..10:00:03:00)`; empty where
  /// it has no frames.
  private func frames(of content: PlacedContent, from start: Time, to end: Time?) -> String {
    guard let clock = SourceClock(content) else { return "" }
    var ends = [clock.frame(at: end.map { min(start, $0) } ?? start)]
    if let end { ends.append(clock.frame(at: max(start, end), isEnd: true)) }
    // Backwards it is played from its end.
    if let end, end < start { ends.reverse() }
    let codes = ends.compactMap { clock.timecode(of: $0) }
    let words = [ends.map { "\($0)f" }, codes.map(\.description)].filter { !$0.isEmpty }
    return " (\(words.map { $0.joined(separator: "..") }.joined(separator: ", ")))"
  }

  /// The audio settings of a clip beside its speed, and the parameters given to a nested film.
  private func words(of playback: Playback, of placed: PlacedClip) -> [String] {
    var words: [String] = []
    if placed.isHeard {
      if playback.pitch == .follow { words.append("pitch follow") }
      if let channels = playback.sound.channels { words.append("channels \(channels.value)") }
      if let sync = playback.sound.sync { words.append("sync \(sync.value.shown) s") }
    }
    switch placed.interpolation(at: canvas.rate) {
    case nil: break
    case .blend: words.append("interpolate blend")
    case .motion: words.append("interpolate motion")
    }
    if let mode = playback.deinterlacing?.value { words.append("deinterlace \(mode.rawValue)") }
    if case .clip(let reference) = placed.clip.content, let values = reference.values?.value {
      let given = values.prefix(4).map { value in
        if case .scalar(let text, _, _) = value.value {
          return "\(value.name.value): \(text.prefix(24))"
        }
        return value.name.value
      }
      words.append("with \(given.joined(separator: ", "))\(values.count > 4 ? ", …" : "")")
    }
    return words
  }

  private func entry(of placed: PlacedOverlay) -> TimelineEntry {
    var details = [words(of: placed.content)]
    var isHeard = false
    if let clip = placed.footage {
      (details, isHeard) = words(of: clip, isSeen: placed.content.hasPicture)
    }
    var properties = placed.properties
    if placed.footage != nil { properties[.volume] = nil }
    details += focusWords(of: &properties, .overlay(placed.index), placed.time)
    return TimelineEntry(
      kind: .overlay, lane: "overlays", name: placed.overlay.name.value, time: placed.time,
      details: details + words(of: properties.moving)
        + words(of: placed.overlay.layer, placed.effects) + words(of: placed.fade),
      isHeard: isHeard && placed.overlay.mask == nil)
  }

  private func entries(of placed: PlacedInstruction) -> [TimelineEntry] {
    var entries: [TimelineEntry] = []
    func add(_ name: String, _ details: [String]) {
      entries.append(
        TimelineEntry(
          kind: .instruction, lane: "instructions", name: name, time: placed.time, details: details)
      )
    }
    if let color = placed.instruction.background { add("background", ["\(color)"]) }
    for (layer, written) in zip(placed.layers, placed.instruction.layers) {
      var settings = LayerSettings()
      settings.blend = layer.blend
      var details = words(of: layer.properties) + words(of: settings, layer.effects ?? [])
      if let backface = layer.backface { details.append("backface \(backface.rawValue)") }
      if written.hasMask { details.append("mask") }
      add(written.name.value, details)
    }
    return entries
  }

  private func words(of content: PlacedContent) -> String {
    switch content {
    case .clip(let media), .image(let media): return fileName(media.shownPath)
    case .text(let text):
      let words = text.text.value.split { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
      return "\"\(words.joined(separator: " / ").prefix(60))\""
    case .subtitles(let placed):
      let count = placed.cues.count + placed.events.count
      return "\(fileName(placed.content.file.value)), \(count) text\(count == 1 ? "" : "s")"
    case .graphic(let graphic): return "\(graphic)"
    case .group: return "group"
    }
  }

  private func words(of fade: ResolvedFade) -> [String] {
    var words: [String] = []
    if fade.fadeIn > .zero { words.append("fade in \(fade.fadeIn.shown) s") }
    if fade.fadeOut > .zero { words.append("fade out \(fade.fadeOut.shown) s") }
    if fade.curve != .linear, !words.isEmpty { words.append("sound \(fade.curve.rawValue)") }
    for end in [fade.enter, fade.exit].compactMap(\.self) {
      words.append(
        "\(end.isExit ? "exit" : "enter") \(end.style.name) \(end.duration.shown) s")
    }
    return words
  }

  /// The changes of a layer's picture beside its properties.
  private func words(of layer: LayerSettings, _ effects: [ResolvedEffect]) -> [String] {
    var words: [String] = []
    if let pan = layer.kenBurns { words.append(pan.parts == nil ? "ken-burns auto" : "ken-burns") }
    if !effects.isEmpty {
      words.append("effects " + effects.map(\.filter).joined(separator: ", "))
    }
    if let mode = layer.blend?.mode { words.append("blend \(mode.rawValue)") }
    if let blur = layer.motionBlur { words.append("motion-blur \(blur.samples)") }
    return words
  }

  /// The names of `properties`, with the values of those that are one number or a colour.
  private func words(of properties: PropertyKeys) -> [String] {
    properties.entries.map { entry in
      if entry.property.unit == .color {
        let colors = entry.value.map { key in
          let numbers = key.value.numbers(on: canvas.size, pixelScale: 1)
          return Color(premultiplied: numbers).description
        }
        return "\(entry.property.name) \(joined(colors))"
      }
      let numbers = entry.value.compactMap(\.value.number)
      guard numbers.count == entry.value.count else { return entry.property.name }
      return "\(entry.property.name) \(shown(numbers, of: entry.property))"
    }
  }

  /// The values of a curve, but for those in the middle of long ones.
  private func shown(_ numbers: [Double], of property: Property) -> String {
    joined(numbers.map { property.unit.shown($0) })
  }

  private func joined(_ values: [String]) -> String {
    let few = values.count <= 4 ? values : values.prefix(2) + ["…"] + values.suffix(1)
    return few.joined(separator: " -> ")
  }

  private func fileName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

extension PropertyKeys {
  /// The properties except a constant position or focus: what is fixed adds nothing to a table of times.
  fileprivate var moving: PropertyKeys {
    var result = self
    for property in [Property.position, .focus] where (self[property] ?? []).count < 2 {
      result[property] = nil
    }
    return result
  }
}
