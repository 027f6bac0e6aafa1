// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

extension TimelineLayout {
  /// The map from film time `start` on of `clip`, of which `source` is played, and the duration of that in the
  /// film; nil after a reported error.
  ///
  /// - Parameters:
  ///   - limit: The time at which it ends unless its range is used up before; nil if that alone
  ///     ends it.
  ///   - length: Its duration in the film if written, in beats; else a changing speed decides it.
  mutating func speed(
    of clip: Clip, _ content: PlacedContent, playing source: TimeRange, from start: Time,
    until limit: Time? = nil, lasting length: Time? = nil
  ) -> (map: TimeRemap, length: Time)? {
    if case .curve(let curve) = clip.playback.speed {
      guard !content.isTimeless else {
        diagnostics.append(.speedOfStill(clip.name, at: curve.span))
        return nil
      }
      let end = clip.playback.loops ? nil : limit.flatMap { $0 > start ? $0 : nil }
      return speed(curve, of: clip, playing: source, from: start, until: end, lasting: length)
    }
    return speed(of: clip, content, playing: source).map { speed in
      // Backwards it is played from its end.
      let first = speed < .zero ? source.end : source.start
      return (TimeRemap(start: first, speed: speed), source.duration / speed.magnitude)
    }
  }

  /// Source seconds in one of the film of `clip` where that is the same at all times.
  private mutating func speed(
    of clip: Clip, _ content: PlacedContent, playing source: TimeRange
  ) -> Time? {
    let forwards = Time(clip.playback.isReversed ? -1 : 1)
    let place = clip.playback.speed?.span ?? clip.span
    guard clip.playback.speed != nil || clip.playback.isReversed else { return Time(1) }
    guard !content.isTimeless else {
      diagnostics.append(.speedOfStill(clip.name, at: place))
      return nil
    }
    switch clip.playback.speed {
    case nil: return forwards
    case .factor(let factor): return factor.value
    case .curve: preconditionFailure("a speed that changes")
    case .lasting(let expression):
      guard let length = evaluate(expression) else { return nil }
      guard length > .zero else {
        diagnostics.append(
          .simple(
            "negative-time", "clip '\(clip.name)' is stretched to \(length.shown) s",
            at: expression.span, hint: "write how long it takes in the film, such as 10s"))
        return nil
      }
      let found = source.duration / length
      guard AudioRemap.isPlayable(found) else {
        let (least, most) = (
          source.duration / AudioRemap.fastest, source.duration / AudioRemap.slowest
        )
        diagnostics.append(
          .simple(
            "speed-out-of-range",
            "\(source.duration.shown) s of '\(clip.name)' in \(length.shown) s are played at a"
              + " speed of \(found.shown)", at: expression.span,
            hint: "a speed is between 0.01 and 100: write \(least.shown)s to \(most.shown)s"))
        return nil
      }
      return found * forwards
    }
  }
}

extension Diagnostic {
  fileprivate static func speedOfStill(_ name: String, at span: Span) -> Diagnostic {
    .simple(
      "speed-of-still", "'\(name)' is a still image, which has no speed", at: span,
      hint: "write duration: 5s for how long it is shown")
  }
}
