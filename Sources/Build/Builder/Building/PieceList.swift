// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Planning
import RenderProtocol

/// The pieces from which the films of a build are linked: each piece once, however often it is
/// used.
struct PieceList {
  private let store: ArtifactStore
  private let verification: Verification?
  private var seen: Set<Fingerprint> = []
  private var heard: Set<Fingerprint> = []
  /// Those to be made, in film order, the chunks of a sound before it.
  private(set) var missing: [Piece] = []
  /// Those that are in the store and are verified.
  private(set) var verified: [Piece] = []
  /// Those to be made because what is stored is damaged.
  private(set) var damaged: [Piece] = []
  private(set) var amount = BuildAmount()
  /// The entries found in the store, so that a film is linked without looking for them again.
  private(set) var found: [Fingerprint: ArtifactStore.Entry] = [:]

  /// A list of the pieces missing in `store`, and of the stored ones to verify.
  init(store: ArtifactStore, verification: Verification? = nil) {
    self.store = store
    self.verification = verification
  }

  /// Takes in what `output` needs.
  mutating func add(_ film: FilmPlan, of output: OutputPlan) {
    var reused: [Piece] = []
    var previous: PlannedSegment?
    for segment in film.segments {
      let piece = piece(segment, after: previous, of: output)
      previous = segment
      if addSegment(piece) { reused.append(piece) }
    }
    verify(reused, of: film)
    guard let sound = film.sound else { return }
    for chunk in sound.chunks where heard.insert(chunk.key).inserted {
      amount.reusedSound += chunk.hundredths
    }
    let isNew = seen.insert(sound.key).inserted
    let isMissing = isNew && !isStored(sound.key)
    // Of a sound that is there its passages and chunks need not be.
    if isMissing || isNew && verification != nil { addParts(of: sound, film, output) }
    let piece = Piece(kind: .sound(sound), output: output.name, rate: output.canvas.rate)
    if isMissing {
      missing.append(piece)
      if !piece.isCopied {
        amount.sounds += 1
        amount.encoding += piece.size
      }
      noteDamage(of: piece)
    } else if isNew {
      verify([piece], of: film)
    }
  }

  /// Adds the pieces of the up-to-date `output` that are verified; its missing pieces are not made,
  /// except the chunks that sound is encoded from.
  mutating func addStanding(_ film: FilmPlan, of output: OutputPlan) {
    var reused: [Piece] = []
    var previous: PlannedSegment?
    for segment in film.segments {
      let piece = piece(segment, after: previous, of: output)
      previous = segment
      guard seen.insert(piece.key).inserted else { continue }
      switch store.look(for: piece.key) {
      case .hit: reused.append(piece)
      case .missing, .unreadable: break
      case .damaged: addMissing(piece)
      }
    }
    verify(reused, of: film)
    guard let sound = film.sound, seen.insert(sound.key).inserted, isStored(sound.key) else {
      return
    }
    addParts(of: sound, film, output)
    verify(
      [Piece(kind: .sound(sound), output: output.name, rate: output.canvas.rate)], of: film)
  }

  /// Leaves out the missing pieces but those under `keys` and what they need.
  mutating func keep(_ keys: Set<Fingerprint>) {
    var kept = keys
    for piece in missing.reversed() where kept.contains(piece.key) { kept.formUnion(piece.needs) }
    missing.removeAll { !kept.contains($0.key) }
  }

  private func piece(
    _ segment: PlannedSegment, after previous: PlannedSegment?, of output: OutputPlan
  ) -> Piece {
    var piece = Piece(kind: .segment(segment), output: output.name, rate: output.canvas.rate)
    // It goes on with a video, or a still image at the bottom, with which the one before ends.
    if let previous, let last = previous.program.parts.last,
      let first = segment.program.parts.first,
      !last.filesInHand.isDisjoint(with: first.filesInHand)
    {
      piece.continues = previous.key
    }
    return piece
  }

  /// The amounts of finished and reused work if only pieces accepted by `isDone` are done.
  func amount(doing isDone: (Fingerprint) -> Bool) -> BuildAmount {
    var amount = amount
    for piece in missing where !isDone(piece.key) {
      switch piece.kind {
      case .segment where piece.isCopied: amount.copiedFrames -= Int(piece.length)
      case .sound where piece.isCopied: break
      case .segment:
        amount.segments -= 1
        amount.frames -= piece.size
      case .chunk:
        amount.sounds -= 1
        amount.mixing -= piece.size
      case .passage, .sound:
        amount.sounds -= 1
        amount.encoding -= piece.size
      }
    }
    amount.verified = verified.count { isDone($0.key.ofVerification) }
    return amount
  }

