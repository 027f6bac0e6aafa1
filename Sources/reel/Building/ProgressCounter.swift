// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Adds up what the pieces of a build have rendered.
///
/// A piece that is begun anew after its worker died is still counted for no more than it is.
final class ProgressCounter: Sendable {
  private struct State {
    var pieces: [Int: Int] = [:]
    var sum = 0
  }

  private let state = Mutex(State())

  /// Notes that `amount` more of the piece `index`, which is `whole` large, is rendered; the new sum.
  func add(_ amount: Int, to index: Int, of whole: Int) -> Int {
    state.withLock {
      let old = $0.pieces[index, default: 0]
      let new = min(max(old + amount, 0), whole)
      $0.pieces[index] = new
      $0.sum += new - old
      return $0.sum
    }
  }

  /// Notes that the piece `index` is done; the new sum.
  func finish(_ index: Int, of whole: Int) -> Int { add(whole, to: index, of: whole) }
}
