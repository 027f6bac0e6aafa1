// SPDX-License-Identifier: Apache-2.0

package import Base
import ProjectModel
package import RenderProtocol

extension PlacedClip {
  /// The deinterlacing of its frames, on a grid of `rate`; nil if none are interlaced, and if both
  /// fields of one are shown together.
  ///
  /// If the project does not set it, an output that `copies` packets has none, as the encoded
  /// frames beside them need fields, too.
  package func deinterlacing(at rate: FrameRate, copies: Bool) -> Deinterlacing? {
    guard whyNothingIsDeinterlaced == nil else { return nil }
    switch clip.playback.deinterlacing?.value {
    case .off: return nil
    case .frames: return .frames
    case .fields: return .fields
    case nil: break
    }
    guard !copies, let own = content.video?.rate else { return nil }
    func isSlow(_ speed: Time) -> Bool { own.perSecond * speed.magnitude < rate.perSecond }
    return curve?.points.contains { isSlow($0.speed) } ?? isSlow(speed) ? .fields : .frames
  }

  /// Why it has no fields; nil where it has.
  package var whyNothingIsDeinterlaced: String? {
    guard case .clip(let media) = content, let video = media.facts.video, !media.isTimeless,
      media.film == nil
    else { return "'\(clip.name)' has no footage" }
    return video.fields == nil ? "'\(clip.name)' is not interlaced" : nil
  }
}

extension Timeline {
  /// Returns true if one of `outputs` copies video packets where possible.
  static func copy(_ outputs: [PlacedOutput]) -> Bool {
    outputs.contains { $0.output.copying != .never }
  }
}
