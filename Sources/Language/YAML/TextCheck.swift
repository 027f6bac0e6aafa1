// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The largest file that is read, in bytes.
let maximumFileSize = 64 << 20

/// Returns true if a file is no text at all: a film or a picture, of which no line could be
/// diagnosed.
///
/// A text with a few characters too many, or in UTF-16, is one in which what is wrong has a place.
public func isBinary(_ text: [UInt8]) -> Bool {
  let start = text.prefix(4096)
  guard start.contains(0), !CheckedText.looksLikeUTF16(text) else { return false }
  return 20 * start.count { $0 < 0x20 && !(0x09...0x0D).contains($0) } > start.count
}

/// The bytes of a file made fit for libyaml, every offset kept.
struct CheckedText {
  /// The bytes, with those that are no text replaced by as many harmless ones.
  var bytes: [UInt8]
  /// The length of the byte order mark at the start.
  var start = 0
  /// True if there is nothing but ASCII after the byte order mark.
  var isASCII = true
  /// The bytes that were replaced.
  var replaced: [Range<Int>] = []

  /// Checks what libyaml does not place well: encoding, control characters, directives.
  ///
  /// Returns `nil` after an error that leaves nothing to read.
  init?(_ text: [UInt8], file: FileID, reporting sink: inout DiagnosticSink) {
    bytes = text
    guard text.count <= maximumFileSize else {
      sink.report(.fileTooLarge(in: file, limit: maximumFileSize))
      return nil
    }
    if Self.looksLikeUTF16(text) {
      sink.report(.utf16(at: Span(file: file, start: 0, end: 0)))
      return nil
    }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    let problems = text.withUnsafeBufferPointer { findProblems(in: $0) }
    for problem in problems {
      let span = Span(
        file: file, start: Int32(problem.range.lowerBound), end: Int32(problem.range.upperBound))
      sink.report(.unreadableText(problem.kind, at: span))
      // A stray letter of another encoding stands in a word, a control character between words.
      let substitute = UInt8(ascii: problem.kind == .badUTF8 ? "_" : " ")
      for offset in problem.range { bytes[offset] = substitute }
      replaced.append(problem.range)
    }
    guard problems.count < Self.maximumProblems else { return nil }
    blankConflicts(in: file, reporting: &sink)
    blankDirectives(in: file, reporting: &sink)
  }

  /// Returns true if a byte on the line of `offset` was replaced, so that complaints there mean
  /// little.
  func wasReplaced(nearLineOf offset: Int32) -> Bool {
    guard !replaced.isEmpty else { return false }
    let isBreak = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    let offset = min(Int(offset), bytes.count)
    let lower = bytes[..<offset].lastIndex(where: isBreak) ?? 0
    let upper = bytes[offset...].firstIndex(where: isBreak) ?? bytes.count
    return replaced.contains { $0.lowerBound <= upper && $0.upperBound >= lower }
  }

