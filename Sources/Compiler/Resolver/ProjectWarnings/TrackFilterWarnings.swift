// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import Timeline

extension Timeline {
  /// Reports filters of tracks that nothing goes through, a tail of none, and filters that would begin more than ten minutes
  /// before what they do; where a file of it could not be read, not `isWhole`, there may be sound that is not known.
  func checkTrackFilters(isWhole: Bool, _ diagnostics: inout [Diagnostic]) {
    func report(_ code: DiagnosticCode, _ message: String, _ span: Span, _ hint: String) {
      diagnostics.append(Diagnostic(code: code, message: message, span: span, hint: hint))
    }
    let heard = tracksWithMembers
    for (index, track) in tracks.enumerated() {
      guard let filters = track.filters, let key = filters.key else { continue }
      guard track.clips.contains(where: \.isHeard) || heard.contains(index) else {
        guard isWhole else { continue }
        report(
          .warning("idle-setting"),
          "'\(key.value)' changes nothing: there is no sound on track '\(track.name)'", key.span,
          "remove it")
        continue
      }
      if let tail = filters.cleanup.tail, filters.cleanup.isIdle {
        report(
          .warning("idle-setting"),
          "'tail' changes nothing: track '\(track.name)' goes through no filter", tail.span,
          "write reverb: true, or effects: [aecho], beside it, or remove it")
      }
      if let oscillating = filters.cleanup.oscillating, track.extent.duration > Time(600) {
        report(
          .error("long-effect"),
          "'\(oscillating.filter)' begins with its track, which lasts longer than ten minutes",
          oscillating.span, "write it on the clips, or leave '\(oscillating.filter)' out")
      }
    }
  }

  /// The tracks with groups in which a sound is heard.
  private var tracksWithMembers: Set<Int> {
    var found: Set<Int> = []
    for placed in overlays where placed.footage?.isHeard == true {
      var group = placed.overlay.group
      while case .overlay(let index)? = group { group = overlay(index)?.overlay.group }
      if case .clip(let track, _)? = group { found.insert(track) }
    }
    return found
  }
}
