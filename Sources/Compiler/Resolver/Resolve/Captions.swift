// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import RenderProtocol
import Subtitles
import Timeline

// The captions of outputs.

extension TimelineLayout {
  /// The captions of `output`, one list for each of its tracks, in the time of the output.
  mutating func captions(of output: PlacedOutput, _ timeline: Timeline) -> [CueList] {
    let rate = timeline.canvas.rate
    let range = TimeRange(
      rate.time(of: output.frames.lowerBound), rate.time(of: output.frames.upperBound))
    return output.output.captions.map { captions in
      var list = captions.file.map { self.list(.init(index: $0)) } ?? CueList(format: .vtt)
      if captions.file == nil {
        list.cues = timeline.captions.cues
        for remark in timeline.captions.remarks
        where remark.span.map({ reported.insert($0).inserted }) ?? true {
          diagnostics.append(remark)
        }
      }
      let all = list.cues
      list.cues = list.cues.compactMap { cue in
        cue.placed(from: cue.start, to: cue.end, within: range)?.rounded(after: range.start)
      }
      list.sort()
      if list.cues.isEmpty {
        diagnostics.append(.noCaptions(captions, of: output.output, project, all, range))
      } else if let file = captions.file, output.output.range == nil {
        // Those of clips are cut with them, and those around a range are none of its output.
        let late = all.filter { $0.start >= timeline.end }
        if let first = late.map(\.start).min() {
          diagnostics.append(
            .late(
              late.count, of: all.count, first: first, timeline.end,
              at: project.captionFiles[file].path.span))
        }
      }
      if let excess = list.excess {
        diagnostics.append(.excess(excess, at: captions.span))
      }
      return list
    }
  }

  /// The captions of all clips of `tracks` and `overlays`, in the film's time, with those of films that they play.
  mutating func clipCaptions(_ tracks: [PlacedTrack], _ overlays: [PlacedOverlay]) -> ClipCaptions {
    guard !project.clipCaptions.isEmpty || films.contains(where: { !$0.timeline.captions.isEmpty })
    else { return ClipCaptions() }
    var all = ClipCaptions()
    var remarks: [Diagnostic] = []
    // What a mask plays is not seen.
    let footage = overlays.lazy.filter { $0.overlay.mask == nil }.compactMap(\.footage)
    all.cues = cues(of: tracks, Array(footage)) { layout, clip in
      guard let (source, inner) = layout.captions(of: clip) else { return nil }
      if let index = layout.captionFile(of: clip.clip) { layout.captions.used.insert(index) }
      remarks += inner
      if clip.loop != nil, !source.cues.isEmpty {
        remarks.append(
          Diagnostic(
            code: .warning("captions-of-loop"),
            message: "clip '\(clip.nameOfMember)' loops, and its captions are left out",
            span: clip.clip.span, hint: "give captions to clips that do not loop"))
        return nil
      }
      return source
    }.map(\.cue)
    all.remarks = remarks
    return all
  }

  /// The captions of the file or film that `clip` plays, and why some of a film's are left out; nil if there are none.
  mutating func captions(of clip: PlacedClip) -> (cues: ClipCues, remarks: [Diagnostic])? {
    if let index = captionFile(of: clip.clip) {
      var name = KnownCaptions.Name(index: index)
      if project.captionFiles[index].stream != nil { name.media = clip.content.media?.file.path }
      let cues = ClipCues(list(name).cues, longest: captions.longest[name])
      captions.longest[name] = cues.longest
      return (cues, [])
    }
    guard let film = clip.content.media?.film else { return nil }
    let inner = films[film].timeline.captions
    return inner.isEmpty ? nil : (ClipCues(inner.cues), inner.remarks)
  }

