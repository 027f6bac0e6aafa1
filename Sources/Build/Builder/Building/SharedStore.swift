// SPDX-License-Identifier: Apache-2.0

import BuildSystem
import Diagnostics
package import Host
package import RenderProtocol
import Synchronization

/// The shared store of a build: asked for what is missing here, and sent what is rendered here.
///
/// It can only save work. Whatever goes wrong with it, the piece is rendered here; after a few
/// failures in a row it is not asked any more, which is said once, and the build succeeds.
package final class SharedStore: Sendable {
  /// The counts of pieces exchanged with it.
  package struct Tally: Hashable, Sendable, Encodable {
    /// Pieces that came from it, and their bytes.
    var fetched = 0
    var fetchedBytes: Int64 = 0
    /// Pieces that it does not have.
    var missing = 0
    /// Pieces that it was asked for in vain.
    var failed = 0
    /// Pieces that were stored in it.
    var sent = 0
    /// Pieces that were rendered here and are not in it.
    var unsent = 0
  }

  /// The report on the shared store after a build.
  package struct Conclusion: Sendable {
    /// The counts of pieces.
    package var tally: Tally
    /// The problem with it, reported once.
    var complaint: Diagnostic?
  }

  private struct State {
    var tally = Tally()
    var hasComplained = false
    var process: StoreProcess?
    var isRead = true
    var isWritten: Bool
    /// In a row.
    var failedReads = 0
    var failedWrites = 0
    /// Pieces that are on their way to it.
    var sending = 0
    var isDistrusted = false
    /// The first thing that went wrong in each direction.
    var trouble: String?
    var sendingTrouble: String?
  }

  /// Failures in a row after which it is not asked any more.
  private static let failureLimit = 3
  /// Pieces that may be waiting to be sent; a store that is so slow does not get more.
  private static let sendingLimit = 256

  /// The place of it.
  let address: StoreAddress
  private let isReadOnly: Bool
  private let locate: @Sendable () -> WorkerCommand?
  private let state: Mutex<State>

  /// The store at `address`; `locate` finds the messenger when the store is first asked.
  package init(
    _ address: StoreAddress, isReadOnly: Bool = false,
    locate: @escaping @Sendable () -> WorkerCommand?
  ) {
    self.address = address
    self.isReadOnly = isReadOnly
    self.locate = locate
    state = Mutex(State(isWritten: !isReadOnly))
  }

  // MARK: - Fetching

  /// Brings `piece` into the store of `folder`; false when it has to be rendered.
  func fetch(_ piece: Piece, into folder: BuildFolder) async -> Bool {
    guard let process = messenger(where: \.isRead),
      let path = try? folder.temporaryPath(".fetched")
    else { return false }
    let request = FetchRequest(
      key: piece.key, length: piece.length, sizeLimit: piece.sizeLimit, output: path)
    let reply = await process.call(.fetch(request))
    if Task.isCancelled { return false }
    defer { try? Disk.remove(path) }
    do throws(StoreFailure) {
      switch reply {
      case .fetched(let record):
        try piece.store(path, of: record, in: folder)
        state.withLock {
          $0.failedReads = 0
          $0.tally.fetched += 1
          $0.tally.fetchedBytes += record.size
        }
        return true
      case .missing:
        state.withLock {
          $0.failedReads = 0
          $0.tally.missing += 1
        }
      case .failed(let failure): throw failure
      case .sent: throw StoreFailure("was asked for a piece and took one")
      }
    } catch {
      failToRead(error)
    }
    return false
  }

  private func failToRead(_ failure: StoreFailure) {
    let process: StoreProcess? = state.withLock {
      guard $0.isRead else { return nil }
      $0.tally.failed += 1
      $0.failedReads += 1
      if $0.trouble == nil { $0.trouble = failure.message }
      guard $0.failedReads >= SharedStore.failureLimit else { return nil }
      $0.isRead = false
      $0.isWritten = false
      return $0.process
    }
    // What else is being asked of it would only be waited for.
    process?.kill()
  }

  /// Notes that what came from it, though it looked right, could not be used.
  func distrust() {
    state.withLock {
      ($0.isRead, $0.isWritten, $0.isDistrusted) = (false, false, true)
      $0.trouble = "sent what could not be used"
    }
  }

  // MARK: - Sending

  /// Sends what has been rendered, in the background.
  func send(_ entry: ArtifactStore.Entry, of piece: Piece) {
    guard !isReadOnly else { return }
    let messenger = messenger(where: \.isWritten)
    let process: StoreProcess? = state.withLock {
      guard let messenger, $0.sending < SharedStore.sendingLimit else {
        $0.tally.unsent += 1
        return nil
      }
      $0.sending += 1
      return messenger
    }
    guard let process else { return }
    let record = PieceRecord(
      key: piece.key, length: piece.length, digest: entry.digest, size: entry.size)
    Task {
      let reply = await process.call(.send(SendRequest(record: record, input: entry.path)))
      state.withLock {
        $0.sending -= 1
        if reply == .sent {
          $0.tally.sent += 1
          $0.failedWrites = 0
          return
        }
        $0.tally.unsent += 1
        $0.failedWrites += 1
        if $0.isWritten, $0.sendingTrouble == nil, case .failed(let failure) = reply {
          $0.sendingTrouble = failure.message
        }
        if $0.failedWrites >= SharedStore.failureLimit { $0.isWritten = false }
      }
    }
  }

  /// Waits for uploads in progress, for at most `patience`, and returns what the store did since the last call; nil
  /// where it was not used.
  ///
  /// A store that takes longer is not asked again. When the task is cancelled, the call returns at once.
  package func conclude(patience: Duration = .seconds(10)) async -> Conclusion? {
    let deadline = SuspendingClock.now + patience
    while state.withLock({ $0.sending > 0 }) {
      if SuspendingClock.now >= deadline {
        state.withLock { if $0.sendingTrouble == nil { $0.sendingTrouble = "takes too long" } }
        // Those who wait for the messenger hear of its end at once.
        shutDown()
      }
      do { try await Task.sleep(for: .milliseconds(5)) } catch { break }
    }
    let complaint = complaint
    return state.withLock { state in
      defer { state.tally = Tally() }
      let isFirst = complaint != nil && !state.hasComplained
      if isFirst { state.hasComplained = true }
      guard isFirst || state.tally != Tally() else { return nil }
      return Conclusion(tally: state.tally, complaint: isFirst ? complaint : nil)
    }
  }

  /// Ends the messenger, at once; may be called from anywhere, and more than once.
  package func shutDown() {
    let process = state.withLock { state in
      (state.isRead, state.isWritten) = (false, false)
      defer { state.process = nil }
      return state.process
    }
    process?.kill()
  }

  /// The problem with the store; nil when it worked.
  ///
  /// A store that never answers is reported even if the number of requests was too small to give it up.
  private var complaint: Diagnostic? {
    state.withLock { state in
      if let trouble = state.trouble,
        state.isDistrusted || state.failedReads >= SharedStore.failureLimit
          || state.tally.fetched + state.tally.missing == 0
      {
        return .storeFailed(address, trouble)
      }
      if let trouble = state.sendingTrouble,
        state.failedWrites >= SharedStore.failureLimit || state.tally.sent == 0
      {
        return .storeTakesNothing(address, trouble)
      }
      return nil
    }
  }

  // MARK: - The messenger

  /// The messenger, started by the first who needs one; nil when the store is not used that way.
  private func messenger(where isUsed: KeyPath<State, Bool>) -> StoreProcess? {
    state.withLock {
      guard $0[keyPath: isUsed] else { return nil }
      if let process = $0.process { return process }
      guard let command = locate() else {
        $0.trouble = "cannot be asked: 'reel-store' is not installed beside 'reel'"
        ($0.isRead, $0.isWritten) = (false, false)
        return nil
      }
      do { $0.process = try StoreProcess(command, address) } catch {
        $0.trouble = "cannot be asked: \(error)"
        ($0.isRead, $0.isWritten) = (false, false)
      }
      return $0.process
    }
  }
}
