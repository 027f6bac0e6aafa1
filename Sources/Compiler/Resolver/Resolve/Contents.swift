// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

extension TimelineLayout {
  /// The contents of a layer in sequence, played as `playback` says; empty if not found, which is
  /// reported.
  mutating func contents(
    _ content: LayerContent, _ playback: Playback, of owner: String
  ) -> [PlacedContent] {
    if let reference = content.media,
      let table = media[reference].first(where: { $0.facts.table != nil })
    {
      let isLUT = table.facts.isLUT
      diagnostics.append(
        .simple(
          "no-media",
          "\(owner) is neither seen nor heard: '\(table.shownPath)' is"
            + (isLUT ? " a LUT" : " a file of curves"),
          at: reference.span,
          hint: isLUT
            ? "write it as adjust: {lut: \(reference.text)} on a layer"
            : "make it an asset, and write effects: [curves: {psfile: NAME}] on a layer"))
      return []
    }
    switch content {
    case .clip(let reference):
      return media[reference].map { media in
        switch playback.speed {
        case .factor(let factor): .clip(media.inStep(with: canvas.rate, at: factor.value.magnitude))
        case .curve, nil: .clip(media.inStep(with: canvas.rate, at: Time(1)))
        // What speed that is follows from where the source ends.
        case .lasting: .clip(media)
        }
      }
    case .image(let reference):
      let files = media[reference]
      guard let file = files.first else { return [] }
      guard files.count == 1, file.isTimeless || file.isAnimation else {
        diagnostics.append(
          .simple(
            "not-an-image", "\(owner) needs one image", at: reference.span,
            hint: "write clip: \(reference.text) to play footage"))
        return []
      }
      return [.image(file)]
    case .text(let text): return [.text(text)]
    // Its times are worked out where its own are known.
    case .subtitles(let content): return [.subtitles(PlacedSubtitles(content))]
    case .graphic(let graphic): return [.graphic(graphic)]
    case .group: return [.group]
    }
  }

  /// The played form of `content` whose `speed` was not known at its look-up.
  func inStep(_ content: PlacedContent, _ playback: Playback, at speed: Time) -> PlacedContent {
    guard case .clip(let media) = content, case .lasting = playback.speed else { return content }
    return .clip(media.inStep(with: canvas.rate, at: speed.magnitude))
  }
}
