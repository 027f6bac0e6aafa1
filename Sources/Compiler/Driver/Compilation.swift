// SPDX-License-Identifier: Apache-2.0

public import Base
public import Diagnostics
public import Planning
import ProjectModel
public import RenderGraph
public import RenderProtocol
import Resolver
import Subtitles
public import Timeline
import YAML

/// Options of a compilation.
public struct CompilationOptions: Sendable {
  /// True if optional passes run (`-O0` disables them).
  public var optimizes: Bool
  /// True if rendering continues after errors in clips.
  public var keepsGoing: Bool
  /// The names of the outputs wanted; nil for all.
  public var only: [String]?
  /// Another file for the one output wanted, relative to the project file or absolute.
  public var outputFile: String?
  /// The interval of film time that is made of each film, in a file of its own, as a project writes it; nil for all of it.
  public var range: String?
  /// True if films are rendered as drafts, at half their size and in files of their own.
  public var isDraft = false
  /// Values of parameters, as `name=value`.
  public var values: [String] = []
  /// The absolute path, links resolved, of the folder that paths in `values` start from; nil for the project's.
  public var workingFolder: String?
  /// The row of which the film is made; nil for a film without one.
  public var row: FilmRow?
  /// True if graphs are verified before the first pass and after each, as tests do.
  package var verifiesGraphs = false

  /// The standard options with the given changes; an empty `only` selects all outputs.
  public init(isPlain: Bool = false, keepGoing: Bool = false, only: [String] = []) {
    optimizes = !isPlain
    keepsGoing = keepGoing
    self.only = only.isEmpty ? nil : only
  }

  /// The names of the passes that are run, in their order.
  public var passNames: [String] { passes.map(\.name) }

  var passes: [Pass] { optimizes ? Pass.standard : Pass.required }
}

/// The result of a compilation: the diagnostics, and the product if there were no errors.
public struct CompilationResult<Product: Sendable>: Sendable {
  /// The texts that spans point into.
  public var sources: SourceMap
  /// All diagnostics, in the order of the text.
  public var diagnostics: [Diagnostic]
  /// The product; nil when there are errors.
  public var product: Product?

  /// True if there are errors.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// The summary of a valid project that `check` shows.
public struct ProjectSummary: Sendable {
  /// Format of the frames and of the sound.
  public var canvas: CanvasFormat
  /// Length in seconds.
  public var duration: Time
  /// Length in frames.
  public var frameCount: Int
  /// Number of placed clips.
  public var clipCount: Int
  /// Everything that is seen or heard, track by track; made anew for each call.
  public var entries: [TimelineEntry] { timeline.entries }
  /// Names and files of the outputs, where the files go, and where the project says so.
  public var outputs: [(name: String, file: String, path: String, span: Span)]
  /// A few words for what each output has of its own: its codecs, its canvas, its loudness, and each track of captions,
  /// such as `12 captions ita`.
  public var particulars: [[String]] {
    placed.map { own, placed in
      let level = placed.output.level
      var frame = own.canvas
      frame.layout = canvas.layout
      let isComposed = !placed.output.format.isSound && !placed.output.format.isText
      return own.encodingWords(of: placed.output)
        + [
          isComposed && frame != canvas
            ? "composed for \(frame.size)\(frame.rate == canvas.rate ? "" : " at \(frame.rate)")"
            : nil,
          placed.kind(at: frame.rate), level?.loudness.map { "\($0.shortest) LUFS" },
          level?.peak.map { "\($0.shortest) dBTP" },
        ]
        .compactMap(\.self)
        + zip(placed.output.captions, placed.captions).map { captions, list in
          let count = list.cues.count
          let language = captions.language.map { " " + $0.value } ?? ""
          return "\(count) caption\(count == 1 ? "" : "s")\(language)"
        }
    }
  }
  /// A long film has many entries, and few callers show them.
  let timeline: Timeline
  /// The outputs with the timeline that each is composed of.
  let placed: [(timeline: Timeline, output: PlacedOutput)]
  /// Entries of other outputs that are not among `entries`, with the names of these outputs.
  public var others: [(outputs: [String], entries: [TimelineEntry])] {
    let known = Set(entries)
    return variants.map { names, timeline in
      (names, timeline.entries.filter { !known.contains($0) })
    }
  }
  let variants: [(outputs: [String], timeline: Timeline)]
}

/// A point between compiler passes at which the graph can be printed.
public enum GraphStage: Sendable, Hashable {
  /// After all passes.
  case final
  /// As it enters the pass of this name.
  case before(String)
  /// As it leaves the pass of this name.
  case after(String)
}

/// The compiler, from a project file to a plan: a function of the world and the options.
public struct Compilation: Sendable {
  let path: String
  let displayName: String
  let world: any World
  let options: CompilationOptions

