// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Planning

extension BuildExecutor {
  /// Makes the segments of `group` in one pass, but for those that another build makes.
  ///
  /// Nothing is said where that breaks: each piece is made by itself then, and its failure names it.
  func makeTogether(_ group: [Piece], in lane: Int) async throws {
    var own: [Piece] = []
    for piece in group where await build.batch?.beginBeside(piece.key) ?? true { own.append(piece) }
    if own.count > 1 { try? await make(own, in: lane) }
    for piece in own {
      await build.batch?.end(piece.key, isMade: state.sharedGroups.isMade(piece.key))
    }
    try Task.checkCancellation()
  }

  private func make(_ pieces: [Piece], in lane: Int) async throws {
    let rendered = try await build.rendered(
      pieces[0], with: Array(pieces.dropFirst()), in: lane, threads: state.threads,
      state.gathered,
      progress: { amount in
        let sums = pieces.map { state.progress.add(amount, to: $0) }
        build.report(.progress(sums.max() ?? 0))
      })
    do {
      for (piece, rendered) in zip(pieces, rendered) {
        try await build.commit(rendered, of: piece)
        state.sharedGroups.note(piece.key)
      }
    } catch {
      // The disk may be full, and the rest is made once more.
      for file in rendered { try? Disk.remove(file.path) }
      throw error
    }
  }
}
