// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
package import ProjectModel
package import YAML

/// Enter and exit animations of layers.
extension ProjectParser {
  /// `slide-up`, `slide-up 500ms`, `slide-up 500ms ease-in`, or a mapping with these and parameters.
  package mutating func entrance(_ node: YAMLNode) -> Entrance? {
    guard node.kind == .mapping else { return shortEntrance(node) }
    var draft = EntranceDraft(
      entrance: Entrance(
        style: .fade, settings: TransitionSettings([]), span: firstPlace(in: node)))
    let fields = read(node, KeyTable.entrance, into: &draft)
    guard let style = draft.style else { return nil }
    var entrance = draft.entrance
    entrance.style = style
    parts(of: &entrance, fields)
    entrance.settings = settings(of: style, draft.settings, at: entrance.span)
    return entrance
  }

  /// Checks what is said of the parts of a text that come or go one after the other.
  private mutating func parts(of entrance: inout Entrance, _ fields: [Field]) {
    guard let field = fields.first(where: { ["by", "stagger"].contains($0.name) }) else { return }
    guard entrance.style.isForParts else {
      report(
        .exclusiveKeys, "'\(field.name)' is not for '\(entrance.style.name)'", at: field.key.span,
        hint: "parts of a text come with typewriter, fade, rise or pop")
      return
    }
    if entrance.style.action == .letters,
      let stagger = fields.first(where: { $0.name == "stagger" }),
      let duration = fields.first(where: { $0.name == "duration" })
    {
      report(
        .exclusiveKeys(
          "duration", "stagger", at: stagger.key.span, firstSpan: duration.key.span,
          hint: "write how long all of it takes, or how long each part"))
    }
    if entrance.parts == nil, fields.contains(where: { $0.name == "stagger" }) {
      entrance.parts = .character
    }
  }

  private mutating func settings(
    of style: EntranceStyle, _ node: YAMLNode? = nil, at span: Span
  ) -> TransitionSettings {
    guard case .transition(let transition) = style.action else {
      return settings([], of: style.name, node)
    }
    return transitionSettings(of: transition, node, at: span)
  }

  private mutating func shortEntrance(_ node: YAMLNode) -> Entrance? {
    let example = "write slide-up 500ms, or {kind: slide-up, duration: 500ms, easing: ease-out}"
    guard node.kind == .scalar, var words = words(node), let first = words.first else {
      return refused(node, "the name of an entrance", hint: example)
    }
    guard let style = entranceStyle(first.string, at: first.text.span(of: first.range)) else {
      return nil
    }
    var entrance = Entrance(
      style: style, settings: settings(of: style, at: node.span), span: node.span)
    words.removeFirst()
    do throws(ValueProblem) {
      if let last = words.last, let easing = try Easing(last) {
        entrance.easing = easing
        words.removeLast()
      } else if words.count > 1, let easing = try Easing(words[0]) {
        entrance.easing = easing
        words.removeFirst()
      }
      if let start = words.first, let end = words.last {
        if end.string.allSatisfy({ $0.isLetter || $0 == "-" }) { throw Easing.unknown(end) }
        var parser = TimeParser(start.text, in: start.range.lowerBound..<end.range.upperBound)
        let time = try parser.time()
        if let constant = time.constant, constant <= .zero {
          throw ValueProblem(
            code: .outOfRange, message: "an entrance lasts more than 0 seconds", span: time.span)
        }
        entrance.duration = time
      }
    } catch {
      return refused(error, at: node)
    }
    return entrance
  }

  mutating func entranceStyle(_ name: String, at span: Span) -> EntranceStyle? {
    if let style = EntranceStyle(named: name) { return style }
    let question = isListening ? didYouMean(name, in: EntranceStyle.names.map(\.name)) : nil
    return refused(
      .unknownValue, "no entrance or transition is called \(quoted(name))", at: span,
      hint: (question
        ?? "write \(EntranceStyle.all.map(\.name).joined(separator: ", ")), or the name of a"
        + " transition;") + " `reel transitions` lists them all")
  }
}
