// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import BuildEngine
import Compiler

/// A segment or a sound that is not in the store.
struct Piece: Sendable {
  enum Kind: Sendable {
    case segment(PlannedSegment)
    case sound(PlannedSound)
  }

  let kind: Kind
  /// The output that needs it first.
  let output: String
  let rate: FrameRate

  var key: Fingerprint {
    switch kind {
    case .segment(let segment): segment.key
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
    case .sound(let sound): sound.program.sampleCount
    }
  }

  /// Frames, or hundredths of a second, as workers count their progress.
  var size: Int {
    switch kind {
    case .segment(let segment): segment.frameCount
    case .sound(let sound):
      Int(sound.program.sampleCount * 100 / Int64(max(sound.program.sampleRate, 1)))
    }
  }

  /// The files it is rendered from.
  var files: [ProgramFile] {
    switch kind {
    case .segment(let segment): segment.program.files
    case .sound(let sound): sound.program.files
    }
  }

  /// What it is called in events, such as `film 120..<240` (frames) or `film sound`.
  var name: String {
    switch kind {
    case .segment(let segment):
      "\(output) \(segment.firstFrame)..<\(segment.firstFrame + segment.frameCount)"
    case .sound: "\(output) sound"
    }
  }

  /// Has it rendered to `path`.
  func request(_ path: String, threads: Int, keepsGoing: Bool) -> Request {
    switch kind {
    case .segment(let segment):
      .segment(
        SegmentRequest(
          program: segment.program, encoding: segment.encoding, output: path,
          decoderThreads: threads, keepsGoing: keepsGoing))
    case .sound(let sound):
      .sound(
        SoundRequest(
          program: sound.program, encoding: sound.encoding, output: path, keepsGoing: keepsGoing))
    }
  }
}

/// What the films of a build are linked from: each piece once, however often it is used.
struct PieceList {
  private let store: ArtifactStore
  private var seen: Set<Fingerprint> = []
  /// Those to be rendered, in film order.
  private(set) var missing: [Piece] = []
  private(set) var amount = BuildAmount()

  init(store: ArtifactStore) { self.store = store }

  /// Takes in what `output` needs.
  mutating func add(_ film: FilmPlan, of output: OutputPlan) {
    for segment in film.segments {
      add(Piece(kind: .segment(segment), output: output.name, rate: output.canvas.rate))
    }
    if let sound = film.sound {
      add(Piece(kind: .sound(sound), output: output.name, rate: output.canvas.rate))
    }
  }

  private mutating func add(_ piece: Piece) {
    let frames = piece.isPicture ? piece.size : 0
    let isNew = seen.insert(piece.key).inserted
    if isNew, case .hit = store.look(for: piece.key) {
      amount.reusedPieces += 1
      amount.reusedFrames += frames
    } else if isNew {
      missing.append(piece)
      amount.pieces += 1
      amount.frames += frames
      if !piece.isPicture { amount.soundHundredths += piece.size }
    } else {
      // Used a second time: what is rendered for the first is there for this.
      amount.reusedFrames += frames
    }
  }
}

extension BuildFailure {
  /// `failure` of making `piece`.
  init(_ failure: RenderFailure, for piece: Piece) {
    self.failure = failure
    output = piece.output
    switch piece.kind {
    case .segment(let segment):
      filmTime = piece.rate.time(of: segment.firstFrame + (failure.frame ?? 0))
      suspects = failure.origin == .none ? segment.program.origins : []
    case .sound:
      filmTime = nil
      suspects = []
    }
  }

  /// `failure` of putting together `output`.
  init(_ failure: RenderFailure, for output: OutputPlan) {
    self.failure = failure
    self.output = output.name
    filmTime = nil
    suspects = []
    isOfLinking = true
    span = output.span
  }
}
