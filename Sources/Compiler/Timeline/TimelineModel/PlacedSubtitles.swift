// SPDX-License-Identifier: Apache-2.0

package import Base
package import Diagnostics
package import ProjectModel
package import RenderProtocol
package import Subtitles

/// Subtitles of which each text has its frames in the film.
package struct PlacedSubtitles {
  package var content: SubtitlesContent
  /// The cues, by their first frames; texts may overlap.
  package var cues: [(frames: Range<Int>, cue: Cue)]
  /// The delay after its own time of a file of ASS or SSA, or of words.
  package var way = Time.zero
  /// The frames in which texts of such a file are shown, each by its index, by the first frame.
  package var events: [(frames: Range<Int>, index: Int)] = []

  package init(_ content: SubtitlesContent, cues: [(frames: Range<Int>, cue: Cue)] = []) {
    self.content = content
    self.cues = cues
  }
}

/// The captions of the clips that a film plays.
package struct ClipCaptions {
  /// The cues, in the film's time.
  package var cues: [Cue] = []
  /// Why captions of some clips are left out, each at the place of its clip.
  package var remarks: [Diagnostic] = []

  package init() {}

  /// True if no clip has any.
  package var isEmpty: Bool { cues.isEmpty && remarks.isEmpty }
}

extension Timeline {
  /// All subtitles, by what instructions know their layers as.
  package var subtitles: [(target: LayerTarget, placed: PlacedSubtitles, origin: Origin)] {
    overlays.compactMap { overlay in
      guard case .subtitles(let placed) = overlay.content else { return nil }
      return (.overlay(overlay.index), placed, overlay.origin)
    }
  }
}