  /// A compilation of the project at the absolute `path`, called `displayName` in messages.
  public init(
    path: String, displayName: String, world: any World,
    options: CompilationOptions = CompilationOptions()
  ) {
    self.path = path
    self.displayName = displayName
    self.world = world
    self.options = options
  }

  /// Reports all errors and warnings of the project.
  public func check() async -> CompilationResult<ProjectSummary> {
    await compile { planner, destinations, _ async in
      planner.survey(destinations)
      let timeline = planner.films[planner.first].timeline
      let outputs = planner.outputs
      return ProjectSummary(
        canvas: timeline.canvas, duration: timeline.end, frameCount: timeline.frameCount,
        clipCount: timeline.clipCount,
        outputs: zip(outputs, destinations).map { planned, path in
          let output = planned.placed.output
          return (output.name.value, output.file.value, path, output.file.span)
        }, timeline: timeline, placed: outputs.map { ($0.timeline, $0.placed) },
        variants: planner.films.indices.filter { $0 != planner.first }.map { film in
          let timeline = planner.films[film].timeline
          return (timeline.outputs.map(\.output.name.value), timeline)
        })
    }
  }

  /// Works out what a build has to do.
  public func plan() async -> CompilationResult<BuildPlan> {
    await compile { planner, destinations, _ async in planner.plan(destinations) }
  }

  /// Works out what a build has to do, and the interval of film time that a range names; the range
  /// is written as in the project, anchors allowed.
  ///
  /// Errors in the range are reported in a file called `Compilation.rangeName`.
  public func plan(
    range: String
  ) async -> CompilationResult<(plan: BuildPlan, range: TimeRange)> {
    await compile(asking: .range(range)) { planner, destinations, found async in
      found.range.map { (planner.plan(destinations), $0) }
    }
  }

  /// The render graph of an output (the first, unless one is wanted by `only`) at a stage.
  public func graph(at stage: GraphStage) async -> CompilationResult<RenderGraph> {
    let passes = options.passes
    return await compile { planner, _, _ async in
      let film = planner.films[planner.first]
      guard let output = planner.outputs.first?.placed.output else { return nil }
      let graph = film.lowered(film.shape(of: output).frame)
      var wanted: RenderGraph?
      let final = PassManager.run(graph, passes, verifies: true) { pass, before, after in
        if stage == .before(pass.name) { wanted = before }
        if stage == .after(pass.name) { wanted = after }
      }
      return stage == .final ? final : wanted
    }
  }

  /// The program of the one frame at a time written as in the project (anchors allowed), in the
  /// shape of the first output wanted.
  public func frame(at time: String) async -> CompilationResult<FramePlan> {
    await frame(at: .frame(at: time))
  }

  /// The program of the one frame at an exact time, in the shape of the first output wanted.
  public func frame(at time: Time) async -> CompilationResult<FramePlan> {
    await frame(at: .moment(time))
  }

  private func frame(at place: FilmPlace) async -> CompilationResult<FramePlan> {
    await compile(asking: place) { planner, _, found async in
      guard let frame = found.frame, let output = planner.outputs.first?.placed.output else {
        return nil
      }
      var film = planner.films[planner.first]
      let program = film.program(of: frame..<(frame + 1), of: output)
      return FramePlan(program: program, frame: frame, origins: film.timeline.origins.facts)
    }
  }
}

/// One frame to be rendered.
public struct FramePlan: Sendable {
  /// A program of one part with one frame.
  public var program: RenderProgram
  /// The frame's number in the film.
  public var frame: Int
  /// The places in the project that each `Origin` refers to.
  public var origins: [OriginFacts]
}
