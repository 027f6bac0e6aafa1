// SPDX-License-Identifier: Apache-2.0

/// A text in the Markdown of the reference: paragraphs, lists, headings, fenced blocks and links, each
/// paragraph and item in one line.
struct MarkdownText {
  let text: String

  init(_ text: String) { self.text = text }

  /// The text with paragraphs and items in lines of `columns`.
  func wrapped(columns: Int = 100) -> String {
    lines(columns: columns) { $0 }
  }

  /// The text for a terminal: without marks of emphasis, links and fences; blocks are indented.
  func plain(columns: Int) -> String {
    lines(columns: columns) { line in
      line.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }.replacing(/\*(\w+:)\*/) { $0.1 }
    }
    .split(separator: "\n", omittingEmptySubsequences: false)
    .reduce(into: (lines: [String](), isCode: false)) { result, line in
      if line.hasPrefix("```") {
        result.isCode.toggle()
      } else {
        result.lines.append(result.isCode ? "    \(line)" : String(line))
      }
    }.lines.joined(separator: "\n")
  }

  private func lines(columns: Int, _ rewrite: (String) -> String) -> String {
    var lines: [String] = []
    var isCode = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() }
      if isCode || line.hasPrefix("#") || line.hasPrefix("```") || line.hasPrefix("|") {
        lines.append(String(line))
      } else {
        lines += Self.wrap(rewrite(String(line)), columns: columns)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A paragraph or an item, whose further lines stand below its first word.
  private static func wrap(_ line: String, columns: Int) -> [String] {
    let indent = line.prefix { $0 == " " }.count + (line.drop { $0 == " " }.hasPrefix("- ") ? 2 : 0)
    var lines: [String] = []
    var current = ""
    for word in line.split(separator: " ") {
      // At the start of a line these would begin an item or a heading.
      let isMark = ["-", "+", "*", "#"].contains(word) || word.hasPrefix("#")
      let longer = current.isEmpty ? String(word) : "\(current) \(word)"
      let start = lines.isEmpty ? line.prefix { $0 == " " }.count : indent
      if current.isEmpty || isMark || start + longer.count <= columns {
        current = longer
      } else {
        lines.append(String(repeating: " ", count: start) + current)
        current = String(word)
      }
    }
    let start = lines.isEmpty ? line.prefix { $0 == " " }.count : indent
    return lines + [current.isEmpty ? "" : String(repeating: " ", count: start) + current]
  }
}
