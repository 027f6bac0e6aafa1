// SPDX-License-Identifier: Apache-2.0

package import Base
package import Diagnostics
package import ProjectModel

/// Reads times and ranges: a small recursive descent over the bytes of a scalar.
///
///     range  = [sum] ".." [["+"] sum]
///     sum    = product {("+" | "-") product}
///     product = atom {("*" | "/") atom}
///     atom   = "-" atom | "(" sum ")" | name "." edge | literal | "end" | number "%" | "tc(" timecode ")"
///
/// Only times of keyframes have `end` and percentages, of the length of the thing that they belong to, and only ranges of
/// sources have timecodes of these.
package struct TimeParser {
  /// Operators and parentheses that one expression may have; evaluators recurse.
  package static let operatorLimit = 64
  /// No time in a project is longer, in seconds; 277 hours.
  package static let longest = Time(1_000_000)

  package let text: ScalarText
  package var position: Int
  package let end: Int
  /// True if it is the time of a keyframe.
  private(set) var isKeyframe = false
  /// True where it is the range of a source.
  package private(set) var isOfSource = false
  private var operators = 0
  /// Mistakes after which it was clear how to read on.
  package private(set) var mended: [ValueProblem] = []

  package init(_ text: ScalarText) {
    self.init(text, in: text.trimmed)
  }

  package init(_ text: ScalarText, in range: Range<Int>) {
    self.text = text
    position = range.lowerBound
    end = range.upperBound
  }

  /// The time of a keyframe.
  package init(keyframe text: ScalarText) {
    self.init(text)
    isKeyframe = true
  }

  /// The range of a source.
  package init(source text: ScalarText) {
    self.init(text)
    isOfSource = true
  }

  /// An expression, and whether it is a plain number (which reads as seconds, or as a factor).
  package struct Typed {
    var expression: TimeExpression
    var isNumber: Bool
  }

  /// Reads the whole text as one time.
  package mutating func time() throws(ValueProblem) -> TimeExpression {
    if position == end { throw Self.notATime("", at: text.span) }
    let result = try sum().expression
    if let rest = rest() {
      if isRangeMark { throw Self.rangeForTime(at: text.span) }
      throw unexpected(rest)
    }
    return result
  }

  /// Reads the whole text as a range.
  package mutating func range() throws(ValueProblem) -> RangeExpression {
    let start = isRangeMark ? nil : try sum().expression
    guard isRangeMark else {
      if let rest = rest() { throw unexpected(rest) }
      throw ValueProblem(
        message: "\(quoted(text.string(text.trimmed))) is not a range",
        hint: "write a start and an end, such as 2s..8s, 2s.. or ..8s")
    }
    position += 2
    skipSpace()
    guard position < end else {
      if start == nil {
        throw ValueProblem(
          message: "a range needs a start or an end", hint: "write 2s..8s, 2s.. or ..8s")
      }
      return RangeExpression(start: start, end: nil, at: text.span)
    }
    let isRelative = text.bytes[position] == UInt8(ascii: "+")
    if isRelative { position += 1 }
    let last = try sum().expression
    if let rest = rest() { throw unexpected(rest) }
    if isRelative, case .sourceTimecode = last.kind {
      throw ValueProblem(
        message: "a timecode of the source is no length", span: last.span,
        hint: "leave the '+' out for a range that ends there, or write a length such as 5s or 120f")
    }
    if let a = start?.constant, let b = last.constant, isRelative ? b <= .zero : b <= a {
      throw ValueProblem(
        code: .outOfRange, message: "the range ends before it starts or is empty",
        hint: "the end comes after the start: \(a)s..\(a + Time(1))s")
    }
    return RangeExpression(start: start, end: last, isEndRelative: isRelative, at: text.span)
  }

  // MARK: Grammar

  private mutating func sum() throws(ValueProblem) -> Typed {
    var left = try product()
    while let sign = take(UInt8(ascii: "+"), UInt8(ascii: "-")) {
      try count()
      let right = try product()
      let operation: TimeExpression.Operator = sign == UInt8(ascii: "+") ? .add : .subtract
      left = combine(operation, left, right, isNumber: left.isNumber && right.isNumber)
    }
    return left
  }

  private mutating func product() throws(ValueProblem) -> Typed {
    var left = try atom()
    while let sign = take(UInt8(ascii: "*"), UInt8(ascii: "/")) {
      try count()
      let right = try atom()
      if sign == UInt8(ascii: "*") {
        guard left.isNumber || right.isNumber else {
          throw ValueProblem(
            message: "a time cannot be multiplied by a time", span: right.expression.span,
            hint: "multiply by a plain number: beach.end * 2")
        }
        left = combine(.multiply, left, right, isNumber: left.isNumber && right.isNumber)
      } else {
        guard right.isNumber, let divisor = right.expression.constant else {
          throw ValueProblem(
            message: "a time can only be divided by a plain number", span: right.expression.span,
            hint: "divide by a plain number: beach.end / 2")
        }
        guard divisor != .zero else {
          throw ValueProblem(message: "division by zero", span: right.expression.span)
        }
        left = combine(.divide, left, right, isNumber: left.isNumber)
      }
    }
    return left
  }

  private mutating func atom() throws(ValueProblem) -> Typed {
    skipSpace()
    guard position < end else {
      throw ValueProblem(
        message: "a time is missing at the end of \(quoted(text.string(text.trimmed)))",
        hint: Self.example)
    }
    let start = position
    switch text.bytes[position] {
    case UInt8(ascii: "-"):
      position += 1
      try count()
      let operand = try atom()
      let span = text.span(of: start..<position)
      if case .time(let time) = operand.expression.kind {
        return Typed(
          expression: TimeExpression(.time(-time), at: span), isNumber: operand.isNumber)
      }
      let zero = TimeExpression(.time(.zero), at: span)
      return Typed(
        expression: TimeExpression(.binary(.subtract, zero, operand.expression), at: span),
        isNumber: operand.isNumber)
    case UInt8(ascii: "("):
      position += 1
      try count()
      var inner = try sum()
      guard take(UInt8(ascii: ")"), UInt8(ascii: ")")) != nil else {
        throw ValueProblem(
          message: "a ')' is missing", span: text.span(of: start..<end))
      }
      inner.expression.span = text.span(of: start..<position)
      return inner
    case UInt8(ascii: ".") where position + 1 < end && text.bytes[position + 1].isDigit:
      return try literal()
    case let byte where byte.isWord:
      if let anchor = try anchor() {
        let span = text.span(of: start..<position)
        return Typed(expression: TimeExpression(.anchor(anchor), at: span), isNumber: false)
      }
      if let end = ownEnd() { return end }
      if let beat = try beat() { return beat }
      if let code = try sourceTimecode() { return code }
      return byte.isDigit ? try literal() : try word()
    default:
      throw unexpected(start..<start + 1)
    }
  }

  // MARK: Names

  /// A name and an edge, if they come next; names may hold points and hyphens.
  private mutating func anchor() throws(ValueProblem) -> AnchorReference? {
    let start = position
    var index = start
    while index < end {
      let byte = text.bytes[index]
      if byte == UInt8(ascii: ".") {
        guard index + 1 < end, text.bytes[index + 1].isWord else { return nil }
        for edge in AnchorReference.Edge.allCases {
          let after = index + 1 + edge.rawValue.utf8.count
          if after <= end, text.bytes[index + 1..<after].elementsEqual(edge.rawValue.utf8),
            after == end || !text.bytes[after].isWord
          {
            position = after
            let name = start..<index
            return AnchorReference(
              name: Located(text.string(name), at: text.span(of: name)), edge: edge)
          }
        }
      } else if byte == UInt8(ascii: "-") {
        guard index + 1 < end, text.bytes[index + 1].isWord else { return nil }
      } else if !byte.isWord {
        return nil
      }
      index += 1
    }
    return nil
  }

  /// The word `end` in the time of a keyframe, if it comes next.
  private mutating func ownEnd() -> Typed? {
    guard isKeyframe else { return nil }
    let start = position
    var after = start
    while after < end, text.bytes[after].isWord { after += 1 }
    guard text.string(start..<after) == "end" else { return nil }
    if after < end, text.bytes[after] == UInt8(ascii: ".") { return nil }
    position = after
    return Typed(
      expression: TimeExpression(.share(Time(1)), at: text.span(of: start..<after)),
      isNumber: false)
  }

  /// Says what is wrong with a word that is no anchor.
  private mutating func word() throws(ValueProblem) -> Typed {
    let start = position
    while position < end, text.bytes[position].isWord { position += 1 }
    let name = text.string(start..<position)
    if position + 1 < end, text.bytes[position] == UInt8(ascii: "."),
      text.bytes[position + 1].isLetter
    {
      let edgeStart = position + 1
      position = edgeStart
      while position < end, text.bytes[position].isWord { position += 1 }
      let edge = text.string(edgeStart..<position)
      let near = nearest(edge, in: AnchorReference.Edge.allCases.map(\.rawValue))
      let problem = ValueProblem(
        code: .unknownValue, message: "\(quoted(name)) has no \(quoted(edge))",
        span: text.span(of: edgeStart..<position),
        hint: near.map { "did you mean '\($0)'?" } ?? "anchors are start, middle and end")
      guard let meant = near.flatMap({ AnchorReference.Edge(rawValue: $0) }) else { throw problem }
      // Other names in the same time are looked up, too.
      mended.append(problem)
      let anchor = AnchorReference(
        name: Located(name, at: text.span(of: start..<edgeStart - 1)), edge: meant)
      return Typed(
        expression: TimeExpression(.anchor(anchor), at: text.span(of: start..<position)),
        isNumber: false)
    }
    if name == "end" {
      throw ValueProblem(
        message: "'end' is not a time here", span: text.span(of: start..<position),
        hint: "say what ends, such as beach.end - 1s; a range such as 2s.. goes to the end")
    }
    let isFlag = ["true", "false", "yes", "no", "on", "off"].contains(name)
    if !isFlag, isFollowedByOperator || name.utf8.first.map(\.isLetter) == true && position == end {
      throw ValueProblem(
        message: "\(quoted(name)) is not a time", span: text.span(of: start..<position),
        hint: "write \(name).start, \(name).middle or \(name).end, or a time such as 2.5s")
    }
    throw Self.notATime(name, at: text.span(of: start..<position))
  }

  /// True if an operator, a parenthesis or a range mark follows.
  private var isFollowedByOperator: Bool {
    let next = text.bytes[position..<end].first { !$0.isSpace }
    return next.map { "+-*/().".utf8.contains($0) } ?? false
  }

  // MARK: Steps

  private var isRangeMark: Bool {
    position + 1 < end && text.bytes[position] == 46 && text.bytes[position + 1] == 46
  }

  package mutating func skipSpace() {
    while position < end, text.bytes[position].isSpace { position += 1 }
  }

  private mutating func take(_ a: UInt8, _ b: UInt8) -> UInt8? {
    skipSpace()
    guard position < end, text.bytes[position] == a || text.bytes[position] == b else {
      return nil
    }
    position += 1
    return text.bytes[position - 1]
  }

  private mutating func count() throws(ValueProblem) {
    operators += 1
    guard operators <= Self.operatorLimit else {
      throw ValueProblem(
        code: .outOfRange, message: "a time with more than \(Self.operatorLimit) operators")
    }
  }

  private mutating func rest() -> Range<Int>? {
    skipSpace()
    return position < end ? position..<end : nil
  }

  private func combine(
    _ operation: TimeExpression.Operator, _ left: Typed, _ right: Typed, isNumber: Bool
  ) -> Typed {
    let span = left.expression.span.union(right.expression.span)
    return Typed(
      expression: TimeExpression(.binary(operation, left.expression, right.expression), at: span),
      isNumber: isNumber)
  }

  // MARK: Problems

  package static let example = "write a time such as 2.5s, 1m30s, 48f or beach.end - 1s"

  private static func notATime(_ word: String, at span: Span) -> ValueProblem {
    ValueProblem(
      message: word.isEmpty ? "a time is missing" : "\(quoted(word)) is not a time", span: span,
      hint: example)
  }

  private static func rangeForTime(at span: Span) -> ValueProblem {
    ValueProblem(message: "expected a time, found a range", span: span, hint: example)
  }

  package static func checkBounds(_ time: Time, at span: Span) throws(ValueProblem) {
    guard time <= longest else {
      throw ValueProblem(
        code: .outOfRange, message: "a time longer than \(longest) seconds", span: span)
    }
  }

  private func unexpected(_ range: Range<Int>) -> ValueProblem {
    ValueProblem(
      message: "unexpected \(quoted(text.string(range))) in a time", span: text.span(of: range),
      hint: Self.example)
  }
}
