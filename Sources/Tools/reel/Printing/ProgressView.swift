// SPDX-License-Identifier: Apache-2.0

import BuildSystem
package import Builder
package import Diagnostics
import Synchronization

/// Shows a build while it runs: one line that is redrawn on a terminal, plain lines elsewhere.
package final class ProgressView: Sendable {
  /// The display style of a build.
  package enum Style: Hashable, Sendable {
    /// One line, redrawn.
    case line
    /// A line for each thing that happens.
    case plain
    /// Nothing.
    case quiet
    /// One JSON object a line.
    case json
  }

  private struct State {
    var amount = BuildAmount()
    var done = 0
    var segmentsDone = 0
    var soundsDone = 0
    var verifiedDone = 0
    var phase = ""
    /// The outputs that are being put together, while others may still be rendered.
    var linking: [String] = []
    var hasLine = false
    /// The up-to-date outputs, once they are known.
    var outputs: [OutputSummary] = []
    var failures = 0
    var sharing: SharedStore.Tally?
    var isOver = false
    /// True if there was anything to do.
    var hasWork = false
    /// True if the result of that is known.
    var hasResult = false
    var heading: String?
    var drawn: ContinuousClock.Instant?
  }

  private let style: Style
  private let project: String
  /// True if reused artifacts are verified.
  private let verifies: Bool
  private let terminal: Terminal
  private let start = ContinuousClock.now
  private let state: Mutex<State>

  /// Shows the build of `project` in `style`; `heading` is a line to be said before anything else
  /// is, if there is anything to be done.
  package init(
    _ style: Style, project: String, verifies: Bool = false, terminal: Terminal = .output,
    heading: String? = nil
  ) {
    self.style = style
    self.verifies = verifies
    self.project = project
    self.terminal = terminal
    state = Mutex(State(heading: heading))
  }

  /// True if there was anything to do so far.
  package var hasWork: Bool { state.withLock { $0.hasWork } }

  /// Says the heading, unless that was done.
  package func sayHeading() { state.withLock { sayHeading(&$0) } }

  private func sayHeading(_ state: inout State) {
    if let heading = state.heading, style == .line || style == .plain {
      terminal.writeLine(Terminal.printable(heading))
    }
    state.heading = nil
  }

  /// Takes note of an event; may be called from anywhere.
  package func show(_ event: BuildEvent) {
    if style == .quiet { return }
    state.withLock { state in
      if state.isOver { return }
      switch event {
      case .waiting:
        sayHeading(&state)
        state.phase = "waiting for another build"
      case .planned(let amount):
        sayHeading(&state)
        state.amount = amount
        state.phase = "rendering"
        state.hasWork = true
      case .progress(let done): state.done = max(state.done, done)
      case .stored(_, let isPicture), .fetched(_, _, let isPicture, _):
        if isPicture { state.segmentsDone += 1 } else { state.soundsDone += 1 }
      case .verified: state.verifiedDone += 1
      case .linking(let output): state.linking.append(output)
      case .finished(let output): state.linking.removeAll { $0 == output.name }
      }
      switch style {
      case .quiet: break
      case .json:
        write(ProgressEvent(event, project: project, elapsed: elapsed, state.amount))
      case .plain: showPlain(event)
      case .line: draw(event, &state)
      }
    }
  }

  /// Removes the redrawn line, so that other text can follow.
  package func clear() {
    state.withLock {
      if $0.hasLine { terminal.write("\r\u{1B}[K") }
      $0.hasLine = false
    }
  }

  /// Says what is wrong, as events; for people there are diagnostics.
  package func show(_ problems: [BuildProblem], in sources: SourceMap = SourceMap()) {
    guard style == .json else { return }
    state.withLock { state in
      if state.isOver { return }
      for problem in problems {
        if problem.diagnostic.severity == .error { state.failures += 1 }
        write(ProblemEvent(problem, in: sources, project: project, elapsed: elapsed))
      }
    }
  }

  /// Writes the final event; no events follow.
  package func end(_ status: ToolStatus) {
    state.withLock { state in
      if style == .json, !state.isOver {
        let isCut = state.hasWork && !state.hasResult
        write(
          DoneEvent(
            status, state.outputs, isCut ? nil : state.amount, failures: state.failures,
            verifies: verifies, store: state.sharing, project: project, elapsed: elapsed))
      }
      state.isOver = true
    }
  }

  private func write(_ event: some Encodable) {
    if let line = Shown.json(event) { terminal.writeLine(line) }
  }

  /// Says what came of the build.
  package func finish(_ result: Build.Result) {
    clear()
    state.withLock {
      $0.hasResult = true
      $0.outputs = result.outputs
      $0.amount = result.amount
      $0.sharing = result.sharing?.tally
    }
    guard style == .line || style == .plain else { return }
    let made = result.outputs.filter { $0.reason != nil }
    guard result.status == .done else {
      // Beside what failed, these files are new.
      for output in made where output.isWritten { writeLine(of: output) }
      return
    }
    if made.isEmpty, !result.outputs.isEmpty {
      let names = result.outputs.map { Terminal.printable($0.file) }.joined(separator: ", ")
      terminal.writeLine("\(names): up to date")
      if verifies { terminal.writeLine(verified(result.amount)) }
      return
    }
    for output in made { writeLine(of: output) }
    let amount = result.amount
    var parts: [String] = []
    if amount.frames + amount.reusedFrames + amount.fetchedFrames + amount.copiedFrames > 0 {
      parts.append("\(amount.frames) frames rendered, \(amount.reusedFrames) reused")
      if amount.copiedFrames > 0 { parts.append("\(amount.copiedFrames) copied") }
      if amount.fetchedFrames > 0 { parts.append("\(amount.fetchedFrames) fetched") }
    }
    if amount.mixing + amount.reusedSound + amount.fetchedSound > 0 {
      let (mixed, reused, fetched) = (
        ProgressView.seconds(.milliseconds(10 * amount.mixing)),
        ProgressView.seconds(.milliseconds(10 * amount.reusedSound)),
        ProgressView.seconds(.milliseconds(10 * amount.fetchedSound))
      )
      parts.append("\(mixed) of sound mixed, \(reused) reused")
      if amount.fetchedSound > 0 { parts.append("\(fetched) fetched") }
    }
    parts.append(ProgressView.seconds(elapsed))
    terminal.writeLine(parts.joined(separator: ", "))
    if verifies { terminal.writeLine(verified(amount)) }
  }

  /// Says that an output was made.
  private func writeLine(of output: OutputSummary) {
    let size = ProgressView.size(output.bytes)
    let verb = output.isWritten ? "wrote" : "unchanged"
    let frames = output.frames > 1 ? ", \(output.frames) frames" : ""
    terminal.writeLine("\(verb) \(Terminal.printable(output.file)): \(size)\(frames)")
  }

  /// The state of an output, in a few words.
  package static func state(of output: OutputSummary) -> String {
    guard output.reason != nil else { return "up to date" }
    let frames = output.frames > 1 ? ", \(output.frames) frames" : ""
    return "\(output.isWritten ? "wrote" : "unchanged") \(size(output.bytes))\(frames)"
  }

  private func verified(_ amount: BuildAmount) -> String {
    if amount.reusedPieces == 0 {
      return "nothing was reused, so nothing is verified; build again to verify what was made now"
    }
    return "verified \(amount.verified) of \(amount.reusedPieces) reused pieces: "
      + "rendered anew they are the same"
  }

  private var elapsed: Duration { start.duration(to: .now) }

  private func showPlain(_ event: BuildEvent) {
    switch event {
    case .waiting: terminal.writeLine("waiting for another build of this folder")
    case .planned(let amount):
      if amount.segments > 0 {
        terminal.writeLine(
          "rendering \(amount.frames) frames; \(amount.reusedFrames) are there already")
      }
      if amount.sounds > 0 {
        let (mixing, reused) = (
          ProgressView.seconds(.milliseconds(10 * amount.mixing)),
          ProgressView.seconds(.milliseconds(10 * amount.reusedSound))
        )
        terminal.writeLine("mixing \(mixing) of sound; \(reused) are there already")
      }
      if amount.verified > 0 {
        terminal.writeLine("verifying \(amount.verified) of \(amount.reusedPieces) reused pieces")
      }
    default: break
    }
  }

  private func draw(_ event: BuildEvent, _ state: inout State) {
    let now = ContinuousClock.now
    if case .progress = event, let drawn = state.drawn, drawn.duration(to: now) < .milliseconds(80)
    {
      return
    }
    if case .finished = event { return }
    state.drawn = now
    state.hasLine = true
    // A line that wraps could not be redrawn.
    terminal.write("\r\u{1B}[K" + ProgressView.line(parts(state), width: terminal.width - 1))
  }

  /// As many of `parts`, from the first, as `width` columns hold; the first is cut off if it must be.
  package static func line(_ parts: [String], width: Int) -> String {
    var line = ""
    for part in parts {
      let longer = line.isEmpty ? part : line + "  " + part
      guard line.isEmpty || TimelineTable.columns(of: longer) <= width else { break }
      line = longer
    }
    return TimelineTable.cut(line, to: max(1, width))
  }

  /// The parts of the line, the most important first.
  private func parts(_ state: State) -> [String] {
    let total = state.amount.total
    let names = state.linking.map(Terminal.printable).joined(separator: ", ")
    let linking = names.isEmpty ? [] : ["linking \(names)"]
    // Of several outputs one may be put together while another is still rendered.
    guard state.phase == "rendering", total > 0, linking.isEmpty || state.done < total else {
      return linking.isEmpty ? [Terminal.printable(state.phase)] : linking
    }
    var line = ["rendering \(state.done * 100 / total) %"] + linking
    let seconds = elapsed / .seconds(1)
    if state.done > 0, seconds > 0.5 {
      let rate = Double(state.done) / seconds
      if state.amount.allFrames > 0 { line.append("\(Int(rate.rounded())) fps") }
      line.append("ETA \(ProgressView.clock(Double(total - state.done) / rate))")
    }
    var parts: [String] = []
    if state.amount.segments > 0 {
      parts.append("\(state.segmentsDone) of \(state.amount.segments) segments")
    }
    if state.amount.reusedSegments > 0 { parts.append("\(state.amount.reusedSegments) reused") }
    if state.amount.sounds > state.soundsDone {
      parts.append("sound \(state.soundsDone) of \(state.amount.sounds)")
    }
    if state.amount.verified > 0 {
      parts.append("verified \(state.verifiedDone) of \(state.amount.verified)")
    }
    return parts.isEmpty ? line : line + [parts.joined(separator: ", ")]
  }

  /// Seconds to wait as minutes and seconds, such as `1:05`.
  package static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 359_999).rounded(.up))
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }

  /// A number of bytes for people, such as `12.3 MB`.
  package static func size(_ bytes: Int64) -> String {
    if bytes < 1000 { return "\(bytes) bytes" }
    var tenths = (bytes + 50) / 100
    var units = ["kB", "MB", "GB", "TB"][...]
    while tenths >= 10_000, units.count > 1 {
      tenths = (tenths + 500) / 1000
      units = units.dropFirst()
    }
    return "\(tenths / 10).\(tenths % 10) \(units.first ?? "TB")"
  }

  /// A duration for people, such as `3.2 s`.
  package static func seconds(_ duration: Duration) -> String {
    let tenths = Int((duration / .milliseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
