// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import ProjectModel
import Subtitles

extension CaptionTrack {
  /// The track that `captions` asks for, of the cues of `list`.
  init(_ captions: OutputCaptions, _ list: CueList) {
    self.init(
      language: captions.language?.value, name: captions.name, isDefault: captions.isDefault,
      cues: list.cues.map { cue in
        CaptionCue(
          start: (cue.start * Time(1000)).rounded, end: (cue.end * Time(1000)).rounded,
          runs: cue.runs.map { run in
            CaptionRun(
              run.text, isBold: run.style.isBold, isItalic: run.style.isItalic,
              isUnderlined: run.style.isUnderlined)
          })
      })
  }
}
