// SPDX-License-Identifier: Apache-2.0

public import Basics
public import Diagnostics

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
  /// Opacity of its picture, 0...1.
  public var opacity: Animated<Double>?
  /// A linear factor of its sound, 0...16.
  public var volume: Animated<Double>?
  /// The whole frame mapped, in canvas pixels; after `scale` and `position`.
  public var transform: Animated<Affine>?
  /// The whole frame scaled about the canvas's centre.
  public var scale: Animated<ScaleFactors>?
  /// Where the centre of the frame goes.
  public var position: Animated<Point>?
}
