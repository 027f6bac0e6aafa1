// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

extension Timeline {
  /// Reports outputs whose codec of sound has no such channels as the canvas, and filters that would make stereo of surround.
  func checkChannels(_ diagnostics: inout [Diagnostic]) {
    for placed in outputs {
      let output = placed.output
      checkSettings(of: output, &diagnostics)
      guard let codec = output.soundForm?.codec, !codec.takes(channels: canvas.layout.count),
        !output.isSilent, clips.contains(where: \.isHeard)
      else { continue }
      let others = AudioCodec.allCases.filter { $0.takes(channels: canvas.layout.count) }
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

  /// Reports channels of an output without sound, and a bit rate that its encoder has not for so many channels.
  private func checkSettings(of output: Output, _ diagnostics: inout [Diagnostic]) {
    let form = output.soundForm
    if let channels, channels.span.isWithin(output.span), form == nil || output.isSilent {
      diagnostics.append(
        Diagnostic(
          code: .warning("idle-setting"),
          message: "'channels' changes nothing: '\(output.file.value)' has no sound",
          span: channels.span, hint: "remove it"))
    }
    guard let codec = form?.codec, let wanted = output.audio?.bitrate, !output.isSilent,
      codec.takes(channels: canvas.layout.count),
      let range = codec.bitrates(channels: canvas.layout.count, rate: canvas.sampleRate),
      !range.contains(wanted.value)
    else { return }
    let (low, high) = (range.lowerBound / 1000, range.upperBound / 1000)
    diagnostics.append(
      Diagnostic(
        code: .error("channel-bitrate"),
        message:
          "\(codec.title) of \(canvas.layout.rawValue) has \(low)k to \(high)k bits a second",
        span: wanted.span,
        notes: channels.map { [.init(message: "the channels", span: $0.span)] } ?? [],
        hint: "write bitrate: \(high)k, or leave it out"))
  }

  /// - Parameter layout: The channels that its sounds are mixed in.
  private func checkFilters(on layout: ChannelLayout, _ diagnostics: inout [Diagnostic]) {
    guard layout.isSurround else { return }
    func check(_ cleanup: AudioCleanup, of owner: String) {
      for effect in cleanup.effects where AudioEffectRule.isStereo(effect.filter) {
        diagnostics.append(
          Diagnostic(
            code: .error("stereo-effect"),
            message: "'\(effect.filter)' makes stereo of a sound of \(layout.rawValue)",
            span: effect.span,
            hint: "leave it out, or put the \(owner) into a film within the film of stereo"))
      }
    }
    for clip in heardClips { check(clip.clip.playback.sound.cleanup, of: "clip") }
    for filters in tracks.compactMap(\.filters) { check(filters.cleanup, of: "clips") }
    // Films that ask for channels of their own are checked where they are compiled.
    for film in films where film.timeline.channels == nil {
      film.timeline.checkFilters(on: layout, &diagnostics)
    }
  }
}

extension Span {
  /// Returns true if all of it is a part of `other`.
  fileprivate func isWithin(_ other: Span) -> Bool {
    file.index == other.file.index && start >= other.start && end <= other.end
  }
}
