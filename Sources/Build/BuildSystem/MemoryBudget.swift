// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The memory that all concurrent work may take, by estimates.
///
/// It limits concurrency and nothing else: the results are the same.
public final class MemoryBudget: Sendable {
  /// The most, in bytes.
  public let limit: Int64
  private let taken = Mutex<Int64>(0)
  private let observer = Mutex<(@Sendable () -> Void)?>(nil)

  /// A budget of `limit` bytes; without one, everything fits.
  public init(limit: Int64 = .max) {
    precondition(limit > 0, "a budget needs some memory")
    self.limit = limit
  }

  /// The reserved bytes.
  public var reserved: Int64 { taken.withLock { $0 } }

  /// Returns true if `bytes` more fit; with nothing reserved, anything does, as one thing always
  /// runs.
  public func fits(_ bytes: Int64) -> Bool { taken.withLock { fits(bytes, beside: $0) } }

  /// Takes `bytes`, whether they fit or not.
  public func reserve(_ bytes: Int64) { taken.withLock { $0 += bytes } }

  /// Takes `bytes` if they fit.
  public func reserve(ifFits bytes: Int64) -> Bool {
    taken.withLock {
      guard fits(bytes, beside: $0) else { return false }
      $0 += bytes
      return true
    }
  }

  /// Gives `bytes` back.
  public func release(_ bytes: Int64) {
    taken.withLock {
      $0 -= bytes
      precondition($0 >= 0, "more memory was given back than taken")
    }
    observer.withLock { $0 }?()
  }

  /// Makes `observer` the only observer, called whenever memory was given back.
  public func onRelease(_ observer: @escaping @Sendable () -> Void) {
    self.observer.withLock { $0 = observer }
  }

  private func fits(_ bytes: Int64, beside taken: Int64) -> Bool {
    taken == 0 || bytes <= limit - taken
  }
}
