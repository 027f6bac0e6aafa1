// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
package import ProjectModel
package import YAML

/// The metadata of output files.
extension ProjectParser {
  /// Longer texts are refused.
  private static let longestTag = 2000

  /// `keep`, `strip`, or a mapping of texts.
  mutating func metadata(_ node: YAMLNode, of output: inout KeyTable.OutputDraft) {
    guard node.kind == .mapping else {
      output.output.metadata = choice(node, "a rule for metadata")
      return
    }
    var draft = KeyTable.MetadataDraft(format: output.format)
    read(node, KeyTable.metadata, into: &draft)
    output.output.metadata = draft.sources ?? output.output.metadata
    // The same metadata are the same file, in whatever order they are written.
    let order = OutputTags.names
    draft.tags.texts.sort {
      order.firstIndex(of: $0.name) ?? 0 < order.firstIndex(of: $1.name) ?? 0
    }
    output.output.tags = draft.tags
  }

  /// The kinds of source metadata to leave out, in the order of `SourceFact`.
  package mutating func stripped(_ node: YAMLNode) -> [Output.SourceFact] {
    let nodes = node.kind == .sequence ? Array(node.items) : [node]
    let facts: [Output.SourceFact] = nodes.compactMap { choice($0, "something that sources say") }
    return Output.SourceFact.allCases.filter(facts.contains)
  }

  mutating func tag(_ node: YAMLNode, _ name: String) -> String? {
    guard let text = writtenText(node, "a text", example: "\(name): Two days in Rome") else {
      return nil
    }
    let isClean = text.value.unicodeScalars.allSatisfy { $0.value >= 32 || $0 == "\n" }
    guard isClean, (1...Self.longestTag).contains(text.value.utf8.count) else {
      return refused(
        .badValue,
        isClean
          ? "'\(name)' must have 1 to \(Self.longestTag) bytes"
          : "'\(name)' has control characters", at: text.span)
    }
    return text.value
  }

  /// A year, a month or a day, as ISO 8601 has them.
  mutating func date(_ node: YAMLNode) -> String? {
    guard let text = tag(node, "date") else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isDate =
      parts.count <= 3 && parts[0].count == 4 && parts.dropFirst().allSatisfy { $0.count == 2 }
      && parts.allSatisfy { $0.utf8.allSatisfy(\.isDigit) }
    let numbers = parts.compactMap { Int($0) }
    if isDate, numbers.count < 2 || (1...12).contains(numbers[1]),
      numbers.count < 3 || (1...days(ofMonth: numbers[1], numbers[0])).contains(numbers[2])
    {
      return text
    }
    return refused(
      .badValue, "\(quoted(text)) is not a date", at: node.span,
      hint: "write 2026, 2026-05 or 2026-05-12")
  }

  private func days(ofMonth month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  mutating func language(_ node: YAMLNode) -> Located<String>? {
    guard let text = text(node, "a language", example: "language: eng") else { return nil }
    if text.value.utf8.count == 2, let long = LanguageCodes.long(text.value) {
      return Located(long, at: text.span)
    }
    guard text.value.utf8.count == 3, text.value.utf8.allSatisfy({ (97...122).contains($0) }) else {
      return refused(
        .badValue, "\(quoted(text.value)) is not a language by ISO 639-2", at: text.span,
        hint: LanguageCodes.long(text.value).map { "write its three letters: \($0)" }
          ?? "write its three letters: eng, ita, deu, fra, spa, jpn")
    }
    if !LanguageCodes.has(text.value) {
      report(
        .warning("unknown-language"), "ISO 639-2 has no language \(quoted(text.value))",
        at: text.span, hint: "write und where it is not known")
    }
    return text
  }

  /// The time of `clock`, such as `1:05`, as a project has it: hours, minutes and seconds.
  private func seconds(_ clock: String) -> String {
    let parts = clock.split(separator: ":").map(String.init)
    let units = ["h", "m", "s"].suffix(parts.count)
    guard (1...3).contains(parts.count), parts.allSatisfy({ Time(decimal: Substring($0)) != nil })
    else { return "0s" }
    let named = zip(parts, units).compactMap { part, unit in
      let number = part.drop { $0 == "0" }
      return number.isEmpty ? nil : (number.hasPrefix(".") ? "0" : "") + number + unit
    }
    return named.isEmpty ? "0s" : named.joined()
  }

  /// `clips`, or a mapping from titles to times.
  package mutating func chapters(_ node: YAMLNode) -> Located<OutputChapters>? {
    guard node.kind == .mapping else {
      if node.kind == .sequence {
        return refused(
          node, "chapters", hint: "write their titles and starts: {Intro: 0s, Proof: 2m}, or clips")
      }
      return word(node, of: ["clips"], "a rule for chapters").map { _ in
        Located(.clips, at: node.span)
      }
    }
    guard node.count <= OutputChapters.maximumCount else {
      return refused(
        .outOfRange,
        "a film has at most \(OutputChapters.maximumCount) chapters, and these are \(node.count)",
        at: node.span)
    }
    if node.count == 0 {
      return refused(
        .badValue, "there are no chapters here", at: node.span,
        hint: "write {Intro: 0s, Proof: 2m}, or leave 'chapters' out")
    }
    var marks: [ChapterMark] = []
    for (title, value) in namedEntries(of: node, "time", example: "Intro: main.start") {
      if title.value.contains(":"), title.value.allSatisfy({ "0123456789:.;".contains($0) }),
        value.kind == .scalar, let name = value.text,
        !name.contains(where: { ".:0123456789".contains($0) })
      {
        report(
          .badValue, "\(quoted(title.value)) is a time, and titles come first", at: title.span,
          hint: "write the title before its time: \(name): \(seconds(title.value))")
        continue
      }
      guard let start = positiveTime(value, "the start of a chapter", orZero: true) else {
        continue
      }
      marks.append(ChapterMark(title: title, start: start))
    }
    guard !marks.isEmpty else { return nil }
    return Located(.marks(marks), at: node.span)
  }
}
