// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import Host
import Planning
import ReelKit
import RenderProtocol

/// A project between its builds: what it was last made of, and what has changed since.
struct WatchedProject: Sendable {
  /// The path as it was given.
  let file: String
  /// The folder it is in as far as that is known, to name what is in it.
  private var style: PathStyle?
  /// The inputs of the last compilation.
  private(set) var inputs: [Input] = []
  /// The fingerprints of the outputs as made by the last plan; nil while the project is wrong.
  var keys: [Fingerprint]?
  /// The status of the last attempt.
  var status = ToolStatus.done
  private var changes: [FolderWatch.Change] = []

  /// The project at `file`, which need not be there.
  init(_ file: String) {
    self.file = file
    style = PathPolicy.real(PathStyle.folder(of: file)).map { PathStyle(file: file, root: $0) }
  }

  /// Something changed that matters to it.
  mutating func note(_ change: FolderWatch.Change) {
    if !changes.contains(change) { changes.append(change) }
  }

  /// The changes since it was last compiled, as people name them; `isNamed` is false where it is
  /// only something new in a folder that a pattern looks into.
  mutating func takeChanges() -> (names: [String], isNamed: Bool) {
    defer { changes = [] }
    let named = changes.filter(\.isNamed)
    let names = (named.isEmpty ? changes : named).compactMap(\.path).map { path in
      style.map { $0.name(of: path) } ?? path
    }
    return (Set(names).sorted(), !named.isEmpty)
  }

  /// Takes over what `attempt` asked for.
  mutating func take(_ attempt: Attempt) {
    inputs = attempt.inputs.inputs
    if case .compiled(let session, _) = attempt.outcome { style = session.style }
  }

  /// The heading of a build because of `names`; nil for a first build.
  static func heading(_ names: [String], startsAnew: Bool) -> String? {
    guard let first = names.first else { return nil }
    let subject =
      switch names.count {
      case 1: first
      case 2: "\(first) and \(names[1])"
      default: "\(first), \(names[1]) and \(names.count - 2) more"
      }
    return startsAnew ? "\(subject) changed; the build starts anew" : "\(subject) changed"
  }

  /// A compilation and what came of it.
  struct Attempt: Sendable {
    enum Outcome: Sendable {
      /// The project could not be opened.
      case closed(Diagnostic)
      case compiled(ProjectSession, CompilationResult<BuildPlan>)
    }

    /// The number of the project.
    var project: Int
    var inputs: InputLog
    var outcome: Outcome

    /// Opens and compiles the project with the number `project`, at `file`; `ask` is called with every question to the
    /// disk before it is asked.
    init(
      _ project: Int, _ file: String, options: BuildOptions, pool: WorkerPool,
      interruption: Interruption, ask: @escaping @Sendable (InputLog.Question) -> Void
    ) async {
      self.project = project
      inputs = InputLog(hear: ask)
      let target: String?
      do throws(RenderFailure) {
        for path in [file] + options.project.allowed {
          ask(.what(try PathPolicy.fromWorkingFolder(path)))
        }
        target = try options.target()
      } catch {
        outcome = .closed(.simple("project-file", error.message))
        return
      }
      do throws(ProjectSession.Closed) {
        let session = try ProjectSession(
          opening: file, output: target, pool: pool, options: options.project,
          interruption: interruption, inputs: inputs)
        outcome = .compiled(session, await options.compile(session, target: target))
      } catch {
        outcome = .closed(error.diagnostic)
      }
    }

    /// The files that are to be written, if that is known.
    var outputs: Set<String>? {
      guard case .compiled(_, let result) = outcome else { return nil }
      return result.product.map { Set($0.outputs.map(\.path)) }
    }

    /// Ends what was opened for it.
    func close() {
      if case .compiled(let session, _) = outcome { session.close() }
    }
  }
}
