// SPDX-License-Identifier: Apache-2.0

public import Base
public import Diagnostics

/// How a sound is lowered while others are heard.
public struct Duck: Hashable, Sendable {
  /// The names of the tracks, clips and overlays under which it is lowered.
  public var under: [Located<String>] = []
  /// By how many decibels.
  public var depth = 12.0
  /// How long before them it begins to be lowered.
  public var attack = Time(1, over: 5)
  /// How long it stays lowered after them.
  public var hold = Time(1, over: 2)
  /// How long it takes to come back after that.
  public var release = Time(4, over: 5)
  /// What of them counts.
  public var source = Source.sound
  /// The level in dB from which their sound counts; nil for one that follows from how loud they are.
  public var threshold: Located<Double>?
  /// Where it is written.
  public var span: Span

  package init(at span: Span) { self.span = span }

  /// The factor that lowers it.
  public var factor: Double { Portable.pow(10, -depth / 20) }

  /// What of the others lowers a sound.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// What is heard in their files, such as words.
    case sound
    /// The clips, whatever is heard in them.
    case clips
  }

  /// Decibels that a sound may be lowered by.
  package static let depths = 1...60
  /// Levels from which a sound may count.
  package static let thresholds = -80...0
  /// The longest attack, hold or release.
  package static let longestWay = Time(60)
}
