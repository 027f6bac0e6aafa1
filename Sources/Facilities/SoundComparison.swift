// SPDX-License-Identifier: Apache-2.0

public import Basics

/// The sound of a film, measured, and beside what it should be.
public struct SoundComparison: Hashable, Sendable, Codable {
  /// How loud the film is.
  public var film: SoundLevels
  /// How loud it should be, before it is brought to a level; nil where that was not asked.
  public var planned: SoundLevels?
  /// The loudness of the planned mix with its peaks limited, in LUFS; nil where none is over the limit.
  public var limited: Double?
  /// Samples of the film that are over full scale.
  public var overs: Int64
  /// How much later the film is heard than planned, stretch by stretch; empty where that was not asked.
  public var shifts: [SoundShift] = []
  /// Problems with decoding the film, at most 20.
  public var damage: [String] = []

  /// The sound of a film alone.
  public init(film: SoundLevels, overs: Int64) { (self.film, self.overs) = (film, overs) }
}

/// How much later a stretch of a sound is heard than in another one.
public struct SoundShift: Hashable, Sendable, Codable {
  /// The stretch, in time from the start of the sound.
  public var range: TimeRange
  /// How much later it is, to 2 ms; less than zero for earlier.
  public var shift: Time
  /// How alike the stretches are when they are shifted so, from 0 to 1.
  public var likeness: Double
  /// How alike they are as they are.
  public var likenessInPlace: Double

  /// A stretch that is heard `shift` later.
  public init(range: TimeRange, shift: Time, likeness: Double, likenessInPlace: Double) {
    (self.range, self.shift) = (range, shift)
    (self.likeness, self.likenessInPlace) = (likeness, likenessInPlace)
  }

  /// The farthest shift that is looked for.
  public static let farthest = Time(3, over: 2)
  /// The length of the stretches.
  public static let stretch = Time(15)
}
