// SPDX-License-Identifier: Apache-2.0

import Base
import Synchronization

/// The times that the pieces of a build took their workers.
final class PieceCosts: Sendable {
  private let milliseconds = Mutex<[Fingerprint: Int]>([:])

  /// Notes that the piece with `key` took `duration`.
  func add(_ duration: Duration, of key: Fingerprint) {
    let whole = Int((duration / .milliseconds(1)).rounded(.up))
    milliseconds.withLock { $0[key] = whole }
  }

  /// All that were noted, in milliseconds.
  var all: [Fingerprint: Int] { milliseconds.withLock { $0 } }
}