  /// The cues of `source` shown by clips of `tracks` and `footage`, in film time, ascending by
  /// start; a clip for which it is nil has none.
  ///
  /// With each cue is the time of the clips that show it.
  ///
  /// If two clips overlap in a transition, the cues of the incoming one count from its middle on. A
  /// cue that several clips show at its place in the film, such as the picture and the sound of a
  /// take, is one cue.
  mutating func cues(
    of tracks: [PlacedTrack], _ footage: [PlacedClip] = [],
    _ source: (inout TimelineLayout, PlacedClip) -> ClipCues?
  ) -> [(cue: Cue, bounds: TimeRange)] {
    var order: [Cue] = []
    var count = 0
    // When clips show each cue, with what other clips may show of it.
    var shown: [Cue: [TimeRange]] = [:]
    func add(_ clip: PlacedClip, _ bounds: TimeRange, to layout: inout TimelineLayout) {
      guard count <= CueList.cueLimit, clip.speed != .zero, let source = source(&layout, clip)
      else { return }
      for var cue in source.cues(playedBy: clip) {
        // The regions of another file are not those of this one.
        cue.settings.region = nil
        guard let cue = cue.placed(at: { clip.filmTime($0 + source.offset) }),
          cue.start < bounds.end,
          bounds.start < cue.end
        else { continue }
        if shown[cue] == nil { order.append(cue) }
        shown[cue, default: []].append(bounds)
        count += 1
      }
    }
    for track in tracks {
      var bounds = track.clips.map { TimeRange($0.start, $0.end) }
      for transition in track.transitions where transition.policy == .overlap {
        let middle = (transition.time.start + transition.time.end) / Time(2)
        bounds[transition.index].end = middle
        bounds[transition.index + 1].start = middle
      }
      for (clip, bounds) in zip(track.clips, bounds) { add(clip, bounds, to: &self) }
    }
    for clip in footage { add(clip, TimeRange(clip.start, clip.end), to: &self) }
    let all = order.flatMap { cue in
      TimeRange.united(shown[cue] ?? []).compactMap { bounds in
        cue.placed(from: cue.start, to: cue.end, within: bounds).map { (cue: $0, bounds: bounds) }
      }
    }
    return all.enumerated().sorted {
      ($0.element.cue.start, $0.offset) < ($1.element.cue.start, $1.offset)
    }.map(\.element)
  }

  /// The captions of a file or a stream, later by their offset, ascending by start.
  private mutating func list(_ name: KnownCaptions.Name) -> CueList {
    if let known = captions.lists[name] { return known }
    let file = project.captionFiles[name.index]
    var list = (name.media.map { file.lists[$0] } ?? file.list) ?? CueList(format: .srt)
    if let offset = file.offset, let later = evaluate(offset) {
      list.cues = list.cues.compactMap { cue in
        cue.placed(from: cue.start + later, to: cue.end + later, within: nil)
      }
    }
    list.sort()
    captions.lists[name] = list
    return list
  }

  func captionFile(of clip: Clip) -> Int? {
    clip.captions ?? clip.content.media?.asset.flatMap { project.assets[$0].captions }
  }

  /// Warns of captions of clips that are in no output.
  mutating func warnOfUnusedCaptions() {
    guard project.hasAllOutputs else { return }
    let isAsked = project.outputs.contains { $0.captions.contains { $0.file == nil } }
    for file in project.clipCaptions
    where !captions.drawn.contains(file) && !(isAsked && captions.used.contains(file)) {
      let span = project.captionFiles[file].path.span
      guard reported.insert(span).inserted else { continue }
      diagnostics.append(
        Diagnostic(
          code: .warning("unused-captions"), message: "no output holds these captions", span: span,
          hint: isAsked
            ? "no clip that is played has them"
            : "write captions: clips on an output, such as film: {file: film.mp4, captions: clips},"
              + " or subtitles: {clip: talk} on an overlay to burn them in")
      )
    }
  }
}

extension Diagnostic {
  /// An output that holds none of the captions that it asks for, of which there are `all`.
  fileprivate static func noCaptions(
    _ captions: OutputCaptions, of output: Output, _ project: ProjectDocument, _ all: [Cue],
    _ range: TimeRange
  ) -> Diagnostic {
    let hint: String? =
      if let first = all.first {
        "they are from \(first.start.shown) s to \((all.map(\.end).max() ?? first.end).shown) s, and"
          + " the output from \(range.start.shown) s to \(range.end.shown) s"
      } else if captions.file != nil {
        "there is no text in the file"
      } else if project.hasTextStreams {
        "write captions: {stream: 0} on a clip or an asset for the text stream of its file"
      } else if project.clipCaptions.isEmpty {
        "write captions: talk.srt on a clip or an asset"
      } else {
        "nothing of them is said in what the film plays of the clips"
      }
    return Diagnostic(
      code: .warning("no-captions"),
      message: "output '\(output.name.value)' shows none of these captions", span: captions.span,
      hint: hint)
  }

