// SPDX-License-Identifier: Apache-2.0

import BuildSystem
import Diagnostics
import Driver
import FoundationEssentials
import Host
import RenderProtocol
import Timeline

/// A project file opened for one command: its world, its build folder and its messages.
struct ProjectSession: Sendable {
  /// The path as it was given.
  let file: String
  let world: DiskWorld
  let folder: BuildFolder
  /// The style of its paths for other tools.
  let style: PathStyle
  /// Its absolute path, links resolved.
  let path: String
  private let options: ProjectOptions
  private let interruption: Interruption
  private let cleanup: Int

  /// Why a project cannot be opened.
  struct Closed: Error {
    var diagnostic: Diagnostic
  }

  /// Opens the project at `file`; nil after an error has been reported.
  ///
  /// `output` is a file that the command line itself names, which may lie in any folder;
  /// `onProblem` is also called with the error.
  init?(
    _ file: String, output: String? = nil, pool: WorkerPool, options: ProjectOptions,
    interruption: Interruption, onProblem: (Diagnostic) -> Void = { _ in }
  ) {
    do throws(Closed) {
      try self.init(
        opening: file, output: output, pool: pool, options: options, interruption: interruption)
    } catch {
      options.show(error.diagnostic)
      onProblem(error.diagnostic)
      return nil
    }
  }

  /// Opens the project at `file` for a command that renders nothing of it, with one worker for what
  /// is not known yet; nil after having said why it cannot be.
  static func asking(
    _ file: String, options: ProjectOptions, interruption: Interruption
  ) -> ProjectSession? {
    let pool = WorkerPool(limit: 1)
    interruption.atEnd { pool.shutDown() }
    return ProjectSession(file, pool: pool, options: options, interruption: interruption)
  }

  /// Opens the project at `file`; what is asked of the disk for it goes into `inputs`.
  init(
    opening file: String, output: String? = nil, pool: WorkerPool, options: ProjectOptions,
    interruption: Interruption, inputs: InputLog = InputLog()
  ) throws(Closed) {
    self.file = file
    self.options = options
    self.interruption = interruption
    if let ending = file.split(separator: ".").last, ["csv", "tsv"].contains(ending.lowercased()) {
      throw Closed(
        diagnostic: Diagnostic(
          code: .error("no-project"), message: "'\(file)' is a table, not a project",
          hint: "name the project, and the table with --data \(file)"))
    }
    guard let path = PathPolicy.real(file), let slash = path.lastIndex(of: "/") else {
      let reason = PathPolicy.reason(ofMissing: file)
      throw Closed(
        diagnostic: .simple("project-file", "cannot open the project '\(file)': \(reason)"))
    }
    self.path = path
    let root = slash == path.startIndex ? "/" : String(path[..<slash])
    style = PathStyle(file: file, root: root)
    do throws(CacheOptions.Refused) { folder = try options.cache.folder(of: root) } catch {
      throw Closed(diagnostic: error.diagnostic)
    }
    let folder = self.folder
    do throws(FileProblem) {
      let policy = try PathPolicy(
        root: root, allowing: options.allowed, output: output, store: folder.path)
      folder.hold()
      world = DiskWorld(
        policy: policy, trust: Trust(isFull: options.trusts), folder: folder, pool: pool,
        inputs: inputs)
      cleanup = interruption.atEnd { [world] in world.removeTemporaries() }
    } catch {
      let paths = options.allowed.map { "'\($0)'" }.joined(separator: ", ")
      throw Closed(
        diagnostic: .simple("allowed-path", "not all of \(paths) (`--allow`) are there"))
    }
  }

  /// Ends what was opened, for commands that go on without it: unfinished files are removed, and
  /// others may remove what is kept.
  func close() {
    interruption.cleanUpNow(cleanup)
    folder.letGo()
  }

  /// The compiler for this project.
  func compilation(_ settings: CompilationOptions = CompilationOptions()) -> Compilation {
    var settings = settings
    settings.values = options.values
    if !options.values.isEmpty { settings.workingFolder = PathPolicy.real(".") }
    return Compilation(path: path, displayName: file, world: world, options: settings)
  }

  /// Says what a compilation found out, and gives what it made; nil when the project is wrong.
  func product<Product>(of result: CompilationResult<Product>) throws -> Product? {
    try Task.checkCancellation()
    options.show(result.diagnostics, in: result.sources)
    return result.product
  }

  /// Whose fault it is that a compilation made nothing.
  var failureStatus: ToolStatus { world.hasMachineFailed ? .machineFailed : .projectIsWrong }
}

extension CompilationResult {
  /// True if nothing is wrong but the time or range on the command line.
  var isQuestionWrong: Bool {
    let errors = diagnostics.filter { $0.severity == .error }
    return !errors.isEmpty
      && errors.allSatisfy { error in
        let name = error.span.flatMap { sources.file(of: $0) }?.name
        return name == Compilation.rangeName || name == Compilation.timeName
      }
  }
}

extension Diagnostic {
  /// An error without a place in a project.
  static func simple(_ code: String, _ message: String) -> Diagnostic {
    Diagnostic(code: .error(code), message: message)
  }

  /// A failure without a place in a project.
  static func failure(_ failure: RenderFailure, of name: String) -> Diagnostic {
    Diagnostic(
      code: .error("cannot-render"), message: "'\(name)': \(failure.message)",
      notes: failure.log.map { Note(message: $0) })
  }
}
