// SPDX-License-Identifier: Apache-2.0

public import Basics
public import Diagnostics
public import Properties

/// How a layer comes or goes.
public struct Entrance: Hashable, Sendable {
  /// How it looks.
  public var style: EntranceStyle
  /// How long it takes; nil for the usual length.
  public var duration: TimeExpression?
  /// How it gets from nothing to the layer, or back; nil for that of its style.
  public var easing: Easing?
  /// What is set of it where it is a transition.
  public var settings: TransitionSettings
  /// Where it is written.
  public var span: Span

  package init(
    style: EntranceStyle, duration: TimeExpression? = nil, easing: Easing? = nil,
    settings: TransitionSettings, span: Span
  ) {
    self.style = style
    self.duration = duration
    self.easing = easing
    self.settings = settings
    self.span = span
  }

  /// How long one takes that says nothing, other than that of letters.
  package static let usualDuration = Time(1, over: 2)
  /// How long each letter of a text takes that says nothing.
  package static let letterDuration = Time(1, over: 20)
}
