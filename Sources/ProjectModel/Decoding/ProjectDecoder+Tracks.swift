// SPDX-License-Identifier: Apache-2.0

import Basics
import Diagnostics
import YAMLTree

extension ProjectDecoder {
  mutating func tracks(_ node: YAMLNode, key: Span) -> [Track] {
    let entries = namedEntries(of: node, "track", example: "main: [media/beach.mov]")
    if node.kind == .mapping, node.count == 0 {
      report(
        Diagnostic(
          code: .emptyTrack, message: "a project needs a track", span: key,
          hint: "write main: [media/beach.mov]"))
    }
    var tracks: [Track] = []
    for (name, value) in entries {
      let track = track(name, value)
      if trackIndices.updateValue(tracks.count, forKey: name.value) == nil { tracks.append(track) }
    }
    return tracks
  }

  private mutating func track(_ name: Located<String>, _ node: YAMLNode) -> Track {
    var track = Track(name: name, kind: nil, items: [])
    guard node.kind == .mapping else {
      track.items = items(node, of: name)
      return track
    }
    for field in fields(of: node, KeyTable.track, owner: name.span) {
      switch field.name {
      case "kind":
        if let kind: Track.Kind = choice(field.value, "a kind of track") {
          track.kind = Located(kind, at: field.value.span)
        }
      case "clips": track.items = items(field.value, of: name)
      default: break
      }
    }
    return track
  }

  private mutating func items(_ node: YAMLNode, of track: Located<String>) -> [TrackItem] {
    switch node.kind {
    case .scalar: return item(node).map { [$0] } ?? []
    case .sequence: break
    case .mapping, .null:
      wrongKind(node, "a list of clips", hint: "write - clip: beach")
      return []
    }
    if node.count == 0 {
      report(
        Diagnostic(
          code: .emptyTrack, message: "the track \(quoted(track.value)) is empty", span: track.span,
          hint: "give it a clip, or take it away"))
    }
    var items: [TrackItem] = []
    items.reserveCapacity(node.count)
    for child in node.items {
      // An item that cannot be read keeps its place, so that its neighbours are judged rightly.
      let unread = MediaReference(text: "", span: child.span, asset: nil)
      items.append(item(child) ?? .clip(newClip(unread, at: child.span)))
    }
    return items
  }

  private mutating func item(_ node: YAMLNode) -> TrackItem? {
    switch node.kind {
    case .scalar:
      guard let source = media(node) else { return nil }
      return .clip(newClip(source, at: node.span))
    case .sequence, .null:
      wrongKind(node, "a clip, a transition or a gap", hint: "write - media/beach.mov")
      return nil
    case .mapping: break
    }
    var kinds: [(name: String, span: Span)] = []
    for entry in node.entries {
      guard let name = entry.key.text, name == "clip" || name == "transition" || name == "gap"
      else { continue }
      kinds.append((name, entry.key.span))
    }
    if kinds.count > 1 {
      report(
        .exclusiveKeys(
          kinds[0].name, kinds[1].name, at: kinds[1].span, firstSpan: kinds[0].span))
      return nil
    }
    switch kinds.first?.name {
    case "transition": return transition(node).map { .transition($0) }
    case "gap": return gap(node).map { .gap($0) }
    case "clip": return clip(node).map { .clip($0) }
    default:
      // A misspelt 'transition' is no unknown key of a clip.
      reportUnknownItem(node)
      return nil
    }
  }

  private mutating func reportUnknownItem(_ node: YAMLNode) {
    let kinds = ["clip", "transition", "gap"]
    var isExplained = false
    for entry in node.entries {
      let name = entry.key.text ?? ""
      if let key = KeyTable.clip.key(name) {
        if !key.isSupported {
          isExplained = true
          report(.notSupportedYet(name, at: entry.key.span))
        }
      } else if let near = nearest(name, in: kinds) {
        isExplained = true
        report(
          Diagnostic(
            code: .unknownKey, message: "unknown key \(quoted(name)) in a track",
            span: entry.key.span, hint: "did you mean '\(near)'?"))
      }
    }
    guard !isExplained else { return }
    report(
      Diagnostic(
        code: .missingKey, message: "an item of a track needs 'clip', 'transition' or 'gap'",
        span: firstPlace(in: node), hint: "write clip: media/beach.mov"))
  }

