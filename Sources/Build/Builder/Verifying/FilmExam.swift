// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
package import Host
package import RenderProtocol

/// Everything that workers find in a media file: its packets, its pictures to the end, and its sound.
package struct FilmExam: Sendable {
  /// The facts from its packets.
  package var facts: MediaFacts
  /// The examination of its frames and its container.
  package var examination: FilmExamination
  /// Its sound; nil where it has none.
  package var sound: AudioComparison?

  /// Has workers of `pool` examine the file at the absolute `path`.
  ///
  /// - Parameters:
  ///   - shown: Those of them that are looked at.
  ///   - planned: The mix that its sound is laid beside; nil to measure it alone.
  ///   - level: The change of level of the mix in the film; nil for none.
  ///   - progress: Called with what was done, in frames and hundredths of a second.
  package static func of(
    _ path: String, shown: [Int] = [], planned: AudioProgram? = nil,
    level: AudioLevel? = nil, by pool: WorkerPool,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> FilmExam {
    guard case .probed(let facts) = try await pool.perform(.probe(ProbeRequest(path: path)))
    else { throw RenderFailure.wrongAnswer }
    guard !facts.isStill, facts.video != nil || facts.audio != nil else {
      throw RenderFailure(
        kind: .unsupported, message: "it is neither a film nor a file of sound, which are verified")
    }
    let request = ExamineRequest(
      path: path, pictures: facts.video?.stream, sound: facts.audio?.stream,
      shown: shown)
    async let examined = pool.perform(.examine(request), progress: progress)
    async let heard = compare(path, facts, planned, level, pool, progress)
    guard case .examined(let examination) = try await examined else {
      throw RenderFailure.wrongAnswer
    }
    return FilmExam(facts: facts, examination: examination, sound: try await heard)
  }

  private static func compare(
    _ path: String, _ facts: MediaFacts, _ planned: AudioProgram?, _ level: AudioLevel?,
    _ pool: WorkerPool, _ progress: @escaping @Sendable (Int) -> Void
  ) async throws -> AudioComparison? {
    guard let audio = facts.audio, let film = facts.soundProgram(path, audio, like: planned) else {
      return nil
    }
    let request = AudioComparisonRequest(film: film, planned: planned, level: level)
    guard
      case .soundsCompared(let sound) = try await pool.perform(
        .compareSounds(request), progress: progress)
    else { throw RenderFailure.wrongAnswer }
    return sound
  }
}

extension MediaFacts {
  /// The sound of the file at `path` from the time 0 of its container on, at the rate and on the channels of `planned`.
  fileprivate func soundProgram(
    _ path: String, _ audio: AudioFacts, like planned: AudioProgram?
  ) -> AudioProgram? {
    let rate = planned?.sampleRate ?? 48_000
    let layout =
      planned?.layout
      ?? (audio.channels == 1
        ? .mono
        : audio.channels > 6
          ? .wideSurround : audio.channels > 2 ? .surround : .stereo)
    let count = (audio.end * Time(Int64(rate))).rounded
    // Longer sound is not looked at: it is ten days.
    guard count > 0, count / Int64(rate) < 900_000 else { return nil }
    var file = MediaFile(path: path, digest: Fingerprint(of: path))
    (file.restarts, file.uneven) = (restarts, uneven)
    let clip = AudioClip(
      file: file, stream: audio.stream,
      zero: start, drift: audio.drift, sourceStart: .zero, start: 0, count: count, gains: [],
      origin: .none)
    return AudioProgram(sampleRate: rate, sampleCount: count, clips: [clip], layout: layout)
  }
}
