// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// A value for a parameter of a nested project, or for a field of that.
public struct FilmValue: Hashable, Sendable {
  /// The name of the parameter.
  public var name: Located<String>
  /// Its value.
  public var value: Value

  package init(name: Located<String>, value: Value) {
    self.name = name
    self.value = value
  }

  /// A value as it is written: its type is the parameter's.
  public indirect enum Value: Hashable, Sendable {
    /// A piece of text; in quotes it is a text whatever it looks like.
    case scalar(String, isQuoted: Bool, Span)
    /// A list.
    case list([Value], Span)
    /// A row with fields.
    case fields([FilmValue], Span)
    /// Nothing.
    case nothing(Span)

    /// The place in the project.
    public var span: Span {
      switch self {
      case .scalar(_, _, let span), .list(_, let span), .fields(_, let span), .nothing(let span):
        span
      }
    }
  }
}

extension [FilmValue] {
  /// The names and values, wherever and in whatever order they are written: equal for equal ones alone.
  package var content: String {
    map { "\($0.name.value.debugDescription)=\($0.value.content)" }.sorted()
      .joined(separator: ",")
  }
}

extension FilmValue.Value {
  fileprivate var content: String {
    switch self {
    case .scalar(let text, let isQuoted, _): (isQuoted ? "'" : "") + text.debugDescription
    case .list(let items, _): "[" + items.map(\.content).joined(separator: ",") + "]"
    case .fields(let fields, _): "{" + fields.content + "}"
    case .nothing: "null"
    }
  }
}