  // MARK: Clips

  private func newClip(_ source: MediaReference, at span: Span) -> Clip {
    Clip(
      source: source, loops: false, fit: clipDefaults.fit, audio: clipDefaults.audio,
      fade: clipDefaults.fade, volume: clipDefaults.volume, opacity: clipDefaults.opacity,
      span: span)
  }

  private mutating func clip(_ node: YAMLNode) -> Clip? {
    var clip = newClip(
      MediaReference(text: "", span: node.span, asset: nil), at: node.span)
    var hasSource = false
    for field in fields(of: node, KeyTable.clip) {
      let value = field.value
      switch field.name {
      case "clip":
        if let source = media(value) { (clip.source, hasSource) = (source, true) }
      case "id":
        clip.id = text(value, "a name", example: "inset")
        if let problem = clip.id.flatMap({ Self.nameProblem($0.value) }) {
          report(Diagnostic(code: .badName, message: problem, span: value.span))
        }
      case "range": clip.range = range(value)
      case "duration":
        guard let duration = positiveTime(value, "a duration", orZero: false) else { break }
        clip.range = RangeExpression(
          start: TimeExpression(.time(.zero), at: duration.span.startPoint), end: duration,
          isEndRelative: true, at: duration.span)
      case "at":
        clip.at = positiveTime(value, "the place of a clip", orZero: true)
      case "loop": clip.loops = flag(value) ?? false
      case "until": clip.until = positiveTime(value, "the end of a clip", orZero: false)
      case "layout": clip.layout = layout(value)
      default: look(field, fit: &clip.fit, of: &clip.audio, &clip.fade, &clip.volume, &clip.opacity)
      }
    }
    return hasSource ? clip : nil
  }

  /// The keys that clips share with `defaults: {clip: …}`.
  private mutating func look(
    _ field: Field, fit: inout FitMode?, of audio: inout AudioMode, _ fade: inout Fade?,
    _ volume: inout Double, _ opacity: inout Double
  ) {
    switch field.name {
    case "fit": fit = choice(field.value, "a fit") ?? fit
    case "audio": audio = audioMode(field.value) ?? audio
    case "fade": fade = self.fade(field.value) ?? fade
    case "volume": volume = value(field.value, .volume) ?? volume
    case "opacity": opacity = value(field.value, .opacity) ?? opacity
    default: break
    }
  }

  private mutating func audioMode(_ node: YAMLNode) -> AudioMode? {
    // What other readers of YAML make of `on` and `off`.
    if node.text == "true" { return .on }
    if node.text == "false" { return .off }
    return choice(node, "an audio mode")
  }

  /// `1s` for both ends, or `{in: 1s, out: 2s}`.
  mutating func fade(_ node: YAMLNode) -> Fade? {
    guard node.kind == .mapping else {
      guard let time = positiveTime(node, "a fade", orZero: true) else { return nil }
      return Fade(fadeIn: time, fadeOut: time, span: node.span)
    }
    var fade = Fade(fadeIn: nil, fadeOut: nil, span: firstPlace(in: node))
    for field in fields(of: node, KeyTable.fade) {
      let time = positiveTime(field.value, "a fade", orZero: true)
      if field.name == "in" { fade.fadeIn = time } else { fade.fadeOut = time }
    }
    return fade
  }

  private mutating func layout(_ node: YAMLNode) -> Layout? {
    var layout = Layout(size: nil, position: .center, anchor: .center, span: firstPlace(in: node))
    var anchor: Anchor?
    for field in fields(of: node, KeyTable.layout) {
      switch field.name {
      case "size": layout.size = value(field.value, .boxSize)
      case "position":
        layout.position = value(field.value, .position) ?? .center
        layout.anchor = Self.anchorImplied(by: field.value)
      case "anchor": anchor = choice(field.value, "an anchor")
      default: break
      }
    }
    layout.anchor = anchor ?? layout.anchor
    return layout
  }

