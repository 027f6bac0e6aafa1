// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import BuildEngine
import DiskAccess
import Planning
import Workers

extension Build {
  /// A piece that was rendered, and is not in the store.
  struct Rendered: Sendable {
    var path: String
    /// The notes of rendering, as text.
    var notes: String
  }

  /// Stores what was rendered, and shares it.
  func commit(_ made: Rendered, of piece: Piece) async throws {
    let entry = try await BlockingWork.perform { [folder] in
      try folder.artifacts.commit(
        made.path, scratch: try folder.temporaryPath(), as: piece.key, label: piece.label,
        facts: Array(made.notes.utf8))
    }
    // Pieces with notes are not shared, as damaged media are reported by the machine that reads them; copied packets
    // are already in a local file.
    if made.notes.isEmpty, !piece.isCopied { store?.send(entry, of: piece) }
  }

  /// Renders a piece into an unfinished file of its own.
  func rendered(
    _ piece: Piece, in lane: Int, threads: Int,
    onDeath: @escaping @Sendable (RenderFailure) -> Void,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws -> Rendered {
    let temporary = try folder.temporaryPath(piece.isPicture ? ".segment" : ".sound")
    let request = try request(for: piece, to: temporary, threads: threads)
    let start = ContinuousClock.now
    let reply = try await sources.reading(piece.files) {
      try await pool.perform(
        request, in: .lane(lane), onDeath: onDeath, progress: progress)
    }
    let facts: SegmentFacts
    let notes: String
    let limit = ArtifactStore.factsLimit
    switch (piece.kind, reply) {
    case (.segment(let segment), .segment(let made)):
      facts = made
      notes = made.notes.map { $0.relative(to: segment.program.origins) }
        .text(limit: limit)
    case (.chunk(let chunk), .mixed(let made)):
      facts = made
      notes = made.notes.map { $0.relative(to: chunk.program.leaves.map(\.origin)) }
        .text(limit: limit)
    case (.passage(let passage), .encoded(let made)):
      facts = made
      notes = try self.notes(of: passage, made).text(limit: limit)
    case (.sound(let sound), .encoded(let made)):
      facts = made
      notes = try self.notes(of: sound, made).text(limit: limit)
    default: throw RenderFailure.wrongAnswer
    }
    guard facts.frames == piece.length else {
      throw RenderFailure(
        kind: .program,
        message: "the renderer made \(facts.frames) of \(piece.length) "
          + (piece.isPicture ? "frames" : "samples"))
    }
    costs.add(start.duration(to: .now), of: piece.key)
    return Rendered(path: temporary, notes: notes)
  }
}
