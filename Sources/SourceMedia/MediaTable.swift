// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
package import Diagnostics
package import ProjectModel

/// Every file the project names, found and probed.
package struct MediaTable {
  /// The files of each asset of `Project.assets`; empty where something was wrong (and said).
  package private(set) var assets: [[ResolvedMedia]] = []
  /// The files of each path that a clip or overlay names directly.
  private var paths: [String: [ResolvedMedia]] = [:]

  /// The absolute paths of all files that were found.
  package private(set) var files: Set<String> = []

  /// The media that a reference refers to, in order; empty where there was an error, which has been
  /// reported.
  package subscript(reference: MediaReference) -> [ResolvedMedia] {
    if let asset = reference.asset { return assets[asset] }
    return paths[reference.text] ?? []
  }

  /// Finds, hashes and probes all files of `project`, which lies in `folder`.
  ///
  /// Patterns do not match the files in `made`, which the project's own builds wrote.
  package static func load(
    _ project: Project, folder: String, made: Set<String>, world: any World,
    reporting sink: inout DiagnosticSink
  ) async -> MediaTable {
    var uses: [Use] = []
    for (index, asset) in project.assets.enumerated() {
      for file in asset.files {
        uses.append(
          Use(path: file.value, span: file.span, owner: .asset(index), rotation: asset.rotation))
      }
    }
    var seen: Set<String> = []
    func note(_ reference: MediaReference) {
      // A name that means nothing has been reported, and has no text.
      if reference.asset == nil, !reference.text.isEmpty, seen.insert(reference.text).inserted {
        uses.append(
          Use(
            path: reference.text, span: reference.span, owner: .path(reference.text), rotation: nil)
        )
      }
    }
    for track in project.tracks {
      for case .clip(let clip) in track.items { clip.content.media.map(note) }
    }
    for overlay in project.overlays { overlay.content.media.map(note) }
    project.files.forEach(note)

    let found = locate(uses, folder: folder, made: made, world: world, names: project.assets, &sink)
    var order: [String] = []
    var slots: [String: Int] = [:]
    for file in found where slots[file.absolute] == nil {
      slots[file.absolute] = order.count
      order.append(file.absolute)
    }
    let probed = await world.media(at: order)

    var table = MediaTable()
    table.files = Set(order)
    table.assets = Array(repeating: [], count: project.assets.count)
    for file in found {
      guard let slot = slots[file.absolute] else { continue }
      let use = uses[file.use]
      switch probed[slot] {
      case .failure(let failure):
        sink.report(.unreadableMedia(file.shown, failure, at: use.span))
      case .success(let media):
        let resolved = ResolvedMedia(
          shownPath: file.shown, file: media.file, facts: media.facts,
          orientation: orientation(media.facts, use.rotation),
          matrix: use.rotation == nil ? media.facts.video?.displayMatrix : nil)
        for warning in media.facts.warnings {
          sink.report(.mediaNote(file.shown, warning, at: use.span))
        }
        switch use.owner {
        case .asset(let index): table.assets[index].append(resolved)
        case .path(let path): table.paths[path, default: []].append(resolved)
        }
      }
    }
    return table
  }

  private struct Use {
    enum Owner {
      case asset(Int)
      case path(String)
    }
    var path: String
    var span: Span
    var owner: Owner
    var rotation: Located<Int>?
  }

  private struct Found {
    var use: Int
    var shown: String
    var absolute: String
  }

  private static func locate(
    _ uses: [Use], folder: String, made: Set<String>, world: any World, names: [Asset],
    _ sink: inout DiagnosticSink
  ) -> [Found] {
    var found: [Found] = []
    var failures = 0
    for (index, use) in uses.enumerated() {
      do throws(FileProblem) {
        var paths = [use.path]
        if isGlob(use.path) {
          paths = try world.matches(of: use.path, from: folder)
        }
        let before = found.count
        for path in paths {
          let absolute = try world.locate(path, from: folder)
          // A film's sources do not include outputs of earlier builds.
          if isGlob(use.path), made.contains(absolute) { continue }
          found.append(Found(use: index, shown: path, absolute: absolute))
        }
        if found.count == before { sink.report(.emptyGlob(use.path, at: use.span)) }
      } catch {
        var candidates: [String] = []
        // Diagnostics past the limit are only counted, and far more names than anyone misspells are not
        // all compared.
        if case .path = use.owner, failures < DiagnosticSink.limit {
          candidates = names.prefix(2000).map(\.name.value)
        }
        failures += 1
        sink.report(.file(use.path, error, assets: candidates, at: use.span))
      }
    }
    return found
  }

  private static func orientation(_ facts: MediaFacts, _ rotation: Located<Int>?) -> Orientation {
    switch rotation?.value {
    case .some(90): .rotate90
    case .some(180): .rotate180
    case .some(270): .rotate270
    case .some: .upright
    case nil: facts.video?.orientation ?? .upright
    }
  }
}
