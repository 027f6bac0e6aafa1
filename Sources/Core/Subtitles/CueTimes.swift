// SPDX-License-Identifier: Apache-2.0

import Base

/// Reads the line of a cue that says when it is shown.
enum CueTimes {
  /// The problem with a line of times.
  struct Problem: Error {
    var message: String
  }

  /// The place of `-->` in a line that is meant to be one of times: in SubRip, whose texts may have arrows, only
  /// between things with colons in them.
  ///
  /// `->` is taken for it where it stands between two times with hours, in WebVTT also with fractions of a second.
  static func arrow(in line: ArraySlice<UInt8>, _ format: CueFormat) -> Range<Int>? {
    func isTime(_ text: ArraySlice<UInt8>) -> Bool {
      (text.first.map { (48...57).contains($0) } ?? false) && text.contains(58) && text.count < 40
    }
    var index = line.startIndex
    while index + 1 < line.endIndex {
      if line[index] == 45, line[index + 1] == 62 {
        let isWhole = index > line.startIndex && line[index - 1] == 45
        let start = isWhole ? index - 1 : index
        let before = trimmed(line[..<start])
        if isWhole { return format == .vtt || isTime(before) ? start..<index + 2 : nil }
        let after = trimmed(line[(index + 2)...]).prefix { $0 != 32 && $0 != 9 }
        let areTimes = [before, after].allSatisfy { time in
          isTime(time) && (time.count { $0 == 58 } == 2 || format == .vtt && time.contains(46))
        }
        return areTimes ? start..<index + 2 : nil
      }
      index += 1
    }
    return nil
  }

  /// The times of a line, and what follows them.
  static func read(
    _ line: ArraySlice<UInt8>, _ format: CueFormat
  ) throws(Problem) -> (start: Time, end: Time, rest: ArraySlice<UInt8>, remarks: [String]) {
    guard let arrow = arrow(in: line, format) else {
      throw Problem(message: "\(shown(line)) has no times")
    }
    var remarks: [String] = []
    if arrow.count < 3 { remarks.append("'->' is read as '-->'") }
    let start = try time(trimmed(line[..<arrow.lowerBound]), format, &remarks)
    let after = line[arrow.upperBound...].drop { $0 == 32 || $0 == 9 }
    let word = after.prefix { $0 != 32 && $0 != 9 }
    let end = try time(word, format, &remarks)
    return (start, end, after.dropFirst(word.count), remarks)
  }

  /// A time such as `01:02:03,456`; WebVTT may leave hours out.
  static func time(
    _ word: ArraySlice<UInt8>, _ format: CueFormat, _ remarks: inout [String]
  ) throws(Problem) -> Time {
    guard let found = parts(word) else {
      throw Problem(
        message:
          "\(shown(word)) is no time such as \(format == .srt ? "00:01:02,500" : "00:01:02.500")")
    }
    var numbers = found.numbers
    if numbers.count == 2 { numbers.insert(0, at: 0) }
    guard numbers[1] < 60, numbers[2] < 60 else {
      throw Problem(
        message:
          "\(shown(word)) has \(numbers[1] < 60 ? "\(numbers[2]) seconds" : "\(numbers[1]) minutes")"
      )
    }
    if format == .vtt, found.mark == UInt8(ascii: ",") {
      remarks.append("\(shown(word)) has a comma where WebVTT has a point")
    }
    if found.mark != nil, found.digits != 3 {
      remarks.append(
        "\(shown(word)) is read as \(found.thousandths) ms after the second: write three digits")
    }
    let seconds = numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
    return Time(seconds * 1000 + found.thousandths, over: 1000)
  }

  private struct Parts {
    var numbers: [Int64] = []
    var mark: UInt8?
    var thousandths: Int64 = 0
    var digits = 0
  }

  private static func parts(_ word: ArraySlice<UInt8>) -> Parts? {
    guard word.count <= 32 else { return nil }
    var parts = Parts()
    var (value, digits): (Int64, Int) = (0, 0)
    for byte in word {
      switch byte {
      case 48...57:
        value = value * 10 + Int64(byte - 48)
        digits += 1
        if digits > 6 { return nil }
      case 58:
        guard digits > 0, parts.mark == nil, parts.numbers.count < 2 else { return nil }
        parts.numbers.append(value)
        (value, digits) = (0, 0)
      case UInt8(ascii: ","), UInt8(ascii: "."):
        guard digits > 0, parts.mark == nil else { return nil }
        parts.numbers.append(value)
        parts.mark = byte
        (value, digits) = (0, 0)
      default: return nil
      }
    }
    guard digits > 0 else { return nil }
    if parts.mark == nil {
      parts.numbers.append(value)
    } else {
      guard digits <= 3 else { return nil }
      (parts.thousandths, parts.digits) = (value, digits)
    }
    guard (2...3).contains(parts.numbers.count) else { return nil }
    return parts
  }

  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text.drop { $0 == 32 || $0 == 9 }
    while let last = text.last, last == 32 || last == 9 { text.removeLast() }
    return text
  }
}
