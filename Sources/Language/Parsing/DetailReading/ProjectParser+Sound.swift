// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import YAML

/// The audio settings of footage.
extension ProjectParser {
  mutating func channels(_ node: YAMLNode) -> Located<ChannelChoice>? {
    let noun = "a channel's number"
    if node.kind == .sequence {
      let items = Array(node.items)
      let numbers = items.compactMap { integer($0, noun, in: ChannelChoice.numbers)?.value }
      guard numbers.count == items.count else { return nil }
      guard ChannelChoice.isPossible(numbers) else {
        return refused(
          .outOfRange, "no film has \(numbers.count) channels", at: node.span,
          hint: "write [1, 2] for the left and the right, or as many as the canvas has")
      }
      return Located(.picked(numbers), at: node.span)
    }
    if let text = node.text, Int(text) != nil {
      return integer(node, noun, in: ChannelChoice.numbers)
        .map { Located(.picked([$0.value]), at: node.span) }
    }
    return choice(node, "a choice of channels", as: ChannelChoice.Route.self)
      .map { Located(.route($0), at: node.span) }
  }

  mutating func sync(_ node: YAMLNode) -> Located<Time>? {
    guard let time = time(node) else { return nil }
    guard let shift = time.constant else {
      return refused(
        .unknownValue, "a shift of sound is a length of time", at: time.span,
        hint: "write sync: -40ms")
    }
    guard shift.magnitude <= ClipAudioSettings.longestShift else {
      return refused(
        .outOfRange, "sound is shifted by ten minutes at most", at: time.span,
        hint: "write 40ms for milliseconds")
    }
    if let number = node.text, shift.magnitude >= Time(10), Int(number) != nil {
      report(
        .bareSeconds, "a shift of \(number) without a unit is \(number) seconds", at: time.span,
        hint: "write \(number)ms for milliseconds, or \(number)s")
    }
    return Located(shift, at: time.span)
  }

  /// A number, perhaps with its unit, in upper or lower case.
  mutating func measure(
    _ node: YAMLNode, _ noun: String, in bounds: ClosedRange<Int>, unit: String, example: String
  ) -> Double? {
    guard let text = node.text else {
      return refused(node, noun, hint: "write \(example)")
    }
    var digits = text[...]
    var factor = 1.0
    if unit == "Hz", digits.lowercased().hasSuffix("khz") {
      factor = 1000
      digits = digits.dropLast(3)
    } else if digits.lowercased().hasSuffix(unit.lowercased()) {
      digits = digits.dropLast(unit.count)
    }
    while digits.last == " " { digits = digits.dropLast() }
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.".contains($0)) }),
      let value = Double(digits).map({ $0 * factor })
    else {
      return refused(
        .badValue, "\(quoted(text)) is not \(noun)", at: node.span, hint: "write \(example)")
    }
    let (low, high) = (bounds.lowerBound, bounds.upperBound)
    guard value >= Double(low), value <= Double(high) else {
      return refused(
        .outOfRange,
        "\(noun) must be between \(low) and \(high)\(unit.hasPrefix(":") ? "" : " ")\(unit)",
        at: node.span, hint: "write \(example)")
    }
    return value
  }
}
