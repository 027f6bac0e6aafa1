// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

extension Timeline {
  /// Reports channels that a file has not, and what is said of the sound of files that have none.
  func checkSoundSettings(_ diagnostics: inout [Diagnostic]) {
    var seen: Set<Span> = []
    func report(_ code: DiagnosticCode, _ message: String, _ span: Span, _ hint: String) {
      guard seen.insert(span).inserted else { return }
      diagnostics.append(Diagnostic(code: code, message: message, span: span, hint: hint))
    }
    for clip in played {
      let settings = clip.clip.playback.sound
      guard let audio = clip.content.audio else {
        let idle: [(key: String, span: Span)?] = [
          settings.channels.map { ("channels", $0.span) }, settings.sync.map { ("sync", $0.span) },
          settings.loudness.map { ("loudness", $0.span) },
          settings.cleanupKey.map { ($0.value, $0.span) },
        ]
        let own = clip.clip.span
        for setting in idle.compactMap(\.self) {
          // What is a default is for other clips.
          guard setting.span.file.index == own.file.index, setting.span.start >= own.start,
            setting.span.end <= own.end
          else { continue }
          report(
            .warning("idle-setting"),
            "'\(setting.key)' changes nothing: '\(clip.clip.name)' has no sound", setting.span,
            "remove it")
        }
        continue
      }
      if let oscillating = settings.cleanup.oscillating, clip.shown.duration > Time(600) {
        report(
          .error("long-effect"),
          "'\(oscillating.filter)' begins with its clip, which lasts longer than ten minutes",
          oscillating.span, "cut the clip in two, or leave '\(oscillating.filter)' out")
      }
      if let sync = settings.sync, let end = clip.missedSound(audio, shifted: sync.value) {
        report(
          .warning("idle-setting"),
          "nothing is heard of '\(clip.clip.name)': \(end) by 'sync'", sync.span,
          "write how much later than its picture its sound is, such as sync: 40ms")
      }
      if let tail = settings.cleanup.tail, settings.cleanup.isIdle {
        report(
          .warning("idle-setting"),
          "'tail' changes nothing: '\(clip.clip.name)' goes through no filter",
          tail.span, "write reverb: true, or effects: [aecho], beside it, or remove it")
      }
      guard let channels = settings.channels else { continue }
      // Of a film within the film the left and the right have numbers, in surround those of its front.
      let heard = clip.content.media?.heard.map(\.facts.channels).min()
      let count = clip.content.media?.film == nil ? heard ?? audio.channels : 2
      switch channels.value {
      case .picked(let numbers):
        let isFilm = clip.content.media?.film != nil
        guard ChannelChoice.isPossible(numbers, of: isFilm ? .stereo : canvas.layout) else {
          report(
            .error("channel-count"),
            isFilm
              ? "of a film within the film one or two channels are heard, and these are \(numbers.count)"
              : "the canvas is \(canvas.layout.rawValue), and these are \(numbers.count) channels",
            channels.span,
            isFilm || !canvas.layout.isSurround
              ? "write one number for both sides, or two"
              : "write one number for the centre, two for the left and the right, or \(canvas.layout.count)"
          )
          continue
        }
        guard let missing = numbers.first(where: { $0 > count }) else { continue }
        report(
          .error("no-channel"), "'\(clip.clip.name)' has no channel \(missing)", channels.span,
          count == 1 ? "it has one channel" : "it has channels 1 to \(count)")
      case .route(let route):
        guard count == 1, audio.channels == 1 else { continue }
        report(
          .warning("idle-setting"),
          route == .side
            ? "nothing is heard of '\(clip.clip.name)': it has one channel, and its sides do not differ"
            : "'channels' changes nothing: '\(clip.clip.name)' has one channel", channels.span,
          "remove it")
      }
    }
  }
}

extension PlacedClip {
  /// A description of the place of its sound, all of it later by `sync`, if none of it is in the clip; nil where some is, and where
  /// the clip does not go straight on through its source.
  fileprivate func missedSound(_ audio: AudioFacts, shifted sync: Time) -> String? {
    guard curve == nil, loop == nil, speed > .zero else { return nil }
    let first = sourceStart - sync
    if first >= audio.end { return "its sound is moved before the start of the clip" }
    let last = first + shown.duration * speed
    return last <= audio.firstSample ? "its sound is moved behind the end of the clip" : nil
  }
}
