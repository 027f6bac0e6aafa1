// SPDX-License-Identifier: Apache-2.0

public import Basics

/// How a sound is played that does not go on as its source does.
///
/// Sample m of what is played, counted from `start`, is the source at `start + m / sampleRate * speed`. Where its pitch
/// is kept it depends on all samples before it from `start` on, so a part of it is always made from there.
public struct SoundTempo: Hashable, Sendable, Codable {
  /// Source seconds in one of the film, not 0.
  public var speed: Time
  /// Whether its pitch goes along with its speed; else it is kept.
  public var followsPitch: Bool
  /// Source time of the first sample that is played.
  public var start: Time

  /// A source played from `start` on at `speed`.
  public init(speed: Time, followsPitch: Bool, start: Time) {
    self.speed = speed
    self.followsPitch = followsPitch
    self.start = start
  }

  /// Whether its samples come from a filter of libavfilter.
  public var isFiltered: Bool { !followsPitch && speed != Time(1) && speed != Time(-1) }

  /// Whether anything is played at `speed`.
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
