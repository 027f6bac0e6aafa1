// SPDX-License-Identifier: Apache-2.0

package import Base
import Catalog
package import ProjectModel
import RenderProtocol

extension Timeline {
  /// Returns true if `output` is composed in 4:4:4: it holds a chroma sample for each pixel, and
  /// the film has them.
  ///
  /// Encoders with loss get 4:2:0, as players expect it. A lossless film of 4:2:0 footage alone stays in 4:2:0, so that
  /// its samples are those of the footage; so does one that copies packets.
  package func hasFullChroma(_ output: Output) -> Bool {
    if let video = output.video, !isClear, wantsFineChroma(video, output) { return showsFullChroma }
    let isShown = output.preset.isLossless && output.copying == .never && showsFullChroma
    return switch output.format.fullChroma {
    case .never: false
    case .always: true
    case .withAlpha: isClear
    case .whenLossless: isShown
    case .withAlphaOrWhenLossless: isClear || isShown
    }
  }

  /// Returns true if `output` asks for more chroma samples than those of 4:2:0.
  private func wantsFineChroma(_ video: VideoSettings, _ output: Output) -> Bool {
    let format =
      video.pixelFormat?.value ?? video.profile?.value.pixelFormats.first
      ?? output.codec?.traits.pixelFormats.first
    return format?.hasFineChroma ?? false
  }

  /// The size of the pictures that `output` encodes.
  package func codedSize(of output: Output) -> PixelSize { output.size?.value ?? canvas.size }

  /// True if any drawn content has more chroma samples than 4:2:0.
  private var showsFullChroma: Bool {
    ([self] + allFilms.map(\.timeline)).contains { timeline in
      timeline.tracks.contains {
        !$0.isAudio && $0.clips.contains(where: \.content.hasFullChroma)
      } || timeline.overlays.contains(where: \.content.hasFullChroma)
    }
  }
}

extension PlacedContent {
  /// True if it has more chroma samples than 4:2:0, as all drawings have.
  fileprivate var hasFullChroma: Bool {
    switch self {
    case .clip(let media), .image(let media): media.facts.video?.pixels.hasFineChroma ?? false
    case .text, .subtitles, .graphic: true
    case .group: false
    }
  }
}

extension PixelLayout {
  /// True if there are more chroma samples than in 4:2:0; false for grey.
  fileprivate var hasFineChroma: Bool {
    hasColor && (chromaHalvings.across < 1 || chromaHalvings.down < 1)
  }
}
