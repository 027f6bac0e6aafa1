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

extension Compilation {
  /// The compiler, phase by phase.
  ///
  /// `make` makes the product of a project without errors. It is given a planner of the film for all outputs, the checked
  /// paths of these and the place that is asked for.
  func compile<Product>(
    asking place: FilmPlace = .none,
    _ make: (inout FilmPlanner, [String], FoundPlace) async -> Product?
  ) async -> CompilationResult<Product> {
    var sources = SourceMap()
    var sink = DiagnosticSink()
    let product = await compile(place, &sources, &sink, make)
    return CompilationResult(
      sources: sources, diagnostics: sink.diagnostics, product: sink.hasErrors ? nil : product)
  }

  private func compile<Product>(
    _ place: FilmPlace, _ sources: inout SourceMap, _ sink: inout DiagnosticSink,
    _ make: (inout FilmPlanner, [String], FoundPlace) async -> Product?
  ) async -> Product? {
    // Text to a tree, and in it values in the place of their names.
    guard let (read, file) = self.read(&sources, &sink) else { return nil }
    let isExpanded = !sink.hasErrors

    // A tree to a project: from here on everything has a type and a span.
    var said = DiagnosticSink()
    guard var project = await decode(read, file, &said), isExpanded else {
      sink.report(allOf: said)
      return nil
    }
    guard admit(project.allowed, from: folder, &sink) else {
      sink.report(allOf: said)
      return nil
    }
    let made = outputPaths(of: project, in: folder)
    choose(&project, &sink)
    let asked = askedRange(&sources, &sink)
    makeTrials(&project, of: asked, &sink)

    // Outputs may have canvases of their own: the film is resolved and composed for each of them.
    var library = FilmLibrary(path: path, name: displayName)
    var films = await variants(
      of: read, file, project, asked, said: said, made: made, &library, &sources, &sink)
    let isOnly = films.count == 1 && films[0].variant.isPlain
    for index in films.indices {
      await compose(
        &films[index], read, isOnly: isOnly, made: made, &library, &sources, &sink)
    }
    let outputs = OutputOrder(films, of: project)
    let destinations = self.destinations(of: outputs, films, &sink)
    if sink.hasErrors || films.isEmpty || !films.allSatisfy(\.isWhole) {
      report(films, &sink)
      return nil
    }
    let found = find(place, in: films[outputs.first], &sources, &sink)
    if sink.hasErrors {
      report(films, &sink)
      return nil
    }

    let libraries: [String]
    do throws(RenderFailure) {
      libraries = try await world.identity().libraries
    } catch {
      sink.report(.noRenderer(error))
      return nil
    }
    let timelines = films.compactMap(\.timeline)
    let processor = timelines.contains(where: \.usesFilters) ? world.processor() : ""
    var planner = FilmPlanner(
      zip(timelines, films).map { timeline, film in
        var planner = Planner(
          timeline, rasters: film.rasters, libraries: libraries, processor: processor,
          passes: options.passes, keepsGoing: options.keepsGoing)
        planner.letters = film.letters
        planner.verifiesGraphs = options.verifiesGraphs
        planner.parameters = read.values.map { PlannedParameter(name: $0.name, text: $0.text) }
        return planner
      }, outputs: outputs.places)
    if !place.isFrame { await tryEncoders(of: planner, &sink) }
    let product = await make(&planner, destinations, found)
    for index in films.indices { films[index].diagnostics += planner.films[index].diagnostics }
    report(films, &sink)
    return product
  }

  /// Reads the project; what filters and encoders there are is asked only for projects that write of any.
  func decode(
    _ read: ExpandedProject, _ file: FileID, _ sink: inout DiagnosticSink
  ) async -> ProjectDocument? {
    var first = DiagnosticSink()
    let project = decodeProject(
      read.tree, file: file, leavingOut: read.dropped, emptied: read.emptied, reporting: &first)
    guard project.needsEffects || project.needsEncoders else {
      sink.report(allOf: first)
      return project
    }
    do throws(RenderFailure) {
      let effects = project.needsEffects ? EffectCatalogue(try await world.filters()) : nil
      let encoders = project.needsEncoders ? try await world.encoders() : nil
      return decodeProject(
        read.tree, file: file, effects: effects, encoders: encoders, leavingOut: read.dropped,
        emptied: read.emptied, reporting: &sink)
    } catch {
      sink.report(.noRenderer(error))
      return nil
    }
  }

