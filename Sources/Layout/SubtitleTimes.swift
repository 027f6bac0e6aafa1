// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Diagnostics
import ProjectModel
import Subtitles
import TimelineModel

extension TimelineLayout {
  /// `content` with the frames of each text, of an overlay that is wanted at `wanted` and drawn in `frames`.
  ///
  /// The time of the file begins with the overlay, or its range does.
  mutating func subtitles(
    _ content: SubtitlesContent, wanted: TimeRange, in frames: Range<Int>
  ) -> PlacedSubtitles {
    var placed = PlacedSubtitles(content)
    guard let list = content.list else { return placed }
    var part: (start: Time, end: Time?) = (.zero, nil)
    if let range = content.range {
      // An end that is open is that of the file.
      let end = list.cues.reduce(Time.zero) { max($0, $1.end) }
      guard let found = evaluate(range, start: .zero, end: { _ in end }) else { return placed }
      guard !found.isEmpty else {
        reportEmpty(range, found)
        return placed
      }
      part = (found.start, found.end)
    }
    var offset = Time.zero
    if let written = content.offset {
      guard let time = evaluate(written) else { return placed }
      offset = time
    }
    let way = wanted.start + offset - part.start
    for cue in list.cues {
      let (start, end) = (max(cue.start, part.start), part.end.map { min(cue.end, $0) } ?? cue.end)
      guard start < end else { continue }
      let first = canvas.rate.frame(nearest: start + way)
      // What is shorter than a frame is seen all the same.
      let last = max(first + 1, canvas.rate.frame(nearest: end + way))
      let shown = (first..<last).clamped(to: frames)
      if !shown.isEmpty { placed.cues.append((shown, cue)) }
    }
    if placed.cues.isEmpty, !list.cues.isEmpty, isWhole {
      diagnostics.append(
        Diagnostic(
          code: .warning("no-subtitles"),
          message: "nothing of '\(content.file.value)' is said while it is shown",
          span: content.file.span,
          hint:
            "its first text comes at \(first(of: list).shown) s of its own time, which begins with the overlay"
        ))
    }
    placed.cues.sort { $0.frames.lowerBound < $1.frames.lowerBound }
    return placed
  }

  private func first(of list: CueList) -> Time {
    list.cues.reduce(list.cues.first?.start ?? .zero) { min($0, $1.start) }
  }
}
