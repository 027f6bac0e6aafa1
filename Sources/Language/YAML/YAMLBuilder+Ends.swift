// SPDX-License-Identifier: Apache-2.0

import CYAML
import Diagnostics

extension YAMLBuilder {
  /// Reports content after the end of the document, other than comments and end markers.
  ///
  /// Looks at the text itself: reading on with libyaml would cost time for nothing.
  func checkRest(after index: Int, reporting sink: inout DiagnosticSink) {
    var offset = Int(offsets.offset(of: index, in: source))
    while offset < source.count {
      let isMarker = isMarker(at: offset)
      switch source[offset] {
      case let byte where isBlank(byte):
        offset += 1
      case UInt8(ascii: "#"):
        offset = lineEnd(from: offset)
      case UInt8(ascii: ".") where isMarker:
        offset += 3
      case UInt8(ascii: "-") where isMarker:
        sink.report(
          .severalDocuments(at: Span(file: file, start: Int32(offset), end: Int32(offset + 3))))
        return
      default:
        let span = lineSpan(from: Int32(offset))
        sink.report(.contentAfterEnd(at: span))
        return
      }
    }
  }

  /// Returns true if `---` or `...` is alone at the start of a line.
  private func isMarker(at offset: Int) -> Bool {
    let byte = source[offset]
    guard offset + 3 <= source.count, source[offset + 1] == byte, source[offset + 2] == byte else {
      return false
    }
    let startsLine =
      offset == 0 || source[offset - 1] == UInt8(ascii: "\n")
      || source[offset - 1] == UInt8(ascii: "\r")
    return startsLine && (offset + 3 == source.count || isBlank(source[offset + 3]))
  }

  /// The problem at which libyaml stopped, with its places as spans.
  func problem(in parser: yaml_parser_t) -> SyntaxProblem {
    let problem = parser.problem.map { String(cString: $0) } ?? "syntax error"
    let context = parser.context.map { String(cString: $0) }
    let start = offset(parser.problem_mark)
    var contextSpan: Span?
    if context != nil {
      let contextStart = offset(parser.context_mark)
      // A key that never becomes one is best shown whole.
      contextSpan =
        problem == "could not find expected ':'"
        ? lineSpan(from: contextStart) : characterSpan(at: contextStart)
    }
    let span = characterSpan(at: start)
    // Of collections in brackets the innermost is the one that was not closed.
    var comment: Span?
    if problem.hasPrefix("did not find expected ','"), context != nil {
      comment = swallowedValue(offset(parser.context_mark), start)
    } else if problem == "did not find expected node content" {
      // Nothing follows the comment on its line, and libyaml reports what it finds on the next one.
      comment = swallowedValue(lastContentLine(before: lineStart(of: start)), start)
    }
    return SyntaxProblem(
      problem: problem, context: context ?? "", span: span, contextSpan: contextSpan,
      character: String(
        decoding: source[Int(span.start)..<Int(span.end)], as: UTF8.self
      ).unicodeScalars.first,
      commentSpan: comment,
      comment: comment.map {
        String(decoding: source[Int($0.start)..<Int($0.end)], as: UTF8.self)
      } ?? "", textBefore: textBefore(start), plainItemAbove: plainItem(above: start))
  }

  /// The item without a key of its own, such as `- beach`, on the last line before that of `offset` that holds anything, where
  /// that line of `offset` is indented at least as far.
  private func plainItem(above offset: Int32) -> String? {
    let line = lineStart(of: offset)
    let above = lastContentLine(before: line)
    guard above < line else { return nil }
    func indentation(_ start: Int32) -> Int { source[Int(start)...].prefix { $0 == 32 }.count }
    let text = String(
      decoding: source[(Int(above) + indentation(above))..<lineEnd(from: Int(above))], as: UTF8.self
    )
    guard text.hasPrefix("- "), text.utf8.count <= 80, indentation(line) >= indentation(above)
    else {
      return nil
    }
    let item = text.dropFirst(2).drop { $0 == " " }
    let isPlain =
      item.first?.isLetter == true && !item.contains(": ") && !item.contains(" #")
      && !item.hasSuffix(":")
    return isPlain ? String(item) : nil
  }

  /// The first comment from `start` to `end` that was meant as the value of a key: it follows a `:`,
  /// and its `#` is not followed by a blank.
  private func swallowedValue(_ start: Int32, _ end: Int32) -> Span? {
    var quote: UInt8?
    var last: UInt8 = 0
    var isAfterBlank = false
    var offset = Int(start)
    while offset < Int(end) {
      let byte = source[offset]
      if let open = quote {
        if byte == UInt8(ascii: "\\"), open == UInt8(ascii: "\"") { offset += 1 }
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "#"), isAfterBlank {
        let line = lineEnd(from: offset)
        let next = offset + 1 < line ? source[offset + 1] : UInt8(ascii: " ")
        if last == UInt8(ascii: ":"), !isBlank(next) {
          let stops: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")]
          let rest = source[offset..<line]
          let stop = rest.firstIndex { isBlank($0) || stops.contains($0) } ?? line
          return Span(file: file, start: Int32(offset), end: Int32(stop))
        }
        offset = line
        continue
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), isAfterBlank {
        quote = byte
      }
      isAfterBlank = isBlank(byte)
      if !isAfterBlank { last = byte }
      offset += 1
    }
    return nil
  }

  /// The start of the last line before `end` that holds anything but blanks and comments.
  private func lastContentLine(before end: Int32) -> Int32 {
    var (line, found) = (0, 0)
    while line < Int(end) {
      let next = min(lineEnd(from: line) + 1, source.count)
      let first = source[line..<next].first { !isBlank($0) }
      if let first, first != UInt8(ascii: "#") { found = line }
      line = next
    }
    return Int32(found)
  }

  /// The start of the line of `offset`.
  private func lineStart(of offset: Int32) -> Int32 {
    var start = Int(offset)
    while start > 0, source[start - 1] != UInt8(ascii: "\n"),
      source[start - 1] != UInt8(ascii: "\r")
    {
      start -= 1
    }
    return Int32(start)
  }

  /// The text before `offset` on its line without the indentation; for a long line its end.
  private func textBefore(_ offset: Int32) -> String {
    var start = max(Int(lineStart(of: offset)), Int(offset) - 1000)
    while start < Int(offset), isBlank(source[start]) { start += 1 }
    return String(decoding: source[start..<Int(offset)], as: UTF8.self)
  }

  /// The code point at `start`; nothing at the end of a line.
  private func characterSpan(at start: Int32) -> Span {
    var end = Int(start)
    if end < source.count, source[end] != UInt8(ascii: "\n"), source[end] != UInt8(ascii: "\r") {
      end += 1
      while end < source.count, source[end] & 0xC0 == 0x80 { end += 1 }
    }
    return Span(file: file, start: start, end: Int32(end))
  }

  /// The rest of the line from `start`, without the blanks at its end.
  private func lineSpan(from start: Int32) -> Span {
    let end = withoutTrailingSpace(start, Int32(lineEnd(from: Int(start))))
    return Span(file: file, start: start, end: end)
  }
}
