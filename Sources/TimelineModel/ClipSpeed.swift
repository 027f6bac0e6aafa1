// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Diagnostics
import Pacing
import ProjectModel
import SourceMedia

extension TimelineLayout {
  /// Source seconds in one of the film of `clip`, of which `source` is played; nil where something is wrong (and said).
  mutating func speed(
    of clip: Clip, _ content: PlacedContent, playing source: TimeRange
  ) -> Time? {
    let forwards = Time(clip.playback.isReversed ? -1 : 1)
    let place = clip.playback.speed?.span ?? clip.span
    guard clip.playback.speed != nil || clip.playback.isReversed else { return Time(1) }
    guard !content.isTimeless else {
      diagnostics.append(
        .simple(
          "speed-of-still", "'\(clip.name)' is a still image, which has no speed",
          at: place,
          hint: "write duration: 5s for how long it is shown"))
      return nil
    }
    switch clip.playback.speed {
    case nil: return forwards
    case .factor(let factor): return factor.value
    case .lasting(let expression):
      guard let length = evaluate(expression) else { return nil }
      guard length > .zero else {
        diagnostics.append(
          .simple(
            "negative-time", "clip '\(clip.name)' is stretched to \(length.shown) s",
            at: expression.span, hint: "write how long it takes in the film, such as 10s"))
        return nil
      }
      let found = source.duration / length
      guard SoundTempo.isPlayable(found) else {
        let (least, most) = (
          source.duration / SoundTempo.fastest, source.duration / SoundTempo.slowest
        )
        diagnostics.append(
          .simple(
            "speed-out-of-range",
            "\(source.duration.shown) s of '\(clip.name)' in \(length.shown) s are played at a"
              + " speed of \(found.shown)", at: expression.span,
            hint: "a speed is between 0.01 and 100: write \(least.shown)s to \(most.shown)s"))
        return nil
      }
      return found * forwards
    }
  }
}
