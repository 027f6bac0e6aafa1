// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Codegen
import Digests

extension Planner {
  /// The sound of a film: its chunks, each under a key of its own, and what they are encoded to.
  func sound(_ program: SoundProgram, _ encoding: AudioEncoding) -> PlannedSound {
    var planned: [PlannedStretch] = []
    var first: Int64 = 0
    for stretch in program.divided() {
      switch stretch {
      case .silence(let count):
        planned.append(.silence(count))
      case .chunk(let program):
        let key = Fingerprint(ofCanonical: ChunkIdentity(program, setup))
        planned.append(.chunk(PlannedChunk(key: key, program: program, firstSample: first)))
      }
      first += stretch.sampleCount
    }
    let identity = SoundIdentity(
      sampleRate: program.sampleRate, planned, encoding, setup)
    return PlannedSound(
      key: Fingerprint(ofCanonical: identity), program: program, stretches: planned,
      encoding: encoding)
  }
}
