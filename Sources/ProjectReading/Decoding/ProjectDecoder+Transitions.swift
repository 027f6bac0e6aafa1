// SPDX-License-Identifier: Apache-2.0

import Basics
import Diagnostics
import ProjectModel
import YAMLTree

/// Items of a track that are no clips.
extension ProjectDecoder {
  mutating func transition(_ node: YAMLNode) -> TransitionItem? {
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
        duration = shortTime(field.value, "a transition", orZero: false) ?? duration
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
        hint: (near.map { "did you mean '\($0)'?" } ?? "write dissolve, wipe-left or slide-up;")
          + " README.md lists all transitions"))
    return nil
  }

  mutating func gap(_ node: YAMLNode) -> GapItem? {
    var duration: TimeExpression?
    for field in fields(of: node, KeyTable.gap) {
      duration = shortTime(field.value, "a gap", orZero: false)
    }
    return duration.map { GapItem(duration: $0, span: node.span) }
  }
}
