// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Host
import Planning
import RenderProtocol

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

  /// Renders a segment and `others` of the same composed frames, each into an unfinished file of its own; the segment comes
  /// first.
  func rendered(
    _ piece: Piece, with others: [Piece], in lane: Int, threads: Int, _ gathered: GatheredSources?,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws -> [Rendered] {
    let also = try others.map { other in
      guard case .segment(let segment) = other.kind else {
        preconditionFailure("sound is not composed")
      }
      return OtherSegment(
        finish: segment.program.finish, encoding: segment.encoding,
        output: try folder.temporaryPath(".segment"))
    }
    let start = ContinuousClock.now
    let first: Rendered
    do {
      first = try await rendered(
        piece, also: also, in: lane, threads: threads, gathered, onDeath: { _ in },
        progress: progress)
    } catch {
      // The pieces are made one by one then, perhaps on a disk that is full.
      for other in also { try? Disk.remove(other.output) }
      throw error
    }
    // Encoding takes most of it.
    let all = [piece] + others
    let pixels = all.map(\.codedPixels)
    let duration = start.duration(to: .now)
    for (piece, own) in zip(all, pixels) {
      costs.add(duration * own / max(pixels.reduce(0, +), 1), of: piece.key)
    }
    return [first] + also.map { Rendered(path: $0.output, notes: first.notes) }
  }

  /// Renders a piece into an unfinished file of its own, and `others` into theirs.
  func rendered(
    _ piece: Piece, also others: [OtherSegment] = [], in lane: Int, threads: Int,
    _ gathered: GatheredSources? = nil, onDeath: @escaping @Sendable (RenderFailure) -> Void,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws -> Rendered {
    let temporary = try folder.temporaryPath(piece.isPicture ? ".segment" : ".sound")
    var request = try request(for: piece, to: temporary, threads: threads)
    if case .segment(var wanted) = request {
      if !others.isEmpty { wanted.others = others }
      wanted.gathered = await gathered?.files(
        for: piece,
        { request in _ = try await pool.perform(.gather(request), in: .lane(lane)) },
        path: { try folder.temporaryPath(".frames") }, threads: threads)
      try Task.checkCancellation()
      request = .segment(wanted)
    }
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
    if others.isEmpty { costs.add(start.duration(to: .now), of: piece.key) }
    return Rendered(path: temporary, notes: notes)
  }
}
