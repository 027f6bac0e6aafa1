// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel

/// Checks of the whole project, without media.
extension ProjectParser {
  /// Runs all checks.
  ///
  mutating func validate(_ project: ProjectDocument) {
    checkTransitions(project)
    checkFreezes(project)
    checkClipNames(project)
    checkImages(project)
    checkOutputFiles(project)
    checkUnusedAssets()
  }

  /// A transition must be between two clips, the second of which follows the first.
  private mutating func checkTransitions(_ project: ProjectDocument) {
    for track in project.tracks {
      for (index, item) in track.items.enumerated() {
        guard case .transition(let transition) = item else { continue }
        let before = index > 0 ? track.items[index - 1] : nil
        let after = index + 1 < track.items.count ? track.items[index + 1] : nil
        if let problem = Self.problem(before: before) ?? Self.problem(after: after) {
          report(
            .misplacedTransition, problem.message, at: transition.nameSpan,
            notes: problem.note.map { [$0] } ?? [],
            hint: "put a transition between two clips of one track")
        }
      }
    }
  }

  /// A freeze holds a picture of the item before it.
  private mutating func checkFreezes(_ project: ProjectDocument) {
    for track in project.tracks {
      for (index, item) in track.items.enumerated() {
        guard case .freeze(let freeze) = item else { continue }
        let before = track.items[..<index].last {
          if case .transition = $0 { false } else { true }
        }
        let problem: String
        switch before {
        case .clip, .freeze: continue
        case nil: problem = "a freeze at the start of a track has nothing to hold"
        case .gap: problem = "a freeze after a gap has nothing to hold"
        case .transition: preconditionFailure("transitions are passed over")
        }
        report(
          .misplacedFreeze, problem, at: freeze.duration.span,
          hint: "put it after the clip whose last picture is held")
      }
    }
  }

  private static func problem(
    before item: TrackItem?
  ) -> (message: String, note: Diagnostic.Note?)? {
    switch item {
    case .clip, .freeze: nil
    case nil: ("a transition at the start of a track has no clip before it", nil)
    case .gap: ("a transition after a gap has no clip before it", nil)
    case .transition: ("two transitions have no clip between them", nil)
    }
  }

  private static func problem(
    after item: TrackItem?
  ) -> (message: String, note: Diagnostic.Note?)? {
    switch item {
    case .clip(let clip):
      clip.at.map {
        (
          "a transition cannot be followed by a clip that is placed with 'at'",
          Diagnostic.Note(message: "the clip is placed here", span: $0.span)
        )
      }
    case .freeze: nil
    case nil: ("a transition at the end of a track has no clip after it", nil)
    case .gap: ("a transition before a gap has no clip after it", nil)
    // Said of the other one.
    case .transition: nil
    }
  }

  /// A name given with `id` is given once; that other clips share a default name matters only
  /// where an anchor uses it.
  private mutating func checkClipNames(_ project: ProjectDocument) {
    var places: [String: Span] = [:]
    for track in project.tracks {
      for item in track.items {
        guard let id = item.id else { continue }
        if let first = places.updateValue(id.span, forKey: id.value) {
          report(.duplicateName(id.value, "clip", at: id.span, first: first))
        }
      }
    }
  }

  /// An `image` is one file.
  private mutating func checkImages(_ project: ProjectDocument) {
    let clips = project.tracks.lazy.flatMap(\.items).compactMap { item in
      if case .clip(let clip) = item { (clip.content, "an image is one file") } else { nil }
    }
    for (content, rule) in Array(clips)
      + project.overlays.map({ ($0.content, "an overlay shows one image") })
    {
      guard case .image(let media) = content else { continue }
      let isList = media.asset.map { project.assets[$0].isList } ?? isGlob(media.text)
      guard isList else { continue }
      report(
        .badValue, "\(rule), \(quoted(media.text)) is a list", at: media.span,
        hint: media.text.contains("[") && media.asset == nil
          ? "name one file; a bracket of its name is written [[]" : "name one file")
    }
  }

  private mutating func checkUnusedAssets() {
    // Where clips could not be read, what they use is not known.
    guard !sink.hasErrors else { return }
    // What a project has from the file that it extends is for others, too.
    for (index, asset) in assets.enumerated()
    where asset.name.span.file.index == file.index && !usedAssets.contains(index)
      && !leftOut.contains(asset.name.value)
    {
      report(
        .unusedAsset, "nothing uses the asset \(quoted(asset.name.value))", at: asset.name.span)
    }
  }
}
