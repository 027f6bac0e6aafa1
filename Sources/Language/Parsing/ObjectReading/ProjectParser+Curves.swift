// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
package import ProjectModel
package import YAML

/// Values of several words, and values that change.
extension ProjectParser {
  /// Keyframes that one curve may have.
  package static let keyframeLimit = 10_000

  /// The words of a scalar or of a list of scalars; nil for anything else, which is not reported.
  package func words(_ node: YAMLNode) -> [Word]? {
    switch node.kind {
    case .scalar:
      let text = ScalarText(node)
      return text.words(in: text.trimmed).map { Word(text: text, range: $0) }
    case .sequence:
      var words: [Word] = []
      for item in node.items.prefix(17) {
        guard item.kind == .scalar else { return nil }
        let text = ScalarText(item)
        words.append(Word(text: text, range: text.trimmed))
      }
      return words
    case .mapping, .null: return nil
    }
  }

  /// Where a change of a value that is constant itself can be written.
  package enum PlaceOfChange {
    /// Nowhere.
    case nowhere
    /// In an instruction, by this line.
    case instruction(String)
    /// Elsewhere, in words.
    case elsewhere(String)

    var hint: String {
      switch self {
      case .nowhere: "it cannot be animated"
      case .instruction(let line):
        "animate it for a track with an instruction:"
          + " instructions: [{during: 1s..2s, layers: {main: {\(line)}}}]"
      case .elsewhere(let words): words
      }
    }
  }

  /// A value that does not change.
  package mutating func value<Value>(
    _ node: YAMLNode, _ reader: ValueReader<Value>, change: PlaceOfChange = .nowhere
  ) -> Value? {
    if node.kind == .mapping,
      let paint = ["linear", "radial", "conic"].first(where: { node[$0] != nil })
    {
      return refused(
        .wrongKind, "\(reader.noun) is no gradient here", at: firstPlace(in: node),
        hint: "paint a fill through a mask: {fill: {\(paint): [red, blue]}, mask: {text: Rome}}")
    }
    if node.text?.contains("->") == true || node.kind == .mapping {
      return refused(
        .wrongKind, "\(reader.noun) cannot change over time here",
        at: node.kind == .mapping ? firstPlace(in: node) : node.span,
        hint: "write \(reader.example); \(change.hint)")
    }
    guard let words = words(node) else {
      return refused(node, reader.noun, hint: "write \(reader.example)")
    }
    do throws(ValueProblem) {
      return try read(words, reader)
    } catch {
      return refused(error, at: node)
    }
  }

  /// A constant, a ramp or keyframes.
  package mutating func animated<Value>(_ node: YAMLNode, _ reader: ValueReader<Value>) -> Animated<
    Value
  >? {
    do throws(ValueProblem) {
      switch node.kind {
      case .mapping:
        return isMotion(node) ? motion(node, reader) : keyframes(node, reader)
      case .scalar:
        let text = ScalarText(node)
        let arrows = text.arrows
        guard arrows.isEmpty else { return .ramp(try ramp(text, arrows, reader)) }
        try checkArrow(text)
      case .sequence, .null: break
      }
      guard let words = words(node) else {
        return refused(node, reader.noun, hint: listHint(node) ?? "write \(reader.example)")
      }
      if node.kind == .sequence, reader.maximumWords == 1,
        let hint = listHint(node)
      {
        throw ValueProblem(
          message: "a list is one value of several parts, and \(reader.noun) has one",
          span: firstPlace(in: node), hint: hint)
      }
      if words.count > 1, let last = words.last, try Easing(last) != nil {
        throw last.problem(
          "an easing needs a start value",
          hint: "write a ramp, such as 1 -> 0 \(last.string)")
      }
      return .constant(Located(try read(words, reader), at: node.span))
    } catch {
      return refused(error, at: node)
    }
  }

