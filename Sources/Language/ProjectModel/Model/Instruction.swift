// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog
public import Diagnostics

/// What happens to named layers over a range of film time.
public struct Instruction: Hashable, Sendable {
  /// When; an open end is the film's.
  public var during: RangeExpression
  /// The background meanwhile.
  public var background: Color?
  /// The filters that the whole picture goes through meanwhile.
  public var effects: Located<[EffectItem]>?
  /// What happens to which layer, in file order; no layer twice.
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

/// What happens to one layer; ramps run over the instruction's `during`, keyframes count from its start.
public struct LayerInstruction: Hashable, Sendable {
  /// The layer's name, as written.
  public var name: Located<String>
  /// The layer of that name.
  public var target: LayerTarget
  /// What changes meanwhile.
  public var properties: PropertyTable<Animated<PropertyValue>> = [:]
  /// The filters that its picture goes through meanwhile, in place of its own; nil where nothing is said of them.
  public var effects: Located<[EffectItem]>?
  /// Whether its back is seen meanwhile; nil where nothing is said of it.
  public var backface: Backface?
  /// How its colours are combined with those below it meanwhile; nil where nothing is said of it.
  public var blend: Blending?
  /// Whether it has another mask meanwhile, which is an overlay with the instruction's range.
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
  /// A whole track: its index in `Project.tracks`.
  case track(Int)
  /// The clips of one item of a track: the indices of both.
  case clip(track: Int, item: Int)
  /// An overlay: its index in `Project.overlays`.
  case overlay(Int)
}
