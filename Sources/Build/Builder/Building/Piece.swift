// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Planning
import RenderProtocol

/// Something that is not in the store: a segment, a chunk of sound, a passage of it encoded, or a film's encoded sound.
struct Piece: Sendable {
  enum Kind: Sendable {
    case segment(PlannedSegment)
    case chunk(PlannedChunk)
    case passage(PlannedPassage)
    case sound(PlannedAudio)
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
    case .passage(let passage): passage.key
    case .sound(let sound): sound.key
    }
  }

  var isPicture: Bool {
    if case .segment = kind { return true }
    return false
  }

  /// True if it needs no rendering: its packets are those of a source.
  var isCopied: Bool {
    switch kind {
    case .segment(let segment): segment.isCopied
    case .sound(let sound): sound.isCopied
    case .chunk, .passage: false
    }
  }

  /// Frames or samples.
  var length: Int64 {
    switch kind {
    case .segment(let segment): Int64(segment.frameCount)
    case .chunk(let chunk): chunk.program.sampleCount
    case .passage(let passage): passage.sampleCount
    case .sound(let sound): sound.sampleCount
    }
  }

  /// Frames to be rendered, or hundredths of a second, as workers count their progress.
  var size: Int {
    switch kind {
    case .segment(let segment) where segment.isCopied: 0
    // Passages are joined in no time.
    case .sound(let sound) where sound.isCopied || !sound.passages.isEmpty: 0
    case .segment(let segment): segment.frameCount
    case .chunk(let chunk): chunk.hundredths
    case .passage(let passage):
      Int(passage.sampleCount * 100 / Int64(max(passage.sampleRate, 1)))
    case .sound(let sound): Int(sound.sampleCount * 100 / Int64(max(sound.sampleRate, 1)))
    }
  }

  /// The files it is made from.
  var files: [ProgramFile] {
    switch kind {
    case .segment(let segment): segment.program.files
    case .chunk(let chunk): chunk.program.files
    case .passage: []
    case .sound(let sound): sound.isCopied ? sound.program.files : []
    }
  }

  /// The keys of the pieces it is made from.
  var needs: [Fingerprint] {
    switch kind {
    case .segment, .chunk: []
    case .passage(let passage): passage.chunks.map(\.key)
    case .sound(let sound):
      sound.passages.isEmpty ? sound.chunks.map(\.key) : sound.passages.map(\.key)
    }
  }

  /// The name in events, such as `film 120..<240` (frames), `film sound 0..<480000` (samples),
  /// `film sound from 0 on` or `film sound`.
  var name: String {
    switch kind {
    case .segment(let segment):
      "\(output) \(segment.firstFrame)..<\(segment.firstFrame + segment.frameCount)"
    case .chunk(let chunk):
      "\(output) sound \(chunk.firstSample)..<\(chunk.firstSample + chunk.program.sampleCount)"
    case .passage(let passage): "\(output) sound from \(passage.firstSample) on"
    case .sound: "\(output) sound"
    }
  }
}

extension PlannedChunk {
  /// Its length in hundredths of a second.
  var hundredths: Int { Int(program.sampleCount * 100 / Int64(max(program.sampleRate, 1))) }
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
    case .passage, .sound:
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
