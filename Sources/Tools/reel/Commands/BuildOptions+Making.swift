// SPDX-License-Identifier: Apache-2.0

import Builder
import Diagnostics
import Driver
import Explain
import Planning
import ReelKit
import RenderProtocol

// The way from a project to its outputs: the same for every command that makes them.

extension BuildOptions {
  /// Works out what is to be made of the project in `session`; `target` is the absolute path of the
  /// output that the command line names.
  func compile(
    _ session: ProjectSession, target: String?, row: FilmRow? = nil
  ) async -> CompilationResult<BuildPlan> {
    var settings = CompilationOptions(isPlain: isPlain, keepGoing: keepGoing, only: only)
    settings.outputFile = target
    trial.apply(to: &settings)
    settings.row = row
    return await session.compilation(settings).plan()
  }

  /// Shows what a dry run finds out of making `plan`, whose outputs are named.
  ///
  /// - Parameters:
  ///   - measures: True if costs without a measurement here are measured by some units, which a
  ///     build reuses.
  ///   - costs: The costs measured for other projects, to which this adds.
  func foretell(
    _ plan: BuildPlan, of sources: SourceMap, in session: ProjectSession, measures: Bool,
    _ costs: inout CostTable
  ) async throws {
    var forecast = session.report(on: plan, of: sources, jobs: jobs.count, costs: costs)
    if measures, forecast.isUnmeasured {
      if !json, !project.quiet {
        Terminal.errors.writeLine("making some pieces to see what they take; a build reuses them")
      }
      let sample = try await build(plan, of: sources, in: session, report: { _ in })
        .sample(forecast)
      forecast = session.report(
        on: plan, of: sources, jobs: jobs.count, sample: sample, costs: costs)
    }
    costs = forecast.costs
    show(forecast, of: sources, in: session, isDryRun: true)
  }

  /// Shows what `--explain` asks for of making `plan`, whose outputs are named.
  func explain(_ plan: BuildPlan, of sources: SourceMap, in session: ProjectSession) {
    guard explain else { return }
    let forecast = session.report(on: plan, of: sources, jobs: jobs.count)
    show(forecast, of: sources, in: session, isDryRun: false)
  }

  private func show(
    _ forecast: DryRunReport, of sources: SourceMap, in session: ProjectSession, isDryRun: Bool
  ) {
    let writer = DryRunWriter(forecast, sources: sources)
    if json { Terminal.output.write(writer.json(explains: explain, isDryRun: isDryRun)) }
    if !json, explain { Terminal.output.write(writer.text()) }
    if !json, sharing.store != nil, !forecast.isUpToDate {
      Terminal.output.writeLine("what the shared store has is fetched instead of rendered")
    }
    guard !json, isDryRun else { return }
    Terminal.output.write(writer.summary(jobs: jobs.count))
    if forecast.isUnmeasured, !forecast.isUpToDate {
      Terminal.output.writeLine(
        "--measure makes some pieces to see what they take; a build reuses them")
    }
  }

  /// Makes the outputs of `plan` and returns the resulting status; throws a `CancellationError` when the task is
  /// cancelled.
  func make(
    _ plan: BuildPlan, of sources: SourceMap, in session: ProjectSession, _ store: SharedStore?,
    _ view: ProgressView, verification: Verification? = nil, batch: BuildBatch? = nil
  ) async throws -> ToolStatus {
    try await build(
      plan, of: sources, in: session, store, view, verification: verification, batch: batch
    ).status
  }

  /// Makes the outputs of `plan` and returns what came of it, all of which has been shown.
  func build(
    _ plan: BuildPlan, of sources: SourceMap, in session: ProjectSession, _ store: SharedStore?,
    _ view: ProgressView, verification: Verification? = nil, batch: BuildBatch? = nil
  ) async throws -> Build.Result {
    var build = build(plan, of: sources, in: session, report: { view.show($0) })
    if batch == nil { build.naming = session.naming }
    (build.store, build.verification, build.batch) = (store, verification, batch)
    var result = try await build.run()
    // The store is asked for all films of a batch.
    if batch == nil { result.sharing = await store?.conclude() }
    view.finish(result)
    let problems = result.problems(in: plan)
    view.show(problems, in: sources)
    project.show(problems.diagnostics, in: sources)
    return result
  }

  /// A build of `plan` by itself, without a shared store.
  private func build(
    _ plan: BuildPlan, of sources: SourceMap, in session: ProjectSession,
    report: @escaping @Sendable (BuildEvent) -> Void
  ) -> Build {
    session.build(
      plan, of: sources, jobs: jobs.count, keepsGoing: keepGoing, overwrites: force,
      report: report)
  }
}
