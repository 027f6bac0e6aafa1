// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import BuildEngine
import Compiler

/// Something that is not in the store: a segment, a chunk of sound, or a film's encoded sound.
struct Piece: Sendable {
  enum Kind: Sendable {
    case segment(PlannedSegment)
    case chunk(PlannedChunk)
    case sound(PlannedSound)
  }

  let kind: Kind
  /// The segment before it, if this one goes on in a video where that one stops: the worker that
  /// has rendered it has the video open at the right place.
  var continues: Fingerprint?
  /// The output that needs it first.
  let output: String
  let rate: FrameRate

  var key: Fingerprint {
    switch kind {
    case .segment(let segment): segment.key
    case .chunk(let chunk): chunk.key
    case .sound(let sound): sound.key
    }
  }

  var isPicture: Bool {
    if case .segment = kind { return true }
    return false
  }

  /// Frames or samples.
  var length: Int64 {
    switch kind {
    case .segment(let segment): Int64(segment.frameCount)
    case .chunk(let chunk): chunk.program.sampleCount
    case .sound(let sound): sound.sampleCount
    }
  }

  /// Frames, or hundredths of a second, as workers count their progress.
  var size: Int {
    switch kind {
    case .segment(let segment): segment.frameCount
    case .chunk(let chunk): chunk.hundredths
    case .sound(let sound): Int(sound.sampleCount * 100 / Int64(max(sound.sampleRate, 1)))
    }
  }

  /// The files it is made from.
  var files: [ProgramFile] {
    switch kind {
    case .segment(let segment): segment.program.files
    case .chunk(let chunk): chunk.program.files
    case .sound: []
    }
  }

  /// The keys of what it is made from.
  var needs: [Fingerprint] {
    if case .sound(let sound) = kind { return sound.chunks.map(\.key) }
    return []
  }

  /// What it is called in events, such as `film 120..<240` (frames), `film sound 0..<480000`
  /// (samples) or `film sound`.
  var name: String {
    switch kind {
    case .segment(let segment):
      "\(output) \(segment.firstFrame)..<\(segment.firstFrame + segment.frameCount)"
    case .chunk(let chunk):
      "\(output) sound \(chunk.firstSample)..<\(chunk.firstSample + chunk.program.sampleCount)"
    case .sound: "\(output) sound"
    }
  }
}

extension PlannedChunk {
  /// Its length in hundredths of a second.
  var hundredths: Int { Int(program.sampleCount * 100 / Int64(max(program.sampleRate, 1))) }
}

/// What the films of a build are linked from: each piece once, however often it is used.
struct PieceList {
  private let store: ArtifactStore
  private var seen: Set<Fingerprint> = []
  private var heard: Set<Fingerprint> = []
  /// Those to be made, in film order, the chunks of a sound before it.
  private(set) var missing: [Piece] = []
  private(set) var amount = BuildAmount()

  init(store: ArtifactStore) { self.store = store }

  /// Takes in what `output` needs.
  mutating func add(_ film: FilmPlan, of output: OutputPlan) {
    var previous: PlannedSegment?
    for segment in film.segments {
      var piece = Piece(kind: .segment(segment), output: output.name, rate: output.canvas.rate)
      if let previous, previous.program.isContinued(by: segment.program) {
        piece.continues = previous.key
      }
      previous = segment
      addSegment(piece)
    }
    guard let sound = film.sound else { return }
    for chunk in sound.chunks where heard.insert(chunk.key).inserted {
      amount.reusedSound += chunk.hundredths
    }
    // Of a sound that is there its chunks need not be.
    guard seen.insert(sound.key).inserted, !isStored(sound.key) else { return }
    for chunk in sound.chunks where seen.insert(chunk.key).inserted && !isStored(chunk.key) {
      missing.append(Piece(kind: .chunk(chunk), output: output.name, rate: output.canvas.rate))
      amount.sounds += 1
      amount.mixing += chunk.hundredths
      amount.reusedSound -= chunk.hundredths
    }
    let piece = Piece(kind: .sound(sound), output: output.name, rate: output.canvas.rate)
    missing.append(piece)
    amount.sounds += 1
    amount.encoding += piece.size
  }

  /// What has been made and reused when only that is done for which `isDone` says so.
  func amount(doing isDone: (Fingerprint) -> Bool) -> BuildAmount {
    var amount = amount
    for piece in missing where !isDone(piece.key) {
      switch piece.kind {
      case .segment:
        amount.segments -= 1
        amount.frames -= piece.size
      case .chunk:
        amount.sounds -= 1
        amount.mixing -= piece.size
      case .sound:
        amount.sounds -= 1
        amount.encoding -= piece.size
      }
    }
    return amount
  }

  private mutating func addSegment(_ piece: Piece) {
    let isNew = seen.insert(piece.key).inserted
    if isNew, isStored(piece.key) {
      amount.reusedSegments += 1
      amount.reusedFrames += piece.size
    } else if isNew {
      missing.append(piece)
      amount.segments += 1
      amount.frames += piece.size
    } else {
      // Used a second time: what is rendered for the first is there for this.
      amount.reusedFrames += piece.size
    }
  }

  private func isStored(_ key: Fingerprint) -> Bool {
    if case .hit = store.look(for: key) { return true }
    return false
  }
}

extension BuildFailure {
  /// `failure` of making `piece`.
  init(_ failure: RenderFailure, for piece: Piece) {
    self.failure = failure
    output = piece.output
    self.piece = piece.name
    suspects = []
    switch piece.kind {
    case .segment(let segment):
      filmTime = piece.rate.time(of: segment.firstFrame + (failure.frame ?? 0))
      if failure.origin == .none { suspects = segment.program.origins }
    case .chunk(let chunk):
      filmTime = chunk.filmTime(ofSample: failure.frame)
      if failure.origin == .none { suspects = chunk.program.origins }
    case .sound:
      filmTime = nil
      isOfReuse = true
    }
  }

  /// `failure` of putting together `output`.
  init(_ failure: RenderFailure, for output: OutputPlan) {
    self.failure = failure
    self.output = output.name
    filmTime = nil
    suspects = []
    isOfReuse = true
    span = output.span
  }
}

extension PictureProgram {
  /// Whether `next` begins with a video that this ends with.
  fileprivate func isContinued(by next: PictureProgram) -> Bool {
    guard let last = parts.last, let first = next.parts.first else { return false }
    let files = last.layers.pictures.compactMap(\.video)
    return first.layers.pictures.contains { $0.video.map { files.contains($0) } ?? false }
  }
}

extension Picture {
  fileprivate var video: MediaFile? {
    if case .video(let read) = source { read.file } else { nil }
  }
}
