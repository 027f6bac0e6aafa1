// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import LanguageKeys
import ObjectReading
import ProjectModel
import Properties
import ValueReading
import YAMLTree

/// Transitions between all neighbours of a track.
extension ProjectDecoder {
  /// A name, a mapping, or a list of transitions that take turns.
  mutating func between(_ node: YAMLNode) -> BetweenTransitions? {
    switch node.kind {
    case .scalar, .null:
      guard let kind = transitionKind(node) else { return nil }
      return BetweenTransitions([plain(kind, usualTransition(at: node.span), [])])
    case .sequence:
      let choices = node.items.compactMap { item -> TransitionItem? in
        if item.kind == .mapping { return transition(item) }
        return transitionKind(item).map { plain($0, usualTransition(at: item.span), []) }
      }
      if node.count == 0, !emptied.contains(node.span) {
        report(
          Diagnostic(
            code: .badValue, message: "the list of transitions is empty", span: node.span,
            hint: "write between: dissolve"))
      }
      return choices.isEmpty ? nil : BetweenTransitions(choices)
    case .mapping: break
    }
    var item = usualTransition(at: node.span)
    var styles: [(kind: TransitionKind, span: Span)] = [(.style(.dissolve), firstPlace(in: node))]
    var (settings, seedPlace): (YAMLNode?, Span?)
    var seed: UInt64 = 0
    var isRandom = false
    let fields = fields(of: node, KeyTable.between)
    for field in fields {
      switch field.name {
      case "transition": styles = self.styles(field.value)
      case "random":
        isRandom = true
        styles =
          field.value.text == "all"
          ? TransitionStyle.all.filter { $0.map == nil }.map { (.style($0), field.value.span) }
          : self.styles(field.value)
      case "seed":
        seedPlace = field.key.span
        seed = UInt64(integer(field.value, "a seed", in: 0...1_000_000_000)?.value ?? 0)
      case "with": settings = field.value
      default: transitionKey(field, of: &item)
      }
    }
    if let seedPlace, !isRandom {
      report(
        Diagnostic(
          code: .missingKey, message: "'seed' needs 'random'", span: seedPlace,
          hint: "write random: [dissolve, wipe-left], or random: all"))
    }
    guard let first = styles.first else { return nil }
    if styles.count == 1, !isRandom {
      item.nameSpan = first.span
      switch first.kind {
      case .style(let style):
        item.style = style
        let isReversed = item.settings.isReversed
        item.settings = transitionSettings(of: style, settings, at: first.span)
        item.settings.isReversed = isReversed
      case .cut: becomeCut(&item, fields)
      }
      return BetweenTransitions([item])
    }
    if let settings, !isRandom {
      report(
        Diagnostic(
          code: .exclusiveKeys, message: "'with' is for one kind of transition",
          span: firstPlace(in: settings),
          hint: "write between: [{transition: \(first.kind.name), with: {…}}, …]"))
    }
    let choices = styles.map { kind, span in
      item.nameSpan = span
      return plain(kind, item, fields)
    }
    return BetweenTransitions(choices, seed: isRandom ? seed : nil)
  }

  /// `item`, which was written with `fields`, of another kind, with the defaults of its parameters.
  private mutating func plain(
    _ kind: TransitionKind, _ item: TransitionItem, _ fields: [Field]
  ) -> TransitionItem {
    guard let style = kind.style else {
      return Self.cut(item, hasOwnSound: fields.contains { $0.name == "audio" })
    }
    var item = item
    item.style = style
    let isReversed = item.settings.isReversed
    item.settings = transitionSettings(of: style, at: item.nameSpan)
    item.settings.isReversed = isReversed
    return item
  }

  /// A kind of transition, or several.
  private mutating func styles(_ node: YAMLNode) -> [(kind: TransitionKind, span: Span)] {
    let nodes = node.kind == .sequence ? Array(node.items) : [node]
    if nodes.isEmpty {
      report(
        Diagnostic(
          code: .badValue, message: "the list of transitions is empty", span: node.span,
          hint: "write [dissolve, wipe-left]"))
    }
    return nodes.compactMap { node in
      guard node.kind != .mapping else {
        wrongKind(
          node, "the name of a transition",
          hint: "write a list, in which each has its parameters: between: [{transition: cube}, …]")
        return nil
      }
      return transitionKind(node).map { ($0, node.span) }
    }
  }
}