  package mutating func read<Value>(
    _ words: [Word], _ reader: ValueReader<Value>
  ) throws(ValueProblem) -> Value {
    guard let first = words.first else {
      throw ValueProblem(message: "\(reader.noun) is missing", hint: "write \(reader.example)")
    }
    guard words.count <= reader.maximumWords else {
      let extra = words[reader.maximumWords]
      if words.count == 2, first.text.span == extra.text.span {
        let whole = Word(
          text: first.text, range: first.range.lowerBound..<extra.range.upperBound)
        if isValue(whole, reader) {
          throw whole.problem(
            "a space between a number and its unit is not allowed",
            hint: "write \(first.string)\(extra.string)")
        }
      }
      for (easing, length) in zip(words, words.dropFirst())
      where length.isTime && Easing.isMeant(by: easing) {
        throw length.problem(
          "a ramp is as long as what it is written for",
          hint: "one of its own length is a motion: {from: ..., to: ..., duration:"
            + " \(length.string), easing: \(easing.string)}")
      }
      if (try? Easing(extra)) != nil {
        throw extra.problem(
          "\(quoted(extra.string)) is an easing, and \(reader.noun) does not change here",
          hint: "write \(reader.example)")
      }
      if Easing.isMeant(by: extra) { throw Easing.unknown(extra) }
      let count = reader.maximumWords
      throw extra.problem(
        "\(reader.noun) has \(count == 1 ? "one part" : "at most \(count) parts")",
        hint: "write \(reader.example)")
    }
    let value = try reader.read(words)
    switch reader.bare {
    case .pixels: warnOfLessThanAPixel(words)
    case .factor: warnOfLargeFactor(words)
    case .gain: warnOfLargeVolume(words)
    case nil: break
    }
    return value
  }

  /// Warns of values such as `[0.5, 0.9]`, which were probably meant as shares of the canvas, as in
  /// tools that count from 0 to 1.
  private mutating func warnOfLessThanAPixel(_ words: [Word]) {
    let first = words.first { word in
      guard let quantity = word.quantity, quantity.unit.isEmpty else { return false }
      return quantity.value != .zero && quantity.value > Time(-1) && quantity.value < Time(1)
    }
    guard let first, isListening else { return }
    let shares = words.map { word in
      guard let quantity = word.quantity, quantity.unit.isEmpty, quantity.value <= Time(1) else {
        return word.string
      }
      return "\(quantity.value * Time(100))%"
    }
    let whole = shares.count == 1 ? shares[0] : "[\(shares.joined(separator: ", "))]"
    report(
      .lessThanAPixel,
      "a number without a unit is in pixels, and \(first.string) is less than one pixel",
      at: first.text.span(of: first.range), hint: "write \(whole) for a part of the canvas")
  }

  /// Warns of factors such as `50`, which were probably meant as percentages, as in tools that count to 100.
  private mutating func warnOfLargeFactor(_ words: [Word]) {
    let first = words.first { word in
      word.quantity.map { $0.unit.isEmpty && $0.value >= Time(10) } ?? false
    }
    guard let first, let factor = first.quantity?.value, isListening else { return }
    report(
      .largeFactor,
      "a number without a unit is a factor, and \(first.string) is \(factor * Time(100))%",
      at: first.text.span(of: first.range), hint: "write \(first.string)%")
  }

  /// Warns of volumes such as `12`, which were probably meant in decibels or percent: as a factor that is most of what there is.
  private mutating func warnOfLargeVolume(_ words: [Word]) {
    guard let word = words.first, let factor = word.quantity, factor.unit.isEmpty,
      factor.value >= Time(5), isListening
    else { return }
    report(
      .largeVolume,
      "a volume without a unit is a factor, and \(word.string) makes the sound"
        + " \(word.string) times as loud", at: word.text.span(of: word.range),
      hint: "write \(word.string)dB, \(word.string)% or \(factor.value * Time(100))%")
  }

  /// Returns true if `word` is a value, within its bounds or not.
  private func isValue<Value>(_ word: Word, _ reader: ValueReader<Value>) -> Bool {
    do throws(ValueProblem) {
      _ = try reader.read([word])
      return true
    } catch {
      return error.code == .outOfRange
    }
  }

  /// A value and perhaps an easing after it.
  private mutating func easedValue<Value>(
    _ text: ScalarText, in range: Range<Int>, _ reader: ValueReader<Value>
  ) throws(ValueProblem) -> (value: Value, easing: Easing?) {
    var words = try text.valueWords(in: range)
    var easing: Easing?
    if words.count > 1, let last = words.last, let match = try Easing(last) {
      easing = match
      words.removeLast()
    }
    do throws(ValueProblem) {
      return (try read(words, reader), easing)
    } catch {
      if easing == nil, words.count > 1, let last = words.last, Easing.isMeant(by: last) {
        throw Easing.unknown(last)
      }
      throw error
    }
  }

