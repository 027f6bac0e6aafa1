// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import YAML

/// Items of a track that are no clips.
extension ProjectParser {
  mutating func transition(_ node: YAMLNode) -> TransitionItem? {
    var kind: TransitionKind?
    var item = usualTransition(at: node.span)
    item.nameSpan = firstPlace(in: node)
    var settings: YAMLNode?
    var own: TransitionSettings?
    let fields = fields(of: node, KeyTable.transition) { entry in
      guard let key = entry.key.text, KeyTable.transitionSettings.key(key) != nil else {
        return nil
      }
      if let style = node["transition"]?.text.flatMap({ TransitionStyle(named: $0) }),
        !style.parameters.contains(where: { $0.name == key })
      {
        return "\(style.name) has none; `reel transitions \(style.name)` lists what it has"
      }
      return "a parameter of a transition is under 'with': {\(key): \(entry.value.text ?? "…")}"
    }
    for field in fields {
      switch field.name {
      case "transition" where field.value.kind == .mapping:
        let named = pictureTransition(field.value)
        item.nameSpan = named?.span ?? firstPlace(in: field.value)
        (kind, own) = (named.map { .style($0.style) }, named?.settings)
      case "transition":
        kind = transitionKind(field.value)
        item.nameSpan = field.value.span
      case "with": settings = field.value
      default: transitionKey(field, of: &item)
      }
    }
    // A name that is unknown has been reported, and its parameters are unknown, too.
    switch kind {
    case .style(let style):
      item.style = style
      let isReversed = item.settings.isReversed
      if let own, let settings {
        report(.settingsBesideKind(style.name, at: firstPlace(in: settings)))
        item.settings = own
      } else {
        item.settings = own ?? transitionSettings(of: style, settings, at: item.nameSpan)
      }
      item.settings.isReversed = isReversed
    case .cut: becomeCut(&item, fields)
    case nil: break
    }
    return item
  }

  /// Makes a plain cut of `item`, which was written with `fields`.
  mutating func becomeCut(_ item: inout TransitionItem, _ fields: [Field]) {
    let audio = fields.first { $0.name == "audio" }
    item = Self.cut(item, hasOwnSound: audio != nil)
    for field in fields
    where ["duration", "length", "easing", "with", "reverse"].contains(field.name) {
      report(
        .exclusiveKeys, "a plain cut has no '\(field.name)'", at: field.key.span,
        hint: field.name == "duration"
          ? "for a crossfade of its sound write audio: {duration: …}" : "leave it out")
    }
    if let audio, let curve = item.sound?.curve, curve != .cut, item.sound?.duration == nil {
      report(
        .missingKey, "at a plain cut a crossfade of the sound needs a duration",
        at: audio.value.span, hint: "write audio: {curve: \(curve.rawValue), duration: 500ms}")
    }
  }

  /// `item` as a plain cut: without a sound of its own it cuts the sound as well, whatever the defaults say.
  static func cut(_ item: TransitionItem, hasOwnSound: Bool) -> TransitionItem {
    var item = item
    if !hasOwnSound { item.sound = nil }
    item.style = nil
    item.settings = TransitionSettings([])
    item.duration.kind = .time(.zero)
    item.length = .overlap
    return item
  }

  /// A dissolve with the defaults of the project.
  func usualTransition(at span: Span) -> TransitionItem {
    TransitionItem(
      style: .dissolve, settings: TransitionSettings([]), duration: transitionDefaults.duration,
      length: transitionDefaults.length, easing: transitionDefaults.easing,
      sound: transitionDefaults.sound, nameSpan: span, span: span)
  }

  /// Takes `field` as a key that all kinds of transitions have.
  mutating func transitionKey(_ field: Field, of item: inout TransitionItem) {
    switch field.name {
    case "duration":
      item.duration = shortTime(field.value, "a transition", orZero: false) ?? item.duration
    case "length": item.length = choice(field.value, "a length policy") ?? item.length
    case "easing": item.easing = easing(field.value) ?? item.easing
    case "audio": item.sound = transitionSound(field) ?? item.sound
    case "reverse": item.settings.isReversed = flag(field.value) ?? false
    default: break
    }
  }

