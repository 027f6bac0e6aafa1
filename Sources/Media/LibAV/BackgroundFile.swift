// SPDX-License-Identifier: Apache-2.0

import CLinux
import Dispatch
import Glibc
import Synchronization

/// A new file that a background thread writes, so that the caller does not wait for the system.
///
/// Write-back to the disk is started while more bytes follow, which shortens the wait for the complete file. A
/// few buffers may be in flight; when all are in use, `write` blocks. A failure is returned by a later call, at
/// the latest by `finish`.
///
/// Calls come from one thread. The two threads share only `failure`.
final class BackgroundFile: Sendable {
  /// The maximum and recommended number of bytes per call of `write`.
  static let bufferBytes = 1 << 19
  private static let bufferCount = 4
  /// Bytes between two requests for write-back: enough for the disk to write at once.
  private static let stepBytes: Int64 = 4 << 20

  private let file: Int32
  private let queue = DispatchQueue(label: "file")
  private let room = DispatchSemaphore(value: bufferCount)
  /// The first failure of the system, as its `errno`.
  private let failure = Atomic<Int32>(0)
  private let progress = Mutex(Progress())

  private struct Progress {
    /// Buffers that hold nothing.
    var free: [Buffer] = []
    /// Bytes for which write-back was requested.
    var begun: Int64 = 0
  }

  /// Memory for a part of the file.
  private final class Buffer: @unchecked Sendable {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bufferBytes, alignment: 64)
    deinit { memory.deallocate() }
  }

  /// Creates a file at `path`, overwriting an existing one.
  ///
  /// Nil, with `errno` set, on failure.
  init?(path: String) {
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { return nil }
  }

  deinit { close(file) }

  /// Queues `bytes` to be written at `offset`, after all earlier bytes.
  ///
  /// Returns 0, or the `errno` of an earlier failure.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int32 {
    let code = failure.load(ordering: .acquiring)
    guard code == 0, let base = bytes.baseAddress else { return code }
    precondition(bytes.count <= BackgroundFile.bufferBytes, "more than a buffer holds")
    room.wait()
    let buffer = progress.withLock { $0.free.popLast() } ?? Buffer()
    buffer.memory.copyMemory(from: base, byteCount: bytes.count)
    let count = bytes.count
    queue.async { [self] in
      put(buffer, count, at: offset)
      progress.withLock { $0.free.append(buffer) }
      room.signal()
    }
    return 0
  }

  /// Waits until everything is written, though not yet synced to disk; returns 0 or the `errno` of a failure.
  func finish() -> Int32 {
    queue.sync {}
    return failure.load(ordering: .acquiring)
  }

  private func put(_ buffer: Buffer, _ count: Int, at offset: Int64) {
    guard failure.load(ordering: .acquiring) == 0 else { return }
    var done = 0
    while done < count {
      let written = pwrite(file, buffer.memory + done, count - done, off_t(offset) + done)
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else {
        failure.store(written < 0 ? errno : ENOSPC, ordering: .releasing)
        return
      }
      done += written
    }
    beginDisk(to: offset + Int64(count))
  }

  private func beginDisk(to position: Int64) {
    let start = progress.withLock { progress -> Int64? in
      guard position - progress.begun >= BackgroundFile.stepBytes else { return nil }
      defer { progress.begun = position }
      return progress.begun
    }
    // This is only a hint: file systems without support may ignore it.
    if let start {
      _ = sync_file_range(
        file, Int(start), Int(position - start), UInt32(REEL_SYNC_FILE_RANGE_WRITE))
    }
  }
}
