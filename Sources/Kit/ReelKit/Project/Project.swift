// SPDX-License-Identifier: Apache-2.0

import Base
import Builder
import Diagnostics
import Driver
import Host
import Planning
import RenderProtocol

/// A project file, with the settings and the workers by which its films are made.
///
/// A project is a value and opens nothing by itself. Each method reads the file anew, as a command
/// of `reel` does, and leaves nothing open but the workers. Methods may run at the same time; of
/// builds in the same folder one runs, and the others wait for it. Rendered pieces are kept in the
/// folder `.reel` beside the project, and are found there by all methods and by `reel`.
///
/// Methods end early when their task is cancelled: they throw ``ReelError/cancelled``, and what has
/// been rendered by then is used by the next build.
public struct Project: Sendable {
  /// The path of the file, as messages show it; it starts from the working folder unless it is
  /// absolute.
  public var file: String
  /// The settings of all that is asked about it.
  public var settings: Settings
  /// The workers that read its media and render its films.
  public var workers: Workers

  /// The project in `file`.
  public init(
    _ file: String, settings: Settings = Settings(), workers: Workers = Workers()
  ) {
    (self.file, self.settings, self.workers) = (file, settings, workers)
  }

  /// The settings with which a project is read and built, as the options of `reel` have them.
  public struct Settings: Hashable, Sendable {
    /// Values of the project's parameters, by their names.
    public var parameters: [String: String] = [:]
    /// The names of the wanted outputs; empty for all.
    public var outputs: [String] = []
    /// Folders and files outside the project's folder that it may use.
    public var allowedPaths: [String] = []
    /// True if the project may use the folders that it lists under `allow` itself.
    public var trustsProject = false
    /// The build folder; nil for `REEL_CACHE` in the environment, or else the folder `.reel` beside
    /// the project.
    public var cacheFolder: String?
    /// True if films are made as drafts, at half their size and in files of their own.
    public var isDraft = false
    /// True if rendering goes on where media are broken, with the last good frame.
    public var keepsGoing = false
    /// True if files that no build of the project made are overwritten.
    public var overwrites = false

    /// The settings of `reel` without options.
    public init() {}
  }
}

// MARK: - Opening

extension Project {
  /// Opens the project for `body`, and removes unfinished files at its end.
  func opened<Value: Sendable>(
    _ body: (ProjectSession) async throws -> Value
  ) async throws(ReelError) -> Value {
    do {
      try Task.checkCancellation()
      let session = try ProjectSession(
        opening: file, pool: workers.pool, settings: settings.session, cleanups: Cleanups())
      defer { session.close() }
      return try await body(session)
    } catch {
      throw ReelError(error)
    }
  }

  /// The product of a compilation and its diagnostics, which are thrown where there is no product.
  static func product<Product>(
    of result: CompilationResult<Product>, in session: ProjectSession
  ) throws -> (Product, [Diagnostic]) {
    let product = try session.product(of: result)
    let found = result.diagnostics.map { Diagnostic($0, in: result.sources) }
    guard let product else { throw ReelError(session.fault, found) }
    return (product, found)
  }
}

extension Project.Settings {
  /// The options of a compilation.
  var compilation: CompilationOptions {
    var options = CompilationOptions(keepGoing: keepsGoing, only: outputs)
    options.isDraft = isDraft
    return options
  }

  fileprivate var session: SessionSettings {
    var session = SessionSettings()
    (session.allowed, session.trusts) = (allowedPaths, trustsProject)
    session.values = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    session.cache = CachePlace(name: cacheFolder)
    return session
  }
}
