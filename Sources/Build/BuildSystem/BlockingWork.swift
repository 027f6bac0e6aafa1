// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Work that waits for the disk, such as hashing and syncing files of gigabytes.
///
/// It runs on threads of its own: the concurrency runtime has one for each processor, and those that wait are missing to
/// all other tasks.
public enum BlockingWork {
  private static let queue = DispatchQueue(label: "blocking work", attributes: .concurrent)

  /// Performs `work` on a thread that may block, and waits for it without blocking the caller's.
  public static func perform<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try work() }) }
    }
  }
}
