// SPDX-License-Identifier: Apache-2.0

public import Base
public import Diagnostics

/// Ducking: the lowering of a sound while others are heard.
public struct Duck: Hashable, Sendable {
  /// The names of the tracks, clips and overlays under which it is lowered.
  public var under: [Located<String>] = []
  /// The attenuation in decibels.
  public var depth = 12.0
  /// The time from the start of the lowering to the start of the others.
  public var attack = Time(1, over: 5)
  /// The time it stays lowered after them.
  public var hold = Time(1, over: 2)
  /// The time it takes to come back after that.
  public var release = Time(4, over: 5)
  /// The part of the others that triggers ducking.
  public var source = Source.sound
  /// The level in dB from which their sound counts; nil for one that follows from their loudness.
  public var threshold: Located<Double>?
  /// The place in the project.
  public var span: Span

  package init(at span: Span) { self.span = span }

  /// The factor that lowers it.
  public var factor: Double { Portable.pow(10, -depth / 20) }

  /// The part of the others that lowers a sound.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// Audio in their files, such as words.
    case sound
    /// The clips, whatever their audio is.
    case clips
  }

  /// Decibels that a sound may be lowered by.
  package static let depths = 1...60
  /// Levels from which a sound may count.
  package static let thresholds = -80...0
  /// The longest attack, hold or release.
  package static let longestWay = Time(60)
}
