// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog
public import Diagnostics

/// Changes of named layers over a range of film time.
public struct Instruction: Hashable, Sendable {
  /// The time; an open end is the film's.
  public var during: RangeExpression
  /// The background meanwhile.
  public var background: Color?
  /// The filters that the whole picture goes through meanwhile.
  public var effects: Located<[EffectItem]>?
  /// The changes of each layer, in file order; no layer twice.
  public var layers: [LayerInstruction]
  /// The instruction in the project.
  public var span: Span

  package init(
    during: RangeExpression, background: Color? = nil, effects: Located<[EffectItem]>? = nil,
    layers: [LayerInstruction], span: Span
  ) {
    self.during = during
    self.background = background
    self.effects = effects
    self.layers = layers
    self.span = span
  }
}

/// Changes of one layer; ramps run over the instruction's `during`, keyframes count from its start.
public struct LayerInstruction: Hashable, Sendable {
  /// The layer's name, as written.
  public var name: Located<String>
  /// The layer of that name.
  public var target: LayerTarget
  /// The properties that change meanwhile.
  public var properties: PropertyTable<Animated<PropertyValue>> = [:]
  /// The filters that its picture goes through meanwhile, in place of its own; nil where nothing is said of them.
  public var effects: Located<[EffectItem]>?
  /// The visibility of the layer's back meanwhile; nil if it is not set.
  public var backface: Backface?
  /// The blend mode meanwhile; nil if it is not set.
  public var blend: Blending?
  /// True if it has another mask meanwhile, which is an overlay with the instruction's range.
  public var hasMask = false

  package init(
    name: Located<String>, target: LayerTarget,
    properties: PropertyTable<Animated<PropertyValue>> = [:]
  ) {
    self.name = name
    self.target = target
    self.properties = properties
  }
}

/// A layer that instructions may name.
public enum LayerTarget: Hashable, Sendable {
  /// A whole track: its index in `ProjectDocument.tracks`.
  case track(Int)
  /// The clips of one item of a track: the indices of both.
  case clip(track: Int, item: Int)
  /// An overlay: its index in `ProjectDocument.overlays`.
  case overlay(Int)
}
