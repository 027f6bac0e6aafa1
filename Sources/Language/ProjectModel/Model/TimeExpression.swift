// SPDX-License-Identifier: Apache-2.0

public import Base
public import Diagnostics

/// A time as the project writes it: exact, perhaps in frames of a canvas or a source not yet known, perhaps
/// hanging on an anchor.
///
/// It is well formed (a product has a plain number on one side, a quotient a plain number other than
/// zero below) and small (at most 64 operators), so that an evaluator may recurse. What it is worth
/// is worked out by the compiler, which knows the rates and where the clips lie.
public struct TimeExpression: Hashable, Sendable {
  /// The kind, with its operands.
  public var kind: Kind
  /// The place in the project; of quoted text the whole scalar.
  public var span: Span

  /// A kind of time.
  public enum Kind: Hashable, Sendable {
    /// A time in seconds, or (as a factor or divisor) a plain number.
    case time(Time)
    /// So many frames: of the canvas, or in the range of a source of that.
    case frames(Int64)
    /// A share of the length of the thing that the time belongs to; 1 is its end. In keyframes alone.
    case share(Time)
    /// As long as it takes to the beat that is so many after the one at which the thing begins that lasts it.
    case beats(Int64)
    /// The beat of the film with that number, the first of which is 1.
    case beat(Int64)
    /// A timecode from zero on, counted at the same rate.
    indirect case timecode(Timecode)
    /// The frame of a source that has this timecode there, from its first frame on. In ranges of sources alone.
    indirect case sourceTimecode(Timecode)
    /// The start, middle or end of a named thing.
    indirect case anchor(AnchorReference)
    /// Two times, or a time and a plain number, combined.
    indirect case binary(Operator, TimeExpression, TimeExpression)
  }

  /// An operator on two times.
  public enum Operator: String, Hashable, Sendable {
    /// The sum of two times.
    case add = "+"
    /// The difference of two times.
    case subtract = "-"
    /// A time and a number, in either order.
    case multiply = "*"
    /// A time by a number that is not zero.
    case divide = "/"
  }

  /// The expression `kind`, written at `span`.
  public init(_ kind: Kind, at span: Span) {
    self.kind = kind
    self.span = span
  }

  /// The time, where it needs neither the canvas rate nor an anchor.
  public var constant: Time? { value(frameDuration: nil) }

  /// True if it is less than zero at every frame rate the language allows.
  ///
  /// A time without anchors and timecodes is linear in the duration of a frame, so that its ends tell.
  package var isPlainlyNegative: Bool {
    guard let fast = value(frameDuration: Time(1, over: 240)), fast < .zero,
      let slow = value(frameDuration: Time(1))
    else { return false }
    return slow < .zero
  }

  private func value(frameDuration: Time?) -> Time? {
    switch kind {
    case .time(let time): return time
    case .frames(let count):
      return count == 0 ? .zero : frameDuration.map { Time(count) * $0 }
    case .timecode, .sourceTimecode, .anchor, .share, .beats, .beat: return nil
    case .binary(let operation, let left, let right):
      guard let a = left.value(frameDuration: frameDuration),
        let b = right.value(frameDuration: frameDuration)
      else { return nil }
      switch operation {
      case .add: return a + b
      case .subtract: return a - b
      case .multiply: return a * b
      case .divide: return b == .zero ? nil : a / b
      }
    }
  }

  /// True if it is a moment of the film: it names anchors or beats, and is not just the time
  /// between them, as `b.end - b.start` is.
  public var isMoment: Bool { hasAnchors && anchorWeight != .zero }

  /// The change of its value if all anchors are a second later, in seconds.
  private var anchorWeight: Time {
    switch kind {
    case .time, .frames, .share, .beats, .timecode, .sourceTimecode: return .zero
    case .anchor, .beat: return Time(1)
    case .binary(let operation, let left, let right):
      let (a, b) = (left.anchorWeight, right.anchorWeight)
      switch operation {
      case .add: return a + b
      case .subtract: return a - b
      // A product has a plain number on one side, a quotient below.
      case .multiply: return a * (right.constant ?? .zero) + b * (left.constant ?? .zero)
      case .divide: return right.constant.flatMap { $0 == .zero ? nil : a / $0 } ?? .zero
      }
    }
  }

  /// The same for a thing that lasts `length`, without shares of it.
  public func within(_ length: Time) -> TimeExpression {
    switch kind {
    case .time, .frames, .beats, .beat, .timecode, .sourceTimecode, .anchor: self
    case .share(let share): TimeExpression(.time(share * length), at: span)
    case .binary(let operation, let left, let right):
      TimeExpression(.binary(operation, left.within(length), right.within(length)), at: span)
    }
  }

  /// True if it names an anchor or a beat of the film anywhere.
  public var hasAnchors: Bool {
    switch kind {
    case .time, .frames, .share, .beats, .timecode, .sourceTimecode: false
    case .anchor, .beat: true
    case .binary(_, let left, let right): left.hasAnchors || right.hasAnchors
    }
  }

  /// True where it begins with a number of frames, so that in a source it counts from the first of these.
  public var beginsWithFrames: Bool {
    switch kind {
    case .frames, .timecode, .sourceTimecode: true
    case .time, .share, .beats, .beat, .anchor: false
    case .binary(_, let left, _): left.beginsWithFrames
    }
  }
}

/// A named point in time, such as `beach.end`.
public struct AnchorReference: Hashable, Sendable {
  /// The name of a track, a clip or an overlay, as written.
  public var name: Located<String>
  /// The named one of its times.
  public var edge: Edge

  /// A time of a thing that lasts.
  public enum Edge: String, Hashable, Sendable, CaseIterable {
    /// Its first instant.
    case start
    /// Half way between start and end.
    case middle
    /// The first instant after it.
    case end

    /// It, of something that lasts `range`.
    package func time(in range: TimeRange) -> Time {
      switch self {
      case .start: range.start
      case .middle: (range.start + range.end) / Time(2)
      case .end: range.end
      }
    }
  }

  /// The `edge` of `name`.
  public init(name: Located<String>, edge: Edge) {
    self.name = name
    self.edge = edge
  }
}

/// A half-open range of time as the project writes it: `a..b`, `a..`, `..b`, `a..+d`.
public struct RangeExpression: Hashable, Sendable {
  /// The start; nil for the start of whatever the range is taken from.
  public var start: TimeExpression?
  /// The end; nil for the end of whatever the range is taken from.
  public var end: TimeExpression?
  /// True if `end` counts from the start (`a..+d`).
  public var isEndRelative: Bool
  /// True if it is written as a duration.
  public var isDuration = false
  /// The place in the project.
  public var span: Span

  /// The range from `start` to `end`.
  public init(
    start: TimeExpression?, end: TimeExpression?, isEndRelative: Bool = false, at span: Span
  ) {
    self.start = start
    self.end = end
    self.isEndRelative = isEndRelative
    self.span = span
  }
}