  /// Reads the audio settings of a transition.
  mutating func transitionSound(_ field: Field) -> TransitionSound? {
    let node = field.value
    guard node.kind == .mapping else {
      let times = node.text.flatMap { $0.last == "s" ? [$0.lowercased()] : nil } ?? []
      let offset = KeySynonym(times, "audio: {offset: \(node.text ?? "")}")
      guard
        let word = word(
          node, of: ["crossfade", "cut"], "a way to join sounds", synonyms: [offset])
      else {
        return nil
      }
      return TransitionSound(word == "cut" ? .cut : .equalPower, at: node.span)
    }
    var sound = TransitionSound(at: field.key.span)
    var lengthPlace: Span?
    for field in fields(of: node, KeyTable.transitionSound) {
      switch field.name {
      case "curve": sound.curve = choice(field.value, "a curve of a crossfade")
      case "offset": sound.offset = time(field.value)
      case "duration":
        sound.duration = shortTime(field.value, "a crossfade", orZero: false)
        lengthPlace = field.key.span
      default: break
      }
    }
    if let lengthPlace, sound.curve == .cut {
      report(
        .exclusiveKeys, "a cut of the sound has no 'duration'", at: lengthPlace,
        hint: "write curve: equal-power, or leave the duration out")
    }
    return sound
  }

  /// A kind of transition.
  enum TransitionKind {
    case cut
    case style(TransitionStyle)

    var style: TransitionStyle? {
      switch self {
      case .cut: nil
      case .style(let style): style
      }
    }

    var name: String { style?.name ?? TransitionItem.cutName }
  }

  mutating func transitionKind(_ node: YAMLNode) -> TransitionKind? {
    guard let text = text(node, "the name of a transition", example: "dissolve") else {
      return nil
    }
    if text.value == TransitionItem.cutName { return .cut }
    if let style = TransitionStyle(named: text.value) { return .style(style) }
    let names = isListening ? TransitionStyle.names.map(\.name) : []
    let words = text.value.split(separator: " ")
    if words.count == 2, TransitionStyle(named: String(words[0])) != nil {
      return refused(
        .unknownValue, "no transition is called \(quoted(text.value))", at: text.span,
        hint: "write transition: \(words[0]), and duration: \(words[1]) beside it")
    }
    let meant: String? =
      switch text.value {
      case "none", "off", "hard-cut": "write transition: cut for a plain cut"
      case "true", "on", "yes": "write random: all, or a list of names"
      case "random": "write between: {random: all} beside the track's clips"
      case let other where other.hasPrefix("smpte"):
        "the numbers of wipes are those that `reel transitions` lists, such as smpte-21"
      default: nil
      }
    if let meant {
      return refused(
        .unknownValue, "no transition is called \(quoted(text.value))", at: text.span, hint: meant)
    }
    return refused(
      .unknownValue, "no transition is called \(quoted(text.value))", at: text.span,
      hint: (didYouMean(text.value, in: names) ?? "write dissolve, wipe-left or slide-up;")
        + " `reel transitions` lists them all")
  }

  mutating func gap(_ node: YAMLNode) -> GapItem? {
    var duration: TimeExpression?
    for field in fields(of: node, KeyTable.gap) {
      duration = shortTime(field.value, "a gap", orZero: true)
    }
    return duration.map { GapItem(duration: $0, span: node.span) }
  }

  /// - Parameter target: The item as a target of instructions.
  mutating func freeze(_ node: YAMLNode, as target: LayerTarget) -> FreezeItem? {
    let fields = fields(of: node, KeyTable.freeze)
    var duration: TimeExpression?
    var id: Located<String>?
    var layer = LayerSettings()
    for field in fields {
      switch field.name {
      case "freeze": duration = shortTime(field.value, "a freeze", orZero: false)
      case "id":
        id = text(field.value, "a name", example: "last")
        if let problem = id.flatMap({ Self.nameProblem($0.value) }) {
          report(.badName, problem, at: field.value.span)
        }
      case "mask":
        mask(field.value, of: target, Located(id?.value ?? "freeze", at: field.key.span))
      default: layerKey(field, of: &layer)
      }
    }
    anchor(of: &layer, from: fields)
    return duration.map {
      FreezeItem(
        duration: $0, id: id, layer: layer, keys: Set(fields.map(\.name)), span: node.span)
    }
  }
}
