// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import ProjectModel
package import YAML

/// Texts that are shown or kept as they are written, in which YAML may have meant something else than whoever wrote them.
extension ProjectParser {
  /// A text for people; warns where it is probably not all of what was meant.
  package mutating func writtenText(
    _ node: YAMLNode, _ noun: String, example: String
  ) -> Located<String>? {
    warnOfCutText(node)
    warnOfEscapes(node)
    return text(node, noun, example: example)
  }

  /// Warns of a text such as `We are #1`, the rest of which is a comment.
  package mutating func warnOfCutText(_ node: YAMLNode) {
    guard let rest = node.cutOff, let text = node.text else { return }
    let isOwn = node.span.file.expansion == 0 && rest != "#"
    report(
      .cutText, "the text ends before \(quoted(rest)), which is a comment", at: node.span,
      hint: "put \(isOwn ? Self.inQuotes("\(text) \(rest)") : "all of it") in quotes;"
        + " a comment that is meant has a blank behind its #")
  }

  /// Warns of a text such as `Two\nlines` that is not in double quotes.
  private mutating func warnOfEscapes(_ node: YAMLNode) {
    guard !node.hasEscapes, node.hasByte(UInt8(ascii: "\\")) else { return }
    let text = ScalarText(node)
    let place = zip(text.bytes, text.bytes.dropFirst()).enumerated().first { _, pair in
      pair == (UInt8(ascii: "\\"), UInt8(ascii: "n"))
    }
    guard let start = place?.offset else { return }
    // What a value is put in place of is another text.
    let isOwn = node.span.file.expansion == 0
    report(
      .writtenEscape, "'\\n' is shown as it is written, not as a line break",
      at: isOwn ? text.span(of: start..<start + 2) : node.span,
      hint: isOwn
        ? "in double quotes it is one: \(Self.inQuotes(text.string)); in single quotes it stays as it is"
        : "write the line break itself into the value, or put the value into double quotes")
  }

  /// `text` in double quotes, if that is short enough for a hint.
  private static func inQuotes(_ text: String) -> String {
    let isPlain = text.utf8.count <= 60 && !text.contains("\"") && !text.contains("\n")
    return isPlain ? "\"\(text)\"" : "\"…\""
  }
}
