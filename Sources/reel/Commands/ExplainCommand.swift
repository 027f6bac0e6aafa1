// SPDX-License-Identifier: Apache-2.0

import Actions
import ArgumentParser
import Compiler
import Diagnostics

/// `reel explain`: says what the next build would do, and why, without building.
struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Tells what the next build would render and reuse, and why.",
    discussion: "What a build does is compared with what the outputs were last made of.")

  @Argument(help: "The project file.")
  var file: String

  @Option(help: ArgumentHelp("Only this output; may be repeated.", valueName: "name"))
  var only: [String] = []

  @Flag(name: .customLong("O0", withSingleDash: true), help: "As a build without optimizing.")
  var isPlain = false

  @Flag(help: "As a build that goes on when media break.")
  var keepGoing = false

  @Flag(help: "Tell it as JSON, one object a line.")
  var json = false

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await Interruption.guarding { interruption in
      let pool = WorkerPool(limit: 1) { () throws(RenderFailure) in try WorkerCommand.find() }
      interruption.atEnd { pool.shutDown() }
      guard
        let session = ProjectSession(
          file, pool: pool, options: project, interruption: interruption)
      else { return .projectIsWrong }
      var settings = CompilationOptions()
      settings.optimizes = !isPlain
      settings.keepsGoing = keepGoing
      settings.only = only.isEmpty ? nil : only
      let compiled = await session.compilation(settings).plan()
      guard let plan = try session.product(of: compiled) else { return session.failureStatus }
      let text = compiled.sources.files.first?.text ?? []
      let forecast = Forecast(plan, folder: session.folder, text: text, jobs: 1)
      let writer = ForecastWriter(forecast, sources: compiled.sources)
      Terminal.output.write(
        json ? writer.json(explains: true, isDryRun: false) : writer.text())
      return .done
    }
  }
}
