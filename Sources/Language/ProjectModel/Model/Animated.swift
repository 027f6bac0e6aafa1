// SPDX-License-Identifier: Apache-2.0

public import Base
public import Diagnostics

/// A value that may change over a range of time.
///
/// Times of keyframes are relative to the start of the range (an instruction's `during`, an
/// overlay's time on screen).
public enum Animated<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The same at all times.
  case constant(Located<Value>)
  /// From one value at the start of the range to another at its end.
  case ramp(Ramp<Value>)
  /// Values at times, at least one, as written; outside them the nearest holds.
  case keyframes([Keyframe<Value>])
  /// Values in a time of its own, perhaps again and again.
  case motion(Motion<Value>)

  /// The place in the project.
  public var span: Span {
    switch self {
    case .constant(let value): value.span
    case .ramp(let ramp): ramp.span
    case .keyframes(let keys): keys[0].span.union(keys[keys.count - 1].span)
    case .motion(let motion): motion.span
    }
  }

  /// All values, in the order written.
  public var values: [Value] {
    switch self {
    case .constant(let value): [value.value]
    case .ramp(let ramp): [ramp.from, ramp.to]
    case .keyframes(let keys): keys.map(\.value)
    case .motion(let motion): motion.values
    }
  }
}

extension Animated {
  /// The same with other values.
  package func map<Other>(_ change: (Value) -> Other) -> Animated<Other> {
    switch self {
    case .constant(let value): return .constant(Located(change(value.value), at: value.span))
    case .ramp(let ramp):
      return .ramp(
        Ramp(from: change(ramp.from), to: change(ramp.to), easing: ramp.easing, span: ramp.span))
    case .keyframes(let frames):
      return .keyframes(
        frames.map {
          Keyframe(time: $0.time, value: change($0.value), easing: $0.easing, span: $0.span)
        })
    case .motion(let motion):
      var result = Motion(
        values: motion.values.map(change), places: motion.places, span: motion.span)
      result.path = motion.path
      result.easing = motion.easing
      (result.duration, result.delay) = (motion.duration, motion.delay)
      (result.count, result.isMirrored) = (motion.count, motion.isMirrored)
      (result.holdsBefore, result.holdsAfter) = (motion.holdsBefore, motion.holdsAfter)
      return .motion(result)
    }
  }
}

/// A move from one value to another over the whole of a range: `1 -> 0 ease-in`.
public struct Ramp<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value at the start.
  public var from: Value
  /// The value at the end.
  public var to: Value
  /// The easing from the first value to the last.
  public var easing: Easing
  /// The place in the project.
  public var span: Span

  package init(from: Value, to: Value, easing: Easing, span: Span) {
    self.from = from
    self.to = to
    self.easing = easing
    self.span = span
  }
}

/// A value at a time, and the way from it to the next: `2s: 120% ease-in-out`.
public struct Keyframe<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The time from the start of the range.
  public var time: TimeExpression
  /// The value then.
  public var value: Value
  /// The easing to the next keyframe's value.
  public var easing: Easing
  /// Time and value, as written.
  public var span: Span

  package init(time: TimeExpression, value: Value, easing: Easing, span: Span) {
    self.time = time
    self.value = value
    self.easing = easing
    self.span = span
  }
}

/// Values in a time of its own: `{from: 0deg, to: 360deg, duration: 2s, repeat: forever}`.
public struct Motion<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The values, at least two; along a path shares of its length.
  public var values: [Value]
  /// The path along which it goes, in pixels of the canvas.
  public var path: PathTravel?
  /// The times at which each is reached, as a share of the duration: ascending from 0 to 1.
  public var places: [Time]
  /// The way from each value to the next.
  public var easing = Easing.linear
  /// The duration of one run; nil for the rest of the range.
  public var duration: TimeExpression?
  /// Its start, from the start of the range; nil for at once.
  public var delay: TimeExpression?
  /// The number of runs, there and back counted once; nil for as long as the range lasts.
  public var count: Time? = Time(1)
  /// True if it runs back after each time.
  public var isMirrored = false
  /// True if the first value holds before it.
  public var holdsBefore = true
  /// True if the last value holds after it.
  public var holdsAfter = true
  /// The place in the project.
  public var span: Span

  package init(values: [Value], places: [Time], span: Span) {
    self.values = values
    self.places = places
    self.span = span
  }
}
