// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

/// Layers that are clear all along, and texts that nobody can read.
extension Timeline {
  /// Letters of fewer pixels are dots.
  private static let leastLetters = 7.0

  /// Reports layers without sound whose opacity or scale is 0 all along, and texts that are clear or tiny.
  func warnOfUnseenLayers(_ diagnostics: inout [Diagnostic]) {
    func instructed(_ property: Property) -> Set<LayerTarget> {
      Set(
        instructions.lazy.flatMap(\.layers).filter { $0.properties[property] != nil }.map(\.target))
    }
    let hiding: [(Property, String, Set<LayerTarget>)] = [
      (.opacity, "opacity", instructed(.opacity)), (.scale, "scale", instructed(.scale)),
    ]
    let scaled = Set(
      instructions.lazy.flatMap(\.layers)
        .filter { $0.properties[.scale] != nil || $0.properties[.transform] != nil }.map(\.target))
    func look(_ layer: DrawnLayer, _ name: String) {
      for (property, word, instructed) in hiding {
        let keys = layer.properties[property] ?? []
        guard !keys.isEmpty, keys.allSatisfy(\.isZero), !instructed.contains(layer.target),
          isSilent(layer)
        else { continue }
        diagnostics.append(
          .neverSeen(
            "\(name) is never seen: its \(word) is 0 all along",
            at: layer.settings.properties[property]?.span ?? layer.span,
            hint: "write \(word): 0 -> 1 for one that comes, or leave the layer out by when: false")
        )
      }
      guard case .text(let text) = layer.content else { return }
      if text.isClear {
        diagnostics.append(
          .neverSeen(
            "\(name) is never seen: its colour is clear", at: text.text.span,
            hint: "write a colour that is not clear, such as white@50%, or an outline"))
      }
      guard !isEnlarged(layer, scaled) else { return }
      let (pixels, inPixels): (Double, Bool)
      switch text.look.font.size {
      case .pixels(let size): (pixels, inPixels) = (size, true)
      case .share(let share):
        // On a tiny canvas the usual share is as tiny.
        guard share < 0.01 else { return }
        (pixels, inPixels) = (share * Double(canvas.size.height), false)
      }
      guard pixels < Self.leastLetters, text.runs.isEmpty else { return }
      let number = plain((pixels * 10).rounded() / 10)
      diagnostics.append(
        Diagnostic(
          code: .warning("tiny-text"),
          message: "the letters of \(name) are \(number) pixels high, and cannot be read",
          span: text.text.span,
          hint: inPixels
            ? "write font: {size: \(number)%} for a share of the canvas's height, or more pixels"
            : "write a larger share of the canvas's height, such as font: {size: 6%}"))
    }
    for (index, track) in tracks.enumerated() where !track.isAudio {
      look(layer(ofTrack: index), "track '\(track.name)'")
      // A long film has many clips, and few of them have an opacity.
      for clip in track.clips
      where clip.content.hasPicture
        && (clip.content.isText || hiding.contains { clip.properties[$0.0] != nil })
      {
        look(layer(clip), clip.content.isText ? "the text" : "clip '\(clip.clip.name)'")
      }
    }
    for placed in overlays where !isMask(placed) {
      look(layer(placed), "overlay '\(placed.overlay.name.value)'")
    }
  }

  /// True where nothing is heard of `layer`, so that it is there to be seen.
  private func isSilent(_ layer: DrawnLayer) -> Bool {
    if case .track(let index) = layer.target {
      return tracks[index].clips.allSatisfy { !$0.isHeard }
    }
    if case .group = layer.content {
      return overlays.filter { $0.overlay.group == layer.target }
        .allSatisfy { isSilent(self.layer($0)) }
    }
    return layer.clip?.isHeard != true
  }

  /// True where `layer`, or something around it, is drawn at another size than its own.
  private func isEnlarged(_ layer: DrawnLayer, _ scaled: Set<LayerTarget>) -> Bool {
    var layer = layer
    while true {
      if scaled.contains(layer.target) || layer.settings.size != nil
        || [.size, .scale, .transform].contains(where: { layer.properties[$0] != nil })
      {
        return true
      }
      if case .clip(let track, _) = layer.target {
        layer = self.layer(ofTrack: track)
      } else {
        guard let around = group(around: layer.target) else { return false }
        layer = around
      }
    }
  }

  /// A whole number without its `.0`.
  private func plain(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}

extension ResolvedKey {
  fileprivate var isZero: Bool {
    value.hasZero && (turns?.keys.allSatisfy(\.value.hasZero) ?? true)
  }
}

extension PropertyValue {
  /// True where it is 0, or that of an axis is, so that nothing is left to be seen.
  fileprivate var hasZero: Bool { amounts.contains(.number(0)) }
}

extension PlacedContent {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}

extension TextContent {
  /// True where nothing of it has a colour that is seen.
  fileprivate var isClear: Bool {
    look.gradient == nil && look.color.alpha == 0 && look.background == nil
      && look.outlines.allSatisfy { $0.color.alpha == 0 || $0.width == 0 }
      && runs.allSatisfy { run in
        run.style.color?.alpha ?? 0 == 0 && run.style.background?.alpha ?? 0 == 0
      }
  }
}

extension Diagnostic {
  fileprivate static func neverSeen(_ message: String, at span: Span, hint: String) -> Diagnostic {
    Diagnostic(code: .warning("never-seen"), message: message, span: span, hint: hint)
  }
}
