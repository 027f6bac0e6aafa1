// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
package import Builder
package import Diagnostics
import Driver
import Explain
package import Planning
import RenderProtocol

/// Puts a forecast into words, or into JSON.
package struct DryRunWriter {
  private let forecast: DryRunReport
  private let sources: SourceMap
  private let focuses: [PlannedFocus]

  /// - Parameter focuses: The focuses to print after the intervals.
  package init(_ forecast: DryRunReport, sources: SourceMap, focuses: [PlannedFocus] = []) {
    self.forecast = forecast
    self.sources = sources
    self.focuses = focuses
  }

  /// Every output with its intervals; with `showsContents` each by itself, with what it shows.
  package func text(showsContents: Bool = false) -> String {
    let renderer = ExplanationRenderer(sources, showsContents: showsContents)
    let intervals = zip(forecast.explanations, forecast.reasons).map { explanation, reason in
      let state = reason.map(\.words) ?? "up to date"
      let kind = explanation.kind.map { ", " + $0 } ?? ""
      return Terminal.printable("\(explanation.output) (\(explanation.file)\(kind)): \(state)")
        + "\n"
        + renderer.render(explanation.intervals)
    }.joined()
    let followed = focuses.map { focus in
      "'\(focus.name)' in \(focus.within.map { "'\($0)' in " } ?? "")\(focus.output)"
        + " from \(Shown.seconds(focus.time.start)): \(focus.words)\n"
        + "  focus: \(focus.written)\n"
    }.joined()
    return (intervals + followed).split(separator: "\n", omittingEmptySubsequences: false)
      .map { Terminal.printable(String($0)) }.joined(separator: "\n")
  }

  /// A summary of the work to do, with about the time it would take.
  package func summary(jobs: Int) -> String {
    if forecast.isUpToDate { return "nothing would be rendered: up to date\n" }
    let amount = forecast.amount
    let workers = jobs == 1 ? "1 worker" : "\(jobs) workers"
    let names = forecast.unmeasured.map { "'\(Terminal.printable($0))'" }.joined(separator: ", ")
    let rest =
      names.isEmpty
      ? "" : ", and more for \(names): nothing of that size and encoder was measured yet"
    let time =
      if amount.segments + amount.sounds == 0, amount.copiedFrames > 0 {
        "nothing is rendered"
      } else if amount.segments + amount.sounds == 0 {
        "nothing is rendered, files are only put together"
      } else if let seconds = forecast.seconds {
        "about \(Int(seconds.rounded(.up))) s with \(workers)" + rest
      } else {
        "for how long is unknown: nothing of this size and encoder was measured yet"
      }
    let segments = amount.segments == 1 ? "1 segment" : "\(amount.segments) segments"
    let copied = amount.copiedFrames > 0 ? ", copy \(amount.copiedFrames)" : ""
    let stills =
      forecast.stills == 0
      ? "" : ", draw \(forecast.stills) still\(forecast.stills == 1 ? "" : "s")"
    let sound = amount.sounds > 0 ? ", encode sound," : ""
    return
      "would render \(amount.frames) frames in \(segments)\(copied)\(stills)\(sound) and reuse "
      + "\(amount.reusedFrames) frames; \(time)\n" + table
  }

  /// A line for each output: about how large it will be, and how long all workers are at it.
  private var table: String {
    var rows: [[String]] = []
    for (estimate, explanation) in zip(forecast.estimates, forecast.explanations) {
      guard !explanation.intervals.isEmpty else { continue }
      let size = estimate.bytes.map { "about " + ProgressView.size($0) } ?? "size unknown"
      let time = estimate.seconds.map { seconds in
        seconds == 0 ? "no time" : "about \(Int(seconds.rounded(.up))) s"
      }
      rows.append([
        Terminal.printable(estimate.output), Terminal.printable(explanation.file), size,
        time ?? "time unknown",
      ])
    }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.indices.map { column in
        let space = column == 3 ? 0 : widths[column] - row[column].count
        return row[column] + String(repeating: " ", count: space)
      }
      return "  " + cells.joined(separator: "  ") + "\n"
    }.joined()
  }

  /// One object a line: `stretch` for each, where wanted, and `planned` for all of a dry run.
  package func json(explains: Bool, isDryRun: Bool, showsContents: Bool = false) -> String {
    var lines: [String] = []
    for explanation in forecast.explanations where explains {
      lines += explanation.intervals.map { interval in
        var line = IntervalLine(interval, of: explanation, sources)
        if showsContents { line.addContents(of: interval, sources) }
        return self.line(line)
      }
    }
    lines += focuses.map { line(FocusLine($0)) }
    if isDryRun { lines.append(line(PlannedLine(forecast))) }
    return lines.map { $0 + "\n" }.joined()
  }

  private func line(_ value: some Encodable) -> String {
    Shown.json(value) ?? ""
  }
}

/// The movement of an automatic focus, as a line of `--json`.
private struct FocusLine: Encodable {
  var event = EventKind.focus
  var output: String
  var name: String
  /// The nested project that shows it; missing for the film.
  var within: String?
  /// Exact seconds as text, in the time of the film or track that shows it.
  var start: String
  var end: String
  /// The focus as a project writes it.
  var focus: String

