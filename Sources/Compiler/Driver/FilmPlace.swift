// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Parsing
import ProjectModel
import Resolver
import Timeline
import YAML

/// A place in a film that is asked for from outside of the project.
enum FilmPlace {
  case none
  /// The frame at a time that is written as in the project: anchors are allowed.
  case frame(at: String)
  /// The frame at an exact time.
  case moment(Time)
  /// An interval that is written as in the project.
  case range(String)

  /// True if one frame alone is asked for.
  var isFrame: Bool {
    switch self {
    case .frame, .moment: true
    case .none, .range: false
    }
  }
}

/// The resolved frame or range of a place.
struct FoundPlace {
  var frame: Int?
  var range: TimeRange?
}

extension Compilation {
  /// The file name in messages about a range from the command line.
  public static let rangeName = "RANGE"
  /// The file name in messages about a time from the command line.
  public static let timeName = "--at"

  /// Finds `place` in the film; nil after an error has been reported.
  func find(
    _ place: FilmPlace, in film: ComposedFilm, _ sources: inout SourceMap,
    _ sink: inout DiagnosticSink
  ) -> FoundPlace {
    guard let media = film.media, let timeline = film.timeline else { return FoundPlace() }
    let project = film.project
    var layout = TimelineLayout(project, media, timeline.canvas)
    layout.playTracks(among: timeline.films.filter { !$0.isTrack })
    layout.diagnostics = []
    defer { sink.report(contentsOf: layout.diagnostics) }
    switch place {
    case .none: return FoundPlace()
    case .frame(at: let text):
      let file = sources.add(name: Compilation.timeName, text: Array(text.utf8))
      let tree = parseYAML(file, text: Array(text.utf8), reporting: &sink)
      guard let expression = decodeTime(tree, file: file, reporting: &sink),
        let time = layout.evaluate(expression)
      else { return FoundPlace() }
      return frame(at: time, of: timeline, project, writtenAt: expression.span, &sink)
    case .moment(let time): return frame(at: time, of: timeline, project, &sink)
    case .range(let text):
      let file = sources.add(name: Compilation.rangeName, text: Array(text.utf8))
      let tree = parseYAML(file, text: Array(text.utf8), reporting: &sink)
      let end = timeline.end
      guard let expression = decodeRange(tree, file: file, reporting: &sink),
        let range = layout.evaluate(expression, start: .zero, end: { _ in end })
      else { return FoundPlace() }
      guard end > range.start else {
        sink.report(.beyondFilm("\(range.start.shown) s lies", end, at: expression.span))
        return FoundPlace()
      }
      guard !range.isEmpty else {
        sink.report(.emptyRange(at: expression.span, range.start, range.end))
        return FoundPlace()
      }
      return FoundPlace(range: range)
    }
  }

  private func frame(
    at time: Time, of timeline: Timeline, _ project: ProjectDocument, writtenAt span: Span? = nil,
    _ sink: inout DiagnosticSink
  ) -> FoundPlace {
    guard timeline.hasPicture else {
      sink.report(.simple("no-picture", "this film has no picture", at: project.span))
      return FoundPlace()
    }
    guard let frame = timeline.frame(at: time) else {
      sink.report(.beyondFilm("\(time.shown) s lies", timeline.end, at: span))
      return FoundPlace()
    }
    return FoundPlace(frame: frame)
  }
}

extension Diagnostic {
  fileprivate static func beyondFilm(_ words: String, _ end: Time, at span: Span?) -> Diagnostic {
    .simple("beyond-film", "the film lasts from 0 to \(end.shown) s, \(words) outside", at: span)
  }
}
