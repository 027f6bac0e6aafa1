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

  /// Reports layers without sound whose opacity is 0 all along, and texts that are clear or tiny.
  func warnOfUnseenLayers(_ diagnostics: inout [Diagnostic]) {
    let instructed = Set(
      instructions.lazy.flatMap(\.layers).filter { $0.properties[.opacity] != nil }.map(\.target))
    let scaled = Set(
      instructions.lazy.flatMap(\.layers)
        .filter { $0.properties[.scale] != nil || $0.properties[.transform] != nil }.map(\.target))
    func look(_ layer: DrawnLayer, _ name: String) {
      let opacity = layer.properties[.opacity] ?? []
      if !opacity.isEmpty, opacity.allSatisfy(\.isZero), !instructed.contains(layer.target),
        layer.isSilent
      {
        diagnostics.append(
          .neverSeen(
            "\(name) is never seen: its opacity is 0 all along",
            at: layer.settings.properties[.opacity]?.span ?? layer.span,
            hint: "write opacity: 0 -> 1 for one that comes, or leave the layer out by when: false")
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
    for track in tracks where !track.isAudio {
      // A long film has many clips, and few of them have an opacity.
      for clip in track.clips
      where clip.content.hasPicture && (clip.content.isText || clip.properties[.opacity] != nil) {
        look(layer(clip), clip.content.isText ? "the text" : "clip '\(clip.clip.name)'")
      }
    }
    for placed in overlays where !isMask(placed) {
      look(layer(placed), "overlay '\(placed.overlay.name.value)'")
    }
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
    value.number == 0 && (turns?.keys.allSatisfy { $0.value.number == 0 } ?? true)
  }
}

extension DrawnLayer {
  /// True where nothing is heard of it, so that it is there to be seen.
  fileprivate var isSilent: Bool {
    if case .group = content { return false }
    return clip?.isHeard != true
  }
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
