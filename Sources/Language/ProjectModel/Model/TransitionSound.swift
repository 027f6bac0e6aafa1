// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// The audio settings of a transition from the one clip to the other.
public struct TransitionSound: Hashable, Sendable {
  /// The way from the one sound to the other; nil for equal power, or for a cut where nothing says how long it takes.
  public var curve: Curve?
  /// The delay of the middle of the audio transition after that of the picture's; nil for none.
  public var offset: TimeExpression?
  /// The duration; nil for that of the picture's.
  public var duration: TimeExpression?
  /// The place in the project.
  public var span: Span

  package init(
    _ curve: Curve? = nil, offset: TimeExpression? = nil, duration: TimeExpression? = nil,
    at span: Span
  ) {
    self.curve = curve
    self.offset = offset
    self.duration = duration
    self.span = span
  }

  /// A way from one sound to another.
  public enum Curve: String, Hashable, Sendable, CaseIterable {
    /// The sum of their powers stays the same, which two different sounds want.
    case equalPower = "equal-power"
    /// The sum of their levels stays the same, which two takes of one sound want.
    case linear
    /// The one ends where the other begins.
    case cut
  }
}
