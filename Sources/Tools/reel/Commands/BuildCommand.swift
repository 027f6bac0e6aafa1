// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Builder
import Diagnostics
import Driver
import Explain
import Host
import ReelKit
import RenderProtocol

/// `reel build`: makes the films of projects.
struct BuildCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Makes the outputs of projects.",
    discussion: """
      Only what has changed is rendered; everything else comes from the folder '.reel' beside the \
      project, or the one that --cache names, which may be deleted at any time.
      """)

  @Argument(help: "Project files.")
  var files: [String]

  @Flag(
    help: """
      Print what would be made, and as far as anything like it was made here how large it would be and how long it \
      would take, without rendering anything.
      """)
  var dryRun = false

  @Flag(
    help: """
      With --dry-run: make some pieces of what is like nothing that was made here, to see what they take; a build \
      reuses them.
      """)
  var measure = false

  @Flag(exclusivity: .exclusive)
  var verification: Verification?

  @Option(
    help: ArgumentHelp(
      "Tell make or ninja in this file what the outputs are made of.", valueName: "file"))
  var depfile: String?

  @Option(
    name: .customLong("data"),
    help: ArgumentHelp(
      """
      Make a film for each row of this CSV or JSON file: its columns are parameters of the project, \
      and outputs are named by them, such as out/${name}.mp4.
      """, valueName: "file"))
  var table: String?

  @OptionGroup var options: BuildOptions

  func validate() throws {
    try options.validate(files)
    if table != nil, files.count > 1 {
      throw ValidationError("--data is for one project, not \(files.count)")
    }
    if table != nil, options.output != nil {
      throw ValidationError("with --data each row has an output of its own: name it in the project")
    }
    if table != nil, verification != nil {
      throw ValidationError("films of --data are not verified; verify one with --set")
    }
    if measure, !dryRun { throw ValidationError("--measure is for --dry-run") }
    if dryRun, verification != nil {
      throw ValidationError("--dry-run renders nothing, so that nothing can be verified")
    }
  }

  func run() async throws {
    try await Interruption.guarding { interruption in
      let pool = options.jobs.pool()
      interruption.atEnd { pool.shutDown() }
      let store = options.sharing.store
      interruption.atEnd { store?.shutDown() }
      if let table {
        var rule = DependencyFile()
        let batch = FilmBatch(command: self, file: files[0], table: table)
        let status = try await batch.run(pool, store, interruption, &rule)
        return status == .done ? writeDependencies(rule) : status
      }
      if let shared = SharedOutput.find(among: files, options, pool, interruption) {
        options.project.show(shared.diagnostic)
        let view = ProgressView(options.style, project: shared.projects[1])
        view.show([BuildProblem(shared.diagnostic)])
        view.end(.projectIsWrong)
        return .projectIsWrong
      }
      var status = ToolStatus.done
      var rule = DependencyFile()
      for file in files {
        status = max(status, try await build(file, pool, store, interruption, &rule))
        if status != .done, !options.keepGoing { break }
      }
      return status == .done ? writeDependencies(rule) : status
    }
  }

  private func build(
    _ file: String, _ pool: WorkerPool, _ store: SharedStore?, _ interruption: Interruption,
    _ rule: inout DependencyFile
  ) async throws -> ToolStatus {
    let view = ProgressView(options.style, project: file, verifies: verification != nil)
    defer { view.clear() }
    interruption.onCome { [quiet = options.project.quiet] in
      view.clear()
      view.end(.interrupted)
      if !quiet { Terminal.errors.writeLine("interrupted; the next build goes on from here") }
    }
    let status = try await build(file, pool, store, interruption, view, &rule)
    view.end(status)
    return status
  }

  private func build(
    _ file: String, _ pool: WorkerPool, _ store: SharedStore?, _ interruption: Interruption,
    _ view: ProgressView, _ rule: inout DependencyFile
  ) async throws -> ToolStatus {
    let target = try options.target()
    guard
      let session = ProjectSession(
        file, output: target, pool: pool, options: options.project, interruption: interruption,
        onProblem: { view.show([BuildProblem($0)]) })
    else { return .projectIsWrong }
    let compiled = await options.compile(session, target: target)
    view.show(compiled.diagnostics.map { BuildProblem($0) }, in: compiled.sources)
    guard let plan = try session.product(of: compiled) else { return session.failureStatus }
    var (named, naming) = (plan, session.naming)
    naming.name(&named)
    guard depend(named, session, view, &rule) else { return .projectIsWrong }
    if dryRun {
      var costs = CostTable()
      try await options.foretell(
        named, of: compiled.sources, in: session, measures: measure, &costs)
      return .done
    }
    options.explain(named, of: compiled.sources, in: session)
    return try await options.make(
      plan, of: compiled.sources, in: session, store, view, verification: verification)
  }
}
