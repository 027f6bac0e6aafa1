// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Builder
import Diagnostics
import Driver
import Explain
import Host
import Planning
import ReelKit
import RenderProtocol

/// The films of the rows of a table, made of one project side by side.
struct FilmBatch: Sendable {
  let command: BuildCommand
  let file: String
  /// The table as it is named on the command line.
  let table: String

  private var options: BuildOptions { command.options }

  /// A row that compiles.
  private struct Film: Sendable {
    var row: FilmRow
    var plan: BuildPlan
    var sources: SourceMap
  }

  /// The result of a row.
  private struct Made: Sendable {
    var row: FilmRow
    var outputs: [OutputSummary]
    var status: ToolStatus
  }

  /// Makes all films that can be made; a row that is wrong is told, and the others are made.
  func run(
    _ pool: WorkerPool, _ store: SharedStore?, _ interruption: Interruption,
    _ rule: inout DependencyFile
  ) async throws -> ToolStatus {
    let start = ContinuousClock.now
    let view = self.view(file)
    interruption.onCome {
      view.end(.interrupted)
      if !options.project.quiet {
        Terminal.errors.writeLine("interrupted; the next build goes on from here")
      }
    }
    guard
      let session = ProjectSession(
        file, pool: pool, options: options.project, interruption: interruption,
        onProblem: { view.show([BuildProblem($0)]) })
    else { return end(view, .projectIsWrong) }
    guard
      let rows = session.rows(of: table, onProblem: { view.show($0, in: $1) })
    else { return end(view, .projectIsWrong) }

    var (films, status) = try await compile(rows, session, view)
    var naming = session.naming
    var costs = CostTable()
    for film in films {
      var plan = film.plan
      naming.name(&plan)
      guard command.depend(plan, session, view, &rule) else {
        return end(view, .projectIsWrong)
      }
      if command.dryRun {
        try await options.foretell(
          plan, of: film.sources, in: session, measures: command.measure, &costs)
      } else {
        options.explain(plan, of: film.sources, in: session)
      }
    }
    if command.dryRun { return end(view, status) }
    let made = try await build(films, session, store)
    _ = await store?.conclude()
    for film in made { status = max(status, film.status) }
    summarize(made, of: rows.count, start.duration(to: .now))
    return end(view, status)
  }

  /// The view of the build of `project`: only as events, as films are made side by side.
  private func view(_ project: String) -> ProgressView {
    ProgressView(options.json ? .json : .quiet, project: project)
  }

  private func end(_ view: ProgressView, _ status: ToolStatus) -> ToolStatus {
    view.end(status)
    return status
  }

  /// The rows that compile; what is wrong with the others is told, each mistake once.
  private func compile(
    _ rows: FilmTable, _ session: ProjectSession, _ view: ProgressView
  ) async throws -> ([Film], ToolStatus) {
    var films: [Film] = []
    var status = ToolStatus.done
    var messages = RowMessages()
    var files = RowFiles()
    for index in 0..<rows.count {
      try Task.checkCancellation()
      let row = rows[index]
      let result = await options.compile(session, target: nil, row: row)
      let shared = (result.product?.outputs ?? []).compactMap {
        files.add($0.path, named: $0.displayPath, at: $0.span, in: result.sources, of: row)
      }
      let fresh = messages.fresh(result.diagnostics + shared)
      view.show(fresh.map { BuildProblem($0) }, in: result.sources)
      guard let plan = result.product, shared.isEmpty else {
        status = max(status, shared.isEmpty ? session.failureStatus : .projectIsWrong)
        options.project.show(messages.shown(fresh, ofWrong: row), in: result.sources)
        view.show([BuildProblem(.wrongRow(row))], in: result.sources)
        continue
      }
      options.project.show(fresh, in: result.sources)
      films.append(Film(row: row, plan: plan, sources: result.sources))
    }
    if let conclusion = messages.conclusion(in: rows) { options.project.show(conclusion) }
    return (films, status)
  }

  /// Builds `films`, as many side by side as there are renderers.
  private func build(
    _ films: [Film], _ session: ProjectSession, _ store: SharedStore?
  ) async throws -> [Made] {
    if films.isEmpty { return [] }
    let lock: FileLock
    do { lock = try await session.folder.lock(onWait: {}) } catch {
      try Task.checkCancellation()
      options.project.show(.simple("disk-failed", error.reason))
      return films.map { Made(row: $0.row, outputs: [], status: .machineFailed) }
    }
    defer { lock.release() }
    let batch = BuildBatch()
    var made: [Made] = []
    var naming = session.naming
    var left = films.map { film in
      var film = film
      naming.name(&film.plan)
      return film
    }.makeIterator()
    try await withThrowingTaskGroup(of: Made.self) { group in
      func add() {
        guard let film = left.next() else { return }
        group.addTask { try await build(film, session, store, batch) }
      }
      for _ in 0..<min(options.jobs.count, 64) { add() }
      while let one = try await group.next() {
        made.append(one)
        add()
      }
    }
    return made.sorted { $0.row.index < $1.row.index }
  }

  private func build(
    _ film: Film, _ session: ProjectSession, _ store: SharedStore?, _ batch: BuildBatch
  ) async throws -> Made {
    let view = self.view("\(file), \(film.row.title)")
    let result = try await options.build(
      film.plan, of: film.sources, in: session, store, view, batch: batch)
    view.end(result.status)
    return Made(row: film.row, outputs: result.outputs, status: result.status)
  }

  /// Says what became of all films.
  private func summarize(_ made: [Made], of count: Int, _ time: Duration) {
    guard !options.project.quiet, !options.json else { return }
    for output in made.flatMap(\.outputs) {
      Terminal.output.writeLine(
        "\(Terminal.printable(output.file)): \(ProgressView.state(of: output))")
    }
    let done = made.count { $0.status == .done }
    let films = count == 1 ? "1 row" : "\(count) rows"
    let rest = done == count ? "" : ", \(count - done) without a film"
    Terminal.output.writeLine(
      "\(films): \(done) done\(rest), \(ProgressView.seconds(time))")
  }
}
