// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension DiagnosticCode {
  static let yamlSyntax = DiagnosticCode.error("yaml-syntax")
  static let yamlTab = DiagnosticCode.error("yaml-tab")
}

/// The problem at which libyaml stopped.
struct SyntaxProblem {
  /// Its own words, such as `did not find expected ',' or ']'`.
  let problem: String
  /// The context of the problem, such as `while parsing a flow sequence`.
  let context: String
  /// The place at which it stopped: one character, or nothing at an end.
  let span: Span
  /// The start of the thing that it was reading.
  let contextSpan: Span?
  /// The character at `span`.
  let character: Unicode.Scalar?
  /// In brackets or braces, a comment that stands where a value is wanted: from `#` to the blank or
  /// bracket after it.
  let commentSpan: Span?
  /// The text of `commentSpan`.
  let comment: String
  /// The text before `span` on its line, without the indentation.
  let textBefore: String
  /// The item of a list on the line above, not further indented, that has no key of its own; nil where there is none.
  let plainItemAbove: String?
}

extension Diagnostic {
  /// Says in our words what libyaml stumbled over.
  static func syntax(_ problem: SyntaxProblem) -> Diagnostic {
    // The comment has swallowed the bracket that would close the collection.
    if let span = problem.commentSpan {
      return syntax(
        "expected a value, found a comment", at: span,
        hint: "put the value in quotes, \"\(problem.comment)\": an unquoted # starts a comment")
    }
    if problem.character == "\t", problem.problem.contains("cannot start any token") {
      return .tab(at: problem.span)
    }
    return switch problem.problem {
    case "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      .tab(at: problem.span)
    case "found character that cannot start any token":
      syntax(
        "a value cannot start with '\(problem.character.map(String.init) ?? "")'", at: problem.span,
        hint: "put the text in quotes")
    case "mapping values are not allowed in this context" where problem.plainItemAbove != nil,
      "did not find expected '-' indicator"
    where problem.plainItemAbove != nil && problem.textBefore.isEmpty && problem.character != "-":
      syntax(
        "the item above is no mapping, and has no other keys", at: problem.span,
        hint: "give it a key of its own, in a track '- clip: \(problem.plainItemAbove ?? "")', "
          + "and indent the others like that")
    case "mapping values are not allowed in this context":
      syntax(
        "unexpected ':'", at: problem.span,
        hint: problem.textBefore.contains(": ")
          ? "put text with ': ' in quotes"
          : "check the indentation of this line and the ':' of the one before")
    case "mapping keys are not allowed in this context":
      syntax(
        "unexpected '?'", at: problem.span, hint: "put text that starts with '? ' in quotes")
    case "block sequence entries are not allowed in this context":
      syntax("unexpected '-'", at: problem.span, hint: "start the list on a new line")
    case "could not find expected ':'":
      syntax(
        "expected ':' after this key", at: problem.contextSpan ?? problem.span,
        hint: "write 'key: value', or '- value' in a list")
    case "did not find expected key" where problem.textBefore.isEmpty:
      syntax(
        "expected a key of the mapping", at: problem.span,
        notes: problem.startNote("the mapping starts here"),
        hint: problem.character == "-"
          ? "indent it like the other items; beside keys a list stands under a key of its own, such as clips:"
          : "indent it like the other keys")
    case "did not find expected '-' indicator" where problem.textBefore.isEmpty:
      syntax(
        "expected '-' before the next item", at: problem.span,
        notes: problem.startNote("the list starts here"),
        hint: problem.character == "-"
          ? "indent it like the other items"
          : "indent it like the other keys of the item above, or write '- ' for a new item")
    case "did not find expected key", "did not find expected '-' indicator":
      syntax(
        "unexpected text after the value", at: problem.span,
        hint: "remove it, or put the whole value in quotes")
    case "did not find expected ',' or ']'" where problem.isInReference,
      "did not find expected ',' or '}'" where problem.isInReference:
      syntax(
        "'${' starts a mapping here", at: problem.span,
        hint: "within braces and brackets put the whole value in quotes: \"${name}\"")
    case "did not find expected ',' or ']'"
    where problem.character == ":" && problem.textBefore.contains(": "),
      "did not find expected ',' or '}'"
    where problem.character == ":" && problem.textBefore.contains(": "):
      syntax(
        "unexpected ':'", at: problem.span, hint: "put text with ': ' in quotes")
    case "did not find expected ',' or ']'":
      syntax(
        "expected ',' or ']'", at: problem.span, notes: problem.startNote("the list starts here"),
        hint: "put a ',' between items and close the list with ']'")
    case "did not find expected ',' or '}'":
      syntax(
        "expected ',' or '}'", at: problem.span,
        notes: problem.startNote("the mapping starts here"),
        hint: problem.isAfterBracket
          ? "put the whole value in quotes, such as \"[25%, 50%] ease-out\""
          : "put a ',' between entries and close the mapping with '}'")
    case "did not find expected node content":
      syntax(
        "expected a value", at: problem.span, hint: "write a value, or put the text in quotes")
    case "found unexpected end of stream", "found unexpected document indicator":
      syntax(
        "the quoted text does not end", at: problem.contextSpan ?? problem.span,
        hint: "close it with the quote it starts with")
    case "found unknown escape character":
      syntax(
        "unknown escape in double quotes", at: problem.span,
        hint: "write '\\\\' for a backslash, or use single quotes")
    case "did not find expected hexdecimal number", "found invalid Unicode character escape code":
      syntax(
        "this escape is not a character", at: problem.span,
        hint: "write '\\u' and four hexadecimal digits")
    case "did not find expected alphabetic or numeric character":
      syntax(
        "expected a name made of letters, digits, '-' and '_'", at: problem.span,
        hint: "put text that starts with '&' or '*' in quotes")
    case "did not find expected comment or line break":
      syntax(
        "expected the end of the line", at: problem.span,
        hint: "start the text of a block on the next line")
    case "found undefined tag handle":
      syntax("unknown tag", at: problem.span, hint: "leave out the tag")
    case "found unexpected ':'":
      syntax("unexpected ':'", at: problem.span, hint: "put the text in quotes")
    default:
      syntax(
        problem.context.isEmpty ? problem.problem : "\(problem.problem) \(problem.context)",
        at: problem.span, hint: "put text with special characters in quotes")
    }
  }

  static func outOfMemory(in file: FileID) -> Diagnostic {
    Diagnostic(
      code: .yamlTooLarge, message: "the file needs more memory than is available",
      span: Span(file: file, start: 0, end: 0), hint: "split it into several projects")
  }

  private static func tab(at span: Span) -> Diagnostic {
    Diagnostic(
      code: .yamlTab, message: "tab in the indentation", span: span, hint: "indent with spaces")
  }

  private static func syntax(
    _ message: String, at span: Span, notes: [Note] = [], hint: String
  ) -> Diagnostic {
    Diagnostic(code: .yamlSyntax, message: message, span: span, notes: notes, hint: hint)
  }
}

extension SyntaxProblem {
  /// True if the brace is that of a reference to a value, as in `{text: ${title}}`.
  fileprivate var isInReference: Bool { character == "{" && textBefore.hasSuffix("$") }

  /// True if text follows a list in brackets.
  fileprivate var isAfterBracket: Bool {
    textBefore.last { $0 != " " } == "]" && character != "]" && character != "}"
  }

  fileprivate func startNote(_ message: String) -> [Diagnostic.Note] {
    contextSpan.map { [Diagnostic.Note(message: message, span: $0)] } ?? []
  }
}
