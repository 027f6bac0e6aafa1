// SPDX-License-Identifier: Apache-2.0

import Base
package import Diagnostics
import ProjectModel
package import RenderProtocol

/// The places in the project that programs may point back to.
package struct OriginTable {
  package private(set) var facts: [OriginFacts] = []
  /// The place in the project that shows the film within it whose items are added; nil for its own.
  package var use: Span?

  package init() {}

  package mutating func add(
    span: Span, name: String, asset: String, kind: OriginFacts.Kind = .clip
  ) -> Origin {
    var item = OriginFacts(span: span, name: name, asset: asset, kind: kind)
    item.use = use
    facts.append(item)
    return Origin(facts.count - 1)
  }
}

/// Finds the origin of the layer that a node of the graph shows.
///
/// A node knows only its place in the project, which all members of a list share.
package struct OriginIndex {
  private var first: [Span: (path: String?, origin: Origin)] = [:]
  /// For places with more than one file, the origins by path.
  private var members: [Span: [String: Origin]] = [:]

  package init(_ timeline: Timeline) {
    for timeline in [timeline] + timeline.allFilms.map(\.timeline) {
      for track in timeline.tracks {
        for clip in track.clips { add(clip.clip.span, clip.content.media?.file.path, clip.origin) }
      }
      for overlay in timeline.overlays { add(overlay.overlay.span, nil, overlay.origin) }
    }
  }

  private mutating func add(_ span: Span, _ path: String?, _ origin: Origin) {
    guard let known = first[span] else {
      first[span] = (path, origin)
      return
    }
    guard let path, let other = known.path, path != other else { return }
    var origins = members[span] ?? [other: known.origin]
    if origins[path] == nil { origins[path] = origin }
    members[span] = origins
  }

  /// The layer at `span` which shows `file`, or which shows no file.
  package func origin(of span: Span?, in file: MediaFile?) -> Origin {
    guard let span, let known = first[span] else { return .none }
    return file.flatMap { members[span]?[$0.path] } ?? known.origin
  }
}
