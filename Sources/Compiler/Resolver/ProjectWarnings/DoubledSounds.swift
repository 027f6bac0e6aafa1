// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

extension Timeline {
  /// Sound that is heard a second time at once: what is laid over itself to be changed, with its sound.
  private struct Sounding: Hashable {
    var path: String
    /// From the start of the source to that of the film, in frames.
    var delay: Int
    var speed: Time
  }

  /// Reports footage that is shown twice at the same time, and heard twice as loud.
  func warnOfDoubledSounds(_ diagnostics: inout [Diagnostic]) {
    // By where they begin, so that only those that are heard then have to be looked at.
    let clips = heardClips.filter { clip in
      clip.content.media != nil && isShown(clip) && clip.curve == nil && clip.loop == nil
        && clip.speed != .zero
    }.sorted { $0.start < $1.start }
    var heard: [Sounding: [PlacedClip]] = [:]
    var said: Set<Span> = []
    lazy var audible = AudibleTimes(self)
    for clip in clips {
      guard let path = clip.content.media?.file.path else { continue }
      let delay = canvas.rate.frame(nearest: clip.start - clip.sourceStart / clip.speed)
      func sounding(_ delay: Int) -> Sounding {
        Sounding(path: path, delay: delay, speed: clip.speed)
      }
      // Their starts are rounded to frames, or not.
      for near in delay - 1...delay + 1 {
        heard[sounding(near)]?.removeAll { $0.end <= clip.start }
        // Clips of one track overlap in transitions alone, where their sounds change over.
        let others = heard[sounding(near)]?.filter { $0.place != clip.place } ?? []
        guard !others.isEmpty, audible.isAudible(clip),
          let other = others.first(where: { audible.isAudible($0) }),
          said.insert(clip.clip.span).inserted
        else { continue }
        diagnostics.append(
          Diagnostic(
            code: .warning("heard-twice"),
            message: "'\(clip.clip.name)' is heard twice at the same time, twice as loud",
            span: clip.clip.span,
            notes: [.init(message: "it is heard here, too", span: other.clip.span)],
            hint: "write audio: off on one of them"))
      }
      heard[sounding(delay), default: []].append(clip)
    }
  }
}

extension Timeline {
  /// Returns true if frames of `clip` are shown, unlike those on an audio track.
  private func isShown(_ clip: PlacedClip) -> Bool {
    if case .clip(let track, _) = clip.target, tracks[track].isAudio { return false }
    return clip.content.hasPicture
  }
}

extension PlacedClip {
  /// The track that it is on; of an overlay, that itself.
  fileprivate var place: LayerTarget {
    if case .clip(let track, _) = target { .track(track) } else { target }
  }
}
