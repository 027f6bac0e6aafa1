// SPDX-License-Identifier: Apache-2.0

package import Base

/// An exact time in seconds: a fraction of two integers.
///
/// Times of films are never binary fractions: at 30000/1001 frames a second a frame lasts
/// 1001/30000 seconds, and 30000 of them last 1001 seconds. Arithmetic is done in 128 bits; a
/// result whose exact value does not fit into two integers of 64 bits is brought near, which only
/// films that mix dozens of coprime time bases get to see.
public struct FilmTime: Hashable, Sendable {
  /// The same time as a value of the compiler.
  package let time: Time

  /// The time of the compiler that is `time`.
  package init(_ time: Time) { self.time = time }

  /// Zero seconds.
  public static let zero = FilmTime(0)

  /// A whole number of seconds.
  public init(_ seconds: Int64) { time = Time(seconds) }

  /// The fraction `numerator`/`denominator` of seconds.
  ///
  /// - Precondition: `denominator` is not 0.
  public init(_ numerator: Int64, over denominator: Int64) {
    time = Time(numerator, over: denominator)
  }

  /// The time that `text` writes as a decimal, such as `2.5`, or as a fraction; nil for other text.
  public init?(_ text: String) {
    guard let time = Time(parsing: text) else { return nil }
    self.time = time
  }

  /// The numerator, in lowest terms.
  public var numerator: Int64 { time.numerator }
  /// The denominator, always positive.
  public var denominator: Int64 { time.denominator }
}

extension FilmTime: Comparable {
  /// Compares exactly.
  public static func < (a: FilmTime, b: FilmTime) -> Bool { a.time < b.time }
}

extension FilmTime: CustomStringConvertible {
  /// The shortest exact decimal (`2.5`) if one of at most 6 digits exists, else the fraction.
  public var description: String { time.description }
}

extension FilmTime {
  /// The exact sum.
  public static func + (a: FilmTime, b: FilmTime) -> FilmTime { FilmTime(a.time + b.time) }

  /// The exact difference.
  public static func - (a: FilmTime, b: FilmTime) -> FilmTime { FilmTime(a.time - b.time) }

  /// The exact multiple.
  public static func * (a: FilmTime, count: Int64) -> FilmTime {
    FilmTime(a.time * Time(count))
  }
}

extension Range<FilmTime> {
  /// The times of `range`; where its ends are the wrong way round, none at its start.
  init(_ range: TimeRange) {
    let start = FilmTime(range.start)
    self = start..<Swift.max(start, FilmTime(range.end))
  }

  /// The same times as a value of the compiler.
  var range: TimeRange { TimeRange(lowerBound.time, upperBound.time) }
}
