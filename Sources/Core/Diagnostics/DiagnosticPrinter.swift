// SPDX-License-Identifier: Apache-2.0

/// Writes diagnostics for people, each with the source line it is about.
///
///     error[unknown-key]: unknown key 'strat' in clip
///      --> trip.reel.yaml:5:5
///       |
///     5 |   - strat: 1s
///       |     ^^^^^
///     hint: did you mean 'start'?
///
/// Safe to send to a terminal whatever the project holds: control characters come out spelled.
public struct DiagnosticPrinter: Sendable {
  /// True if colours are used, as ANSI escape sequences.
  public let isColoured: Bool
  /// The number of columns there are; longer source lines are cut around the place of interest.
  public let width: Int

  /// Makes a renderer; a `width` below 40 counts as 40.
  public init(isColoured: Bool = false, width: Int = 100) {
    self.isColoured = isColoured
    self.width = max(40, width)
  }

  /// All diagnostics, an empty line between two; those that differ by the row of a table alone are shown once.
  public func render(_ diagnostics: [Diagnostic], in sources: SourceMap) -> String {
    sources.gathered(diagnostics)
      .map { render($0.diagnostic, in: sources, also: $0.remark) }
      .joined(separator: "\n")
  }

  /// One diagnostic, as lines that all end with a newline.
  public func render(_ diagnostic: Diagnostic, in sources: SourceMap) -> String {
    render(diagnostic, in: sources, also: nil)
  }

  private func render(
    _ diagnostic: Diagnostic, in sources: SourceMap, also remark: String?
  ) -> String {
    let colour: Colour = diagnostic.severity == .error ? .red : .yellow
    let gutter = gutterWidth(diagnostic, in: sources)
    var text = paint("\(diagnostic.severity.rawValue)[\(printable(diagnostic.code.name))]", colour)
    text += paint(": " + printable(diagnostic.message), .bold) + "\n"
    text += place(diagnostic.span, in: sources, gutter: gutter, mark: "^", colour: colour)
    for note in sources.notes(of: diagnostic) {
      text += paint("note", .cyan) + ": " + printable(note.message) + "\n"
      text += place(note.span, in: sources, gutter: gutter, mark: "-", colour: .cyan)
    }
    if let remark { text += paint("note", .cyan) + ": " + printable(remark) + "\n" }
    if let hint = diagnostic.hint {
      text += paint("hint", .green) + ": " + printable(hint) + "\n"
    }
    return text
  }

  private func place(
    _ span: Span?, in sources: SourceMap, gutter: Int, mark: Character, colour: Colour
  ) -> String {
    guard let span, let file = sources.file(of: span) else { return "" }
    let position = file.lineColumn(of: span.start)
    let blank = String(repeating: " ", count: gutter)
    let name = printable(file.name)
    var text = blank + paint("-->", .blue) + " \(name):\(position.line):\(position.column)\n"
    text += blank + paint(" |", .blue) + "\n"
    let excerpt = SourceExcerpt(span, in: file, width: width - gutter - 3, mark: mark)
    for line in excerpt.lines {
      guard let number = line.number else {
        text += paint(line.text, .blue) + "\n"
        continue
      }
      let digits = String(number)
      let label = String(repeating: " ", count: gutter - digits.count) + digits
      text += paint(label + " |", .blue) + (line.text.isEmpty ? "" : " " + line.text) + "\n"
      text += blank + paint(" |", .blue) + " " + paint(line.underline, colour) + "\n"
    }
    return text
  }

  /// The digits of the largest line number shown.
  private func gutterWidth(_ diagnostic: Diagnostic, in sources: SourceMap) -> Int {
    let spans = [diagnostic.span] + sources.notes(of: diagnostic).map(\.span)
    let lines = spans.compactMap { span in
      span.flatMap { span in sources.file(of: span)?.lineColumn(of: span.end).line }
    }
    return String(lines.max() ?? 1).count
  }

  private enum Colour: String {
    case bold = "1"
    case red = "1;31"
    case yellow = "1;33"
    case green = "1;32"
    case blue = "1;34"
    case cyan = "1;36"
  }

  private func paint(_ text: String, _ colour: Colour) -> String {
    isColoured ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
  }
}
