// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import YAML

/// Items of a track that are no clips.
extension ProjectParser {
  mutating func transition(_ node: YAMLNode) -> TransitionItem? {
    var draft = TransitionDraft(item: usualTransition(at: node.span))
    draft.item.nameSpan = firstPlace(in: node)
    let fields = read(node, KeyTable.transition, into: &draft) { entry in
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
    var item = draft.item
    // A name that is unknown has been reported, and its parameters are unknown, too.
    switch draft.kind {
    case .style(let style):
      item.style = style
      let isReversed = item.settings.isReversed
      if let own = draft.own, let settings = draft.settings {
        report(.settingsBesideKind(style.name, at: firstPlace(in: settings)))
        item.settings = own
      } else {
        item.settings =
          draft.own ?? transitionSettings(of: style, draft.settings, at: item.nameSpan)
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
    var item = transitionDefaults
    (item.nameSpan, item.span) = (span, span)
    return item
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
    let fields = read(node, KeyTable.transitionSound, into: &sound)
    if let length = fields.first(where: { $0.name == "duration" }), sound.curve == .cut {
      report(
        .exclusiveKeys, "a cut of the sound has no 'duration'", at: length.key.span,
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
    var draft = LayerDraft(nil, of: nil, look: textDefaults)
    read(node, KeyTable.gap, into: &draft)
    return draft.until.map { GapItem(duration: $0, span: node.span) }
  }

  /// - Parameter target: The item as a target of instructions.
  mutating func freeze(_ node: YAMLNode, as target: LayerTarget) -> FreezeItem? {
    var draft = LayerDraft(nil, of: target, look: textDefaults)
    let fields = read(node, KeyTable.freeze, into: &draft)
    checkPlace(fields)
    return draft.until.map {
      FreezeItem(
        duration: $0, id: draft.id, layer: draft.layer, keys: Set(fields.map(\.name)),
        span: node.span)
    }
  }
}
