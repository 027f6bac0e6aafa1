// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Diagnostics
import Pacing
import ProjectModel
import Subtitles
import TimelineModel

// The captions of outputs.

extension TimelineLayout {
  /// The captions of `output`, one list for each of its tracks, in the time of the output.
  mutating func captions(of output: PlacedOutput, _ timeline: Timeline) -> [CueList] {
    let rate = timeline.canvas.rate
    let range = TimeRange(
      rate.time(of: output.frames.lowerBound), rate.time(of: output.frames.upperBound))
    return output.output.captions.map { captions in
      var list = captions.file.map { self.list($0) } ?? clipCaptions(timeline)
      let all = list.cues
      list.cues = list.cues.compactMap { cue in
        cue.placed(from: cue.start, to: cue.end, within: range)?.rounded(after: range.start)
      }
      list.cues.stableSort { $0.start < $1.start }
      let isAsked = captions.file == nil && project.clipCaptions.isEmpty
      if list.cues.isEmpty, !all.isEmpty || isAsked {
        diagnostics.append(
          Diagnostic(
            code: .warning("no-captions"),
            message: "output '\(output.output.name.value)' shows none of these captions",
            span: captions.span,
            hint: all.first.map {
              "they are from \($0.start.shown) s to \((all.map(\.end).max() ?? $0.end).shown) s, and"
                + " the output from \(range.start.shown) s to \(range.end.shown) s"
            } ?? "write captions: talk.srt on a clip or an asset"))
      }
      checkAmount(list, at: captions.span)
      return list
    }
  }

  /// The captions of all clips of the tracks, in the film's time.
  private mutating func clipCaptions(_ timeline: Timeline) -> CueList {
    if let known = clipCueList { return known }
    var all = CueList(format: .vtt)
    all.cues = cues(of: timeline.tracks) { layout, clip in
      guard let index = layout.captionFile(of: clip.clip) else { return nil }
      layout.usedCaptions.insert(index)
      if clip.loop != nil {
        if layout.reported.insert(clip.clip.span).inserted {
          layout.diagnostics.append(
            .simple(
              "captions-of-loop", "clip '\(clip.nameOfMember)' loops, and has captions",
              at: clip.clip.span,
              hint: "give the captions to clips that do not loop, or leave out 'loop'"))
        }
        return nil
      }
      let list = layout.list(index)
      let longest = layout.longestCues[index] ?? ClipCues(list.cues).longest
      layout.longestCues[index] = longest
      return ClipCues(list.cues, longest: longest)
    }
    clipCueList = all
    return all
  }

  /// What clips of `tracks` show of `source`, in the film's time; nil for those that show nothing of it.
  ///
  /// Where two clips overlap in a transition, the cues of the one that comes count from its middle on. What the
  /// picture and the sound of a take both have is there once.
  mutating func cues(
    of tracks: [PlacedTrack], _ source: (inout TimelineLayout, PlacedClip) -> ClipCues?
  ) -> [Cue] {
    var all: [Cue] = []
    var seen: Set<Cue> = []
    for track in tracks {
      var bounds = track.clips.map { TimeRange($0.start, $0.end) }
      for transition in track.transitions where transition.policy == .overlap {
        let middle = (transition.time.start + transition.time.end) / Time(2)
        bounds[transition.index].end = middle
        bounds[transition.index + 1].start = middle
      }
      for (clip, bounds) in zip(track.clips, bounds) {
        guard let source = source(&self, clip) else { continue }
        for var cue in source.cues(playedBy: clip) {
          guard let time = clip.filmTime(of: TimeRange(cue.start, cue.end)) else { continue }
          // The regions of another file are not those of this one.
          cue.settings.region = nil
          guard let cue = cue.placed(from: time.start, to: time.end, within: bounds),
            seen.insert(cue).inserted
          else { continue }
          all.append(cue)
        }
        guard all.count <= CueList.cueLimit else { break }
      }
    }
    return all
  }

  /// The captions of a file, later by its offset, ascending by start.
  private mutating func list(_ index: Int) -> CueList {
    if let known = cueLists[index] { return known }
    let file = project.captionFiles[index]
    var list = file.list ?? CueList(format: .srt)
    if let offset = file.offset, let later = evaluate(offset) {
      list.cues = list.cues.compactMap { cue in
        cue.placed(from: cue.start + later, to: cue.end + later, within: nil)
      }
    }
    list.cues.stableSort { $0.start < $1.start }
    cueLists[index] = list
    return list
  }

  private func captionFile(of clip: Clip) -> Int? {
    clip.captions ?? clip.content.media?.asset.flatMap { project.assets[$0].captions }
  }

