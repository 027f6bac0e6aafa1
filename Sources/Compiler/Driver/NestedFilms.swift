// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Lowering
import Preprocessing
import ProjectModel
import RenderProtocol
import Resolver
import Timeline
import YAML

/// The films within the film of a compilation: each is compiled once for all equal values, however often and by which
/// films it is shown.
struct FilmLibrary {
  /// More different films are refused: each takes some milliseconds.
  static let mostFilms = 2_000
  /// Films within films within films are taken for mistakes at some depth.
  static let mostDepth = 32
  /// Clips and overlays of all films within the film, each as often as it is shown.
  static let mostWeight = 100_000
  /// The bytes of the project files of all different films.
  static let mostBytes = 256 << 20

  /// A film's identity: its path, parameter values and channels.
  private struct Name: Hashable {
    var path: String
    var values: String
    /// The channels that it gets, where what is compiled depends on them.
    var layout: ChannelLayout?
  }

  /// A film that is being compiled.
  struct Link {
    var path: String
    var name: String
  }

  /// Something that was said of a project, wherever it is used.
  private struct Remark: Hashable {
    var path: String?
    var code: DiagnosticCode
    var message: String
    var start: Int32?
  }

  /// The channels that films get which ask for none of their own.
  var layout = ChannelLayout.stereo
  private var known: [Name: NestedFilm?] = [:]
  /// The diagnostics of each film.
  private var said: [Name: [Diagnostic]] = [:]
  private var byteCount = 0
  private var remarks: Set<Remark> = []
  private var saidTooMuch = false
  /// Those that are being compiled, each shown by the one before it.
  private(set) var trail: [Link]
  /// The origins that programs point to, of all films.
  var origins = OriginTable()

  /// Films within the project at the absolute `path`, links resolved, that messages call `name`.
  init(path: String, name: String) { trail = [Link(path: path, name: name)] }

  /// The compilation result for `film`; the outer nil if it has not been compiled.
  func film(_ film: NamedFilm) -> NestedFilm?? { known[name(of: film)] }

  /// The key of `film`, with the channel layout if the film has been compiled with that.
  private func name(of film: NamedFilm) -> Name {
    let plain = Name(path: film.path, values: film.values.content)
    var name = plain
    name.layout = layout
    return known[plain] == nil ? name : plain
  }

  /// Keeps a film that has been compiled, and what was said of it, which is reported.
  mutating func add(
    _ film: NamedFilm, _ compiled: NestedFilm?, _ diagnostics: borrowing DiagnosticSink,
    to sink: inout DiagnosticSink
  ) {
    var name = Name(path: film.path, values: film.values.content)
    if compiled?.dependsOnLayout == true { name.layout = layout }
    known.updateValue(compiled, forKey: name)
    said[name] = diagnostics.diagnostics
    report(film, to: &sink)
  }

  /// Forgets what has been reported: another film that shows the same ones is compiled.
  mutating func startOver() { (remarks, saidTooMuch) = ([], false) }

  /// Begins to compile `film`, which is called `name`; false where that cannot be, which is reported.
  mutating func enter(_ film: NamedFilm, _ name: String, _ sink: inout DiagnosticSink) -> Bool {
    if let first = trail.firstIndex(where: { $0.path == film.path }) {
      let names = trail[first...].map(\.name) + [trail[first].name]
      sink.report(.filmCycle(names, at: film.span))
      return false
    }
    byteCount += film.text.count
    let problem: String? =
      if trail.count > FilmLibrary.mostDepth {
        "films lie within films at most \(FilmLibrary.mostDepth) deep"
      } else if known.count >= FilmLibrary.mostFilms {
        "a project shows at most \(FilmLibrary.mostFilms) different films"
      } else if byteCount > FilmLibrary.mostBytes {
        "films within a film have at most \(FilmLibrary.mostBytes >> 20) MiB of text"
      } else {
        nil
      }
    if let problem {
      if !saidTooMuch {
        sink.report(.simple("limit", problem, at: film.span, hint: "make several films of it"))
      }
      saidTooMuch = true
      return false
    }
    if trail.count == 1 { origins.use = film.span }
    trail.append(Link(path: film.path, name: name))
    return true
  }

