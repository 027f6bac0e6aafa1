// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension DiagnosticCode {
  static let yamlTooLarge = DiagnosticCode.error("yaml-too-large")
  static let yamlTooDeep = DiagnosticCode.error("yaml-too-deep")
  static let yamlTooManyAliases = DiagnosticCode.error("yaml-too-many-aliases")
  static let yamlEncoding = DiagnosticCode.error("yaml-encoding")
  static let yamlControlCharacter = DiagnosticCode.error("yaml-control-character")
  static let yamlDirective = DiagnosticCode.error("yaml-directive")
  static let yamlSeveralDocuments = DiagnosticCode.error("yaml-several-documents")
  static let mergeConflict = DiagnosticCode.error("merge-conflict")
  static let yamlTag = DiagnosticCode.error("yaml-tag")
  static let yamlKey = DiagnosticCode.error("yaml-key")
  static let yamlMergeKey = DiagnosticCode.error("yaml-merge-key")
  static let tornValue = DiagnosticCode.error("torn-value")
  static let duplicateKey = DiagnosticCode.error("duplicate-key")
  static let undefinedAlias = DiagnosticCode.error("undefined-alias")
  static let recursiveAlias = DiagnosticCode.error("recursive-alias")
}

extension Diagnostic {
  // MARK: The file as a whole

  static func fileTooLarge(in file: FileID, limit: Int) -> Diagnostic {
    Diagnostic(
      code: .yamlTooLarge, message: "the file is larger than \(limit >> 20) MiB",
      span: Span(file: file, start: 0, end: 0),
      hint: "split it into several projects")
  }

  static func utf16(at span: Span) -> Diagnostic {
    Diagnostic(
      code: .yamlEncoding, message: "the file is UTF-16, not UTF-8", span: span,
      hint: "save it as UTF-8")
  }

  static func unreadableText(_ kind: CheckedText.ProblemKind, at span: Span) -> Diagnostic {
    switch kind {
    case .badUTF8:
      Diagnostic(
        code: .yamlEncoding, message: "the file is not UTF-8", span: span,
        hint: "save the file as UTF-8")
    case .byteOrderMark:
      Diagnostic(
        code: .yamlEncoding, message: "byte order mark inside the text", span: span,
        hint: "remove the invisible character")
    case .control(let scalar):
      Diagnostic(
        code: .yamlControlCharacter, message: "control character \(name(of: scalar)) in the text",
        span: span, hint: "remove the invisible character")
    }
  }

  private static func name(of scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  static func directive(at span: Span) -> Diagnostic {
    Diagnostic(
      code: .yamlDirective, message: "directives are not supported", span: span,
      hint: "remove the line, or put a value that starts with '%' in quotes")
  }

  static func severalDocuments(at span: Span) -> Diagnostic {
    Diagnostic(
      code: .yamlSeveralDocuments, message: "a second document starts here", span: span,
      hint: "put it into another file")
  }

  static func contentAfterEnd(at span: Span) -> Diagnostic {
    Diagnostic(
      code: .yamlSyntax, message: "unexpected text after the end of the document", span: span,
      hint: "check the indentation and the brackets before it")
  }

  static func conflict(at span: Span, other: Span) -> Diagnostic {
    Diagnostic(
      code: .mergeConflict, message: "a merge of two versions of the file was not finished here",
      span: span, notes: [Note(message: "the other version starts here", span: other)],
      hint: "keep one of the two, and remove the lines of <<<<<<<, ======= and >>>>>>>")
  }

  // MARK: Nodes

  static func tooDeep(at span: Span, limit: Int) -> Diagnostic {
    Diagnostic(
      code: .yamlTooDeep, message: "nested deeper than \(limit) levels", span: span,
      hint: "flatten the structure")
  }

  static func unknownTag(_ tag: String, at span: Span) -> Diagnostic {
    Diagnostic(
      code: .yamlTag, message: "unknown tag '\(tag)'", span: span,
      hint: "leave out the tag; put a value in quotes to make it text")
  }

  static func nullCharacter(at span: Span) -> Diagnostic {
    Diagnostic(
      code: .yamlControlCharacter, message: "the text contains the character U+0000", span: span,
      hint: "remove the escape '\\0'")
  }

  static func missingKey(at span: Span) -> Diagnostic {
    Diagnostic(
      code: .yamlKey, message: "a key is missing before ':'", span: span,
      hint: "write 'key: value'")
  }

  static func compositeKey(_ kind: String, at span: Span) -> Diagnostic {
    Diagnostic(
      code: .yamlKey, message: "expected a name as key, found a \(kind)", span: span,
      hint: "put text with brackets or braces in quotes")
  }

  static func duplicateKey(
    _ key: String, at span: Span, first: Span, isItem: Bool
  ) -> Diagnostic {
    Diagnostic(
      code: .duplicateKey, message: "key '\(key)' is given twice", span: span,
      notes: [Note(message: "first given here", span: first)],
      hint: isItem
        ? "write '- ' before each item of the list: '- \(key): …'"
        : "remove one of them, or give it another name")
  }

  static func tornValue(_ text: [UInt8], at span: Span) -> Diagnostic {
    let isShort = text.count <= 100 && !text.contains { [10, 13, 34, 92].contains($0) }
    return Diagnostic(
      code: .tornValue, message: "a comma ends a value within braces", span: span,
      hint: "put the value in quotes"
        + (isShort ? ": \"\(String(decoding: text, as: UTF8.self))\"" : ""))
  }

  // MARK: Aliases

  static func undefinedAlias(_ name: String, near: String?, at span: Span) -> Diagnostic {
    Diagnostic(
      code: .undefinedAlias, message: "there is no anchor '&\(name)' before this alias", span: span,
      hint: near.map { "did you mean '*\($0)'?" }
        ?? "put text that starts with '*' in quotes")
  }

  static func recursiveAlias(_ name: String, at span: Span, anchor: Span) -> Diagnostic {
    Diagnostic(
      code: .recursiveAlias, message: "alias '*\(name)' is inside the value that it repeats",
      span: span,
      notes: [Note(message: "'&\(name)' starts here and has not ended", span: anchor)],
      hint: "refer to an anchor whose value ends before the alias")
  }

  static func tooManyAliases(_ name: String, limit: Int, at span: Span) -> Diagnostic {
    Diagnostic(
      code: .yamlTooManyAliases,
      message: "with alias '*\(name)' aliases expand to more than \(limit) values", span: span,
      hint: "use fewer aliases of aliases")
  }

  static func mergeOfNonMapping(_ kind: String, at span: Span) -> Diagnostic {
    Diagnostic(
      code: .yamlMergeKey, message: "expected a mapping to merge, found \(kind)", span: span,
      hint: "write '<<: *name' or '<<: [*one, *other]'")
  }
}
