// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
package import Diagnostics
package import Lowering
import ProjectModel
package import RenderProtocol
package import Timeline

/// The clips of a film whose focus is left to their pictures, and what has to be looked at for them.
package struct FocusAnalysis {
  /// The required analyses, each once.
  package private(set) var questions: [SubjectQuestion] = []
  /// The path of each of them as the project writes it, and where it is asked for first.
  package private(set) var uses: [(path: String, span: Span)] = []
  /// Clips of which nothing can be looked at, the first for each place where it is asked for.
  package private(set) var unseen: [(path: String, reason: UnseenPictures, span: Span)] = []
  private var seen: Set<Span> = []
  private var indices: [SubjectQuestion: Int] = [:]
  private var wanted: [Wanted] = []

  /// A clip, or the footage of an overlay.
  private struct Wanted {
    var place: LayerIndex
    var kept: KeptPart
    /// True if a pan moves over it.
    var isPanned: Bool
    /// Its own, in order of time.
    var questions: [Int]
  }

  private enum LayerIndex {
    case clip(track: Int, index: Int)
    case overlay(index: Int)
  }

  /// Finds out what is asked for in `timeline`, which is drawn on `frame`.
  package init(_ timeline: Timeline, on frame: LoweringFrame) {
    for (track, placed) in timeline.tracks.enumerated() where !placed.isAudio {
      for (index, clip) in placed.clips.enumerated() where clip.clip.layer.followsSubject {
        want(
          timeline.layer(clip), clip, at: .clip(track: track, index: index), timeline, frame)
      }
    }
    for (index, placed) in timeline.overlays.enumerated()
    where placed.overlay.layer.followsSubject {
      guard let clip = placed.footage else { continue }
      want(timeline.layer(placed), clip, at: .overlay(index: index), timeline, frame)
    }
    // What is said for several clips is for those that can be looked at.
    unseen.removeAll { seen.contains($0.span) }
  }

  /// True if no focus depends on the frames of clips.
  package var isEmpty: Bool { wanted.isEmpty }

  private mutating func want(
    _ layer: DrawnLayer, _ clip: PlacedClip, at place: LayerIndex, _ timeline: Timeline,
    _ frame: LoweringFrame
  ) {
    guard case .clip(let media) = layer.content, layer.fit == .cover, !layer.frames.isEmpty,
      let kept = timeline.keptPart(of: layer, on: frame), let video = media.facts.video
    else { return }
    let pan = layer.settings.kenBurns
    // One that says what it shows has no use for a focus.
    guard pan?.parts == nil, pan?.focus == nil else { return }
    // A pan shows less than what covers its box.
    let showsPart = !kept.isWhole || pan != nil
    let span = layer.settings.properties[.focus]?.span ?? layer.span
    let asked: [SubjectQuestion]
    do throws(UnseenPictures) {
      asked = try SubjectQuestion.all(of: clip, media, video)
    } catch {
      // What a project has from the file that it extends is for others, too.
      guard showsPart, span.file.index == layer.span.file.index,
        !unseen.contains(where: { $0.span == span })
      else { return }
      return unseen.append((media.shownPath, error, span))
    }
    seen.insert(span)
    guard showsPart else { return }
    var own: [Int] = []
    for question in asked {
      let index = indices[question] ?? questions.count
      if index == questions.count {
        indices[question] = index
        questions.append(question)
        uses.append((media.shownPath, span))
      }
      own.append(index)
    }
    wanted.append(Wanted(place: place, kept: kept, isPanned: pan != nil, questions: own))
  }

  /// Sets in `timeline` what follows from `subjects`, which are those of `questions`; nil for those that could not be looked at.
  package func apply(_ subjects: [PictureSubjects?], to timeline: inout Timeline) {
    let rate = timeline.canvas.rate
    for wanted in wanted {
      let found = wanted.questions.compactMap { subjects[$0] }
      guard found.count == wanted.questions.count else { continue }
      let all = PictureSubjects(
        samples: found.flatMap(\.samples), cuts: found.flatMap(\.cuts))
      switch wanted.place {
      case .clip(let track, let index):
        let clips = timeline.tracks[track].clips
        let clip = clips[index]
        var focus = clip.focus(
          on: all, keeping: wanted.kept, at: rate, isPanned: wanted.isPanned, name: clip.clip.name)
        if index > 0, clip.isHeld(from: clips[index - 1]),
          let last = timeline.focuses.last, last.target == clips[index - 1].target,
          var key = last.keys.last
        {
          // What is held stays where it is.
          key.time = .zero
          focus.keys = [key]
        }
        timeline.tracks[track].clips[index].properties[.focus] = focus.resolved
        timeline.focuses.append(focus)
      case .overlay(let index):
        let overlay = timeline.overlays[index]
        guard let clip = overlay.footage else { continue }
        let focus = clip.focus(
          on: all, keeping: wanted.kept, at: rate, isPanned: wanted.isPanned,
          name: overlay.overlay.name.value)
        timeline.overlays[index].properties[.focus] = focus.resolved
        timeline.focuses.append(focus)
      }
    }
  }
}

extension LayerSettings {
  /// True if its focus is detected in its frames.
  fileprivate var followsSubject: Bool {
    guard case .constant(let value) = properties[.focus] else { return false }
    return value.value == Property.followedFocus
  }
}

extension PlacedClip {
  /// Returns true if it holds a frame of the clip before it.
  fileprivate func isHeld(from clip: PlacedClip) -> Bool {
    isFrozen && content.media != nil && content.media === clip.content.media
  }
}

extension PlacedFocus {
  /// Its keys as those of a property.
  fileprivate var resolved: [ResolvedKey] {
    keys.map { key in
      ResolvedKey(
        time: key.time, value: PropertyValue([.share(key.place.x), .share(key.place.y)]),
        easing: key.easing)
    }
  }
}

extension Timeline {
  /// The visible part of the picture of `layer` on `frame`; nil if it is not drawn.
  fileprivate func keptPart(of layer: DrawnLayer, on frame: LoweringFrame) -> KeptPart? {
    let middle = PropertyValue([.share(0.5), .share(0.5)])
    return frame.around(layer.target, in: self).box(of: layer, raster: nil, at: middle).map {
      KeptPart(of: $0.natural, covering: $0.rect)
    }
  }
}
