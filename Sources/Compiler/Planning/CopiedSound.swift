// SPDX-License-Identifier: Apache-2.0

import Base
import ProjectModel
import RenderProtocol
import Timeline

extension Planner {
  /// The sound of a film from the sample `start` on, put together of packets of its clips where most of it can be;
  /// else as `sound(_:_:from:)` plans it.
  func copiedSound(
    _ program: AudioProgram, _ encoding: OutputEncoding, _ output: Output, from start: Int64
  ) -> PlannedAudio {
    let sources = timeline.allClips.lazy.compactMap(\.content.media)
    let planner = AudioCopyPlanner(
      program: program,
      sources: Dictionary(
        sources.flatMap { media in
          media.heard.map { (AudioOfFile(media.file, $0.facts.stream), $0.facts) }
        },
        uniquingKeysWith: { first, _ in first }),
      encoding: encoding.audio, channels: timeline.channels?.value,
      codecs: encoding.copiedSounds(output),
      container: output.format.name)
    switch planner.plan() {
    case .failure(let obstacle):
      var planned = sound(program, encoding.audio, from: start)
      planned.copyObstacle = obstacle.text
      return planned
    case .success(let division):
      let copy = division.copy
      let identity = CopiedAudioIdentity(copy, otherwise: program, encoding.audio, setup)
      var planned = PlannedAudio(
        key: Fingerprint(ofCanonical: identity), program: program, intervals: [],
        encoding: encoding.audio,
        firstSample: start)
      planned.copy = copy
      planned.copyObstacle = division.obstacle?.text
      return planned
    }
  }
}
