// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// A value of the project and the text it was read from.
public struct Located<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value.
  public var value: Value
  /// The text in the project; for a default that nothing says, the thing that lacks it.
  public var span: Span

  /// `value`, read at `span`.
  public init(_ value: Value, at span: Span) {
    self.value = value
    self.span = span
  }
}
