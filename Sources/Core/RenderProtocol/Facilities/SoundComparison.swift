// SPDX-License-Identifier: Apache-2.0

public import Base

/// The sound of a film, measured, and beside what it should be.
public struct SoundComparison: Hashable, Sendable, Codable {
  /// How loud the film is.
  public var film: SoundLevels
  /// How loud it should be, before it is brought to a level; nil where that was not asked.
  public var planned: SoundLevels?
  /// The loudness of the planned mix with its peaks limited, in LUFS; nil where none is over the limit.
  public var limited: Double?
  /// The loudness in LUFS of what the film should let hear, at its level and with its peaks limited; nil where that was not
  /// asked.
  public var leveled: Double?
  /// The film's samples beside those that it should let hear; nil where that was not asked.
  public var match: SoundMatch?
  /// Samples of the film that are over full scale.
  public var overs: Int64
  /// How much later the film is heard than planned, stretch by stretch; empty where that was not asked.
  public var shifts: [SoundShift] = []
  /// Problems with decoding the film, at most 20.
  public var damage: [String] = []

  /// The sound of a film alone.
  public init(film: SoundLevels, overs: Int64) { (self.film, self.overs) = (film, overs) }
}

/// How the samples of a sound agree with those of another one, without its highest frequencies, which coding may exchange.
public struct SoundMatch: Hashable, Sendable, Codable {
  /// The power of the one, in hundredths of a decibel, in each twentieth of a second.
  public var own: [Int16] = []
  /// The power of the other.
  public var planned: [Int16] = []
  /// How alike they are: the thousandths of their powers that are common to both; below zero where one is upside down.
  public var likeness: [Int16] = []
  /// How much later the one is, for stretches of a second in which the two are not alike, at most `mostShifts`.
  public var shifts: [SoundShift] = []
  /// The same for all of these together; nil for none.
  public var shift: SoundShift?
  /// How much of the peaks is there, in each half second: thousandths of what there is of samples that are less loud; 0 for
  /// silence.
  public var crests: [Int16] = []

  /// Values of `own`, `planned` and `likeness` in a second.
  public static let valuesPerSecond: Int64 = SoundLevels.powersPerSecond
  /// The most shifts that are listed.
  public static let mostShifts = 40

  /// Nothing that is heard yet.
  public init() {}
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
