// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Base
import Diagnostics
import Driver
import Host
import ReelKit
import RenderProtocol

/// `reel check`: finds everything that is wrong with projects.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Finds what is wrong with projects, without rendering.")

  @Argument(help: "Project files.")
  var files: [String]

  @Flag(name: .shortAndLong, help: "Also show the timeline and which files are made.")
  var verbose = false

  @Flag(help: "Print the projects as YAML, with values in place and rows written out.")
  var expanded = false

  @Option(
    name: .customLong("data"),
    help: ArgumentHelp(
      "Check the film of each row of this CSV or JSON file, as `reel build --data` makes them.",
      valueName: "file"))
  var table: String?

  @OptionGroup var jobs: JobOptions
  @OptionGroup var project: ProjectOptions

  func validate() throws {
    if table != nil, files.count > 1 {
      throw ValidationError("--data is for one project, not \(files.count)")
    }
  }

  func run() async throws {
    try await Interruption.guarding { interruption in
      let pool = jobs.pool()
      interruption.atEnd { pool.shutDown() }
      var status = ToolStatus.done
      for file in files {
        if let table {
          status = try await check(file, rowsOf: table, pool, interruption)
        } else {
          status = max(status, try await check(file, pool, interruption))
        }
      }
      return status
    }
  }

  /// Checks the film of each row of `table`; what is wrong with one is told, and the others are checked.
  private func check(
    _ file: String, rowsOf table: String, _ pool: WorkerPool, _ interruption: Interruption
  ) async throws -> ToolStatus {
    guard
      let session = ProjectSession(
        file, pool: pool, options: project, interruption: interruption),
      let rows = session.rows(of: table)
    else { return .projectIsWrong }
    var messages = RowMessages()
    var outputs = RowFiles()
    var right = 0
    for index in 0..<rows.count {
      try Task.checkCancellation()
      var settings = CompilationOptions()
      settings.row = rows[index]
      let compilation = session.compilation(settings)
      if expanded, let text = compilation.expanded().product {
        Terminal.output.write("# \(rows[index].title)\n" + text)
      }
      let compiled = await compilation.check()
      let shared = (compiled.product?.outputs ?? []).compactMap {
        outputs.add(
          $0.path, named: $0.file, at: $0.span, in: compiled.sources, of: rows[index])
      }
      let fresh = messages.fresh(compiled.diagnostics + shared)
      guard let summary = compiled.product, shared.isEmpty else {
        project.show(messages.shown(fresh, ofWrong: rows[index]), in: compiled.sources)
        if session.failureStatus == .machineFailed { return .machineFailed }
        continue
      }
      project.show(fresh, in: compiled.sources)
      right += 1
      warn(of: summary, in: compiled.sources, session)
      if verbose, !project.quiet, !expanded { show(summary, of: "\(file), \(rows[index].title)") }
    }
    if let conclusion = messages.conclusion(in: rows) { project.show(conclusion) }
    if !project.quiet, !expanded {
      let count = rows.count == 1 ? "1 row" : "\(rows.count) rows"
      let rest = right == rows.count ? "" : ", \(rows.count - right) wrong"
      Terminal.output.writeLine(Terminal.printable("\(file): \(count), \(right) right\(rest)"))
    }
    return right == rows.count ? .done : .projectIsWrong
  }

  /// Warns of files that a build would not overwrite: the project is right, and a build may be meant to be forced.
  private func warn(
    of summary: ProjectSummary, in sources: SourceMap, _ session: ProjectSession
  ) {
    project.show(session.warnings(of: summary), in: sources)
  }

  private func check(
    _ file: String, _ pool: WorkerPool, _ interruption: Interruption
  ) async throws -> ToolStatus {
    guard
      let session = ProjectSession(
        file, pool: pool, options: project, interruption: interruption)
    else { return .projectIsWrong }
    if expanded, let text = session.compilation().expanded().product { Terminal.output.write(text) }
    let compiled = await session.compilation().check()
    guard let summary = try session.product(of: compiled) else { return session.failureStatus }
    warn(of: summary, in: compiled.sources, session)
    if !project.quiet, !expanded { show(summary, of: file) }
    return .done
  }

  private func show(_ summary: ProjectSummary, of file: String) {
    let canvas = summary.canvas
    let clips = summary.clipCount == 1 ? "1 clip" : "\(summary.clipCount) clips"
    var lines = [
      "\(file): \(clips), \(Shown.seconds(summary.duration)), \(summary.frameCount) frames, "
        + "\(canvas.size.width)x\(canvas.size.height) at \(canvas.rate)"
        + (verbose
          ? ", \(canvas.color.depth) bits, \(canvas.color.shownName), \(canvas.layout.rawValue)"
          : "")
    ].map(Terminal.printable)
    if verbose { lines += timeline(summary) }
    for line in lines { Terminal.output.writeLine(line) }
  }

  /// The table, the bars where someone looks at a terminal, and the outputs.
  private func timeline(_ summary: ProjectSummary) -> [String] {
    let width = Terminal.output.isInteractive ? Terminal.output.width : nil
    let entries = summary.entries
    var lines = TimelineTable(entries: entries, duration: summary.duration).lines(width: width)
    if let width {
      let bars = TimelineBars(entries: entries, duration: summary.duration, width: width)
      lines += [""] + bars.lines() + [""]
    }
    if !summary.outputs.isEmpty { lines.append("outputs") }
    let nameWidth = summary.outputs.map { TimelineTable.columns(of: $0.name) }.max() ?? 0
    for (output, particulars) in zip(summary.outputs, summary.particulars) {
      let name = TimelineTable.padded(output.name, to: nameWidth)
      let words = particulars.isEmpty ? "" : "  " + particulars.joined(separator: ", ")
      lines.append(Terminal.printable("  \(name)  \(output.file)\(words)"))
    }
    for other in summary.others where !other.entries.isEmpty {
      let names = other.outputs.joined(separator: ", ")
      lines.append(Terminal.printable("otherwise in \(names)"))
      lines += TimelineTable(entries: other.entries, duration: summary.duration).lines(width: width)
    }
    return lines
  }
}

extension CanvasColor {
  /// The name in projects, such as `hlg`.
  var shownName: String {
    let name =
      switch (matrix, tags.transfer) {
      case (.bt709, _): "bt709"
      case (.bt601, _): "bt601"
      case (.bt2020, "arib-std-b67"): "hlg"
      case (.bt2020, "smpte2084"): "pq"
      case (.bt2020, _): "bt2020"
      }
    return name + (isFullRange ? " in full range" : "")
  }
}
