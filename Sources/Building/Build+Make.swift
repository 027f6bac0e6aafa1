// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import BuildEngine
import DiskAccess
import Planning
import Workers

extension Build {
  /// What one action gave.
  enum Made: Sendable {
    /// A piece is in the store, or has been verified.
    case piece
    /// A piece came from a shared store, or is not needed because of that.
    case found
    case output(OutputSummary, [BuildNote])
    /// Nothing: what it would be made of is doubtful.
    case withheld
  }

  /// What the actions of a build share.
  struct Work: Sendable {
    let pieces: PieceList
    /// Threads of each decoder.
    let threads: Int
    let findings = Findings()
    let progress: PieceProgress
    let fetches: PieceFetches?
    private let missing: Set<Fingerprint>
    private let verified: Set<Fingerprint>

    init(_ pieces: PieceList, jobs: Int, fetches: PieceFetches?) {
      self.pieces = pieces
      self.fetches = fetches
      // Frames do not depend on how many threads decode them, and cores without a segment are idle.
      let amount = pieces.amount
      let busy = amount.segments + amount.verified + min(amount.sounds, 1)
      threads = max(1, min(8, jobs / max(busy, 1)))
      progress = PieceProgress(countsSound: amount.allFrames == 0)
      missing = Set(pieces.missing.map(\.key))
      verified = Set(pieces.verified.map(\.key))
    }

    /// The actions that make what lies under `keys`, or find it right, where there are any.
    func actions(for keys: [Fingerprint]) -> [Fingerprint] {
      keys.filter { missing.contains($0) }
        + keys.filter { verified.contains($0) }.map(\.ofVerification)
    }
  }

  /// Makes the outputs in `stale`; results are added to `result`, which has the up-to-date ones.
  func make(_ stale: [(OutputPlan, RunReason)], _ result: inout Result) async throws {
    await pool.warmUp()
    let pieces = pieces(of: stale.map(\.0), standing: result.outputs.map(\.name))
    report(.planned(pieces.amount))
    let work = Work(
      pieces, jobs: jobs, fetches: store.map { PieceFetches(pieces, in: $0, folder: folder) })
    var memory = memory
    memory.threads = work.threads
    // Sound comes first: it is encoded in one long piece, which must not be what all wait for at the
    // end.
    var actions = pieces.missing.map { action($0, memory.of($0), work, isVerified: false) }
    actions += pieces.verified.map { action($0, memory.of($0), work, isVerified: true) }
    actions += stale.map { output, reason in
      let keys = output.pieceKeys
      return Action(
        key: output.linkKey, name: output.name, needs: work.actions(for: keys), rank: -1,
        memory: memory.of(output)
      ) { lane in
        if work.findings.doubt(keys) { return .withheld }
        return try await produce(output, reason, of: work.pieces.found, in: lane)
      }
    }
    if let largest = actions.max(by: { $0.memory < $1.memory }), largest.memory > pool.budget.limit
    {
      result.oversize = Oversize(
        name: largest.name, bytes: largest.memory, limit: pool.budget.limit)
    }
    let outcomes = await Scheduler(limit: jobs, keepsGoing: keepsGoing, budget: pool.budget)
      .run(actions)
    result.deaths += work.progress.deaths
    try Task.checkCancellation()
    conclude(stale.map(\.0), work, outcomes, &result)
  }

  private func pieces(of stale: [OutputPlan], standing: [String]) -> PieceList {
    var pieces = PieceList(store: folder.artifacts, verification: verification)
    for output in stale {
      if case .film(let film) = output.product { pieces.add(film, of: output) }
    }
    guard verification != nil else { return pieces }
    for output in plan.outputs where standing.contains(output.name) {
      if case .film(let film) = output.product { pieces.addStanding(film, of: output) }
    }
    return pieces
  }

  /// The action that renders a piece, into the store or to compare it with what is there.
  private func action(
    _ piece: Piece, _ memory: Int64, _ work: Work, isVerified: Bool
  ) -> Action<Made> {
    func key(_ key: Fingerprint) -> Fingerprint { isVerified ? key.ofVerification : key }
    var action = Action<Made>(
      key: key(piece.key), name: piece.name, needs: work.actions(for: piece.needs),
      rank: piece.isPicture ? 1 : 0, size: piece.size, memory: memory,
      reads: piece.files.map(\.file.digest), continues: piece.continues.map(key)
    ) { lane in
      // Of a doubtful chunk even the right sound would have other bytes.
      if work.findings.doubt(piece.needs) { return .withheld }
      @Sendable func render() async throws -> Rendered {
        try await rendered(
          piece, in: lane, threads: work.threads,
          onDeath: { work.progress.note($0, of: piece) },
          progress: { report(.progress(work.progress.add($0, to: piece))) })
      }
      let made = try await render()
      var verdict: Verdict?
      if isVerified {
        verdict = try await verify(
          piece, against: made, in: lane, threads: work.threads, work.findings, again: render)
      } else {
        try commit(made, of: piece)
      }
      report(.progress(work.progress.finish(piece)))
      report(
        verdict.map { .verified(piece.name, piece.key, $0) }
          ?? .stored(piece.name, isPicture: piece.isPicture))
      return .piece
    }
    guard !isVerified, let fetches = work.fetches else { return action }
    action.fetch = {
      guard let find = await fetches.find(piece) else { return nil }
      report(.progress(work.progress.finish(piece)))
      report(.fetched(piece.name, piece.key, isPicture: piece.isPicture, find))
      return .found
    }
    return action
  }

  private func conclude(
    _ stale: [OutputPlan], _ work: Work, _ outcomes: [Fingerprint: ActionOutcome<Made>],
    _ result: inout Result
  ) {
    func isDone(_ key: Fingerprint) -> Bool {
      if case .done(.piece) = outcomes[key] { true } else { false }
    }
    result.amount = work.pieces.amount(doing: isDone)
    for piece in work.pieces.missing {
      if case .done(.found) = outcomes[piece.key] { result.amount.add(piece) }
    }
    result.repaired += work.pieces.damaged.filter { isDone($0.key) }
    let found = work.findings.found(in: work.pieces.verified)
    result.repaired += found.repaired
    result.differences = found.differences
    remove(found.differences, &result)
    let pieces = work.pieces.missing.map { ($0.key, $0) }
    for (key, piece) in pieces + work.pieces.verified.map({ ($0.key.ofVerification, $0) }) {
      if case .failed(let error) = outcomes[key] {
        result.failures.append(BuildFailure(RenderFailure(error), for: piece))
      }
    }
    var made: [String: OutputSummary] = [:]
    for output in stale {
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
}