  /// Captions of a file that begin after the film, at `first` and later; they are `count` of `all`.
  fileprivate static func late(
    _ count: Int, of all: Int, first: Time, _ end: Time, at span: Span
  ) -> Diagnostic {
    Diagnostic(
      code: .warning("beyond-film"),
      message: count == 1
        ? "one of the \(all) captions begins at \(first.shown) s, the film ends at \(end.shown) s: it is left out"
        : "\(count) of the \(all) captions begin at \(first.shown) s and later, the film ends at"
          + " \(end.shown) s: they are left out",
      span: span,
      hint: "captions in the time of a clip are cut along with it: write them on the clip, and"
        + " captions: clips on the output")
  }

  /// Captions that players cannot read.
  fileprivate static func excess(_ excess: CueList.Excess, at span: Span) -> Diagnostic {
    let message =
      switch excess {
      case .cues: "an output has at most \(CueList.cueLimit) captions"
      case .atOnce(let time):
        "more than \(CueList.mostAtOnce) captions are shown at \(time.shown) s"
      case .text(let time): "the captions at \(time.shown) s are too long"
      }
    return .simple("too-many-captions", message, at: span)
  }
}

/// The captions of clips, with their cues and uses.
struct KnownCaptions {
  /// Captions by their index in ``ProjectDocument/captionFiles``, those of a stream with the file that has it.
  struct Name: Hashable {
    var index: Int
    var media: String?
  }

  /// Those of clips that are played.
  var used: Set<Int> = []
  /// Those that overlays show.
  var drawn: Set<Int> = []
  /// The cues of captions, shifted by their offsets.
  var lists: [Name: CueList] = [:]
  /// The duration of the longest cue of each.
  var longest: [Name: Time] = [:]
}

/// The cues of a file that clips play.
struct ClipCues {
  /// In the time of the file, ascending by start.
  let cues: [Cue]
  /// The duration of the longest of them.
  let longest: Time
  /// The delay with which they are shown.
  var offset = Time.zero

  init(_ cues: [Cue], longest: Time? = nil) {
    self.cues = cues
    self.longest = longest ?? cues.map { $0.end - $0.start }.max() ?? .zero
  }

  /// Those that may be seen while `clip` plays the file.
  func cues(playedBy clip: PlacedClip) -> ArraySlice<Cue> {
    let ends = [clip.sourceTime(after: .zero), clip.sourceTime(after: clip.end - clip.start)]
    let (first, last) = (
      min(ends[0], ends[1]) - longest - offset, max(ends[0], ends[1]) - offset
    )
    let start = cues.partitioningIndex { $0.start >= first }
    return cues.suffix(from: start).prefix { $0.start < last }
  }
}

extension PlacedClip {
  /// The film time that shows the time `source` of its file, perhaps beyond the clip's ends; it is not frozen.
  fileprivate func filmTime(_ source: Time) -> Time {
    guard let curve else { return start + (source - sourceStart) / speed }
    // The first millisecond at which the source has come to it.
    let isForwards = speed > .zero
    var (low, high) = (Int64(0), max(0, ((end - start) * Time(1000)).ceiling))
    while low < high {
      let middle = (low + high) / 2
      let now = curve.source(at: Time(middle, over: 1000))
      if isForwards ? now >= source : now <= source { high = middle } else { low = middle + 1 }
    }
    return start + Time(low, over: 1000)
  }
}

extension TimeRange {
  /// The same times as `ranges`, of which no two overlap or touch, ascending.
  fileprivate static func united(_ ranges: [TimeRange]) -> [TimeRange] {
    var result: [TimeRange] = []
    for range in ranges.sorted(by: { $0.start < $1.start }) {
      if let last = result.last, range.start <= last.end {
        result[result.count - 1].end = max(last.end, range.end)
      } else {
        result.append(range)
      }
    }
    return result
  }
}
