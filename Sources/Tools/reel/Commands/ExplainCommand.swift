// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Base
import Builder
import Diagnostics
import Driver
import Explain
import Host
import Planning
import ReelKit
import RenderProtocol

/// `reel explain`: says what the next build would do, and why, without building.
struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Prints what the next build would render and reuse, and why.",
    discussion: """
      The next build is compared with the last build of each output. With a range, the pieces \
      that overlap it are printed in detail: key, contents, inputs, libavfilter graphs and \
      encoder, in the syntax of ffmpeg.
      """)

  @Argument(help: "The project file.")
  var file: String

  @Argument(
    help: ArgumentHelp(
      "A stretch of film time as a project writes it, such as 10s..20s or beach.start..",
      valueName: "range"))
  var range: String?

  @Option(help: ArgumentHelp("Only this output; may be repeated.", valueName: "name"))
  var only: [String] = []

  @Flag(name: .customLong("O0", withSingleDash: true), help: "As a build without optimizing.")
  var isPlain = false

  @Flag(help: "As a build that goes on when media break.")
  var keepGoing = false

  @Flag(help: "Tell it as JSON, one object a line.")
  var json = false

  @Option(
    name: .customLong("data"),
    help: ArgumentHelp(
      "Explain the film of each row of this CSV or JSON file, as `reel build --data` makes them.",
      valueName: "file"))
  var table: String?

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await Interruption.guarding { interruption in
      let pool = WorkerPool(limit: 1)
      interruption.atEnd { pool.shutDown() }
      guard
        let session = ProjectSession(
          file, pool: pool, options: project, interruption: interruption)
      else { return .projectIsWrong }
      guard let table else { return try await explain(nil, session) }
      guard let rows = session.rows(of: table) else { return .projectIsWrong }
      var status = ToolStatus.done
      for index in 0..<rows.count {
        status = max(status, try await explain(rows[index], session))
      }
      return status
    }
  }

  /// Explains the film of a `row`, or that of the project.
  private func explain(
    _ row: FilmRow?, _ session: ProjectSession
  ) async throws -> ToolStatus {
    var settings = CompilationOptions(isPlain: isPlain, keepGoing: keepGoing, only: only)
    settings.row = row
    let compilation = session.compilation(settings)
    if let row, !json { Terminal.output.writeLine(Terminal.printable(row.title + ":")) }
    guard let range else {
      let compiled = await compilation.plan()
      guard let plan = try session.product(of: compiled) else { return session.failureStatus }
      try await show(plan, in: nil, session, compiled.sources)
      return .done
    }
    let compiled = await compilation.plan(range: range)
    guard let (plan, time) = try session.product(of: compiled) else {
      return compiled.isQuestionWrong ? .badUsage : session.failureStatus
    }
    try await show(plan, in: time, session, compiled.sources)
    return .done
  }

  private func show(
    _ plan: BuildPlan, in range: TimeRange?, _ session: ProjectSession, _ sources: SourceMap
  ) async throws {
    var (plan, naming) = (plan, session.naming)
    naming.name(&plan)
    var forecast = session.report(on: plan, of: sources, jobs: 1, in: range)
    if let range {
      try await forecast.explanations.addMaking(of: plan, in: range, asking: session.pool)
    }
    let focuses = plan.focuses.filter { focus in range.map(focus.isShown) ?? true }
    let writer = DryRunWriter(forecast, sources: sources, focuses: focuses)
    let showsContents = range != nil
    Terminal.output.write(
      json
        ? writer.json(explains: true, isDryRun: false, showsContents: showsContents)
        : writer.text(showsContents: showsContents))
  }
}
