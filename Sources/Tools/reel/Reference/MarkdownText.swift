// SPDX-License-Identifier: Apache-2.0

/// A text in the Markdown of the reference: headings, paragraphs and items of lists, each in one line,
/// and fenced blocks.
struct MarkdownText {
  let text: String

  init(_ text: String) { self.text = text }

  /// The text with paragraphs and items in lines of `columns`.
  func wrapped(columns: Int = 100) -> String {
    lines {
      MarkdownText.wrap($0, columns: columns)
    } code: {
      $0
    }
  }

  /// The text for a terminal: without links, marks of emphasis and fences; blocks are indented.
  func plain(columns: Int) -> String {
    lines { line in
      let words = line.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }.replacing(/\*(\w+:)\*/) { $0.1 }
      return MarkdownText.wrap(words, columns: columns)
    } code: { line in
      line.hasPrefix("```") ? nil : "    \(line)"
    }
  }

  /// The text with each line outside of blocks as `prose` has it, and others as `code` has them, which also
  /// gets the fences.
  private func lines(
    prose: (String) -> [String], code: (String) -> String?
  ) -> String {
    var lines: [String] = []
    var isCode = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let isFence = line.hasPrefix("```")
      if isFence { isCode.toggle() }
      lines += isCode || isFence ? [code(line)].compactMap(\.self) : prose(line)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// A paragraph or an item, whose further lines stand below its first word.
  private static func wrap(_ line: String, columns: Int) -> [String] {
    let indent = line.hasPrefix("- ") ? "  " : ""
    var lines = [""]
    for word in line.split(separator: " ") {
      let last = lines.count - 1
      let longer = lines[last].isEmpty ? String(word) : "\(lines[last]) \(word)"
      // At the start of a line it would begin an item or a heading.
      let isMark = ["-", "+", "*"].contains(word) || word.hasPrefix("#")
      if lines[last].isEmpty || isMark || longer.count <= columns {
        lines[last] = longer
      } else {
        lines.append(indent + word)
      }
    }
    return lines
  }
}
