// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

// The chapters of outputs.

extension TimelineLayout {
  /// The chapters of `output`: each lasts until the next one begins, the last one until the end.
  ///
  /// One that begins before the output's range and goes on in it begins with it.
  mutating func chapters(
    _ chapters: Located<OutputChapters>, of output: PlacedOutput, _ timeline: Timeline
  ) -> [Chapter] {
    let rate = timeline.canvas.rate
    let (start, end) =
      output.output.format.isSound
      ? (
        Time(output.samples.lowerBound, over: Int64(timeline.canvas.sampleRate)),
        Time(output.samples.upperBound, over: Int64(timeline.canvas.sampleRate))
      )
      : (rate.time(of: output.frames.lowerBound), rate.time(of: output.frames.upperBound))
    let marks = marks(chapters, timeline)
    var found: [Chapter] = []
    for (index, mark) in marks.enumerated() {
      let next = index + 1 < marks.count ? marks[index + 1].start : end
      let time = TimeRange(max(mark.start, start) - start, min(next, end) - start)
      if time.end > time.start { found.append(Chapter(title: mark.title, time: time)) }
    }
    if found.count > OutputChapters.maximumCount {
      diagnostics.append(
        .simple(
          "too-many-chapters",
          "a film has at most \(OutputChapters.maximumCount) chapters, and these are \(found.count)",
          at: chapters.span))
      return []
    }
    if let first = found.first, first.time.start > .zero,
      output.output.format.hasIndex || output.output.format.isText
    {
      diagnostics.append(
        Diagnostic(
          code: .warning("late-chapter"),
          message: "the first chapter begins at \(first.time.start.shown) s of the file, and"
            + (output.output.format.isText
              ? " video sites take a list that begins at 0:00"
              : " \(output.output.format.name) shows it from the start"),
          span: chapters.span,
          hint: "write one at the start, such as Intro: 0s"))
    }
    return found
  }

  /// The starts of chapters in the film, ascending.
  private mutating func marks(
    _ chapters: Located<OutputChapters>, _ timeline: Timeline
  ) -> [(title: String, start: Time)] {
    switch chapters.value {
    case .clips:
      guard let track = timeline.tracks.first(where: { !$0.isAudio }) else {
        diagnostics.append(
          .simple(
            "no-clips-for-chapters", "the film has no video track whose clips are its chapters",
            at: chapters.span, hint: "write them out: chapters: {Intro: 0s}"))
        return []
      }
      // As anchors do, they begin with the first frame that shows the clip.
      return track.clips.map { (title(of: $0), $0.shown.start) }
    case .marks(let marks):
      var found: [(mark: ChapterMark, start: Time)] = []
      for mark in marks {
        guard let start = evaluate(mark.start) else { continue }
        guard start >= .zero, start < timeline.end else {
          diagnostics.append(
            .simple(
              "beyond-film",
              "the chapter '\(mark.title.value)' begins at \(start.shown) s, the film lasts from 0 to"
                + " \(timeline.end.shown) s", at: mark.start.span))
          continue
        }
        found.append((mark, start))
      }
      found.sort { $0.start < $1.start }
      for (one, other) in zip(found, found.dropFirst()) where one.start == other.start {
        diagnostics.append(
          Diagnostic(
            code: .error("chapters-at-once"),
            message: "two chapters begin at \(one.start.shown) s", span: other.mark.start.span,
            notes: [
              Diagnostic.Note(
                message: "'\(one.mark.title.value)' does, too", span: one.mark.start.span)
            ]))
      }
      return found.map { ($0.mark.title.value, $0.start) }
    }
  }

  /// The text of a title, or what the clip is called.
  private func title(of clip: PlacedClip) -> String {
    if case .text(let text) = clip.content, text.counter == nil {
      return text.text.value.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
    return clip.title
  }
}