  /// Returns whether it is reused.
  private mutating func addSegment(_ piece: Piece) -> Bool {
    let isNew = seen.insert(piece.key).inserted
    guard isNew, !isStored(piece.key) else {
      count(reused: piece, isNew: isNew)
      return isNew
    }
    addMissing(piece)
    return false
  }

  private mutating func addMissing(_ piece: Piece) {
    missing.append(piece)
    noteDamage(of: piece)
    if piece.isCopied {
      amount.copiedFrames += Int(piece.length)
    } else {
      amount.segments += 1
      amount.frames += piece.size
    }
  }

  /// Used a second time, what is rendered for the first is there for this.
  private mutating func count(reused piece: Piece, isNew: Bool) {
    if piece.isCopied, found[piece.key]?.fallback == nil {
      amount.copiedFrames += Int(piece.length)
    } else {
      if isNew { amount.reusedSegments += 1 }
      amount.reusedFrames += Int(piece.length)
    }
  }

  /// Adds what `sound` is made of: its chunks, or its passages and the chunks of those that are made.
  private mutating func addParts(of sound: PlannedAudio, _ film: FilmPlan, _ output: OutputPlan) {
    if sound.passages.isEmpty { return addChunks(sound.chunks, film, output) }
    let new = sound.passages.filter { seen.insert($0.key).inserted }
    let stored = new.map { isStored($0.key) }
    let made = zip(new, stored).filter { !$1 || verification != nil }
    addChunks(made.flatMap(\.0.chunks), film, output)
    var reused: [Piece] = []
    for (passage, isStored) in zip(new, stored) {
      let piece = Piece(kind: .passage(passage), output: output.name, rate: output.canvas.rate)
      if isStored {
        reused.append(piece)
        continue
      }
      missing.append(piece)
      amount.sounds += 1
      amount.encoding += piece.size
      noteDamage(of: piece)
    }
    verify(reused, of: film)
  }

  private mutating func addChunks(
    _ chunks: [PlannedChunk], _ film: FilmPlan, _ output: OutputPlan
  ) {
    var reused: [Piece] = []
    for chunk in chunks where seen.insert(chunk.key).inserted {
      let piece = Piece(kind: .chunk(chunk), output: output.name, rate: output.canvas.rate)
      if isStored(chunk.key) {
        reused.append(piece)
        continue
      }
      missing.append(piece)
      amount.sounds += 1
      amount.mixing += chunk.hundredths
      if heard.contains(chunk.key) { amount.reusedSound -= chunk.hundredths }
      noteDamage(of: piece)
    }
    verify(reused, of: film)
  }

  /// Chooses among `reused`, the pieces of one kind in film order.
  private mutating func verify(_ reused: [Piece], of film: FilmPlan) {
    amount.reusedPieces += reused.count
    guard let verification else { return }
    for piece in verification.sample(reused, of: film.key) {
      verified.append(piece)
      amount.verified += 1
      if piece.isPicture {
        amount.verifiedFrames += piece.size
      } else {
        amount.verifiedSound += piece.size
      }
    }
  }

  private mutating func noteDamage(of piece: Piece) {
    if verification != nil, case .damaged = store.look(for: piece.key) { damaged.append(piece) }
  }

  private mutating func isStored(_ key: Fingerprint) -> Bool {
    guard case .hit(let entry) = store.look(for: key) else { return false }
    found[key] = entry
    return true
  }
}

extension LayerInterval {
  /// The files that are costly to reopen: videos, and photos that fill the picture.
  ///
  /// A logo, which lies over everything, ties no segments together.
  fileprivate var filesInHand: Set<MediaFile> {
    var files: Set<MediaFile> = []
    for (index, layer) in layers.enumerated() {
      for picture in [layer].pictures {
        switch picture.source {
        case .video(let read): files.insert(read.file)
        case .image(let file, _) where index == 0: files.insert(file)
        default: break
        }
      }
    }
    return files
  }
}
