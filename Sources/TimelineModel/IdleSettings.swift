// SPDX-License-Identifier: Apache-2.0

import Actions
import Diagnostics
import ProjectModel
import Properties

extension Timeline {
  /// Reports what is set of layers of which nothing is seen, or nothing heard: it changes nothing.
  func warnOfIdleSettings(_ diagnostics: inout [Diagnostic]) {
    for track in tracks where track.isAudio {
      let idle = track.settings.properties.entries.first { $0.property.stage.isSeen }
      guard let idle else { continue }
      diagnostics.append(
        .idle(
          "'\(idle.property.name)' changes nothing: track '\(track.name)' has sound alone",
          at: idle.value.span))
    }
    let heard = heardGroups
    func look(
      _ settings: LayerSettings, _ content: PlacedContent, _ target: LayerTarget, _ name: String
    ) {
      guard case .group = content, let volume = settings.properties[.volume],
        !heard.contains(target)
      else { return }
      diagnostics.append(
        .idle("'volume' changes nothing: no clip in \(name) has sound", at: volume.span))
    }
    for clip in tracks.lazy.flatMap(\.clips) {
      look(clip.clip.layer, clip.content, clip.target, "the group")
    }
    for overlay in overlays {
      look(
        overlay.overlay.layer, overlay.content, .overlay(overlay.index),
        "group '\(overlay.overlay.name.value)'")
    }
  }

  /// The groups with a clip that is heard, at any depth.
  private var heardGroups: Set<LayerTarget> {
    var heard: Set<LayerTarget> = []
    for overlay in overlays where overlay.footage?.isHeard == true {
      var group = overlay.overlay.group
      while let target = group, heard.insert(target).inserted {
        guard case .overlay(let index) = target else { break }
        group = self.overlay(index)?.overlay.group
      }
    }
    return heard
  }
}

extension Diagnostic {
  fileprivate static func idle(_ message: String, at span: Span) -> Diagnostic {
    Diagnostic(code: .warning("idle-setting"), message: message, span: span, hint: "remove it")
  }
}

extension TimelineLayout {
  /// Warns where nothing lasts as long as `defaults: {clip: {duration}}` says.
  mutating func warnOfUnusedStillDuration() {
    let written = project.stillDuration.span
    // A default of a file that the project extends is for others, too.
    let isOwn = written.file.index == project.span.file.index
    guard isOwn, written.count > 0, !usesStillDuration else { return }
    diagnostics.append(.unusedStillDuration(at: written))
  }
}