  mutating func leave() {
    trail.removeLast()
    if trail.count == 1 { origins.use = nil }
  }

  /// Reports what was said of a film that has been compiled, but for what was said of the same file with other values.
  mutating func report(_ film: NamedFilm, to sink: inout DiagnosticSink) {
    for diagnostic in said[name(of: film)] ?? [] {
      let remark = Remark(
        path: film.path, code: diagnostic.code, message: diagnostic.message,
        start: diagnostic.span?.start)
      if remarks.insert(remark).inserted { sink.report(diagnostic) }
    }
  }
}

extension Compilation {
  /// The films that `media` has found, compiled, by the number that they get there.
  func films(
    in media: inout MediaTable, _ library: inout FilmLibrary, _ sources: inout SourceMap,
    _ sink: inout DiagnosticSink
  ) async -> [NestedFilm] {
    var films: [NestedFilm] = []
    for film in media.wantedFilms {
      guard let compiled = await compiled(film, &library, &sources, &sink) else { continue }
      media.add(film, compiled.timeline.facts, number: films.count)
      films.append(compiled)
    }
    return films
  }

  private func compiled(
    _ film: NamedFilm, _ library: inout FilmLibrary, _ sources: inout SourceMap,
    _ sink: inout DiagnosticSink
  ) async -> NestedFilm? {
    if let known = library.film(film) {
      library.report(film, to: &sink)
      return known
    }
    let name = film.shownPath.fromFolder(displayName.folderPart)
    guard library.enter(film, name, &sink) else { return nil }
    let use = sources.add(
      SourceMap.Expansion(.film(name), at: film.span, parent: film.span.file.expansion))
    let inner = Compilation(path: film.path, displayName: name, world: world)
    var own = DiagnosticSink()
    let compiled = await inner.nested(
      film, values: film.values.compactMap { given($0, &sources) }, use: use, &library, &sources,
      &own)
    library.leave()
    library.add(film, compiled, own, to: &sink)
    return compiled
  }

  /// Compiles this project as a film within a film, up to its timeline.
  ///
  /// - Parameter use: The number of its expansion: where it is used.
  private func nested(
    _ film: NamedFilm, values: [GivenValue], use: Int32, _ library: inout FilmLibrary,
    _ sources: inout SourceMap, _ sink: inout DiagnosticSink
  ) async -> NestedFilm? {
    guard let (written, file) = parse(film.text, expansion: use, &sources, &sink),
      let read = read(written, given: values, &sources, &sink)
    else { return nil }
    let isExpanded = !sink.hasErrors
    guard var project = await decode(read, file, &sink), isExpanded,
      admit(project.allowed, from: folder, &sink)
    else { return nil }
    readBeats(of: &project, from: folder, &sink)
    var cueFiles = CueFiles(self, from: folder)
    cueFiles.readCaptions(of: &project, &sink)
    cueFiles.readSubtitles(of: &project, &sink)
    let made = outputPaths(of: project, in: folder)
    // Its own outputs are made of it where it is built.
    project.outputs = []
    var media = await MediaTable.load(
      project, folder: folder, made: made, world: world, reporting: &sink)
    let around = library.layout
    library.layout = project.canvas.channels?.value ?? around
    let films = await films(in: &media, &library, &sources, &sink)
    let layout = library.layout
    library.layout = around
    await readTextStreams(of: &project, media, films, &sink)
    var timeline = resolve(
      project, media, films: films, origins: &library.origins, stem: nil, reporting: &sink)
    timeline.checkWeight(&sink)
    // It is mixed on the channels around it, and so it is measured on them.
    let usual = timeline.canvas.layout
    timeline.canvas.layout = layout
    await setLevels(of: &timeline, project, &sink)
    timeline.canvas.layout = usual
    await setFocus(of: &timeline, &sink)
    timeline.check(project.canvas, &sink)
    timeline.checkFit(of: project, &sink)
    let rasters = await rasters(timeline, folder: folder, &sink)[timeline.firstFrame] ?? [:]
    await setTracks(of: &timeline, folder: folder, &sink)
    if sink.hasErrors { return nil }
    sink.report(
      contentsOf: timeline.warningsOfLayersOutside(timeline.firstFrame, rasters: rasters))
    sink.report(
      contentsOf: timeline.warningsOfTextsOutside(timeline.firstFrame, rasters: rasters))
    sink.report(
      contentsOf: timeline.warningsOfCropsBeyond(timeline.firstFrame, rasters: rasters))
    let files = media.files.union(read.projects).union(fontFiles(of: timeline, folder: folder))
      .union(textFiles(of: project, folder: folder))
    return NestedFilm(
      name: film.shownPath, timeline, rasters: rasters,
      files: files.union(films.flatMap(\.files)))
  }

