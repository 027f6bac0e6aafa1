// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Host
import Planning
import RenderProtocol

extension Build {
  /// The result of one action.
  enum Made: Sendable {
    /// A piece is in the store, or has been verified.
    case piece
    /// A piece came from a shared store, or is an input only of pieces that did.
    case found
    /// Another build beside this one has made a piece.
    case shared
    /// A shared group is over; each of its pieces says whether it is made.
    case madeTogether
    case output(OutputSummary, [BuildNote])
    /// Nothing, because verification found one of its pieces to be different.
    case withheld
  }

  /// The step of an action.
  enum Step: Sendable {
    /// Renders a piece into the store, unless a shared store has it.
    case make(Piece)
    /// Renders pieces of the same composed frames, which are composed once.
    case makeTogether([Piece])
    /// Renders a stored piece anew and compares it.
    case verify(Piece)
    /// Puts an output together.
    case produce(OutputPlan, RunReason)
  }

  /// The state shared by the actions of a build.
  struct RunState: Sendable {
    let pieces: PieceList
    /// Threads of each decoder.
    let threads: Int
    let findings = Findings()
    let progress: PieceProgress
    let fetches: PieceFetches?
    let sharedGroups: SharedRenderGroups
    let gathered: GatheredSources
    private let missing: Set<Fingerprint>
    private let verified: Set<Fingerprint>

    init(
      _ pieces: PieceList, jobs: Int, fetches: PieceFetches?, sharedGroups: SharedRenderGroups,
      gathered: GatheredSources
    ) {
      self.gathered = gathered
      self.pieces = pieces
      self.fetches = fetches
      self.sharedGroups = sharedGroups
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
}

/// Performs the steps of a build with the workers of this machine.
struct BuildExecutor: Executor {
  let build: Build
  let state: Build.RunState

  func fetch(_ step: Build.Step) async -> Build.Made? {
    guard case .make(let piece) = step, let fetches = state.fetches,
      let find = await fetches.find(piece)
    else { return nil }
    build.report(.progress(state.progress.finish(piece)))
    build.report(.fetched(piece.name, piece.key, isPicture: piece.isPicture, find))
    return .found
  }

  func perform(_ step: Build.Step, in lane: Int) async throws -> Build.Made {
    // A result made from a doubtful piece has other bytes, even if it is rendered correctly.
    guard !state.findings.doubt(step.needs) else { return .withheld }
    switch step {
    case .make(let piece):
      if state.sharedGroups.isMade(piece.key) { return made(piece) }
      guard
        try await isOwn(
          piece, make: { try await rendered(piece, in: lane, gathered: state.gathered) })
      else {
        build.report(.progress(state.progress.finish(piece)))
        return .shared
      }
      return made(piece)
    case .makeTogether(let pieces):
      try await makeTogether(pieces, in: lane)
      return .madeTogether
    case .verify(let piece):
      let verdict = try await build.verify(
        piece, against: try await rendered(piece, in: lane, gathered: nil), in: lane,
        threads: state.threads, state.findings,
        again: { try await rendered(piece, in: lane, gathered: nil) })
      build.report(.progress(state.progress.finish(piece)))
      build.report(.verified(piece.name, piece.key, verdict))
      return .piece
    case .produce(let output, let reason):
      return try await build.produce(output, reason, of: state.pieces.found, in: lane)
    }
  }

  /// Says that `piece` is in the store.
  private func made(_ piece: Piece) -> Build.Made {
    build.report(.progress(state.progress.finish(piece)))
    build.report(.stored(piece.name, isPicture: piece.isPicture))
    return .piece
  }

  /// Makes `piece`, unless a build beside this one does; then it is waited for.
  private func isOwn(
    _ piece: Piece, make: () async throws -> Build.Rendered
  ) async throws -> Bool {
    guard let batch = build.batch else {
      try await build.commit(try await make(), of: piece)
      return true
    }
    guard await batch.begin(piece.key) else { return false }
    do {
      try await build.commit(try await make(), of: piece)
      await batch.end(piece.key, isMade: true)
      return true
    } catch {
      await batch.end(piece.key, isMade: false)
      throw error
    }
  }

  private func rendered(
    _ piece: Piece, in lane: Int, gathered: GatheredSources?
  ) async throws -> Build.Rendered {
    try await build.rendered(
      piece, in: lane, threads: state.threads, gathered,
      onDeath: { state.progress.note($0, of: piece) },
      progress: { build.report(.progress(state.progress.add($0, to: piece))) })
  }
}

extension Build.Step {
  /// The keys of the pieces that its result is made from.
  fileprivate var needs: [Fingerprint] {
    switch self {
    case .make(let piece), .verify(let piece): piece.needs
    case .makeTogether(let pieces): pieces.flatMap(\.needs)
    case .produce(let output, _): output.pieceKeys
    }
  }
}
