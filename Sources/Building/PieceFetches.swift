// SPDX-License-Identifier: Apache-2.0

import Basics
import BuildEngine

/// Looks for the missing pieces of a build in a shared store.
///
/// Of a sound that is found there its chunks are neither looked for nor mixed.
package struct PieceFetches: Sendable {
  /// What came of looking for a piece.
  package enum Find: String, Hashable, Sendable {
    /// It is in the store of the build.
    case fetched
    /// All that needs it was found.
    case unneeded
  }

  private let store: SharedStore
  private let folder: BuildFolder
  /// The sounds that are looked for, by their keys.
  private let sounds: [Fingerprint: Task<Bool, Never>]
  /// By the key of a chunk, those of the sounds that are made from it.
  private let users: [Fingerprint: [Fingerprint]]

  /// Begins to look for the sounds among the missing of `pieces`.
  init(_ pieces: PieceList, in store: SharedStore, folder: BuildFolder) {
    self.store = store
    self.folder = folder
    var users: [Fingerprint: [Fingerprint]] = [:]
    var sounds: [Fingerprint: Task<Bool, Never>] = [:]
    for piece in pieces.missing {
      guard case .sound = piece.kind, !piece.isCopied else { continue }
      sounds[piece.key] = Task { await store.fetch(piece, into: folder) }
    }
    // A sound that is verified is encoded here, and so needs its chunks.
    for piece in pieces.missing + pieces.verified {
      for chunk in piece.needs { users[chunk, default: []].append(piece.key) }
    }
    self.sounds = sounds
    self.users = users
  }

  /// Looks for `piece`; nil when it has to be rendered.
  func find(_ piece: Piece) async -> Find? {
    // What is copied is at hand, and never sent.
    if piece.isCopied { return nil }
    switch piece.kind {
    case .segment: return await store.fetch(piece, into: folder) ? .fetched : nil
    case .sound: return await isFound(piece.key) ? .fetched : nil
    case .chunk:
      var isNeeded = users[piece.key] == nil
      for user in users[piece.key] ?? [] where !(await isFound(user)) { isNeeded = true }
      guard isNeeded else { return .unneeded }
      return await store.fetch(piece, into: folder) ? .fetched : nil
    }
  }

  private func isFound(_ sound: Fingerprint) async -> Bool {
    guard let task = sounds[sound] else { return false }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
