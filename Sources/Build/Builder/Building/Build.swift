// SPDX-License-Identifier: Apache-2.0

import Base
package import BuildSystem
import FoundationEssentials
package import Host
package import Planning
import RenderProtocol

/// Makes the outputs of a plan: what is not in the store is rendered, then the films are linked.
///
/// A build in which nothing has changed looks at one file and one record for each output, takes no
/// lock and starts no worker.
package struct Build: Sendable {
  var plan: BuildPlan
  /// Names the outputs of the plan; nil where they have their names.
  package var naming: OutputNaming?
  let folder: BuildFolder
  let pool: WorkerPool
  /// The sources the plan was made from.
  let sources: SourceWatch
  /// Workers at a time.
  var jobs: Int
  /// The estimates of the memory that rendering of pieces takes.
  var memory = PieceMemory()
  var keepsGoing = false
  /// True if files that the project did not make are overwritten.
  var overwrites = false
  /// Whose outputs they are.
  let maker: OutputMaker
  /// The store of pieces that other machines share.
  package var store: SharedStore?
  /// The project file, to be remembered with what is made of it.
  var text: [UInt8] = []
  /// The share of the reused pieces that is rendered anew and compared.
  package var verification: Verification?
  /// The state shared with builds that run beside this one; nil for one by itself.
  package var batch: BuildBatch?
  let report: @Sendable (BuildEvent) -> Void
  let costs = PieceCosts()

  package init(
    plan: BuildPlan, naming: OutputNaming? = nil, folder: BuildFolder, pool: WorkerPool,
    sources: SourceWatch, jobs: Int,
    memory: PieceMemory = PieceMemory(), keepsGoing: Bool = false, overwrites: Bool = false,
    maker: OutputMaker, store: SharedStore? = nil, text: [UInt8] = [],
    verification: Verification? = nil, batch: BuildBatch? = nil,
    report: @escaping @Sendable (BuildEvent) -> Void
  ) {
    self.plan = plan
    self.naming = naming
    self.folder = folder
    self.pool = pool
    self.sources = sources
    self.jobs = jobs
    self.memory = memory
    self.keepsGoing = keepsGoing
    self.overwrites = overwrites
    self.maker = maker
    self.store = store
    self.text = text
    self.verification = verification
    self.batch = batch
    self.report = report
  }

  /// The result of a build.
  package struct Result: Sendable {
    /// The up-to-date outputs, in the order of the plan.
    package var outputs: [OutputSummary] = []
    /// The failures.
    package var failures: [BuildFailure] = []
    /// Errors that did not stop rendering, including those of earlier builds.
    var notes: [BuildNote] = []
    /// Failures of renderers that died, after which a second one was tried.
    var deaths: [BuildFailure] = []
    /// The pieces whose bytes, rendered anew, differ from the stored ones.
    package var differences: [PieceDifference] = []
    /// Outputs at whose places there are files that the project did not make.
    package var occupied: [Occupied] = []
    /// The pieces found damaged in the store, which have been replaced.
    var repaired: [Piece] = []
    /// The work that takes more memory than there is for all.
    var oversize: Oversize?
    /// The amounts of finished and of reused work.
    package var amount = BuildAmount()
    /// The conclusion about the shared store, if one was asked.
    package var sharing: SharedStore.Conclusion?
  }

  /// An output at one of whose places there is a file that the project did not make, or not as it is.
  package struct Occupied: Sendable {
    /// The output.
    package var output: OutputPlan
    /// The file as messages show it.
    package var file: String
    /// True if it is one that a build of the project has made.
    package var isChanged: Bool

    /// The name of the output.
    package var name: String { output.name }
  }

  /// Something that takes more memory than all renderers may.
  struct Oversize: Hashable, Sendable {
    /// The name in events.
    var name: String
    var bytes: Int64
    var limit: Int64
  }

  /// Makes everything that is not as it should be.
  ///
  /// Throws a `CancellationError` when the task is cancelled; what is stored by then stays.
  package func run() async throws -> Result {
    var result = Result()
    if named().standing(&result).isEmpty, verification == nil {
      for output in result.outputs { report(.finished(output)) }
      return result
    }
    var lock: FileLock?
    if batch == nil {
      do { lock = try await folder.lock(onWait: { report(.waiting) }) } catch {
        try Task.checkCancellation()
        result.failures = [BuildFailure(RenderFailure(error), for: plan.outputs[0])]
        return result
      }
    }
    defer { lock?.release() }
    // The build that had the lock may have made what this one wanted, or have taken its number.
    return try await named().runLocked()
  }

  /// The build with the names that its outputs have now.
  private func named() -> Build {
    guard var naming else { return self }
    var build = self
    build.naming = nil
    naming.name(&build.plan)
    return build
  }

  private func runLocked() async throws -> Result {
    var result = Result()
    var stale = standing(&result)
    for output in result.outputs { report(.finished(output)) }
    if !overwrites {
      result.occupied = stale.compactMap { occupied($0.0) }
      let taken = Set(result.occupied.map(\.output.path))
      stale.removeAll { output, _ in taken.contains(output.path) }
    }
    for folder in Set(stale.map { $0.0.folder }).sorted() { OutputFile.removeAbandoned(in: folder) }
    stale.removeAll { output, _ in
      guard let failure = unwritable(output) else { return false }
      result.failures.append(failure)
      return true
    }
    guard result.failures.isEmpty && result.occupied.isEmpty || keepsGoing else { return result }
    let standing = result
    try await makeFitting(stale, &result)
    // A stored entry that rotted in the middle only shows when it is used: then once more without.
    let reused = verification == nil ? stale.map(\.0) : plan.outputs
    if result.failures.contains(where: \.isOfReuse), try removeSuspects(of: reused) {
      let repaired = result.repaired
      result = standing
      result.repaired = repaired
      try await makeFitting(stale, &result)
    }
    return result
  }

  /// The first file at a place of `output` that the project did not make; nil for none.
  private func occupied(_ output: OutputPlan) -> Occupied? {
    let set = OutputSet(of: output, by: maker, folder.outputs, overwrites: overwrites)
    var names = [output.fileName]
    if case .film(let film) = output.product { names += film.fileNames.dropFirst() }
    return set.stranger(among: names).map { name in
      Occupied(output: output, file: set.shown(name), isChanged: set.isOwn(name))
    }
  }

  /// Why the file of `output` could not be written; asked before hours are spent on rendering it.
  private func unwritable(_ output: OutputPlan) -> BuildFailure? {
    do {
      try OutputFile(path: output.path, isClean: true).discard()
      return nil
    } catch {
      var failure = BuildFailure(
        RenderFailure(
          kind: .disk, message: "cannot write '\(output.displayPath)': \(error.reason)"),
        for: output)
      failure.isOfReuse = false
      return failure
    }
  }

  /// Reads all stored entries of the films in `outputs`, removes damaged ones and all that came from a shared store,
  /// and returns whether there were any.
  private func removeSuspects(of outputs: [OutputPlan]) throws -> Bool {
    var found = false
    let made = outputs.map { output in
      if case .fits(let fitted) = fitted(output) { fitted } else { output }
    }
    for key in made.flatMap({ $0.pieceKeys + $0.drafts }) {
      try Task.checkCancellation()
      guard case .hit(let entry) = folder.artifacts.look(for: key) else { continue }
      let isForeign = entry.facts == Piece.foreignMark
      if try !isForeign && folder.artifacts.isIntact(entry) { continue }
      if isForeign { store?.distrust() }
      do { try folder.artifacts.remove(key) } catch { return false }
      found = true
    }
    return found
  }

  /// The outputs to be made, and why; up-to-date ones go into `result`.
  private func standing(_ result: inout Result) -> [(OutputPlan, RunReason)] {
    var stale: [(OutputPlan, RunReason)] = []
    for output in plan.outputs {
      switch folder.outputs.look(for: output.path, key: output.key) {
      case .success(let record):
        result.outputs.append(
          OutputSummary(
            name: output.name, file: output.displayPath, bytes: record.bytes,
            frames: output.frameCount, reason: nil, isWritten: false))
        result.notes += [BuildNote](text: record.facts)
      case .failure(let reason):
        stale.append((output, reason))
      }
    }
    return stale
  }
}

extension Array where Element: Codable {
  /// The elements as one line; empty for none.
  var text: String {
    guard !isEmpty, let data = try? JSONEncoder().encode(self) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }

  /// As many of the elements, from the first, as fit into `limit` bytes of one line.
  func text(limit: Int) -> String {
    let encoder = JSONEncoder()
    var line = ""
    for element in self {
      guard let data = try? encoder.encode(element), line.utf8.count + data.count + 2 <= limit
      else { break }
      line += (line.isEmpty ? "[" : ",") + String(decoding: data, as: UTF8.self)
    }
    return line.isEmpty ? "" : line + "]"
  }

  /// Reads what `text` gave; anything else is no elements.
  init(text: String) {
    guard !text.isEmpty else {
      self = []
      return
    }
    self = (try? JSONDecoder().decode([Element].self, from: Data(text.utf8))) ?? []
  }
}