  init(_ planned: PlannedFocus) {
    (output, name, focus) = (planned.output, planned.name, planned.written)
    within = planned.within
    (start, end) = ("\(planned.time.start)", "\(planned.time.end)")
  }
}

/// The handling of an interval by a build, as a line of `--json`.
private struct IntervalLine: Encodable {
  struct Why: Encodable {
    var code: String
    var text: String
    var subject: String?
    var file: String?
    var line: Int?
  }

  struct Content: Encodable {
    var name: String
    var asset: String?
    /// Exact seconds of the source, as text; missing for stills.
    var start: String?
    var end: String?
    var file: String?
    var line: Int?
  }

  struct Chunk: Encodable {
    var key: String
    var start: String
    var end: String
    var isStored: Bool
  }

  var event = EventKind.stretch
  var output: String
  var kind: String
  var key: String
  /// Exact seconds of film time, as text.
  var start: String
  var end: String
  var count: Int64
  var status: String
  var reasons: [Why]
  /// Of an output that copies what it can, whether this is copied, and why it or a part of it is not.
  var isCopied: Bool?
  var copyObstacles: [String]?
  /// The clips and overlays in it, where a range was given.
  var contents: [Content]?
  /// The chunks of sound, where a range was given.
  var chunks: [Chunk]?
  /// The filters of the encoded frames or samples, where a range was given.
  var parts: [FilterGraphDescription.Interval]?
  /// The encoder and its options, as ffmpeg's tool takes them.
  var encoder: [String]?

  mutating func addContents(of interval: Explanation.Interval, _ sources: SourceMap) {
    contents = interval.contents.map { content in
      let place = sources.place(of: content.span)
      return Content(
        name: content.name, asset: content.asset.isEmpty ? nil : content.asset,
        start: content.source.map { "\($0.start)" }, end: content.source.map { "\($0.end)" },
        file: place?.file, line: place?.start.line)
    }
    (parts, encoder) = (interval.making?.sketch.parts, interval.making?.encoder)
    guard interval.kind == .sound else { return }
    chunks = interval.chunks.map {
      Chunk(
        key: $0.key.hex, start: "\($0.time.start)", end: "\($0.time.end)",
        isStored: $0.state == .stored)
    }
  }

  init(_ interval: Explanation.Interval, of explanation: Explanation, _ sources: SourceMap) {
    output = explanation.output
    kind = interval.kind.rawValue
    key = interval.key.hex
    (start, end) = ("\(interval.time.start)", "\(interval.time.end)")
    count = interval.count
    reasons = []
    switch interval.coding {
    case .copied(_, let obstacles):
      // Copied packets are never rendered, in the store or not.
      (isCopied, status, reasons) = (true, "copied", [])
      if !obstacles.isEmpty { copyObstacles = obstacles.map(\.text) }
      return
    case .encoded(let obstacles): (isCopied, copyObstacles) = (false, obstacles.map(\.text))
    case nil: break
    }
    switch interval.status {
    case .rendered(let why):
      status = "rendered"
      reasons = why.map { reason in
        let place = sources.place(of: reason.span)
        return Why(
          code: reason.code.rawValue, text: reason.text, subject: reason.subject,
          file: place?.file, line: place?.start.line)
      }
    case .reused: status = "reused"
    case .found: status = "found"
    case .shared: status = "shared"
    }
  }
}

/// The result of a dry run, as a line of `--json`.
private struct PlannedLine: Encodable {
  var event = EventKind.planned
  var frames: Int
  var reusedFrames: Int
  /// Of outputs that copy what they can.
  var copiedFrames: Int?
  var segments: Int
  var reusedSegments: Int
  /// About how many it would take; missing where nothing like it was measured.
  var estimatedSeconds: Double?
  /// The outputs of which that is not known, or of which it is only in part; missing for none.
  var unmeasuredOutputs: [String]?
  /// Stills that would be drawn; missing for none.
  var stills: Int?
  /// The estimates for each output.
  var outputs: [Output]

  struct Output: Encodable {
    var output: String
    /// About how large the file will be; missing where that is not known.
    var estimatedBytes: Int64?
    /// About how long all workers are at what no output before it needs; missing where nothing like it was measured.
    var estimatedSeconds: Double?
  }

  init(_ forecast: DryRunReport) {
    (frames, reusedFrames) = (forecast.amount.frames, forecast.amount.reusedFrames)
    (segments, reusedSegments) = (forecast.amount.segments, forecast.amount.reusedSegments)
    if forecast.amount.copiedFrames > 0 { copiedFrames = forecast.amount.copiedFrames }
    estimatedSeconds = forecast.seconds.map { ($0 * 1000).rounded() / 1000 }
    if !forecast.unmeasured.isEmpty { unmeasuredOutputs = forecast.unmeasured }
    if forecast.stills > 0 { stills = forecast.stills }
    outputs = forecast.estimates.map {
      Output(
        output: $0.output, estimatedBytes: $0.bytes,
        estimatedSeconds: $0.seconds.map { ($0 * 1000).rounded() / 1000 })
    }
  }
}

extension RunReason {
  /// In words, after the name of an output.
  var words: String {
    switch self {
    case .neverBuilt: "no build has made it here"
    case .inputsChanged: "what it is made of changed"
    case .outputMissing: "the file is not there"
    case .outputChanged: "the file is not as the last build left it"
    case .entryDamaged: "what is stored of it is damaged"
    }
  }
}
