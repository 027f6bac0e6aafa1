// SPDX-License-Identifier: Apache-2.0

import Base
public import Diagnostics
import Planning

/// Writes explanations for people.
///
///        0.000 s ..  4.000 s  reused
///        4.000 s ..  8.000 s  rendered  text of overlay 'headline' changed (trip.reel.yaml:14)
///        8.000 s .. 60.000 s  reused    13 segments
///                      sound  rendered  volume of clip 'song' changed: 0.5 was 0.4 (trip.reel.yaml:9)
///
/// Neighbours that are alike take one line.
public struct ExplanationRenderer: Sendable {
  private let sources: SourceMap
  private let showsContents: Bool

  /// A renderer that finds lines in `sources`; with `showsContents` every interval is written separately, with its
  /// contents.
  public init(_ sources: SourceMap, showsContents: Bool = false) {
    self.sources = sources
    self.showsContents = showsContents
  }

  /// The intervals, a line for each run of them that are alike.
  public func render(_ intervals: [Explanation.Interval]) -> String {
    let rows = showsContents ? intervals.map { Row($0) } : ExplanationRenderer.rows(of: intervals)
    let ends = rows.map { $0.time.end }.max() ?? .zero
    let width = Reason.seconds(ends).count
    return rows.map { line($0, width) }.joined()
  }

  /// A reason with its place, such as `text of overlay 'headline' changed (trip.reel.yaml:14)`.
  public func words(_ reason: Reason) -> String {
    let about = [reason.subject, place(reason.span)].compactMap { $0 }
    return reason.text + (about.isEmpty ? "" : " (\(about.joined(separator: ", ")))")
  }

  /// The file and line of `span`.
  private func place(_ span: Span?) -> String? {
    sources.place(of: span).map { "\($0.file):\($0.start.line)" }
  }

  private struct Row {
    var kind: OutputPiece.Kind
    var time: TimeRange
    var status: Explanation.Status
    var coding: Explanation.Coding?
    var count = 1
    var contents: [Explanation.Content]
    var chunks: [Explanation.Chunk]
    var making: Explanation.Making?
    var key: Fingerprint

    init(_ interval: Explanation.Interval) {
      kind = interval.kind
      time = interval.time
      status = interval.status
      coding = interval.coding
      contents = interval.contents
      chunks = interval.chunks
      making = interval.making
      key = interval.key
    }
  }

  private static func rows(of intervals: [Explanation.Interval]) -> [Row] {
    var rows: [Row] = []
    for interval in intervals {
      if let last = rows.last, last.kind == interval.kind, last.status == interval.status,
        last.coding == interval.coding,
        last.time.end == interval.time.start
      {
        rows[rows.count - 1].time.end = interval.time.end
        rows[rows.count - 1].count += 1
      } else {
        rows.append(Row(interval))
      }
    }
    return rows
  }

  private func line(_ row: Row, _ width: Int) -> String {
    func padded(_ time: Time) -> String {
      let text = Reason.seconds(time)
      return String(repeating: " ", count: max(0, width - text.count)) + text
    }
    var place = "\(padded(row.time.start)) .. \(padded(row.time.end))"
    if row.kind == .still { place = padded(row.time.start) }
    if row.kind == .sound { place = "sound" }
    let blank = String(repeating: " ", count: max(0, 2 * width + 4 - place.count))
    let head = "  \(blank)\(place)  "
    var words = self.words(row)
    if row.count > 1 {
      words[0] = "\(row.count) segments" + (words[0].isEmpty ? "" : ": \(words[0])")
    }
    var status = if case .rendered = row.status { "rendered" } else { "reused  " }
    switch row.coding {
    case .copied(let rest, let obstacles) where rest > .zero:
      let encoded =
        ["but \(Reason.seconds(rest)), which is encoded"] + obstacles.map { self.words($0) }
      (status, words) = (
        "copied  ", [encoded.joined(separator: ": ")] + words.filter { !$0.isEmpty }
      )
    case .copied:
      // Nothing is rendered for it, whatever is remembered of it.
      (status, words) = ("copied  ", [row.count > 1 ? "\(row.count) segments" : ""])
    case .encoded(let obstacles):
      let word = "encoded: " + obstacles.map { self.words($0) }.joined(separator: "; ")
      words = words == [""] ? [word] : words + [word]
    case nil: break
    }
    let indent = String(repeating: " ", count: head.count + status.count)
    var lines = words.enumerated().map { ($0 == 0 ? head + status : indent) + "  " + $1 }
    if showsContents {
      let margin = String(repeating: " ", count: head.count)
      let time = row.kind == .sound ? "\(Reason.range(row.time)), " : ""
      lines.append("\(margin)\(time)key \(row.key.short)")
      lines += row.contents.map { margin + self.words($0) }
      lines += row.chunks.map { margin + self.words($0) }
      lines += (row.making?.lines ?? []).map { margin + $0 }
    }
    return lines.map { line in
      // Names of files may have line breaks.
      var line = line.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: "\\n")
      while line.hasSuffix(" ") { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  private func words(_ row: Row) -> [String] {
    switch row.status {
    case .reused: return [""]
    case .found: return ["from an earlier build"]
    case .shared(let output): return ["the same as another stretch of output '\(output)'"]
    case .rendered(let reasons):
      var words = reasons.prefix(4).map { self.words($0) }
      let rest = reasons.count - words.count
      if rest > 0 { words.append("and \(rest) more reason\(rest == 1 ? "" : "s")") }
      return words
    }
  }

  private func words(_ obstacle: CopyObstacle) -> String {
    obstacle.text + (place(obstacle.span).map { " (\($0))" } ?? "")
  }

  private func words(_ content: Explanation.Content) -> String {
    var words = content.name
    if !content.asset.isEmpty { words += " '\(content.asset)'" }
    if let source = content.source { words += " \(Reason.range(source))" }
    return words + (place(content.span).map { " (\($0))" } ?? "")
  }

  private func words(_ chunk: Explanation.Chunk) -> String {
    let state =
      switch chunk.state {
      case .stored: "stored"
      case .missing: "not stored"
      case .damaged: "damaged"
      }
    return "mixed \(Reason.range(chunk.time)), \(state), key \(chunk.key.short)"
  }
}
