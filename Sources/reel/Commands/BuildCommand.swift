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

  @OptionGroup var jobs: JobOptions
  @OptionGroup var project: ProjectOptions

  func validate() throws {
    if output != nil, files.count > 1 {
      throw ValidationError("--output is for one project, not \(files.count)")
    }
  }

  func run() async throws {
    try await Interruption.guarding { interruption in
      let pool = WorkerPool(limit: jobs.count) { () throws(RenderFailure) in
        try WorkerCommand.find()
      }
      interruption.atEnd { pool.shutDown() }
      var status = ToolStatus.done
      for file in files {
        status = max(status, try await build(file, pool, interruption))
        if status != .done, !keepGoing { break }
      }
      return status
    }
  }

  private func build(
    _ file: String, _ pool: WorkerPool, _ interruption: Interruption
  ) async throws -> ToolStatus {
    let target = try output.map { try PathPolicy.fromWorkingFolder($0) }
    guard
      let session = ProjectSession(
        file, output: target, pool: pool, options: project, interruption: interruption)
    else { return .projectIsWrong }
    var settings = CompilationOptions()
    settings.optimizes = !isPlain
    settings.keepsGoing = keepGoing
    settings.only = only.isEmpty ? nil : only
    settings.outputFile = target
    let compiled = await session.compilation(settings).plan()
    guard let plan = try session.product(of: compiled) else { return session.failureStatus }

    let view = ProgressView(style, project: file)
    defer { view.clear() }
    let build = Build(
      plan: plan, folder: session.folder, pool: pool, sources: session.world.watch,
      jobs: jobs.count, keepsGoing: keepGoing, report: { view.show($0) })
    let result = try await build.run()
    view.finish(result)
    var sink = DiagnosticSink()
    for note in result.notes { sink.report(.carriedOn(note, in: plan.origins)) }
    for failure in result.failures { sink.report(.broken(failure, in: plan.origins)) }
    project.show(sink.diagnostics, in: compiled.sources)
    return result.failures.reduce(.done) { max($0, ToolStatus($1.failure)) }
  }

  private var style: ProgressView.Style {
    if json { return .json }
    if project.quiet { return .quiet }
    return Terminal.output.isInteractive ? .line : .plain
  }
}
