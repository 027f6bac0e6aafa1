// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Planning
import RenderProtocol

extension Build {
  /// The worker's request to render `piece` at `path`.
  func request(for piece: Piece, to path: String, threads: Int) throws -> Request {
    switch piece.kind {
    case .segment(let segment):
      return .segment(
        SegmentRequest(
          program: segment.program, encoding: segment.encoding, otherwise: segment.otherwise,
          output: path, decoderThreads: threads, keepsGoing: keepsGoing))
    case .chunk(let chunk):
      return .mix(MixRequest(program: chunk.program, output: path, keepsGoing: keepsGoing))
    case .passage(let passage):
      return .encode(
        EncodeRequest(
          sampleRate: passage.sampleRate, intervals: try intervals(passage.intervals),
          encoding: passage.encoding, passage: passage.passage, output: path))
    case .sound(let sound):
      if let copy = sound.copy {
        return .copySound(
          CopyAudioRequest(
            copy: copy, otherwise: sound.program, encoding: sound.encoding, output: path))
      }
      let intervals: [EncodeRequest.Interval] =
        if sound.passages.isEmpty {
          try self.intervals(sound.intervals)
        } else {
          try sound.passages.map {
            let entry = try entry($0.key)
            let notes = [ChunkNote](text: String(decoding: entry.facts, as: UTF8.self))
            return .passage(
              entry.path, $0.passage, first: $0.firstPacket,
              notes.first { $0.note.isOfWhole }?.note)
          }
        }
      return .encode(
        EncodeRequest(
          sampleRate: sound.sampleRate, intervals: intervals, encoding: sound.encoding,
          output: path))
    }
  }

  private func intervals(_ planned: [AudioInterval<PlannedChunk>]) throws -> [EncodeRequest
    .Interval]
  {
    try planned.map {
      switch $0 {
      case .silence(let count): .silence(count)
      case .chunk(let chunk): .mixed(try entry(chunk.key).path, chunk.program.sampleCount)
      }
    }
  }

  /// The entry stored under `key` by now.
  func entry(_ key: Fingerprint) throws -> ArtifactStore.Entry {
    guard case .hit(let entry) = folder.artifacts.look(for: key) else {
      throw RenderFailure(
        kind: .disk, message: "'\(folder.artifacts.path(of: key))' was changed during the build")
    }
    return entry
  }

  /// The notes on the chunks of `sound`, or on all of it that was `made`, to be kept with it: it may outlive
  /// its chunks.
  func notes(of sound: PlannedAudio, _ made: SegmentFacts) throws -> [ChunkNote] {
    if sound.isCopied {
      let origins = sound.program.leaves.map(\.origin)
      return made.notes.map { ChunkNote(chunk: 0, note: $0.relative(to: origins)) }
    }
    let count = sound.chunks.count
    let ofWhole = made.notes.map { ChunkNote(chunk: count, note: $0) }
    if sound.passages.isEmpty { return try notes(of: sound.chunks) + ofWhole }
    // Of the chunks that a passage was encoded from nothing need be left.
    return try sound.passages.flatMap { passage in
      [ChunkNote](text: String(decoding: try entry(passage.key).facts, as: UTF8.self))
        .filter { $0.chunk < passage.chunks.count }
        .map { ChunkNote(chunk: passage.firstChunk + $0.chunk, note: $0.note) }
    } + ofWhole
  }

  /// The notes on the chunks of `passage`, and on all of it that was `made`.
  func notes(of passage: PlannedPassage, _ made: SegmentFacts) throws -> [ChunkNote] {
    let count = passage.chunks.count
    // Those on all of it come first, as only so much of the rest is kept.
    return try made.notes.map { ChunkNote(chunk: count, note: $0) } + notes(of: passage.chunks)
  }

  private func notes(of chunks: [PlannedChunk]) throws -> [ChunkNote] {
    try chunks.enumerated().flatMap { index, chunk in
      try entry(chunk.key).notes.map { ChunkNote(chunk: index, note: $0) }
    }
  }
}

extension ArtifactStore.Entry {
  /// The notes on a segment or a chunk from its rendering.
  var notes: [RenderNote] { [RenderNote](text: String(decoding: facts, as: UTF8.self)) }

  /// The reason why a segment or a sound that was to be copied was encoded; nil where it is copied.
  ///
  /// A copied piece has no other notes, except on its sound as a whole.
  var fallback: String? {
    let text = String(decoding: facts, as: UTF8.self)
    return (notes + [ChunkNote](text: text).map(\.note)).first { !$0.isOfWhole }?.message
  }
}

/// A note on one of the chunks of a sound.
struct ChunkNote: Codable {
  /// The number of the chunk in film order; the count of chunks for the sound as a whole, 0 where it was copied.
  var chunk: Int
  var note: RenderNote
}

extension PlannedAudio {
  /// The notes that were kept with it, each with its place in this film; of those on one clip that
  /// say the same, the first.
  ///
  /// - Parameter output: The name of the film.
  func buildNotes(text: String, output: String) -> [BuildNote] {
    struct Word: Hashable {
      var message: String
      var origin: Origin
    }
    let whole = PlannedChunk(key: key, program: program, firstSample: firstSample)
    let chunks = isCopied ? [whole] : chunks + [whole]
    var said: Set<Word> = []
    return [ChunkNote](text: text).compactMap { kept in
      guard chunks.indices.contains(kept.chunk) else { return nil }
      let chunk = chunks[kept.chunk]
      var note = kept.note.absolute(in: chunk.program.leaves.map(\.origin))
      // That a film is muted is said by `check`.
      if note.isOfSilence, program.isMuted { return nil }
      if isCopied, !note.isOfWhole { note.sayEncoded() }
      guard said.insert(Word(message: note.message, origin: note.origin)).inserted else {
        return nil
      }
      return BuildNote(
        note: note, filmTime: chunk.filmTime(ofSample: note.frame),
        output: kept.chunk == self.chunks.count && (!isCopied || note.isOfWhole) ? output : nil)
    }
  }
}

extension PlannedChunk {
  /// The time in the film at which a sample of it is heard.
  func filmTime(ofSample sample: Int?) -> Time {
    Time(firstSample + Int64(sample ?? 0), over: Int64(max(program.sampleRate, 1)))
  }
}

extension RenderNote {
  /// Adds to a note on packets that could not be copied that they are encoded.
  mutating func sayEncoded() { message += "; it is encoded" }

  /// With the place of its clip in a list instead of the clip itself: what is stored is used by later
  /// builds, in which clips have other numbers.
  func relative(to origins: [Origin]) -> RenderNote {
    var note = self
    note.origin = origins.firstIndex(of: origin).map { Origin($0) } ?? .none
    return note
  }

  /// With the clip that stands in a list where it says.
  func absolute(in origins: [Origin]) -> RenderNote {
    var note = self
    note.origin = origins.indices.contains(origin.index) ? origins[origin.index] : .none
    return note
  }
}