  /// The anchor of something that is put at `position: top-right` and says no anchor: the same.
  static func anchorImplied(by position: YAMLNode) -> Anchor {
    position.text.flatMap { Anchor(rawValue: $0) } ?? .center
  }

  // MARK: Transitions and gaps

  private mutating func transition(_ node: YAMLNode) -> TransitionItem? {
    var style: TransitionStyle?
    var nameSpan = firstPlace(in: node)
    var duration = transitionDefaults.duration
    var length = transitionDefaults.length
    for field in fields(of: node, KeyTable.transition) {
      switch field.name {
      case "transition":
        style = transitionStyle(field.value)
        nameSpan = field.value.span
      case "duration":
        duration = positiveTime(field.value, "a transition", orZero: false) ?? duration
      case "length": length = choice(field.value, "a length policy") ?? length
      default: break
      }
    }
    return TransitionItem(
      style: style ?? .fade, duration: duration, length: length, nameSpan: nameSpan,
      span: node.span)
  }

  private mutating func transitionStyle(_ node: YAMLNode) -> TransitionStyle? {
    guard let text = text(node, "the name of a transition", example: "dissolve") else {
      return nil
    }
    if let style = TransitionStyle(named: text.value) { return style }
    let names = isListening ? TransitionStyle.names.map(\.name) : []
    let near = nearest(text.value, in: names)
    report(
      Diagnostic(
        code: .unknownValue, message: "no transition is called \(quoted(text.value))",
        span: text.span,
        hint: near.map { "did you mean '\($0)'?" }
          ?? "dissolve, wipe-left, slide-up, circle-open, …"))
    return nil
  }

  private mutating func gap(_ node: YAMLNode) -> GapItem? {
    var duration: TimeExpression?
    for field in fields(of: node, KeyTable.gap) {
      duration = positiveTime(field.value, "a gap", orZero: false)
    }
    return duration.map { GapItem(duration: $0, span: node.span) }
  }

  // MARK: Defaults

  mutating func defaults(_ node: YAMLNode) {
    for field in fields(of: node, KeyTable.defaults) {
      switch field.name {
      case "clip":
        var clip = clipDefaults
        for field in fields(of: field.value, KeyTable.clipDefaults) {
          if field.name == "duration" {
            clip.stillDuration =
              positiveTime(field.value, "a duration", orZero: false) ?? clip.stillDuration
          } else {
            look(field, fit: &clip.fit, of: &clip.audio, &clip.fade, &clip.volume, &clip.opacity)
          }
        }
        clipDefaults = clip
      case "transition":
        for field in fields(of: field.value, KeyTable.transitionDefaults) {
          if field.name == "duration" {
            transitionDefaults.duration =
              positiveTime(field.value, "a transition", orZero: false)
              ?? transitionDefaults.duration
          } else {
            transitionDefaults.length =
              choice(field.value, "a length policy") ?? transitionDefaults.length
          }
        }
      case "text":
        var text = textDefaults
        for field in fields(of: field.value, KeyTable.textDefaults) { textKey(field, of: &text) }
        textDefaults = text
      default: break
      }
    }
  }
}

/// What clips are like that do not say it themselves.
struct ClipDefaults {
  var stillDuration: TimeExpression
  var fit: FitMode?
  var audio = AudioMode.on
  var fade: Fade?
  var volume = 1.0
  var opacity = 1.0

  init(at span: Span) { stillDuration = TimeExpression(.time(Time(5)), at: span) }
}

/// What transitions are like that do not say it themselves.
struct TransitionDefaults {
  var duration: TimeExpression
  var length = TransitionItem.LengthPolicy.overlap

  init(at span: Span) { duration = TimeExpression(.time(Time(1)), at: span) }
}
