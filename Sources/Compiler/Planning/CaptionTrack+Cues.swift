// SPDX-License-Identifier: Apache-2.0

import Base
import ProjectModel
import RenderProtocol
import Subtitles

extension CaptionTrack {
  /// The track that `captions` asks for, of the cues of `list`.
  init(_ captions: OutputCaptions, _ list: CueList) {
    self.init(
      language: captions.language?.value, name: captions.name, isDefault: captions.isDefault,
      cues: list.cues.map { cue in
        var written = CaptionCue(
          start: (cue.start * Time(1000)).rounded, end: (cue.end * Time(1000)).rounded,
          runs: cue.runs.map { CaptionRun($0.text, $0.style) })
        let settings = cue.settings.text
        if !settings.isEmpty { written.settings = settings }
        return written
      })
  }
}

extension CaptionRun {
  /// The text of a cue in `style`.
  fileprivate init(_ text: String, _ style: Cue.Style) {
    self.init(
      text, isBold: style.isBold, isItalic: style.isItalic, isUnderlined: style.isUnderlined)
    if style.isStruck { isStruck = true }
    color = style.color
    if !style.classes.isEmpty { classes = style.classes }
    voice = style.voice
  }
}
