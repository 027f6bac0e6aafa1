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
  /// The captions of `output`, one list for each of what it names, in its own time.
  mutating func captions(of output: PlacedOutput, _ timeline: Timeline) -> [CueList] {
    let rate = timeline.canvas.rate
    let range = TimeRange(
      rate.time(of: output.frames.lowerBound), rate.time(of: output.frames.upperBound))
    return output.output.captions.map { captions in
      var list: CueList
      if let index = captions.file {
        list = self.list(of: project.captionFiles[index])
      } else {
        list = clipCaptions(timeline)
      }
      list.cues = list.cues.compactMap { cue in
        cue.placed(from: cue.start, to: cue.end, within: range, at: -range.start)
      }
      list.cues.stableSort { $0.start < $1.start }
      checkCount(list, at: captions.span)
      return list
    }
  }

  /// The captions of all clips of the tracks, in the film's time.
  ///
  /// Where two clips overlap in a transition, the captions of the one that comes count from its middle on.
  private mutating func clipCaptions(_ timeline: Timeline) -> CueList {
    var all = CueList(format: .vtt)
    for track in timeline.tracks {
      var bounds = track.clips.map { TimeRange($0.start, $0.end) }
      for transition in track.transitions where transition.policy == .overlap {
        let middle = (transition.time.start + transition.time.end) / Time(2)
        bounds[transition.index].end = middle
        bounds[transition.index + 1].start = middle
      }
      for (clip, bounds) in zip(track.clips, bounds) {
        guard let index = captionFile(of: clip.clip) else { continue }
        usedCaptions.insert(index)
        if clip.loop != nil {
          if reported.insert(clip.clip.span).inserted {
            diagnostics.append(
              .simple(
                "captions-of-loop", "clip '\(clip.nameOfMember)' loops, and has captions",
                at: clip.clip.span,
                hint: "give the captions to clips that do not loop, or leave out 'loop'"))
          }
          continue
        }
        let list = self.list(of: project.captionFiles[index])
        for cue in list.cues {
          guard let time = clip.filmTime(of: TimeRange(cue.start, cue.end)) else { continue }
          if let cue = cue.placed(from: time.start, to: time.end, within: bounds, at: .zero) {
            all.cues.append(cue)
          }
        }
        guard all.cues.count <= CueList.cueLimit else { return all }
      }
    }
    return all
  }

  /// The captions of `file`, later by its offset.
  private mutating func list(of file: CaptionFile) -> CueList {
    guard var list = file.list else { return CueList(format: .srt) }
    guard let offset = file.offset, let later = evaluate(offset) else { return list }
    list.cues = list.cues.map { cue in
      cue.placed(from: cue.start, to: cue.end, within: nil, at: later) ?? cue
    }
    return list
  }

  private func captionFile(of clip: Clip) -> Int? {
    clip.captions ?? clip.content.media?.asset.flatMap { project.assets[$0].captions }
  }

  private mutating func checkCount(_ list: CueList, at span: Span) {
    let most = CueList.cueLimit
    if list.cues.count > most {
      diagnostics.append(
        .simple("too-many-captions", "an output has at most \(most) captions", at: span))
    }
    var ends: [Time] = []
    for cue in list.cues {
      ends.removeAll { $0 <= cue.start }
      ends.append(cue.end)
      guard ends.count > TimelineLayout.captionsAtOnce else { continue }
      diagnostics.append(
        .simple(
          "too-many-captions",
          "more than \(TimelineLayout.captionsAtOnce) captions are shown at \(cue.start.shown) s",
          at: span))
      return
    }
  }

  /// What more captions than that show at once is nothing that can be read.
  private static let captionsAtOnce = 100

  /// Warns of captions of clips that are in no output.
  mutating func warnOfUnusedCaptions() {
    let ofAssets = project.assets.compactMap(\.captions)
    let ofClips = project.tracks.flatMap(\.items).compactMap { item in
      if case .clip(let clip) = item { clip.captions } else { nil }
    }
    let unused = Set(ofAssets + ofClips).subtracting(usedCaptions).sorted()
    guard let first = unused.first else { return }
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
  /// The cue from `start` to `end`, as far as it is within `range`, later by `offset`, to the millisecond; nil where nothing
  /// is left.
  fileprivate func placed(
    from start: Time, to end: Time, within range: TimeRange?, at offset: Time
  ) -> Cue? {
    func rounded(_ time: Time) -> Time { Time(((time + offset) * Time(1000)).rounded, over: 1000) }
    var cue = self
    cue.start = rounded(range.map { max(start, $0.start) } ?? start)
    cue.end = rounded(range.map { min(end, $0.end) } ?? end)
    guard cue.start < cue.end else { return nil }
    // Moments of words keep their place in the cue.
    let scale = (end - start) / (self.end - self.start)
    for index in cue.runs.indices {
      guard let since = cue.runs[index].since else { continue }
      cue.runs[index].since = rounded(start + (since - self.start) * scale)
    }
    return cue
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
