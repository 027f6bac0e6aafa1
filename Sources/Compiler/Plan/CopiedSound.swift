// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Digests
import ProjectModel

extension Planner {
  /// The sound of a film from `frame` on, copied from its one clip if nothing is done to that; else
  /// as `sound(_:_:from:)` plans it.
  func copiedSound(
    _ program: SoundProgram, _ encoding: AudioEncoding, container: String, from frame: Int
  ) -> PlannedSound {
    if let obstacle = obstacle(of: program, encoding, container) {
      var planned = sound(program, encoding, from: frame)
      planned.copyObstacle = obstacle
      return planned
    }
    let identity = WholeSoundIdentity(program, .copy, setup)
    return PlannedSound(
      key: Fingerprint(ofCanonical: identity), program: program, stretches: [], encoding: .copy,
      firstSample: timeline.sample(at: timeline.canvas.rate.time(of: frame)))
  }

  /// What is in the way of copying the packets of `program`.
  private func obstacle(
    of program: SoundProgram, _ encoding: AudioEncoding, _ container: String
  ) -> String? {
    // Where a film begins within a packet, only an edit list tells.
    guard ["mp4", "mov"].contains(container) else { return "the film is neither mp4 nor mov" }
    guard let clip = program.clips.first else { return "there is no sound" }
    guard program.clips.count == 1 else { return "it is mixed of \(program.clips.count) clips" }
    guard clip.gains.allSatisfy({ $0 == .constant(1) }) else { return "its volume is changed" }
    // A film may be longer than its sound by a few frames.
    let rest = program.sampleCount - clip.start - clip.count
    guard clip.start == 0, rest <= Int64(program.sampleRate) / 10 else {
      return "it does not last for all of the film"
    }
    let media = timeline.tracks.lazy.flatMap(\.clips).first { $0.media.file == clip.file }?.media
    guard let facts = media?.facts.audio, facts.stream == clip.stream else {
      return "another stream than the one that was probed"
    }
    guard facts.codec == encoding.encoder else {
      return "codec \(facts.codec), output \(encoding.encoder)"
    }
    guard facts.packetSamples != nil else { return "its packets do not follow each other evenly" }
    let end = clip.sourceStart + Time(clip.count) / Time(Int64(program.sampleRate))
    guard clip.sourceStart >= facts.firstSample, end <= facts.end + Time(1, over: 10) else {
      return "there is silence at its ends"
    }
    return nil
  }
}
