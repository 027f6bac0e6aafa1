// SPDX-License-Identifier: Apache-2.0

import Base
import ProjectModel
import RenderProtocol
import Subtitles
import Timeline

/// The words that are spoken in a frame, and their look.
struct SpokenWords {
  private let highlight: WordHighlight
  /// The offset of the film's time from the file's time.
  private let way: Time
  private let frame: Int
  private let rate: FrameRate
  /// Lines around the letters of a spoken word, in place of those of the text; nil for these.
  private let outlines: [TextOutline]?

  /// Those of `placed` in `frame`, drawn on `canvas`; nil where no words are spoken.
  init?(_ placed: PlacedSubtitles, _ frame: Int, _ rate: FrameRate, on canvas: LoweringFrame) {
    guard let highlight = placed.content.highlight else { return nil }
    (self.highlight, self.way, self.frame, self.rate) = (highlight, placed.way, frame, rate)
    let isPlate = highlight.background != nil && !placed.content.hasOwnEdge
    outlines =
      highlight.outlines.map { canvas.outlines($0) } ?? (isPlate ? [] : nil)
  }

  /// The next frame in which another word of `cues` is spoken, or none is; nil for none.
  func change(in cues: [Cue]) -> Int? {
    cues.lazy.flatMap { cue in cue.runs.indices.map { frames($0, of: cue) } }
      .compactMap { $0 }.flatMap { [$0.lowerBound, $0.upperBound] }
      .filter { $0 > frame }.min()
  }

  /// The colours that spoken words have and others may not have.
  var colors: [Color] { highlight.color.map { [$0] } ?? [] }

  /// Returns true if the run `index` of `cue` is spoken.
  func isSpoken(_ index: Int, of cue: Cue) -> Bool {
    frames(index, of: cue)?.contains(frame) ?? false
  }

  /// Gives the look of a spoken word to `span`.
  func light(_ span: inout TextSpan) {
    span.color = highlight.color ?? span.color
    span.background = highlight.background ?? span.background
    if highlight.isUnderlined { span.isUnderlined = true }
    span.outlines = outlines ?? span.outlines
  }

  /// The frames in which the run `index` of `cue` is spoken; nil for one without a time.
  private func frames(_ index: Int, of cue: Cue) -> Range<Int>? {
    let run = cue.runs[index]
    guard let since = run.since else { return nil }
    // Parts of a word in looks of their own begin together.
    let next = cue.runs[(index + 1)...].lazy.compactMap(\.since).first { $0 > since }
    let start = rate.frame(nearest: since + way)
    // Where the next word has come, a word is over.
    let end = min(run.until ?? cue.end, next ?? cue.end)
    // What is shorter than a frame is seen all the same.
    return start..<max(start + 1, rate.frame(nearest: end + way))
  }
}
