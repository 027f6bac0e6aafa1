// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

/// The layer or setting that a curve changes.
struct CurveSubject {
  /// The name in messages.
  var name: String
  /// True if it is visible; else it is audible.
  var isSeen = true
  /// True if a ramp reaches its end on the last frame, as that of a counter, not when that frame
  /// ends.
  var showsEnd = false
  /// The value where a project says nothing, with as many numbers as the given one.
  var fallback: (PropertyValue) -> PropertyValue

  init(name: String, fallback: @escaping (PropertyValue) -> PropertyValue) {
    (self.name, self.fallback) = (name, fallback)
  }

  /// A property of a layer.
  init(_ property: Property) {
    self.init(name: property.name) { property.fallbackValue(like: $0) }
    isSeen = property.stage.isSeen
    showsEnd = property == .number
  }
}

extension TimelineLayout {
  /// Keyframes of something that lasts `range`, with their times from its start.
  ///
  /// As written a time counts from there, too, unless it is a moment of the film (`b.start`).
  ///
  /// - Parameters:
  ///   - wanted: The range it would have if the film did not end before: keys may lie there, though
  ///     they are not visible.
  ///   - start: When it is seen first, where that is another time than its start.
  mutating func keys(
    _ properties: PropertyTable<Animated<PropertyValue>>, over range: TimeRange,
    of wanted: TimeRange? = nil, from start: Time? = nil
  ) -> PropertyKeys {
    var result = PropertyKeys()
    for entry in properties.entries {
      let keys = keys(
        entry.value, of: CurveSubject(entry.property), over: range, of: wanted, from: start)
      if !keys.isEmpty { result[entry.property] = keys }
    }
    return result
  }

  /// Keyframes of one curve.
  mutating func keys(
    _ animated: Animated<PropertyValue>, of subject: CurveSubject, over range: TimeRange,
    of wanted: TimeRange? = nil, from start: Time?
  ) -> [ResolvedKey] {
    let length = range.duration
    let most = max(length, wanted?.duration ?? length)
    switch animated {
    case .constant(let value):
      return [ResolvedKey(time: .zero, value: value.value, easing: .linear)]
    case .ramp(let ramp):
      return settled(
        [
          ResolvedKey(time: .zero, value: ramp.from, easing: ramp.easing),
          ResolvedKey(
            time: subject.showsEnd ? max(length - canvas.rate.frameDuration, .zero) : length,
            value: ramp.to, easing: .linear),
        ], at: [ramp.span, ramp.span])
    case .keyframes(let frames):
      var result: [ResolvedKey] = []
      var spans: [Span] = []
      for frame in frames {
        guard var time = evaluate(frame.time.within(length)) else { continue }
        if frame.time.isMoment {
          time = time - (start ?? range.start)
          // Anchors of pictures lie on the frame grid, up to half a frame outside.
          let frame = canvas.rate.frameDuration
          if time < .zero, time > -frame { time = .zero }
          if time > length, time < length + frame { time = length }
        }
        if let last = result.last, time <= last.time {
          diagnostics.append(
            .simple(
              "keyframe-order",
              "keyframes must stand in the order of time: this one is at \(time.shown) s, the one"
                + " before it at \(last.time.shown) s", at: frame.span))
          continue
        }
        // The length of what nothing is known of is zero, which has been reported.
        if time < .zero || time > most, isWhole || length > .zero {
          diagnostics.append(
            .outlasts(
              .error("keyframe-outside"), "the keyframe is at \(time.shown) s", length,
              at: frame.span, hint: "write a time from 0s to \(length.shown)s, or end"))
        }
        result.append(ResolvedKey(time: time, value: frame.value, easing: frame.easing))
        spans.append(frame.span)
      }
      return settled(result, at: spans)
    case .motion(let motion): return keys(motion, of: subject, over: length, of: most)
    }
  }

  /// A motion of an instruction has no `none`: what is there without it is a curve of the layer's own.
  mutating func checkMotions(_ properties: PropertyTable<Animated<PropertyValue>>) {
    for entry in properties.entries { checkMotion(entry.value, of: entry.property.name) }
  }

  /// The same for one curve, of what messages call `name`.
  mutating func checkMotion(_ curve: Animated<PropertyValue>, of name: String) {
    guard case .motion(let motion) = curve, !motion.holdsBefore || !motion.holdsAfter else {
      return
    }
    diagnostics.append(
      .simple(
        "motion-none", "a motion in an instruction sets '\(name)' all the time",
        at: motion.span, hint: "let `during` last as long as the motion, and leave 'none' out"))
  }

