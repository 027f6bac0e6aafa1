// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog

/// Whether the back of a layer is seen, mirrored, where it is turned away.
public enum Backface: String, Hashable, Sendable, CaseIterable {
  /// It is.
  case visible
  /// Nothing is seen of it.
  case hidden
}

/// How the colours of a layer are combined with those below it.
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
  /// Whether its back is seen where it is turned away.
  public var backface = Backface.visible
  /// How its colours are combined with those below it; nil for the mode of its track, else `normal`.
  public var blend: Blending?
  /// How its motion within a frame is seen; nil where each frame shows one moment.
  public var motionBlur: MotionBlur?
  /// Whether an animated image starts over at its end.
  public var startsOver = true
  /// How it comes and goes: opacity of the picture and volume of the sound.
  @Boxed public var fade: Fade?
  /// The filters that its picture goes through; nil where nothing is said of them.
  public var effects: Located<[EffectItem]>?
  /// How its picture comes, beside everything else that moves it.
  @Boxed public var enter: Entrance?
  /// How its picture goes, beside everything else that moves it.
  @Boxed public var exit: Entrance?
  /// A slow pan and zoom over its picture.
  @Boxed public var kenBurns: KenBurns?
  /// What is set of its properties; ramps run over its time in the film, keyframes count from its start.
  public var properties = PropertyTable<Animated<PropertyValue>>()

  /// Settings that change nothing.
  public init() {}

  /// The value of a property that is set and stays the same.
  public func constant(_ property: Property) -> PropertyValue? {
    guard case .constant(let value) = properties[property] else { return nil }
    return value.value
  }

  /// Where its anchor lies, if that stays the same; the middle of the canvas where nothing is said.
  public var place: PropertyValue? {
    properties[.position] == nil ? PropertyValue(.center) : constant(.position)
  }

  /// Whether its picture fills the canvas and stays there.
  public var isWholeCanvas: Bool { size == nil && properties.of(.geometry).isEmpty }
}
