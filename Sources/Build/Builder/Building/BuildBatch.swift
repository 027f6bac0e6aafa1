// SPDX-License-Identifier: Apache-2.0

import Base

/// The state shared by concurrent builds of one folder: each piece is rendered by one of them.
///
/// The caller that starts them holds the folder's lock.
package actor BuildBatch {
  private var made: Set<Fingerprint> = []
  /// Those who wait for a piece that one of the builds is making.
  private var waiting: [Fingerprint: [CheckedContinuation<Void, Never>]] = [:]

  /// Builds that have not begun.
  package init() {}

  /// Returns true if the caller has to render the piece under `key`, and then to call `end`; false
  /// once another build has.
  func begin(_ key: Fingerprint) async -> Bool {
    while true {
      if made.contains(key) { return false }
      if beginBeside(key) { return true }
      await withCheckedContinuation { waiting[key, default: []].append($0) }
    }
  }

  /// Returns true if the caller renders the piece under `key`, beside another one, and has to call
  /// `end`; false if a build renders it already.
  func beginBeside(_ key: Fingerprint) -> Bool {
    if made.contains(key) || waiting[key] != nil { return false }
    waiting[key] = []
    return true
  }

  /// Says that the piece under `key` is in the store, or that it could not be made.
  func end(_ key: Fingerprint, isMade: Bool) {
    if isMade { made.insert(key) }
    for continuation in waiting.removeValue(forKey: key) ?? [] { continuation.resume() }
  }
}
