// SPDX-License-Identifier: Apache-2.0

public import Basics
public import Diagnostics
public import Properties

/// What happens to tracks over a range of film time.
public struct Instruction: Hashable, Sendable {
  /// When; an open end is the film's.
  public var during: RangeExpression
  /// The background meanwhile.
  public var background: Color?
  /// What happens to which track, in file order; no track twice.
  public var layers: [LayerInstruction]
  /// The instruction in the project.
  public var span: Span
}

/// What happens to one track; ramps run over the instruction's `during`, keyframes count from its start.
public struct LayerInstruction: Hashable, Sendable {
  /// The track, as written.
  public var track: Located<String>
  /// Its index in `Project.tracks`.
  public var trackIndex: Int
  /// What changes meanwhile.
  public var properties: PropertyTable<Animated<PropertyValue>> = [:]
}
