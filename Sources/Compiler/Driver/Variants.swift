// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Parsing
import Planning
import Preprocessing
import ProjectModel
import RenderProtocol
import Resolver
import Timeline
import YAML

// Outputs that have a canvas or changes of their own are made of a film of their own: the tree of the project is changed
// as they say, and compiled as any other. All films share media, the films within them, and the table of origins.

extension Compilation {
  /// The films that the outputs of `project` are made of, in the order of their first outputs.
  ///
  /// - Parameters:
  ///   - asked: The interval of film that the command asks for.
  ///   - said: The diagnostics of reading `project`. They are reported for the only film, the
  ///     project's; otherwise each film has its own.
  func variants(
    of read: ExpandedProject, _ file: FileID, _ project: ProjectDocument, _ asked: RangeExpression?,
    said: consuming DiagnosticSink, made: MadeFiles, _ library: inout FilmLibrary,
    _ sources: inout SourceMap,
    _ sink: inout DiagnosticSink
  ) async -> [ComposedFilm] {
    let isSound = !said.hasErrors
    let all = OutputVariant.all(of: read.tree, outputs: project.outputs.map(\.name.value))
    guard isSound, all.contains(where: { !$0.isPlain }) else {
      sink.report(allOf: said)
      return [ComposedFilm(.plain(all.flatMap(\.outputs)), project)]
    }
    if all.count > OutputVariant.limit {
      sink.report(
        .simple(
          "limit",
          "the outputs of a project have at most \(OutputVariant.limit) different frames and changes",
          at: project.outputs[OutputVariant.limit].name.span, hint: "make several projects of it"))
      return []
    }
    let canvas = await canvas(of: project, made: made, &library, &sources)
    var films: [ComposedFilm] = []
    let plain = all.firstIndex(where: \.isPlain)
    var same: [String] = []
    for variant in all {
      guard !variant.isPlain else {
        var film = ComposedFilm(variant, project)
        film.diagnostics = said.diagnostics
        films.append(film)
        continue
      }
      var own = DiagnosticSink()
      var changed = read
      changed.tree = variant.tree(
        of: read.tree, project, size: canvas.size, leavingOut: &changed.dropped, reporting: &own)
      guard var other = await decode(changed, file, &own) else {
        sink.report(allOf: own)
        return []
      }
      if plain != nil,
        variant.isSame(other.canvas, as: project.canvas, of: canvas.size, at: canvas.rate)
      {
        same += variant.outputs
        continue
      }
      var again = DiagnosticSink()
      choose(&other, &again)
      makeTrials(&other, of: asked, &again)
      var film = ComposedFilm(variant, other)
      film.diagnostics = own.diagnostics
      films.append(film)
    }
    for index in films.indices {
      if films[index].variant.isPlain { films[index].variant.add(same) }
      let names = Set(films[index].variant.outputs)
      films[index].project.outputs.removeAll { !names.contains($0.name.value) }
    }
    return films
  }

  /// The canvas of `project` itself.
  private func canvas(
    of project: ProjectDocument, made: MadeFiles, _ library: inout FilmLibrary,
    _ sources: inout SourceMap
  ) async -> (size: PixelSize, rate: FrameRate) {
    if let size = project.canvas.size?.value, let rate = project.canvas.rate?.value {
      return (size, rate)
    }
    // Whatever is wrong with media is said when the films are composed.
    var sink = DiagnosticSink()
    var media = await MediaTable.load(
      project, folder: folder, made: made, world: world, reporting: &sink)
    _ = await films(in: &media, &library, &sources, &sink)
    library.startOver()
    let canvas = CanvasFormat.choose(project, media)
    return (canvas.size, canvas.rate)
  }

  /// Reports what was said of `films`, each thing once: where it is not true for the film of the project, or for all, with
  /// the outputs for which it is.
  func report(_ films: [ComposedFilm], _ sink: inout DiagnosticSink) {
    if films.count == 1, films[0].variant.isPlain {
      sink.report(contentsOf: films[0].diagnostics)
      return
    }
    let said = films.map { Set($0.diagnostics) }
    let plain = films.firstIndex(where: \.variant.isPlain)
    var seen: Set<Diagnostic> = []
    for diagnostic in films.flatMap(\.diagnostics) where seen.insert(diagnostic).inserted {
      let holders = films.indices.filter { said[$0].contains(diagnostic) }
      let isEverywhere = holders.count == films.count
      let isOwn = holders.allSatisfy { films[$0].isPlace(diagnostic.span) }
      // A setting that is idle on one canvas may be there for another.
      if !isEverywhere, !isOwn, diagnostic.isOfNoUse { continue }
      let isForAll = isEverywhere && (films.count > 1 || !diagnostic.isAboutCanvas)
      if isOwn || plain.map(holders.contains) ?? isForAll {
        sink.report(diagnostic)
      } else {
        sink.report(diagnostic.noted(holders.compactMap { films[$0].note }))
      }
    }
  }
}

extension ComposedFilm {
  /// Returns true if `span` lies in the project's description of one of its outputs.
  fileprivate func isPlace(_ span: Span?) -> Bool {
    guard let span, !variant.isPlain else { return false }
    return project.outputs.contains { output in
      output.span.file.index == span.file.index && output.span.start <= span.start
        && span.end <= output.span.end
    }
  }

  /// The outputs that are made of it, and their canvas.
  fileprivate var note: Diagnostic.Note? {
    guard let output = project.outputs.first else { return nil }
    let names = project.outputs.map { "'\($0.name.value)'" }
    let (noun, verb) = names.count == 1 ? ("output", "is") : ("outputs", "are")
    let canvas = timeline.map { ", which \(verb) \($0.canvas.size)" } ?? ""
    return Diagnostic.Note(
      message: "in \(noun) \(names.joined(separator: ", "))\(canvas)", span: output.name.span)
  }
}

extension Diagnostic {
  /// True where it says that something changes nothing, is never seen, or that nothing uses it.
  fileprivate var isOfNoUse: Bool {
    code.name == "idle-setting" || code.name == "never-seen" || code.name.hasPrefix("unused-")
  }

  /// True if the diagnostic depends mainly on the size of the canvas.
  fileprivate var isAboutCanvas: Bool { ["text-overflow", "outside-frame"].contains(code.name) }

  fileprivate func noted(_ notes: [Note]) -> Diagnostic {
    Diagnostic(
      code: code, message: message, span: span, notes: self.notes + notes, hint: hint)
  }
}

/// The outputs of films that are composed for several frames, in their order in the project.
struct OutputOrder {
  /// The place of each.
  let places: [FilmPlanner.OutputIndex]

  /// The film of the first output.
  var first: Int { places.first?.film ?? 0 }

  init(_ films: [ComposedFilm], of project: ProjectDocument) {
    var known: [String: FilmPlanner.OutputIndex] = [:]
    var all: [FilmPlanner.OutputIndex] = []
    for (film, composed) in films.enumerated() {
      for (index, placed) in (composed.timeline?.outputs ?? []).enumerated() {
        let place = FilmPlanner.OutputIndex(film: film, output: index)
        known[placed.output.name.value] = place
        all.append(place)
      }
    }
    places = films.count == 1 ? all : project.outputs.compactMap { known[$0.name.value] }
  }
}
