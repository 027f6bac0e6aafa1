// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Builder
import Diagnostics
import Driver
import Host
import Planning
import ReelKit
import RenderProtocol

/// Makes the outputs of projects, then again whenever something that they are made of changes.
///
/// At any time at most one project is compiled and at most one is built, side by side: so what a
/// save means for a build is known while that runs. A build goes on if it still makes what is wanted;
/// else it is cancelled, and the next one uses what it has finished. Workers stay from one build to
/// the next, until nothing has happened for a while.
struct WatchLoop {
  /// For so long without work, workers keep what they have open.
  static let rest = Duration.seconds(60)

  private enum Message: Sendable {
    case changed([FolderWatch.Change])
    case compiled(WatchedProject.Attempt)
    case built(Int, Result<ToolStatus, any Error>)
  }

  /// A project that is ready to be built.
  private struct Ready {
    var project: Int
    var session: ProjectSession
    var result: CompilationResult<BuildPlan>
    var plan: BuildPlan
    var names: [String]
    var startsAnew = false
  }

  /// The build that runs.
  private struct Running {
    var project: Int
    var keys: [Fingerprint]
    var view: ProgressView
    var task: Task<Void, Never>
  }

  private let options: BuildOptions
  private let pool: WorkerPool
  private let store: SharedStore?
  private let view: WatchView
  private let interruption: Interruption
  private var projects: [WatchedProject]
  /// The numbers of the projects that are to be compiled.
  private var wanted: [Int]
  private var compiling: (project: Int, task: Task<Void, Never>)?
  private var ready: [Ready] = []
  private var running: Running?
  /// True if a message was printed since the last one that changes are waited for.
  private var isNews = true
  /// The folders that cannot be watched, which is said once.
  private var blind: Set<String> = []

  /// A loop over the projects `files`, which is not running yet.
  init(
    _ files: [String], options: BuildOptions, pool: WorkerPool, view: WatchView,
    interruption: Interruption
  ) {
    self.options = options
    self.pool = pool
    let store = options.sharing.store
    interruption.atEnd { store?.shutDown() }
    self.store = store
    self.view = view
    self.interruption = interruption
    projects = files.map { WatchedProject($0) }
    wanted = Array(files.indices)
  }

  /// Runs until the task is cancelled, or until nothing can be watched any more.
  mutating func run() async throws -> ToolStatus {
    let (messages, inbox) = AsyncStream.makeStream(of: Message.self)
    do throws(SystemFailure) {
      let watch = try FolderWatch { inbox.yield(.changed($0)) }
      defer { watch.stop() }
      try await attend(messages, watch, inbox)
    } catch {
      view.clear()
      options.project.show(.cannotWatch(error))
      await stop()
      return .machineFailed
    }
    await stop()
    throw CancellationError()
  }

  private mutating func attend(
    _ messages: AsyncStream<Message>, _ watch: FolderWatch,
    _ inbox: AsyncStream<Message>.Continuation
  ) async throws(SystemFailure) {
    var sleep = advance(watch, inbox)
    for await message in messages {
      sleep?.cancel()
      switch message {
      case .changed(let changes): note(changes)
      case .compiled(let attempt): try take(attempt, watch)
      case .built(let project, let outcome): take(outcome, of: project)
      }
      sleep = advance(watch, inbox)
    }
  }

  /// Starts what can be started; when there is nothing, says so, and gives what lets workers go after
  /// a while.
  private mutating func advance(
    _ watch: FolderWatch, _ inbox: AsyncStream<Message>.Continuation
  ) -> Task<Void, any Error>? {
    if compiling == nil, !wanted.isEmpty { compile(wanted.removeFirst(), watch, inbox) }
    if running == nil, !ready.isEmpty { build(ready.removeFirst(), inbox) }
    guard compiling == nil, running == nil else { return nil }
    var (files, folders) = (Set<String>(), Set<String>())
    for input in projects.flatMap(\.inputs) {
      switch input.kind {
      case .project, .data, .media: files.insert(input.path)
      case .folder: folders.insert(input.path)
      case .font: break
      }
    }
    view.rest(
      WatchView.Rest(
        files: max(files.count, projects.count), folders: folders.count,
        isWell: projects.allSatisfy { $0.status == .done }), isNews: isNews)
    isNews = false
    return Task { [pool] in
      try await Task.sleep(for: WatchLoop.rest)
      await pool.dismissIdle()
    }
  }

  private func stop() async {
    compiling?.task.cancel()
    running?.task.cancel()
    await compiling?.task.value
    await running?.task.value
  }

  // MARK: - Changes

  private mutating func note(_ changes: [FolderWatch.Change]) {
    for change in changes {
      for project in change.projects.sorted() {
        projects[project].note(change)
        if !wanted.contains(project) { wanted.append(project) }
        // It may have read what has changed since.
        if compiling?.project == project { compiling?.task.cancel() }
      }
    }
  }

  // MARK: - Compiling

