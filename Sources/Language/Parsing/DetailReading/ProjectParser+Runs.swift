// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
package import ProjectModel
package import YAML

/// Texts whose parts have looks of their own.
extension ProjectParser {
  /// More bytes of markup are refused.
  private static let mostMarkup = 40_000
  /// More parts are refused.
  private static let mostRuns = 1000

  /// The text of a layer: a scalar, or a mapping with its parts.
  package mutating func content(_ node: YAMLNode, _ look: TextLook) -> LayerContent? {
    guard node.kind == .mapping else {
      let isList = node.kind == .sequence
      let example =
        isList ? "text: {runs: [Rome, {text: Now, color: gold}]}" : "Two days in Rome"
      guard let text = writtenText(node, "a text", example: example) else { return nil }
      return content(text, [], look)
    }
    var draft = (parts: TextParts(look), isRead: false)
    let fields = fields(of: node, KeyTable.richText.shape)
    guard let field = fields.first else {
      if node.count == 0 {
        report(
          .missingKey, "the text needs 'runs' or 'markup'", at: node.span,
          hint: "write runs: [Two days in, {text: Rome, color: gold}]")
      }
      return nil
    }
    // Where both are written, that was reported.
    KeyTable.richText.read([field], &self, into: &draft)
    let parts = draft.parts
    guard draft.isRead else { return nil }
    guard parts.runs.count <= Self.mostRuns else {
      return refused(.outOfRange, "a text has at most \(Self.mostRuns) parts", at: field.key.span)
    }
    return content(Located(parts.text, at: field.value.span), parts.runs, look)
  }

  /// A text, and its parts that have looks of their own.
  private mutating func content(
    _ text: Located<String>, _ runs: [TextRun], _ look: TextLook
  ) -> LayerContent? {
    guard text.value.utf8.count <= 10_000 else {
      return refused(.outOfRange, "a text can have at most 10000 bytes", at: text.span)
    }
    guard text.value.utf8.contains(where: { !$0.isSpace }) else {
      return refused(
        .badValue, "the text is empty", at: text.span,
        hint: text.span.file.expansion == 0
          ? "write text: Two days in Rome"
          : "leave it out where it is empty, such as by when: \"${photo.captioned}\"")
    }
    return .text(TextContent(text: text, look: look, runs: runs))
  }

  /// Adds the parts in a list; false where it cannot be read, which is reported.
  mutating func runs(_ node: YAMLNode, _ parts: inout TextParts) -> Bool {
    guard node.kind == .sequence else {
      wrongKind(
        node, "a list of texts", hint: "write runs: [Two days in, {text: Rome, color: gold}]")
      return false
    }
    var isRead = true
    for item in node.items {
      guard item.kind == .mapping else {
        let text = writtenText(item, "a text", example: "{text: Rome, color: gold}")
        if let text { parts.add(text.value) }
        isRead = isRead && text != nil
        continue
      }
      var run = KeyTable.RunDraft(style: TextRun.Style(parts.look))
      read(item, KeyTable.run, into: &run)
      if let text = run.text { parts.add(text, run.style) }
      isRead = isRead && run.text != nil
    }
    return isRead
  }

  /// Adds the parts of a text with markup; false where it cannot be read, which is reported.
  mutating func markup(_ node: YAMLNode, _ parts: inout TextParts) -> Bool {
    guard writtenText(node, "a text", example: "\"Two days in <b>Rome</b>\"") != nil else {
      return false
    }
    let text = ScalarText(node)
    guard text.bytes.count <= Self.mostMarkup else {
      report(.outOfRange, "markup can have at most \(Self.mostMarkup) bytes", at: node.span)
      return false
    }
    var reader = MarkupReader(text)
    var style = MarkupStyle(parts.look)
    do throws(ValueProblem) {
      while let piece = try reader.next() {
        switch piece {
        case .text(let text): parts.add(text, style.isPlain ? nil : style.style)
        case .open(let tag): try style.enter(tag)
        case .close: style.leave()
        }
      }
      return true
    } catch {
      report(error, at: node)
      return false
    }
  }
}

/// A text that is put together.
struct TextParts {
  let look: TextLook
  private(set) var text = ""
  private(set) var runs: [TextRun] = []

  init(_ look: TextLook) { self.look = look }

  /// Adds a part; one without a style looks as the text does.
  mutating func add(_ part: String, _ style: TextRun.Style? = nil) {
    let start = text.utf8.count
    text += part
    let bytes = start..<text.utf8.count
    guard let style, !bytes.isEmpty else { return }
    if let last = runs.last, last.style == style, last.bytes.upperBound == start {
      runs[runs.count - 1].bytes = last.bytes.lowerBound..<bytes.upperBound
    } else {
      runs.append(TextRun(bytes: bytes, style: style))
    }
  }
}
