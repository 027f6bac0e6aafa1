// SPDX-License-Identifier: Apache-2.0

import Base
package import Diagnostics
import Planning
import RenderProtocol
package import Timeline

// Failures of rendering, as diagnostics at the place in the project that caused the work.

extension Diagnostic {
  /// Something that could not be made.
  package static func broken(_ broken: BuildFailure, in origins: [OriginFacts]) -> Diagnostic {
    let failure = broken.failure
    let place = origins.facts(of: failure.origin)
    var notes: [Note] = []
    if let place { notes.append(Note(message: media(place, failure.sourceTime))) }
    if let time = broken.filmTime {
      notes.append(Note(message: "at \(time.shown) s of output '\(broken.output)'"))
    }
    for suspect in broken.suspects.prefix(8) {
      guard let facts = origins.facts(of: suspect) else { continue }
      notes.append(
        Note(
          message:
            "'\(facts.name)'\(facts.asset.isEmpty ? "" : " (\(facts.asset))") was being rendered",
          span: facts.span))
    }
    notes += failure.log.map { Note(message: $0) }
    let subject = place.map { "clip '\($0.name)'" } ?? "output '\(broken.output)'"
    return Diagnostic(
      code: code(failure.kind), message: "cannot render \(subject): \(failure.message)",
      span: place?.span ?? broken.span, notes: notes, hint: hint(failure))
  }

  /// A renderer that died, after which a second one was tried.
  ///
  /// - Parameter isDone: True if the second one succeeded.
  static func died(
    _ death: BuildFailure, isDone: Bool, in origins: [OriginFacts]
  ) -> Diagnostic {
    let failure = broken(death, in: origins)
    return Diagnostic(
      code: .warning("renderer-died"),
      message: death.failure.message
        + (isDone ? "; a second renderer succeeded" : "; a second renderer was tried"),
      span: failure.span,
      notes: failure.notes)
  }

  /// A file that the project did not make exists at a place of an output.
  static func occupied(_ occupied: Build.Occupied) -> Diagnostic {
    .occupied(occupied.file, span: occupied.output.span, isChanged: occupied.isChanged)
  }

  /// A file that the project did not make exists at `path`, or one that was changed since; a build refuses to overwrite it.
  package static func occupied(
    _ path: String, span: Span? = nil, isRefused: Bool = true, isChanged: Bool = false
  ) -> Diagnostic {
    Diagnostic(
      code: isRefused ? .error("output-exists") : .warning("output-exists"),
      message: isChanged
        ? "'\(path)' was changed since a build of this project made it"
        : "'\(path)' exists and was not made by a build of this project", span: span,
      hint: "remove it, name another file, or overwrite it with `--force`")
  }

  /// A piece that needs more memory than all renderers may use.
  static func oversize(_ oversize: Build.Oversize) -> Diagnostic {
    func shown(_ bytes: Int64) -> String { "\((bytes + 1 << 19) >> 20) MiB" }
    return Diagnostic(
      code: .warning("much-memory"),
      message: "'\(oversize.name)' needs about \(shown(oversize.bytes)), more than the "
        + "\(shown(oversize.limit)) for all renderers; nothing else is rendered meanwhile",
      hint: "raise `--max-memory`, or use a smaller canvas")
  }

  /// An error that did not stop rendering; where it is about the sound as a whole, that of `outputs`.
  package static func carriedOn(
    _ carried: BuildNote, of outputs: [String] = [], in origins: [OriginFacts]
  ) -> Diagnostic {
    let note = carried.note
    let place = origins.facts(of: note.origin)
    var notes: [Note] = []
    if let place { notes.append(Note(message: media(place, note.sourceTime))) }
    if let time = carried.filmTime {
      notes.append(Note(message: "at \(time.shown) s of the film"))
    }
    notes += note.log.map { Note(message: $0) }
    let named = outputs.map { "'\($0)'" }.joined(separator: ", ")
    let subject =
      place.map { "clip '\($0.name)': " }
      ?? (outputs.isEmpty ? "" : "output\(outputs.count == 1 ? "" : "s") \(named): ")
    return Diagnostic(
      code: .warning(carried.output == nil ? "broken-media" : "sound-level"),
      message: subject + note.message, span: place?.span,
      notes: notes)
  }

  private static func media(_ place: OriginFacts, _ time: Time?) -> String {
    time.map { "in '\(place.asset)' at \($0.shown) s" } ?? "in '\(place.asset)'"
  }

  private static func code(_ kind: RenderFailure.Kind) -> DiagnosticCode {
    switch kind {
    case .media: .error("broken-media")
    case .unsupported: .error("unsupported-media")
    case .text: .error("bad-text")
    case .filter: .error("effect-failed")
    case .encoder: .error("encoder-failed")
    case .disk: .error("disk-failed")
    case .limit: .error("limit-passed")
    case .program: .error("render-failed")
    case .crash: .error("renderer-died")
    case .unusable: .error("renderer-unusable")
    }
  }

  private static func hint(_ failure: RenderFailure) -> String? {
    switch failure.kind {
    case .disk where failure.log.contains { $0.hasPrefix("/") && SystemFailure.lacksInodes(at: $0) }:
      SystemFailure.noInodes
    case .media: "`--keep-going` goes on with the last good frame, and for sound with silence"
    case .filter: "`reel effects NAME` lists the options of a filter"
    case .crash where failure.message.contains("signal 9"):
      "the system kills processes that use too much memory: try a smaller `--max-memory` or `-j 1`"
    case .crash where failure.origin != .none:
      "leave out this part of the clip, or convert the file"
    default: nil
    }
  }
}
