// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import Timeline

/// Speeds that change over a clip's time in the film.
extension TimelineLayout {
  /// The map from film time `start` on of `clip`, of which `source` is played at the speeds of `written`, and the
  /// duration of that in the film; nil after a reported error.
  ///
  /// It ends at `limit`, or earlier at the end of its range.
  mutating func speed(
    _ written: Animated<PropertyValue>, of clip: Clip, playing source: TimeRange, from start: Time,
    until limit: Time?, lasting wanted: Time?
  ) -> (map: TimeRemap, length: Time)? {
    let name = clip.name
    let values = written.values.compactMap(\.number)
    if values.contains(where: { $0 < 0 }), values.contains(where: { $0 > 0 }) {
      diagnostics.append(.turningSpeed(name, at: written.span))
      return nil
    }
    let known = diagnostics.count
    var builder = SpeedCurveBuilder()
    // What is wrong for a length that is tried may be right for the true one.
    func keys(_ layout: inout TimelineLayout, for length: Time) -> [SpeedCurve.Key]? {
      let keys = layout.speedKeys(written, over: TimeRange(start, start + length))
      layout.diagnostics.removeSubrange(known...)
      return keys
    }
    let cut = limit.flatMap { limit -> SpeedCurveBuilder.Length? in
      guard let keys = keys(&self, for: limit - start), !keys.isEmpty else { return nil }
      let first = keys.contains { $0.speed < .zero } ? source.end : source.start
      guard let curve = builder.curve(keys, from: first),
        curve.played(upTo: limit - start) <= source.duration
      else { return nil }
      return .played(curve, limit - start)
    }
    let found = cut ?? builder.length(playing: source, lasting: wanted) { keys(&self, for: $0) }
    let (curve, length): (SpeedCurve, Time)
    switch found {
    case .played(let played, let time): (curve, length) = (played, time)
    case .tooLong:
      diagnostics.append(
        .simple("limit", "the speed of '\(name)' changes too often", at: written.span))
      return nil
    case .crowded(let time):
      diagnostics.append(
        .simple(
          "crowded-speed",
          "the keys of this speed need \(time.shown) s, and '\(name)' is used up before",
          at: written.span, hint: "write times nearer to its start and its end, or shares: 50%"))
      return nil
    case .endless(let played):
      _ = speedKeys(written, over: TimeRange(start, start + source.duration))
      if diagnostics.count > known, diagnostics[known...].contains(where: { $0.severity == .error })
      {
        return nil
      }
      diagnostics.removeSubrange(known...)
      diagnostics.append(
        played == .zero
          ? .notPlayed(name, at: written.span)
          : .simple(
            "endless-speed",
            "only \(played.shown) s of the \(source.duration.shown) s of '\(name)' are ever played",
            at: written.span,
            hint: "let its last speed be more than 0, or write a range of \(played.shown) s"))
      return nil
    }
    // With its true length, everything that is wrong is said.
    _ = speedKeys(written, over: TimeRange(start, start + length))
    if diagnostics.count > known, diagnostics[known...].contains(where: { $0.severity == .error }) {
      return nil
    }
    guard !curve.turnsRound else {
      diagnostics.append(.turningSpeed(name, at: written.span))
      return nil
    }
    if let fastest = curve.points.map(\.speed.magnitude).max(), fastest > AudioRemap.fastest {
      diagnostics.append(
        .simple(
          "speed-out-of-range", "'\(name)' gets as fast as \(fastest.shown)", at: written.span,
          hint: "a speed is at most 100: write an easing that does not overshoot"))
      return nil
    }
    return (TimeRemap(curve), length)
  }

  /// The duration of the source played in `range` of the film at the speeds of `written`; nil after
  /// a reported error.
  mutating func played(
    _ written: Animated<PropertyValue>, of name: String, over range: TimeRange
  ) -> Time? {
    let known = diagnostics.count
    guard let keys = speedKeys(written, over: range),
      !diagnostics[known...].contains(where: { $0.severity == .error })
    else { return nil }
    var builder = SpeedCurveBuilder()
    guard let curve = builder.curve(keys, from: .zero) else {
      diagnostics.append(.simple("limit", "this speed changes too often", at: written.span))
      return nil
    }
    // All that is said of the speed is said again where it is played.
    diagnostics.removeSubrange(known...)
    let played = curve.played(upTo: range.duration)
    if curve.turnsRound || played == .zero {
      diagnostics.append(
        curve.turnsRound
          ? .turningSpeed(name, at: written.span) : .notPlayed(name, at: written.span))
      return nil
    }
    return played
  }

  /// The speeds of something that lasts `range`, as keys from its start; nil where they are not in order of time.
  private mutating func speedKeys(
    _ written: Animated<PropertyValue>, over range: TimeRange
  ) -> [SpeedCurve.Key]? {
    var subject = CurveSubject(name: "speed") { _ in PropertyValue(1) }
    // As for volumes, values that repeat would have to be written out.
    subject.isSeen = false
    let known = diagnostics.count
    let keys = keys(written, of: subject, over: range, from: nil)
    let isInOrder = !diagnostics[known...].contains { $0.code == .error("keyframe-order") }
    guard isInOrder, !keys.isEmpty else { return nil }
    return keys.map { SpeedCurve.Key($0.time, speed: $0.value.speed, easing: $0.easing) }
  }
}

extension PropertyValue {
  /// The speed that it is: exactly the decimal that is written.
  fileprivate var speed: Time {
    Time(Int64(((number ?? 1) * 1_000_000).rounded()), over: 1_000_000)
  }
}

extension Diagnostic {
  fileprivate static func notPlayed(_ name: String, at span: Span) -> Diagnostic {
    .simple(
      "endless-speed", "'\(name)' is not played at all at this speed", at: span,
      hint: "write - freeze: 2s after a clip for a picture that is held")
  }

  fileprivate static func turningSpeed(_ name: String, at span: Span) -> Diagnostic {
    .simple(
      "turning-speed", "the speed of '\(name)' is forwards and backwards", at: span,
      hint: "write two clips, one with a speed below zero")
  }
}