  private mutating func compile(
    _ project: Int, _ watch: FolderWatch, _ inbox: AsyncStream<Message>.Continuation
  ) {
    let task = Task { [file = projects[project].file, options, pool, interruption] in
      let attempt = await WatchedProject.Attempt(
        project, file, options: options, pool: pool, interruption: interruption,
        ask: watch.ask(for: project))
      inbox.yield(.compiled(attempt))
    }
    compiling = (project, task)
  }

  private mutating func take(
    _ attempt: WatchedProject.Attempt, _ watch: FolderWatch
  ) throws(SystemFailure) {
    compiling = nil
    let project = attempt.project
    // What it asked about has changed while it asked.
    if wanted.contains(project) { return attempt.close() }
    warn(of: try watch.settle(project, outputs: attempt.outputs))
    projects[project].take(attempt)
    let (names, isNamed) = projects[project].takeChanges()
    if !names.isEmpty { view.show(changed: names, of: projects[project].file) }
    guard case .compiled(let session, let result) = attempt.outcome, let plan = result.product
    else { return refuse(attempt, names) }

    let keys = plan.outputs.map(\.linkKey)
    let isSame = keys == projects[project].keys
    projects[project].keys = keys
    var next = Ready(
      project: project, session: session, result: result, plan: plan, names: names)
    if let running, running.project == project {
      if running.keys == keys, !running.task.isCancelled { return session.close() }
      running.task.cancel()
      next.startsAnew = true
    } else if isSame, !isNamed {
      return session.close()
    }
    replace(next)
  }

  /// Puts `next` in the place of a build of the same project that has not begun.
  private mutating func replace(_ next: Ready) {
    if let index = ready.firstIndex(where: { $0.project == next.project }) {
      ready[index].session.close()
      ready[index] = next
    } else {
      ready.append(next)
    }
  }

  /// Says what is wrong with a project; its films stay as they are.
  private mutating func refuse(_ attempt: WatchedProject.Attempt, _ names: [String]) {
    let project = attempt.project
    for old in ready where old.project == project { old.session.close() }
    ready.removeAll { $0.project == project }
    let progress = progress(of: project, names)
    view.clear()
    progress.sayHeading()
    let status: ToolStatus
    switch attempt.outcome {
    case .closed(let diagnostic):
      options.project.show(diagnostic)
      progress.show([BuildProblem(diagnostic)])
      status = .projectIsWrong
    case .compiled(let session, let result):
      options.project.show(result.diagnostics, in: result.sources)
      progress.show(result.diagnostics.map { BuildProblem($0) }, in: result.sources)
      status = session.failureStatus
    }
    progress.end(status)
    attempt.close()
    projects[project].keys = nil
    projects[project].status = status
    isNews = true
  }

  private mutating func warn(of folders: [String]) {
    for folder in folders where blind.insert(folder).inserted {
      view.clear()
      options.project.show(.cannotSee(folder))
    }
  }

  // MARK: - Building

  private func progress(
    of project: Int, _ names: [String], startsAnew: Bool = false
  ) -> ProgressView {
    ProgressView(
      options.style, project: projects[project].file,
      heading: WatchedProject.heading(names, startsAnew: startsAnew))
  }

  private mutating func build(_ next: Ready, _ inbox: AsyncStream<Message>.Continuation) {
    let progress = progress(of: next.project, next.names, startsAnew: next.startsAnew)
    view.follow(progress)
    let sources = next.result.sources
    // What is said first belongs under it.
    if next.startsAnew || options.explain || !next.result.diagnostics.isEmpty {
      progress.sayHeading()
    }
    options.project.show(next.result.diagnostics, in: sources)
    progress.show(next.result.diagnostics.map { BuildProblem($0) }, in: sources)
    var (named, naming) = (next.plan, next.session.naming)
    naming.name(&named)
    options.explain(named, of: sources, in: next.session)
    let task = Task { [options, store] in
      let outcome: Result<ToolStatus, any Error>
      do {
        outcome = .success(
          try await options.make(next.plan, of: sources, in: next.session, store, progress))
      } catch {
        outcome = .failure(error)
      }
      next.session.close()
      inbox.yield(.built(next.project, outcome))
    }
    running = Running(
      project: next.project, keys: next.plan.outputs.map(\.linkKey), view: progress, task: task)
  }

  private mutating func take(_ outcome: Result<ToolStatus, any Error>, of project: Int) {
    guard let progress = running?.view else { return }
    running = nil
    view.follow(nil)
    switch outcome {
    case .success(let status):
      progress.end(status)
      if progress.hasWork || status != projects[project].status { isNews = true }
      // It may have been made wrong while its last text was being built.
      if projects[project].keys != nil { projects[project].status = status }
    case .failure(let error):
      progress.end(.interrupted)
      isNews = true
      if error is CancellationError { return }
      options.project.show(.failure(RenderFailure(error), of: projects[project].file))
      projects[project].status = .machineFailed
    }
  }
}
