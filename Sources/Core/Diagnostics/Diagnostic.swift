// SPDX-License-Identifier: Apache-2.0

/// The severity of a diagnostic, which decides if the build goes on.
public enum Severity: String, Hashable, Sendable {
  /// Nothing is made from the project until this is put right.
  case error
  /// The work goes on.
  case warning
}

/// The kind of a diagnostic: a stable name that users and tools may rely on.
///
/// Modules declare theirs as `static let`s in an extension of this type.
public struct DiagnosticCode: Hashable, Sendable {
  /// The name in kebab case, such as `unknown-key`.
  public let name: String
  /// The severity of diagnostics of this kind.
  public let severity: Severity

  /// The code of an error.
  public static func error(_ name: String) -> DiagnosticCode {
    DiagnosticCode(name: name, severity: .error)
  }

  /// The code of a warning.
  public static func warning(_ name: String) -> DiagnosticCode {
    DiagnosticCode(name: name, severity: .warning)
  }
}

/// Something the user should know about the project, with its place in the source.
public struct Diagnostic: Hashable, Sendable {
  /// A further remark, often with another place in the source.
  public struct Note: Hashable, Sendable {
    /// The remark, in lower case and without a period.
    public let message: String
    /// The place it is about, if there is one.
    public let span: Span?

    /// Makes a note.
    public init(message: String, span: Span? = nil) {
      self.message = message
      self.span = span
    }
  }

  /// The kind, which also says how severe it is.
  public let code: DiagnosticCode
  /// The problem, in lower case and without a period.
  public let message: String
  /// The place it is about, if there is one.
  public let span: Span?
  /// Further remarks, in the order to show them.
  public let notes: [Note]
  /// One thing the user can do about it.
  public let hint: String?

  /// Makes a diagnostic.
  public init(
    code: DiagnosticCode, message: String, span: Span? = nil, notes: [Note] = [],
    hint: String? = nil
  ) {
    self.code = code
    self.message = message
    self.span = span
    self.notes = notes
    self.hint = hint
  }

  /// The severity.
  public var severity: Severity { code.severity }
}

extension Diagnostic {
  /// An error without notes.
  package static func simple(
    _ code: String, _ message: String, at span: Span? = nil, hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(code: .error(code), message: message, span: span, hint: hint)
  }
}
