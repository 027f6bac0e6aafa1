// SPDX-License-Identifier: Apache-2.0

import Base
import ProjectModel
import RenderProtocol
import Timeline

extension Planner {
  /// The container metadata of sources that holds for the film of `frames`, too; nil for none.
  ///
  /// The footage of the bottom video track decides: its first clip the recording date and place and
  /// the first frame's timecode, each clip the chapters while it is shown. Languages are those that
  /// all clips agree on.
  func keptFacts(of frames: Range<Int>, by output: Output) -> ContainerFacts? {
    let shown = footage(in: frames)
    var facts = ContainerFacts()
    func keeps(_ fact: Output.SourceFact) -> Bool { !output.stripped.contains(fact) }
    let first = shown.first?.content.media?.facts.container
    if keeps(.date) { facts.creation = first?.creation }
    // Nobody's home gets into a film because it copies.
    if output.metadata == .keep, keeps(.location) { facts.location = first?.location }
    if keeps(.languages) {
      facts.pictureLanguage = agreed(
        shown.map { $0.content.media?.facts.container?.pictureLanguage })
      facts.soundLanguage = agreed(
        heard(in: frames).map { $0.content.media?.facts.container?.soundLanguage })
    }
    if keeps(.timecode) {
      facts.timecode = shown.first.flatMap { timecode(of: $0, at: frames.lowerBound) }
    }
    if keeps(.chapters) { facts.chapters = chapters(of: shown, in: frames) }
    return facts.isEmpty ? nil : facts
  }

  /// The grading of an HDR film of `frames`: that of its first clip in the canvas's light, copied
  /// or encoded.
  func light(of frames: Range<Int>) -> LightFacts? {
    let color = timeline.canvas.color
    guard color.tags.isHDR else { return nil }
    for clip in timeline.drawnClips
    where clip.drawn.overlaps(frames) {
      guard let facts = clip.content.media?.facts, let video = facts.video,
        video.color.transfer == color.tags.transfer
      else { continue }
      return facts.container?.light
    }
    return nil
  }

  /// Adds what an output says of itself, which counts more than what its sources say.
  func add(_ placed: PlacedOutput, to facts: inout ContainerFacts?) {
    let tags = placed.output.tags
    guard tags != nil || placed.chapters != nil || !placed.captions.isEmpty else { return }
    var all = facts ?? ContainerFacts()
    all.tags = tags?.texts.map { ContainerTag(name: $0.name, text: $0.text) } ?? []
    if let language = tags?.language?.value {
      (all.pictureLanguage, all.soundLanguage) = (language, language)
    }
    all.chapters = placed.chapters ?? all.chapters
    // Players would offer a track in which nothing is shown.
    all.captions = zip(placed.output.captions, placed.captions).map { CaptionTrack($0, $1) }
      .filter { !$0.cues.isEmpty }
    all.cover = placed.cover
    facts = all.isEmpty ? nil : all
  }

  private var rate: FrameRate { timeline.canvas.rate }

  /// Clips of the bottom video track with pictures in motion that `frames` show, in film order.
  private func footage(in frames: Range<Int>) -> [PlacedClip] {
    let track = timeline.tracks.first { !$0.isAudio }
    return track?.clips.filter { clip in
      clip.content.video != nil && !clip.content.isTimeless && clip.frames.overlaps(frames)
    } ?? []
  }

  /// Clips of all tracks whose sound is heard during `frames`.
  private func heard(in frames: Range<Int>) -> [PlacedClip] {
    let time = TimeRange(rate.time(of: frames.lowerBound), rate.time(of: frames.upperBound))
    return timeline.heardClips.filter { TimeRange($0.start, $0.end).overlaps(time) }
  }

  /// The common value of `names`; nil if one differs or is missing.
  private func agreed(_ names: [String?]) -> String? {
    guard let first = names.first, names.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

  /// The source time that film frame `frame` shows of `clip`.
  private func sourceTime(_ clip: PlacedClip, _ frame: Int) -> Time {
    clip.sourceTime(after: rate.time(of: frame - clip.frames.lowerBound))
  }

  /// The source timecode of the film frame `frame`; nil if `clip` does not show it, or not each of
  /// its frames once.
  private func timecode(of clip: PlacedClip, at frame: Int) -> Timecode? {
    guard clip.frames.contains(frame), clip.loop == nil, clip.isPlain,
      let video = clip.content.video,
      video.rate == rate
    else { return nil }
    let tick = TimeRemap.tolerance(timeBase: video.coding?.timeBase ?? .zero)
    let count = ((sourceTime(clip, frame) - video.firstFrame + tick) * rate.perSecond).floor
    return clip.content.media?.facts.container?.timecode?.advanced(by: max(0, count), at: rate)
  }

  /// The chapters of the shown ranges of `clips`, in film time.
  ///
  /// A chapter whose start is cut off begins at the cut; a chapter that continues in the next clip is not divided.
  /// Chapters shorter than a frame are left out.
  private func chapters(of clips: [PlacedClip], in frames: Range<Int>) -> [Chapter] {
    var chapters: [Chapter] = []
    var last: (file: MediaFile, index: Int)?
    for (place, clip) in clips.enumerated()
    where clip.loop == nil && clip.curve == nil && clip.speed > .zero {
      var shown = clip.frames.clamped(to: frames)
      // In a transition the one that comes counts.
      if place + 1 < clips.count {
        let next = max(shown.lowerBound, clips[place + 1].frames.lowerBound)
        shown = shown.clamped(to: shown.lowerBound..<next)
      }
      let source = TimeRange(
        sourceTime(clip, shown.lowerBound), sourceTime(clip, shown.upperBound))
      let first = rate.time(of: shown.lowerBound - frames.lowerBound)
      func filmTime(_ time: Time) -> Time { first + (time - source.start) / clip.speed }
      guard let media = clip.content.media else { continue }
      let all = media.facts.container?.chapters ?? []
      for (index, chapter) in all.enumerated() {
        // They ascend, and a film has no more than that.
        if chapter.time.start >= source.end || chapters.count > Chapter.maximumCount { break }
        let start = max(chapter.time.start, source.start)
        let end = min(chapter.time.end, source.end)
        let time = TimeRange(filmTime(start), filmTime(end))
        guard time.duration >= rate.frameDuration else { continue }
        let isSame = last.map { $0 == (media.file, index) } ?? false
        if isSame, chapters[chapters.count - 1].time.end == time.start {
          chapters[chapters.count - 1].time.end = time.end
        } else {
          chapters.append(Chapter(title: chapter.title, time: time))
        }
        last = (media.file, index)
      }
    }
    return Array(chapters.prefix(Chapter.maximumCount))
  }
}
