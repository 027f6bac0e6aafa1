// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Host
import Planning
import RenderProtocol
import Synchronization

/// The findings of verification so far, for actions that use the pieces.
final class Findings: Sendable {
  private struct State {
    var differences: [Fingerprint: PieceDifference] = [:]
    var repaired: Set<Fingerprint> = []
  }

  private let state = Mutex(State())

  func add(_ difference: PieceDifference) {
    state.withLock { $0.differences[difference.piece.key] = difference }
  }

  func addRepaired(_ key: Fingerprint) { state.withLock { _ = $0.repaired.insert(key) } }

  /// Returns true if one of `keys` is that of a piece that differs.
  func doubt(_ keys: [Fingerprint]) -> Bool {
    state.withLock { state in keys.contains { state.differences[$0] != nil } }
  }

  /// The findings about `pieces`, in their order.
  func found(in pieces: [Piece]) -> (differences: [PieceDifference], repaired: [Piece]) {
    state.withLock { state in
      (
        pieces.compactMap { state.differences[$0.key] },
        pieces.filter { state.repaired.contains($0.key) }
      )
    }
  }
}

/// The result of verifying a piece.
package enum Verdict: String, Hashable, Sendable, Codable {
  /// Rendered anew it has the bytes that are stored.
  case same
  /// The stored bytes had been damaged; the piece rendered anew has their digest and has replaced
  /// them.
  case repaired
  /// Rendered anew it has other bytes than it was stored with.
  case different
}

extension Fingerprint {
  /// The key of the action that verifies the piece with this key.
  var ofVerification: Fingerprint { Fingerprint(of: "verify\n\(hex)") }
}

extension Build {
  /// Compares the stored `piece` with the newly rendered one, which is then removed; if they differ, `again` renders it
  /// once more, to distinguish an incomplete key from rendering that is not deterministic.
  ///
  /// For copied packets only places and checksums are stored, so the packets are decoded too.
  ///
  /// A piece that differs stays in the store until all are verified.
  func verify(
    _ piece: Piece, against made: Rendered, in lane: Int, threads: Int, _ findings: Findings,
    again: () async throws -> Rendered
  ) async throws -> Verdict {
    // What has been given its key is not there any more.
    defer { try? Disk.remove(made.path) }
    let stored = try entry(piece.key)
    if try await BlockingWork.perform({ try Disk.haveSameBytes(made.path, stored.path) }) {
      guard let fault = try await fault(in: piece, stored, lane: lane, threads: threads) else {
        return .same
      }
      let bytes = PieceDifference.Bytes(size: stored.size, digest: stored.digest)
      findings.add(
        PieceDifference(piece: piece, stored: bytes, made: bytes, isDamaged: false, fault: fault))
      return .different
    }
    let size = try FileStamp(of: made.path).size
    let (digest, isDamaged) = try await BlockingWork.perform { [folder] in
      (try Fingerprint(ofFile: made.path), try !folder.artifacts.isIntact(stored))
    }
    if isDamaged, digest == stored.digest {
      try await commit(made, of: piece)
      findings.addRepaired(piece.key)
      return .repaired
    }
    var difference = PieceDifference(
      piece: piece, stored: .init(size: stored.size, digest: stored.digest),
      made: .init(size: size, digest: digest), isDamaged: isDamaged)
    if !isDamaged {
      let request = Request.compare(CompareRequest(stored.path, made.path))
      // Only said beside the difference: what cannot be compared differs all the same.
      if case .compared(let first) = try? await pool.perform(request, in: .lane(lane)) {
        difference.first = first
      }
      try Task.checkCancellation()
    }
    let second = try await again()
    defer { try? Disk.remove(second.path) }
    difference.isStable =
      try await BlockingWork.perform { try Fingerprint(ofFile: second.path) } == digest
    findings.add(difference)
    return .different
  }

  /// Removes the pieces in `differences` and marks films made from them as out of date: the next
  /// build makes all of them anew.
  ///
  /// Of a copied piece that has the same bytes it is the source that is wrong.
  func remove(_ differences: [PieceDifference], _ result: inout Result) {
    for difference in differences where difference.fault == nil {
      do throws(SystemFailure) { try remove(difference.piece) } catch {
        result.failures.append(BuildFailure(RenderFailure(error), for: difference.piece))
      }
    }
  }

  private func remove(_ piece: Piece) throws(SystemFailure) {
    try folder.artifacts.remove(piece.key)
    let others = try folder.outputs.forget(
      madeFrom: piece.key, scratch: { () throws(SystemFailure) in try folder.temporaryPath() })
    switch piece.kind {
    case .segment, .sound: return
    case .chunk, .passage: break
    }
    // The sound of each of these films was encoded of it, and that of this one may have been.
    var sounds = others
    for output in plan.outputs {
      guard case .film(let film) = output.product, let sound = film.sound else { continue }
      let passages = sound.passages.filter { $0.chunks.contains { $0.key == piece.key } }.map(\.key)
      sounds += passages
      let needs = sound.chunks.map(\.key) + sound.passages.map(\.key)
      if needs.contains(piece.key) { sounds.append(sound.key) }
    }
    for key in sounds {
      guard case .hit(let entry) = folder.artifacts.look(for: key), entry.label == piece.label
      else {
        continue
      }
      try folder.artifacts.remove(key)
    }
  }

  /// The fault in the packets that `piece` copies; nil also if it had to be encoded.
  private func fault(
    in piece: Piece, _ stored: ArtifactStore.Entry, lane: Int, threads: Int
  ) async throws -> CopyFault? {
    guard piece.isCopied, stored.fallback == nil else { return nil }
    let request: Request
    switch try self.request(for: piece, to: "", threads: threads) {
    case .segment(let copy): request = .checkPictures(copy)
    case .copySound(let copy): request = .checkSound(copy)
    default: return nil
    }
    let reply = try await sources.reading(piece.files) {
      try await pool.perform(request, in: .lane(lane))
    }
    guard case .checked(let fault) = reply else { throw RenderFailure.wrongAnswer }
    return fault
  }
}