  /// Asks for the paths outside the project's folder that it wants to use, and says what it may;
  /// false where one of them is refused, as all files below it would be, too.
  func admit(
    _ paths: [Located<String>], from folder: String, _ sink: inout DiagnosticSink
  ) -> Bool {
    var isWhole = true
    for path in paths {
      do throws(FileProblem) {
        switch try world.admit(path.value, from: folder) {
        case .needless: break
        case .admitted(let real): sink.report(.allowed(path, real))
        case .untrusted(let real, let list):
          sink.report(.untrusted(path, real, list: list))
          isWhole = false
        }
      } catch {
        sink.report(.notAllowed(path, error))
        isWhole = false
      }
    }
    return isWhole
  }

  /// The name of the project file without `.reel.yaml` or its last extension.
  var stem: String {
    var name = Substring(path)
    if let slash = name.lastIndex(of: "/") { name = name[name.index(after: slash)...] }
    for suffix in [".reel.yaml", ".reel.yml", ".yaml", ".yml"]
    where name.hasSuffix(suffix) && name.count > suffix.count {
      return String(name.dropLast(suffix.count))
    }
    return String(name)
  }

  /// Keeps the outputs that are wanted.
  func choose(_ project: inout ProjectDocument, _ sink: inout DiagnosticSink) {
    if let only = options.only {
      let names =
        project.outputs.isEmpty ? ["film"] : project.outputs.map(\.name.value)
      for name in only where !names.contains(name) {
        sink.report(.unknownOutput(name, in: names))
      }
      project.hasAllOutputs = false
      project.outputs.removeAll { !only.contains($0.name.value) }
    }
    guard let file = options.outputFile else { return }
    if project.outputs.isEmpty {
      project.outputs = [Output.standard(stem: stem, at: project.span)]
    }
    guard project.outputs.count == 1,
      let format = OutputFormat(path: file)?.arranged(as: project.outputs[0].format)
    else {
      sink.report(
        .outputFile(
          file, isSingle: project.outputs.count == 1))
      return
    }
    project.outputs[0].file.value = file
    project.outputs[0].format = format
    if format.animation != nil, project.outputs[0].animation == nil {
      project.outputs[0].animation = AnimationSettings()
    }
    guard case .text(let writing) = format.contents else { return }
    let (count, what) =
      switch writing {
      case .chapters: (project.outputs[0].chapters == nil ? 0 : 1, "a list of chapters")
      case .captions: (project.outputs[0].captions.count, "a file of captions")
      }
    if count != 1 { sink.report(.outputFile(file, isNot: what, count)) }
  }

  /// The absolute paths of the font files that texts name.
  func fontFiles(of timeline: Timeline, folder: String) -> [String] {
    let fonts = timeline.parts.flatMap { part in
      part.texts.flatMap(\.text.fonts) + part.subtitles.map(\.placed.content.look.font)
    }
    return fonts.compactMap { font in
      font.file.flatMap { try? world.locate($0.value, from: folder) }
    }
  }

  /// The absolute paths of files of beats, captions and subtitles.
  func textFiles(of project: ProjectDocument, folder: String) -> [String] {
    var files = project.captionFiles.filter { $0.stream == nil }.map(\.path.value)
    switch project.beats?.source {
    case .file(let file), .times(_, of: let file): files.append(file.value)
    case .every, nil: break
    }
    for overlay in project.overlays {
      if case .subtitles(let subtitles) = overlay.content, subtitles.clip == nil {
        files.append(subtitles.file.value)
      }
    }
    return files.compactMap { try? world.locate($0, from: folder) }
  }

  /// The absolute paths of all outputs, in their order.
  private func destinations(
    of order: OutputOrder, _ films: [ComposedFilm], _ sink: inout DiagnosticSink
  ) -> [String] {
    var taken: [String: Output] = [:]
    var sources: Set<String> = []
    for film in films {
      sources.formUnion(film.files)
      if let timeline = film.timeline {
        sources.formUnion(fontFiles(of: timeline, folder: folder))
      }
    }
    var result: [String] = []
    for place in order.places {
      guard let timeline = films[place.film].timeline else { continue }
      let output = timeline.outputs[place.output].output
      let file = output.file
      do throws(FileProblem) {
        let written = try world.destination(file.value, from: folder)
        let destination = output.mainPath(written)
        let family = FileFamily(
          path: written, isStoryboard: output.format.isStoryboard)
        if sources.contains(destination) || destination == path
          || family.map({ family in sources.contains { family.holds($0) } }) ?? false
        {
          sink.report(.overwritesSource(file))
        }
        if file.value.hasPrefix("~/") { sink.report(.homeFolder(file)) }
        if let other = taken[destination] { sink.report(.sameFile(file, other.file)) }
        taken[destination] = output
        result.append(destination)
      } catch {
        sink.report(.destination(file, error))
        result.append("")
      }
    }
    return result
  }
}
