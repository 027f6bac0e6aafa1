// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Diagnostics
import Driver
import ReelKit
import RenderGraph
import RenderProtocol

/// `reel graph`: shows what the compiler made of a project.
struct GraphCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph", abstract: "Prints the render graph of a project.")

  @Argument(help: "The project file.")
  var file: String

  @Flag(help: "Print it for Graphviz.")
  var dot = false

  @Option(help: ArgumentHelp("The graph as it enters this pass.", valueName: "pass"))
  var before: String?

  @Option(help: ArgumentHelp("The graph as it leaves this pass.", valueName: "pass"))
  var after: String?

  @Flag(name: .customLong("O0", withSingleDash: true), help: "Do not optimize.")
  var isPlain = false

  @Option(
    help: ArgumentHelp("The output whose graph it is; the first unless given.", valueName: "name"))
  var output: String?

  @OptionGroup var project: ProjectOptions

  func validate() throws {
    if before != nil, after != nil {
      throw ValidationError("--before and --after exclude each other")
    }
  }

  func run() async throws {
    try await Interruption.guarding { interruption in
      guard
        let session = ProjectSession.asking(file, options: project, interruption: interruption)
      else { return .projectIsWrong }
      let settings = CompilationOptions(isPlain: isPlain, only: output.map { [$0] } ?? [])
      let stage: GraphStage =
        before.map { .before($0) } ?? after.map { .after($0) } ?? .final
      let result = await session.compilation(settings).graph(at: stage)
      guard let graph = try session.product(of: result) else {
        guard !result.hasErrors, let pass = before ?? after else { return session.failureStatus }
        project.show(
          Diagnostic(
            code: .error("unknown-pass"), message: "no pass '\(pass)' is run",
            hint: "those that are run: \(settings.passNames.joined(separator: ", "))"))
        return .badUsage
      }
      Terminal.output.write(dot ? DOTPrinter().print(graph) : GraphPrinter(.readable).print(graph))
      return .done
    }
  }
}
