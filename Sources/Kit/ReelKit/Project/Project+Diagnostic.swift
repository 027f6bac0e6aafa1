// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension Project {
  /// Something that its author should know about a project, with its location in the text.
  public struct Diagnostic: Hashable, Sendable {
    /// The severity of a diagnostic.
    public enum Severity: Hashable, Sendable {
      /// Nothing is made of the project until this is put right.
      case error
      /// The work goes on.
      case warning
    }

    /// A further remark, often about another place.
    public struct Note: Hashable, Sendable {
      /// The remark, in lower case and without a period.
      public var message: String
      /// The location that it is about.
      public var location: Location?
    }

    /// The severity, which the code decides.
    public var severity: Severity
    /// The kind of diagnostic, such as `unknown-key`; other words for it may change, this does not.
    public var code: String
    /// The problem, in lower case and without a period.
    public var message: String
    /// The location that it is about; nil for what has none, such as a missing project.
    public var location: Location?
    /// Further remarks, in the order to show them.
    public var notes: [Note]
    /// One thing that can be done about it.
    public var hint: String?
  }

  /// A range of text in a file.
  public struct Location: Hashable, Sendable {
    /// The path of the file, as messages show it.
    public var file: String
    /// The position of its first character.
    public var start: Position
    /// The position after its last character.
    public var end: Position
  }

  /// A position between two characters of a file.
  public struct Position: Hashable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// The column in Unicode scalars, from 1.
    public var column: Int
    /// The number of UTF-8 bytes before it.
    public var offset: Int
  }
}

extension Project.Diagnostic: CustomStringConvertible {
  /// One line, such as `film.reel.yaml:4:7: error: unknown key 'strat' in clip`.
  public var description: String {
    let start = location.map { "\($0.file):\($0.start.line):\($0.start.column): " } ?? ""
    return "\(start)\(severity == .error ? "error" : "warning"): \(message)"
  }
}

extension Project.Diagnostic {
  init(_ diagnostic: Diagnostics.Diagnostic, in sources: SourceMap) {
    severity = diagnostic.severity == .error ? .error : .warning
    (code, message, hint) = (diagnostic.code.name, diagnostic.message, diagnostic.hint)
    location = Project.Location(diagnostic.span, in: sources)
    notes = sources.notes(of: diagnostic).map {
      Note(message: $0.message, location: Project.Location($0.span, in: sources))
    }
  }

  /// A diagnostic without a place.
  init(_ diagnostic: Diagnostics.Diagnostic) { self.init(diagnostic, in: SourceMap()) }
}

extension Project.Location {
  /// The place of `span`; nil where there is none to show.
  init?(_ span: Span?, in sources: SourceMap) {
    guard let span, let file = sources.file(of: span) else { return nil }
    self.file = file.name
    start = Project.Position(file, span.start)
    end = Project.Position(file, span.end)
  }
}

extension Project.Position {
  fileprivate init(_ file: SourceFile, _ offset: Int32) {
    let place = file.lineColumn(of: offset)
    (line, column, self.offset) = (place.line, place.column, Int(offset))
  }
}
