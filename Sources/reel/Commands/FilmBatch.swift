// SPDX-License-Identifier: Apache-2.0

import Actions
import BuildEngine
import Building
import Compiler
import Diagnostics
import Digests
import DiskAccess
import Planning
import Printing
import Workers

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

  /// What came of a row.
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
    guard let rows = rows(session, view) else { return end(view, .projectIsWrong) }

    var (films, status) = try await compile(rows, session, view)
    if let problem = sharedFile(of: films, in: session) {
      options.project.show([problem.0], in: problem.1)
      view.show([BuildProblem(problem.0)], in: problem.1)
      return end(view, .projectIsWrong)
    }
    for film in films {
      guard command.depend(film.plan, session, view, &rule) else {
        return end(view, .projectIsWrong)
      }
      options.foretell(
        film.plan, of: film.sources, in: session, isDryRun: command.dryRun)
    }
    if command.dryRun { return end(view, status) }
    let made = try await build(films, session, pool, store)
    _ = await store?.conclude()
    for film in made { status = max(status, film.status) }
    summarize(made, of: rows.count, start.duration(to: .now))
    return end(view, status)
  }

  /// How the build of `project` is shown: only as events, as films are made side by side.
  private func view(_ project: String) -> ProgressView {
    ProgressView(options.json ? .json : .quiet, project: project)
  }

  private func end(_ view: ProgressView, _ status: ToolStatus) -> ToolStatus {
    view.end(status)
    return status
  }

  /// The rows of the table; nil where it cannot be read, which is told.
  private func rows(_ session: ProjectSession, _ view: ProgressView) -> FilmTable? {
    func refuse(_ words: String) -> FilmTable? {
      let problem = Diagnostic.simple("data-file", "cannot read '\(table)': \(words)")
      options.project.show(problem)
      view.show([BuildProblem(problem)])
      return nil
    }
    guard let real = PathPolicy.real(table) else { return refuse(PathPolicy.lastReason) }
    guard PathPolicy.isRegularFile(real) else { return refuse("it is not a file") }
    let text: [UInt8]
    do {
      session.world.noteTable(try PathPolicy.fromWorkingFolder(table), real)
      text = try DiskWorld.readData(real)
    } catch {
      return refuse("it has more than 64 MiB, or the disk failed: \(error)")
    }
    let folder = real.lastIndex(of: "/").map { String(real[..<$0]) } ?? "/"
    let result = FilmTable.read(
      name: table, text: text, folder: folder.isEmpty ? "/" : folder)
    options.project.show(result.diagnostics, in: result.sources)
    view.show(result.diagnostics.map { BuildProblem($0) }, in: result.sources)
    return result.product
  }

  /// The rows that compile; what is wrong with the others is told, each mistake once.
  private func compile(
    _ rows: FilmTable, _ session: ProjectSession, _ view: ProgressView
  ) async throws -> ([Film], ToolStatus) {
    var films: [Film] = []
    var status = ToolStatus.done
    var said: Set<Diagnostic> = []
    for index in 0..<rows.count {
      try Task.checkCancellation()
      let row = rows[index]
      let result = await options.compile(session, target: nil, row: row)
      let fresh = result.diagnostics.filter { said.insert($0).inserted }
      options.project.show(fresh, in: result.sources)
      view.show(fresh.map { BuildProblem($0) }, in: result.sources)
      guard let plan = result.product else {
        status = max(status, session.failureStatus)
        let problem = Diagnostic(
          code: .error("wrong-row"), message: "no film is made of \(row.title)", span: row.span)
        options.project.show([problem], in: result.sources)
        view.show([BuildProblem(problem)], in: result.sources)
        continue
      }
      films.append(Film(row: row, plan: plan, sources: result.sources))
    }
    return (films, status)
  }

  /// A file that two rows would both make.
  private func sharedFile(
    of films: [Film], in session: ProjectSession
  ) -> (Diagnostic, SourceMap)? {
    var makers: [String: FilmRow] = [:]
    for film in films {
      for output in film.plan.outputs {
        guard let other = makers.updateValue(film.row, forKey: output.path) else { continue }
        if other.index == film.row.index { continue }
        return (
          Diagnostic(
            code: .error("shared-output"),
            message:
              "row \(other.index + 1) and \(film.row.title) would both make '\(output.displayPath)'",
            span: output.span,
            notes: [
              .init(message: "row \(other.index + 1)", span: other.span),
              .init(message: "row \(film.row.index + 1)", span: film.row.span),
            ],
            hint: "let the name of the file have a column that differs: out/${name}.mp4"),
          film.sources
        )
      }
    }
    return nil
  }

  /// Builds `films`, as many side by side as there are renderers.
  private func build(
    _ films: [Film], _ session: ProjectSession, _ pool: WorkerPool, _ store: SharedStore?
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
    var left = films.makeIterator()
    try await withThrowingTaskGroup(of: Made.self) { group in
      func add() {
        guard let film = left.next() else { return }
        group.addTask { try await build(film, session, pool, store, batch) }
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
    _ film: Film, _ session: ProjectSession, _ pool: WorkerPool, _ store: SharedStore?,
    _ batch: BuildBatch
  ) async throws -> Made {
    let view = self.view("\(file), \(film.row.title)")
    let result = try await options.build(
      film.plan, of: film.sources, in: session, pool, store, view, batch: batch)
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
