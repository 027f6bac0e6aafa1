// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Codecs
import Diagnostics
import Effects
import ProjectModel
import TimelineModel

extension Timeline {
  /// Reports outputs whose codec of sound has no such channels as the canvas, and filters that would make stereo of surround.
  func checkChannels(_ diagnostics: inout [Diagnostic]) {
    for placed in outputs {
      let output = placed.output
      guard let codec = output.soundForm?.codec, !codec.takes(channels: canvas.layout.count),
        !output.isSilent, clips.contains(where: \.isHeard)
      else { continue }
      let others = SoundCodec.allCases.filter { $0.takes(channels: canvas.layout.count) }
      diagnostics.append(
        Diagnostic(
          code: .error("channel-codec"),
          message: "\(codec.title) has no sound of \(canvas.layout.rawValue)",
          span: output.audio?.codec?.span ?? output.file.span,
          notes: channels.map { [.init(message: "the channels", span: $0.span)] } ?? [],
          hint: "write canvas: {channels: stereo} in the output, or a codec that has them: "
            + others.map(\.rawValue).joined(separator: ", ")))
    }
    checkFilters(on: canvas.layout, &diagnostics)
  }

  /// - Parameter layout: The channels that its sounds are mixed in.
  private func checkFilters(on layout: ChannelLayout, _ diagnostics: inout [Diagnostic]) {
    guard layout.isSurround else { return }
    for clip in heardClips {
      for effect in clip.clip.playback.sound.care.effects
      where SoundEffectRule.isStereo(effect.filter) {
        diagnostics.append(
          Diagnostic(
            code: .error("stereo-effect"),
            message: "'\(effect.filter)' makes stereo of a sound of \(layout.rawValue)",
            span: effect.span,
            hint: "leave it out, or put the clip into a film within the film of stereo"))
      }
    }
    // Films that ask for channels of their own are checked where they are compiled.
    for film in films where film.timeline.channels == nil {
      film.timeline.checkFilters(on: layout, &diagnostics)
    }
  }
}
