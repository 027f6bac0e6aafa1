// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import BuildEngine
import Compiler
import Digests
import FoundationEssentials
import Synchronization

/// Makes the outputs of a plan: what is not in the store is rendered, then the films are linked.
///
/// A build in which nothing has changed looks at one file and one record for each output, takes no
/// lock and starts no worker.
struct Build: Sendable {
  let plan: BuildPlan
  let folder: BuildFolder
  let pool: WorkerPool
  /// The sources the plan was made from.
  let sources: SourceWatch
  /// Workers at a time.
  var jobs: Int
  /// What pieces take while they are rendered.
  var memory = PieceMemory()
  var keepsGoing = false
  /// The project file, to be remembered with what is made of it.
  var text: [UInt8] = []
  let report: @Sendable (BuildEvent) -> Void
  private let costs = PieceCosts()

  /// What came of a build.
  struct Result: Sendable {
    /// The outputs that stand, in the order of the plan.
    var outputs: [OutputSummary] = []
    /// What broke.
    var failures: [BuildFailure] = []
    /// What broke and was carried on with, also when it was rendered by an earlier build.
    var notes: [BuildNote] = []
    /// Renderers that died of something that a second one then did.
    var deaths: [BuildFailure] = []
    /// What takes more memory than there is for all.
    var oversize: Oversize?
    /// What was done, and what was there already.
    var amount = BuildAmount()
  }

  /// Something that takes more memory than all renderers may.
  struct Oversize: Hashable, Sendable {
    /// What it is called in events.
    var name: String
    var bytes: Int64
    var limit: Int64
  }

  /// Makes everything that is not as it should be.
  ///
  /// Throws a `CancellationError` when the task is cancelled; what is stored by then stays.
  func run() async throws -> Result {
    var result = Result()
    if standing(&result).isEmpty {
      for output in result.outputs { report(.finished(output)) }
      return result
    }
    let lock: FileLock
    do { lock = try await folder.lock(onWait: { report(.waiting) }) } catch {
      try Task.checkCancellation()
      result.failures = [BuildFailure(RenderFailure(error), for: plan.outputs[0])]
      return result
    }
    defer { lock.release() }
    // The build that had the lock may have made what this one wanted.
    result = Result()
    var stale = standing(&result)
    for output in result.outputs { report(.finished(output)) }
    stale.removeAll { output, _ in
      guard let failure = unwritable(output) else { return false }
      result.failures.append(failure)
      return true
    }
    guard result.failures.isEmpty || keepsGoing else { return result }
    let standing = result
    try await make(stale, &result)
    // A stored entry that rotted in the middle only shows when it is used: then once more without.
    if result.failures.contains(where: \.isOfReuse), try removeDamaged(of: stale) {
      result = standing
      try await make(stale, &result)
    }
    return result
  }

