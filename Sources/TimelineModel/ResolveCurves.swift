// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Diagnostics
import ProjectModel
import Properties

extension TimelineLayout {
  /// Keyframes of something that lasts `range`, with their times from its start.
  ///
  /// As written a time counts from there, too, unless it is a moment of the film (`b.start`).
  ///
  /// - Parameter start: When it is seen first, where that is another time than its start.
  mutating func keys(
    _ properties: PropertyTable<Animated<PropertyValue>>, over range: TimeRange,
    from start: Time? = nil
  ) -> PropertyKeys {
    var result = PropertyKeys()
    for entry in properties.entries {
      let keys = keys(entry.value, over: range, from: start)
      if !keys.isEmpty { result[entry.property] = keys }
    }
    return result
  }

  private mutating func keys(
    _ animated: Animated<PropertyValue>, over range: TimeRange, from start: Time?
  ) -> [ResolvedKey] {
    let length = range.duration
    switch animated {
    case .constant(let value):
      return [ResolvedKey(time: .zero, value: value.value, easing: .linear)]
    case .ramp(let ramp):
      return settled(
        [
          ResolvedKey(time: .zero, value: ramp.from, easing: ramp.easing),
          ResolvedKey(time: length, value: ramp.to, easing: .linear),
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
            .simple("keyframe-order", "keyframes must stand in the order of time", at: frame.span))
          continue
        }
        if time < .zero || time > length {
          diagnostics.append(
            .simple(
              "keyframe-outside", "a keyframe at \(time.shown) s of \(length.shown) s",
              at: frame.span))
        }
        result.append(ResolvedKey(time: time, value: frame.value, easing: frame.easing))
        spans.append(frame.span)
      }
      return settled(result, at: spans)
    }
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
