// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog

/// The visibility of a layer's mirrored back, where it is turned away.
public enum Backface: String, Hashable, Sendable, CaseIterable {
  /// It is.
  case visible
  /// Nothing is seen of it.
  case hidden
}

/// The blending of a layer with its backdrop.
public enum Blending: Hashable, Sendable {
  /// It covers that.
  case normal
  /// In a mode.
  case mode(BlendMode)

  /// The mode; nil for `normal`.
  public var mode: BlendMode? {
    if case .mode(let mode) = self { mode } else { nil }
  }
}

/// The settings that every layer has in any place: its size, position, drawing and sound.
public struct LayerSettings: Hashable, Sendable {
  /// The box its picture is fitted into; nil for the canvas's size (a clip, a fill) or the picture's own (an image).
  public var size: Located<BoxSize>?
  /// The point of its box that lies at its position, and that geometry acts about.
  public var anchor = Anchor.center
  /// The visibility of its back where it is turned away.
  public var backface = Backface.visible
  /// The blending with its backdrop; nil for the mode of its track, else `normal`.
  public var blend: Blending?
  /// The blur of its motion within a frame; nil where each frame shows one moment.
  public var motionBlur: MotionBlur?
  /// True if an animated image starts over at its end.
  public var startsOver = true
  /// The fade in and out: opacity of the picture and volume of the sound.
  @Boxed public var fade: Fade?
  /// The filters that its picture goes through; nil where nothing is said of them.
  public var effects: Located<[EffectItem]>?
  /// The enter animation of its picture, beside everything else that moves it.
  @Boxed public var enter: Entrance?
  /// The exit animation of its picture, beside everything else that moves it.
  @Boxed public var exit: Entrance?
  /// A slow pan and zoom over its picture.
  @Boxed public var kenBurns: KenBurns?
  /// The properties that are set; ramps run over its time in the film, keyframes count from its
  /// start.
  public var properties = PropertyTable<Animated<PropertyValue>>()

  /// Settings that change nothing.
  public init() {}

  /// The value of a property that is set and stays the same.
  public func constant(_ property: Property) -> PropertyValue? {
    guard case .constant(let value) = properties[property] else { return nil }
    return value.value
  }

  /// The place of its anchor, if that stays the same; the middle of the canvas where nothing is said.
  public var place: PropertyValue? {
    properties[.position] == nil ? PropertyValue(.center) : constant(.position)
  }

  /// True if its picture fills the canvas and stays there.
  public var isWholeCanvas: Bool { size == nil && properties.of(.geometry).isEmpty }
}