  private mutating func keys(
    _ motion: Motion<PropertyValue>, of subject: CurveSubject, over length: Time, of most: Time
  ) -> [ResolvedKey] {
    let delay = motion.delay.flatMap { evaluate($0) } ?? .zero
    // What begins behind the end of the film has all of its time.
    guard
      let duration = motion.duration.map({ evaluate($0) })
        ?? (length > delay ? length : most) - delay
    else { return [] }
    guard most > delay, delay >= .zero, duration > .zero else {
      diagnostics.append(
        duration > .zero || delay >= most
          ? .outlasts(
            .error("motion-outside"), "the motion begins at \(delay.shown) s", most,
            at: motion.span, hint: "write a shorter delay")
          : .simple(
            "motion-outside", "the motion lasts \(duration.shown) s", at: motion.span,
            hint: "write a duration longer than 0"))
      return []
    }
    let turn = settled(
      zip(motion.values, motion.places).map {
        ResolvedKey(time: $1 * duration, value: $0, easing: motion.easing)
      }, at: motion.values.map { _ in motion.span })
    // Where a path begins and ends; a layer that turns with it stands upright without it.
    let ends = motion.path.map { path in
      [0.0, 1].map { PropertyValue(placeOnPath: path.numbers(at: $0)) }
    }
    var fallback = subject.fallback(motion.values[0])
    if motion.path?.isOriented == true { fallback.amounts.append(.number(0)) }
    var result: [ResolvedKey] = []
    if !motion.holdsBefore, delay > .zero {
      result.append(ResolvedKey(time: .zero, value: fallback, easing: .hold))
    }
    let end: Time
    if motion.count == Time(1), !motion.isMirrored, motion.path == nil {
      end = delay + duration
      result += turn.map {
        ResolvedKey(time: delay + $0.time, value: $0.value, easing: $0.easing)
      }
    } else {
      guard subject.isSeen else {
        diagnostics.append(
          .simple(
            "volume-motion", "a \(subject.name) cannot repeat or run back", at: motion.span,
            hint: "write keyframes: {0s: 1, 1s: 0.5, 2s: 1}"))
        return []
      }
      let cycle = motion.isMirrored ? duration * Time(2) : duration
      end = motion.count.map { delay + cycle * $0 } ?? max(length, delay + cycle)
      result.append(
        ResolvedKey(
          time: delay, value: ends?[0] ?? turn[0].value, easing: .linear,
          turns: ResolvedTurns(
            keys: turn, path: motion.path, period: duration, isMirrored: motion.isMirrored)))
      // Its value is where the turns have come to; lowering knows that.
      result.append(
        ResolvedKey(time: end, value: ends?[1] ?? turn[turn.count - 1].value, easing: .hold))
    }
    if !motion.holdsAfter {
      result.append(ResolvedKey(time: end, value: fallback, easing: .hold))
    }
    if motion.count != nil, end > most {
      diagnostics.append(
        .outlasts(
          .warning("motion-cut"), "the motion ends at \(end.shown) s", most, at: motion.span,
          hint: "write a shorter duration, fewer repeats, or repeat: forever"))
    }
    return result
  }

  /// `keys` in which every spring runs in its own time, and stays where it has settled.
  ///
  /// So a key that moves beyond that changes nothing before it.
  ///
  /// - Parameter spans: Where the keys are written.
  private mutating func settled(_ keys: [ResolvedKey], at spans: [Span]) -> [ResolvedKey] {
    var result: [ResolvedKey] = []
    for (index, key) in keys.enumerated() {
      result.append(key)
      guard case .spring(let spring) = key.easing, index + 1 < keys.count else { continue }
      let next = keys[index + 1]
      let (length, needed) = (next.time - key.time, spring.settlingTime)
      if length > .zero {
        result[result.count - 1].easing = .spring(spring.filling(min(length, needed)))
      }
      if needed < length {
        result.append(ResolvedKey(time: key.time + needed, value: next.value, easing: .hold))
      } else if needed > length {
        diagnostics.append(
          Diagnostic(
            code: .warning("spring-cut"),
            message: "the spring needs \(needed.shown) s to settle and has \(length.shown) s",
            span: spans[index + 1],
            hint: "write a later time, or spring without numbers to fill the time that it has"))
      }
    }
    return result
  }
}
