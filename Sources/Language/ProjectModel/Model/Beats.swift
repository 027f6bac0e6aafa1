// SPDX-License-Identifier: Apache-2.0

public import Base
public import Diagnostics

/// The times of the film on which durations in beats end.
public struct Beats: Hashable, Sendable {
  /// Their source.
  public var source: Source
  /// The film time of the first one, or of the time 0 of a file; nil for 0.
  public var from: TimeExpression?
  /// The place in the project.
  public var span: Span

  package init(_ source: Source, from: TimeExpression? = nil, at span: Span) {
    self.source = source
    self.from = from
    self.span = span
  }

  /// The source of beats.
  public enum Source: Hashable, Sendable {
    /// One after the other, as far apart as it says.
    case every(TimeExpression)
    /// A file of times, which has not been read.
    case file(Located<String>)
    /// The times of a file, which ascend.
    case times([Time], of: Located<String>)
  }

  /// A file has no more of them.
  public static let limit = 100_000
}