  /// Reports more captions than players can read, at once or in all.
  private mutating func checkAmount(_ list: CueList, at span: Span) {
    func refuse(_ message: String) {
      diagnostics.append(.simple("too-many-captions", message, at: span))
    }
    let most = CueList.cueLimit
    if list.cues.count > most { return refuse("an output has at most \(most) captions") }
    var shown: [(end: Time, bytes: Int)] = []
    var written = 0
    for cue in list.cues {
      shown.removeAll { $0.end <= cue.start }
      shown.append((cue.end, cue.runs.reduce(0) { $0 + $1.text.utf8.count }))
      let bytes = shown.reduce(0) { $0 + $1.bytes }
      // Where they overlap, a text is written again for each start and each end.
      written += 2 * bytes
      if shown.count > Self.captionsAtOnce {
        return refuse(
          "more than \(Self.captionsAtOnce) captions are shown at \(cue.start.shown) s")
      }
      if bytes > Self.bytesAtOnce || written > Self.bytesWritten {
        return refuse("the captions at \(cue.start.shown) s are too long")
      }
    }
  }

  /// More captions than that at once cannot be read.
  private static let captionsAtOnce = 100
  /// MPEG-4 has at most so much text at once.
  private static let bytesAtOnce = 65_000
  /// More than that is written for no film.
  private static let bytesWritten = 100_000_000

  /// Warns of captions of clips that are in no output.
  mutating func warnOfUnusedCaptions() {
    let first = project.clipCaptions.first { !usedCaptions.contains($0) }
    guard let first, project.hasAllOutputs else { return }
    let isAsked = project.outputs.contains { $0.captions.contains { $0.file == nil } }
    diagnostics.append(
      Diagnostic(
        code: .warning("unused-captions"), message: "no output holds these captions",
        span: project.captionFiles[first].path.span,
        hint: isAsked
          ? "captions are those of clips on tracks that are played at their own speed"
          : "write captions: clips on an output, such as film: {file: film.mp4, captions: clips}"))
  }
}

/// The cues of a file that clips play.
struct ClipCues {
  /// In the time of the file, ascending by start.
  let cues: [Cue]
  /// How long the longest of them is shown.
  let longest: Time

  init(_ cues: [Cue], longest: Time? = nil) {
    self.cues = cues
    self.longest = longest ?? cues.map { $0.end - $0.start }.max() ?? .zero
  }

  /// Those that may be seen while `clip` plays the file.
  func cues(playedBy clip: PlacedClip) -> ArraySlice<Cue> {
    let ends = [clip.sourceTime(after: .zero), clip.sourceTime(after: clip.end - clip.start)]
    let (first, last) = (min(ends[0], ends[1]) - longest, max(ends[0], ends[1]))
    let start = cues.partitioningIndex { $0.start >= first }
    return cues.suffix(from: start).prefix { $0.start < last }
  }
}

extension PlacedClip {
  /// When the film shows `source`, a stretch of its file, perhaps beyond the clip's ends; nil where it does not.
  fileprivate func filmTime(of source: TimeRange) -> TimeRange? {
    guard speed != .zero else { return nil }
    let times: (Time, Time)
    if let curve {
      let whole = (end - start) * Time(1000)
      // The first millisecond at which the source has come to `time`.
      func reach(_ time: Time) -> Time {
        var (low, high) = (Int64(0), max(0, whole.ceiling))
        while low < high {
          let middle = (low + high) / 2
          let now = curve.source(at: Time(middle, over: 1000))
          if speed > .zero ? now >= time : now <= time { high = middle } else { low = middle + 1 }
        }
        return start + Time(low, over: 1000)
      }
      times = (reach(source.start), reach(source.end))
    } else {
      times = (
        start + (source.start - sourceStart) / speed, start + (source.end - sourceStart) / speed
      )
    }
    return TimeRange(min(times.0, times.1), max(times.0, times.1))
  }
}

extension Cue {
  /// The cue from `start` to `end`, as far as it is within `range`; nil where nothing is left.
  func placed(from start: Time, to end: Time, within range: TimeRange?) -> Cue? {
    var cue = self
    cue.start = range.map { max(start, $0.start) } ?? start
    cue.end = range.map { min(end, $0.end) } ?? end
    guard cue.start < cue.end else { return nil }
    // Moments of words keep their place in the cue.
    let scale = (end - start) / (self.end - self.start)
    for index in cue.runs.indices {
      for moment in [\Cue.Run.since, \.until] {
        guard let time = cue.runs[index][keyPath: moment] else { continue }
        cue.runs[index][keyPath: moment] = start + (time - self.start) * scale
      }
    }
    return cue
  }

  /// The cue to the millisecond, in time from `start` on; nil where nothing is left.
  fileprivate func rounded(after start: Time) -> Cue? {
    func rounded(_ time: Time) -> Time { Time(((time - start) * Time(1000)).rounded, over: 1000) }
    var cue = self
    (cue.start, cue.end) = (rounded(self.start), rounded(end))
    for index in cue.runs.indices {
      cue.runs[index].since = cue.runs[index].since.map(rounded)
      cue.runs[index].until = cue.runs[index].until.map(rounded)
    }
    return cue.start < cue.end ? cue : nil
  }
}

extension Array {
  /// Sorts without changing the order of equals.
  fileprivate mutating func stableSort(by isBefore: (Element, Element) -> Bool) {
    self = enumerated().sorted { one, other in
      if isBefore(one.element, other.element) { return true }
      if isBefore(other.element, one.element) { return false }
      return one.offset < other.offset
    }.map(\.element)
  }
}
