// SPDX-License-Identifier: Apache-2.0

package import Actions
package import Basics
import Diagnostics
import ProjectModel
import SourceMedia

extension PlacedClip {
  /// What is shown between two frames of its source, on a grid of `rate`; nil for the earlier one, and where no frame of
  /// the film falls between two.
  package func interpolation(at rate: FrameRate) -> Interpolation? {
    guard whyNothingIsBetween(at: rate) == nil else { return nil }
    switch clip.playback.interpolation?.value {
    case nil, .some(.none): return nil
    case .blend: return .blend
    case .motion: return .motion
    }
  }

  /// Why nothing is shown between frames of its source; nil where something is.
  fileprivate func whyNothingIsBetween(at rate: FrameRate) -> String? {
    guard case .clip(let media) = content, let video = media.facts.video else {
      return "'\(clip.name)' has no footage"
    }
    if media.isTimeless { return "'\(clip.name)' is a still image" }
    if media.film != nil { return "a film within the film shows frames of its own" }
    guard video.rate == rate, speed.denominator == 1 else { return nil }
    return "every frame shown is one of '\(clip.name)', which has \(rate) a second, as the film"
  }
}

extension Timeline {
  /// Reports where `interpolate` changes nothing, as no clip with that key shows anything between two frames.
  func warnOfIdleInterpolation(_ diagnostics: inout [Diagnostic]) {
    // Members of a list share the key, as do all clips that a default is for.
    var reasons: [(span: Span, reason: String?)] = []
    for clip in tracks.flatMap(\.clips) + overlays.compactMap(\.footage) {
      guard let mode = clip.clip.playback.interpolation, mode.value != .none else { continue }
      let reason = clip.whyNothingIsBetween(at: canvas.rate)
      if let known = reasons.firstIndex(where: { $0.span == mode.span }) {
        if reason == nil { reasons[known].reason = nil }
      } else {
        reasons.append((mode.span, reason))
      }
    }
    for case (let span, let reason?) in reasons {
      diagnostics.append(
        Diagnostic(
          code: .warning("idle-setting"), message: "'interpolate' changes nothing: \(reason)",
          span: span, hint: "remove it"))
    }
  }
}