  /// Lays out the texts of the tracks of `timeline` that are films of their own.
  func setTracks(
    of timeline: inout Timeline, folder: String, _ sink: inout DiagnosticSink
  ) async {
    for (index, film) in timeline.films.enumerated() where film.isTrack {
      let part = film.timeline
      let rasters = await rasters(part, folder: folder, &sink)[part.firstFrame] ?? [:]
      if sink.hasErrors { return }
      sink.report(contentsOf: part.warningsOfLayersOutside(part.firstFrame, rasters: rasters))
      sink.report(contentsOf: part.warningsOfCropsBeyond(part.firstFrame, rasters: rasters))
      timeline.films[index] = film.with(rasters)
    }
  }

  /// A value that is given to a parameter of a film in this project.
  private func given(_ value: FilmValue, _ sources: inout SourceMap) -> GivenValue? {
    var composer = YAMLComposer(file: value.value.span.file, source: [])
    let part = composer.part(of: value.value)
    return composer.tree(root: part).root.map {
      GivenValue(
        name: value.name.value, nameSpan: value.name.span, node: $0, isText: false, folder: folder)
    }
  }
}

extension YAMLComposer {
  /// The node of a value.
  fileprivate mutating func part(of value: FilmValue.Value) -> NodeID {
    let (start, end) = (value.span.start, value.span.end)
    switch value {
    case .scalar(let text, let isQuoted, _):
      return scalar(text, isQuoted: isQuoted, from: start, to: end)
    case .list(let items, _):
      return sequence(of: items.map { part(of: $0) }, from: start, to: end)
    case .fields(let fields, _):
      let entries = fields.map { field in
        let name = field.name
        return (
          key: scalar(
            name.value, isQuoted: false, from: name.span.start, to: name.span.end),
          value: part(of: field.value)
        )
      }
      return mapping(of: entries, from: start, to: end)
    case .nothing: return null(from: start, to: end)
    }
  }
}

extension Timeline {
  /// Reports that films within it come to more than anyone means.
  func checkWeight(_ sink: inout DiagnosticSink) {
    var weight = 0
    for clip in clips {
      guard let film = film(clip.content) else { continue }
      weight += film.weight
      guard weight > FilmLibrary.mostWeight else { continue }
      sink.report(
        .simple(
          "limit",
          "films within a film come to at most \(FilmLibrary.mostWeight) clips and overlays,"
            + " each counted as often as it is shown",
          at: clip.clip.content.media?.span ?? clip.clip.span, hint: "make several films of it"))
      return
    }
  }
}

extension Diagnostic {
  /// A film that is shown by itself, maybe through others.
  fileprivate static func filmCycle(_ names: [String], at span: Span) -> Diagnostic {
    .simple(
      "project-cycle", "this film shows itself: \(names.joined(separator: " → "))", at: span,
      hint: "show another film")
  }
}
