// SPDX-License-Identifier: Apache-2.0

/// The time remapping of audio at a changing speed.
///
/// Played sample m is the source at `curve.source(at: m / sampleRate)`. Where the speed is lower than `slowest` or
/// higher than `fastest` there is silence, from a few milliseconds before on.
public struct SoundRamp: Hashable, Sendable, Codable {
  /// The speed, from the first sample that is played on.
  public var curve: SpeedCurve
  /// Nothing is heard at a lower speed.
  public var slowest: Time
  /// Nothing is heard at a higher speed.
  public var fastest: Time

  /// Sound along `curve`, heard at all speeds that can be played or only where it is `audible` without being asked for.
  public init(_ curve: SpeedCurve, isHeardAtAnySpeed: Bool) {
    self.curve = curve
    slowest = isHeardAtAnySpeed ? SoundTempo.slowest : SoundTempo.audible.lowerBound
    fastest = isHeardAtAnySpeed ? SoundTempo.fastest : SoundTempo.audible.upperBound
  }

  /// The same from `time` after its start on.
  public func from(_ time: Time) -> SoundRamp {
    var ramp = self
    ramp.curve = curve.from(time)
    return ramp
  }

  /// True if the curve goes one way, in order of time, and within the limits of playable speeds.
  public var isPlayable: Bool {
    let points = curve.points
    return zip(points, points.dropFirst()).allSatisfy { $0.time < $1.time } && !curve.turnsRound
      && points.allSatisfy { $0.speed.magnitude <= SoundTempo.fastest }
      && slowest >= SoundTempo.slowest && fastest <= SoundTempo.fastest && slowest < fastest
  }
}

/// The time remapping of audio that is not played as its source is.
///
/// Sample m of what is played, counted from `start`, is the source at `start + m / sampleRate * speed`. Where its pitch
/// is kept it depends on all samples before it from `start` on, so a part of it is always made from there.
public struct SoundTempo: Hashable, Sendable, Codable {
  /// Source seconds in one of the film, not 0.
  public var speed: Time
  /// True if the pitch changes with the speed; else it is kept.
  public var followsPitch: Bool
  /// Source time of the first sample that is played.
  public var start: Time
  /// The speed where it changes; `speed` is its direction then.
  public var ramp: SoundRamp?

  /// A source played from `start` on at `speed`.
  public init(speed: Time, followsPitch: Bool, start: Time) {
    self.speed = speed
    self.followsPitch = followsPitch
    self.start = start
  }

  /// A source played as `ramp` says.
  public init(_ ramp: SoundRamp, followsPitch: Bool) {
    self.init(
      speed: Time(ramp.curve.isBackwards ? -1 : 1), followsPitch: followsPitch,
      start: ramp.curve.source(at: .zero))
    self.ramp = ramp
  }

  /// True if the samples come from a filter of libavfilter.
  public var isFiltered: Bool {
    !followsPitch && (ramp != nil || speed != Time(1) && speed != Time(-1))
  }

  /// True if it can be played: its speed is playable, and its ramp, if any, goes one way in order
  /// of time.
  public var isPlayable: Bool {
    SoundTempo.isPlayable(speed) && (ramp?.isPlayable ?? true)
  }

  /// The source time that is played so long after `start`.
  public func sourceTime(after time: Time) -> Time {
    ramp?.curve.source(at: time) ?? start + time * speed
  }

  /// Returns true if audio can be played at `speed`.
  public static func isPlayable(_ speed: Time) -> Bool {
    speed.magnitude >= slowest && speed.magnitude <= fastest
  }

  /// Nothing is played slower.
  public static let slowest = Time(1, over: 100)
  /// Nothing is played faster.
  public static let fastest = Time(100)
  /// The speeds at which sound is heard where nothing is said of its pitch.
  public static let audible = Time(1, over: 4)...Time(4)
}
