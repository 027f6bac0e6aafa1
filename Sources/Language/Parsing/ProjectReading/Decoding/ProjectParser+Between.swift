// SPDX-License-Identifier: Apache-2.0

import Catalog
import Diagnostics
import ProjectModel
import YAML

/// Transitions between all neighbours of a track.
extension ProjectParser {
  /// A name, a mapping, or a list of transitions that take turns.
  mutating func between(_ node: YAMLNode) -> BetweenTransitions? {
    switch node.kind {
    case .scalar, .null:
      guard let kind = transitionKind(node) else { return nil }
      return BetweenTransitions([
        plain(Choice(kind, at: node.span), usualTransition(at: node.span), [])
      ])
    case .sequence:
      let choices = node.items.compactMap { item -> TransitionItem? in
        if item.kind == .mapping { return transition(item) }
        return transitionKind(item).map {
          plain(Choice($0, at: item.span), usualTransition(at: item.span), [])
        }
      }
      if node.count == 0, !emptied.contains(node.span) {
        report(
          .badValue, "the list of transitions is empty", at: node.span,
          hint: "write between: dissolve")
      }
      return choices.isEmpty ? nil : BetweenTransitions(choices)
    case .mapping: break
    }
    var draft = TransitionDraft(item: usualTransition(at: node.span))
    draft.choices = [Choice(.style(.dissolve), at: firstPlace(in: node))]
    let fields = read(node, KeyTable.between, into: &draft)
    var item = draft.item
    let (styles, settings, isRandom) = (draft.choices, draft.settings, draft.isRandom)
    if let seed = draft.seed, !isRandom {
      report(
        .missingKey, "'seed' needs 'random'", at: seed.span,
        hint: "write random: [dissolve, wipe-left], or random: all")
    }
    guard let first = styles.first else { return nil }
    if styles.count == 1, !isRandom {
      guard case .style(let style) = first.kind else {
        item.nameSpan = first.span
        becomeCut(&item, fields)
        return BetweenTransitions([item])
      }
      var choice = first
      if let settings, first.settings != nil {
        report(.settingsBesideKind(style.name, at: firstPlace(in: settings)))
      } else if let settings {
        choice.settings = transitionSettings(of: style, settings, at: first.span)
      }
      return BetweenTransitions([plain(choice, item, fields)])
    }
    if let settings, !isRandom {
      report(
        .exclusiveKeys, "'with' is for one kind of transition", at: firstPlace(in: settings),
        hint: "write between: [{transition: \(first.kind.name), with: {…}}, …]")
    }
    return BetweenTransitions(
      styles.map { plain($0, item, fields) }, seed: isRandom ? draft.seed?.value ?? 0 : nil)
  }

  /// A kind of transition in a list.
  struct Choice {
    var kind: TransitionKind
    /// The settings that are written beside the kind; nil if there are none.
    var settings: TransitionSettings?
    /// Where it is named.
    var span: Span

    init(_ kind: TransitionKind, _ settings: TransitionSettings? = nil, at span: Span) {
      (self.kind, self.settings, self.span) = (kind, settings, span)
    }
  }

  /// `item`, which was written with `fields`, as `choice`, whose parameters have their defaults where it sets none.
  private mutating func plain(
    _ choice: Choice, _ item: TransitionItem, _ fields: [Field]
  ) -> TransitionItem {
    var item = item
    item.nameSpan = choice.span
    guard let style = choice.kind.style else {
      return Self.cut(item, hasOwnSound: fields.contains { $0.name == "audio" })
    }
    item.style = style
    let isReversed = item.settings.isReversed
    item.settings = choice.settings ?? transitionSettings(of: style, at: item.nameSpan)
    item.settings.isReversed = isReversed
    return item
  }

  /// A kind of transition, or several.
  mutating func choices(_ node: YAMLNode, isRandom: Bool = false) -> [Choice] {
    let nodes = node.kind == .sequence ? Array(node.items) : [node]
    if nodes.isEmpty {
      report(
        .badValue, "the list of transitions is empty", at: node.span,
        hint: "write [dissolve, wipe-left]")
    }
    return nodes.compactMap { node in
      guard node.kind == .mapping else {
        return transitionKind(node).map { Choice($0, at: node.span) }
      }
      guard KeyTable.pictureStyles.keys.contains(where: { node[$0] != nil }) else {
        let names = nodes.compactMap { $0.kind == .mapping ? $0["transition"]?.text : $0.text }
        return refused(
          node, "the name of a transition",
          hint: isRandom
            ? "write names, and what all of them have beside them: {random:"
              + " [\(names.isEmpty ? "cube, dissolve" : names.prefix(8).joined(separator: ", "))], duration: 1s}"
            : "write a list, in which each has its parameters: between: [{transition: cube}, …]")
      }
      return pictureTransition(node).map { Choice(.style($0.style), $0.settings, at: $0.span) }
    }
  }
}
