// SPDX-License-Identifier: Apache-2.0

import Base
import ProjectModel
import RenderProtocol
package import Subtitles
package import Timeline

/// The limits of the number of subtitle texts drawn at the same time.
enum CaptionLimits {
  /// The most places at which texts are shown.
  static let places = 32
  /// As many texts are at one place.
  static let texts = 20
}

extension LoweringFrame {
  /// The texts of `layer` that are not drawn, or not all the time, as too many are shown with them; each with why.
  package func crowdedOut(
    _ placed: PlacedSubtitles, of layer: DrawnLayer, _ style: CaptionStyle
  ) -> [(cue: Cue, why: String)] {
    var result: [(cue: Cue, why: String)] = []
    var shown: [CuePlace: [(end: Int, bytes: Int)]] = [:]
    let regions = placed.content.list?.regions ?? []
    for (frames, cue) in placed.cues {
      let frames = frames.clamped(to: layer.frames)
      if frames.isEmpty { continue }
      let place = place(of: cue, regions, layer, style.block)
      for (other, texts) in shown {
        let left = texts.filter { $0.end > frames.lowerBound }
        shown[other] = left.isEmpty ? nil : left
      }
      let (own, bytes) = (shown[place] ?? [], cue.text.utf8.count + 1)
      if own.count >= CaptionLimits.texts {
        result.append((cue, "\(CaptionLimits.texts) other texts are at its place"))
      } else if own.isEmpty, shown.count >= CaptionLimits.places {
        result.append((cue, "texts are at \(CaptionLimits.places) other places"))
      } else if own.reduce(bytes, { $0 + $1.bytes }) > CueList.textLimit {
        result.append((cue, "the texts at its place have more than \(CueList.textLimit) bytes"))
      } else {
        shown[place, default: []].append((frames.upperBound, bytes))
      }
    }
    return result
  }
}
