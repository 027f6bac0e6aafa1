// SPDX-License-Identifier: Apache-2.0

import Actions
import ArgumentParser
import Compiler
import Diagnostics

/// `reel build`: makes the films of projects.
struct BuildCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Makes the outputs of projects.",
    discussion: """
      Only what has changed is rendered; everything else comes from the folder '.reel' beside the \
      project, which may be deleted at any time.
      """)

  @Argument(help: "Project files.")
  var files: [String]

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Another file for the project's single output.", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("Make only this output; may be repeated.", valueName: "name"))
  var only: [String] = []

  @Flag(name: .customLong("O0", withSingleDash: true), help: "Do not optimize.")
  var isPlain = false

  @Flag(help: "Go on when media break: hold the last good frame, and make what else can be made.")
  var keepGoing = false

  @Flag(help: "Tell what happens as JSON, one object a line.")
  var json = false

  @Flag(help: "Tell for each segment whether it is rendered or reused, and why.")
  var explain = false

  @Flag(help: "Only tell what would be rendered, and about how long it would take.")
  var dryRun = false

  @Flag(exclusivity: .exclusive)
  var verification: Verification?

  @Option(
    help: ArgumentHelp(
      "Tell make or ninja in this file what the outputs are made of.", valueName: "file"))
  var depfile: String?

  @OptionGroup var jobs: JobOptions
  @OptionGroup var project: ProjectOptions

  func validate() throws {
    if output != nil, files.count > 1 {
      throw ValidationError("--output is for one project, not \(files.count)")
    }
    if dryRun, verification != nil {
      throw ValidationError("--dry-run renders nothing, so that nothing can be verified")
    }
  }

  func run() async throws {
    try await Interruption.guarding { interruption in
      let pool = jobs.pool()
      interruption.atEnd { pool.shutDown() }
      var status = ToolStatus.done
      var rule = DependencyFile()
      for file in files {
        status = max(status, try await build(file, pool, interruption, &rule))
        if status != .done, !keepGoing { break }
      }
      return status == .done ? writeDependencies(rule) : status
    }
  }

  private func build(
    _ file: String, _ pool: WorkerPool, _ interruption: Interruption,
    _ rule: inout DependencyFile
  ) async throws -> ToolStatus {
    let view = ProgressView(style, project: file, verifies: verification != nil)
    defer { view.clear() }
    interruption.onCome { [quiet = project.quiet] in
      view.clear()
      view.end(.interrupted)
      if !quiet { Terminal.errors.writeLine("interrupted; the next build goes on from here") }
    }
    let status = try await build(file, pool, interruption, view, &rule)
    view.end(status)
    return status
  }

  private func build(
    _ file: String, _ pool: WorkerPool, _ interruption: Interruption, _ view: ProgressView,
    _ rule: inout DependencyFile
  ) async throws -> ToolStatus {
    let target = try output.map { try PathPolicy.fromWorkingFolder($0) }
    guard
      let session = ProjectSession(
        file, output: target, pool: pool, options: project, interruption: interruption,
        onProblem: { view.tell([BuildProblem($0)]) })
    else { return .projectIsWrong }
    var settings = CompilationOptions()
    settings.optimizes = !isPlain
    settings.keepsGoing = keepGoing
    settings.only = only.isEmpty ? nil : only
    settings.outputFile = target
    let compiled = await session.compilation(settings).plan()
    view.tell(compiled.diagnostics.map { BuildProblem($0) }, in: compiled.sources)
    guard let plan = try session.product(of: compiled) else { return session.failureStatus }
    guard depend(plan, session, view, &rule) else { return .projectIsWrong }

    let text = compiled.sources.files.first?.text ?? []
    if explain || dryRun {
      let forecast = Forecast(plan, folder: session.folder, text: text, jobs: jobs.count)
      let writer = ForecastWriter(forecast, sources: compiled.sources)
      if json { Terminal.output.write(writer.json(explains: explain, isDryRun: dryRun)) }
      if !json, explain { Terminal.output.write(writer.text()) }
      if !json, dryRun { Terminal.output.write(writer.summary(jobs: jobs.count)) }
      if dryRun { return .done }
    }
    let build = Build(
      plan: plan, folder: session.folder, pool: pool, sources: session.world.watch,
      jobs: jobs.count,
      memory: PieceMemory(facts: { [world = session.world] in world.pictures(of: $0) }),
      keepsGoing: keepGoing, text: text, verification: verification, report: { view.show($0) })
    let result = try await build.run()
    view.finish(result)
    let problems = result.problems(in: plan)
    view.tell(problems, in: compiled.sources)
    var sink = DiagnosticSink()
    for problem in problems { sink.report(problem.diagnostic) }
    project.show(sink.diagnostics, in: compiled.sources)
    return result.status
  }

  private var style: ProgressView.Style {
    if json { return .json }
    if project.quiet { return .quiet }
    return Terminal.output.isInteractive ? .line : .plain
  }
}
