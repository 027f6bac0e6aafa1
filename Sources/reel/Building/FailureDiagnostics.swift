// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Compiler
import Diagnostics

// What breaks while rendering, as messages about the place in the project that asked for it.

extension Diagnostic {
  /// Something that could not be made.
  static func broken(_ broken: BuildFailure, in origins: [OriginFacts]) -> Diagnostic {
    let failure = broken.failure
    let place = facts(of: failure.origin, in: origins)
    var notes: [Note] = []
    if let place { notes.append(Note(message: media(place, failure.sourceTime))) }
    if let time = broken.filmTime {
      notes.append(Note(message: "at \(Shown.seconds(time)) of output '\(broken.output)'"))
    }
    for suspect in broken.suspects.prefix(8) {
      guard let facts = facts(of: suspect, in: origins) else { continue }
      notes.append(
        Note(message: "'\(facts.name)' (\(facts.asset)) was being rendered", span: facts.span))
    }
    notes += failure.log.map { Note(message: $0) }
    let subject = place.map { "clip '\($0.name)'" } ?? "output '\(broken.output)'"
    return Diagnostic(
      code: code(failure.kind), message: "cannot render \(subject): \(failure.message)",
      span: place?.span ?? broken.span, notes: notes, hint: hint(failure))
  }

  /// Something that broke and was carried on with.
  static func carriedOn(_ carried: BuildNote, in origins: [OriginFacts]) -> Diagnostic {
    let note = carried.note
    let place = facts(of: note.origin, in: origins)
    var notes: [Note] = []
    if let place { notes.append(Note(message: media(place, note.sourceTime))) }
    if let time = carried.filmTime {
      notes.append(Note(message: "at \(Shown.seconds(time)) of the film"))
    }
    notes += note.log.map { Note(message: $0) }
    let subject = place.map { "clip '\($0.name)': " } ?? ""
    return Diagnostic(
      code: .warning("broken-media"), message: subject + note.message, span: place?.span,
      notes: notes)
  }

  private static func facts(of origin: Origin, in origins: [OriginFacts]) -> OriginFacts? {
    origins.indices.contains(origin.index) ? origins[origin.index] : nil
  }

  private static func media(_ place: OriginFacts, _ time: Time?) -> String {
    time.map { "in '\(place.asset)' at \(Shown.seconds($0))" } ?? "in '\(place.asset)'"
  }

  private static func code(_ kind: RenderFailure.Kind) -> DiagnosticCode {
    switch kind {
    case .media: .error("broken-media")
    case .unsupported: .error("unsupported-media")
    case .text: .error("bad-text")
    case .encoder: .error("encoder-failed")
    case .disk: .error("disk-failed")
    case .limit: .error("limit-passed")
    case .program: .error("render-failed")
    case .crash: .error("renderer-died")
    }
  }

  private static func hint(_ failure: RenderFailure) -> String? {
    failure.kind == .media ? "`--keep-going` holds the last good frame instead" : nil
  }
}