  /// Other tools' signs for a change.
  private func checkArrow(_ text: ScalarText) throws(ValueProblem) {
    let words = text.words(in: text.trimmed).map { Word(text: text, range: $0) }
    guard let index = words.firstIndex(where: { ["=>", "→", "to", ">"].contains($0.string) }),
      index > 0, index + 1 < words.count
    else { return }
    let (before, after) = (words[..<index], words[(index + 1)...])
    throw words[index].problem(
      "a change is written with ->",
      hint: "write \((before.map(\.string) + ["->"] + after.map(\.string)).joined(separator: " "))")
  }

  private mutating func ramp<Value>(
    _ text: ScalarText, _ arrows: [Int], _ reader: ValueReader<Value>
  ) throws(ValueProblem) -> Ramp<Value> {
    guard arrows.count == 1 else {
      throw ValueProblem(
        message: "a ramp has exactly two values",
        hint: "write keyframes for more: {0s: 0, 1s: 1, 2s: 0}")
    }
    let fromWords = try text.valueWords(in: 0..<arrows[0])
    let to = try easedValue(text, in: arrows[0] + 2..<text.bytes.count, reader)
    return Ramp(
      from: try read(fromWords, reader), to: to.value, easing: to.easing ?? .linear, span: text.span
    )
  }

  /// Keyframes: an easing is written at the value that is reached with it.
  private mutating func keyframes<Value>(
    _ node: YAMLNode, _ reader: ValueReader<Value>
  ) -> Animated<Value>? {
    var keys: [Keyframe<Value>] = []
    guard node.count > 0, node.count <= Self.keyframeLimit else {
      return refused(
        .outOfRange, "a curve has between 1 and \(Self.keyframeLimit) keyframes", at: node.span,
        hint: "write {0s: 0, 1s: 1}")
    }
    var isValid = true
    var before = ""
    for (number, entry) in node.entries.enumerated() {
      if entry.value.isUnreadable {
        isValid = false
        continue
      }
      var parser = TimeParser(keyframe: ScalarText(entry.key))
      defer { for problem in parser.mended { report(problem, at: entry.key) } }
      do throws(ValueProblem) {
        let time = try self.time(of: entry.key, &parser, reader)
        let (value, easing) = try keyframeValue(entry.value, reader)
        if let easing {
          guard number > 0 else {
            throw ValueProblem(
              message: "the first keyframe cannot have an easing", span: entry.value.span,
              hint: "write the easing after the value at its end")
          }
          // Where the key before it is wrong, that was reported.
          if !keys.isEmpty { keys[keys.count - 1].easing = easing }
        }
        if let last = keys.last, let a = last.time.constant, let b = time.constant, b < a {
          throw ValueProblem(
            code: .outOfRange, message: "keyframes must be in the order of their times",
            span: time.span,
            hint: "write the one at \(entry.key.text ?? "") before that at \(before)")
        }
        before = entry.key.text ?? ""
        keys.append(
          Keyframe(
            time: time, value: value, easing: .linear, span: entry.key.span.union(entry.value.span))
        )
      } catch {
        isValid = false
        report(error, at: entry.value)
      }
    }
    return isValid && !keys.isEmpty ? .keyframes(keys) : nil
  }

  /// The time of a keyframe.
  private func time<Value>(
    of key: YAMLNode, _ parser: inout TimeParser, _ reader: ValueReader<Value>
  ) throws(ValueProblem) -> TimeExpression {
    do throws(ValueProblem) {
      return try parser.time()
    } catch {
      guard let word = key.text, word.allSatisfy({ $0.isLetter || $0 == "-" }),
        nearest(word, in: ["start", "middle", "end"]) == nil
      else { throw error }
      throw ValueProblem(
        message: "\(quoted(word)) is not a time, and a mapping here has keyframes", span: key.span,
        hint: "write \(reader.example), or times as keys: {0s: ..., 2s: ...}")
    }
  }

  private mutating func keyframeValue<Value>(
    _ node: YAMLNode, _ reader: ValueReader<Value>
  ) throws(ValueProblem) -> (value: Value, easing: Easing?) {
    if node.kind == .scalar {
      let text = ScalarText(node)
      return try easedValue(text, in: 0..<text.bytes.count, reader)
    }
    guard let words = words(node) else {
      throw ValueProblem(
        code: .wrongKind, message: "\(reader.noun) is missing", hint: "write \(reader.example)")
    }
    return (try read(words, reader), nil)
  }
}

extension ScalarText {
  /// The position of `->`.
  var arrows: [Int] {
    bytes.indices.dropLast().filter {
      bytes[$0] == UInt8(ascii: "-") && bytes[$0 + 1] == UInt8(ascii: ">")
    }
  }
}
