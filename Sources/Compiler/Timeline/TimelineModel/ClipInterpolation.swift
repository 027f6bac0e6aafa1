// SPDX-License-Identifier: Apache-2.0

package import Base
import ProjectModel
package import RenderProtocol

extension PlacedClip {
  /// The interpolation between two frames of its source, on a grid of `rate`; nil for the earlier
  /// one, and if no frame of the film falls between two.
  package func interpolation(at rate: FrameRate) -> Interpolation? {
    guard whyNothingIsBetween(at: rate) == nil else { return nil }
    switch clip.playback.interpolation?.value {
    case nil, .some(.none): return nil
    case .blend: return .blend
    case .motion: return .motion
    }
  }

  /// Why nothing is shown between frames of its source; nil where something is.
  package func whyNothingIsBetween(at rate: FrameRate) -> String? {
    guard case .clip(let media) = content, let video = media.facts.video else {
      return "'\(clip.name)' has no footage"
    }
    if media.isTimeless { return "'\(clip.name)' is a still image" }
    if media.film != nil { return "a film within the film shows frames of its own" }
    let isDoubled = video.fields != nil && clip.playback.deinterlacing?.value == .fields
    // At its own speed each frame lasts as long as one of the film; faster, it has to begin with one of the film, too.
    let isAligned =
      speed.magnitude == Time(1)
      || speed.denominator == 1 && loop == nil && (sourceStart * rate.perSecond).denominator == 1
    guard video.rate == rate, isAligned, curve == nil, !isFrozen, !isDoubled else { return nil }
    return "every frame shown is one of '\(clip.name)', which has \(rate) a second, as the film"
  }
}
