// SPDX-License-Identifier: Apache-2.0

import Base
import ProjectModel

/// Literals: plain numbers, numbers with units, clock times and timecodes.
extension TimeParser {
  package mutating func literal() throws(ValueProblem) -> Typed {
    let start = position
    let number = try number()
    if position < end, text.bytes[position] == UInt8(ascii: ":") {
      return try Typed(expression: clock(from: start), isNumber: false)
    }
    if isKeyframe, position < end, text.bytes[position] == UInt8(ascii: "%") {
      position += 1
      return Typed(
        expression: TimeExpression(
          .share(number.value / Time(100)), at: text.span(of: start..<position)),
        isNumber: false)
    }
    if let beats = try beats(number, from: start) { return beats }
    guard position < end, text.bytes[position].isLetter else {
      let span = text.span(of: start..<position)
      try Self.checkBounds(number.value, at: span)
      return Typed(expression: TimeExpression(.time(number.value), at: span), isNumber: true)
    }
    return try Typed(expression: units(number, from: start), isNumber: false)
  }

  /// Reads `beat 12`, if it comes next.
  mutating func beat() throws(ValueProblem) -> Typed? {
    let start = position
    var after = start
    while after < end, text.bytes[after].isWord { after += 1 }
    guard text.string(start..<after) == "beat" else { return nil }
    while after < end, text.bytes[after].isSpace { after += 1 }
    guard let number = NumberPrefix(text.bytes, from: after, to: end) else { return nil }
    position = number.end
    let span = text.span(of: start..<position)
    guard number.isWhole, number.value > .zero else {
      throw ValueProblem(
        code: .outOfRange, message: "the number of a beat is whole, and 1 or more", span: span,
        hint: "the first beat is beat 1")
    }
    return Typed(
      expression: TimeExpression(.beat(number.value.numerator), at: span), isNumber: false)
  }

  /// Reads ` beats` after `number`, if it comes next.
  private mutating func beats(
    _ number: NumberPrefix, from start: Int
  ) throws(ValueProblem) -> Typed? {
    var word = position
    while word < end, text.bytes[word] == 32 { word += 1 }
    var after = word
    while after < end, text.bytes[after].isWord { after += 1 }
    let unit = text.string(word..<after)
    if ["bar", "bars"].contains(unit) {
      throw ValueProblem(
        code: .badValue, message: "unexpected \(quoted(unit)) in a time",
        span: text.span(of: word..<after),
        hint: "count beats: a bar of 4/4 is 4 beats")
    }
    guard ["beat", "beats"].contains(unit) else { return nil }
    position = after
    let span = text.span(of: start..<position)
    guard number.isWhole, number.value > .zero else {
      throw ValueProblem(
        code: .outOfRange, message: "a number of beats is whole, and 1 or more", span: span,
        hint: number.value == .zero ? "write 0s for the start" : "write 1 beat, or closer beats")
    }
    return Typed(
      expression: TimeExpression(.beats(number.value.numerator), at: span), isNumber: false)
  }

  private mutating func number() throws(ValueProblem) -> NumberPrefix {
    guard let number = NumberPrefix(text.bytes, from: position, to: end) else {
      let start = position
      while position < end, text.bytes[position].isWord || text.bytes[position] == 46 {
        position += 1
      }
      throw ValueProblem(
        code: .outOfRange, message: "a number can have at most 9 digits before and after the point",
        span: text.span(of: start..<position))
    }
    position = number.end
    return number
  }

