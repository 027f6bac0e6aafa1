// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem

/// Looks for the missing pieces of a build in a shared store.
///
/// Of a sound that is found there its passages and chunks are neither looked for nor made, nor are the chunks of a passage
/// that is found.
package struct PieceFetches: Sendable {
  /// The result of looking for a piece.
  package enum Find: String, Hashable, Sendable {
    /// It is in the store of the build.
    case fetched
    /// All that needs it was found.
    case unneeded
  }

  private let store: SharedStore
  private let folder: BuildFolder
  /// The sounds and passages that are looked for, by their keys.
  private let finds: [Fingerprint: Task<Find?, Never>]
  /// By the key of a chunk, those of the sounds and passages that are made from it.
  private let users: [Fingerprint: [Fingerprint]]

  /// Begins to look for the sounds and passages among the missing of `pieces`.
  init(_ pieces: PieceList, in store: SharedStore, folder: BuildFolder) {
    self.store = store
    self.folder = folder
    var users: [Fingerprint: [Fingerprint]] = [:]
    // A sound that is verified is encoded here, and so needs what it is made from.
    for piece in pieces.missing + pieces.verified {
      for need in piece.needs { users[need, default: []].append(piece.key) }
    }
    var finds: [Fingerprint: Task<Find?, Never>] = [:]
    for piece in pieces.missing {
      guard case .sound = piece.kind, !piece.isCopied else { continue }
      finds[piece.key] = Task { await store.fetch(piece, into: folder) ? .fetched : nil }
    }
    for piece in pieces.missing {
      guard case .passage = piece.kind else { continue }
      let sounds = (users[piece.key] ?? []).map { finds[$0] }
      finds[piece.key] = Task {
        if await PieceFetches.areFound(sounds) { return .unneeded }
        return await store.fetch(piece, into: folder) ? .fetched : nil
      }
    }
    self.finds = finds
    self.users = users
  }

  /// Looks for `piece`; nil when it has to be rendered.
  func find(_ piece: Piece) async -> Find? {
    // What is copied is at hand, and never sent.
    if piece.isCopied { return nil }
    switch piece.kind {
    case .segment: return await store.fetch(piece, into: folder) ? .fetched : nil
    case .passage, .sound: return await PieceFetches.find(finds[piece.key])
    case .chunk:
      if await PieceFetches.areFound((users[piece.key] ?? []).map { finds[$0] }) {
        return .unneeded
      }
      return await store.fetch(piece, into: folder) ? .fetched : nil
    }
  }

  /// Returns true if a piece has users and all of them were found.
  private static func areFound(_ users: [Task<Find?, Never>?]) async -> Bool {
    for user in users where await find(user) == nil { return false }
    return !users.isEmpty
  }

  private static func find(_ task: Task<Find?, Never>?) async -> Find? {
    guard let task else { return nil }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
