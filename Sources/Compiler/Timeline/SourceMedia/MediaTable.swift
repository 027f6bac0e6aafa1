// SPDX-License-Identifier: Apache-2.0

import Base
package import Diagnostics
package import ProjectModel
import RenderProtocol

/// Every file the project names, found and probed.
package struct MediaTable {
  /// A file that a name stands for.
  private enum Entry {
    /// A file of `media`, by its place there.
    case media(Int)
    /// A project at a path, which is another film with other values.
    case film(path: String, rotation: Located<Int>?)
  }

  /// All files, each once for each way in which it is shown: there may be a million names for one.
  private var media: [ResolvedMedia] = []
  /// The list of each of them alone, whose memory all assets of one file share.
  private var alone: [[Entry]] = []
  /// The files of each asset of `ProjectDocument.assets`; empty where something was wrong (and said).
  private var assets: [[Entry]] = []
  /// The files of each path that a clip or overlay names directly.
  private var paths: [String: [Entry]] = [:]
  /// Films within the film that are known.
  var films: [FilmName: ResolvedMedia] = [:]
  /// Files of which other streams than the usual ones are used; those that lack them are not among them.
  private var streams: [StreamsName: ResolvedMedia] = [:]
  /// Files whose pictures clips turn.
  private var turned: [TurnedName: ResolvedMedia] = [:]
  /// All films within the film, each once.
  package private(set) var wantedFilms: [NamedFilm] = []

  /// The absolute paths of all files that were found.
  package private(set) var files: Set<String> = []

  /// The media that a reference refers to, in order; empty where there was an error, which has been
  /// reported.
  package subscript(reference: MediaReference) -> [ResolvedMedia] {
    entries(of: reference).compactMap { entry in
      switch entry {
      case .media(let place): media(media[place], as: reference)
      case .film(let path, _): films[FilmName(path, reference.values)]
      }
    }
  }

  /// `media` with the streams and the turn that `reference` asks for; nil where it lacks a stream.
  private func media(_ media: ResolvedMedia, as reference: MediaReference) -> ResolvedMedia? {
    let chosen = chosen(media, for: reference)
    guard let chosen, let rotation = reference.rotation?.value else { return chosen }
    return turned[TurnedName(of: ObjectIdentifier(chosen), by: rotation)]
  }

  /// `media` with the streams that `reference` asks for; nil where it lacks one.
  private func chosen(_ media: ResolvedMedia, for reference: MediaReference) -> ResolvedMedia? {
    reference.streams.map { streams[StreamsName(media, $0)] } ?? media
  }

  private func entries(of reference: MediaReference) -> [Entry] {
    if let asset = reference.asset { return assets[asset] }
    return paths[reference.text] ?? []
  }

  /// Finds, hashes and probes all files of `project`, which lies in `folder`; films within it are only found, and
  /// `wantedFilms` says which.
  ///
  /// Patterns do not match the files in `made`, which the project's own builds wrote.
  package static func load(
    _ project: ProjectDocument, folder: String, made: MadeFiles, world: any World,
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
    var references: [MediaReference] = []
    func note(_ reference: MediaReference) {
      references.append(reference)
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
    project.maps.forEach(note)
    for output in project.outputs { output.tags?.cover.map(note) }

    let found = locate(uses, folder: folder, made: made, world: world, names: project.assets, &sink)
    var order: [String] = []
    var slots: [String: Int] = [:]
    for file in found where file.text == nil && slots[file.absolute] == nil {
      slots[file.absolute] = order.count
      order.append(file.absolute)
    }
    let probed = await world.media(at: order)

    var table = MediaTable()
    table.files = Set(found.map(\.absolute))
    table.assets = Array(repeating: [], count: project.assets.count)
    var places: [Shown: Int] = [:]
    for file in found {
      let use = uses[file.use]
      if file.text != nil {
        table.add(.film(path: file.absolute, rotation: use.rotation), for: use.owner)
      }
      guard let slot = slots[file.absolute] else { continue }
      switch probed[slot] {
      case .failure(let failure):
        sink.report(.unreadableMedia(file.shown, failure, at: use.span))
      case .success(let media):
        var known = media.file
        (known.restarts, known.openings) = (media.facts.restarts, media.facts.openings)
        known.uneven = media.facts.uneven
        for warning in media.facts.warnings {
          sink.report(.mediaNote(file.shown, warning, at: use.span))
        }
        let shown = Shown(path: file.shown, slot: slot, rotation: use.rotation?.value)
        let place = places[shown] ?? table.media.count
        if place == table.media.count {
          places[shown] = place
          table.alone.append([.media(place)])
          table.media.append(
            ResolvedMedia(
              shownPath: file.shown, file: known, facts: media.facts,
              rotation: use.rotation?.value))
        }
        table.add(.media(place), for: use.owner)
      }
    }
    table.findFilms(of: references, among: found, &sink)
    table.chooseStreams(for: references, &sink)
    table.turn(references)
    return table
  }

  private mutating func add(_ entry: Entry, for owner: Use.Owner) {
    switch owner {
    case .asset(let index):
      if case .media(let place) = entry, assets[index].isEmpty {
        assets[index] = alone[place]
      } else {
        assets[index].append(entry)
      }
    case .path(let path): paths[path, default: []].append(entry)
    }
  }

  /// Finds the streams that `references` ask for, and reports what a file lacks.
  private mutating func chooseStreams(
    for references: [MediaReference], _ sink: inout DiagnosticSink
  ) {
    var known: Set<StreamsName> = []
    for reference in references {
      guard let choice = reference.streams else { continue }
      for entry in entries(of: reference) {
        switch entry {
        case .film: sink.report(.streamsOfFilm(reference, choice))
        case .media(let place):
          let media = media[place]
          let name = StreamsName(media, choice)
          guard known.insert(name).inserted else { continue }
          streams[name] = media.using(choice, reporting: &sink)
        }
      }
    }
  }

  /// Turns the pictures of which `references` say how they stand.
  private mutating func turn(_ references: [MediaReference]) {
    for reference in references {
      guard let rotation = reference.rotation?.value else { continue }
      for case .media(let place) in entries(of: reference) {
        guard let chosen = chosen(media[place], for: reference) else { continue }
        let name = TurnedName(of: ObjectIdentifier(chosen), by: rotation)
        if turned[name] == nil { turned[name] = chosen.turned(by: rotation) }
      }
    }
  }

  /// Collects the films that `references` name, and reports values for what is none.
  private mutating func findFilms(
    of references: [MediaReference], among found: [Found], _ sink: inout DiagnosticSink
  ) {
    let files = Dictionary(
      found.filter { $0.text != nil }.map { ($0.absolute, $0) },
      uniquingKeysWith: { first, _ in first })
    var known: Set<FilmName> = []
    for reference in references {
      let entries = entries(of: reference)
      var isFilm = entries.isEmpty
      for case .film(let path, let rotation) in entries {
        isFilm = true
        let rotation = reference.rotation ?? rotation
        guard let file = files[path] else { continue }
        if let rotation, rotation.value != 0 { sink.report(.turnedFilm(rotation)) }
        guard known.insert(FilmName(path, reference.values)).inserted else { continue }
        wantedFilms.append(
          NamedFilm(
            path: path, shownPath: file.shown, text: file.text ?? [],
            values: reference.values?.value ?? [], span: reference.span))
      }
      if !isFilm, let values = reference.values { sink.report(.valuesForMedia(reference, values)) }
    }
  }

  /// A file, kept by the table, and a turn of its picture.
  private struct TurnedName: Hashable {
    let media: ObjectIdentifier
    let rotation: Int

    init(of media: ObjectIdentifier, by rotation: Int) {
      (self.media, self.rotation) = (media, rotation)
    }
  }

  /// A way in which a file is shown.
  private struct Shown: Hashable {
    var path: String
    var slot: Int
    var rotation: Int?
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
    /// The bytes of a project; nil for media.
    var text: [UInt8]?
  }

  private static func locate(
    _ uses: [Use], folder: String, made: MadeFiles, world: any World, names: [Asset],
    _ sink: inout DiagnosticSink
  ) -> [Found] {
    var found: [Found] = []
    var failures = 0
    // Where files are that are named once more.
    var known: [String: String] = [:]
    for (index, use) in uses.enumerated() {
      if let absolute = known[use.path] {
        found.append(Found(use: index, shown: use.path, absolute: absolute))
        continue
      }
      do throws(FileProblem) {
        let literal = literalPath(use.path)
        let matches =
          literal.isPattern
          ? try world.matches(of: use.path, from: folder) : FileMatches([literal.path])
        let before = found.count
        var placeholders: [Placeholder] = []
        for path in matches.paths {
          do throws(FileProblem) {
            if isProject(path) {
              let file = try world.project(path, from: folder)
              found.append(Found(use: index, shown: path, absolute: file.path, text: file.text))
              continue
            }
            let absolute = try world.locate(path, from: folder)
            if !literal.isPattern, path == use.path { known[path] = absolute }
            // A film's sources do not include outputs of earlier builds.
            if literal.isPattern, made.contains(absolute) { continue }
            found.append(Found(use: index, shown: path, absolute: absolute))
          } catch {
            guard case .notFetched(let some) = error else { throw error }
            placeholders += some
          }
        }
        if !placeholders.isEmpty { throw .notFetched(placeholders) }
        if found.count == before {
          sink.report(.emptyGlob(use.path, misnamed: matches.misnamed, at: use.span))
        } else if !matches.misnamed.isEmpty {
          sink.report(.misnamed(matches.misnamed, by: use.path, at: use.span))
        }
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
}
