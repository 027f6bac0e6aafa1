// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import RenderProtocol
import Subtitles
import Timeline

// Captions and text streams of clips that are burnt in.

extension TimelineLayout {
  /// `content` with the frames of each text of `texts` that clips of `tracks` show, of an overlay that is drawn in
  /// `frames`.
  ///
  /// The texts are where the clips are, whenever the overlay begins.
  mutating func subtitles(
    _ content: SubtitlesContent, of texts: ClipTexts, on tracks: [PlacedTrack],
    in frames: Range<Int>
  ) -> PlacedSubtitles {
    var placed = PlacedSubtitles(content)
    guard let owner = texts.owner, !isElsewhere(owner, texts.name) else { return placed }
    var offset = Time.zero
    if let written = content.offset {
      guard let time = evaluate(written) else { return placed }
      offset = time
    }
    let streams = texts.lists.mapValues { ClipCues($0.cues) }
    var isStreamed = false
    let cues = self.cues(of: tracks) { layout, clip in
      guard owner.has(clip) else { return nil }
      let found: ClipCues?
      if texts.stream == nil, let (captions, remarks) = layout.captions(of: clip) {
        if let index = layout.captionFile(of: clip.clip) { layout.captions.drawn.insert(index) }
        for remark in remarks where remark.span.map({ layout.reported.insert($0).inserted }) ?? true
        {
          layout.diagnostics.append(remark)
        }
        found = captions
      } else {
        found = clip.content.media.flatMap { streams[$0.file.path] }
        isStreamed = isStreamed || found != nil
      }
      guard var source = found else { return nil }
      source.offset = offset
      guard clip.loop == nil else {
        layout.diagnostics.append(
          .simple(
            "subtitles-of-loop", "clip '\(clip.nameOfMember)' loops, and its texts are shown",
            at: clip.clip.span, hint: "name a clip that does not loop, or leave out 'loop'"))
        return nil
      }
      return source
    }
    for (cue, bounds) in cues {
      let shown = self.frames(of: cue, in: bounds).clamped(to: frames)
      if !shown.isEmpty { placed.cues.append((shown, cue)) }
    }
    placed.cues.sort { $0.frames.lowerBound < $1.frames.lowerBound }
    // What is not shown needs no font.
    var list = CueList(format: .srt)
    list.cues = placed.cues.map(\.cue)
    placed.content.list = list
    if placed.cues.isEmpty, isWhole {
      diagnostics.append(
        Diagnostic(
          code: .warning("no-subtitles"),
          message: "nothing of '\(texts.name.value)' is said while it is shown",
          span: texts.name.span,
          hint: cues.first.map {
            "the first text of its clips comes at \($0.cue.start.shown) s of the film"
          }
            ?? "\(isStreamed ? "text stream \(texts.stream ?? 0) has" : "its captions have") no text in"
            + " what the tracks play of it"))
    }
    return placed
  }

  /// Returns true if a clip is laid out in another film than the layer of its texts, which is
  /// reported.
  private mutating func isElsewhere(_ owner: ClipTexts.Owner, _ name: Located<String>) -> Bool {
    guard case .clip(let target) = owner else { return false }
    if isOutside(name.value, target, at: name.span) { return true }
    guard !isHere(target), let track = track(around: target) else { return false }
    diagnostics.append(
      .simple(
        "part-of-fast-track",
        "'\(name.value)' is a part of track '\(project.tracks[track].name.value)', which is played"
          + " at another speed as a whole", at: name.span,
        hint: "give the speed to the clips of the track instead"))
    return true
  }
}

extension ClipTexts.Owner {
  /// Returns true if `clip` belongs to the owner.
  fileprivate func has(_ clip: PlacedClip) -> Bool {
    switch self {
    case .asset(let index): clip.clip.content.media?.asset == index
    case .clip(let target): clip.target == target
    }
  }
}