  /// Why the file of `output` could not be written; asked before hours are spent on rendering it.
  private func unwritable(_ output: OutputPlan) -> BuildFailure? {
    do {
      try OutputFile(path: output.path).discard()
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

  /// Reads all stored entries of the films in `stale`, removes those that are not what was stored,
  /// and tells whether there were any.
  private func removeDamaged(of stale: [(OutputPlan, RunReason)]) throws -> Bool {
    var found = false
    for key in stale.flatMap(\.0.pieceKeys) {
      try Task.checkCancellation()
      guard case .hit(let entry) = folder.artifacts.look(for: key),
        !folder.artifacts.isIntact(entry)
      else { continue }
      do { try folder.artifacts.remove(key) } catch { return false }
      found = true
    }
    return found
  }

  /// The outputs to be made, and why; those that stand go into `result`.
  private func standing(_ result: inout Result) -> [(OutputPlan, RunReason)] {
    var stale: [(OutputPlan, RunReason)] = []
    for output in plan.outputs {
      switch folder.outputs.look(for: output.path, key: output.key) {
      case .success(let record):
        result.outputs.append(
          OutputSummary(
            name: output.name, file: output.displayPath, bytes: record.stamp.size,
            frames: output.frameCount, reason: nil, isWritten: false))
        result.notes += [BuildNote](text: record.facts)
      case .failure(let reason):
        stale.append((output, reason))
      }
    }
    return stale
  }

  private func make(_ stale: [(OutputPlan, RunReason)], _ result: inout Result) async throws {
    var pieces = PieceList(store: folder.artifacts)
    for (output, _) in stale {
      guard case .film(let film) = output.product else { continue }
      pieces.add(film, of: output)
    }
    result.amount = pieces.amount
    report(.planned(pieces.amount))

    let counter = ProgressCounter()
    let deaths = Mutex<[BuildFailure]>([])
    // Frames do not depend on how many threads decode them, and cores without a segment are idle.
    let busy = pieces.amount.segments + min(pieces.amount.sounds, 1)
    let threads = max(1, min(8, jobs / max(busy, 1)))
    let countsSound = pieces.amount.frames == 0
    let missing = Set(pieces.missing.map(\.key))
    // Sound comes first: it is encoded in one long piece, which must not be what all wait for at the
    // end.
    var memory = memory
    memory.threads = threads
    var actions: [Action<Made>] = pieces.missing.enumerated().map { index, piece in
      let size = countsSound || piece.isPicture ? piece.size : 0
      return Action(
        key: piece.key, name: piece.name, needs: piece.needs.filter { missing.contains($0) },
        rank: piece.isPicture ? 1 : 0, size: piece.size, memory: memory.of(piece),
        reads: piece.files.map(\.file.digest), continues: piece.continues
      ) { lane in
        try await render(
          piece, in: lane, threads: threads,
          onDeath: { death in deaths.withLock { $0.append(BuildFailure(death, for: piece)) } }
        ) { amount in
          report(.progress(counter.add(amount, to: index, of: size)))
        }
        report(.progress(counter.finish(index, of: size)))
        report(.stored(piece.name, isPicture: piece.isPicture))
        return .piece
      }
    }
    for (output, reason) in stale {
      let needs = output.pieceKeys.filter { missing.contains($0) }
      let action = Action<Made>(
        key: output.linkKey, name: output.name, needs: needs, rank: -1,
        memory: memory.of(output)
      ) { lane in
        try await produce(output, reason, in: lane)
      }
      actions.append(action)
    }

    if let largest = actions.max(by: { $0.memory < $1.memory }), largest.memory > pool.budget.limit
    {
      result.oversize = Oversize(
        name: largest.name, bytes: largest.memory, limit: pool.budget.limit)
    }
    let outcomes = await Scheduler(limit: jobs, keepsGoing: keepsGoing, budget: pool.budget)
      .run(actions)
    result.deaths += deaths.withLock { $0 }
    try Task.checkCancellation()
    result.amount = pieces.amount { key in
      if case .done = outcomes[key] { true } else { false }
    }
    for piece in pieces.missing {
      if case .failed(let error) = outcomes[piece.key] {
        result.failures.append(BuildFailure(RenderFailure(error), for: piece))
      }
    }
    var made: [String: OutputSummary] = [:]
    for (output, _) in stale {
      switch outcomes[output.linkKey] {
      case .done(.output(let summary, let notes)):
        made[output.name] = summary
        result.notes += notes
      case .failed(let error):
        result.failures.append(BuildFailure(RenderFailure(error), for: output))
      default: break
      }
    }
    for summary in result.outputs { made[summary.name] = summary }
    result.outputs = plan.outputs.compactMap { made[$0.name] }
  }

  private enum Made: Sendable {
    case piece
    case output(OutputSummary, [BuildNote])
  }

  /// Renders a piece into the store.
  private func render(
    _ piece: Piece, in lane: Int, threads: Int,
    onDeath: @escaping @Sendable (RenderFailure) -> Void,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws {
    let temporary = try folder.temporaryPath(piece.isPicture ? ".segment" : ".sound")
    let request = try request(for: piece, to: temporary, threads: threads)
    let start = ContinuousClock.now
    let reply = try await sources.reading(piece.files) {
      try await pool.perform(
        request, in: .lane(lane), onDeath: onDeath, progress: progress)
    }
    let facts: SegmentFacts
    let notes: String
    switch (piece.kind, reply) {
    case (.segment(let segment), .segment(let made)):
      facts = made
      notes = made.notes.map { $0.relative(to: segment.program.origins) }.text
    case (.chunk(let chunk), .mixed(let made)):
      facts = made
      notes = made.notes.map { $0.relative(to: chunk.program.clips.map(\.origin)) }.text
    case (.sound(let sound), .encoded(let made)):
      facts = made
      notes = try self.notes(of: sound).text
    default: throw RenderFailure.wrongAnswer
    }
    guard facts.frames == piece.length else {
      throw RenderFailure(
        kind: .program,
        message: "the renderer made \(facts.frames) of \(piece.length) "
          + (piece.isPicture ? "frames" : "samples"))
    }
    costs.add(start.duration(to: .now), of: piece.key)
    try folder.artifacts.commit(
      temporary, scratch: try folder.temporaryPath(), as: piece.key,
      label: piece.isPicture ? "segments" : "sounds", facts: Array(notes.utf8))
  }

  /// Makes an output of pieces that are all in the store by now, and remembers it.
  private func produce(
    _ output: OutputPlan, _ reason: RunReason, in lane: Int
  ) async throws -> Made {
    report(.linking(output: output.name))
    let file = try OutputFile(path: output.path)
    var notes: [BuildNote] = []
    do {
      switch output.product {
      case .film(let film):
        let request = try link(film, of: output, to: file.temporary, &notes)
        guard case .linked = try await pool.perform(.link(request), in: .lane(lane)) else {
          throw RenderFailure.wrongAnswer
        }
      case .still(var request, key: _):
        request.output = file.temporary
        let reply = try await sources.reading(request.program.files) { [request] in
          try await pool.perform(.frame(request), in: .lane(lane))
        }
        guard case .frame(let found) = reply else { throw RenderFailure.wrongAnswer }
        notes = found.map { BuildNote(note: $0, filmTime: nil) }
      }
      try Task.checkCancellation()
      let published = try file.publish()
      let summary = OutputSummary(
        name: output.name, file: output.displayPath, bytes: published.stamp.size,
        frames: output.frameCount, reason: reason, isWritten: published.isWritten)
      try folder.outputs.record(
        output.path, needs: output.storedKeys, scratch: try folder.temporaryPath())
      let last = folder.outputs.story(for: output.path).flatMap { FilmRecord(bytes: $0) }
      let story = FilmRecord(of: output, in: plan, text: text, after: last, costs: costs.all)
      // What is not remembered is only not told of.
      try? folder.outputs.record(
        output.path, story: story.bytes, scratch: try folder.temporaryPath())
      try folder.outputs.record(
        output.path, stamp: published.stamp, key: output.key, facts: notes.text,
        scratch: try folder.temporaryPath())
      report(.finished(summary))
      return .output(summary, notes)
    } catch {
      file.discard()
      throw error
    }
  }

  private func link(
    _ film: FilmPlan, of output: OutputPlan, to path: String, _ notes: inout [BuildNote]
  ) throws -> LinkRequest {
    var segments: [String] = []
    for segment in film.segments {
      let found = try entry(segment.key)
      segments.append(found.path)
      for note in [RenderNote](text: String(decoding: found.facts, as: UTF8.self)) {
        let frame = segment.firstFrame + (note.frame ?? 0)
        notes.append(
          BuildNote(
            note: note.absolute(in: segment.program.origins),
            filmTime: output.canvas.rate.time(of: frame)))
      }
    }
    var sound: String?
    if let planned = film.sound {
      let found = try entry(planned.key)
      sound = found.path
      notes += planned.buildNotes(text: String(decoding: found.facts, as: UTF8.self))
    }
    return LinkRequest(
      segments: segments, sound: sound, canvas: output.canvas, container: film.container,
      fastStart: film.fastStart, output: path)
  }
}

extension Array where Element: Codable {
  /// The elements as one line; empty for none.
  var text: String {
    guard !isEmpty, let data = try? JSONEncoder().encode(self) else { return "" }
    return String(decoding: data, as: UTF8.self)
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