  /// Reads `1h30m`, `250ms`, `48f` after their first number.
  private mutating func units(
    _ first: NumberPrefix, from start: Int
  ) throws(ValueProblem) -> TimeExpression {
    let units: [(name: String, seconds: Time)] = [
      ("h", Time(3600)), ("m", Time(60)), ("s", Time(1)), ("ms", Time(1, over: 1000)),
    ]
    var number = first
    var total = Time.zero
    var next = 0
    while true {
      let unitStart = position
      while position < end, text.bytes[position].isLetter { position += 1 }
      let name = text.string(unitStart..<position)
      if name == "f", next == 0, number.isWhole {
        return TimeExpression(
          .frames(number.value.numerator), at: text.span(of: start..<position))
      }
      guard let index = units.firstIndex(where: { $0.name == name }) else {
        throw ValueProblem(
          message: name == "f"
            ? "a number of frames must be whole and the only unit" : "unknown unit \(quoted(name))",
          span: text.span(of: unitStart..<position),
          hint: "units are h, m, s, ms, and f for frames: 1m30s, 250ms, 48f")
      }
      guard index >= next else {
        throw ValueProblem(
          message: "the units of a time must go from large to small",
          span: text.span(of: start..<position), hint: "write 1h2m3s or 1m30s")
      }
      total = total + number.value * units[index].seconds
      next = index + 1
      guard position < end, text.bytes[position].isDigit else { break }
      number = try self.number()
    }
    let span = text.span(of: start..<position)
    try Self.checkBounds(total, at: span)
    return TimeExpression(.time(total), at: span)
  }

  /// Reads `tc(10:00:05:00)`, if it comes next.
  package mutating func sourceTimecode() throws(ValueProblem) -> Typed? {
    let start = position
    guard start + 3 <= end, text.string(start..<start + 3) == "tc(" else { return nil }
    let close = text.bytes[start..<end].firstIndex(of: UInt8(ascii: ")"))
    let span = text.span(of: start..<(close.map { $0 + 1 } ?? end))
    guard isOfSource else {
      throw ValueProblem(
        message: "a timecode of a source is no time of the film", span: span,
        hint: "write it in the 'range' of a clip; a time of the film is 00:01:02:12")
    }
    position += 3
    skipSpace()
    if close != nil, position < end, text.bytes[position].isDigit,
      case .timecode(let code) = try clock(from: position).kind
    {
      skipSpace()
      if position == close {
        position += 1
        return Typed(expression: TimeExpression(.sourceTimecode(code), at: span), isNumber: false)
      }
    }
    throw ValueProblem(
      message: "\(quoted(text.string(start..<(close.map { $0 + 1 } ?? end)))) is no timecode",
      span: span,
      hint: "write hours, minutes, seconds and frames: tc(10:00:05:00)")
  }

  /// Reads `01:02.5`, `00:01:02.500`, `00:01:02:12` or `00:01:02;12` from its first digit.
  private mutating func clock(from start: Int) throws(ValueProblem) -> TimeExpression {
    position = start
    var parts: [NumberPrefix] = []
    var isDrop = false
    while parts.count < 4 {
      guard position < end, text.bytes[position].isDigit else { break }
      parts.append(try number())
      guard position < end else { break }
      let mark = text.bytes[position]
      guard mark == UInt8(ascii: ";") || mark == UInt8(ascii: ":") else { break }
      isDrop = mark == UInt8(ascii: ";")
      position += 1
    }
    let span = text.span(of: start..<position)
    let values = parts.map(\.value)
    let isWhole = parts.dropLast().allSatisfy(\.isWhole)
    guard parts.count >= 2, isWhole, !isDrop || parts.count == 4,
      parts.count < 4 || (parts[3].isWhole && values[0] <= Time(99)),
      position == end || text.bytes[position - 1].isDigit,
      values.dropFirst().prefix(2).allSatisfy({ $0 < Time(60) })
    else {
      throw ValueProblem(
        message: "\(quoted(text.string(start..<position))) is not a clock time", span: span,
        hint: "write hours:minutes:seconds, such as 00:01:02.500, or with frames 00:01:02:12")
    }
    let numbers = values.map { Int($0.numerator) }
    if parts.count == 4 {
      guard numbers[3] < 1000 else {
        throw ValueProblem(
          code: .outOfRange, message: "the number of frames is larger than a second can have",
          span: span)
      }
      return TimeExpression(
        .timecode(
          Timecode(
            hours: numbers[0], minutes: numbers[1], seconds: numbers[2], frames: numbers[3],
            isDropFrame: isDrop)), at: span)
    }
    let time = values.reduce(Time.zero) { $0 * Time(60) + $1 }
    try Self.checkBounds(time, at: span)
    return TimeExpression(.time(time), at: span)
  }
}
