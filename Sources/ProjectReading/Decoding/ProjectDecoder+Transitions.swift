// SPDX-License-Identifier: Apache-2.0

import Basics
import Diagnostics
import LanguageKeys
import ObjectReading
import ProjectModel
import Properties
import ValueReading
import YAMLTree

/// Items of a track that are no clips.
extension ProjectDecoder {
  mutating func transition(_ node: YAMLNode) -> TransitionItem? {
    var style: TransitionStyle?
    var item = usualTransition(at: node.span)
    item.nameSpan = firstPlace(in: node)
    var settings: YAMLNode?
    for field in fields(of: node, KeyTable.transition) {
      switch field.name {
      case "transition":
        style = transitionStyle(field.value)
        item.nameSpan = field.value.span
      case "with": settings = field.value
      default: transitionKey(field, of: &item)
      }
    }
    // A name that is unknown has been reported, and its parameters are unknown, too.
    if let style {
      item.style = style
      item.parameters = parameters(style.parameters, of: style.name, settings)
    }
    return item
  }

  /// A dissolve with the defaults of the project.
  func usualTransition(at span: Span) -> TransitionItem {
    TransitionItem(
      style: .dissolve, parameters: [], duration: transitionDefaults.duration,
      length: transitionDefaults.length, easing: transitionDefaults.easing, nameSpan: span,
      span: span)
  }

  /// Takes `field` as a key that all kinds of transitions have.
  mutating func transitionKey(_ field: Field, of item: inout TransitionItem) {
    switch field.name {
    case "duration":
      item.duration = shortTime(field.value, "a transition", orZero: false) ?? item.duration
    case "length": item.length = choice(field.value, "a length policy") ?? item.length
    case "easing": item.easing = easing(field.value) ?? item.easing
    default: break
    }
  }

  mutating func transitionStyle(_ node: YAMLNode) -> TransitionStyle? {
    guard let text = text(node, "the name of a transition", example: "dissolve") else {
      return nil
    }
    if let style = TransitionStyle(named: text.value) { return style }
    let names = isListening ? TransitionStyle.names.map(\.name) : []
    let words = text.value.split(separator: " ")
    if words.count == 2, TransitionStyle(named: String(words[0])) != nil {
      report(
        Diagnostic(
          code: .unknownValue, message: "no transition is called \(quoted(text.value))",
          span: text.span,
          hint: "write transition: \(words[0]), and duration: \(words[1]) beside it"))
      return nil
    }
    let meant: String? =
      switch text.value {
      case "none", "cut", "off": "write - gap: 0s between two clips for a plain cut"
      case "random": "write between: {random: all} beside the track's clips"
      default: nil
      }
    if let meant {
      report(
        Diagnostic(
          code: .unknownValue, message: "no transition is called \(quoted(text.value))",
          span: text.span, hint: meant))
      return nil
    }
    let near = nearest(text.value, in: names)
    report(
      Diagnostic(
        code: .unknownValue, message: "no transition is called \(quoted(text.value))",
        span: text.span,
        hint: (near.map { "did you mean '\($0)'?" } ?? "write dissolve, wipe-left or slide-up;")
          + " `reel transitions` lists them all"))
    return nil
  }

  /// The values of the parameters of a style called `name`, as `settings` has them or by default.
  mutating func parameters(
    _ parameters: [TransitionParameter], of name: String, _ settings: YAMLNode?
  ) -> [Double] {
    var values = parameters.map(\.fallback)
    guard let settings else { return values.flatMap(\.self) }
    guard !values.isEmpty else {
      report(
        Diagnostic(
          code: .unknownKey, message: "transition '\(name)' has no parameters",
          span: firstPlace(in: settings), hint: "leave 'with' out"))
      return []
    }
    for field in fields(of: settings, KeyTable.settings(parameters, of: name)) {
      guard let index = parameters.firstIndex(where: { $0.name == field.name }) else { continue }
      let reader = ValueReader(parameters[index])
      values[index] = value(field.value, reader) ?? values[index]
    }
    return values.flatMap(\.self)
  }

  mutating func gap(_ node: YAMLNode) -> GapItem? {
    var duration: TimeExpression?
    for field in fields(of: node, KeyTable.gap) {
      duration = shortTime(field.value, "a gap", orZero: true)
    }
    return duration.map { GapItem(duration: $0, span: node.span) }
  }

  /// - Parameter target: What instructions know the item as.
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
          report(Diagnostic(code: .badName, message: problem, span: field.value.span))
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
