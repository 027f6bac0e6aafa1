// SPDX-License-Identifier: Apache-2.0

package import BuildSystem
package import Diagnostics
package import Driver
package import Host
package import RenderProtocol
import Timeline

/// The settings that a project is opened with.
package struct SessionSettings: Sendable {
  /// Folders and files outside the project's folder that it may use.
  package var allowed: [String] = []
  /// True if the project may read the folders outside its own that it lists under `allow`.
  package var trusts = false
  /// Values of the project's parameters, as `name=value`.
  package var values: [String] = []
  /// The place of the build folder.
  package var cache = CachePlace()
  /// Called with what is to be told of the project, and the texts that it points into.
  package var show: @Sendable ([Diagnostic], SourceMap) -> Void = { _, _ in }

  /// The settings for a project that uses its own folder alone.
  package init() {}
}

/// A project file opened for one run: its world, its build folder and its workers.
package struct ProjectSession: Sendable {
  /// The path as it was given.
  package let file: String
  /// The disk as the compiler sees it.
  package let world: DiskWorld
  /// The build folder.
  package let folder: BuildFolder
  /// The style of its paths for other tools.
  package let style: PathStyle
  /// Its absolute path, links resolved.
  package let path: String
  /// The workers that answer questions about the project and render its films.
  package let pool: WorkerPool
  private let settings: SessionSettings
  private let cleanups: Cleanups
  private let cleanup: Int

  /// Why a project cannot be opened.
  package struct Closed: Error {
    package var diagnostic: Diagnostic
  }

  /// Opens the project at `file`.
  ///
  /// - Parameters:
  ///   - output: A file that the user names, which may lie in any folder.
  ///   - cleanups: The run's cleanups; one is added, which removes unfinished files.
  ///   - inputs: The list of everything that is asked of the disk for the project.
  package init(
    opening file: String, output: String? = nil, pool: WorkerPool, settings: SessionSettings,
    cleanups: Cleanups, inputs: InputLog = InputLog()
  ) throws(Closed) {
    self.file = file
    self.pool = pool
    self.settings = settings
    self.cleanups = cleanups
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
    do throws(CachePlace.Refused) { folder = try settings.cache.folder(of: root) } catch {
      throw Closed(diagnostic: error.diagnostic)
    }
    let folder = self.folder
    do throws(FileProblem) {
      let policy = try PathPolicy(
        root: root, allowing: settings.allowed, output: output, store: folder.path)
      folder.hold()
      world = DiskWorld(
        policy: policy, trust: Trust(isFull: settings.trusts), folder: folder, pool: pool,
        inputs: inputs)
      cleanup = cleanups.add { [world] in world.removeTemporaries() }
    } catch {
      let paths = settings.allowed.map { "'\($0)'" }.joined(separator: ", ")
      throw Closed(
        diagnostic: .simple("allowed-path", "not all of \(paths) (`--allow`) are there"))
    }
  }

  /// Ends what was opened, for commands that go on without it: unfinished files are removed, and
  /// others may remove what is kept.
  package func close() {
    cleanups.run(cleanup)
    folder.letGo()
  }

  /// The compiler for this project.
  package func compilation(_ options: CompilationOptions = CompilationOptions()) -> Compilation {
    var options = options
    options.values = settings.values
    if !settings.values.isEmpty { options.workingFolder = PathPolicy.real(".") }
    return Compilation(path: path, displayName: file, world: world, options: options)
  }

  /// Says what a compilation found out, and gives what it made; nil when the project is wrong.
  package func product<Product>(of result: CompilationResult<Product>) throws -> Product? {
    try Task.checkCancellation()
    show(result.diagnostics, result.sources)
    return result.product
  }

  /// Tells the user of the session about `diagnostics`.
  func show(_ diagnostics: [Diagnostic], _ sources: SourceMap) {
    settings.show(diagnostics, sources)
  }

  /// The party at fault for a compilation that made nothing.
  package var fault: Fault { world.hasMachineFailed ? .machine : .project }
}

extension CompilationResult {
  /// True if nothing is wrong but the time or range on the command line.
  package var isQuestionWrong: Bool {
    let errors = diagnostics.filter { $0.severity == .error }
    return !errors.isEmpty
      && errors.allSatisfy { error in
        let name = error.span.flatMap { sources.file(of: $0) }?.name
        return name == Compilation.rangeName || name == Compilation.timeName
      }
  }
}

extension Diagnostic {
  /// A failure without a place in a project.
  package static func failure(
    _ failure: RenderFailure, of name: String
  ) -> Diagnostic {
    Diagnostic(
      code: .error("cannot-render"), message: "'\(name)': \(failure.message)",
      notes: failure.log.map { Note(message: $0) })
  }
}
