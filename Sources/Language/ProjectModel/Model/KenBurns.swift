// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog
public import Diagnostics

/// A slow pan and zoom over a picture: which part of it fills the box at its start and at its end.
public struct KenBurns: Hashable, Sendable {
  /// The parts at the start and at the end: left, top, width, height; nil to choose them by the shape of the picture.
  public var parts: Parts?
  /// The place that stays in sight, in the picture, where the parts are chosen; nil for the middle.
  public var focus: CanvasPoint?
  /// The way from the first part to the last.
  public var easing = Easing.linear
  /// True if it is a default, which is meant for photos alone.
  public var isDefault = false
  /// The place in the project.
  public var span: Span

  package init(parts: Parts? = nil, focus: CanvasPoint? = nil, span: Span) {
    self.parts = parts
    self.focus = focus
    self.span = span
  }

  /// The part at the start, and that at the end.
  public struct Parts: Hashable, Sendable {
    /// The part at the start.
    public var from: PropertyValue
    /// The part at the end.
    public var to: PropertyValue

    package init(from: PropertyValue, to: PropertyValue) {
      self.from = from
      self.to = to
    }
  }
}
