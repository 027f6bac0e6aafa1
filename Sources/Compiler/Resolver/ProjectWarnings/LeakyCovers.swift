// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

/// Layers that hide something, and leave it to be seen.
extension Timeline {
  /// Reports overlays that blur or pixelate what is seen longer than they are, or elsewhere.
  func warnOfLeakyCovers(_ diagnostics: inout [Diagnostic]) {
    for placed in overlays where placed.overlay.mask == nil && !placed.frames.isEmpty {
      let hides = [.blur, .pixelate, .backdropBlur, .backdropPixelate].contains { property in
        placed.properties[property]?.contains { $0.value.number != 0 } ?? false
      }
      guard hides, placed.content.hasPicture else { continue }
      for track in tracks where !track.isAudio {
        for clip in track.clips where clip.content.hasPicture {
          warn(of: placed, endingWith: clip, &diagnostics)
          warn(of: placed, over: clip, &diagnostics)
        }
      }
    }
  }

  /// Reports that `clip`, with which `placed` begins or ends, is seen before or after, in a transition.
  private func warn(
    of placed: PlacedOverlay, endingWith clip: PlacedClip, _ diagnostics: inout [Diagnostic]
  ) {
    let (own, seen, covered) = (clip.frames, clip.drawn, placed.frames)
    let isEarly = covered.lowerBound == own.lowerBound && seen.lowerBound < own.lowerBound
    let isLate = covered.upperBound == own.upperBound && seen.upperBound > own.upperBound
    guard isEarly || isLate else { return }
    let time = canvas.rate.time(of: seen)
    let (name, hidden) = (placed.overlay.name.value, clip.clip.name)
    diagnostics.append(
      Diagnostic(
        code: .warning("seen-beyond"),
        message:
          "'\(hidden)' is seen from \(time.start.shown) s to \(time.end.shown) s, transitions"
          + " included, but '\(name)' hides it only from \(placed.time.start.shown) s to"
          + " \(placed.time.end.shown) s",
        span: placed.overlay.during?.span ?? placed.overlay.name.span,
        notes: [.init(message: "what is seen longer is here", span: clip.clip.span)],
        hint: "write during: \(time.start.shown)s .. \(time.end.shown)s"))
  }

  /// Reports that `placed`, a part of `clip` laid over it where that part is in the frame, is not where it is in the picture.
  private func warn(
    of placed: PlacedOverlay, over clip: PlacedClip, _ diagnostics: inout [Diagnostic]
  ) {
    guard let media = clip.content.media, media.file == placed.content.media?.file,
      clip.frames.overlaps(placed.frames), case let drawn = layer(clip),
      drawn.settings.size == nil, drawn.fit != .stretch,
      let size = media.uprightSize, size.width > 0, size.height > 0,
      let crop = placed.properties[.crop]?.only, let position = placed.properties[.position]?.only,
      crop.amounts.prefix(2).elementsEqual(position.amounts)
    else { return }
    let canvas = self.canvas.size
    let shape = size.width * Double(canvas.height) / (size.height * Double(canvas.width))
    guard abs(shape - 1) > 0.01 else { return }
    let (name, hidden) = (placed.overlay.name.value, clip.clip.name)
    diagnostics.append(
      Diagnostic(
        code: .warning("hides-elsewhere"),
        message:
          "'\(name)' lies where its part would be if '\(hidden)' filled the frame of \(canvas),"
          + " and it does not",
        span: placed.overlay.layer.properties[.position]?.span ?? placed.overlay.name.span,
        hint: "give '\(name)' the place that the part has in this frame;"
          + " for one output, in its `change`"
      ))
  }
}

extension [ResolvedKey] {
  /// The value of all times; nil where it changes.
  fileprivate var only: PropertyValue? { count == 1 && first?.turns == nil ? first?.value : nil }
}
