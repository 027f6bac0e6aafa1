// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Lowering
import Parsing
import Planning
import Preprocessing
import ProjectModel
import RenderProtocol
import Resolver
import Timeline
import YAML

/// The film as some outputs show it: the project, or the project with a canvas and changes of theirs.
struct ComposedFilm {
  /// The canvas and changes that these outputs share.
  var variant: OutputVariant
  /// The project as they have it, without other outputs.
  var project: ProjectDocument
  /// The diagnostics of this film alone.
  var diagnostics: [Diagnostic] = []
  /// Its files; nil before it is composed.
  var media: MediaTable?
  /// The resolved tracks and overlays; nil before it is composed.
  var timeline: Timeline?
  /// True if it was composed without an error.
  var isWhole = false
  /// The texts of each canvas that an output is composed on.
  var rasters: [LoweringFrame: [LayerTarget: Raster]] = [:]
  /// The letters that are written on pictures of sheets.
  var letters: [TextBlock: Raster] = [:]
  /// The files that it reads.
  var files: Set<String> = []

  init(_ variant: OutputVariant, _ project: ProjectDocument) {
    self.variant = variant
    self.project = project
  }
}

extension Compilation {
  /// Composes the only film of the compilation, of which everything is reported to `sink`, or one of several, which keeps
  /// what is said of it.
  func compose(
    _ film: inout ComposedFilm, _ read: ExpandedProject, isOnly: Bool, made: MadeFiles,
    _ library: inout FilmLibrary, _ sources: inout SourceMap, _ sink: inout DiagnosticSink
  ) async {
    if isOnly { return await compose(&film, read, made: made, &library, &sources, &sink) }
    var own = DiagnosticSink()
    own.report(contentsOf: film.diagnostics)
    library.startOver()
    await compose(&film, read, made: made, &library, &sources, &own)
    film.diagnostics = own.diagnostics
  }

  private func compose(
    _ film: inout ComposedFilm, _ read: ExpandedProject, made: MadeFiles,
    _ library: inout FilmLibrary, _ sources: inout SourceMap, _ sink: inout DiagnosticSink
  ) async {
    let folder = self.folder
    var project = film.project
    readBeats(of: &project, from: folder, &sink)
    var cueFiles = CueFiles(self, from: folder)
    cueFiles.readCaptions(of: &project, &sink)
    cueFiles.readSubtitles(of: &project, &sink)

    // Every file the project names is found and probed, and films within the film are compiled as far as this: from
    // here on nothing is unknown.
    var media = await MediaTable.load(
      project, folder: folder, made: made, world: world, reporting: &sink)
    library.layout = project.canvas.channels?.value ?? .stereo
    let films = await films(in: &media, &library, &sources, &sink)
    await readTextStreams(of: &project, media, films, &sink)

    // Every time is worked out: from here on there are frames and samples.
    var timeline = resolve(
      project, media, films: films, origins: &library.origins, stem: stem, reporting: &sink)
    timeline.checkWeight(&sink)
    await setLevels(of: &timeline, project, &sink)
    await setFocus(of: &timeline, &sink)
    timeline.check(project.canvas, &sink)
    timeline.checkProfiles(&sink)
    timeline.checkFit(of: project, &sink)
    film.files = films.reduce(media.files.union(read.projects)) { $0.union($1.files) }
      .union(textFiles(of: project, folder: folder))

    // Texts are laid out for every canvas they are drawn on.
    film.rasters = await self.rasters(timeline, folder: folder, &sink)
    film.letters = await letters(of: timeline, &sink)
    await setTracks(of: &timeline, folder: folder, &sink)
    film.isWhole = !sink.hasErrors
    if film.isWhole {
      let frame = timeline.firstFrame
      let rasters = film.rasters[frame] ?? [:]
      sink.report(contentsOf: timeline.warningsOfLayersOutside(frame, rasters: rasters))
      sink.report(contentsOf: timeline.warningsOfTextsOutside(frame, rasters: rasters))
      sink.report(contentsOf: timeline.warningsOfCropsBeyond(frame, rasters: rasters))
    }
    (film.project, film.media, film.timeline) = (project, media, timeline)
  }
}
