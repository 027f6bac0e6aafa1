// SPDX-License-Identifier: Apache-2.0

public import Base

/// Reads a file of the times of beats: one at the start of each line, in seconds.
///
/// Text after a time and a blank, a comma or a semicolon is ignored, so that label files of
/// Audacity (`start`, `end`, `label` between tabs) and tables of other tools are read as they are.
/// Lines that are empty, or begin with `#` or (as the frequencies of labels do) with a backslash,
/// hold none.
///
/// A comma between digits ends a time where all lines have one, and a number before or after one of these has a point,
/// or the numbers after them count the beats of a bar: they are from 1 to 32, and each goes on by 1 or begins again at 1.
/// Else it is taken for a mistaken decimal point.
public struct BeatsFile {
  /// Why a file of beats cannot be used.
  public struct Problem: Error, Equatable {
    /// The number of the line, counted from 1.
    public var line: Int
    /// The message of the problem.
    public var message: String
  }

  /// The times, each later than the one before it.
  public private(set) var times: [Time] = []

  /// Reads the bytes of a file, of which at most `limit` lines may hold times.
  public init(_ text: [UInt8], limit: Int) throws(Problem) {
    let separators: [UInt8] = [9, 32, UInt8(ascii: ","), UInt8(ascii: ";")]
    let isLineBreak: (UInt8) -> Bool = { $0 == 10 || $0 == 13 }
    var start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var line = 0
    var commas = Commas()
    while start < text.count {
      let end = text[start...].firstIndex(where: isLineBreak) ?? text.count
      line += 1
      let content = text[start..<end].drop { $0 == 9 || $0 == 32 }
      start = end + 1
      if end + 1 < text.count, text[end] == 13, text[end + 1] == 10 { start += 1 }
      guard let first = content.first, first != UInt8(ascii: "#"), first != UInt8(ascii: "\\")
      else {
        continue
      }
      let word = content.prefix { !separators.contains($0) }
      let after = content.dropFirst(word.count)
      commas.read(
        word,
        after.first == UInt8(ascii: ",")
          ? after.dropFirst().prefix { !separators.contains($0) } : [], line)
      guard let time = BeatsFile.seconds(word) else {
        let shown = String(decoding: word.prefix(20), as: UTF8.self)
        throw Problem(line: line, message: "'\(shown)' is not a time in seconds")
      }
      if let last = times.last, time <= last {
        if let problem = commas.problem(isWhole: false) { throw problem }
        throw Problem(line: line, message: "\(time) s does not come after \(last) s")
      }
      guard times.count < limit else {
        throw Problem(line: line, message: "a file has at most \(limit) beats")
      }
      times.append(time)
    }
    if let problem = commas.problem(isWhole: true) { throw problem }
    if times.isEmpty { throw Problem(line: max(line, 1), message: "there are no times") }
  }

  /// The use of commas between digits.
  private struct Commas {
    /// The first line with one that may be a decimal point.
    private var first: Int?
    /// The number after the last one.
    private var number: Int?
    /// The counts of numbers that are one more than that of the line before, and of numbers that
    /// are 1 again.
    private var steps = 0
    private var bars = 0
    /// True if all numbers go on so.
    private var areCounts = true
    /// True if all lines have numbers after a comma.
    private var isTable = true
    /// True if the number before or after a comma has a point.
    private var hasPoints = false

    /// The problem, if commas do not end times; nil if they do.
    ///
    /// - Parameter isWhole: True if the file was read to its end, so that its counts are complete.
    func problem(isWhole: Bool) -> Problem? {
      let isCounted = areCounts && (steps >= 3 || steps >= 1 && bars >= 1)
      guard let first, !(isTable && (hasPoints || isWhole && isCounted)) else { return nil }
      return Problem(line: first, message: "decimals come after a point, as in 1.5")
    }

    /// Takes `after`, which follows the time `word` and a comma; empty where there is none.
    mutating func read(_ word: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>, _ line: Int) {
      guard let digit = after.first, (48...57).contains(digit) else {
        isTable = false
        return
      }
      let point = UInt8(ascii: ".")
      if word.contains(point) || after.contains(point) {
        hasPoints = true
      } else {
        first = first ?? line
      }
      guard after.count <= 2, let count = Int(String(decoding: after, as: UTF8.self)),
        digit != 48, count <= 32
      else {
        areCounts = false
        return
      }
      defer { number = count }
      guard let number else { return }
      if count == number + 1 {
        steps += 1
      } else if count == 1 {
        bars += 1
      } else {
        areCounts = false
      }
    }
  }

  /// A decimal number of seconds up to a million, to the nanosecond.
  private static func seconds(_ word: ArraySlice<UInt8>) -> Time? {
    guard word.count <= 64 else { return nil }
    let parts = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.contains(where: { !$0.isEmpty }),
      parts.allSatisfy({ $0.allSatisfy { (48...57).contains($0) } }), parts[0].count <= 9
    else { return nil }
    var whole: Int64 = 0
    for digit in parts[0] { whole = whole * 10 + Int64(digit - 48) }
    guard whole <= 1_000_000 else { return nil }
    var (rest, scale): (Int64, Int64) = (0, 1)
    if parts.count == 2 {
      for digit in parts[1].prefix(9) {
        rest = rest * 10 + Int64(digit - 48)
        scale *= 10
      }
    }
    return Time(whole) + Time(rest, over: scale)
  }
}
