// SPDX-License-Identifier: Apache-2.0

/// The time remapping of audio: the start in its source, its speed, and the effect of that on pitch.
///
/// Its sample m is the source at `start + m / sampleRate * speed`, or, where the speed changes, at
/// `curve.source(at: m / sampleRate)`. Where its pitch is kept it depends on all samples before it from `start` on, so a
/// part of it is always made from there.
public struct AudioRemap: Hashable, Sendable, Codable {
  /// Source seconds in one of the film, not 0; of a speed that changes the direction alone: 1 or -1.
  public var speed: Time
  /// True if the pitch changes with the speed; else it is kept.
  public var followsPitch: Bool
  /// Source time of the first sample.
  public var start: Time
  private var ramp: Ramp?

  /// A speed that changes, and the least and the greatest one at which anything is heard.
  private struct Ramp: Hashable, Sendable, Codable {
    var curve: SpeedCurve
    var slowest: Time
    var fastest: Time
  }

  /// A source played from `start` on at `speed`.
  public init(start: Time, speed: Time = Time(1), followsPitch: Bool = false) {
    self.speed = speed
    self.followsPitch = followsPitch
    self.start = start
  }

  /// A source played as its pictures are by `map`, which holds none.
  ///
  /// - Parameter isHeardAtAnySpeed: True if it is heard at all speeds that can be played, not only where it is `audible`
  ///   without being asked for.
  public init(_ map: TimeRemap, isHeardAtAnySpeed: Bool, followsPitch: Bool) {
    guard let curve = map.curve else {
      self.init(start: map.start, speed: map.speed, followsPitch: followsPitch)
      return
    }
    self.init(curve, isHeardAtAnySpeed: isHeardAtAnySpeed, followsPitch: followsPitch)
  }

  /// A source played along `curve`.
  ///
  /// - Parameter isHeardAtAnySpeed: True if it is heard at all speeds that can be played, not only where it is `audible`
  ///   without being asked for.
  public init(_ curve: SpeedCurve, isHeardAtAnySpeed: Bool, followsPitch: Bool = false) {
    let heard = isHeardAtAnySpeed ? AudioRemap.slowest...AudioRemap.fastest : AudioRemap.audible
    self.init(
      curve, heardFrom: heard.lowerBound, to: heard.upperBound, followsPitch: followsPitch)
  }

  /// A source played along `curve`, silent where that is slower or faster than two speeds.
  public init(
    _ curve: SpeedCurve, heardFrom slowest: Time, to fastest: Time, followsPitch: Bool = false
  ) {
    self.init(
      start: curve.source(at: .zero), speed: Time(curve.isBackwards ? -1 : 1),
      followsPitch: followsPitch)
    ramp = Ramp(curve: curve, slowest: slowest, fastest: fastest)
  }

  /// The speed if it changes, from the first sample on.
  public var curve: SpeedCurve? { ramp?.curve }

  /// The least and the greatest speed of a curve at which anything is heard; there is silence from a few milliseconds before
  /// others on.
  public var heard: (slowest: Time, fastest: Time)? { ramp.map { ($0.slowest, $0.fastest) } }

  /// True if speed and pitch are those of the source.
  public var isPlain: Bool { self == AudioRemap(start: start) }

  /// True if the samples come from a filter of libavfilter.
  public var isFiltered: Bool {
    !followsPitch && (ramp != nil || speed != Time(1) && speed != Time(-1))
  }

  /// True if it can be played: its speed is playable, and its curve, if any, goes one way, in order of time, and within
  /// the limits of playable speeds.
  public var isPlayable: Bool {
    guard AudioRemap.isPlayable(speed) else { return false }
    guard let ramp else { return true }
    let points = ramp.curve.points
    return zip(points, points.dropFirst()).allSatisfy { $0.time < $1.time }
      && !ramp.curve.turnsRound
      && points.allSatisfy { $0.speed.magnitude <= AudioRemap.fastest }
      && ramp.slowest >= AudioRemap.slowest && ramp.fastest <= AudioRemap.fastest
      && ramp.slowest < ramp.fastest
  }

  /// The source time at film time `time` after `start`.
  public func sourceTime(after time: Time) -> Time {
    curve?.source(at: time) ?? start + time * speed
  }

  /// Returns true if audio can be played at `speed`.
  public static func isPlayable(_ speed: Time) -> Bool {
    speed.magnitude >= slowest && speed.magnitude <= fastest
  }

  /// The lowest speed.
  public static let slowest = Time(1, over: 100)
  /// The highest speed.
  public static let fastest = Time(100)
  /// The speeds at which sound is heard where nothing is said of its pitch.
  public static let audible = Time(1, over: 4)...Time(4)
}
