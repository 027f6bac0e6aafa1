// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import Lowering
import ProjectModel
import RenderProtocol
import Resolver
import Timeline

extension Compilation {
  /// Looks at the pictures of clips whose focus is left to them, and sets in `timeline` how it moves.
  func setFocus(of timeline: inout Timeline, _ sink: inout DiagnosticSink) async {
    for (index, film) in timeline.films.enumerated() where film.isTrack {
      var part = film.timeline
      await setFocus(of: &part, &sink)
      if !part.focuses.isEmpty { timeline.films[index] = film.with(part) }
    }
    guard !sink.hasErrors else { return }
    let survey = FocusAnalysis(timeline, on: timeline.firstFrame)
    for clip in survey.unseen { sink.report(.notLookedAt(clip.path, clip.reason, at: clip.span)) }
    guard !survey.isEmpty else { return }
    var subjects: [PictureSubjects?] = []
    var said: Set<String> = []
    for (use, answer) in zip(survey.uses, await world.subjects(of: survey.questions)) {
      switch answer {
      case .success(let found): subjects.append(found)
      case .failure(let failure):
        subjects.append(nil)
        // What the machine lacks it lacks for all files; of a damaged one each minute may fail.
        guard said.insert(failure.kind == .encoder ? "" : use.path).inserted else { continue }
        sink.report(
          failure.kind == .encoder
            ? .cannotLook(failure, at: use.span)
            : .unreadableMedia(use.path, failure, at: use.span))
      }
    }
    survey.apply(subjects, to: &timeline)
  }
}

extension Timeline {
  /// Descriptions of a layer's detected focus path, which replace those of `properties`.
  func focusWords(
    of properties: inout PropertyKeys, _ target: LayerTarget, _ shown: TimeRange
  ) -> [String] {
    guard let focus = focuses.first(where: { $0.target == target && $0.shown == shown }) else {
      return []
    }
    properties[.focus] = nil
    return [focus.words]
  }
}

extension Diagnostic {
  /// A clip whose middle stays in sight, as its pictures are not looked at.
  fileprivate static func notLookedAt(
    _ path: String, _ reason: UnseenPictures, at span: Span
  ) -> Diagnostic {
    Diagnostic(
      code: .warning("unseen-focus"),
      message: "'\(path)' is \(reason.rawValue), and not looked at: its middle stays in sight",
      span: span, hint: "write what is to stay in sight, such as focus: [50%, 30%]")
  }

  /// A machine without what finds faces.
  fileprivate static func cannotLook(_ failure: RenderFailure, at span: Span) -> Diagnostic {
    Diagnostic(
      code: .error("cannot-find-faces"), message: failure.message, span: span,
      notes: failure.log.map { Note(message: $0) },
      hint: "install it, or write where it is, such as focus: [50%, 30%]")
  }
}