  /// Returns true if a text has a mark of UTF-16, or the zeros that half of the bytes of its plain
  /// letters are.
  static func looksLikeUTF16(_ text: [UInt8]) -> Bool {
    guard text.count >= 2 else { return false }
    if text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0xFF, 0xFE]) { return true }
    guard text.count >= 4, text.count.isMultiple(of: 2) else { return false }
    let pairs = min(text.count, 4096) / 2
    let high = (0..<pairs).count { text[2 * $0] == 0 }
    let low = (0..<pairs).count { text[2 * $0 + 1] == 0 }
    return max(high, low) > pairs / 2 && min(high, low) == 0
  }

  // MARK: Problems

  /// A file with as many problems is no text, and is not read further.
  private static let maximumProblems = 1000

  /// A kind of problem in a range of bytes.
  enum ProblemKind: Hashable {
    case badUTF8
    case byteOrderMark
    case control(UInt32)
  }

  private struct Problem {
    let kind: ProblemKind
    var range: Range<Int>
  }

  /// Finds the bytes that are no text, runs of the same kind as one.
  private mutating func findProblems(in text: UnsafeBufferPointer<UInt8>) -> [Problem] {
    var problems: [Problem] = []
    var offset = start
    while offset < text.count, problems.count < Self.maximumProblems {
      let byte = text[offset]
      if byte >= 0x20 && byte < 0x7F || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        offset += 1
        continue
      }
      var length = 1
      var kind: ProblemKind? = .control(UInt32(byte))
      if byte >= 0x80 {
        isASCII = false
        let scalar = Self.decode(text, at: offset)
        length = scalar?.length ?? 1
        kind = scalar.map { Self.problem(of: $0.value) } ?? .badUTF8
      }
      if let kind {
        if let last = problems.last, last.kind == kind, last.range.upperBound == offset {
          problems[problems.count - 1].range = last.range.lowerBound..<offset + length
        } else {
          problems.append(Problem(kind: kind, range: offset..<offset + length))
        }
      }
      offset += length
    }
    return problems
  }

  /// The problem for which libyaml would refuse a code point; nil if it would not.
  private static func problem(of scalar: UInt32) -> ProblemKind? {
    switch scalar {
    case 0xFEFF: .byteOrderMark
    case 0x85: nil
    case 0..<0xA0, 0xFFFE, 0xFFFF: .control(scalar)
    default: nil
    }
  }

  /// Decodes the code point at `offset`; `nil` if the bytes there are no UTF-8.
  private static func decode(
    _ text: UnsafeBufferPointer<UInt8>, at offset: Int
  ) -> (value: UInt32, length: Int)? {
    let first = UInt32(text[offset])
    let length: Int
    let least: UInt32
    var value: UInt32
    switch first {
    case 0xC2...0xDF: (length, least, value) = (2, 0x80, first & 0x1F)
    case 0xE0...0xEF: (length, least, value) = (3, 0x800, first & 0x0F)
    case 0xF0...0xF4: (length, least, value) = (4, 0x10000, first & 0x07)
    default: return nil
    }
    guard offset + length <= text.count else { return nil }
    for next in 1..<length {
      let byte = UInt32(text[offset + next])
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | byte & 0x3F
    }
    guard value >= least, value <= 0x10FFFF, !(0xD800...0xDFFF).contains(value) else { return nil }
    return (value, length)
  }

  // MARK: Conflicts of versions

  /// A line with which version control marks where two versions differ.
  private struct ConflictMark {
    let byte: UInt8
    let line: Range<Int>
  }

  /// Reports the conflicts that a merge has left, and blanks all of them but the first version.
  private mutating func blankConflicts(in file: FileID, reporting sink: inout DiagnosticSink) {
    var open: ConflictMark?
    var second: ConflictMark?
    var blanked: ConflictMark?
    for mark in conflictMarks() {
      switch mark.byte {
      case UInt8(ascii: "<"): (open, second, blanked) = (mark, nil, nil)
      case UInt8(ascii: "|") where open != nil: blanked = blanked ?? mark
      case UInt8(ascii: "=") where open != nil:
        second = second ?? mark
        blanked = blanked ?? mark
      case UInt8(ascii: ">"):
        guard let first = open, let other = second, let from = blanked else { continue }
        sink.report(
          .conflict(at: span(first.line, in: file), other: span(other.line, in: file)))
        for lines in [first.line, from.line.lowerBound..<mark.line.upperBound] {
          for offset in lines where bytes[offset] != UInt8(ascii: "\n") {
            bytes[offset] = UInt8(ascii: " ")
          }
          replaced.append(lines)
        }
        (open, second, blanked) = (nil, nil, nil)
      default: break
      }
    }
  }

  private func span(_ range: Range<Int>, in file: FileID) -> Span {
    Span(file: file, start: Int32(range.lowerBound), end: Int32(range.upperBound))
  }

  /// The lines of seven `<`, `|`, `=` or `>` and nothing, or a blank, behind them.
  private func conflictMarks() -> [ConflictMark] {
    var marks: [ConflictMark] = []
    var offset = start
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: "|"), UInt8(ascii: "="), UInt8(ascii: ">"):
        let line = offset..<lineEnd(from: offset)
        let behind = offset + 7
        let isMark =
          line.count >= 7 && bytes[offset..<behind].allSatisfy { $0 == byte }
          && (line.count == 7 || bytes[behind] == UInt8(ascii: " "))
        if isMark { marks.append(ConflictMark(byte: byte, line: line)) }
        offset = line.upperBound + 1
      default: offset = lineEnd(from: offset) + 1
      }
    }
    return marks
  }

  // MARK: Directives

  /// Refuses directives other than `%YAML`, and blanks them.
  ///
  /// Tag handles have no use without tags, and libyaml takes quadratic time over many of them.
  private mutating func blankDirectives(in file: FileID, reporting sink: inout DiagnosticSink) {
    var offset = start
    while offset < bytes.count {
      let line = offset..<lineEnd(from: offset)
      // No slices here: each would have the bytes copied when the next directive is blanked.
      let first = line.first { bytes[$0] != UInt8(ascii: " ") }
      switch first.map({ bytes[$0] }) {
      case UInt8(ascii: "%"):
        guard !isVersionDirective(line) else { break }
        sink.report(
          .directive(
            at: Span(file: file, start: Int32(line.lowerBound), end: Int32(line.upperBound))))
        for offset in line { bytes[offset] = UInt8(ascii: " ") }
      case nil, UInt8(ascii: "#"):
        break
      default:
        return
      }
      offset = line.upperBound + 1
    }
  }

  private func isVersionDirective(_ line: Range<Int>) -> Bool {
    bytes[line].starts(with: "%YAML ".utf8)
  }

  private func lineEnd(from offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") {
      end += 1
    }
    return end
  }
}
