// SPDX-License-Identifier: Apache-2.0

public import Base

/// The sound of a film, measured, and beside what it should be.
public struct AudioComparison: Hashable, Sendable, Codable {
  /// The levels of the film.
  public var film: AudioLevels
  /// The planned levels, before loudness is adjusted; nil where they were not requested.
  public var planned: AudioLevels?
  /// The loudness of the planned mix with its peaks limited, in LUFS; nil where none is over the limit.
  public var limited: Double?
  /// The loudness in LUFS of what the film should let hear, at its level and with its peaks limited; nil where that was not
  /// asked.
  public var leveled: Double?
  /// The film's samples beside those that it should let hear; nil where that was not asked.
  public var match: AudioMatch?
  /// Samples of the film that are over full scale.
  public var overs: Int64
  /// The delays of the film's audio against the plan, by interval; empty where they were not
  /// requested.
  public var shifts: [AudioShift] = []
  /// Problems with decoding the film, at most 20.
  public var damage: [String] = []

  /// The sound of a film alone.
  public init(film: AudioLevels, overs: Int64) { (self.film, self.overs) = (film, overs) }
}

/// The agreement of two audio streams, without their highest frequencies, which coding may
/// exchange.
public struct AudioMatch: Hashable, Sendable, Codable {
  /// The power of the one, in hundredths of a decibel, in each twentieth of a second.
  public var own: [Int16] = []
  /// The power of the other.
  public var planned: [Int16] = []
  /// The likeness of the two: the thousandths of their powers that are common to both; below zero
  /// where one is inverted.
  public var likeness: [Int16] = []
  /// The delay of the one, for intervals of a second in which the two are not alike, at most
  /// `mostShifts`.
  public var shifts: [AudioShift] = []
  /// The same for all of these together; nil for none.
  public var shift: AudioShift?
  /// The gain of peaks over the other stream in each half second, in thousandths of the gain of
  /// samples that are less loud; 0 for silence.
  public var crests: [Int16] = []
  /// The agreement of each channel, in the order of samples.
  public var channels: [Channel] = []

  /// The agreement of one channel with the planned ones, value by value, `Channel.valuesPerSecond` of them.
  public struct Channel: Hashable, Sendable, Codable {
    /// The power of the channel, in hundredths of a decibel.
    public var own: [Int16] = []
    /// The power of the planned channel.
    public var planned: [Int16] = []
    /// The likeness of the two, in thousandths.
    public var likeness: [Int16] = []
    /// The likeness to that other planned channel that it is most like, in thousandths.
    public var otherLikeness: [Int16] = []
    /// The index of that channel.
    public var other: [Int16] = []
    /// The gain of peaks over the planned channel in each half second, like that of all channels.
    public var crests: [Int16] = []

    /// Values in a second.
    public static let valuesPerSecond: Int64 = 4

    /// A channel without values.
    public init() {}
  }

  /// Values of `own`, `planned` and `likeness` in a second.
  public static let valuesPerSecond: Int64 = AudioLevels.powersPerSecond
  /// The most shifts that are listed.
  public static let mostShifts = 40

  /// Nothing that is heard yet.
  public init() {}
}

/// The delay of an interval of an audio stream against another one.
public struct AudioShift: Hashable, Sendable, Codable {
  /// The interval, in time from the start of the audio.
  public var range: TimeRange
  /// The delay, to 2 ms; less than zero for earlier.
  public var shift: Time
  /// The likeness of the intervals when they are shifted so, from 0 to 1.
  public var likeness: Double
  /// The likeness of the intervals in place.
  public var likenessInPlace: Double

  /// An interval that is heard `shift` later.
  public init(range: TimeRange, shift: Time, likeness: Double, likenessInPlace: Double) {
    (self.range, self.shift) = (range, shift)
    (self.likeness, self.likenessInPlace) = (likeness, likenessInPlace)
  }

  /// The farthest shift that is looked for.
  public static let farthest = Time(3, over: 2)
  /// The length of the intervals.
  public static let stretch = Time(15)
}
