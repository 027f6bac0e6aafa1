// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import RenderProtocol
import Subtitles
import Timeline

extension TimelineLayout {
  /// `content` with the frames of each text, of an overlay that is wanted at `wanted` and drawn in `frames`.
  ///
  /// The time of the file begins with the overlay, or its range does.
  mutating func subtitles(
    _ content: SubtitlesContent, wanted: TimeRange, in frames: Range<Int>
  ) -> PlacedSubtitles {
    var placed = PlacedSubtitles(content)
    guard content.list != nil || content.script != nil else { return placed }
    var part: (start: Time, end: Time?) = (.zero, nil)
    if let range = content.range {
      // An end that is open is that of the file.
      let end = content.lastEnd
      guard let found = evaluate(range, start: .zero, end: { _ in end }) else { return placed }
      guard !found.isEmpty else {
        if range.end == nil, isWhole {
          diagnostics.append(
            .simple(
              "empty-range",
              "the range begins at \(found.start.shown) s, and the last text of"
                + " '\(content.file.value)' ends at \(end.shown) s", at: range.span))
        } else {
          reportEmpty(range, found)
        }
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
    placed.way = way
    if let script = content.script {
      placed.events = events(of: script, part, way, in: frames)
    }
    for cue in content.list?.cues ?? [] {
      let (start, end) = (max(cue.start, part.start), part.end.map { min(cue.end, $0) } ?? cue.end)
      guard start < end else { continue }
      let shown = self.frames(from: start + way, to: end + way).clamped(to: frames)
      if !shown.isEmpty { placed.cues.append((shown, cue)) }
    }
    if placed.cues.isEmpty, placed.events.isEmpty, let first = content.firstStart, isWhole {
      diagnostics.append(
        Diagnostic(
          code: .warning("no-subtitles"),
          message: "nothing of '\(content.file.value)' is said while it is shown",
          span: content.file.span,
          hint: offset == .zero
            ? "its first text comes at \(first.shown) s of its own time, which begins with the overlay"
            : "with its offset its first text comes at \((first + way).shown) s of the film"))
    }
    placed.cues.sort { $0.frames.lowerBound < $1.frames.lowerBound }
    return placed
  }

  /// The frames of a text that is shown from `start` to `end`; what is shorter than a frame is seen all the same.
  func frames(from start: Time, to end: Time) -> Range<Int> {
    let first = canvas.rate.frame(nearest: start)
    return first..<max(first + 1, canvas.rate.frame(nearest: end))
  }

  /// The frames of a cue of clips that are shown in `bounds`: of the frames of these clips alone, and none where less
  /// than a frame is left of it at their ends.
  func frames(of cue: Cue, in bounds: TimeRange) -> Range<Int> {
    func frame(_ time: Time) -> Int { canvas.rate.frame(nearest: time) }
    let isCut = cue.start <= bounds.start || cue.end >= bounds.end
    let frames = isCut ? frame(cue.start)..<frame(cue.end) : frames(from: cue.start, to: cue.end)
    return frames.clamped(to: frame(bounds.start)..<frame(bounds.end))
  }

  /// The texts of `script` that are shown, each from the first frame whose time it has come at, as players show them.
  private func events(
    of script: SubtitleScript, _ part: (start: Time, end: Time?), _ way: Time, in frames: Range<Int>
  ) -> [(frames: Range<Int>, index: Int)] {
    var events: [(frames: Range<Int>, index: Int)] = []
    for (index, event) in script.events.enumerated() {
      let start = max(Time(event.start, over: 1000), part.start)
      let end = part.end.map { min(Time(event.end, over: 1000), $0) } ?? Time(event.end, over: 1000)
      guard start < end else { continue }
      let first = canvas.rate.frames(covering: start + way)
      let shown = (first..<max(first, canvas.rate.frames(covering: end + way))).clamped(to: frames)
      if !shown.isEmpty { events.append((shown, index)) }
    }
    return events.sorted { ($0.frames.lowerBound, $0.index) < ($1.frames.lowerBound, $1.index) }
  }
}

extension SubtitlesContent {
  /// The end of the last text.
  fileprivate var lastEnd: Time {
    let end = (list?.cues ?? []).reduce(Time.zero) { max($0, $1.end) }
    return (script?.events ?? []).reduce(end) { max($0, Time($1.end, over: 1000)) }
  }

  /// The start of the first text; nil where there is none.
  fileprivate var firstStart: Time? {
    let cues = (list?.cues ?? []).lazy.map(\.start).min()
    return cues ?? (script?.events ?? []).lazy.map(\.start).min().map { Time($0, over: 1000) }
  }
}
