// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Synchronization

/// Adds up what of a build's pieces has been rendered, and remembers the renderers that died of them.
///
/// A piece that is begun anew after its renderer died is still counted for no more than it is.
final class PieceProgress: Sendable {
  private struct State {
    var pieces: [Fingerprint: Int] = [:]
    var sum = 0
    var deaths: [BuildFailure] = []
  }

  private let countsSound: Bool
  private let state = Mutex(State())

  /// With `countsSound` everything counts, else pictures alone.
  init(countsSound: Bool) { self.countsSound = countsSound }

  /// Notes that `amount` more of `piece` is rendered; the new sum.
  func add(_ amount: Int, to piece: Piece) -> Int {
    let size = countsSound || piece.isPicture ? piece.size : 0
    return state.withLock {
      let old = $0.pieces[piece.key, default: 0]
      let new = min(max(old + amount, 0), size)
      $0.pieces[piece.key] = new
      $0.sum += new - old
      return $0.sum
    }
  }

  /// Notes that `piece` is done; the new sum.
  func finish(_ piece: Piece) -> Int { add(piece.size, to: piece) }

  /// Notes how a renderer of `piece` died, when another is tried.
  func note(_ death: RenderFailure, of piece: Piece) {
    state.withLock { $0.deaths.append(BuildFailure(death, for: piece)) }
  }

  /// Those that died, in the order in which it was noticed.
  var deaths: [BuildFailure] { state.withLock { $0.deaths } }
}
