// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

extension Planner {
  /// The sound of a film from the sample `start` on: its chunks, each under a key of its own, and what they are
  /// encoded to.
  func sound(
    _ program: AudioProgram, _ encoding: AudioEncoding, from start: Int64
  ) -> PlannedAudio {
    var planned: [AudioInterval<PlannedChunk>] = []
    var first = start
    for interval in program.divided() {
      switch interval {
      case .silence(let count):
        planned.append(.silence(count))
      case .chunk(let program):
        let key = Fingerprint(ofCanonical: ChunkIdentity(program, setup))
        planned.append(.chunk(PlannedChunk(key: key, program: program, firstSample: first)))
      }
      first += interval.sampleCount
    }
    let identity = AudioIdentity(
      sampleRate: program.sampleRate, planned, encoding, setup)
    var sound = PlannedAudio(
      key: Fingerprint(ofCanonical: identity), program: program, intervals: planned,
      encoding: encoding, firstSample: start)
    if let rule = PassageRule(encoding, sampleRate: program.sampleRate) {
      sound.passages = rule.passages(
        of: planned, encoding, sampleRate: program.sampleRate, setup)
    }
    return sound
  }
}
