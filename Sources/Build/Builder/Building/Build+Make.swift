// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Host
import Planning
import RenderProtocol

extension Build {
  /// Makes what `orders` ask for; results are added to `result`, which has the up-to-date outputs.
  ///
  /// - Parameters:
  ///   - verifying: True if pieces of the latter are verified, where any are.
  ///   - keys: Which of the missing pieces are made, with what they need; nil for all.
  func make(
    _ orders: [Order], _ result: inout Result, verifying: Bool = true,
    only keys: Set<Fingerprint>? = nil
  ) async throws {
    await pool.warmUp()
    let stale = orders.map(\.output)
    var pieces = pieces(of: stale, standing: verifying ? result.outputs.map(\.name) : [])
    if let keys { pieces.keep(keys) }
    report(.planned(pieces.amount))
    let fetches = store.map { PieceFetches(pieces, in: $0, folder: folder) }
    // What a shared store has is found piece by piece.
    let sharedGroups =
      fetches != nil
      ? SharedRenderGroups()
      : SharedRenderGroups(of: pieces.missing, jobs: jobs) { [memory, limit = pool.budget.limit] in
        memory.of(together: $0) <= limit / Int64(jobs)
      }
    let gathered = GatheredSources(for: pieces.missing, jobs: jobs, facts: memory.facts)
    defer { gathered.remove() }
    let state = RunState(
      pieces, jobs: jobs, fetches: fetches, sharedGroups: sharedGroups, gathered: gathered)
    var memory = memory
    memory.threads = state.threads
    // Sound comes first: it is encoded in one long piece, which must not be what all wait for at the
    // end.
    var actions = sharedGroups.groups.map {
      action(makingTogether: $0, memory.of(together: $0), state)
    }
    actions += pieces.missing.map { action($0, memory.of($0), state, isVerified: false) }
    actions += pieces.verified.map { action($0, memory.of($0), state, isVerified: true) }
    actions += orders.filter { !$0.isDraft }.map { order in
      let output = order.output
      return Action(
        key: output.linkKey, name: output.name, needs: state.actions(for: output.pieceKeys),
        rank: -1, memory: memory.of(output), step: .produce(output, order.reason))
    }
    if let largest = actions.max(by: { $0.memory < $1.memory }), largest.memory > pool.budget.limit
    {
      result.oversize = Oversize(
        name: largest.name, bytes: largest.memory, limit: pool.budget.limit)
    }
    let outcomes = await Scheduler(limit: jobs, keepsGoing: keepsGoing, budget: pool.budget)
      .run(actions, on: BuildExecutor(build: self, state: state))
    result.deaths += state.progress.deaths
    try Task.checkCancellation()
    conclude(stale, state, outcomes, &result)
  }

  private func pieces(of stale: [OutputPlan], standing: [String]) -> PieceList {
    var pieces = PieceList(store: folder.artifacts, verification: verification)
    for output in stale {
      if case .film(let film) = output.product { pieces.add(film, of: output) }
    }
    guard verification != nil else { return pieces }
    for output in plan.outputs where standing.contains(output.name) {
      guard case .film(let film) = output.product else { continue }
      pieces.addStanding(film, of: output)
      if case .fits(let made) = fitted(output), case .film(let fitted) = made.product,
        !fitted.drafts.isEmpty
      {
        pieces.addStanding(fitted, of: made)
      }
    }
    return pieces
  }

  /// The action that composes the frames of `group` once and encodes them for each of its segments.
  private func action(makingTogether group: [Piece], _ memory: Int64, _ state: RunState) -> Action<
    Step
  > {
    Action(
      key: SharedRenderGroups.key(of: group), name: group[0].name, rank: 1,
      size: group.map(\.size).reduce(0, +), memory: memory,
      reads: group[0].files.map(\.file.digest),
      continues: group[0].continues.map { state.sharedGroups.groupKey(of: $0) ?? $0 },
      step: .makeTogether(group))
  }

  /// The action that renders a piece, into the store or to compare it with what is there.
  private func action(
    _ piece: Piece, _ memory: Int64, _ state: RunState, isVerified: Bool
  ) -> Action<Step> {
    func key(_ key: Fingerprint) -> Fingerprint { isVerified ? key.ofVerification : key }
    return Action(
      key: key(piece.key), name: piece.name,
      needs: state.actions(for: piece.needs)
        + (isVerified ? [] : [state.sharedGroups.groupKey(of: piece.key)].compactMap(\.self)),
      rank: piece.isPicture ? 1 : 0, size: piece.size, memory: memory,
      reads: piece.files.map(\.file.digest), continues: piece.continues.map(key),
      isFetched: !isVerified && state.fetches != nil,
      step: isVerified ? .verify(piece) : .make(piece))
  }

  private func conclude(
    _ stale: [OutputPlan], _ state: RunState, _ outcomes: [Fingerprint: ActionOutcome<Made>],
    _ result: inout Result
  ) {
    func isDone(_ key: Fingerprint) -> Bool {
      if case .done(.piece) = outcomes[key] { true } else { state.sharedGroups.isMade(key) }
    }
    result.amount = state.pieces.amount(doing: isDone)
    for piece in state.pieces.missing {
      switch outcomes[piece.key] {
      case .done(.found): result.amount.add(piece)
      case .done(.shared): result.amount.add(reused: piece)
      case .done(.piece), .done(.madeTogether), .done(.output), .done(.withheld), .failed, .skipped,
        nil:
        break
      }
    }
    result.repaired += state.pieces.damaged.filter { isDone($0.key) }
    let found = state.findings.found(in: state.pieces.verified)
    result.repaired += found.repaired
    result.differences += found.differences
    remove(found.differences, &result)
    let pieces = state.pieces.missing.map { ($0.key, $0) }
    for (key, piece) in pieces + state.pieces.verified.map({ ($0.key.ofVerification, $0) }) {
      if case .failed(let error) = outcomes[key] {
        var broken = BuildFailure(RenderFailure(error), for: piece)
        // What an encoder refuses, an output asks for.
        if broken.failure.kind == .encoder {
          broken.span = plan.outputs.first { $0.name == broken.output }?.span
        }
        result.failures.append(broken)
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
