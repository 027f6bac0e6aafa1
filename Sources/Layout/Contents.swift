// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Diagnostics
import ProjectModel
import Properties
import SourceMedia
import TimelineModel

extension TimelineLayout {
  /// What a layer shows, one after the other, played as `playback` says; empty where that cannot be found, which is reported.
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
      // A length in the film says no speed before the end of the source is known.
      let speed: Time = if case .factor(let factor) = playback.speed { factor.value } else { Time(1) }
      return media[reference].map { .clip($0.inStep(with: canvas.rate, at: speed.magnitude)) }
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
}
