// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Parsing

extension DiagnosticCode {
  /// A reference `${…}` that is not a name, or whose value does not fit its place.
  static let parameterUse = error("parameter-use")
  /// A name that no parameter, row or field has.
  static let unknownParameter = error("unknown-parameter")
  /// A parameter without a default that is not given.
  static let missingParameter = error("missing-parameter")
  /// A value that does not have the type of its parameter.
  static let parameterValue = error("parameter-value")
  /// A parameter that nothing uses.
  static let unusedParameter = warning("unused-parameter")
  /// A value with a slash in the name of a file.
  static let folderByValue = warning("folder-by-value")
  /// A parameter that is given and that nothing uses.
  static let unusedValue = error("unused-value")
  /// More than a project may grow to.
  static let expansionLimit = error("limit")
}

extension Diagnostic {
  /// The notation of `path` in a project.
  static func written(_ path: [String]) -> String { "${" + path.joined(separator: ".") + "}" }

  static func unknownParameter(
    _ name: String, at span: Span, among names: [String], hint: String? = nil
  ) -> Diagnostic {
    let near = nearest(name, in: names).map { "did you mean '\($0)'?" }
    let all =
      names.isEmpty || names.count > 12
      ? nil : "the names here are " + names.joined(separator: ", ")
    return Diagnostic(
      code: .unknownParameter, message: "there is no parameter \(quoted(name))", span: span,
      hint: near ?? all ?? hint ?? "declare it: params: {\(name): …}")
  }

  static func unknownField(
    _ field: String, of owner: String, at span: Span, among names: [String], lackedBy row: Span?
  ) -> Diagnostic {
    let all =
      names.isEmpty || names.count > 12 ? nil : "it has " + names.joined(separator: ", ")
    if let row {
      return Diagnostic(
        code: .unknownParameter, message: "this row has no \(quoted(field)), which others have",
        span: row, notes: [.init(message: "it is wanted here", span: span)],
        hint: "add \(quoted(field)) to it")
    }
    return Diagnostic(
      code: .unknownParameter, message: "\(owner) has no \(quoted(field))", span: span,
      hint: nearest(field, in: Array(names.prefix(1000))).map { "did you mean '\($0)'?" } ?? all)
  }

  static func noFields(_ owner: String, at span: Span) -> Diagnostic {
    Diagnostic(
      code: .parameterUse, message: "\(owner) is one value without fields", span: span,
      hint: "write ${\(owner)}")
  }

  static func notText(_ name: String, _ kind: String, at span: Span) -> Diagnostic {
    Diagnostic(
      code: .parameterUse, message: "\(name) is \(kind), which cannot be written within a text",
      span: span, hint: "let the whole value be ${\(name)}, or name one of its fields")
  }

  static func missingParameter(_ parameter: Parameter) -> Diagnostic {
    Diagnostic(
      code: .missingParameter,
      message: "the parameter \(quoted(parameter.name)) has no default, and is not given",
      span: parameter.span,
      // A film within the film is read once for each place that shows it.
      hint: parameter.span.file.expansion == 0
        ? "give it with --set \(parameter.name)=…, or write a default"
        : "give it where the film is shown, with: {\(parameter.name): …}, or write a default")
  }

  static func unusedParameter(_ parameter: Parameter, given: Span?) -> Diagnostic {
    guard let given else {
      return Diagnostic(
        code: .unusedParameter, message: "nothing uses the parameter \(quoted(parameter.name))",
        span: parameter.span, hint: "write ${\(parameter.name)} where it is wanted, or remove it")
    }
    return Diagnostic(
      code: .unusedValue,
      message: "\(quoted(parameter.name)) is given, and nothing in the project uses it",
      span: given, notes: [.init(message: "it is declared here", span: parameter.span)],
      hint: "write ${\(parameter.name)} where it is wanted")
  }

  static func givenTwice(_ name: String, at span: Span, first: Span) -> Diagnostic {
    Diagnostic(
      code: .parameterValue, message: "\(quoted(name)) is given twice", span: span,
      notes: [.init(message: "the other value is here", span: first)], hint: "keep one of them")
  }

  static func keyWithValue(_ key: String, at span: Span) -> Diagnostic {
    Diagnostic(
      code: .parameterUse, message: "\(quoted(key)): a key cannot hold a value", span: span,
      hint: "values stand after ':'")
  }

  static func tooManyNodes(_ limit: Int, at span: Span) -> Diagnostic {
    Diagnostic(
      code: .expansionLimit, message: "the project grows to more than \(limit) values here",
      span: span, hint: "make several films of it, with --data")
  }

  static func tooMuchText(_ limit: Int, at span: Span) -> Diagnostic {
    Diagnostic(
      code: .expansionLimit,
      message: "the text of the project grows to more than \(limit >> 20) MB here",
      span: span, hint: "make several films of it, with --data")
  }

  static func tooDeepValue(_ limit: Int, at span: Span) -> Diagnostic {
    Diagnostic(
      code: .expansionLimit,
      message: "with this value the project is nested deeper than \(limit) levels",
      span: span, hint: "flatten the value")
  }
}
